import type { Entry } from './entry';
import type {
  Debater,
  EntryType,
  Limits,
  SetupData,
  StepMark,
  UndecidedWhy,
  Usage,
  VerificationStatus,
} from './entryData';
import { writtenForHour } from './data/common';

/**
 * What every reader of a debate needs: the headers of all entries and the facts derived from them. Bodies are read by
 * seq on demand (`RecordView`), because 100,000 entries in memory cost 425 MB.
 */

export interface Header {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly phase: string;
  readonly speaker: string;
  readonly type: string;
  /** The entry's round, 0 outside the rounds. */
  readonly round: number;
  /** The step that wrote it. */
  readonly step: string | undefined;
  readonly kind: string | undefined;
  readonly urls: readonly string[];
  readonly rebuttalTo: number | null;
  readonly target: number | null;
}

export interface Turn {
  /** The step's id; for logs of other programs `phase/round/speaker`. */
  readonly id: string;
  readonly debater: string;
  readonly phase: string;
  readonly round: number;
  /** The entries of the turn; for a skipped turn the ruling on it. */
  readonly seqs: number[];
  readonly skipped: boolean;
}

export interface Finding {
  /** Seq of the latest entry on the source: the Verifier's result, or the user's statement. */
  readonly seq: number;
  /**
   * Seq of the Verifier's result in force; undefined if there is only a user's statement. Status and explanation are
   * that result's.
   */
  readonly check: number | undefined;
  readonly target: number;
  readonly url: string;
  readonly status: VerificationStatus;
  readonly explanation: string;
  readonly vouched: boolean;
  /** Verified, and nobody judged support. */
  readonly quoted?: true;
  /** Of a web page: its sketch, see `origins.ts`. */
  readonly sketch?: string;
  /** The result in force is of a check repeated on request. */
  readonly again?: true;
  /** Support was to be judged, and nobody answered. */
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
  /** Of a challenge: the Verifier's earlier status of the source. */
  readonly status: string | undefined;
}

interface Redaction {
  readonly by: number;
  readonly reason: string;
  readonly url: string | undefined;
  /**
   * Seq of the result that clears the source for which the entry was redacted. The entry stays redacted: nothing is
   * rewritten.
   */
  readonly overturned?: number;
}

export interface Conclusion {
  readonly seq: number;
  readonly outcome: string;
  readonly reason: string;
  /** Why the outcome is `undecided`, if the record says so. */
  readonly undecided?: UndecidedWhy;
}

/** Who had which seat from an entry on, until the next change. */
interface Seating extends Pick<DebateState, 'models' | 'setup' | 'debaters'> {
  readonly since: number;
}

interface SourceCorrection {
  by: number;
  seq: number;
  oldUrl: string;
  /** Undefined if a source was withdrawn without a replacement. */
  newUrl: string | undefined;
  reason: string;
  /** The withdrawn sentence; older records name none. */
  statement?: string;
}

export interface DebateState {
  readonly headers: readonly Header[];
  /** The setup in force: as recorded, with the evidence and the provider of later interventions. */
  readonly setup: SetupData | undefined;
  /** The version of the record, even if a later version's setup is otherwise unreadable. 0 if no Rostrum wrote one. */
  readonly version: number;
  /** The limits in force: the setup's, changed by later interventions. */
  readonly limits: Limits;
  readonly debaters: readonly Debater[];
  /** Who performs, by role or debater: the setup's, changed by later interventions. */
  readonly models: ReadonlyMap<string, string>;
  /** In the order of the record: the setup's, and another for each change. */
  readonly seatings: readonly Seating[];
  /** Steps that are closed, with the seq of their first entry. */
  readonly steps: ReadonlyMap<string, number>;
  readonly turns: readonly Turn[];
  /** 0 before the first round. */
  readonly round: number;
  readonly maxRoundsAnnounced: number | undefined;
  /** The latest finding per target and URL. */
  readonly findings: ReadonlyMap<number, ReadonlyMap<string, Finding>>;
  readonly rulings: readonly Ruling[];
  readonly redactions: ReadonlyMap<number, Redaction>;
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<number>>;
  readonly corrections: readonly SourceCorrection[];
  readonly questions: readonly { seq: number; to: string }[];
  readonly guidance: readonly { seq: number; text: string }[];
  /** How often the user asked a running engine to stop; it may be resumed. */
  readonly stopRequests: number;
  /** The user asked to conclude now: the remaining rounds and closings are skipped. */
  readonly concludeRequested: boolean;
  readonly conclusion: Conclusion | undefined;
  /** The entry in force per document name. */
  readonly documents: ReadonlyMap<string, number>;
  readonly failures: readonly { seq: number; step: string; reason: string }[];
  /** Active milliseconds: the steps' durations, without pauses and restarts. */
  readonly activeMs: number;
  /** The part of it until everybody was ready: models are loaded in it. */
  readonly readyMs: number;
  readonly usage: Usage;
  readonly usageBySpeaker: ReadonlyMap<string, Usage>;
  readonly sentPrompts: Iterable<SentPrompts>;
  /** The cost of each step that used a model, by kind (`costKind`). US dollars. */
  readonly stepCosts: ReadonlyMap<string, readonly number[]>;
  readonly lastTime: number;
  /** The facts that one format derives from the record; empty facts if there are none. */
  factsOf<T extends object>(kind: FactKind<T>): Readonly<T>;
}

/** The prompts sent to one model for one agent, in tokens. A cache is one model's: a change of model begins another. */
export interface SentPrompts {
  agent: string;
  /** Empty if the record names none. */
  model: string;
  sent: number;
  /** Of `sent`: read from the provider's cache. */
  read: number;
}

const noUsage = (): Usage => ({ input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 });

const usageKeys = ['input', 'cache_write', 'cache_read', 'output', 'usd'] as const;

/** A log may contain any number: sums stay finite, and whole ones exact. */
export const boundedSum = (sum: number, added: number): number => Math.min(sum + added, Number.MAX_SAFE_INTEGER);

/** A log may contain any number; nobody held a round beyond this one. */
const highestRound = 999_999;
export const roundFrom = (claimed: number): number => Math.min(claimed, highestRound);

/** The defaults of `product.md`, in force until a setup entry says otherwise. */
export const defaultLimits: Limits = { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null };

/** The fold's one accumulator. Only `evolve` writes to it. */
export class StateAccumulator implements DebateState {
  readonly headers: Header[] = [];
  setup: SetupData | undefined;
  version = 0;
  limits: Limits = { ...defaultLimits };
  debaters: readonly Debater[] = [];
  readonly models = new Map<string, string>();
  readonly seatings: Seating[] = [];
  readonly steps = new Map<string, number>();
  readonly turns: Turn[] = [];
  round = 0;
  maxRoundsAnnounced: number | undefined;
  readonly findings = new Map<number, Map<string, Finding>>();
  readonly rulings: Ruling[] = [];
  readonly redactions = new Map<number, Redaction>();
  readonly acknowledged = new Map<string, Set<number>>();
  readonly corrections: SourceCorrection[] = [];
  readonly questions: { seq: number; to: string }[] = [];
  readonly guidance: { seq: number; text: string }[] = [];
  stopRequests = 0;
  concludeRequested = false;
  conclusion: Conclusion | undefined;
  readonly documents = new Map<string, number>();
  readonly failures: { seq: number; step: string; reason: string }[] = [];
  activeMs = 0;
  readyMs = 0;
  usage = noUsage();
  readonly usageBySpeaker = new Map<string, Usage>();
  readonly #sentPrompts = new Map<string, SentPrompts>();
  readonly stepCosts = new Map<string, number[]>();
  lastTime = 0;
  /** Entries whose seq is not their position, first one wins: only in logs of writers without a lock. */
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
  // Binary fractions would fill the documents with digits; a millionth of a cent is nothing.
  total.usd = Math.round(total.usd * 1e8) / 1e8;
  if (usage.estimated === true) total.estimated = true;
  if (usage.unpriced === true) total.unpriced = true;
}

/** The header of the entry with this seq, the first one if the log has it twice; else undefined. */
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

/** The results in force on what an entry cites; one on another address is held against nobody, and for nobody. */
export function findingsOn(state: DebateState, target: number): Finding[] {
  const cited = headerOf(state, target)?.urls ?? [];
  return [...(state.findings.get(target)?.values() ?? [])].filter(({ url }) => cited.includes(url));
}

export const allFindings = (state: DebateState): Finding[] =>
  [...state.findings.keys()].flatMap((target) => findingsOn(state, target));

/** Whether the Verifier has looked: a user's statement checks nothing. */
export function isChecked(state: DebateState, target: number, url: string): boolean {
  return findingOn(state, target, url)?.check !== undefined;
}

/** Rulings on a source, or on its entry regardless of the source. */
export function isRuledOn(state: DebateState, target: number, url: string): boolean {
  return state.redactions.has(target) || state.rulings.some((ruling) => ruling.target === target && ruling.url === url);
}

/**
 * Whether a warning of the Chair on this source is in force: on a finding of the Verifier, or by upholding a challenge.
 */
export function isWarnedOf(state: DebateState, target: number, url: string): boolean {
  return warningOf(state, target, url) !== undefined;
}

/** The first warning since the Chair last withdrew one. */
export function warningOf(state: DebateState, target: number, url: string): Ruling | undefined {
  const rulings = state.rulings.filter((ruling) => ruling.target === target && ruling.url === url);
  const since = rulings.findLastIndex((ruling) => ruling.kind === 'reconsidered') + 1;
  return rulings
    .slice(since)
    .find((ruling) => ruling.kind === 'unreliable' || (ruling.kind === 'challenge' && ruling.status === 'unreliable'));
}

/** Whether an unreliable source was replaced under rule 17 by a verified one, or withdrawn with its statement. */
export const isCorrected = (state: DebateState, target: number, url: string): boolean =>
  state.corrections.some(({ seq, oldUrl, ...made }) => seq === target && oldUrl === url && holds(state, made));

/** Whether a correction puts right what it is about. */
export const holds = (
  state: DebateState,
  { by, newUrl, statement }: Pick<SourceCorrection, 'by' | 'newUrl' | 'statement'>,
): boolean =>
  !isRedacted(state, by) &&
  (newUrl === undefined ? statement !== undefined : findingOn(state, by, newUrl)?.status === 'verified');

/** Debaters with a fabricated source in force: they keep their turns and cannot win. */
export function barredDebaters(state: DebateState): string[] {
  const fabricated = allFindings(state).filter(({ status }) => status === 'fabricated');
  const barred = new Set(fabricated.map(({ target }) => headerOf(state, target)?.speaker));
  return state.debaters.map((debater) => debater.name).filter((name) => barred.has(name));
}

/** An entry's sources whose verification is due: the first five (rule 16). */
export function owedSources(header: Header): readonly string[] {
  return [...new Set(header.urls.slice(0, 5))];
}

/** The entry types whose sources are verified. */
export function citesSources(entry: Pick<Entry, 'type'> | Header): boolean {
  return citingTypes.has(entry.type);
}

const citingTypes: ReadonlySet<string> = new Set([
  'opening_statement',
  'new_point',
  'rebuttal',
  'conjecture',
  'closing_statement',
  'clarification_request',
  'source_challenge',
  'defense',
  'critique',
  'argument',
]);

/**
 * Facts that one format derives from the record: its part of the one fold. The state keeps them; `state.factsOf(kind)`
 * reads them. They are made when the first entry of one of these types comes. `evolve` is called once per entry, after
 * the state's own update; it must be deterministic and take time in proportion to the entry.
 */
export interface FactKind<T extends object> {
  readonly name: string;
  readonly types: readonly EntryType[];
  create(): T;
  evolve(facts: T, entry: Entry, state: DebateState, header: Header): void;
}

/** Marks a kind as the key to facts of its own type, which the type of a list cannot express. */
export const factKind = <T extends object>(kind: FactKind<T>): FactKind<object> => kind;
