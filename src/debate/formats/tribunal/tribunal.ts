import { roundMentions } from './roundMentions';
import { mendedField } from '../../rules/mending';
import { type Conclusion, type DebateState, factKind, hasStep } from '../../fold/state';
import { isHeld, seatsAt } from '../../flow/seats';
import {
  type AnswersByKind,
  entryOfTask,
  failedWith,
  type Format,
  type FormatStatus,
  notedFailure,
  type Step,
  type FormatEvent,
  undated,
  type Written,
} from '../../flow/step';
import { memoIn } from '../../fold/view';
import { areLost } from '../common/verification';
import { moderated } from '../common/moderated';
import { codeStep, isBetweenLimits, isOutOfTime, ignoresIn, leftOut, readyStep, timeSpentWords } from '../common/steps';
import { saidInCritique, saidInDefence } from './contribution';
import { isRoundOver, orderOf, rulingOccasion, sideId, statusCounts, totalOf, tribunalFacts } from './facts';
import { mostRounds, tribunalOptions } from './options';
import { briefIn, briefStep, wantsBrief } from '../common/decisionBrief';
import { plainAnswerIn, plainAnswerStep, type OfferedPosition } from '../common/plainAnswer';
import { assessStep, rulingStep } from './judgeSteps';
import { judgeStep, tribunalJudges } from './judging';
import { planStep, announcement, note } from './planSteps';
import { listed } from '../common/notices';
import { sideStep } from './sideStep';
import type { Entry } from '../../log/entry';
import { dataOf } from '../../log/codec';
import { defined } from '../../log/objects';
import type { EntryData, TrackedIssue } from '../../log/entryData';
import type { TrackerRow } from '../../flow/tasks/tribunal';
import { type AssessedIssue, isCarried } from './trackerUpdate';

const tribunalAnswers: AnswersByKind = {
  'advocate/defend': defenceIn,
  'critic/critique': critiqueIn,
  'judge/recommend_rounds': roundsIn,
  'judge/assess': assessmentIn,
  'judge/rule': rulingIn,
  'juror/issues': issuesIn,
  'reporter/brief': briefIn,
  'voter/choose': plainAnswerIn,
};

const noResearch = { queries: [], files_read: [], key_findings: [] };

/** The texts have their citations already, and get no others. */
function spokenIn(entry: Entry | undefined, data: Partial<EntryData['defense'] | EntryData['critique']>) {
  const { research_log = noResearch, argument = '', acknowledges, left_out, ignores } = data;
  return {
    research_log,
    argument,
    sources: undated(entry?.sources ?? null),
    acknowledges,
    ...ignoresIn({ ignores }),
    ...leftOut(left_out),
    ...mendedField(data),
  };
}

function defenceIn({ entries, task }: Written): object {
  const [entry] = entries;
  const data = dataOf(entry, 'defense') ?? {};
  const {
    preemptive_rebuttals = [],
    evidence_strengthening = [],
    assumption_defence = [],
    assessments = [],
    scope_and_framing = '',
  } = data;
  return (
    notedFailure(entry) ?? {
      ...spokenIn(entry, data),
      ...memoIn(entries, task.agent),
      preemptive_rebuttals,
      evidence_strengthening,
      assumption_defence,
      assessments,
      scope_and_framing,
    }
  );
}

function critiqueIn({ entries, task }: Written): object {
  const [entry] = entries;
  const data = dataOf(entry, 'critique') ?? {};
  const spoken = { ...spokenIn(entry, data), ...memoIn(entries, task.agent) };
  return notedFailure(entry) ?? { ...spoken, objections: data.objections ?? [] };
}

/** The number as it was recommended; how many are held follows from it. */
function roundsIn({ entries: [note] }: Written): object {
  const failure = notedFailure(note);
  if (failure !== undefined) return failure;
  const rounds = /^The Judge recommends (-?\d+) /.exec(note?.content ?? '')?.[1];
  return rounds === undefined ? failedWith('') : { rounds: Number(rounds), reason: dataOf(note, 'note')?.reason ?? '' };
}

function assessmentIn({ entries: [entry], view }: Written): object {
  const failure = notedFailure(entry);
  const data = dataOf(entry, 'assessment');
  if (failure !== undefined || data === undefined) return failure ?? failedWith('');
  const {
    fact_check = [],
    argument_evaluation,
    evidence_quality,
    issues = [],
    round_score,
    end = false,
    end_reason,
    end_refused,
  } = data;
  const { tracker } = view.state.factsOf(tribunalFacts);
  return {
    fact_check,
    argument_evaluation: ofBoth(argument_evaluation),
    evidence_quality: ofBoth(evidence_quality),
    issues: issues.filter((issue) => !isCarried(issue)).map((issue) => assessedIn(issue, tracker)),
    round_score,
    end,
    end_reason,
    end_refused,
  };
}

const ofBoth = ({
  advocate = '',
  critic = '',
}: { advocate?: string | undefined; critic?: string | undefined } = {}) => ({ advocate, critic });

/** `stalled` is code's word: the Judge said open. What is new has no id yet. */
function assessedIn(
  { id, title, status, severity, argued = true, reason = '' }: TrackedIssue,
  tracker: readonly TrackerRow[],
): AssessedIssue {
  return {
    id: tracker.some((known) => known.id === id) ? id : undefined,
    title,
    status: status === 'resolved' ? status : 'open',
    severity,
    argued,
    reason,
  };
}

function rulingIn({ entries: [entry] }: Written): object {
  const data = dataOf(entry, 'judges_ruling') ?? {};
  const { agreements = [], concessions = [], dismissed = [], unresolved = [], overall = '', outcome } = data;
  const { answer, agreed, open } = data;
  const verdicts = (data.verdicts ?? []).map(({ evidence_quality = '', firm: _firm, ...verdict }) => ({
    ...verdict,
    evidence_quality,
  }));
  return {
    verdicts,
    ...(agreed === undefined ? { agreements } : {}),
    concessions,
    dismissed,
    ...(open === undefined ? { unresolved } : {}),
    overall,
    ...defined({ answer, agreed, open }),
    outcome: outcome === 'undecided' ? outcome : undefined,
  };
}

/** A failure counts for both orders, which are there together or not at all. */
function issuesIn(written: Written): object {
  const failure = notedFailure(written.entries[0]);
  const data = dataOf(entryOfTask(written), 'verdict');
  return failure ?? (data === undefined ? failedWith('') : { issues: data.issues ?? [] });
}

/** For people: here the number of rounds is no secret. */
function eventsOn({ type, data }: Entry, state: DebateState): FormatEvent[] {
  const { tracker, ruling } = state.factsOf(tribunalFacts);
  if (type === 'announcement' && data?.['kind'] === 'round_start')
    return [{ kind: 'round', round: state.round, max: totalOf(state) }];
  if (type === 'assessment') {
    const { resolved, open, stalled } = statusCounts(tracker);
    const text = `after round ${state.round}: ${resolved} resolved, ${open} open, ${stalled} stalled`;
    return [{ kind: 'tracker', text }];
  }
  if (type !== 'judges_ruling' || ruling === undefined) return [];
  const when = ruling.early
    ? `after round ${state.round}, before the ${totalOf(state)} that were planned`
    : `after all ${totalOf(state)} planned`;
  return [{ kind: 'ruling', text: `the Judge's ruling ${when}, outcome ${state.conclusion?.outcome ?? 'unknown'}` }];
}

const roles = ['judge', 'verifier', 'reporter'] as const;

const lane = moderated({
  host: 'moderator',
  ready: tribunalReady,
  // An imported record that was ruled on.
  isIdle: ({ conclusion }) => conclusion !== undefined,
  main: mainStep,
});

/** Moderator, Advocate, Critic, Judge: `formats.md`, tribunal. */
const files: Readonly<Record<string, string>> = { defense: 'advocate', critique: 'critic', assessment: 'judge' };

/** A round's contributions have a file each. */
function fileOf({ type, data }: Entry): string | undefined {
  if (type === 'judges_ruling') return 'ruling.md';
  const [file, round] = [files[type], data?.['round']];
  return file === undefined || typeof round !== 'number' ? undefined : `round-${round}/${file}.md`;
}

export const tribunal: Format = {
  fileOf,
  name: 'tribunal',
  hidesRounds: true,
  mostRounds,
  hasOwnRecords: true,
  ownTypes: new Set(['defense', 'critique', 'assessment', 'judges_ruling', 'handoff']),
  host: 'moderator',
  roles,
  seats: [
    {
      name: 'advocate',
      persona: 'The Advocate, who makes the strongest honest case for the proposition',
      starting_position: 'The proposition stands.',
      incentives: 'To find every weakness before the Critic does, and to mend it.',
    },
    {
      name: 'critic',
      persona: 'The Critic, who tests the proposition for every weakness',
      starting_position: 'The proposition does not stand as it is.',
      incentives: 'To raise objections that matter, and to give up those that were answered.',
    },
  ],
  options: tribunalOptions,
  said: { defense: saidInDefence, critique: saidInCritique },
  facts: [factKind(tribunalFacts)],
  limits: (options) => {
    const { rounds } = tribunalOptions.parse(options);
    return { min_rounds: 1, max_rounds: rounds === 'auto' ? mostRounds : rounds };
  },
  ...lane,
  status: statusOf,
  isOutOfTime: (state) => isBetweenLimits(state) && isOutOfTime(state),
  eventsOn,
  answers: tribunalAnswers,
  backgroundProblem: (text) =>
    roundMentions(text).length === 0 ? undefined : 'The sides must not know of rounds, and it mentions rounds.',
};

function tribunalReady(state: DebateState): Step {
  const { debaters, setup } = state;
  const names = listed(debaters.map(({ name }) => name));
  const content = `All agents confirmed ready. The tribunal begins with ${names} before the Judge. Topic: ${setup?.topic ?? ''}`;
  const judges = tribunalJudges(state).flatMap(({ agent }) => (agent === 'judge' ? [] : [agent]));
  const seated = roles.filter((role) => role !== 'reporter' || state.models.has(role));
  return readyStep('moderator', [...seated, ...judges], debaters, content);
}

const timeId = ({ round }: DebateState): string => `r${round}/time`;

const timeStep = (state: DebateState): Step =>
  codeStep(timeId(state), 'moderator', () => [
    note(`${timeSpentWords(state)}: the Judge rules now.`, { kind: 'stop', round: state.round }),
  ]);

/** A record whose setup names no Reporter has code's part of the brief alone. */
const isBriefDue = (state: DebateState): boolean => {
  const { conclusion } = state;
  if (!wantsBrief(state) || conclusion === undefined || conclusion.outcome === 'undecided') return false;
  return state.models.has('reporter') && isHeld(seatsOf(state, conclusion), 'reporter') && !hasStep(state, briefId);
};

const seatsOf = (state: DebateState, { seq }: Conclusion) => ({
  ...seatsAt(state, seq),
  concludeRequested: state.concludeRequested,
});

const briefId = 'brief';

const briefOf = ({ outcome }: Conclusion): Step => briefStep({ id: briefId, host: 'moderator', outcome });

/** What can be said of the proposal as a whole. */
const plainVerdicts: readonly OfferedPosition[] = [
  { name: 'ACCEPTED', text: 'The proposal holds as it stands.' },
  { name: 'REVISION REQUIRED', text: 'The proposal holds if it is changed.' },
  { name: 'REJECTED', text: 'The proposal does not hold.' },
];

function mainStep(state: DebateState, isVerifying: boolean): Step | readonly [Step, Step] | undefined {
  if (state.conclusion !== undefined) return isBriefDue(state) ? briefOf(state.conclusion) : undefined;
  const plain = plainAnswerStep(state, { host: 'moderator', agent: 'judge', of: 'verdict', positions: plainVerdicts });
  if (plain !== undefined) return plain;
  if (!hasStep(state, 'plan')) return planStep(state);
  const occasion = rulingOccasion(state);
  // The Judge decides on what was verified, and on nothing else.
  if (occasion !== undefined) {
    if (isVerifying) return undefined;
    const isToSay = occasion === 'concluded' && !state.concludeRequested && !hasStep(state, timeId(state));
    const ruling = judgeStep(state) ?? rulingStep(state, occasion);
    return isToSay ? [timeStep(state), ruling] : ruling;
  }
  return roundStep(state, isVerifying);
}

function roundStep(state: DebateState, isVerifying: boolean): Step | undefined {
  const round = Math.max(1, state.round);
  if (isRoundOver(state, round)) return startStep(round + 1);
  if (!hasStep(state, `r${round}/start`)) return startStep(round);
  const side = state.concludeRequested
    ? undefined
    : orderOf(state, round).find((name) => !hasStep(state, sideId(round, name)));
  if (side !== undefined) return sideStep(state, side, round);
  return isVerifying ? undefined : assessStep(state, round);
}

/** The announcement leaves out how many rounds there are, because the sides must not know. */
const startStep = (round: number): Step =>
  codeStep(`r${round}/start`, 'moderator', () => [
    announcement(`Round ${round} beginning.`, { kind: 'round_start', round }, 'rebuttal'),
  ]);

function statusOf(state: DebateState): FormatStatus {
  return { phase: phaseOf(state), round: state.round, outcome: state.conclusion?.outcome ?? null };
}

function phaseOf(state: DebateState): FormatStatus['phase'] {
  if (state.conclusion !== undefined) {
    if (isBriefDue(state)) return 'documents';
    return areLost(lane.decide(state), state.steps.get(briefId) ?? state.conclusion.seq) ? 'done' : 'conclusion';
  }
  // An imported one may have had no plan.
  if (!hasStep(state, 'plan') && state.round === 0) return 'setup';
  return rulingOccasion(state) === undefined ? 'rounds' : 'conclusion';
}
