import type * as z from 'zod';
import { estimatedTokens } from '../../agents/model/tokens';
import {
  awaitingDetail,
  TaskError,
  type PerformContext,
  type Performance,
  type Performer,
} from '../../agents/performer';
import type { Debater, Usage } from '../../debate/log/entryData';
import { issuesOf } from '../../debate/log/entry';
import { collapsed, cutText } from '../../matching/text/shortText';
import { taskOutputs, type TaskInputs, type TaskKind, type Violation } from '../../debate/flow/tasks';
import { formatModelRef } from '../../models/provider';
import type { GivenDebater } from './configFiles';
import type { MeasuredThinking } from '../../agents/model/thinking';
import { proposerIn, type ModelPlan } from './modelPlan';
import { plainLineup } from './plainLineup';
import { checkedLineup } from './plan';
import { PlanError } from './planError';

export interface LineupRequest {
  topic: string;
  /** The user's; empty when the Chair is to choose. */
  hints: string;
  /** By name, with whatever else was said of them. */
  given: readonly GivenDebater[] | undefined;
  evidence: readonly string[];
  model: string;
  /** For each try, also one in vain: there is no record yet that could hold it. */
  onUsage?: (usage: Usage) => void;
  /** How many tokens the model thought, where its provider counts them. */
  onThought?: (tokens: number) => void;
  /** While the model is loaded or silent, as the detail of a progress event. */
  onAwaiting?: ((detail: string) => void) | undefined;
}

export interface LineupRevision extends LineupRequest {
  proposed: readonly Debater[];
  revision: string;
}

/**
 * What was given is kept to the letter, and nobody is asked when everything was. @throws PlanError; TaskError of the performer; the
 * signal's reason.
 */
export async function proposeLineup(
  request: LineupRequest,
  performer: Performer | undefined,
  signal?: AbortSignal,
): Promise<Debater[]> {
  const { topic, evidence, given, model } = request;
  const ask = async (hints: string): Promise<Debater[]> =>
    performer === undefined
      ? plainLineup(topic, hints)
      : await proposedLineup('chair/propose_lineup', { topic, evidence, hints }, { ...request, performer, signal });
  if (given === undefined) {
    const lineup = await ask(request.hints);
    return checkedLineup(lineup.map((debater) => ({ ...debater, model })));
  }
  // A model costs money, and a bad name stays bad.
  const named = checkedLineup(given.map((debater) => complete(debater, undefined, model)));
  if (given.every(isComplete)) return named;
  const hints = given.map((debater) =>
    `${debater.name}: ${debater.persona ?? ''} ${debater.starting_position ?? ''}`.trim(),
  );
  const lineup = await ask(hints.join('\n'));
  // A Chair that changes their order must not change who is who.
  const madeFor = (name: string, index: number): Debater | undefined =>
    lineup.find((debater) => debater.name === name) ?? lineup[index];
  return checkedLineup(given.map((debater, index) => complete(debater, madeFor(debater.name, index), model)));
}

/** The Chair's one revision. @throws PlanError; TaskError; the signal's reason. */
export async function reviseLineup(
  request: LineupRevision,
  performer: Performer,
  signal?: AbortSignal,
): Promise<Debater[]> {
  const { topic, evidence, hints, proposed, revision, model } = request;
  if (!isFilled(revision)) throw new PlanError('revision_empty', 'Say what is to change about the lineup.');
  const input = { topic, evidence, hints, proposed, request: revision };
  const revised = await proposedLineup('chair/revise_lineup', input, { ...request, performer, signal });
  // The Chair chooses people, the user what they run on.
  const modelOf = (name: string): string => proposed.find((debater) => debater.name === name)?.model ?? model;
  return checkedLineup(revised.map((debater) => ({ ...debater, model: modelOf(debater.name) })));
}

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const isComplete = (given: GivenDebater): boolean =>
  isFilled(given.persona) && isFilled(given.starting_position) && isFilled(given.incentives);

function complete(given: GivenDebater, proposed: Partial<Debater> | undefined, model: string): Debater {
  const field = (name: 'persona' | 'starting_position' | 'incentives'): string => {
    const own = given[name];
    return isFilled(own) ? own : (proposed?.[name] ?? '');
  };
  return {
    name: given.name,
    persona: field('persona'),
    starting_position: field('starting_position'),
    incentives: field('incentives'),
    model: given.model ?? model,
  };
}

interface Proposal<K extends TaskKind, T> {
  task: { id: string; kind: K; agent: string; input: TaskInputs[K] };
  judge: (output: unknown) => { found: T } | { violations: Violation[] };
}

interface Asking extends Pick<LineupRequest, 'onUsage' | 'onThought' | 'onAwaiting'> {
  performer: Performer;
  signal?: AbortSignal | undefined;
}

/** Why nothing came of a proposal, and what a model wrote last. */
interface NoProposal {
  reasons: readonly Violation[];
  written: string | undefined;
}

/** What cannot be used goes back with the reasons. */
export async function proposed<K extends TaskKind, T>(
  { task, judge }: Proposal<K, T>,
  { performer, onUsage, onThought, onAwaiting, signal = new AbortController().signal }: Asking,
): Promise<{ found: T } | NoProposal> {
  let feedback: Violation[] = [];
  let written: string | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const request = { ...task, attempt, feedback };
    const answer = await counted(performer.perform(request, { signal, progress: awaitingOnly(onAwaiting) }), onUsage);
    signal.throwIfAborted();
    reportThought(answer, onThought);
    const judged = answer.violations === undefined ? judge(answer.output) : { violations: [...answer.violations] };
    if ('found' in judged) return judged;
    feedback = judged.violations;
    written = answer.written;
  }
  return { reasons: feedback, written };
}

const attempts = 3;

export const schemaViolations = (error: z.ZodError): Violation[] =>
  issuesOf(error).map((message) => ({ rule: 'schema', message }));

async function proposedLineup<K extends 'chair/propose_lineup' | 'chair/revise_lineup'>(
  kind: K,
  input: TaskInputs[K],
  asking: Asking,
): Promise<Debater[]> {
  const task = { id: 'lineup', kind, agent: 'chair', input };
  const found = await proposed({ task, judge: (output) => judgedLineup(kind, output) }, asking);
  if ('found' in found) return found.found;
  if (found.written === undefined)
    throw new PlanError(
      'lineup',
      'No lineup could be made of that. Name the debaters, for example "a data engineer, an auditor".',
    );
  throw new PlanError(
    'lineup_answer',
    'The model’s answer gives no lineup. Try again, choose another model, or name the debaters yourself.',
    answerDetail(found),
  );
}

const longestWritten = 400;

/** So that the user can see whether the model, the server or the topic is at fault. */
export function answerDetail({ reasons, written = '' }: NoProposal): string {
  const why = reasons.map(({ message }) => message).join(' ');
  const text = collapsed(written.replace(/[\p{Cc}\p{Cf}]+/gu, ' '));
  return `${cutText(why, longestWritten)} The model wrote: ${text === '' ? 'nothing.' : `“${cutText(text, longestWritten)}”`}`;
}

/** There is no panel yet; that a model is waited for is still reported. */
const awaitingOnly =
  (onAwaiting: LineupRequest['onAwaiting']): PerformContext['progress'] =>
  (event) => {
    if (event.kind === 'awaiting') onAwaiting?.(awaitingDetail(event));
    else if (event.kind === 'waiting') onAwaiting?.(event.reason);
    else if (event.kind === 'learned') onAwaiting?.(`${event.model} at ${event.place}: ${event.text}`);
  };

export function measuredThinking(plan: Pick<ModelPlan, 'models' | 'standard'>, tokens: number): MeasuredThinking {
  const proposer = proposerIn(plan);
  return proposer?.kind === 'model' ? { [formatModelRef(proposer)]: tokens } : {};
}

function reportThought({ output, usage }: Performance, onThought: LineupRequest['onThought']): void {
  if (usage === undefined || usage.estimated === true) return;
  onThought?.(Math.max(0, usage.output - estimatedTokens(JSON.stringify(output))));
}

async function counted(performing: Promise<Performance>, onUsage: LineupRequest['onUsage']): Promise<Performance> {
  try {
    const answer = await performing;
    if (answer.usage !== undefined) onUsage?.(answer.usage);
    return answer;
  } catch (error) {
    if (error instanceof TaskError && error.usage !== undefined) onUsage?.(error.usage);
    throw error;
  }
}

function judgedLineup(
  kind: 'chair/propose_lineup' | 'chair/revise_lineup',
  output: unknown,
): { found: Debater[] } | { violations: Violation[] } {
  const parsed = taskOutputs[kind].safeParse(output);
  if (!parsed.success) return { violations: schemaViolations(parsed.error) };
  try {
    return { found: checkedLineup(parsed.data.debaters.map(({ model = '', ...debater }) => ({ ...debater, model }))) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { violations: [{ rule: 'structure', message: error.message }] };
  }
}
