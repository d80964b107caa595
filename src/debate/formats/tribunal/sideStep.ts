import { ignoredIn } from '../../flow/duties';
import type { Draft } from '../../log/entry';
import { correctionsOf } from '../../log/entryData';
import { loggedCorrections } from '../../rules/spokenRules';
import { structure } from '../../rules/violation';
import { debaterNamed } from '../common/brief';
import { type DebateState, type Header, isRedacted } from '../../fold/state';
import {
  notPerformed,
  type CommitContext,
  type Step,
  type StepTask,
  type TaskFailure,
  type TaskOutcome,
  type CheckContext,
} from '../../flow/step';
import { agentTask, answerOrInsisted, base, citedSources, failureReason, sourcedViolations } from '../common/steps';
import {
  contributionDraft,
  critiqueOf,
  defenseOf,
  otherSide,
  type SideName,
  type Contribution,
  type Critiqued,
  type Defended,
} from './contribution';
import { orderOf, sideId, tribunalFacts } from './facts';
import { optionsOf } from './options';
import { critiqueToAssess, sideInput } from './inputs';
import { failureNote, note } from './planSteps';
import { dataOf } from '../../log/codec';
import { claimStands } from '../../rules/evidenceGate';
import { repetitions } from '../../rules/repetition';
import { isExtractive } from '../../flow/seats';
import type { TaskInputs, Violation } from '../../flow/tasks';
import { contentWords } from '../../../matching/text/text';
import { memoDrafts, type RecordView } from '../../fold/view';
import { withoutCitations } from '../../rules/statedSentences';

/** Gated, sent back at most twice, then left out with a note. */
export function sideStep(state: DebateState, side: SideName, round: number): Step {
  const id = sideId(round, side);
  return {
    ...base,
    id,
    lineage: side,
    onFailure: 'commit',
    tasks: [sideTask(state, side, round)],
    commit: ([outcome], context) => (outcome === undefined ? [] : committed(outcome, { side, round }, context)),
  };
}

function sideTask(state: DebateState, side: SideName, round: number): StepTask {
  const common = { id: sideId(round, side), agent: side, cites: citedSources };
  const input = (view: RecordView): TaskInputs['advocate/defend'] =>
    sideInput(view, debaterNamed(state, side), side, round);
  if (side === 'critic') {
    return agentTask({
      ...common,
      kind: 'critic/critique',
      input,
      check: (output, context) => critiqueViolations(output, { round }, context),
    });
  }
  return agentTask({
    ...common,
    kind: 'advocate/defend',
    input,
    check: (output, context) =>
      defenceViolations(output, { round, critique: critiqueToAssess(context.view.state, round) }, context),
  });
}

interface SideTurn {
  side: SideName;
  round: number;
}

function committed(outcome: TaskOutcome, place: SideTurn, { view, today }: CommitContext): Draft[] {
  const { side, round } = place;
  const defended = answerOrInsisted(outcome, 'advocate/defend', withoutSources);
  const criticised = answerOrInsisted(outcome, 'critic/critique', withoutSources);
  const contribution =
    defended !== undefined
      ? defenseOf(defended, round, view.state)
      : criticised !== undefined
        ? critiqueOf(criticised, round, view.state)
        : undefined;
  const memo = memoDrafts('moderator', side, (defended ?? criticised)?.memo);
  if (contribution !== undefined) {
    const draft = contributionDraft(contribution, side, today);
    const data = { ...draft.data, ...ignoredIn(outcome) };
    return [{ ...draft, data }, handoff(view.state, place), ...memo];
  }
  return outcome.ok ? [] : [missingNote(outcome, place)];
}

/** No basis is left without any of the cited sources. */
function withoutSources<T extends { sources: readonly { url: string }[] }>(
  answer: T,
  isUnread: (url: string) => boolean,
): T | undefined {
  const sources = answer.sources.filter(({ url }) => !isUnread(url));
  return sources.length === 0 && answer.sources.length > 0 ? undefined : { ...answer, sources };
}

function missingNote(failure: TaskFailure, { side, round }: SideTurn): Draft {
  const reason = failureReason(failure);
  const goesOn = 'The round goes on without it; the Judge is told what is missing.';
  // Nothing went wrong where nothing is left to say.
  const missing =
    failure.code === notPerformed
      ? note(`The ${side} contributes nothing to round ${round}: ${reason} ${goesOn}`, { kind: 'failure', reason })
      : failureNote(`The ${side}'s contribution to round ${round}`, reason, goesOn);
  return { ...missing, data: { ...missing.data, side, round } };
}

function handoff(state: DebateState, { side, round }: SideTurn): Draft {
  const isFirst = orderOf(state, round)[0] === side;
  const to = isFirst ? otherSide(side) : 'judge';
  const what = !isFirst
    ? 'everything'
    : optionsOf(state).handover === 'raw'
      ? 'everything (raw handover)'
      : 'the public argument';
  return {
    phase: 'system',
    speaker: 'moderator',
    type: 'handoff',
    content: `Round ${round}: from the ${side}, ${what} goes to the ${to}.`,
    data: { from: side, to, round },
  };
}

function defenceViolations(
  output: Defended,
  { round, critique }: { round: number; critique: number | undefined },
  context: CheckContext,
): Violation[] {
  const { view } = context;
  // Who only quotes does not say how a point fares.
  const isOwed = critique !== undefined && !isRedacted(view.state, critique) && !isExtractive(view.state, 'advocate');
  const answered = isOwed ? assessmentViolations(output, critique, view) : [];
  const named = output.assessments.flatMap(({ issue }) => unknownIssue(issue, view));
  return [
    ...answered,
    ...named,
    ...commonViolations(output, defenseOf(output, round, view.state), 'advocate', context),
  ];
}

function critiqueViolations(output: Critiqued, { round }: { round: number }, context: CheckContext): Violation[] {
  const { view } = context;
  const named = output.objections.flatMap(({ issue }) => unknownIssue(issue, view));
  // Later the Critic may let its objections stand as they are.
  const isFirst = view.state.factsOf(tribunalFacts).rounds.every(({ critique }) => critique === undefined);
  const isMute = isFirst && output.objections.length === 0 && !isExtractive(view.state, 'critic');
  const none = isMute ? [structure('There is no objection. Raise at least one.')] : [];
  return [...none, ...named, ...commonViolations(output, critiqueOf(output, round, view.state), 'critic', context)];
}

function commonViolations(
  output: Defended | Critiqued,
  contribution: Contribution,
  name: string,
  context: CheckContext,
): Violation[] {
  const { content, sources, data } = contribution;
  const entry = { content, sources, acknowledges: output.acknowledges, ...loggedCorrections(correctionsOf(data)) };
  const argumentIn = ({ seq, type }: Header): string | undefined => {
    const before = type === 'defense' || type === 'critique' ? context.view.visible(seq) : undefined;
    const { argument } = dataOf(before, 'defense') ?? dataOf(before, 'critique') ?? {};
    return argument === undefined ? undefined : withoutCitations(argument);
  };
  return [
    ...repetitions({ by: name, text: withoutCitations(output.argument), argumentIn }, context),
    ...researchViolations(output),
    ...citationViolations(contribution),
    ...sourcedViolations(entry, name, context),
  ];
}

/** Nothing was read: then the text says so, and nobody takes it for research. */
function researchViolations({ research_log: log, argument }: Defended | Critiqued): Violation[] {
  const isEmpty = log.queries.length + log.files_read.length + log.key_findings.length === 0;
  if (!isEmpty || /\bclosed[- ]book\b/i.test(argument)) return [];
  return [
    structure(
      'The research log is empty. List what you searched and read and what you found, or say in the argument that it is closed book.',
    ),
  ];
}

function citationViolations({ content, sources, uncited }: Contribution): Violation[] {
  const unstated = sources.filter((source) => (source.claim ?? '').trim() !== '' && !claimStands(content, source));
  return [
    ...uncited.map(({ url }) => ({
      rule: 'source',
      message: `${url} is listed but not cited: write its address where it is used, or give as claim the very sentence of your text that it supports.`,
    })),
    ...unstated
      .filter((source) => !uncited.includes(source))
      .map(({ url }) => ({
        rule: 'source',
        message: `The claim given for ${url} stands nowhere in your text; give the sentence as you wrote it.`,
      })),
  ];
}

function unknownIssue(issue: string | undefined, { state }: RecordView): Violation[] {
  const { tracker } = state.factsOf(tribunalFacts);
  if (issue === undefined || tracker.some(({ id }) => id === issue)) return [];
  const known = tracker.length === 0 ? 'There are none yet' : `There are ${tracker.map(({ id }) => id).join(', ')}`;
  return [structure(`Issue "${issue}" is not in the tracker. ${known}; what is new has no issue.`)];
}

/** Each objection is assessed: by its issue, or in words that are recognisably about it. */
function assessmentViolations({ assessments }: Defended, critique: number, view: RecordView): Violation[] {
  const objections = dataOf(view.visible(critique), 'critique')?.objections ?? [];
  const missed = objections.filter((objection) => !assessments.some((assessed) => isAbout(assessed, objection)));
  if (objections.length === 0 || missed.length === 0) return [];
  // Words differ: as many assessments as objections, and at least one of them plainly about one, are taken as they are.
  if (assessments.length >= objections.length && missed.length < objections.length) return [];
  const names = missed.map(({ title, text }) => `“${title ?? text.slice(0, 80)}”`).join(', ');
  return [
    structure(
      `Assess each of the critic's points at seq ${critique} as DEFENDED, NEEDS TIGHTENING or VULNERABLE; missing: ${names}.`,
    ),
  ];
}

interface IssuePoint {
  issue?: string | undefined;
}

/** So much of the objection's title or text has to come back in the point that answers it. */
const sharedPart = 0.4;

function isAbout(
  assessed: IssuePoint & { point: string },
  objection: IssuePoint & { title?: string | undefined; text: string },
): boolean {
  if (objection.issue !== undefined && assessed.issue === objection.issue) return true;
  const words = new Set(contentWords(assessed.point));
  return [objection.title ?? '', objection.text].some((text) => {
    const wanted = [...new Set(contentWords(text))];
    return wanted.length > 0 && wanted.filter((word) => words.has(word)).length >= wanted.length * sharedPart;
  });
}
