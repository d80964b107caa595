import { afterEach, describe, expect, it, vi } from 'vitest';
import { StateAccumulator } from '../../../../src/debate/fold/state';
import type { DebateEvent } from '../../../../src/engine/events';
import { activityWords, WorkingList } from '../../../../src/ui/run/workingList';
import { Throttle } from '../../../../src/ui/run/runManager';
import { runText } from '../../../../src/ui/library/statusText';

const about = { agent: 'ada', step: 'r1/turn/ada' };

function listOf(...events: DebateEvent[]): WorkingList {
  const list = new WorkingList(() => new Date(1_000));
  list.take({ kind: 'handover', ...about }, new StateAccumulator());
  list.take({ kind: 'handover', agent: 'verifier', step: 'verify/3' }, new StateAccumulator());
  for (const event of events) list.take(event, new StateAccumulator());
  return list;
}

describe('who is at work', () => {
  it('shows what has been written so far, of whom it is', () => {
    const { items } = listOf(
      { kind: 'draft', ...about, text: 'First' },
      { kind: 'draft', ...about, text: 'First of all' },
    );
    expect(items).toMatchObject([{ agent: 'ada', draft: 'First of all' }, { agent: 'verifier' }]);
    expect(items[1]).not.toHaveProperty('draft');
  });

  it('lets go of a draft that was refused, and says why', () => {
    const [item] = listOf(
      { kind: 'draft', ...about, text: 'First' },
      { kind: 'retry', step: about.step, attempt: 1, reasons: ['rule 11: no source'] },
    ).items;
    expect(item).toMatchObject({ refused: { attempt: 1, reasons: ['rule 11: no source'] } });
    expect(item).not.toHaveProperty('draft');
  });

  it('waits until something happens', () => {
    const waiting: DebateEvent = { kind: 'waiting', ...about, reason: 'The provider is overloaded.', until: 9_000 };
    const list = listOf(waiting);
    expect(list.items[0]).toMatchObject({ waiting: { reason: 'The provider is overloaded.', until: 9_000 } });
    expect(runText({ state: undefined, ending: undefined, working: list.items })).toBe(
      'Debate is running · ada waits: The provider is overloaded',
    );
    for (const next of [
      { kind: 'progress', ...about, detail: 'searching x' },
      { kind: 'draft', ...about, text: 'x' },
      { kind: 'retry', step: about.step, attempt: 1, reasons: [] },
    ] satisfies DebateEvent[]) {
      expect(listOf(waiting, next).items[0]).not.toHaveProperty('waiting');
    }
  });

  it('says what is searched and read in words for people', () => {
    const { items } = listOf(
      { kind: 'progress', ...about, detail: 'searching parcels\nper day' },
      { kind: 'progress', ...about, detail: 'reading https://example.org:8080/a/very/long?path=1' },
      { kind: 'condensed', ...about, entries: 6 },
    );
    expect(items[0]?.activity).toEqual([
      'searching “parcels per day”',
      'reading example.org:8080',
      'given the Chair’s summaries of 6 earlier entries',
    ]);
    expect(activityWords('reading workspace:docs/a%20b.md#L3-L7')).toBe('reading docs/a b.md');
    expect(activityWords('using lookup')).toBe('using lookup');
    expect(activityWords('loading qwen3:8b (30 s)')).toBe('loading the model qwen3:8b (30 s)');
    expect(activityWords('reading not an address')).toBe('reading not an address');
    expect(activityWords(`searching ${'x'.repeat(500)}`).length).toBeLessThan(140);
  });
});

it('says of a wait that goes on only how long it is by now', () => {
  const wait = (detail: string): DebateEvent => ({ kind: 'progress', ...about, detail });
  const { items } = listOf(wait('searching x'), wait('awaiting qwen3:8b (30 s)'), wait('awaiting qwen3:8b (60 s)'));
  expect(items[0]?.activity).toEqual([
    'searching “x”',
    'no word yet from qwen3:8b (60 s): its server reads, or loads the model',
  ]);
});

describe('a throttle', () => {
  afterEach(() => vi.useRealTimers());

  it('acts at once, then once per interval, and never loses the last', () => {
    vi.useFakeTimers();
    let acts = 0;
    const throttle = new Throttle(100, () => (acts += 1));
    for (let call = 0; call < 50; call += 1) throttle.call();
    expect(acts).toBe(1);
    vi.advanceTimersByTime(100);
    expect(acts).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(acts).toBe(2);
    throttle.call();
    expect(acts).toBe(3);
    throttle.call();
    throttle.forget();
    vi.advanceTimersByTime(1_000);
    expect(acts).toBe(3);
    throttle.call();
    throttle.call();
    throttle.dispose();
    vi.advanceTimersByTime(1_000);
    expect(acts).toBe(4);
  });
});
