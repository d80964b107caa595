import { describe, expect, it } from 'vitest';
import { pathOfLog } from '../../../../src/record/logPath';
import { headerOf } from '../../../../src/debate/fold/state';
import { Feed } from '../../../../src/ui/panel/feed';
import { railOf } from '../../../../src/projections/formats/registry';
import { pageOf } from '../../../support/fakePage';
import { opened } from '../../../support/logs';
import { ReportRecord, source, step } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

const folderOf = (record: ReportRecord): string => tempFolder({ 'debate-log.jsonl': record.lines.join('') });

describe('numbers that nobody meant', () => {
  it.each([2_000_000, 5e9, Number.MAX_SAFE_INTEGER])('a round %d is one item of the rail', async (round) => {
    const record = new ReportRecord();
    record.setup({ limits: { min_rounds: round, max_rounds: round, time_budget_minutes: 1e308, budget_usd: 1e308 } });
    record.add({
      speaker: 'chair',
      type: 'announcement',
      content: 'Rounds.',
      data: { kind: 'phase_end', step: step('opening/end', 0) },
    });
    record.add({ speaker: 'sre', type: 'new_point', content: 'x' });
    record.round(round);
    record.add({ speaker: 'sre', type: 'new_point', content: 'x' });
    const { page, shown } = pageOf(folderOf(record));
    await shown();
    expect(page.rows).toHaveLength(5);
    const rounds = page.head?.rail.filter(({ id }) => /^r\d/.test(id)) ?? [];
    expect(rounds.length).toBeLessThanOrEqual(13);
    expect(rounds[0]).toMatchObject({ state: 'now' });
  });

  it('as many rounds as a log can begin are listed without trouble', async () => {
    const record = new ReportRecord();
    record.setup();
    const log = await opened(pathOfLog(folderOf(record)));
    const starts = new Map(Array.from({ length: 150_000 }, (_, index) => [`r${index + 1}`, index]));
    expect(railOf(log.state, starts, false).length).toBeGreaterThan(150_000);
  });

  it('of another program keep nothing from being shown', async () => {
    const digits = '9'.repeat(40);
    const record = new ReportRecord();
    record.add({ speaker: 'chair', type: 'announcement', content: `Round ${digits} of ${digits} beginning.` });
    record.add({ speaker: 'chair', type: 'ruling', content: `Ruling on seq ${digits}: no.` });
    record.add({ speaker: 'chair', type: 'redaction', content: `REDACTED: seq ${digits} (a). Reason: r.` });
    record.add({ speaker: 'chair', type: 'announcement', content: 'Round 999999999 of 999999999 beginning.' });
    const huge = {
      ...step('x', 1e308),
      elapsed_ms: 1e308,
      usage: { input: 1.5, cache_write: 1e308, cache_read: 0.25, output: 1e308, usd: 1e308 },
    };
    for (let index = 0; index < 3; index += 1) {
      record.add({
        speaker: 'a',
        type: 'new_point',
        content: 'x',
        sources: [source('https://x.org/', 'X')],
        data: { step: { ...huge, id: `x${index}` } },
      });
    }
    record.add({
      speaker: 'a',
      type: 'rebuttal',
      content: 'x',
      rebuttal_to_seq: Number.MAX_SAFE_INTEGER,
      target_seq: Number.MAX_SAFE_INTEGER,
    });
    const folder = folderOf(record);
    const { page, shown, editor } = pageOf(folder);
    await shown();
    expect(page.rows).toHaveLength(record.lines.length);
    expect(editor.asked).toEqual([]);
    const { state } = await opened(pathOfLog(folder));
    expect([state.round, state.maxRoundsAnnounced]).toEqual([999_999, 999_999]);
    expect([headerOf(state, 1)?.target, headerOf(state, 2)?.target, state.redactions.size]).toEqual([null, null, 0]);
    expect(Number.isFinite(state.activeMs) && Number.isFinite(state.usage.usd)).toBe(true);
    const feed = new Feed(await opened(pathOfLog(folder)));
    expect(feed.take().rows.every(({ seq }) => Number.isSafeInteger(seq))).toBe(true);
  });
});
