import { formatIn } from '../../debate/formats/formatName';
import { formatNamed, formats } from '../../debate/formats/registry';
import { importedProvider, type SetupData } from '../../debate/log/entryData';
import { type DebateState, isDebater } from '../../debate/fold/state';
import { areDocumentsSpeaking, isExtractive } from '../../debate/flow/seats';
import type { Format } from '../../debate/flow/step';
import { newerVersionReason } from '../../debate/fold/versions';
import { providerNames, type ProviderName } from '../plan/modelPlan';
import { PlanError } from '../plan/planError';
import { providerOf } from '../../projections/headAndTail';

/** `reason` completes "… cannot be run:" and is also a sentence of its own. */
export type Runnability =
  | { ok: true; setup: SetupData; format: Format; provider: ProviderName }
  | { ok: false; code: 'not_runnable' | 'version' | 'format' | 'provider'; reason: string };

const providers: ReadonlySet<string> = new Set(providerNames);

export const canRun = (debate: {
  format: string | undefined;
  provider: string | undefined;
  version: number;
}): boolean =>
  newerVersionReason(debate) === undefined && formatNamed(debate.format) !== undefined && isProvider(debate.provider);

/** Judges by the record alone: not by the lease, nor by whether script and evidence still exist. */
export function runnability(state: DebateState): Runnability {
  const { setup, headers } = state;
  const newer = newerVersionReason(state);
  if (newer !== undefined) return { ok: false, code: 'version', reason: newer };
  if (setup === undefined) {
    const reason =
      headers.length === 0
        ? 'There is no debate in it (no debate-log.jsonl with a setup entry).'
        : 'Its log has no setup that Rostrum wrote: it can be read and checked, not run.';
    return { ok: false, code: 'not_runnable', reason };
  }
  const format = formatNamed(setup.format);
  if (format === undefined) {
    const reason = `This version runs debates of the formats ${formats.map(({ name }) => name).join(', ')}; ${setup.format} debates can be read, not run.`;
    return { ok: false, code: 'format', reason };
  }
  const provider = providerOf(setup);
  if (isProvider(provider)) return { ok: true, setup, format, provider };
  if (lacksPerformers(state)) {
    const reason =
      'Another system held it. To go on with it, say who argues from now on and what may be cited: a provider, and evidence.';
    return { ok: false, code: 'provider', reason };
  }
  const reason = `This version has no provider "${provider ?? 'unknown'}"; it has ${providerNames.join(', ')}.`;
  return { ok: false, code: 'provider', reason };
}

interface Seating {
  /** Models that the change would seat. */
  models?: Readonly<Record<string, string>>;
  provider?: string | undefined;
  /** Set if the user asks for more of a finished debate. */
  isExtended?: boolean;
}

/** Debaters and judges of this record that have no performer. */
function unseated(state: DebateState, { models = {}, provider, isExtended = false }: Seating): string[] {
  const { setup, debaters } = state;
  const format = formatNamed(setup?.format);
  if (format === undefined || state.concludeRequested) return [];
  if (!isExtended && format.decide(state).length === 0) return [];
  const seated = {
    debaters,
    // A given provider replaces the performers of an imported debate.
    models: new Map([
      ...[...state.models].filter(([, named]) => provider === undefined || named !== importedProvider),
      ...Object.entries(models),
    ]),
    setup: setup === undefined || provider === undefined ? setup : { ...setup, provider },
  };
  const isSpeaking = areDocumentsSpeaking(state);
  const mute = debaters.filter(({ document }) => !isSpeaking || document === undefined).map(({ name }) => name);
  const judges = format.seats === undefined ? [] : format.roles.filter((role) => role === 'judge');
  return [...mute, ...judges].filter((name) => isExtractive(seated, name));
}

/** Whether the debate can continue without a model or a person in these seats. */
export const canBeOffline = (state: DebateState, seats: readonly string[]): boolean =>
  !unseated(state, { models: Object.fromEntries(seats.map((seat) => [seat, 'offline'])) }).some((name) =>
    seats.includes(name),
  );

/** Offline, no performer can continue a debate in which code filled the seats. @throws PlanError `offline_seats` */
export function refuseUnseated(state: DebateState, seating: Seating = {}): void {
  const empty = unseated(state, seating);
  if (empty.length === 0) return;
  throw new PlanError(
    'offline_seats',
    `Nobody performs ${empty.join(', ')} any more: offline, only documents speak. Go on with a model (--provider anthropic --model ID), with people (--models ${empty[0] ?? ''}=human,…), or end the debate (--conclude). To see a whole debate, play a sample (rostrum run --sample).`,
  );
}

/** Refuses work on a later version's debate, or on one in an unknown format. @throws PlanError `version`, `format`. */
export function refuseUnreadable(state: DebateState): void {
  const found = runnability(state);
  if (!found.ok && (found.code === 'version' || found.code === 'format')) throw new PlanError(found.code, found.reason);
}

/** Whether another system held the debate, so that its performers must be chosen first. */
export const lacksPerformers = ({ setup }: DebateState): boolean =>
  setup !== undefined && providerOf(setup) === importedProvider;

const isProvider = (name: string | undefined): name is ProviderName => name !== undefined && providers.has(name);

/** Characters that a user may add to a running debate at once. */
export const maximumWordsLength = 4_000;

export function checkedWords(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new PlanError('words_empty', `${what} is empty.`);
  if (trimmed.length <= maximumWordsLength) return trimmed;
  throw new PlanError(
    'words_too_long',
    `${what} has ${trimmed.length} characters; at most ${maximumWordsLength} are allowed. Shorten it.`,
  );
}

export function refuseWithoutSetup(state: DebateState): void {
  refuseUnreadable(state);
  if (state.setup !== undefined) return;
  throw new PlanError(
    'not_runnable',
    'This record was not made by Rostrum: nobody runs it, so nothing can be said to its debaters.',
  );
}

export function refuseConcluded(state: DebateState): void {
  refuseWithoutSetup(state);
  if (state.conclusion === undefined) return;
  throw new PlanError(
    'debate_over',
    `The debate is over: it was concluded with the outcome ${state.conclusion.outcome} (seq ${state.conclusion.seq}).`,
  );
}

export function refuseWithoutPassages(state: DebateState): void {
  const why = formatNamed(state.setup?.format)?.noMore?.(state);
  if (why === undefined) return;
  throw new PlanError('no_passage', `${why} Give the sides to language models or people to go on.`);
}

/** `what` begins the sentence, for example “Further exchanges”. */
export function refuseWithout(ability: 'noMore' | 'canSkip', state: DebateState, what: string): void {
  const own = state.setup?.format;
  if (formatNamed(own)?.[ability] !== undefined) return;
  const able = formats.filter((format) => format[ability] !== undefined).map(({ name }) => name);
  throw new PlanError(
    'format',
    `${what} belong${/s$/.test(what) ? '' : 's'} to debates of the format ${able.join(' or ')}; this is a ${own ?? 'foreign'} debate.`,
  );
}

export function debaterNamed(state: DebateState, name: string): string {
  if (isDebater(state, name)) return name;
  const names = state.debaters.map((debater) => debater.name).join(', ');
  throw new PlanError('unknown_debater', `"${name}" is no debater of this debate; ask one of ${names}.`);
}

/** Refuses a question to a debater who has no turn left. */
export function refuseWithoutTurn(state: DebateState, name: string): void {
  const why = state.concludeRequested
    ? 'The debate is about to be concluded'
    : formatNamed(state.setup?.format)?.noTurnLeft?.(state, name);
  if (why === undefined) return;
  throw new PlanError('no_turn_left', `${why}: ${name} has no turn left in which to answer.`);
}

/** The budget that is used up; undefined if the debate can end without more. `released`: how its last run ended. */
export function spentBudget(state: DebateState, released?: string): 'money' | 'time' | undefined {
  const { setup, limits, usage, concludeRequested, conclusion } = state;
  if (concludeRequested) return undefined;
  const isTooLittle = released === 'budget' && state.headers.at(-1)?.type !== 'intervention';
  if (limits.budget_usd !== null && (isTooLittle || usage.usd >= limits.budget_usd) && isAsking(state)) return 'money';
  if (conclusion !== undefined) return undefined;
  return formatNamed(formatIn(setup))?.isOutOfTime?.(state) === true ? 'time' : undefined;
}

function isAsking(state: DebateState): boolean {
  const steps = state.setup === undefined ? undefined : formatNamed(state.setup.format)?.decide(state);
  return steps?.some(({ tasks }) => tasks.length > 0) ?? true;
}
