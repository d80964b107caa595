import { describe, expect, it } from 'vitest';
import { panel } from '../../../../../src/debate/formats/panel/panel';
import { evolve } from '../../../../../src/debate/fold/evolve';
import { StateAccumulator } from '../../../../../src/debate/fold/state';
import { createView } from '../../../../../src/debate/fold/view';
import { stepOf, type Entry } from '../../../../../src/debate/log/entry';
import { sendGuidance } from '../../../../../src/session/run/interventions';
import { answerAt } from '../../../../support/conclusions';
import { judgeSeats, verdictOf, verdictScript } from '../../../../support/judges';
import { withLog } from '../../../../support/logs';
import { fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';

/** What no judge may read, and what nobody may read of judges. */

interface Given {
  id: string;
  text: string;
}

/** The input of each task that `decide` wanted at any point of the record. */
function inputsOf(entries: readonly Entry[]): Given[] {
  const state = new StateAccumulator();
  const view = createView(state, (seq) => (seq < state.headers.length ? entries[seq] : undefined));
  const found = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    evolve(state, entry);
    const [mark, next] = [stepOf(entry), entries[index + 1]];
    if (next !== undefined && mark !== undefined && mark.index + 1 < mark.count) continue;
    for (const step of panel.decide(state))
      for (const task of step.tasks)
        if ('input' in task) found.set(`${task.id} after ${index}`, JSON.stringify(task.input(view)));
  }
  return [...found].map(([id, text]) => ({ id, text }));
}

async function played(): Promise<{ entries: Entry[]; given: Given[] }> {
  const secret = (word: string) => ({
    ...verdictOf({ ada: 40, bob: 30 }),
    reasons: [
      { text: `The ${word} of the count stood.`, seqs: [2] },
      { text: `Nobody answered the ${word}.`, seqs: [2] },
    ],
  });
  const folder = await scriptedFolder({
    script: {
      ...fullScript({ names: ['ada', 'bob'], rounds: 1 }),
      ...verdictScript({ j1: [secret('quetzal'), secret('ocelot')], j3: [secret('quetzal'), secret('ocelot')] }),
      'verdict/j2/a': { error: 'refusal', message: 'The armadillo refused.' },
      'verdict/j2/b': secret('ocelot'),
      conclusion: { reason: 'The counts stood.', ...answerAt([2, 5]) },
    },
    names: ['ada', 'bob'],
    rounds: { min: 1, max: 1 },
    options: { judges: judgeSeats(3) },
  });
  await withLog(folder, (log) => sendGuidance(log, 'Think of the wombat.'));
  expect(await runFolder(folder)).toEqual({ status: 'done' });
  const entries = await readEntries(folder);
  return { entries, given: inputsOf(entries) };
}

describe('judges of a panel', () => {
  it('read no names, models, times, guidance or other verdicts; and every part in both orders', async () => {
    const { given, entries } = await played();
    const read = given.filter(({ id }) => id.startsWith('verdict/'));
    expect(new Set(read.map(({ id }) => id.split(' ')[0]))).toEqual(
      new Set(['verdict/j1/a', 'verdict/j1/b', 'verdict/j2/a', 'verdict/j2/b', 'verdict/j3/a', 'verdict/j3/b']),
    );
    for (const { id, text } of read) {
      for (const secret of ['quetzal', 'ocelot', 'armadillo', 'wombat', 'scripted', 'the keeper of'])
        expect(text.includes(secret), `${id}: ${secret}`).toBe(false);
      // The names stand nowhere, not in texts, not in addresses, not as speakers.
      expect(text, id).not.toMatch(/\b(?:ada|bob)\b/i);
      expect(text, id).not.toMatch(/\d{4}-\d\d-\d\dT/);
      expect(text, id).toContain('Depot debater-a handled');
    }
    const [a, b] = read.map(({ text }) => (JSON.parse(text) as { debaters: { seqs: number[] }[] }).debaters);
    expect(b?.map(({ seqs }) => seqs)).toEqual(a?.toReversed().map(({ seqs }) => seqs));
    const spoken = entries.filter(({ speaker }) => ['ada', 'bob'].includes(speaker)).map(({ seq }) => seq);
    expect(a?.flatMap(({ seqs }) => seqs).sort((one, other) => one - other)).toEqual(spoken);
  });

  it('are read by nobody before the conclusion, and by Reporter and Assessor alone after it', async () => {
    const { given } = await played();
    const reading = given.filter(({ text }) => /quetzal|ocelot/.test(text)).map(({ id }) => id.split(' ')[0] ?? '');
    expect(reading.length).toBeGreaterThan(0);
    for (const id of reading) expect(id).toMatch(/^(?:documents\/(?:summary|blog-post)|assessor-report)$/);
    expect(given.filter(({ text }) => text.includes('armadillo')).map(({ id }) => id)).toEqual([]);
  });
});
