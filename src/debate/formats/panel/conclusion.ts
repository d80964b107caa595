import { spaced } from '../../../matching/text/shortText';
import type { Draft } from '../../log/entry';
import { criterionSchema, type EntryData } from '../../log/entryData';
import { stringsIn } from '../../log/objects';
import { answerViolations } from '../../rules/answerGate';
import { figureViolations } from '../../rules/recordFigures';
import { withdrawnViolations } from '../../rules/documentGate';
import { structure } from '../../rules/violation';
import { areDebatersExtractive, isExtractive } from '../../flow/seats';
import { barredDebaters, type DebateState } from '../../fold/state';
import type { Step } from '../../flow/step';
import type { TaskOutput, Violation } from '../../flow/tasks';
import { has } from '../../fold/versions';
import type { RecordView } from '../../fold/view';
import { agentRecord } from '../common/agentRecord';
import { answerText, loggedAnswer } from '../common/answer';
import { type JuryUndecided, winOf } from '../common/outcomeRule';
import { agentStep, codeStep, failureReason } from '../common/steps';
import { stableWords, tallyText } from '../common/verdicts';
import { briefOf } from './inputs';
import { criteriaViolations, meanEvaluations, type PanelVerdict, panelVerdict, verdictEntries } from './judging';
import { ledgersOf } from './ledger';
import {
  criteria,
  decisionBy,
  type Evaluated,
  highestPoints,
  highestTotal,
  leastLead,
  standingDebaters,
  totalOf,
  whoMayWin,
} from './points';
import { listed, seqList } from './turnStep';

type Answer = TaskOutput<'chair/conclude'>;
type Worded = TaskOutput<'chair/word_conclusion'>;

/** Nobody is asked where nobody could be named: then code says why. */
export function conclusionStep(state: DebateState): Step {
  const id = 'conclusion';
  const why = has(state, 'points') && !isUnweighed(state) ? noWinner(state) : undefined;
  if (why !== undefined) return codeStep(id, 'chair', () => [concluded({ outcome: 'void', reason: why }, state)]);
  if (isUnweighed(state)) return codeStep(id, 'chair', () => [unweighed(state)]);
  const verdict = panelVerdict(state);
  if (verdict !== undefined) return decidedStep(id, verdict);
  return agentStep(
    {
      id,
      agent: 'chair',
      kind: 'chair/conclude',
      input: (view) => ({
        brief: briefOf(view.state),
        record: agentRecord(view),
        ledgers: ledgersOf(view.state),
        barred: barredDebaters(view.state),
      }),
      check: (answer, { view: now }) => [
        ...conclusionViolations(answer, now.state),
        ...figureViolations('The conclusion', stringsIn(answer), now),
      ],
    },
    (answer, { view }) => (answer === undefined ? [] : [conclusionEntry(answer, view)]),
    { onFailure: 'pause' },
  );
}

/** Judges decided: the Chair words it and answers the question. Code does where there is nothing to answer, or the Chair fails. */
function decidedStep(id: string, verdict: PanelVerdict): Step {
  const { decided, tally } = verdict;
  if (!isAnswered(verdict))
    return { ...codeStep(id, 'chair', () => []), commit: (_, { view }) => [decidedEntry(undefined, verdict, view)] };
  return agentStep(
    {
      id,
      agent: 'chair',
      kind: 'chair/word_conclusion',
      input: (view) => ({
        brief: briefOf(view.state),
        record: agentRecord(view),
        ledgers: ledgersOf(view.state),
        outcome: decided.outcome,
        why: whyOf(verdict),
        tally: tallyText(tally),
      }),
      check: (answer, { view }) => [
        ...decidedViolations(answer, verdict, view.state),
        ...figureViolations('The conclusion', stringsIn(answer), view),
      ],
    },
    (answer, { outcome, view }) => [
      decidedEntry(answer, verdict, view, outcome?.ok === false ? failureReason(outcome) : undefined),
    ],
  );
}

const whyOf = ({ decided }: PanelVerdict): JuryUndecided | undefined => ('why' in decided ? decided.why : undefined);

/** A void debate, and one whose judges failed, answers nothing. */
const isAnswered = (verdict: PanelVerdict): boolean =>
  verdict.decided.outcome !== 'void' && whyOf(verdict) !== 'judges_failed';

function decidedViolations(answer: Worded, { decided }: PanelVerdict, state: DebateState): Violation[] {
  const { reason } = answer;
  const others = state.debaters.map(({ name }) => winOf(name)).filter((one) => one !== decided.outcome);
  return [
    ...(others.some((one) => reason.includes(one))
      ? [structure(`The judges decided: the outcome is ${decided.outcome}. Name no other.`)]
      : []),
    ...answerViolations(answer, state, { isOwed: true }),
    ...withdrawnViolations('The conclusion', reason, state),
  ];
}

/** `failed`: why the Chair worded nothing. */
function decidedEntry(answer: Worded | undefined, verdict: PanelVerdict, view: RecordView, failed?: string): Draft {
  const { decided, tally } = verdict;
  const { state } = view;
  const why = whyOf(verdict);
  const voids = verdictEntries(view).flatMap((given) => given.void?.reason ?? []);
  const evaluations = tally.complete === 0 ? [] : meanEvaluations(view);
  return concluded(
    {
      outcome: decided.outcome,
      reason: answer?.reason ?? 'It follows from the verdicts alone.',
      evaluations: evaluations.length === 0 ? undefined : evaluations,
      void: decided.outcome === 'void' ? { reason: [...new Set(voids)].join(' ') } : undefined,
      undecided: why === undefined ? undefined : { why },
      tally,
      unworded: failed,
      ...(answer === undefined ? {} : loggedAnswer(answer, state)),
    },
    state,
  );
}

/** Code says that nobody weighed; with two barred debaters nobody could be named in any case. */
function unweighed(state: DebateState): Draft {
  const barred = barredDebaters(state);
  if (barred.length > 1) return concluded({ outcome: 'void', reason: fabricatedWords(barred) }, state);
  const reason = `Nobody weighed what was ${areDebatersExtractive(state) ? '' : 'said and '}quoted.`;
  return concluded({ outcome: 'undecided', reason, undecided: { why: 'nobody_weighed' } }, state);
}

const isUnweighed = (state: DebateState): boolean => isExtractive(state, 'chair', 'chair/conclude');

/** Why the debate is void whatever anybody weighs. */
function noWinner(state: DebateState): string | undefined {
  const barred = barredDebaters(state);
  if (barred.length > 1) return fabricatedWords(barred);
  return standingDebaters(state).length > 0
    ? undefined
    : 'No debater has an opening, a point or a rebuttal that stands, so there is nothing to conclude from.';
}

const fabricatedWords = (barred: readonly string[]): string =>
  `${listed(barred)} have fabricated sources that stand, so nobody can be named winner.`;

/** Older records name an outcome in words; resumed with numbers, code makes it of them. */
const isCounted = ({ evaluations }: Answer, state: DebateState): boolean =>
  has(state, 'points') ||
  (evaluations.length > 0 && evaluations.every((evaluation) => totalOf(evaluation) !== undefined));

function conclusionViolations(answer: Answer, state: DebateState): Violation[] {
  const { evaluations, reason } = answer;
  const withdrawn = withdrawnViolations('The conclusion', stringsIn([reason, evaluations]).join('\n'), state);
  if (answer.outcome === 'undecided' && isUnweighed(state)) return withdrawn;
  const names = state.debaters.map(({ name }) => name);
  const outcome = decidedBy(answer, state);
  return [
    ...(isCounted(answer, state) ? pointViolations(evaluations, names, state) : wordViolations(answer, state)),
    ...missingEvaluations(names, evaluations),
    ...answerViolations(answer, state, { isOwed: outcome !== 'void' }),
    ...withdrawn,
  ];
}

function pointViolations(evaluations: readonly Evaluated[], names: readonly string[], state: DebateState): Violation[] {
  return evaluations.flatMap((evaluation, index) => {
    const { debater } = evaluation;
    if (!names.includes(debater)) return [structure(`"${debater}" is no debater of the lineup; leave it out.`)];
    if (evaluations.findIndex((other) => other.debater === debater) !== index)
      return [structure(`${debater} is evaluated twice; once is asked for.`)];
    return criteriaViolations(evaluation, state);
  });
}

/** Checks the outcome of a record that knows no points. */
function wordViolations({ outcome = '' }: Answer, state: DebateState): Violation[] {
  const barred = barredDebaters(state);
  // With two such debaters the outcome is void whatever the Chair says: code sets it.
  if (barred.length > 1) return [];
  const allowed = [...state.debaters.map(({ name }) => `${name}_wins`), 'draw', 'void'];
  return [
    ...(allowed.includes(outcome) ? [] : [structure(`The outcome is one of ${allowed.join(', ')}.`)]),
    ...(barred.some((name) => outcome === `${name}_wins`)
      ? [{ rule: '12', message: `${outcome}: a debater with a fabricated source cannot win.` }]
      : []),
  ];
}

function missingEvaluations(names: readonly string[], evaluations: readonly { debater: string }[]): Violation[] {
  const missing = names.filter((name) => !evaluations.some((evaluation) => evaluation.debater === name));
  return missing.length === 0 ? [] : [structure(`Evaluate ${missing.join(', ')} too.`)];
}

function decidedBy(answer: Answer, state: DebateState): string {
  if (barredDebaters(state).length > 1) return 'void';
  if (answer.outcome === 'undecided' && isUnweighed(state)) return 'undecided';
  if (!isCounted(answer, state)) return answer.outcome ?? 'void';
  return answer.void == null ? decisionBy(answer.evaluations, whoMayWin(state)).outcome : 'void';
}

/** What the Chair gave, with the totals, the outcome and the words that code makes of it. */
export function conclusionEntry(answer: Answer, view: RecordView): Draft {
  const { state } = view;
  const outcome = decidedBy(answer, state);
  const barred = barredDebaters(state);
  const isSetVoid = barred.length > 1 && answer.outcome !== 'void';
  const isByPoints = isCounted(answer, state) && outcome !== 'undecided';
  const evaluations = isByPoints ? answer.evaluations.map(countedEvaluation) : answer.evaluations;
  return concluded(
    {
      outcome,
      reason: isSetVoid ? `${fabricatedWords(barred)} ${answer.reason}` : answer.reason,
      evaluations: evaluations.length === 0 ? undefined : evaluations,
      margin: isByPoints ? decisionBy(answer.evaluations, whoMayWin(state)).margin : undefined,
      void: isByPoints && outcome === 'void' ? (answer.void ?? undefined) : undefined,
      undecided: outcome === 'undecided' ? { why: 'nobody_weighed' } : undefined,
      ...(outcome === 'void' || outcome === 'undecided' ? {} : loggedAnswer(answer, state)),
    },
    state,
    answer.map,
  );
}

/** The five criteria alone, and their sum. */
function countedEvaluation({ debater, criteria: given, text = '' }: Evaluated) {
  const kept = Object.fromEntries(criteria.map((name) => [name, given[name]]));
  const total = totalOf({ criteria: kept });
  return { debater, criteria: kept, ...(text !== '' && { text }), ...(total !== undefined && { total }) };
}

/** The same in words as in data. */
function concluded(data: EntryData['conclusion'], state: DebateState, map?: string): Draft {
  const { outcome, reason, evaluations = [], void: unfair, tally } = data;
  const absent = state.turns.filter((turn) => turn.skipped);
  const missing =
    absent.length === 0
      ? ''
      : ` Missing voices: ${absent.map((turn) => `${turn.debater} (seq ${turn.seqs[0] ?? ''})`).join(', ')}.`;
  const why =
    unfair === undefined ? '' : ` Void, ${tally === undefined ? 'says the Chair' : 'say the judges'}: ${unfair.reason}`;
  const parts = [
    `Debate concluded. Outcome: ${outcome}. Reason: ${reason}${why}${missing}${pointsWords(data)}`,
    tally === undefined ? '' : `${tallyText(tally)} ${stableWords}`,
    answerText(data),
    evaluationText(evaluations),
    // Where somebody weighed, their reason says it.
    outcome === 'undecided' && tally === undefined ? (map ?? '').trim() : '',
  ];
  return {
    phase: 'system',
    speaker: 'chair',
    type: 'conclusion',
    content: parts.filter((part) => part !== '').join('\n\n'),
    data,
  };
}

/** ` Points: ada 34, bob 36 of 50. The lead of 2 is less than 3: a draw.` */
function pointsWords({
  outcome,
  evaluations = [],
  margin,
  tally,
}: Pick<EntryData['conclusion'], 'outcome' | 'evaluations' | 'margin' | 'tally'>): string {
  const totals = evaluations.flatMap(({ debater, total }) => (total === undefined ? [] : [`${debater} ${total}`]));
  if (totals.length === 0) return '';
  const decided =
    margin === undefined || outcome === 'void'
      ? ''
      : outcome === 'draw'
        ? ` The lead of ${margin} is less than ${leastLead}: a draw.`
        : ` The lead is ${margin}.`;
  const whose = tally === undefined ? 'Points' : 'Mean points of the judges';
  return ` ${whose}: ${totals.join(', ')} of ${highestTotal}.${decided}`;
}

function evaluationText(evaluations: NonNullable<EntryData['conclusion']['evaluations']>): string {
  if (evaluations.length === 0) return '';
  const lines = evaluations.map(({ debater, criteria: given, text = '', total }) => {
    const sum = total === undefined ? '' : `${total} of ${highestTotal}. `;
    return `- ${debater}: ${sum}${text === '' ? '' : `${text.trim()} `}${criteriaText(given)}`;
  });
  return `Evaluation by debater:\n${lines.join('\n')}`;
}

const criteriaText = (given: Record<string, unknown>): string =>
  Object.entries(given)
    .map(([name, value]) => `${spaced(name)}: ${criterionText(value)}`)
    .join('; ');

function criterionText(value: unknown): string {
  const { data } = criterionSchema.safeParse(value);
  if (data !== undefined) {
    const { points, text, seqs = [], spread = 0 } = data;
    const where = seqs.length === 0 ? '' : ` (${seqList(seqs)})`;
    const apart = spread === 0 ? '' : ` (spread ${spread})`;
    return `${points}/${highestPoints}${apart}${text === '' ? '' : ` ${text}`}${where}`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${spaced(name)} ${String(part)}`)
    .join(', ');
}
