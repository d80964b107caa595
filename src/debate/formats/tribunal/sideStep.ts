import type { Draft } from '../../entry';
import type { Debater } from '../../entryData';
import { memoDrafts } from '../../memo';
import type { DebateState } from '../../state';
import {
  notPerformed,
  type CommitContext,
  type Step,
  type StepTask,
  type TaskFailure,
  type TaskOutcome,
} from '../../step';
import { citedSources } from '../common/sourcedGate';
import { answerOrInsisted } from '../common/steps';
import { contributionDraft, critiqueOf, defenseOf, otherSide, type SideName } from './contribution';
import { orderOf, sideId } from './roundOrder';
import { critiqueToAssess, sideInput } from './cues';
import { optionsOf } from './options';
import { critiqueViolations, defenceViolations } from './sideGate';
import { agentTask, base, failureNote, note } from './steps';

/** A side's contribution to a round: gated, sent back at most twice, then left out with a note. */
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

/** A side that the record's lineup lacks still has its place. */
const debaterNamed = ({ debaters }: DebateState, name: SideName): Debater =>
  debaters.find((debater) => debater.name === name) ?? {
    name,
    persona: '',
    starting_position: '',
    incentives: '',
    model: '',
  };

function sideTask(state: DebateState, side: SideName, round: number): StepTask {
  const common = { id: sideId(round, side), agent: side, cites: citedSources };
  const you = debaterNamed(state, side);
  if (side === 'critic') {
    return agentTask<'critic/critique'>({
      ...common,
      kind: 'critic/critique',
      input: (view) => sideInput(view, you, side, round),
      check: (output, context) => critiqueViolations(output, { round }, context),
    });
  }
  return agentTask<'advocate/defend'>({
    ...common,
    kind: 'advocate/defend',
    input: (view) => sideInput(view, you, side, round),
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
  if (contribution !== undefined)
    return [contributionDraft(contribution, side, today), handoff(view.state, place), ...memo];
  return outcome.ok ? [] : [missingNote(outcome, place)];
}

/** Nothing to stand on where none is left of those that were cited. */
function withoutSources<T extends { sources: readonly { url: string }[] }>(
  answer: T,
  isUnread: (url: string) => boolean,
): T | undefined {
  const sources = answer.sources.filter(({ url }) => !isUnread(url));
  return sources.length === 0 && answer.sources.length > 0 ? undefined : { ...answer, sources };
}

function missingNote(failure: TaskFailure, { side, round }: SideTurn): Draft {
  const violations = failure.last?.violations ?? [];
  const reasons = violations.map(({ rule, message }) => `rule ${rule}: ${message}`);
  const reason = reasons.length > 0 ? reasons.join(' ') : failure.message;
  const goesOn = 'The round goes on without it; the Judge is told what is missing.';
  // Nothing went wrong where nothing is left to say.
  const missing =
    failure.code === notPerformed
      ? note(`The ${side} contributes nothing to round ${round}: ${reason} ${goesOn}`, { kind: 'failure', reason })
      : failureNote(`The ${side}'s contribution to round ${round}`, reason, goesOn);
  return { ...missing, data: { ...missing.data, side, round } };
}

/** Who gets the contribution next, and how much of it. */
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
