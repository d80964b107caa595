import { debaterTypes, type Entry } from '../log/entry';
import type {
  Debater,
  EntryType,
  Limits,
  OpenPoint,
  Point,
  SetupData,
  StepMark,
  UndecidedWhy,
  Usage,
  VerificationStatus,
} from '../log/entryData';
import { writtenForHour } from '../log/data/common';

/**
 * Headers of all entries and the facts derived from them. Bodies are read by seq on demand (`RecordView`): 100,000 in
 * memory cost 425 MB.
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
  readonly step: string | undefined;
  readonly kind: string | undefined;
  readonly urls: readonly string[];
  readonly rebuttalTo: number | null;
  readonly target: number | null;
}

export interface Turn {
  /** For logs of other programs `phase/round/speaker`. */
  readonly id: string;
  readonly debater: string;
  readonly phase: string;
  readonly round: number;
  /** Of a skipped turn, the ruling on it. */
  readonly seqs: number[];
  readonly skipped: boolean;
}

export interface Finding {
  /** The latest entry on the source: the Verifier's result, or the user's statement. */
  readonly seq: number;
  /**
   * The Verifier's result in force, which status and explanation are of; undefined if there is only a user's statement.
   */
  readonly check: number | undefined;
  readonly target: number;
  readonly url: string;
  readonly status: VerificationStatus;
  readonly explanation: string;
  readonly vouched: boolean;
  /** Verified, and nobody judged support. */
  readonly quoted?: true;
  /** A figure of the claim does not stand in the source. */
  readonly figuresFail?: true;
  /** Of a web page, see `origins.ts`. */
  readonly sketch?: string;
  /** The check was repeated on request. */
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
  /** Of a challenge: the Verifier's earlier status. */
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
}

/** The topic's question answered, what is accepted by the end, and what is open. */
export interface Answered {
  answer: Point;
  agreed: readonly Point[];
  open: readonly OpenPoint[];
}

/** Who had which seat from an entry on, until the next change. */
interface Seating extends Pick<DebateState, 'models' | 'setup' | 'debaters'> {
  readonly since: number;
}

interface SourceCorrection {
  by: number;
  seq: number;
  oldUrl: string;
  /** Withdrawn without a replacement if undefined. */
  newUrl: string | undefined;
  reason: string;
  /** Older records name none. */
  statement?: string;
}

/** The state as everybody but the fold sees it. */
export type DebateState = Seen<Omit<StateAccumulator, 'irregular' | 'seatedSince' | 'addUsage' | 'factsOf'>> & {
  /** Empty facts if there are none. */
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

/** In tokens, to one model for one agent: a change of model begins another cache. */
export interface SentPrompts {
  agent: string;
  /** Empty if the record names none. */
  model: string;
  sent: number;
  /** Of `sent`, from the provider's cache. */
  read: number;
}

const noUsage = (): Usage => ({ input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 });

const usageKeys = ['input', 'cache_write', 'cache_read', 'output', 'usd'] as const;

/** A log may contain any number: sums stay finite, whole ones exact. */
export const boundedSum = (sum: number, added: number): number => Math.min(sum + added, Number.MAX_SAFE_INTEGER);

/** Nobody held a round beyond this one. */
const highestRound = 999_999;
export const roundFrom = (claimed: number): number => Math.min(claimed, highestRound);

/** In force until a setup entry says otherwise (`product.md`). */
export const defaultLimits: Limits = { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null };

/** Only `evolve` writes to it. */
export class StateAccumulator {
  readonly headers: Header[] = [];
  /** As recorded, with evidence and provider of later interventions. */
  setup: SetupData | undefined;
  /** Even of a later version's setup that is otherwise unreadable. 0 if no Rostrum wrote one. */
  version = 0;
  limits: Limits = { ...defaultLimits };
  debaters: readonly Debater[] = [];
  /** By role or debater. */
  readonly models = new Map<string, string>();
  /** The setup's, and another for each change. */
  readonly seatings: Seating[] = [];
  /** Closed, with the seq of their first entry. */
  readonly steps = new Map<string, number>();
  readonly turns: Turn[] = [];
  /** 0 before the first round. */
  round = 0;
  maxRoundsAnnounced: number | undefined;
  /** The latest per target and URL. */
  readonly findings = new Map<number, Map<string, Finding>>();
  readonly rulings: Ruling[] = [];
  readonly redactions = new Map<number, Redaction>();
  /** By debater: what it has taken up, and what it was told of, ignored, and was ruled on for. */
  readonly acknowledged = new Map<string, Set<number>>();
  /** Entries that ignore duties which their author was told of. */
  readonly ignored: { seq: number; debater: string; duties: readonly number[] }[] = [];
  readonly corrections: SourceCorrection[] = [];
  readonly questions: { seq: number; to: string }[] = [];
  readonly guidance: { seq: number; text: string }[] = [];
  /** A stopped debate may be resumed. */
  stopRequests = 0;
  /** The remaining rounds and closings are skipped. */
  concludeRequested = false;
  conclusion: Conclusion | undefined;
  /** Of whoever concludes, and where it stands. */
  answer: (Answered & { seq: number }) | undefined;
  /** In force, by name. */
  readonly documents = new Map<string, number>();
  readonly failures: { seq: number; step: string; reason: string }[] = [];
  /** Without pauses and restarts. */
  activeMs = 0;
  /** The part of it until everybody was ready: models are loaded in it. */
  readyMs = 0;
  usage = noUsage();
  readonly usageBySpeaker = new Map<string, Usage>();
  readonly #sentPrompts = new Map<string, SentPrompts>();
  /** US dollars of each step that used a model, by `costKind`. */
  readonly stepCosts = new Map<string, number[]>();
  lastTime = 0;
  /** Whose seq is not their position, first one wins: only in logs of writers without a lock. */
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

/** The first one if the log has the seq twice. */
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

/** A result on another address is held against nobody, and for nobody. */
export function findingsOn(state: DebateState, target: number): Finding[] {
  const cited = headerOf(state, target)?.urls ?? [];
  return [...(state.findings.get(target)?.values() ?? [])].filter(({ url }) => cited.includes(url));
}

export const allFindings = (state: DebateState): Finding[] =>
  [...state.findings.keys()].flatMap((target) => findingsOn(state, target));

/** A user's statement checks nothing. */
export function isChecked(state: DebateState, target: number, url: string): boolean {
  return findingOn(state, target, url)?.check !== undefined;
}

/** Rulings on a source, or on its entry regardless of the source. */
export function isRuledOn(state: DebateState, target: number, url: string): boolean {
  return state.redactions.has(target) || state.rulings.some((ruling) => ruling.target === target && ruling.url === url);
}

export function isWarnedOf(state: DebateState, target: number, url: string): boolean {
  return warningOf(state, target, url) !== undefined;
}

/** Since the Chair last withdrew one: on a finding of the Verifier, or by upholding a challenge. */
export function warningOf(state: DebateState, target: number, url: string): Ruling | undefined {
  const rulings = state.rulings.filter((ruling) => ruling.target === target && ruling.url === url);
  const since = rulings.findLastIndex((ruling) => ruling.kind === 'reconsidered') + 1;
  return rulings
    .slice(since)
    .find((ruling) => ruling.kind === 'unreliable' || (ruling.kind === 'challenge' && ruling.status === 'unreliable'));
}

export type Settlement = 'corrected' | 'withdrawn';

/** How a source was set right under rule 17: replaced by what a verified source says, or withdrawn with its statement. */
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

/** By a fabricated source in force: they keep their turns and cannot win. */
export function barredDebaters(state: DebateState): string[] {
  const fabricated = allFindings(state).filter(({ status }) => status === 'fabricated');
  const barred = new Set(fabricated.map(({ target }) => headerOf(state, target)?.speaker));
  return state.debaters.map((debater) => debater.name).filter((name) => barred.has(name));
}

/** The first five are verified (rule 16). */
export function owedSources(header: Header): readonly string[] {
  return [...new Set(header.urls.slice(0, 5))];
}

export const citesSources = ({ type }: Pick<Entry, 'type'>): boolean => debaterTypes.has(type);

/**
 * One format's part of the fold, kept by the state from the first entry of one of these types on. `evolve` is called
 * once per entry, after the state's own update; it must be deterministic and take time in proportion to the entry.
 */
export interface FactKind<T extends object> {
  readonly name: string;
  readonly types: readonly EntryType[];
  create(): T;
  evolve(facts: T, entry: Entry, state: DebateState, header: Header): void;
}

/** The type of a list cannot express that each kind has facts of its own type. */
export const factKind = <T extends object>(kind: FactKind<T>): FactKind<object> => kind;
