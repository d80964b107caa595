import type { Draft } from '../../entry';
import type { EntryData } from '../../entryData';
import { isStruck, type DebateState } from '../../state';
import type { Step, TaskOutcome } from '../../step';
import type { TaskOutput } from '../../tasks';
import type { RecordView } from '../../view';
import { checkedSources, completedFactCheck } from './factCheck';
import { isLastRound, judgeId, totalOf, type Occasion } from './roundOrder';
import { assessInput, coveredSeqs, ruleInput, uncoveredRounds } from './cues';
import { tribunalFacts } from './facts';
import { assessmentViolations, rulingViolations } from './judgeGate';
import { assessmentText, outcomeOf, rulingText } from './judgeTexts';
import { metricsOf } from './metrics';
import { agentTask, answerTo, base, failureNote, refusedAnswer, whyFailed } from './steps';
import { trackerAfter } from './trackerUpdate';

/** The Judge's assessment of a round. A failure costs the round its assessment, but in the last one the debate is paused until there is one. */
export function assessStep(state: DebateState, round: number): Step {
  const id = judgeId(round);
  const total = totalOf(state);
  const isVital = isLastRound(state, round);
  return {
    ...base,
    id,
    lineage: 'judge',
    onFailure: isVital ? 'pause' : 'commit',
    tasks: [
      agentTask<'judge/assess'>({
        id,
        agent: 'judge',
        kind: 'judge/assess',
        isVital,
        input: (view) => assessInput(view, round, total),
        check: (output, context) => assessmentViolations(output, round, context),
      }),
    ],
    commit: ([outcome], { view }) => {
      const answer = answerTo(outcome, 'judge/assess') ?? withoutEnd(outcome);
      return answer === undefined ? [unassessed(outcome, round)] : [assessment(answer, round, view)];
    },
  };
}

/** An early end that is refused falls alone: what was assessed stands, and the debate goes on. */
function withoutEnd(outcome: TaskOutcome | undefined): TaskOutput<'judge/assess'> | undefined {
  const refused = refusedAnswer(outcome, 'judge/assess');
  if (refused?.violations.every(({ leavesOut }) => leavesOut === 'end') !== true) return undefined;
  return { ...refused.answer, end: false };
}

function unassessed(outcome: TaskOutcome | undefined, round: number): Draft {
  const failed = failureNote(
    `The Judge's assessment of round ${round}`,
    whyFailed(outcome),
    'The next assessment covers the round.',
  );
  return { ...failed, data: { ...failed.data, side: 'judge', round } };
}

function assessment(answer: TaskOutput<'judge/assess'>, round: number, view: RecordView): Draft {
  const { state } = view;
  const { argument_evaluation, evidence_quality, round_score, end, end_reason } = answer;
  const covered = coveredSeqs(state, round);
  const covers = uncoveredRounds(state, round);
  const isEnd = end && !isLastRound(state, round);
  const data = {
    round,
    fact_check: completedFactCheck(answer.fact_check, checkedSources(view), (seq) => covered.has(seq)),
    argument_evaluation,
    evidence_quality,
    issues: trackerAfter(state.factsOf(tribunalFacts).tracker, answer.issues, round),
    ...(round_score === undefined ? {} : { round_score }),
    ...(isEnd ? { end: true, ...(end_reason === undefined ? {} : { end_reason }) } : {}),
    ...(covers.length === 0 ? {} : { covers }),
  } satisfies EntryData['assessment'];
  return { phase: 'system', speaker: 'judge', type: 'assessment', content: assessmentText(data), data };
}

/** The end of every tribunal: it is paused until there is a ruling, and never ends without one. */
export function rulingStep(occasion: Occasion): Step {
  return {
    ...base,
    id: 'ruling',
    lineage: 'judge',
    onFailure: 'pause',
    tasks: [
      agentTask<'judge/rule'>({
        id: 'ruling',
        agent: 'judge',
        kind: 'judge/rule',
        isVital: true,
        input: (view) => ruleInput(view, occasion),
        check: (output, context) => rulingViolations(output, context),
      }),
    ],
    commit: ([outcome], { view }) => {
      const answer = answerTo(outcome, 'judge/rule');
      return answer === undefined ? [] : [ruling(answer, occasion, view)];
    },
  };
}

function ruling(answer: TaskOutput<'judge/rule'>, occasion: Occasion, view: RecordView): Draft {
  const { state } = view;
  const { agreements, concessions, dismissed, unresolved, overall } = answer;
  const { tracker } = state.factsOf(tribunalFacts);
  // In the order of the tracker, whatever order the Judge took.
  const verdicts = tracker.flatMap(({ id }) => answer.verdicts.find(({ issue }) => issue === id) ?? []);
  const isUnweighed = answer.outcome === 'undecided';
  const outcome = outcomeOf(
    verdicts.map(({ verdict }) => verdict),
    { hasCase: hasCase(state), isUnweighed },
  );
  const data = {
    ...(state.round > 0 ? { round: state.round } : {}),
    verdicts,
    agreements,
    concessions,
    dismissed,
    unresolved,
    metrics: metricsOf(view),
    overall,
    outcome,
    ...(outcome === 'undecided' ? { undecided: { why: 'nobody_weighed' as const } } : {}),
    early: occasion !== 'final',
  } satisfies EntryData['judges_ruling'];
  const titleOf = (issue: string): string => tracker.find(({ id }) => id === issue)?.title ?? '';
  return { phase: 'system', speaker: 'judge', type: 'judges_ruling', content: rulingText(data, titleOf), data };
}

/** Whether a defence stands in the record. */
export const hasCase = (state: DebateState): boolean =>
  state.factsOf(tribunalFacts).rounds.some(({ defense }) => defense !== undefined && !isStruck(state, defense));
