import { describe, expect, it } from 'vitest';
import { evolve } from '../../../../../src/debate/fold/evolve';
import type { Entry } from '../../../../../src/debate/log/entry';
import { panel } from '../../../../../src/debate/formats/panel/panel';
import { StateAccumulator } from '../../../../../src/debate/fold/state';
import type { TurnInput } from '../../../../../src/debate/flow/tasks/debater';
import { createView } from '../../../../../src/debate/fold/view';
import { fact, factSource, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { runStrict } from '../../../../support/testSession';

const names = ['ada', 'bob', 'cy'];

/** A debate in which bob answers ada's opening in round 1, and grants what cy said. */
async function entriesOf(): Promise<Entry[]> {
  const rebuttal = {
    type: 'rebuttal',
    content: `That is one day. ${fact('bob', 2)}`,
    rebuttal_to_seq: 2,
    sources: [factSource('bob', 2)],
    concedes: [{ seq: 8, claim: fact('cy', 1) }],
  };
  const script = { ...fullScript({ names, rounds: 2 }), 'r1/turn/bob': { entries: [rebuttal] } };
  const folder = await scriptedFolder({ names, script, rounds: { min: 2, max: 2 } });
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  return await readEntries(folder);
}

/** What a debater is told when its turn in round 2 comes, with what was redacted before. */
function toldIn(entries: readonly Entry[], name: string, redacted?: number): TurnInput {
  const at = entries.findIndex(({ data }) => (data?.['step'] as { id?: string } | undefined)?.id === `r2/turn/${name}`);
  const record = entries.slice(0, at);
  const [last] = record.slice(-1);
  if (redacted !== undefined && last !== undefined)
    record.push({
      ...last,
      seq: at,
      ...{ speaker: 'chair', type: 'redaction', target_seq: redacted, sources: null, phase: 'system' },
      content: `REDACTED: seq ${redacted}. Reason: invented.`,
      data: { kind: 'fabricated', reason: 'invented' },
    });
  const state = new StateAccumulator();
  for (const entry of record) evolve(state, entry);
  const step = panel.open(state).find(({ id }) => id === `r2/turn/${name}`);
  const [task] = step?.tasks ?? [];
  if (task?.kind !== 'debater/turn') throw new Error(`${name} has no turn here.`);
  return task.input(createView(state, (seq) => record[seq])) as TurnInput;
}

describe('what a debater is told that it owes', () => {
  it('is every argument of the others that no rebuttal names, and what it has granted itself', async () => {
    const entries = await entriesOf();
    const points = (by: string) =>
      entries.filter(({ speaker, type }) => speaker === by && type === 'new_point').map(({ seq }) => seq);
    const [adas = -1] = points('ada');
    const [cys = -1] = points('cy');
    const ada = toldIn(entries, 'ada');
    const rebuttal = entries.find(({ type }) => type === 'rebuttal')?.seq ?? -1;
    expect(ada.granted).toEqual([]);
    expect(ada.unanswered).toEqual([
      { seq: 5, by: 'bob' },
      { seq: 8, by: 'cy' },
      { seq: rebuttal, by: 'bob' },
      { seq: cys, by: 'cy' },
    ]);
    const bob = toldIn(entries, 'bob');
    expect(bob.granted).toEqual([{ seq: rebuttal, claim: fact('cy', 1) }]);
    // Ada's opening was answered; what she said since was not.
    expect(bob.unanswered.filter(({ by }) => by === 'ada').map(({ seq }) => seq)).toEqual([adas, points('ada')[1]]);
  });

  it('holds nothing that was struck: neither an argument nor what was granted of it', async () => {
    const entries = await entriesOf();
    const bob = toldIn(entries, 'bob', 8);
    expect(bob.granted).toEqual([]);
    expect(bob.unanswered.map(({ seq }) => seq)).not.toContain(8);
    // An argument whose rebuttal was redacted is unanswered again.
    const rebuttal = entries.find(({ type }) => type === 'rebuttal')?.seq ?? -1;
    expect(toldIn(entries, 'cy', rebuttal).unanswered).toContainEqual({ seq: 2, by: 'ada' });
  });
});
