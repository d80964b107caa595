import { describe, expect, it } from 'vitest';
import { createOutput, type Output } from '../../../src/cli/output';
import { ProgressLines } from '../../../src/cli/progressLines';
import type { DebateEvent } from '../../../src/engine/events';
import type { RecordView } from '../../../src/debate/fold/view';

/** Nothing of it is shown but names of debaters. */
const noDebaters = (): RecordView => ({ state: { debaters: [] } }) as unknown as RecordView;

/** What was said, and what stands live below it. */
function watched(columns: number | undefined, view = noDebaters) {
  const said: string[] = [];
  let live: readonly string[] = [];
  const out: Output = {
    ...createOutput({ json: false, quiet: true }),
    columns,
    say: (line) => {
      said.push(line.trim());
      live = [];
    },
    live: (lines) => (live = lines.map((line) => line.trim())),
    paint: (_, text) => text,
  };
  const lines = new ProgressLines(view, out);
  return { show: (event: DebateEvent) => lines.show(event), said, live: () => live };
}

const doing = (agent: string, detail: string): DebateEvent => ({ kind: 'progress', agent, step: 's', detail });

describe('what is under way', () => {
  it('has one line a role on a terminal, which is replaced', () => {
    const { show, said, live } = watched(100);
    show(doing('verifier', 'awaiting live-70b (30 s)'));
    show(doing('ada', 'searching parcels'));
    for (const seconds of [60, 90, 120]) show(doing('verifier', `awaiting live-70b (${seconds} s)`));
    expect(said).toEqual([]);
    expect(live()).toEqual([
      'verifier: no word from live-70b yet (120 s): its server reads, or loads the model',
      'ada: searching parcels',
    ]);
  });

  it('stands again below what is said, until it has come to something', () => {
    const { show, said, live } = watched(100);
    show(doing('ada', 'searching parcels'));
    show(doing('bob', 'reading a.md'));
    show({ kind: 'error', message: 'A file is gone.' });
    expect(said).toEqual(['! A file is gone.']);
    expect(live()).toEqual(['ada: searching parcels', 'bob: reading a.md']);
    show({ kind: 'handover', agent: 'bob', step: 'r1/turn/bob' });
    expect(live()).toEqual(['ada: searching parcels']);
    show({ kind: 'shutdown', reason: 'done' });
    expect(live()).toEqual([]);
  });

  it('stands above a draft of another role', () => {
    const { show, live } = watched(100);
    show(doing('verifier', 'awaiting live-70b (30 s)'));
    show(doing('ada', 'searching parcels'));
    show({ kind: 'draft', agent: 'ada', step: 's', text: 'Parcels go by rail.' });
    expect(live()[0]).toContain('verifier: no word');
    expect(live().join('\n')).not.toContain('searching');
    expect(live().join('\n')).toContain('Parcels go by rail.');
  });

  it('is a line without repetition where there is no terminal', () => {
    const { show, said } = watched(undefined);
    for (const seconds of [30, 60, 90]) show(doing('verifier', `awaiting live-70b (${seconds} s)`));
    show(doing('ada', 'searching parcels'));
    show(doing('ada', 'searching parcels'));
    show(doing('ada', 'reading a.md'));
    expect(said).toEqual([
      'verifier: no word from live-70b yet (30 s): its server reads, or loads the model',
      'ada: searching parcels',
      'ada: reading a.md',
    ]);
  });
});

describe('what was said', () => {
  it('is shown without its markup', () => {
    const entry = {
      seq: 1,
      phase: 'system',
      type: 'new_point',
      content: 'L5:\n\n> \\*yard\\*: Nordhavn',
      rebuttal_to_seq: null,
      target_seq: null,
    };
    const view = (): RecordView =>
      ({ state: { debaters: [], usage: { output: 0 } }, visible: () => entry }) as unknown as RecordView;
    const { show, said } = watched(undefined, view);
    show({ kind: 'written', seq: 1, speaker: 'offers', type: 'new_point' } as DebateEvent);
    expect(said.at(-1)).toBe('L5: *yard*: Nordhavn');
  });
});
