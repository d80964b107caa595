import { describe, expect, it } from 'vitest';
import { Fence } from '../../../../../src/agents/model/fence';
import { modelTask, promptValues } from '../../../../../src/agents/model/formats/registry';
import { PromptBook } from '../../../../../src/agents/model/promptBook';
import { PromptLayout } from '../../../../../src/agents/model/promptLayout';
import type { Entry } from '../../../../../src/debate/log/entry';
import { isAgentTask } from '../../../../../src/engine/taskRunner';
import { viewOf } from '../../../../support/formats/inMemory';
import { panel } from '../../../../../src/debate/formats/panel/panel';
import { optionsFor } from '../../../../../src/session/plan/formatPlan';
import { lintFile } from '../../../../support/lintLog';
import { pathOfLog } from '../../../../../src/record/logPath';
import { fullScript, lineup, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { fold } from '../../../../support/entries';
import { runStrict } from '../../../../support/testSession';

const names = lineup(4).map(({ name }) => name);
const [ada, bob, cy, dot] = names;

/** Who spoke when in a whole debate of three rounds, and what lint says of it. */
async function spoken(options: Record<string, unknown>) {
  const script = fullScript({ names, rounds: 3 });
  const folder = await scriptedFolder({ names, script, rounds: { min: 3, max: 3 }, options });
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  const entries = await readEntries(folder);
  const { turns } = fold(entries);
  const of = (phase: string, round: number): string[] =>
    turns.filter((turn) => turn.phase === phase && turn.round === round).map(({ debater }) => debater);
  return {
    entries,
    opening: of('opening', 0),
    rounds: [1, 2, 3].map((round) => of('rebuttal', round)),
    closing: of('closing', 0),
    starts: entries.filter(({ data }) => data?.['kind'] === 'round_start').map(({ content }) => content.split('\n')[1]),
    rule3: (await lintFile(pathOfLog(folder))).filter(({ rule }) => rule === '3'),
  };
}

/** All that a model is sent for each task of a record, with how much of the record there was. */
function requestsIn(entries: readonly Entry[]): { at: number; text: string }[] {
  const fence = new Fence(() => 'f');
  const book = PromptBook.bundled();
  const layout = new PromptLayout({ book, fence, subject: '', hasPerson: () => false, now: () => 0 });
  return entries.flatMap((_, at) => {
    const view = viewOf(entries.slice(0, at));
    const tasks = panel.decide(view.state).flatMap((step) => step.tasks);
    return tasks.flatMap((task) => {
      if (!isAgentTask(task)) return [];
      const { id, kind, agent } = task;
      const request = { id, kind, agent, input: task.input(view), attempt: 1, feedback: [] };
      const { system, record } = layout.prefix({ request, shape: modelTask(kind), lineage: '', condenseBefore: 0 });
      return [{ at, text: JSON.stringify([system, record, book.task(kind, promptValues(request, fence))]) }];
    });
  });
}

describe('the order of speaking in a panel', () => {
  it('is the lineup’s where nothing is said, closings in the reverse', async () => {
    const { opening, rounds, closing, starts, rule3 } = await spoken({});
    expect([opening, rounds, closing]).toEqual([names, [names, names, names], names.toReversed()]);
    expect([starts, rule3]).toEqual([[undefined, undefined, undefined], []]);
  });

  it('goes one place further each round, and each round says so', async () => {
    const { opening, rounds, closing, starts, rule3 } = await spoken({ order: 'rotate' });
    const turned = [
      [bob, cy, dot, ada],
      [cy, dot, ada, bob],
      [dot, ada, bob, cy],
    ];
    expect([opening, rounds, closing, rule3]).toEqual([names, turned, names.toReversed(), []]);
    expect(starts[0]).toBe('Order of speaking: bob, cy, dot and ada.');
  });

  it('is drawn from a seed of the record: the same again, another from another seed, and lint holds it', async () => {
    const first = await spoken({ order: 'drawn', seed: 'one' });
    const again = await spoken({ order: 'drawn', seed: 'one' });
    const other = await spoken({ order: 'drawn', seed: 'two' });
    const said = ({ opening, rounds, closing }: typeof first) => [opening, rounds, closing];
    expect(said(again)).toEqual(said(first));
    expect(said(other)).not.toEqual(said(first));
    expect(new Set(first.rounds.map((round) => round.join())).size).toBeGreaterThan(1);
    expect(first.closing).toEqual(first.opening.toReversed());
    expect(first.rounds.map((round) => round.toSorted())).toEqual([names, names, names]);
    expect(first.rule3).toEqual([]);
    // At any instant of the record exactly the next speaker is due.
    const at = first.entries.findIndex(({ type }) => type === 'new_point');
    const due = panel.decide(fold(first.entries.slice(0, at))).filter(({ lane }) => lane === 'main');
    expect(due.map(({ id }) => id)).toEqual([`r1/turn/${first.rounds[0]?.[0] ?? ''}`]);
  });

  it('is recorded where it is another than the lineup’s, with a seed where it is drawn', () => {
    expect(optionsFor(panel, 'Where to?', {})).toEqual({});
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.order': 'lineup' } })).toEqual({});
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.order': 'rotate' } })).toEqual({ order: 'rotate' });
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.order': 'drawn', 'panel.seed': 'mine' } })).toEqual({
      order: 'drawn',
      seed: 'mine',
    });
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.order': 'drawn' } })).toMatchObject({
      seed: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(() => optionsFor(panel, 'Where to?', { options: { 'panel.order': 'sideways' } })).toThrow(/order/);
  });

  it('and its seed are told to nobody before their round', async () => {
    const { entries, starts } = await spoken({ order: 'drawn', seed: 'no-such-word' });
    const requests = requestsIn(entries);
    expect(requests.length).toBeGreaterThan(20);
    expect(requests.filter(({ text }) => text.includes('no-such-word'))).toEqual([]);
    const begun = entries.filter(({ data }) => data?.['kind'] === 'round_start').map(({ seq }) => seq);
    for (const [round, start] of starts.entries()) {
      const order = start?.replace('Order of speaking: ', '').replace(/\.$/, '') ?? '';
      expect(starts.indexOf(start)).toBe(round);
      const holding = requests.filter(({ text }) => text.includes(order)).map(({ at }) => at);
      expect(Math.min(...holding)).toBeGreaterThan(begun[round] ?? Infinity);
    }
  });
});
