import { ignoredIn } from '../../flow/duties';
import type { Draft } from '../../log/entry';
import { sides, type Argument, type EntryData, type Side } from '../../log/entryData';
import { areDebatersExtractive } from '../../flow/seats';
import { type DebateState } from '../../fold/state';
import { notPerformed, type AgentTask, type CommitContext, type Step, type TaskOutcome } from '../../flow/step';
import type { TaskOutput } from '../../flow/tasks';
import type { Toulmin } from '../../flow/tasks/dialectic';
import { memoDrafts } from '../../fold/view';
import { noticesOf } from '../common/notices';
import { agentTask, answerOrInsisted, base, codeStep, ignoresIn, leftOutIn } from '../common/steps';
import { type Arguing, openingViolations, rebuttalViolations, targetNamed } from './argumentGate';
import { argumentContent, argumentIds, argumentOf, sourcesOf } from './arguments';
import { openingInput, rebuttalInput } from './inputs';
import { dialecticFacts, exchangeName, outOfPassagesWords } from './facts';
import { capitalised } from '../../../matching/text/shortText';
import { datedSources } from '../common/arguing';

const { announcement, note } = noticesOf('moderator');

export function exchangeStart(exchange: number): Step {
  const words = exchange === 0 ? 'The openings begin: three arguments a side.' : `Exchange ${exchange} beginning.`;
  const how = 'Both sides argue at the same time; neither sees what the other says until both have spoken.';
  const phase = exchange === 0 ? 'system' : 'rebuttal';
  return codeStep(`e${exchange}/start`, 'moderator', () => [
    announcement(`${words} ${how}`, { kind: 'exchange_start', round: exchange }, phase),
  ]);
}

/** Whether the user goes on without this step; its tasks' names are taken for it too. */
export function isSkipped(state: DebateState, step: string, tasks: readonly AgentTask[]): boolean {
  const { skips } = state.factsOf(dialecticFacts);
  return skips.has(step) || tasks.some(({ id }) => skips.has(id));
}

/** Blind to each other: both answers are logged, or neither is. */
export function argumentsStep(state: DebateState, exchange: number): Step {
  const id = `e${exchange}/arguments`;
  const tasks = sides.map((side) => sideTask(exchange, side));
  if (isSkipped(state, id, tasks))
    return skippedStep(id, exchange, 'It ends without arguments: the user goes on without them.');
  return {
    ...base,
    id,
    lineage: 'side',
    onFailure: 'pause',
    tasks,
    forgives: (outcome) =>
      (argumentsIn(outcome) !== undefined && (outcome.ok || outcome.blocks !== true)) ||
      (isWithoutPassage(outcome) && areDebatersExtractive(state)),
    commit: (outcomes, context) => {
      if (outcomes.some(isWithoutPassage)) return [unheld(id, exchange, outcomes.filter(({ ok }) => ok).length)];
      return sides.flatMap((side, index) => sideEntries(outcomes[index], { side, exchange }, context));
    },
  };
}

/** An exchange of which the user gave up a part ends there. */
export function skippedStep(id: string, exchange: number, consequence: string): Step {
  const content = `${capitalised(exchangeName(exchange))}: ${id} is skipped. ${consequence}`;
  return codeStep(id, 'moderator', () => [note(content, { kind: 'skipped', round: exchange, skipped: id })]);
}

/** The side that was dealt the last passage keeps it. */
const isWithoutPassage = (outcome: TaskOutcome | undefined): boolean =>
  outcome?.ok === false && outcome.code === notPerformed;

const unheld = (id: string, exchange: number, left: number): Draft =>
  note(
    `${exchange === 0 ? 'The openings end' : `Exchange ${exchange} ends`} without arguments. ${outOfPassagesWords(left)}`,
    {
      kind: 'skipped',
      round: exchange,
      skipped: id,
      passages_left: left,
    },
  );

function sideTask(exchange: number, side: Side): AgentTask {
  const arguing = { side, exchange };
  const named = { id: `e${exchange}/${side}`, agent: side };
  if (exchange === 0)
    return agentTask({
      ...named,
      kind: 'side/open',
      input: (view) => openingInput(view, side),
      check: (output, context) => openingViolations(output, arguing, context),
      cites: (output) => output.arguments.flatMap(({ grounds }) => sourcesOf(grounds)),
    });
  return agentTask({
    ...named,
    kind: 'side/rebut',
    input: (view) => rebuttalInput(view, side),
    check: (output, context) => rebuttalViolations(output, arguing, context),
    cites: (output) => sourcesOf(output.argument.grounds),
  });
}

/** Undefined if a side brings none. */
function argumentsIn(outcome: TaskOutcome | undefined): TaskOutput<'side/open'> | undefined {
  const rebuttal = answerOrInsisted(outcome, 'side/rebut', ({ argument: given, ...answer }, isUnread) => {
    const left = withoutGrounds(given, isUnread);
    return left === undefined ? undefined : { ...answer, argument: left };
  });
  if (rebuttal === undefined)
    return answerOrInsisted(outcome, 'side/open', (answer, isUnread) => {
      const left = answer.arguments.flatMap((given) => withoutGrounds(given, isUnread) ?? []);
      return left.length < answer.arguments.length ? undefined : { ...answer, arguments: left };
    });
  const { argument, ...answer } = rebuttal;
  return { ...answer, arguments: [argument] };
}

/** An argument without a ground is none. */
function withoutGrounds(argument: Toulmin, isUnread: (url: string) => boolean): Toulmin | undefined {
  const grounds = argument.grounds.filter(({ url }) => !isUnread(url));
  return grounds.length === 0 ? undefined : { ...argument, grounds };
}

function sideEntries(
  outcome: TaskOutcome | undefined,
  { side, exchange }: Arguing,
  { view, today }: CommitContext,
): Draft[] {
  const answer = argumentsIn(outcome);
  const given = answer?.arguments ?? [];
  const known = view.state.factsOf(dialecticFacts).arguments;
  const duties = {
    acknowledges: answer?.acknowledges,
    ...ignoresIn(answer ?? {}),
    ...ignoredIn(outcome),
    ...leftOutIn(answer ?? {}),
  };
  const left = typeof answer?.['passages_left'] === 'number' ? { passages_left: answer['passages_left'] } : {};
  const ids = argumentIds(side, exchange, { count: given.length, taken: (id) => known.has(id) });
  const drafts = given.map((toulmin, index) => {
    const argument = withTargets(argumentOf(toulmin, { id: ids[index] ?? '', side, exchange }), view.state);
    return argumentDraft(argument, { today, ...(index === 0 ? duties : {}), ...left });
  });
  return [...drafts, ...memoDrafts('moderator', side, answer?.memo)];
}

/** The ids as the record has them, whatever case the side wrote them in. */
function withTargets(argument: Argument, state: DebateState): Argument {
  const named = <T extends { target_id: string }>(relation: T): T => ({
    ...relation,
    target_id: targetNamed(state, relation.target_id)?.id ?? relation.target_id,
  });
  return { ...argument, attacks: (argument.attacks ?? []).map(named), defends: (argument.defends ?? []).map(named) };
}

function argumentDraft(
  argument: Argument,
  { today, ...answered }: { today: string } & Omit<EntryData['argument'], 'argument'>,
): Draft {
  return {
    phase: argument.exchange === 0 ? 'opening' : 'rebuttal',
    speaker: argument.side,
    type: 'argument',
    content: argumentContent(argument),
    sources: datedSources(sourcesOf(argument.grounds), today),
    data: { ...answered, argument },
  };
}
