import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DebateLog } from '../../../../src/record/debateLog';
import { statusOf } from '../../../../src/session/library/status';
import { summaryOf } from '../../../support/summaryOf';
import { digestParts, followEntries } from '../../../../src/ui/chat/digestParts';
import { statusParts } from '../../../../src/ui/chat/statusParts';
import { runText } from '../../../../src/ui/library/statusText';
import { textOf } from '../../../support/chatLinks';
import { logIn } from '../../../support/logs';
import { tempFolder } from '../../../support/tempFolder';

/** A stored debate, or its beginning up to the first entry of this type. */
async function stored(name: string, until?: string): Promise<DebateLog> {
  const golden = readFileSync(join(__dirname, '..', '..', '..', 'golden', name, 'debate-log.jsonl'), 'utf8');
  const lines = golden
    .replaceAll('<time>', '2026-11-20T12:00:00Z')
    .replaceAll('<day>', '2026-11-20')
    .trimEnd()
    .split('\n');
  const end = until === undefined ? lines.length : lines.findIndex((line) => line.includes(`"type":"${until}"`)) + 1;
  expect(end).toBeGreaterThan(0);
  const folder = tempFolder({ 'debate-log.jsonl': `${lines.slice(0, end).join('\n')}\n` });
  return await logIn(folder);
}

async function told(log: DebateLog): Promise<{ status: string; digest: string; bar: string }> {
  const statusNow = {
    summary: await summaryOf(log.folder),
    status: await statusOf(log),
    view: log.view,
    run: undefined,
  };
  return {
    status: textOf(statusParts(statusNow, { entries: 3 })),
    digest: textOf(digestParts(log.view, log.folder)),
    bar: runText({ state: log.state, ending: undefined, working: [] }),
  };
}

const followed = async (log: DebateLog): Promise<{ end: string; count: number }> => {
  let count = 0;
  const options = { from: 0, most: 1_000, signal: new AbortController().signal, onEntry: () => (count += 1) };
  const end = await followEntries(
    {
      view: () => log.view,
      isRunning: () => false,
      refresh: () => Promise.resolve(),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    options,
  );
  return { end, count };
};

describe('the chat about other formats', () => {
  it('knows a tribunal under way: who is next, and nothing of a Chair or of how many rounds there are', async () => {
    const { status, digest, bar } = await told(await stored('tribunal-two-rounds', 'critique'));
    expect(status).toMatch(
      /Next: the (?:Judge is assessing the round|Moderator)|Next: .*sources? (?:is|are) to be checked/,
    );
    expect(`${status}${digest}${bar}`).not.toContain('Chair');
    expect(digest).toContain('Outcome: not concluded yet');
    expect(bar).toMatch(/^Round 1(?: ·|$)/);
  });

  it('knows a tribunal that is ruled on, with its issues', async () => {
    const log = await stored('tribunal-two-rounds');
    const { digest } = await told(log);
    expect(digest).toMatch(/Issues: \d+ resolved, \d+ open, \d+ stalled/);
    expect(digest).toMatch(/Outcome: (?!none)/);
    expect(await followed(log)).toMatchObject({ end: 'done' });
  });

  it('knows a dialectic under way and one that rests, by its scores', async () => {
    const open = await told(await stored('dialectic-three', 'judgment'));
    expect(open.status).toContain('Next: ');
    expect(open.bar).toMatch(/^Exchange \d/);
    const log = await stored('dialectic-three');
    const { status, digest } = await told(log);
    for (const text of [status, digest]) expect(text).toMatch(/Scores: .*Proposition/);
    expect(`${open.status}${status}${digest}`).not.toMatch(/Chair|Outcome/);
    const { end, count } = await followed(log);
    expect({ end, isTold: count > 5 }).toEqual({ end: 'done', isTold: true });
  });
});
