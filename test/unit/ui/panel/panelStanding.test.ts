import { describe, expect, it } from 'vitest';
import type { DebateLog } from '../../../../src/record/debateLog';
import { positionOf } from '../../../../src/projections/status';
import type { LeaseStatus } from '../../../../src/record/lease';
import { panelStatusOf, type Circumstances } from '../../../../src/ui/panel/panelStatus';
import { newLog } from '../../../support/logs';
import { panelRecord } from '../../../support/panelRecord';
import { logText } from '../../../support/recordBuilder';
import { ReportRecord, sampleDebate } from '../../../support/reportRecord';
import { opened } from '../../../support/logs';
import { tempFolder } from '../../../support/tempFolder';
import { pathOfLog } from '../../../../src/record/logPath';

const now = new Date('2026-11-20T12:00:00Z');
const holder = { pid: 123, host: 'box', since: '2026-11-20T10:03:00Z', program: 'rostrum 0.1.0 (command line)' };
const lease = (state: 'held' | 'dead' | 'silent'): LeaseStatus => ({ state, epoch: 1, holder });
const released = (as: string, reason?: string): LeaseStatus => ({
  state: 'released',
  epoch: 1,
  holder: { ...holder, released: as, ...(reason === undefined ? {} : { reason }) },
});

function statusNow(log: DebateLog, circumstances: Partial<Circumstances> = {}) {
  const free: LeaseStatus = { state: 'free' };
  return panelStatusOf(log.view, {
    lease: free,
    run: undefined,
    isGone: false,
    isTrusted: true,
    documents: [{ name: 'summary.md', label: 'Summary' }],
    isWritten: true,
    now,
    ...circumstances,
  });
}

/** A debate of ours, in its first round. */
async function resting(): Promise<DebateLog> {
  const record = panelRecord();
  const entries = record.build().slice(0, 12);
  const data = { ...entries[0]?.data, provider: 'offline' };
  const text = logText(entries.map((entry, index) => (index === 0 ? { ...entry, data } : entry)));
  return await opened(pathOfLog(tempFolder({ 'debate-log.jsonl': text })));
}

describe('how a debate stands', () => {
  it('is ours while our engine runs it', async () => {
    const log = await resting();
    expect(statusNow(log, { run: { ending: undefined }, lease: lease('held') })).toEqual({
      state: 'running',
      stateText: '',
      isOurs: true,
      actions: ['pause', 'stop'],
      isOpen: true,
    });
    expect(statusNow(log, { run: { ending: 'pausing' } })).toMatchObject({
      stateText: 'Pausing: the running task is finished first.',
      actions: ['stop'],
    });
    expect(statusNow(log, { run: { ending: 'stopping' } }).actions).toEqual([]);
  });

  it('names another engine, which can be asked to stop', async () => {
    const found = statusNow(await resting(), { lease: lease('held') });
    expect(found).toMatchObject({ state: 'running', isOurs: false, actions: ['stop'], isOpen: true });
    expect(found.stateText).toMatch(/^Run by rostrum 0\.1\.0 \(command line\), process 123 on box, since .*\d/);
  });

  it.each([
    [{ state: 'free' }, 'interrupted', 'Nobody runs it. Nothing is lost', ['resume', 'conclude']],
    [lease('dead'), 'interrupted', 'Nothing is lost', ['resume', 'conclude']],
    [lease('silent'), 'interrupted', 'take over', ['takeOver']],
    [released('paused', 'Paused by the user.'), 'paused', 'Paused by the user.', ['resume', 'conclude']],
    [released('budget'), 'paused', 'The budget is spent', ['resume', 'conclude']],
    [released('failed', 'The model is gone'), 'failed', 'The model is gone. Nothing is lost', ['resume', 'conclude']],
    [released('interrupted', 'Stopped.'), 'interrupted', 'Stopped. Nothing is lost', ['resume', 'conclude']],
    [released('stopped', 'Stopped by the user.'), 'stopped', 'Stopped by the user. Nothing', ['resume', 'conclude']],
    [released('something new'), 'interrupted', 'Nothing is lost', ['resume', 'conclude']],
  ] as [LeaseStatus, string, string, string[]][])('rests: %o', async (status, state, text, actions) => {
    const found = statusNow(await resting(), { lease: status });
    expect(found).toMatchObject({ state, actions, isOurs: false });
    expect(found.stateText).toContain(text);
    const untrusted = statusNow(await resting(), { lease: status, isTrusted: false });
    expect(untrusted.actions).toEqual(['trust']);
  });

  it('offers to conclude only where somebody has spoken and nobody asked for it', async () => {
    const { log } = await newLog();
    expect(statusNow(log)).toMatchObject({ stateText: 'Nobody has run it yet.', actions: ['resume'] });
    const spoken = await resting();
    await spoken.append([
      {
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Conclude.',
        data: { change: { conclude: true } },
      },
    ]);
    expect(statusNow(spoken).actions).toEqual(['resume']);
  });

  it.each([
    ['cfo_wins', 'cfo wins: The bill was shown, the gain was not.'],
    ['draw', 'Draw: The bill was shown, the gain was not.'],
    ['void', 'Void: The bill was shown, the gain was not.'],
  ])('is done: %s', async (outcome, text) => {
    const record = new ReportRecord();
    record.add({ speaker: 'chair', type: 'announcement', content: 'Topic: Bills' });
    record.conclude(outcome);
    const log = await record.open();
    expect(statusNow(log)).toMatchObject({ state: 'done', stateText: text, actions: ['openSummary'], isOpen: false });
    expect(statusNow(log, { documents: [] }).actions).toEqual([]);
  });

  it('is not over before its last step, and may be done with its documents unwritten', async () => {
    const { record } = sampleDebate({ provider: 'offline' });
    expect(positionOf((await record.open()).state).isOver).toBe(false);
    const whole = await opened(
      pathOfLog(
        tempFolder({
          'debate-log.jsonl': logText(
            panelRecord()
              .edit('setup', { data: { provider: 'offline' } })
              .build(),
          ),
        }),
      ),
    );
    expect(positionOf(whole.state).isOver).toBe(true);
    expect(statusNow(whole, { isWritten: false })).toMatchObject({ state: 'done', actions: ['resume', 'openSummary'] });
    expect(statusNow(whole, { isWritten: false, lease: lease('held') }).actions).toEqual(['openSummary']);
    expect(statusNow(whole).actions).toEqual(['openSummary']);
  });

  it('gives the first sentence of the reasons', async () => {
    const record = new ReportRecord();
    record.conclude('draw', {
      reason: '**Ann** and Bob are level at 3.5 points. Counted from the record, of 100 points: much.',
    });
    expect(statusNow(await record.open()).stateText).toBe('Draw: **Ann** and Bob are level at 3.5 points.');
  });

  it('gives no reason that was struck', async () => {
    const record = new ReportRecord();
    record.add({ speaker: 'chair', type: 'announcement', content: 'Topic: Bills' });
    const seq = record.conclude('draw');
    record.strike(seq, 'chair', 'No.');
    expect(statusNow(await record.open()).stateText).toBe('Draw');
  });

  it('says why nothing can be done: another program’s log, another provider, a folder that is gone, no entry', async () => {
    const foreign = new ReportRecord();
    foreign.add({ speaker: 'a', type: 'new_point', content: 'x' });
    expect(statusNow(await foreign.open())).toMatchObject({ state: 'foreign', actions: [], isOpen: false });
    const { record } = sampleDebate({ provider: 'oracle' });
    const other = new ReportRecord();
    other.lines.push(...record.lines.slice(0, 4));
    expect(statusNow(await other.open())).toMatchObject({
      state: 'interrupted',
      actions: [],
      isOpen: false,
      stateText: expect.stringContaining('oracle') as string,
    });
    expect(statusNow(await resting(), { isGone: true })).toMatchObject({
      state: 'unreadable',
      needsYou: true,
      actions: [],
      isOpen: false,
    });
    expect(statusNow(await new ReportRecord().open())).toMatchObject({ state: 'empty', actions: [], isOpen: false });
  });
});
