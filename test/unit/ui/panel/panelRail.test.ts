import { describe, expect, it } from 'vitest';
import { pathOfLog } from '../../../../src/record/logPath';
import { Feed } from '../../../../src/ui/panel/feed';
import { railOf } from '../../../../src/projections/formats/registry';
import { positionOf } from '../../../../src/projections/status';
import { opened } from '../../../support/logs';
import { panelRecord } from '../../../support/panelRecord';
import { logText, type RecordBuilder } from '../../../support/recordBuilder';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

/** `opening done@2, r1 now@7, …` after the entries before this one. */
async function rail(record: RecordBuilder, until?: string): Promise<string[]> {
  const entries = until === undefined ? record.build() : record.build().slice(0, record.seqOf(until));
  const log = await opened(pathOfLog(tempFolder({ 'debate-log.jsonl': logText(entries) })));
  return railText(log);
}

function railText(log: Awaited<ReturnType<typeof opened>>): string[] {
  const feed = new Feed(log);
  feed.take();
  return railOf(log.state, feed.starts, positionOf(log.state).isOver).map(
    ({ id, state, at }) => `${id} ${state}${at === undefined ? '' : `@${at}`}`,
  );
}

const keys = (record: RecordBuilder): string[] => record.lines.map(({ key }) => key);

describe('the rail of a panel', () => {
  it('shows the rounds that may come, then those that were held', async () => {
    const record = panelRecord();
    expect(await rail(record, 'opening/ann')).toEqual([
      ...['opening now', 'r1 todo', 'r2 todo', 'r3 todo', 'closing todo', 'conclusion todo', 'documents todo'],
    ]);
    const inRound = await rail(
      record,
      keys(record).find((key) => key.startsWith('r2/turn')),
    );
    expect(inRound.map((item) => item.replace(/@.*/, ''))).toEqual([
      ...['opening done', 'r1 done', 'r2 now', 'r3 todo', 'closing todo', 'conclusion todo', 'documents todo'],
    ]);
    const whole = await rail(record);
    expect(whole.map((item) => item.replace(/\d+$/, ''))).toEqual([
      ...['opening done@', 'r1 done@', 'r2 done@', 'closing done@', 'conclusion done@', 'documents done@'],
    ]);
    const starts = whole.map((item) => Number(item.split('@')[1]));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it('is at each part in turn', async () => {
    const record = panelRecord();
    const now = async (until: string) =>
      (await rail(record, until)).find((item) => item.includes(' now'))?.split(' ')[0];
    expect(await now('unresolved')).toBe('closing');
    expect(await now('conclusion')).toBe('conclusion');
    expect(await now('audience-conclusion')).toBe('documents');
    const after = keys(record)[record.seqOf('r1/go-on') + 1] ?? '';
    expect([await now('r1/start'), await now('r1/go-on'), await now(after)]).toEqual(['r1', 'r1', 'r2']);
  });

  it('skips what the user did without', async () => {
    const record = panelRecord();
    // Where documents or code perform, closings are none that the user does without.
    const seat = { persona: 'An engineer.', starting_position: 'It holds.', incentives: 'none' };
    record.edit('setup', {
      data: { debaters: ['ann', 'bob'].map((name) => ({ ...seat, name, model: 'anthropic:claude-opus-5-5' })) },
    });
    const entries = record.build().slice(0, record.seqOf('r1/start') + 1);
    const log = await opened(pathOfLog(tempFolder({ 'debate-log.jsonl': logText(entries) })));
    await log.append([
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Conclude.',
        data: { change: { conclude: true } },
      },
    ]);
    expect(railText(log).map((item) => item.replace(/@.*/, ''))).toEqual([
      ...['opening done', 'r1 done', 'r2 skipped', 'closing skipped', 'conclusion now', 'documents todo'],
    ]);
  });

  it('names no thousand rounds to come', async () => {
    const record = panelRecord();
    const limits = { min_rounds: 1, max_rounds: 9_999, time_budget_minutes: 30, budget_usd: null };
    expect(await rail(record.edit('setup', { data: { limits } }), 'opening/ann')).toHaveLength(12 + 4);
  });
});

it('the rail of another program’s record shows what is there', async () => {
  const record = new ReportRecord();
  record.add({ speaker: 'chair', type: 'announcement', content: 'Debate opened. Topic: Bills' });
  record.add({ speaker: 'a', type: 'opening_statement', content: 'x' });
  record.add({ speaker: 'chair', type: 'announcement', phase: 'rebuttal', content: 'Round 1 of 2 beginning.' });
  record.add({ speaker: 'a', type: 'new_point', content: 'x' });
  record.add({ speaker: 'verifier', type: 'verification_result', target_seq: 3, content: 'x' });
  record.add({ speaker: 'b', type: 'new_point', phase: 'intermission', content: 'x' });
  expect(railText(await record.open())).toEqual(['opening done@1', 'r1 done@2']);
  record.conclude('draw');
  const log = await record.open();
  expect(railText(log)).toEqual(['opening done@1', 'r1 done@2', 'conclusion done@6']);
  const feed = new Feed(log);
  feed.take();
  expect(feed.rows.map(({ section }) => section)).toEqual(['setup', 'opening', 'r1', 'r1', 'r1', 'r1', 'conclusion']);
  // Rounds that nobody announced.
  const silent = new ReportRecord();
  silent.add({ speaker: 'a', type: 'new_point', content: 'x' });
  expect(railText(await silent.open())).toEqual(['rounds done@0']);
});
