import { type DebateState, hasStep } from '../../fold/state';
import {
  type Ahead,
  type AnswersByKind,
  entryOfTask,
  failedWith,
  type Format,
  type FormatStatus,
  notedFailure,
  type Step,
  undated,
  without,
  type Written,
} from '../../flow/step';
import { openChallenges } from '../../flow/duties';
import { memoAuthor, memoIn } from '../../fold/view';
import { briefIn } from '../common/decisionBrief';
import { plainAnswerIn } from '../common/plainAnswer';
import { isBetweenLimits, isOutOfTime } from '../common/steps';
import { reviewStep, urgentSteps } from './acts';
import { conclusionEntry } from './conclusion';
import { closersOf, closingPhase, concludingPhase, documentsAhead, lastStep } from './ending';
import { panelFacts } from './facts';
import { isSealed, panelOptions } from './options';
import { openingPhase, openingSteps, panelReady, panelRoles } from './opening';
import { fallenIn } from './turnStep';
import { audienceAhead, roundsPhase } from './rounds';
import { areLost, openVerification, verificationSteps } from '../common/verification';
import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import { defined } from '../../log/objects';
import { assessorReportIn, blogPostIn, summaryIn } from './documentText';

const panelAnswers: AnswersByKind = {
  'chair/review_turn': reviewOf,
  'chair/choose_questions': chosenIn,
  'chair/go_on': goOnIn,
  'chair/rule_on_challenge': ({ entries }) => ({ reason: rulingIn(entries[0])?.reason ?? '' }),
  'chair/answer_clarification': ({ entries }) => ({ answer: rulingIn(entries[0])?.reason ?? '' }),
  'chair/name_unresolved': unresolvedIn,
  'chair/name_crux': cruxIn,
  'chair/conclude': conclusionIn,
  'chair/word_conclusion': wordedIn,
  'juror/verdict': verdictIn,
  'voter/choose': plainAnswerIn,
  'chair/review_documents': ({ entries: [note] }) =>
    notedFailure(note) ?? { problems: dataOf(note, 'note')?.problems ?? [] },
  'debater/opening': turnIn,
  'debater/turn': turnIn,
  'debater/closing': turnIn,
  'audience/questions': questionsIn,
  'audience/conclusion': ({ entries: [entry] }) =>
    notedFailure(entry) ?? {
      content: entry?.content ?? '',
      seqs: dataOf(entry, 'audience_conclusion')?.seqs ?? [],
    },
  'reporter/summary': (written) => document(written, summaryIn),
  'reporter/brief': briefIn,
  'reporter/blog_post': (written) => document(written, blogPostIn),
  'assessor/report': (written) => document(written, assessorReportIn),
};

const rulingIn = (entry: Entry | undefined) => dataOf(entry, 'ruling');

const wordsIn = (entry: Entry | undefined, pattern: RegExp): string | undefined =>
  pattern.exec(entry?.content ?? '')?.[1];

function document(written: Written, read: (content: string) => object): object {
  const entry = entryOfTask(written);
  return notedFailure(entry) ?? read(entry?.content ?? '');
}

/** All entries of the turn, or the ruling that skipped it: all debaters' tasks have answers of one shape. */
function turnIn({ entries, task }: Written): object {
  const ruling = rulingIn(entries[0]);
  if (ruling?.kind !== 'skipped') {
    const fallen = entries.flatMap((entry) => fallenIn(entry) ?? []);
    const spoken = entries.filter((entry) => memoAuthor(entry) === undefined && fallenIn(entry) === undefined);
    return {
      entries: spoken.map(spokenIn),
      ...memoIn(entries, task.agent),
      ...(fallen.length === 0 ? {} : { fallen }),
    };
  }
  const { reason = '', rule, attempts } = ruling;
  return failedWith(reason, { ...(typeof attempts === 'number' ? { attempts } : {}), rule });
}

function spokenIn({ type, content, sources, rebuttal_to_seq, target_seq, data = {} }: Entry): object {
  return {
    type,
    content,
    ...without(data, 'step', 'prev'),
    ...(sources === null ? {} : { sources: undated(sources) }),
    ...(rebuttal_to_seq === null ? {} : { rebuttal_to_seq }),
    ...(target_seq === null ? {} : { target_seq }),
  };
}

function reviewOf({ entries: [note, ...rulings] }: Written): object {
  const data = dataOf(note, 'note');
  const why = data?.['failed'];
  if (typeof why === 'string') return failedWith(why);
  const infractions = rulings.map((entry) => {
    const { rule, reason } = rulingIn(entry) ?? {};
    return { rule, reason };
  });
  const { summary = '', frameworks = [], granted } = data ?? {};
  return { summary, frameworks, infractions, ...(granted === undefined ? {} : { granted }) };
}

function questionsIn({ entries: [note] }: Written): object {
  const why = wordsIn(note, /^The audience has no questions in round \d+ \(([\s\S]*)\)\.$/);
  if (why !== undefined) return failedWith(why);
  return { questions: dataOf(note, 'note')?.questions ?? [] };
}

/** Chosen questions, by their places among those that were asked. */
function chosenIn({ entries, view }: Written): object {
  const [first] = entries;
  const why = wordsIn(first, /^The Chair relays no audience question in round \d+ \(([\s\S]*)\)\.$/);
  if (why !== undefined) return failedWith(why);
  if (first?.type !== 'audience_question') return { chosen: [] };
  const round = first.data?.['round'];
  const note = view.raw(
    typeof round === 'number' ? view.state.factsOf(panelFacts).askedQuestions.get(round) : undefined,
  );
  const asked = dataOf(note, 'note')?.questions ?? [];
  return {
    chosen: entries.map(({ content }) => asked.findIndex(({ to, question }) => content === `To ${to}: ${question}`)),
  };
}

function goOnIn({ entries: [note] }: Written): object {
  const why = wordsIn(note, /^The Chair could not judge whether to go on \(([\s\S]*)\); the rounds end\.$/);
  if (why !== undefined) return failedWith(why);
  return {
    go_on: note?.data?.['kind'] === 'go_on',
    reason: wordsIn(note, /^The rounds (?:go on|end) after round \d+: ([\s\S]*)$/) ?? '',
  };
}

function unresolvedIn({ entries: [said] }: Written): object {
  const { points = [], agreed } = dataOf(said, 'announcement') ?? {};
  if (points.length > 0) return { points, ...(agreed === undefined ? {} : { agreed }) };
  return failedWith(wordsIn(said, /\nnone could be named: ([\s\S]*)\nDebaters are asked/) ?? '');
}

function cruxIn({ entries: [said] }: Written): object {
  return notedFailure(said) ?? { points: dataOf(said, 'announcement')?.points ?? [] };
}

/** The conclusion. In a debate without a verdict, a map stands behind the words that code makes of the answer. */
function conclusionIn({ entries: [entry], view }: Written): object {
  const data = dataOf(entry, 'conclusion');
  const { outcome = '', reason = '', evaluations = [], answer: given, agreed, open } = data ?? {};
  const answer = {
    outcome,
    reason,
    evaluations: evaluations.map((evaluation) => without(evaluation, 'total')),
    ...defined({ void: data?.void, answer: given, agreed, open }),
  };
  const map = entry?.content.slice(conclusionEntry({ ...answer, evaluations }, view).content.length).trim() ?? '';
  return map === '' ? answer : { ...answer, map };
}

function wordedIn({ entries: [entry] }: Written): object {
  const { reason = '', answer, agreed, open, unworded } = dataOf(entry, 'conclusion') ?? {};
  return unworded === undefined ? { reason, ...defined({ answer, agreed, open }) } : failedWith(unworded);
}

/** A failure counts for both orders, which are there together or not at all. */
function verdictIn(written: Written): object {
  const failure = notedFailure(written.entries[0]);
  const data = dataOf(entryOfTask(written), 'verdict');
  if (failure !== undefined || data === undefined) return failure ?? failedWith('');
  const { labels, reasons = [], criteria = [], void: unfair } = data;
  const evaluations = Object.entries(labels).map(([label, debater]) => ({
    debater,
    criteria: Object.fromEntries(
      criteria
        .filter((one) => one.label === label)
        .map(({ name, points, text, seqs }) => [name, { text, seqs, points }]),
    ),
  }));
  return { reasons, evaluations, ...defined({ void: unfair }) };
}

/** Chair, two to eight debaters, Verifier, Audience, Reporter, Assessor: `formats.md`, panel. */
export const panel: Format = {
  name: 'panel',
  host: 'chair',
  roles: panelRoles,
  takesLimits: true,
  options: panelOptions,
  facts: [panelFacts],
  limits: () => ({}),
  decide,
  open,
  ahead,
  status: statusOf,
  isOutOfTime: (state) => !state.factsOf(panelFacts).roundsEnded && isBetweenLimits(state) && isOutOfTime(state),
  noTurnLeft,
  answers: panelAnswers,
};

/** Closings bring nothing new, so that a question needs a turn in the openings or the rounds. */
function noTurnLeft(state: DebateState, name: string): string | undefined {
  const { round, limits } = state;
  if (state.factsOf(panelFacts).roundsEnded || hasStep(state, 'unresolved')) return 'The rounds are over';
  if (round < limits.max_rounds || !hasStep(state, `r${round}/turn/${name}`)) return undefined;
  return `Round ${round} is the last one, and ${name} has spoken in it`;
}

function decide(state: DebateState): Step[] {
  if (state.setup === undefined) return [];
  if (!hasStep(state, 'ready') && !hasEnded(state)) return [panelReady(state)];
  const verification = verificationSteps(state);
  const [urgent] = urgentSteps(state);
  if (urgent !== undefined) return [...verification, urgent];
  if (hasEnded(state)) return verification;
  // A challenge pauses the turn order until the Verifier has looked.
  if (openChallenges(state).length > 0) return verification;
  const next = reviewStep(state) ?? mainStep(state, verification.length > 0);
  return next === undefined ? verification : [...verification, next];
}

/** The last step is logged. What is missing before it was lost, and is not said again behind it; only sources are still checked. */
const hasEnded = (state: DebateState): boolean =>
  hasStep(state, 'assessor-report') || (state.conclusion !== undefined && hasStep(state, lastStep(state)));

/** An answer in flight is not thrown away for something urgent: its gate judges it. */
function open(state: DebateState): Step[] {
  if (state.setup === undefined || !hasStep(state, 'ready') || hasEnded(state)) return decide(state);
  const main = mainStep(state, verificationSteps(state).length > 0);
  const review = reviewStep(state);
  return [
    ...openVerification(state),
    ...urgentSteps(state),
    ...(review === undefined ? [] : [review]),
    ...(main === undefined ? [] : [main]),
  ];
}

/** What these are asked does not hang on the review of the turn before, unless that comes to a ruling. */
const besideReview: ReadonlySet<string> = new Set(['debater/closing', 'audience/questions']);

/** Sealed openings are asked for at once. While the Chair reviews a turn, the next debater reads; the Reporter does not wait for the audience, nor the Assessor for the review of the documents. */
function ahead(state: DebateState): Ahead[] {
  if (!hasStep(state, 'ready') || state.concludeRequested) return [];
  if (urgentSteps(state).length > 0 || openChallenges(state).length > 0) return [];
  const sealed = isSealed(state) ? openingSteps(state) : [];
  if (sealed.length > 0) return sealed.map((step) => ({ step, isCertain: true }));
  const isReviewed = reviewStep(state) === undefined;
  const step = isReviewed ? documentsAhead(state) : (audienceAhead(state) ?? mainStep(state, true));
  if (step === undefined) return [];
  return [{ step, isCertain: isReviewed || step.tasks.every(({ kind }) => besideReview.has(kind)) }];
}

function mainStep(state: DebateState, isVerifying: boolean): Step | undefined {
  if (state.conclusion === undefined) {
    const next = state.concludeRequested
      ? undefined
      : (openingPhase(state) ?? roundsPhase(state) ?? closingPhase(state));
    if (next !== undefined) return next;
    // Every pending verification is finished before the conclusion.
    if (isVerifying) return undefined;
  }
  return concludingPhase(state);
}

function statusOf(state: DebateState): FormatStatus {
  return { phase: phaseOf(state), round: state.round, outcome: state.conclusion?.outcome ?? null };
}

function phaseOf(state: DebateState): FormatStatus['phase'] {
  const due = decide(state);
  if (state.setup !== undefined && areLost(due, state.steps.get(lastStep(state)) ?? 0)) return 'done';
  if (state.conclusion !== undefined) return 'documents';
  if (state.concludeRequested) return 'conclusion';
  if (hasStep(state, 'closing/end')) return 'conclusion';
  if (state.factsOf(panelFacts).roundsEnded || hasStep(state, 'unresolved'))
    return closersOf(state).length === 0 ? 'conclusion' : 'closing';
  if (hasStep(state, 'opening/end')) return 'rounds';
  return hasStep(state, 'ready') ? 'opening' : 'setup';
}
