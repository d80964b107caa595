import { appendFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { OpenDebates } from '../../../../src/ui/library/openDebates';
import { factsOf } from '../../../../src/ui/findings/citation';
import { ShownPassages, type ShownPassage, PassageKeeper } from '../../../../src/ui/sources/shownPassages';
import { pathOfLog } from '../../../../src/record/logPath';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder, writeFiles } from '../../../support/tempFolder';

const url = 'workspace:a.md#L1';
const span = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };

it('takes a passage away when its entry is struck, and hides in the others what was struck', async () => {
  const folder = tempFolder();
  const record = new ReportRecord();
  const quote = 'an invented sentence that nobody may repeat';
  record.setup({ evidence: { root: '/e', files: [{ path: 'a.md', bytes: 1, sha256: 'a'.repeat(64) }] } });
  const cite = (claim: string): number =>
    record.add({
      speaker: 'sre',
      type: 'opening_statement',
      content: `Words. ${quote}.`,
      sources: [{ url, title: 'T', accessed: '2026-11-04', quote, claim }],
    });
  const [redacted, other] = [cite('The first claim.'), cite('The second claim.')];
  writeFiles(folder, { 'debate-log.jsonl': record.lines.join('') });
  const debates = new OpenDebates();
  const ref = await debates.acquire(folder);
  const { log } = ref.debate;
  const passage = (seq: number): ShownPassage => ({
    citation: { folder, seq, url },
    facts: factsOf(log.view, seq, url),
    span,
    words: '',
    notices: [],
    elsewhere: undefined,
  });
  const passages = new ShownPassages();
  const failed = vi.fn();
  const keeper = new PassageKeeper(passages, debates, failed);
  onTestFinished(() => keeper.dispose());
  passages.add('doc', passage(redacted));
  passages.add('doc', passage(other));
  ref.dispose();
  const known = record.lines.length;
  record.strike(redacted, 'sre', 'It was invented.');
  appendFileSync(pathOfLog(folder), record.lines.slice(known).join(''));
  await vi.waitFor(() => expect(passages.in('doc').map(({ citation }) => citation.seq)).toEqual([other]), 5_000);
  expect(JSON.stringify(passages.in('doc'))).not.toContain(quote);
  expect(failed).not.toHaveBeenCalled();
});
