import { dataOf } from '../../../../log/codec';
import { criteria, decisionBy, pointsFor, standingDebaters, totalOf } from '../../../../formats/panel/points';
import { isImported } from '../../../../fold/imported';
import { spaced } from '../../../../../matching/text/shortText';
import { allFindings, headerOf, type Conclusion, type DebateState } from '../../../../fold/state';
import { has } from '../../../../fold/versions';
import { error, type Fault, type LintRecord, type LintRule } from '../../lintRecord';

/** Structure: the outcome follows from the points, and the question is answered. */
export const pointsAndAnswer: LintRule = (record) => {
  const { state, view, isOwn } = record;
  const { conclusion } = state;
  if (conclusion === undefined || !isOwn || !has(state, 'points') || isImported(state, conclusion.seq)) return [];
  const data = dataOf(view.raw(conclusion.seq), 'conclusion');
  if (data === undefined || conclusion.undecided === 'nobody_weighed') return [];
  if (conclusion.outcome === 'void') return [];
  const { evaluations = [] } = data;
  return [
    ...missingPoints(record, evaluations, conclusion.seq),
    ...wrongTotals(evaluations, conclusion.seq),
    ...wrongOutcome(state, evaluations, conclusion),
    ...(data.answer == null
      ? [error(conclusion.seq, 'The conclusion does not answer the question of the topic.')]
      : []),
  ];
};

type Evaluations = readonly { debater: string; criteria: Record<string, unknown>; total?: number | undefined }[];

function missingPoints({ state }: LintRecord, evaluations: Evaluations, seq: number): Fault[] {
  return state.debaters.flatMap(({ name }) => {
    const evaluation = evaluations.find(({ debater }) => debater === name);
    if (evaluation === undefined) return [error(seq, `${name} is not evaluated.`)];
    const missing = criteria.filter((criterion) => pointsFor(evaluation, criterion) === undefined);
    return missing.length === 0 ? [] : [error(seq, `${name} has no points for ${missing.map(spaced).join(', ')}.`)];
  });
}

function wrongTotals(evaluations: Evaluations, seq: number): Fault[] {
  return evaluations.flatMap((evaluation) => {
    const sum = totalOf(evaluation);
    return sum === undefined || evaluation.total === undefined || evaluation.total === sum
      ? []
      : [error(seq, `The points of ${evaluation.debater} add up to ${sum}, not to ${evaluation.total}.`)];
  });
}

/** What was struck or found after the conclusion plays no part; what was found again since may have been otherwise before. */
function wrongOutcome(state: DebateState, evaluations: Evaluations, { seq, outcome }: Conclusion): Fault[] {
  if (evaluations.some((evaluation) => totalOf(evaluation) === undefined)) return [];
  const redactions = new Map([...state.redactions].filter(([, { by }]) => by < seq));
  const headers = state.headers.filter((header) => header.seq < seq);
  const standing = standingDebaters({ headers, redactions, debaters: state.debaters });
  const barred = allFindings(state)
    .filter((finding) => finding.status === 'fabricated' && finding.seq < seq)
    .map(({ target }) => headerOf(state, target)?.speaker);
  const possible = [standing.filter((name) => !barred.includes(name)), standing].map(
    (mayWin) => decisionBy(evaluations, mayWin).outcome,
  );
  if (possible.includes(outcome)) return [];
  return [error(seq, `The outcome is ${spaced(outcome)}; by the points it is ${spaced(possible[0] ?? 'void')}.`)];
}
