import { type AnswersByKind, entryOfTask, notedFailure, notPerformed, without, type Written } from '../../step';
import { dataOf } from '../../codec';
import type { Argument } from '../../entryData';
import { clashIn } from './clash';
import { outOfPassagesWords } from './facts';

/** The answers of a dialectic's tasks, from what their steps wrote. */
export const dialecticAnswers: AnswersByKind = {
  'side/open': (written) => sideIn(written, (given) => ({ arguments: given })),
  'side/rebut': (written) => sideIn(written, ([argument]) => ({ argument })),
  'scorer/score': scoresIn,
  'reporter/clash': (written) => {
    const entry = entryOfTask(written);
    return notedFailure(entry) ?? clashIn(entry?.content ?? '', written.view.state);
  },
};

/** Both sides share a step: a side's entries are those it speaks. Where the exchange ended without arguments no side was dealt any. */
function sideIn({ entries, task }: Written, of: (given: object[]) => object): object {
  const own = entries.flatMap((entry) => (entry.speaker === task.agent ? (dataOf(entry, 'argument') ?? []) : []));
  const [first] = own;
  if (first === undefined) return { error: notPerformed, message: outOfPassagesWords(0) };
  const { acknowledges, passages_left } = first;
  return {
    ...of(own.map(({ argument }) => toulminIn(argument))),
    ...(acknowledges === undefined ? {} : { acknowledges }),
    ...(passages_left === undefined ? {} : { passages_left }),
  };
}

const toulminIn = (argument: Argument): object => without(argument, 'id', 'side', 'exchange');

/** One pass has the judgment to itself; several are kept beside their mean. */
function scoresIn({ entries: [entry], step, task }: Written): object {
  const data = entry === undefined ? undefined : dataOf(entry, 'judgment');
  const pass = data?.passes?.[step.tasks.findIndex(({ id }) => id === task.id)];
  if (pass !== undefined) return { scores: pass.scores, rescores: pass['rescores'] ?? [] };
  return {
    scores: data?.scores ?? [],
    rescores: (data?.rescores ?? []).map(({ argument_id, new_score, reasoning }) => ({
      argument_id,
      new_score,
      reasoning,
    })),
  };
}
