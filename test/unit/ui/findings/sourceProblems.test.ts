import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceProblems, countSourceIssues } from '../../../../src/ui/findings/sourceProblems';
import { citedUrls } from '../../../../src/ui/findings/citedUrls';
import { createView } from '../../../../src/debate/fold/view';
import { pathOfLog } from '../../../../src/record/logPath';
import { opened } from '../../../support/logs';
import { recordNames, recordsRoot } from '../../../support/oldRecords';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

const page = 'https://press.example/otters';
const other = 'https://press.example/badgers';
const source = (url: string) => ({ url, title: 'T', accessed: '2026-11-04' });

function debate(): { record: ReportRecord; seq: number } {
  const record = new ReportRecord();
  record.setup();
  const seq = record.add({ speaker: 'sre', type: 'new_point', content: 'Otters.', sources: [source(page)] });
  return { record, seq };
}

const problemsOf = async (record: ReportRecord) => sourceProblems((await record.open()).view);

describe('doubtful sources', () => {
  it('are told with what was found, where, and the ruling on it; verified ones are none', async () => {
    const { record, seq } = debate();
    const result = record.verify(seq, page, 'unreliable');
    const ruling = record.add({
      speaker: 'chair',
      type: 'ruling',
      target_seq: seq,
      content: 'A warning.',
      data: { kind: 'unreliable', rule: '13', url: page, reason: 'Not there.' },
    });
    const second = record.add({ speaker: 'cfo', type: 'new_point', content: 'Badgers.', sources: [source(other)] });
    record.verify(second, other, 'verified');
    expect(await problemsOf(record)).toEqual([
      {
        status: 'unreliable',
        seq,
        at: seq,
        url: page,
        shownUrl: page,
        isRedacted: false,
        result,
        words: 'quote not found · claim not supported',
        ruling: { seq: ruling, reason: 'Not there.' },
      },
    ]);
  });

  it('are told worst first', async () => {
    const record = new ReportRecord();
    record.setup();
    for (const status of ['unverified', 'unreliable', 'fabricated'] as const) {
      const seq = record.add({ speaker: 'sre', type: 'new_point', content: status, sources: [source(page)] });
      record.verify(seq, page, status);
    }
    expect((await problemsOf(record)).map(({ status }) => status)).toEqual(['fabricated', 'unreliable', 'unverified']);
    expect(countSourceIssues((await record.open()).view).grave).toBe(2);
  });

  it('are none any more once they are corrected, or found good when they are checked again', async () => {
    const { record, seq } = debate();
    record.verify(seq, page, 'unreliable');
    const correction = record.add({
      speaker: 'sre',
      type: 'new_point',
      content: 'SOURCE CORRECTION',
      sources: [source(other)],
      data: { correction: { seq, old_url: page, new_url: other, reason: 'wrong page' } },
    });
    expect(await problemsOf(record)).toHaveLength(1);
    record.verify(correction, other, 'verified');
    expect(await problemsOf(record)).toEqual([]);
    const again = debate();
    again.record.verify(again.seq, page, 'unreliable');
    again.record.verify(again.seq, page, 'verified');
    expect(await problemsOf(again.record)).toEqual([]);
  });

  it('stay doubtful when a user vouches for them, except where nobody could check', async () => {
    for (const [status, left] of [
      ['unverified', 0],
      ['unreliable', 1],
    ] as const) {
      const { record, seq } = debate();
      record.verify(seq, page, status);
      record.add({
        speaker: 'user',
        type: 'verification_result',
        target_seq: seq,
        content: 'I read it.',
        data: { url: page, status: 'verified' },
      });
      expect(await problemsOf(record)).toHaveLength(left);
    }
  });

  it('of a struck entry stand at its redaction, without a word of it', async () => {
    const secret = 'https://press.example/seven-thousand-penguins-voted-for-the-harbour';
    const record = new ReportRecord();
    record.setup();
    const seq = record.add({ speaker: 'sre', type: 'new_point', content: `See ${secret}.`, sources: [source(secret)] });
    record.verify(seq, secret, 'fabricated', {
      checks: {
        exists: 'fail',
        quote: 'not_judged',
        figures: 'not_judged',
        attribution: 'not_judged',
        support: 'not_judged',
      },
    });
    const by = record.strike(seq, 'sre', `There is no page ${secret}.`);
    const [problem] = await problemsOf(record);
    expect(problem).toMatchObject({
      status: 'fabricated',
      at: by,
      isRedacted: true,
      words: 'fabricated',
      ruling: { seq: by },
    });
    expect(JSON.stringify({ ...problem, url: '' })).not.toContain('penguins');
  });
});

/** The log as it grows by a line at a time. */
async function growing(lines: readonly string[], look: (log: Awaited<ReturnType<typeof opened>>) => void) {
  const path = pathOfLog(tempFolder());
  writeFileSync(path, '');
  const log = await opened(path);
  for (const line of lines) {
    appendFileSync(path, line);
    await log.refresh();
    look(log);
  }
}

describe('sources of a debate that grows', () => {
  const redacted = ['panel-struck', 'dialectic-struck', 'tribunal-struck', 'panel-offline-done'];
  const names = recordNames().filter((name) => redacted.includes(name));

  it.each(names)('are those that are found when it is read anew, after each entry: %s', async (name) => {
    const lines = readFileSync(join(recordsRoot, name, 'debate', 'debate-log.jsonl'), 'utf8').split(/(?<=\n)/);
    let cited = 0;
    await growing(lines, (log) => {
      const anew = createView(log.state, (seq) => log.entry(seq));
      expect(citedUrls(log.view)).toEqual(citedUrls(anew));
      expect(sourceProblems(log.view)).toEqual(sourceProblems(anew));
      cited = citedUrls(log.view).length;
    });
    expect(cited).toBeGreaterThan(0);
  });

  it('that are doubtful are not made again while nothing is said of them', async () => {
    const { record, seq } = debate();
    record.verify(seq, page, 'unreliable');
    const folder = tempFolder();
    const log = await record.open(folder);
    const [before] = sourceProblems(log.view);
    const next = async (): Promise<ReturnType<typeof sourceProblems>[number] | undefined> => {
      appendFileSync(pathOfLog(folder), record.lines.at(-1) ?? '');
      await log.refresh();
      return sourceProblems(log.view)[0];
    };
    record.round(1);
    expect(await next()).toBe(before);
    record.add({
      speaker: 'chair',
      type: 'ruling',
      target_seq: seq,
      content: 'A warning.',
      data: { kind: 'unreliable', rule: '13', url: page, reason: 'Not there.' },
    });
    const warned = await next();
    expect(warned?.ruling?.reason).toBe('Not there.');
    record.verify(seq, page, 'unreliable', { explanation: 'Looked at again.' });
    expect((await next())?.result).toBe(log.state.headers.length - 1);
    const by = record.strike(seq, 'sre', 'Enough.');
    expect(await next()).toMatchObject({ at: by, isRedacted: true });
    log.view.changes.set(`${seq} ${page}`, { kind: 'gone', stood: '' });
    expect(sourceProblems(log.view)[0]?.changed).toBeDefined();
  });
});
