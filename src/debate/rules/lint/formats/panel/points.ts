import { dataOf } from '../../../../log/codec';
import { criteria, decisionBy, pointsFor, standingDebaters, totalOf } from '../../../../formats/panel/points';
import { panelVerdict } from '../../../../formats/panel/judging';
import type { EntryData } from '../../../../log/entryData';
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
  const { evaluations = [], tally } = data;
  if (tally !== undefined) return judgedFaults(state, conclusion, data);
  return [
    ...missingPoints(record, evaluations, conclusion.seq),
    ...wrongTotals(evaluations, conclusion.seq),
    ...wrongOutcome(state, evaluations, conclusion),
    ...(data.answer == null
      ? [error(conclusion.seq, 'The conclusion does not answer the question of the topic.')]
      : []),
  ];
};

/** Structure: the outcome follows from the judges' verdicts; undecided for want of judges, it answers nothing. */
function judgedFaults(state: DebateState, conclusion: Conclusion, data: EntryData['conclusion']): Fault[] {
  const { seq, outcome } = conclusion;
  const { isUnanswered = false, words } = judgedWords(state, conclusion);
  const isMissing = data.answer == null && data.unworded === undefined && !isUnanswered;
  return [
    ...wrongTotals(data.evaluations ?? [], seq),
    ...(words.includes(outcome)
      ? []
      : [
          error(
            seq,
            `The outcome is ${spaced(outcome)}; by the verdicts of the judges it is ${spaced(words[0] ?? 'void')}.`,
          ),
        ]),
    ...(isMissing ? [error(seq, 'The conclusion does not answer the question of the topic.')] : []),
  ];
}

/** Outcomes that the rule allows: a source that was checked again may have had another status before. */
function judgedWords(state: DebateState, { seq }: Conclusion): { words: string[]; isUnanswered?: boolean } {
  const { standing, barred } = standingBefore(state, seq);
  const verdicts = [standing.filter((name) => !barred.includes(name)), standing].map((mayWin) =>
    panelVerdict(state, { mayWin, barred: 0 }),
  );
  const isUnanswered = verdicts.some(
    (verdict) =>
      verdict?.decided.outcome === 'undecided' && 'why' in verdict.decided && verdict.decided.why === 'judges_failed',
  );
  return { words: verdicts.map((verdict) => verdict?.decided.outcome ?? 'void'), isUnanswered };
}

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
    return sum === undefined || evaluation.total === undefined || Math.abs(evaluation.total - sum) < 0.01
      ? []
      : [error(seq, `The points of ${evaluation.debater} add up to ${sum}, not to ${evaluation.total}.`)];
  });
}

/**
 * The outcome as it followed from the record at the conclusion: later redactions and findings do not count. A source
 * that was checked again may have had another status before.
 */
function wrongOutcome(state: DebateState, evaluations: Evaluations, { seq, outcome }: Conclusion): Fault[] {
  if (evaluations.some((evaluation) => totalOf(evaluation) === undefined)) return [];
  const { standing, barred } = standingBefore(state, seq);
  const possible = [standing.filter((name) => !barred.includes(name)), standing].map(
    (mayWin) => decisionBy(evaluations, mayWin).outcome,
  );
  if (possible.includes(outcome)) return [];
  return [error(seq, `The outcome is ${spaced(outcome)}; by the points it is ${spaced(possible[0] ?? 'void')}.`)];
}

/** Debaters with a standing argument at the conclusion, and those with a fabricated source. */
function standingBefore(state: DebateState, seq: number): { standing: string[]; barred: (string | undefined)[] } {
  const redactions = new Map([...state.redactions].filter(([, { by }]) => by < seq));
  const headers = state.headers.filter((header) => header.seq < seq);
  const barred = allFindings(state)
    .filter((finding) => finding.status === 'fabricated' && finding.seq < seq)
    .map(({ target }) => headerOf(state, target)?.speaker);
  return { standing: standingDebaters({ headers, redactions, debaters: state.debaters }), barred };
}
