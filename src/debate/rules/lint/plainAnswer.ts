import { plainAnswerId } from '../../formats/common/plainAnswer';
import { plainAnswers } from '../../flow/judges';
import { hasStep } from '../../fold/state';
import { dataOf } from '../../log/codec';
import type { EntryData } from '../../log/entryData';
import { byDebater, error, type Fault, type LintRule, type LintRecord, restingOnAll } from './lintRecord';

const stage = 'baseline';

/** Structure: where the setup asks for a plain answer, one or a note on its failure stands before the first words of a debater. */
export const plainAnswer: LintRule = (record) => [...restingOnAll(missing(record)), ...votes(record)];

function missing({ state, headers }: LintRecord): Fault[] {
  const first = headers.find(byDebater);
  if (first === undefined || plainAnswers(state.setup) === 0 || hasStep(state, plainAnswerId)) return [];
  // A person who took the seat that concludes is not asked.
  if (state.seatings.some(({ since }) => since > 0 && since < first.seq)) return [];
  return [
    error(
      first.seq,
      'The setup asks for a plain answer before the debate; none stands before the first turn, and no note says why.',
    ),
  ];
}

function votes({ headers, view }: LintRecord): Fault[] {
  const given = headers.flatMap(({ seq, type }) => {
    const data = type === 'vote' ? dataOf(view.raw(seq), 'vote') : undefined;
    return data?.stage === stage ? [{ seq, data }] : [];
  });
  const first = headers.find(byDebater)?.seq ?? Infinity;
  return given.flatMap(({ seq, data }, index) => [
    ...(index === 0 ? [] : [error(seq, 'This is a second plain answer; the first one is shown.')]),
    ...(seq < first
      ? []
      : [error(seq, 'The plain answer stands behind words of a debater; it is asked for before the debate.')]),
    ...choiceFaults(seq, data),
  ]);
}

function choiceFaults(seq: number, { choice, options = [], order = [] }: EntryData['vote']): Fault[] {
  const names = options.flatMap(({ debater, side, verdict }) => debater ?? side ?? verdict ?? []);
  const labels = options.map(({ label }) => label);
  const isDrawn = order.length === labels.length && order.every((label) => labels.includes(label));
  return [
    ...(choice === 'none' || names.includes(choice)
      ? []
      : [error(seq, `The plain answer chooses “${choice}”, which is none of its positions.`)]),
    ...(isDrawn ? [] : [error(seq, 'The order of the plain answer is not that of its positions.')]),
  ];
}
