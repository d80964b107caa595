import { describe, expect, it } from 'vitest';
import { Fence } from '../../../src/agents/model/fence';
import { AnswerFiles } from '../../../src/record/answerFiles';
import type { DebateLog } from '../../../src/record/debateLog';
import { statusOf } from '../../../src/session/library/status';
import { summaryOf } from '../../support/summaryOf';
import { digestParts, summaryParts } from '../../../src/ui/chat/digestParts';
import { entryLine, statusParts } from '../../../src/ui/chat/statusParts';
import { entryFindings } from '../../../src/ui/chat/verifyParts';
import { debateText, fitted } from '../../../src/session/library/debateText';
import { issueReport } from '../../../src/ui/commands/issueReport';
import { textOf } from '../../support/chatLinks';
import { logIn } from '../../support/logs';
import { foldersWithMemos, memoTokens, seed } from '../../support/memoDebates';
import { runStrict } from '../../support/testSession';

/** Tools for models, chat and issue report: what only some may know stands in none of them. */

const keptToken = 'ANSWERED-and-not-logged';

/** What a provider answered for a sealed opening and the log does not hold yet. */
const keptAnswer = {
  id: 'one',
  step: 'opening/cy',
  task: 'opening/cy',
  agent: 'cy',
  usage: { input: 1, cache_write: 0, cache_read: 0, output: 2, usd: 0.1 },
  answer: { parts: [{ type: 'text', text: `${keptToken} is how cy opens.` }] },
};

const memosOf = ({ view }: DebateLog): string[] =>
  view.state.headers.flatMap(({ seq, kind }) => (kind === 'memo' ? [view.raw(seq)?.content ?? ''] : []));

const surfaces: Readonly<Record<string, (log: DebateLog) => Promise<string>>> = {
  'tools for models': async (log) => {
    const { view } = log;
    const text = debateText({
      ...{ view, status: await statusOf(log), fence: new Fence(() => 'abc123') },
      ...{ fromSeq: 0, limit: 1_000 },
    });
    return await fitted(text, { tokens: 10_000_000, count: (said) => Promise.resolve(said.length) });
  },
  chat: async (log) => {
    const { folder, view } = log;
    const statusNow = { summary: await summaryOf(folder), status: await statusOf(log), view, run: undefined };
    const seqs = view.state.headers.map(({ seq }) => seq);
    const parts = [
      ...statusParts(statusNow, { entries: seqs.length }),
      ...summaryParts(view, folder),
      ...digestParts(view, folder),
      ...seqs.flatMap((seq) => entryFindings(view, folder, seq)),
    ];
    return [textOf(parts), ...seqs.map((seq) => entryLine(view, folder, seq))].join('\n');
  },
  'issue report': (log) => {
    // The extension's log may quote an answer that was not taken.
    const lines = memosOf(log).map(
      (memo) => `2026-01-01 10:00:00.000 [error] Not taken: ${memo.replace(/^Memo of \w+: /, '')}`,
    );
    return Promise.resolve(issueReport([], lines));
  },
};

async function debateOf(format: string): Promise<DebateLog> {
  const folder = (await foldersWithMemos[format]?.()) ?? '';
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  // The run has tidied up behind itself; one that is killed has not.
  const files = new AnswerFiles(folder);
  await files.write(files.nameOf(['opening/cy']), keptAnswer);
  return await logIn(folder);
}

describe.each(Object.keys(foldersWithMemos))('of a %s', (format) => {
  it('no memo, kept answer or seed of an order stands in tools, chat or issue report', async () => {
    const log = await debateOf(format);
    expect(memosOf(log).join('\n').match(memoTokens)?.length).toBeGreaterThan(3);
    for (const [name, textFrom] of Object.entries(surfaces)) {
      const text = await textFrom(log);
      expect(text.length, name).toBeGreaterThan(150);
      expect(text.match(memoTokens), name).toBeNull();
      expect(text, name).not.toContain(keptToken);
      expect(text, name).not.toContain(seed);
    }
  });
});
