import { appendFileSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import type { FeedRow } from '../../../../src/shared/protocol';
import { Feed, type FeedChange } from '../../../../src/ui/panel/feed';
import { opened } from '../../../support/logs';
import { ReportRecord, sampleDebate, source } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

const words = 'The struck words go on for a while, so that a run of forty characters is found in them.';

/** One of everything, then a fabricated source that is redacted and quoted by others, and lines that are no entries. */
function richLines(): string[] {
  const { record, sre } = sampleDebate();
  const bad = record.add({
    speaker: 'cfo',
    type: 'new_point',
    content: words,
    sources: [source('workspace:none.md', 'None')],
  });
  record.add({ speaker: 'sre', type: 'rebuttal', rebuttal_to_seq: bad, content: `You say: ${words}` });
  record.lines.push('no entry at all\n', `{"half": "${words}"\n`);
  record.verify(bad, 'workspace:none.md', 'fabricated');
  record.strike(bad, 'cfo', 'Fabricated source.');
  record.verify(sre, 'workspace:docs/pages.md', 'verified');
  record.add({
    speaker: 'user',
    type: 'verification_result',
    target_seq: sre,
    content: 'I read it.',
    data: { url: 'workspace:docs/pages.md', status: 'verified' },
  });
  return record.lines;
}

/** The page's side of it. */
class Reader {
  rows: FeedRow[] = [];
  rawLines: unknown[] = [];
  told = 0;

  take(feed: Feed): FeedChange {
    const change = feed.take();
    for (const row of change.updated) this.rows[row.at] = row;
    this.rows.push(...change.rows);
    this.rawLines = change.isRetold ? [...feed.rawLines] : [...this.rawLines, ...change.rawLines];
    return change;
  }
}

const facts = (feed: Feed) => ({
  rows: feed.rows,
  rawLines: feed.rawLines,
  marks: feed.marks,
  procedural: feed.procedural,
  starts: [...feed.starts],
  spoken: [...feed.spoken],
});

async function logOf(lines: readonly string[]): Promise<{ log: DebateLog; path: string }> {
  const path = pathOfLog(tempFolder());
  writeFileSync(path, lines.join(''));
  return { log: await opened(path), path };
}

describe('the rows of a log', () => {
  it('come to the same in pieces of any size as all at once', async () => {
    const lines = richLines();
    const whole = new Feed((await logOf(lines)).log);
    whole.take();
    const cuts = fc.array(fc.integer({ min: 1, max: lines.length }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const places = [...new Set([0, ...at, lines.length])].sort((a, b) => a - b);
        const { log, path } = await logOf([]);
        const feed = new Feed(log);
        const reader = new Reader();
        for (const [index, from] of places.slice(0, -1).entries()) {
          appendFileSync(path, lines.slice(from, places[index + 1]).join(''));
          await log.refresh();
          reader.take(feed);
        }
        expect(facts(feed)).toEqual(facts(whole));
        expect(reader.rows).toEqual(whole.rows);
        expect(reader.rawLines).toEqual(whole.rawLines);
      }),
      { numRuns: 40 },
    );
  });

  it('holds no struck word, in raw lines neither, and counts marks over all', async () => {
    const feed = new Feed((await logOf(richLines())).log);
    feed.take();
    expect(JSON.stringify(facts(feed))).not.toContain('struck words go on');
    expect(feed.rawLines).toMatchObject([{ text: 'no entry at all' }, { text: '{"half": "[REDACTED]"' }]);
    expect(feed.rows.filter((row) => row.redacted !== undefined)).toHaveLength(1);
    const sum = { verified: 0, quoted: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };
    for (const { marks } of feed.rows)
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += marks?.[key] ?? 0;
    expect(feed.marks).toEqual(sum);
    expect(feed.marks).toEqual({ verified: 4, quoted: 0, unreliable: 0, fabricated: 1, unverified: 0, pending: 0 });
  });

  it('says that all bodies are stale when something was struck, and only then', async () => {
    const record = new ReportRecord();
    record.setup();
    const target = record.add({
      speaker: 'cfo',
      type: 'new_point',
      content: words,
      sources: [source('https://x.org/', 'X')],
    });
    const { log, path } = await logOf(record.lines);
    const feed = new Feed(log);
    expect(feed.take()).toMatchObject({
      isAllStale: false,
      updated: [],
      rows: [{ at: 0 }, { at: 1, marks: { pending: 1 } }],
    });
    const next = async (add: () => void): Promise<FeedChange> => {
      const before = record.lines.length;
      add();
      appendFileSync(path, record.lines.slice(before).join(''));
      await log.refresh();
      return feed.take();
    };
    const checked = await next(() => record.verify(target, 'https://x.org/', 'unverified'));
    expect(checked).toMatchObject({
      isAllStale: false,
      updated: [{ at: 1, marks: { pending: 0, unverified: 1 } }],
      rows: [{ at: 2 }],
    });
    const ruled = await next(() =>
      record.add({
        speaker: 'chair',
        type: 'ruling',
        target_seq: target,
        content: `Ruling on seq ${target}: so be it.`,
      }),
    );
    expect(ruled).toMatchObject({ isAllStale: false, updated: [{ at: 1 }] });
    const redacted = await next(() => record.strike(target, 'cfo', 'Made up.'));
    expect(redacted).toMatchObject({ isAllStale: true, isRetold: false, updated: [{ at: 1, redacted: 4 }] });
    expect(await next(() => undefined)).toEqual({
      rows: [],
      rawLines: [],
      updated: [],
      isAllStale: false,
      isRetold: false,
    });
  });

  it('waits with a redaction for the entry that it names', async () => {
    const record = new ReportRecord();
    record.setup();
    record.add({ speaker: 'sre', type: 'new_point', content: `Look: ${words}` });
    record.strike(4, 'cfo', 'Made up.');
    const { log, path } = await logOf(record.lines);
    const feed = new Feed(log);
    feed.take();
    const before = record.lines.length;
    record.add({ speaker: 'chair', type: 'note', content: 'Nothing of note.' });
    record.add({ speaker: 'cfo', type: 'new_point', content: words });
    appendFileSync(path, record.lines.slice(before).join(''));
    await log.refresh();
    expect(feed.take()).toMatchObject({ isAllStale: true, rows: [{ at: 3 }, { at: 4, redacted: 2 }] });
  });

  it('tells a correction, and what became of it, with the entry that is corrected', async () => {
    const { record, rebuttal, sre } = sampleDebate();
    const before = record.lines.slice(0, rebuttal);
    const { log, path } = await logOf(before);
    const feed = new Feed(log);
    feed.take();
    for (const line of record.lines.slice(rebuttal, rebuttal + 2)) {
      appendFileSync(path, line);
      await log.refresh();
      expect(feed.take().updated.map(({ seq }) => seq)).toContain(sre);
    }
  });

  it('goes by position where a log holds a seq twice', async () => {
    const record = new ReportRecord();
    const at = (seq: number, content: string) => record.add({ speaker: 'cfo', type: 'new_point', content, seq });
    at(0, 'zero');
    at(1, 'one');
    at(1, 'one again');
    at(9, 'nine');
    record.strike(1, 'cfo', 'Both.');
    const feed = new Feed((await logOf(record.lines)).log);
    feed.take();
    expect(feed.rows.map(({ seq, redacted }) => [seq, redacted])).toEqual([
      [0, undefined],
      [1, 4],
      [1, 4],
      [9, undefined],
      [4, undefined],
    ]);
    expect([feed.positionsOf(1), feed.positionsOf(9), feed.positionsOf(3), feed.positionsOf(4)]).toEqual([
      [1, 2],
      [3],
      [],
      [4],
    ]);
  });

  it('are another matter once the log was replaced', async () => {
    const { log, path } = await logOf(richLines());
    const feed = new Feed(log);
    feed.take();
    expect(feed.isCurrent).toBe(true);
    writeFileSync(path, richLines().slice(0, 3).join(''));
    await log.refresh();
    expect(feed.isCurrent).toBe(false);
  });
});
