import type { Draft } from '../../log/entry';
import { type EntryData, rulingVerdicts } from '../../log/entryData';
import { type DebateState } from '../../fold/state';
import type { Step, TaskOutcome, CheckContext } from '../../flow/step';
import type { TaskOutput, Violation } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';
import { checkedSources, completedFactCheck, factCheckViolations, metricsOf } from './factCheck';
import { hasCase, tribunalFacts, isLastRound, judgeId, totalOf, type RulingOccasion, visibleTracker } from './facts';
import { assessInput, coveredSeqs, ruleInput, uncoveredRounds, quotedPassages } from './inputs';
import { assessmentText, outcomeOf, rulingText } from './judgeTexts';
import { agentStep, codeStep, refusedAnswer, whyFailed } from '../common/steps';
import { figureViolations } from '../../rules/recordFigures';
import { acceptedPoints, answerViolations } from '../../rules/answerGate';
import { structure } from '../../rules/violation';
import { loggedAnswer } from '../common/answer';
import { tallyText } from '../common/verdicts';
import { firmnessText, type TribunalVerdict, tribunalVerdict } from './judging';
import { failureNote } from './planSteps';
import { trackerAfter, movedIssues, rowMeant, titleKey } from './trackerUpdate';
import { withdrawnViolations } from '../../rules/documentGate';
import { isExtractive } from '../../flow/seats';
import { ownRoundMentions } from './roundMentions';
import { stringsIn } from '../../log/objects';

type AssessAnswer = TaskOutput<'judge/assess'>;
type RuleAnswer = TaskOutput<'judge/rule'>;

/** A failure costs the round its assessment; in the last one the debate is paused until there is one. */
export function assessStep(state: DebateState, round: number): Step {
  const total = totalOf(state);
  const isVital = isLastRound(state, round);
  return agentStep(
    {
      id: judgeId(round),
      agent: 'judge',
      kind: 'judge/assess',
      isVital,
      input: (view) => assessInput(view, round, total),
      check: (output, context) => assessmentViolations(output, round, context),
    },
    (given, { outcome, view }) => {
      const answer = given ?? withoutEnd(outcome);
      return [answer === undefined ? unassessed(outcome, round) : assessment(answer, round, view)];
    },
    { onFailure: isVital ? 'pause' : 'commit' },
  );
}

/** An early end that is refused falls alone: what was assessed stands, and the debate goes on. */
function withoutEnd(outcome: TaskOutcome | undefined): AssessAnswer | undefined {
  const refused = refusedAnswer(outcome, 'judge/assess');
  if (refused?.violations.every(({ leavesOut }) => leavesOut === 'end') !== true) return undefined;
  const why = refused.violations.map(({ message }) => message).join(' ');
  return { ...refused.answer, end: false, end_refused: why };
}

function unassessed(outcome: TaskOutcome | undefined, round: number): Draft {
  const failed = failureNote(
    `The Judge's assessment of round ${round}`,
    whyFailed(outcome),
    'The next assessment covers the round.',
  );
  return { ...failed, data: { ...failed.data, side: 'judge', round } };
}

function assessment(answer: AssessAnswer, round: number, view: RecordView): Draft {
  const { state } = view;
  const { argument_evaluation, evidence_quality, round_score, end, end_reason, end_refused } = answer;
  const covered = coveredSeqs(state, round);
  const covers = uncoveredRounds(state, round);
  const isEnd = end && !isLastRound(state, round);
  const data = {
    round,
    fact_check: completedFactCheck(answer.fact_check, checkedSources(view), (seq) => covered.has(seq)),
    argument_evaluation,
    evidence_quality,
    issues: trackerAfter(state.factsOf(tribunalFacts).tracker, answer.issues, round),
    round_score,
    ...(isEnd ? { end: true, end_reason } : {}),
    ...(end_refused === undefined ? {} : { end_refused }),
    covers: covers.length === 0 ? undefined : covers,
  } satisfies EntryData['assessment'];
  return { phase: 'system', speaker: 'judge', type: 'assessment', content: assessmentText(data), data };
}

/** It is paused until there is a ruling, and never ends without one. */
export const rulingStep = (state: DebateState, occasion: RulingOccasion): Step =>
  isExtractive(state, 'judge')
    ? {
        ...codeStep('ruling', 'moderator', () => []),
        commit: (_, { view }) => [ruling(unweighed(view), occasion, view)],
      }
    : weighedRuling(occasion, tribunalVerdict(state));

const notWeighed = 'Nobody weighed it.';

/** Every issue stays undecided. */
function unweighed(view: RecordView): RuleAnswer {
  const { tracker } = view.state.factsOf(tribunalFacts);
  return {
    verdicts: tracker.map(({ id }) => ({
      issue: id,
      verdict: 'UNDECIDED',
      reason: notWeighed,
      evidence_quality: notWeighed,
    })),
    agreements: [],
    concessions: [],
    dismissed: [],
    unresolved: visibleTracker(view).map(({ id, title }) => `${id}: ${title}`),
    overall: 'Nobody weighed the proposal.',
    outcome: 'undecided',
  };
}

/** `decided`: verdicts of judges, which the Judge words; without them it gives them itself. */
const weighedRuling = (occasion: RulingOccasion, decided: TribunalVerdict | undefined): Step =>
  agentStep(
    {
      id: 'ruling',
      agent: 'judge',
      kind: 'judge/rule',
      isVital: true,
      input: (view) => ({ ...ruleInput(view, occasion), ...(decided && { decided: decidedInput(decided) }) }),
      check: (answer, context) => [
        ...rulingViolations(answer, context),
        ...(decided === undefined ? [] : decidedViolations(answer, decided)),
      ],
    },
    (answer, { view }) => (answer === undefined ? [] : [ruling(answer, occasion, view, decided)]),
    { onFailure: 'pause' },
  );

const decidedInput = ({ issues, tally }: TribunalVerdict) => ({
  verdicts: issues.map(({ issue, verdict }) => ({ issue, verdict })),
  tally: tallyText(tally),
});

const decidedViolations = ({ verdicts }: RuleAnswer, { issues }: TribunalVerdict): Violation[] =>
  issues.flatMap(({ issue, verdict }) =>
    verdicts.some((one) => one.issue === issue && one.verdict !== verdict)
      ? [structure(`The verdict on ${issue} is ${verdict}, as the judges decided; word that one.`)]
      : [],
  );

function ruling(answer: RuleAnswer, occasion: RulingOccasion, view: RecordView, decided?: TribunalVerdict): Draft {
  const { state } = view;
  const { concessions, dismissed, overall } = answer;
  const { tracker } = state.factsOf(tribunalFacts);
  // The tracker sets the order, whatever order the Judge took.
  const verdicts = tracker.flatMap(({ id }) => {
    const given = answer.verdicts.find(({ issue }) => issue === id);
    const judged = decided?.issues.find(({ issue }) => issue === id);
    return given === undefined ? [] : [judged === undefined ? given : { ...given, firm: judged.isFirm }];
  });
  const isUnweighed = answer.outcome === 'undecided';
  const outcome = outcomeOf(
    verdicts.map(({ verdict }) => verdict),
    { hasCase: hasCase(state), isUnweighed },
  );
  const data = {
    round: state.round > 0 ? state.round : undefined,
    verdicts,
    agreements:
      answer.agreed === undefined
        ? (answer.agreements ?? [])
        : acceptedPoints(answer.agreed, view.state).map(({ text }) => text),
    concessions,
    dismissed,
    unresolved: answer.open?.map(({ text }) => text) ?? answer.unresolved ?? [],
    metrics: metricsOf(view),
    overall,
    ...(outcome === 'undecided' ? {} : loggedAnswer(answer, view.state)),
    outcome,
    undecided: outcome === 'undecided' ? ({ why: 'nobody_weighed' } as const) : undefined,
    early: occasion !== 'final',
    ...(decided && { tally: decided.tally }),
  } satisfies EntryData['judges_ruling'];
  const firmness = (issue: string): string | undefined => {
    const judged = decided?.issues.find((one) => one.issue === issue);
    return judged === undefined ? undefined : firmnessText(judged, decided?.tally.seated ?? 0);
  };
  const titleOf = (issue: string): string => visibleTracker(view).find(({ id }) => id === issue)?.title ?? '';
  return {
    phase: 'system',
    speaker: 'judge',
    type: 'judges_ruling',
    content: rulingText(data, titleOf, firmness),
    data,
  };
}

function assessmentViolations(output: AssessAnswer, round: number, { view }: CheckContext): Violation[] {
  const { state } = view;
  const checked = checkedSources(view);
  const isWeighed = !isExtractive(state, 'judge');
  // The fact check names what was claimed, also where it was withdrawn.
  const said = stringsIn({ ...output, fact_check: [] }).join('\n');
  return [
    ...output.fact_check.flatMap((item) => factCheckViolations(item, checked)),
    ...withdrawnViolations('The assessment', said, state),
    ...(isWeighed ? figureViolations('The assessment', [said], view) : []),
    ...issueViolations(output, { view }),
    ...(isWeighed && output.round_score === undefined
      ? [structure('The round has no score; give each side one from 0 to 10, with the reason.')]
      : []),
    // Code knows when all has been said, and has nothing to say of rounds but what it quotes.
    ...(isWeighed && !isLastRound(state, round)
      ? [...endViolations(output, round, { view }), ...secrecyViolations(output, { view })]
      : []),
  ];
}

function issueViolations({ issues }: AssessAnswer, { view }: Pick<CheckContext, 'view'>): Violation[] {
  const { tracker } = view.state.factsOf(tribunalFacts);
  const unknown = issues.filter(({ id }) => id !== undefined && !tracker.some((row) => row.id === id));
  const keys = issues.map((issue) => rowMeant(tracker, issue)?.id ?? titleKey(issue.title));
  const double = issues.filter((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  const unweighed = issues.filter(
    (issue) => issue.severity === undefined && rowMeant(tracker, issue) === undefined && issue.id === undefined,
  );
  return [
    ...unknown.map(({ id, title }) =>
      structure(`Issue "${id ?? ''}" (${title}) is not in the tracker; leave the id out of what is new.`),
    ),
    ...double.map(({ title }) => structure(`The issue “${title}” stands twice; each issue is assessed once.`)),
    ...unweighed.map(({ title }) => structure(`The new issue “${title}” needs a severity: Critical, Major or Minor.`)),
  ];
}

/** No early end while anything moves. */
function endViolations(
  { end, end_reason: why, issues }: AssessAnswer,
  round: number,
  { view }: Pick<CheckContext, 'view'>,
): Violation[] {
  if (!end) return [];
  const { tracker } = view.state.factsOf(tribunalFacts);
  const after = trackerAfter(tracker, issues, round);
  const isAnyOpen = after.some(({ status }) => status !== 'resolved');
  const moved = movedIssues(tracker, after);
  const refused = (message: string): Violation => ({ ...structure(message), leavesOut: 'end' });
  const missing = why === undefined ? [refused('Say in end_reason why no further round is worth holding.')] : [];
  if (!isAnyOpen || moved.length === 0) return missing;
  return [
    ...missing,
    refused(
      `The debate cannot end while issues move: ${moved.map((title) => `“${title}”`).join(', ')}. Set end to false.`,
    ),
  ];
}

/** Both sides read this: it may not tell them how many rounds there are, nor that one is the last. */
function secrecyViolations(output: AssessAnswer, { view }: Pick<CheckContext, 'view'>): Violation[] {
  const quoted = quotedPassages(view);
  // The reason for an end is read when nobody argues any more.
  const found = stringsIn({ ...output, end_reason: undefined }).flatMap((text) =>
    ownRoundMentions(text, quoted).map((mention) => `“${mention.text}”`),
  );
  if (found.length === 0) return [];
  return [
    structure(
      `The sides read this and must not learn how many rounds there are or whether one is the last. Leave out ${[...new Set(found)].join(', ')}.`,
    ),
  ];
}

function rulingViolations(output: RuleAnswer, { view }: CheckContext): Violation[] {
  const { verdicts, outcome } = output;
  const { tracker } = view.state.factsOf(tribunalFacts);
  const missing = tracker.filter(({ id }) => !verdicts.some(({ issue }) => issue === id));
  const unknown = verdicts.filter(({ issue }) => !tracker.some(({ id }) => id === issue));
  const double = verdicts.filter(({ issue }, index) => verdicts.findIndex((other) => other.issue === issue) !== index);
  return [
    ...missing.map(({ id, title }) => structure(`Issue ${id} (${title}) has no verdict; every issue is ruled on.`)),
    ...unknown.map(({ issue }) =>
      structure(
        `"${issue}" is no issue of the tracker; rule on ${tracker.map(({ id }) => id).join(', ') || 'none, for there is none'}.`,
      ),
    ),
    ...double.map(({ issue }) => structure(`Issue ${issue} has two verdicts; each is ruled on once.`)),
    ...undecidedViolations({ verdicts, outcome }, view.state),
    ...answerViolations(output, view.state, { isOwed: outcome !== 'undecided', areRoles: true }),
    ...withdrawnViolations('The ruling', stringsIn(output).join('\n'), view.state),
    ...figureViolations('The ruling', stringsIn(output), view),
  ];
}

/** Only where nobody weighs may a ruling leave it open, and then the whole of it does. */
function undecidedViolations(
  { verdicts, outcome }: Pick<RuleAnswer, 'verdicts' | 'outcome'>,
  state: DebateState,
): Violation[] {
  const open = verdicts.filter(({ verdict }) => verdict === 'UNDECIDED');
  if (open.length === 0 && outcome === undefined) return [];
  if (!isExtractive(state, 'judge'))
    return [structure(`Weigh every issue: its verdict is one of ${rulingVerdicts.join(', ')}.`)];
  return open.length === verdicts.length ? [] : [structure('Where nobody weighed, every verdict is UNDECIDED.')];
}
