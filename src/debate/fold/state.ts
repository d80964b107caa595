import { debaterTypes, type Entry } from '../log/entry';
import type {
  Debater,
  EntryType,
  Limits,
  OpenPoint,
  Point,
  SetupData,
  StepMark,
  Tally,
  UndecidedWhy,
  Usage,
  VerificationStatus,
} from '../log/entryData';
import { writtenForHour } from '../log/data/common';

/**
 * Headers of all entries and the facts derived from them. Bodies are read by seq on demand (`RecordView`), because
 * 100,000 in memory cost 425 MB.
 */

export interface Header {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly phase: string;
  readonly speaker: string;
  readonly type: string;
  /** Round of the entry; 0 outside the rounds. */
  readonly round: number;
  readonly step: string | undefined;
  readonly kind: string | undefined;
  readonly urls: readonly string[];
  readonly rebuttalTo: number | null;
  readonly target: number | null;
}

export interface Turn {
  /** Id of the step; `phase/round/speaker` in logs of other programs. */
  readonly id: string;
  readonly debater: string;
  readonly phase: string;
  readonly round: number;
  /** Seqs of the turn's entries; for a skipped turn, of the ruling on it. */
  readonly seqs: number[];
  readonly skipped: boolean;
}

export interface Finding {
  /** The latest entry on the source: the Verifier's result, or the user's statement. */
  readonly seq: number;
  /**
   * The Verifier's current result, from which status and explanation come; undefined if there is only a user's
   * statement.
   */
  readonly check: number | undefined;
  readonly target: number;
  readonly url: string;
  readonly status: VerificationStatus;
  readonly explanation: string;
  readonly vouched: boolean;
  /** Set if the source is verified, but its support was not judged. */
  readonly quoted?: true;
  /** Set if a figure of the claim is not in the source. */
  readonly figuresFail?: true;
  /** Sketch of a web page, see `origins.ts`. */
  readonly sketch?: string;
  /** Set if the check was repeated on request. */
  readonly again?: true;
  /** Set if support should have been judged, but no performer answered. */
  readonly unanswered?: true;
}

export interface Ruling {
  readonly seq: number;
  readonly kind: string;
  readonly target: number | null;
  readonly rule: string | undefined;
  readonly reason: string;
  readonly url: string | undefined;
  readonly debater: string | undefined;
  /** The Verifier's status before the challenge. */
  readonly status: string | undefined;
}

interface Redaction {
  readonly by: number;
  readonly reason: string;
  readonly url: string | undefined;
  /** The result that clears the source. The entry stays redacted: nothing is rewritten. */
  readonly overturned?: number;
}

export interface Conclusion {
  readonly seq: number;
  readonly outcome: string;
  readonly reason: string;
  readonly undecided?: UndecidedWhy;
  /** How judges decided, where any sat. */
  readonly tally?: Tally;
}

/** The answer to the topic's question, the points accepted by the end, and the open ones. */
export interface Answered {
  answer: Point;
  agreed: readonly Point[];
  open: readonly OpenPoint[];
}

/** Holders of the seats from an entry on, until the next change. */
interface Seating extends Pick<DebateState, 'models' | 'setup' | 'debaters'> {
  readonly since: number;
}

interface SourceCorrection {
  by: number;
  seq: number;
  oldUrl: string;
  /** Replacement; undefined if the source was withdrawn. */
  newUrl: string | undefined;
  reason: string;
  /** The corrected statement; older records name none. */
  statement?: string;
}

/** The state, read-only for everyone but the fold. */
export type DebateState = Seen<Omit<StateAccumulator, 'irregular' | 'seatedSince' | 'addUsage' | 'factsOf'>> & {
  /** Facts of a format; empty if there are none. */
  factsOf<T extends object>(kind: FactKind<T>): Readonly<T>;
};

type Seen<T> = { readonly [K in keyof T]: SeenValue<T[K]> };

type SeenValue<V> =
  V extends Map<infer Key, infer Value>
    ? ReadonlyMap<Key, SeenValue<Value>>
    : V extends Set<infer Item>
      ? ReadonlySet<Item>
      : V extends (infer Item)[]
        ? readonly Item[]
        : V;

/** Tokens sent to one model for one agent; another model has a cache of its own. */
export interface SentPrompts {
  agent: string;
  /** Model; empty if the record names none. */
  model: string;
  sent: number;
  /** The part of `sent` that came from the provider's cache. */
  read: number;
}

const noUsage = (): Usage => ({ input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 });

const usageKeys = ['input', 'cache_write', 'cache_read', 'output', 'usd'] as const;

/** Adds numbers of a log, which may be of any size: sums stay finite, and sums of integers exact. */
export const boundedSum = (sum: number, added: number): number => Math.min(sum + added, Number.MAX_SAFE_INTEGER);

/** Highest possible round number. */
const highestRound = 999_999;
export const roundFrom = (claimed: number): number => Math.min(claimed, highestRound);

/** Limits until a setup entry says otherwise. */
export const defaultLimits: Limits = { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null };

/** Builds the state; only `evolve` writes to it. */
export class StateAccumulator {
  readonly headers: Header[] = [];
  /** Setup as recorded, with evidence and provider from later interventions. */
  setup: SetupData | undefined;
  /**
   * Version of the record, even of a later version's setup that is otherwise unreadable; 0 if Rostrum did not write
   * one.
   */
  version = 0;
  limits: Limits = { ...defaultLimits };
  debaters: readonly Debater[] = [];
  /** Models by role or debater. */
  readonly models = new Map<string, string>();
  /** The setup's seats, and another set for each change. */
  readonly seatings: Seating[] = [];
  /** Closed steps, with the seq of their first entry. */
  readonly steps = new Map<string, number>();
  readonly turns: Turn[] = [];
  /** Current round; 0 before the first. */
  round = 0;
  maxRoundsAnnounced: number | undefined;
  /** The latest finding per target and URL. */
  readonly findings = new Map<number, Map<string, Finding>>();
  readonly rulings: Ruling[] = [];
  readonly redactions = new Map<number, Redaction>();
  /** Duties by debater that are settled: fulfilled, or ignored and ruled on. */
  readonly acknowledged = new Map<string, Set<number>>();
  /** Entries that ignore duties which their author was given. */
  readonly ignored: { seq: number; debater: string; duties: readonly number[] }[] = [];
  readonly corrections: SourceCorrection[] = [];
  readonly questions: { seq: number; to: string }[] = [];
  readonly guidance: { seq: number; text: string }[] = [];
  /** Number of requests to stop; a stopped debate may be resumed. */
  stopRequests = 0;
  /** Whether the user asked to conclude: the remaining rounds and closings are skipped. */
  concludeRequested = false;
  conclusion: Conclusion | undefined;
  /** The concluding role's answer, and its entry. */
  answer: (Answered & { seq: number }) | undefined;
  /** Seqs of the current documents by name. */
  readonly documents = new Map<string, number>();
  readonly failures: { seq: number; step: string; reason: string }[] = [];
  /** Active time without pauses and restarts. */
  activeMs = 0;
  /** The time that the debate ran, with its pace and its waits, without pauses: the one clock that people are shown. */
  elapsedMs = 0;
  /** When the last step was logged. Pauses show as gaps behind it. */
  lastStepTime = 0;
  /** The part of the active time until all agents were ready, in which models are loaded. */
  readyMs = 0;
  usage = noUsage();
  readonly usageBySpeaker = new Map<string, Usage>();
  readonly #sentPrompts = new Map<string, SentPrompts>();
  /** US dollars of each step that used a model, by `costKind`. */
  readonly stepCosts = new Map<string, number[]>();
  lastTime = 0;
  /**
   * Headers whose seq is not their position; the first one counts. They occur only in logs of writers without a lock.
   */
  readonly irregular = new Map<number, Header>();

  readonly #facts = new Map<FactKind<object>, object>();

  factsOf<T extends object>(kind: FactKind<T>): T {
    const key = factKind(kind);
    const known = this.#facts.get(key) as T | undefined;
    if (known !== undefined) return known;
    const made = kind.create();
    this.#facts.set(key, made);
    return made;
  }

  seatedSince(since: number): void {
    this.seatings.push({ since, models: new Map(this.models), setup: this.setup, debaters: this.debaters });
  }

  get sentPrompts(): Iterable<SentPrompts> {
    return this.#sentPrompts.values();
  }

  addUsage(speaker: string, { usage, usage_by: shares }: Pick<StepMark, 'usage' | 'usage_by'>): void {
    if (usage === undefined) return;
    addTo(this.usage, usage);
    for (const [agent, share] of Object.entries(shares ?? { [speaker]: usage })) {
      const mine = this.usageBySpeaker.get(agent) ?? noUsage();
      addTo(mine, share);
      this.usageBySpeaker.set(agent, mine);
      this.#addPrompts(agent, share);
    }
  }

  #addPrompts(agent: string, { input, cache_write, cache_read }: Usage): void {
    const model = this.models.get(agent) ?? '';
    const key = JSON.stringify([agent, model]);
    const { sent, read } = this.#sentPrompts.get(key) ?? { sent: 0, read: 0 };
    const added = boundedSum(boundedSum(input, cache_write), cache_read);
    this.#sentPrompts.set(key, { agent, model, sent: boundedSum(sent, added), read: boundedSum(read, cache_read) });
  }
}

function addTo(total: Usage, usage: Usage): void {
  Object.assign(total, writtenForHour(total, usage));
  for (const key of usageKeys) total[key] = boundedSum(total[key], usage[key]);
  // Rounded to a millionth of a cent: binary fractions would fill the documents with digits.
  total.usd = Math.round(total.usd * 1e8) / 1e8;
  if (usage.estimated === true) total.estimated = true;
  if (usage.unpriced === true) total.unpriced = true;
}

/** Returns the first header if the log has the seq twice. */
export function headerOf(state: DebateState, seq: number): Header | undefined {
  const irregular = state instanceof StateAccumulator ? state.irregular.get(seq) : undefined;
  if (irregular !== undefined) return irregular;
  const direct = state.headers[seq];
  if (direct?.seq === seq) return direct;
  return state instanceof StateAccumulator ? undefined : state.headers.find((header) => header.seq === seq);
}

export const hasStep = (state: DebateState, id: string): boolean => state.steps.has(id);

export const isDebater = (state: DebateState, name: string): boolean =>
  state.debaters.some((debater) => debater.name === name);

export const isRedacted = (state: Pick<DebateState, 'redactions'>, seq: number): boolean => state.redactions.has(seq);

export function findingOn(state: DebateState, target: number, url: string): Finding | undefined {
  return state.findings.get(target)?.get(url);
}

/** Findings on the entry's own sources; a result on another address counts for nothing. */
export function findingsOn(state: DebateState, target: number): Finding[] {
  const cited = headerOf(state, target)?.urls ?? [];
  return [...(state.findings.get(target)?.values() ?? [])].filter(({ url }) => cited.includes(url));
}

export const allFindings = (state: DebateState): Finding[] =>
  [...state.findings.keys()].flatMap((target) => findingsOn(state, target));

/** Whether the Verifier checked the source; a user's statement is no check. */
export function isChecked(state: DebateState, target: number, url: string): boolean {
  return findingOn(state, target, url)?.check !== undefined;
}

/** Whether there is a ruling on the source, or on its entry regardless of the source. */
export function isRuledOn(state: DebateState, target: number, url: string): boolean {
  return state.redactions.has(target) || state.rulings.some((ruling) => ruling.target === target && ruling.url === url);
}

export function isWarnedOf(state: DebateState, target: number, url: string): boolean {
  return warningOf(state, target, url) !== undefined;
}

/**
 * The current warning on a source, from a finding of the Verifier or an upheld challenge; a withdrawn one does not
 * count.
 */
export function warningOf(state: DebateState, target: number, url: string): Ruling | undefined {
  const rulings = state.rulings.filter((ruling) => ruling.target === target && ruling.url === url);
  const since = rulings.findLastIndex((ruling) => ruling.kind === 'reconsidered') + 1;
  return rulings
    .slice(since)
    .find((ruling) => ruling.kind === 'unreliable' || (ruling.kind === 'challenge' && ruling.status === 'unreliable'));
}

export type Settlement = 'corrected' | 'withdrawn';

/** How a source was corrected under rule 17: replaced by a verified source's statement, or withdrawn with its own. */
export function settlementOf(state: DebateState, target: number, url: string): Settlement | undefined {
  const made = state.corrections.filter(
    (correction) => correction.seq === target && correction.oldUrl === url && holds(state, correction),
  );
  if (made.length === 0) return undefined;
  return made.some(({ newUrl }) => newUrl !== undefined) ? 'corrected' : 'withdrawn';
}

export const isCorrected = (state: DebateState, target: number, url: string): boolean =>
  settlementOf(state, target, url) !== undefined;

export const holds = (
  state: DebateState,
  { by, newUrl, statement }: Pick<SourceCorrection, 'by' | 'newUrl' | 'statement'>,
): boolean =>
  !isRedacted(state, by) &&
  (newUrl === undefined ? statement !== undefined : findingOn(state, by, newUrl)?.status === 'verified');

/** Debaters with a fabricated source that is not cleared: they keep their turns and cannot win. */
export function barredDebaters(state: DebateState): string[] {
  const fabricated = allFindings(state).filter(({ status }) => status === 'fabricated');
  const barred = new Set(fabricated.map(({ target }) => headerOf(state, target)?.speaker));
  return state.debaters.map((debater) => debater.name).filter((name) => barred.has(name));
}

/** Sources that must be verified: the first five (rule 16). */
export function owedSources(header: Header): readonly string[] {
  return [...new Set(header.urls.slice(0, 5))];
}

export const citesSources = ({ type }: Pick<Entry, 'type'>): boolean => debaterTypes.has(type);

/**
 * One format's part of the fold, kept by the state from the first entry of one of its types on. `evolve` is called once
 * per entry, after the state's own update; it must be deterministic and take time in proportion to the entry.
 */
export interface FactKind<T extends object> {
  readonly name: string;
  readonly types: readonly EntryType[];
  create(): T;
  evolve(facts: T, entry: Entry, state: DebateState, header: Header): void;
}

/** Erases the type of a kind's facts, because a list's type cannot express that each kind has its own. */
export const factKind = <T extends object>(kind: FactKind<T>): FactKind<object> => kind;
