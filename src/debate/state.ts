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
 * What every reader of a debate knows: headers of all entries and the facts derived from them. Bodies are read by seq on
 * demand (`RecordView`), because 100,000 entries kept whole cost 425 MB.
 */

export interface Header {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly phase: string;
  readonly speaker: string;
  readonly type: string;
  /** The round it belongs to, 0 outside the rounds. */
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
  /** The entries of the turn; for a skipped turn the ruling that skipped it. */
  readonly seqs: number[];
  readonly skipped: boolean;
}

export interface Finding {
  /** Seq of the latest entry on the source: the Verifier's result, or the user's word for it. */
  readonly seq: number;
  /** Seq of the Verifier's result in force; undefined where there is only a user's word. Status and explanation are that result's. */
  readonly check: number | undefined;
  readonly target: number;
  readonly url: string;
  readonly status: VerificationStatus;
  readonly explanation: string;
  readonly vouched: boolean;
  /** Verified, and nobody judged what it is quoted for. */
  readonly quoted?: true;
  /** Of a page of the web: its text in short, see `origins.ts`. */
  readonly sketch?: string;
  /** The result in force is of a check that somebody asked for once more. */
  readonly again?: true;
  /** Whether it supports what is said was asked, and nobody answered. */
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
  /** Of a challenge: how the Verifier had found the source. */
  readonly status: string | undefined;
}

export interface Redaction {
  readonly by: number;
  readonly reason: string;
  readonly url: string | undefined;
  /**
   * Seq of the result by which the source that the entry was struck for is not held to be fabricated any more. The entry stays struck:
   * nothing is rewritten.
   */
  readonly overturned?: number;
}

export interface Conclusion {
  readonly seq: number;
  readonly outcome: string;
  readonly reason: string;
  /** Why the outcome is `undecided`, where it is and the record says so. */
  readonly undecided?: UndecidedWhy;
  /** The extractive performer held the seat that concluded, or may have: nobody weighed, unless a script did. */
  readonly isExtractive?: true;
}

interface SourceCorrection {
  by: number;
  seq: number;
  oldUrl: string;
  /** Undefined where a source was withdrawn and none put in its place. */
  newUrl: string | undefined;
  reason: string;
  /** The sentence that is withdrawn; records of before it was asked for name none. */
  statement?: string;
}

export interface DebateState {
  readonly headers: readonly Header[];
  /** The setup in force: as it was recorded, with the evidence and the provider that later interventions name. */
  readonly setup: SetupData | undefined;
  /** The version of the record; a later one's also where the rest of its setup cannot be read. 0 where no Rostrum wrote one. */
  readonly version: number;
  /** The limits in force: the setup's, changed by later interventions. */
  readonly limits: Limits;
  readonly debaters: readonly Debater[];
  /** Who performs, by role or debater: the setup's, changed by later interventions. */
  readonly models: ReadonlyMap<string, string>;
  /** Steps that are closed, with the seq of their first entry. */
  readonly steps: ReadonlyMap<string, number>;
  readonly turns: readonly Turn[];
  /** 0 before the first round. */
  readonly round: number;
  readonly maxRoundsAnnounced: number | undefined;
  /** Latest finding per target and URL. */
  readonly findings: ReadonlyMap<number, ReadonlyMap<string, Finding>>;
  readonly rulings: readonly Ruling[];
  readonly redactions: ReadonlyMap<number, Redaction>;
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<number>>;
  readonly corrections: readonly SourceCorrection[];
  readonly questions: readonly { seq: number; to: string }[];
  readonly guidance: readonly { seq: number; text: string }[];
  /** How often the user asked a running engine to stop; it may be resumed. */
  readonly stopRequests: number;
  /** The user asked to conclude now: rounds and closings that are left are not held. */
  readonly concludeRequested: boolean;
  readonly conclusion: Conclusion | undefined;
  /** The entry in force per document name. */
  readonly documents: ReadonlyMap<string, number>;
  readonly failures: readonly { seq: number; step: string; reason: string }[];
  /** Active milliseconds: what the steps took, pauses and restarts left out. */
  readonly activeMs: number;
  /** Of these, what it took until everybody was ready: models are loaded in it. */
  readonly readyMs: number;
  readonly usage: Usage;
  readonly usageBySpeaker: ReadonlyMap<string, Usage>;
  /** What each step that used a model has cost, by kind (`costKind`). US dollars. */
  readonly stepCosts: ReadonlyMap<string, readonly number[]>;
  readonly lastTime: number;
  /** What one format derives from the record; empty facts where nothing of it is there. */
  factsOf<T extends object>(kind: FactKind<T>): Readonly<T>;
}

const noUsage = (): Usage => ({ input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 });

const usageKeys = ['input', 'cache_write', 'cache_read', 'output', 'usd'] as const;

/** A log may claim any number: sums stay finite, and whole ones exact. */
export const boundedSum = (sum: number, added: number): number => Math.min(sum + added, Number.MAX_SAFE_INTEGER);

/** A log may claim any number; a round beyond this one is none that anybody held. */
const highestRound = 999_999;
export const roundFrom = (claimed: number): number => Math.min(claimed, highestRound);

/** The defaults of `product.md`, in force until a setup entry says otherwise. */
export const defaultLimits: Limits = { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null };

/** The one accumulator of the fold. Only `evolve` writes to it. */
export class StateAccumulator implements DebateState {
  readonly headers: Header[] = [];
  setup: SetupData | undefined;
  version = 0;
  limits: Limits = { ...defaultLimits };
  debaters: readonly Debater[] = [];
  readonly models = new Map<string, string>();
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
  readonly stepCosts = new Map<string, number[]>();
  lastTime = 0;
  /** Entries whose seq is not their position, first one wins: only in logs of writers that take no lock. */
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

  addUsage(speaker: string, { usage, usage_by: shares }: Pick<StepMark, 'usage' | 'usage_by'>): void {
    if (usage === undefined) return;
    addTo(this.usage, usage);
    for (const [agent, share] of Object.entries(shares ?? { [speaker]: usage })) {
      const mine = this.usageBySpeaker.get(agent) ?? noUsage();
      addTo(mine, share);
      this.usageBySpeaker.set(agent, mine);
    }
  }
}

function addTo(total: Usage, usage: Usage): void {
  Object.assign(total, writtenForHour(total, usage));
  for (const key of usageKeys) total[key] = boundedSum(total[key], usage[key]);
  // Binary fractions would fill the documents with digits; a millionth of a cent is none.
  total.usd = Math.round(total.usd * 1e8) / 1e8;
  if (usage.estimated === true) total.estimated = true;
  if (usage.unpriced === true) total.unpriced = true;
}

/** The header of the entry with this seq, the first one where it stands in the log twice, or undefined. */
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

export const isStruck = (state: Pick<DebateState, 'redactions'>, seq: number): boolean => state.redactions.has(seq);

export function findingOn(state: DebateState, target: number, url: string): Finding | undefined {
  return state.findings.get(target)?.get(url);
}

/** Whether the Verifier has looked: a user's word for a source checks nothing. */
export function isChecked(state: DebateState, target: number, url: string): boolean {
  return findingOn(state, target, url)?.check !== undefined;
}

/** Rulings on a source, or on its entry whatever the source. */
export function isRuledOn(state: DebateState, target: number, url: string): boolean {
  return state.redactions.has(target) || state.rulings.some((ruling) => ruling.target === target && ruling.url === url);
}

/** Whether a warning of the Chair of this source stands: as a finding of the Verifier, or by upholding a challenge. */
export function isWarnedOf(state: DebateState, target: number, url: string): boolean {
  return warningOf(state, target, url) !== undefined;
}

/** The first warning since the Chair last took one back. */
export function warningOf(state: DebateState, target: number, url: string): Ruling | undefined {
  const rulings = state.rulings.filter((ruling) => ruling.target === target && ruling.url === url);
  const since = rulings.findLastIndex((ruling) => ruling.kind === 'reconsidered') + 1;
  return rulings
    .slice(since)
    .find((ruling) => ruling.kind === 'unreliable' || (ruling.kind === 'challenge' && ruling.status === 'unreliable'));
}

/** Whether an unreliable source was replaced, under rule 17, by one that verified, or withdrawn with the statement that it was for. */
export function isCorrected(state: DebateState, target: number, url: string): boolean {
  return state.corrections.some(
    (correction) =>
      correction.seq === target &&
      correction.oldUrl === url &&
      !isStruck(state, correction.by) &&
      (correction.newUrl === undefined
        ? correction.statement !== undefined
        : findingOn(state, correction.by, correction.newUrl)?.status === 'verified'),
  );
}

/** Debaters with a fabricated source that stands: they keep their turns and cannot win. */
export function barredDebaters(state: DebateState): string[] {
  const barred = new Set<string>();
  for (const [target, findings] of state.findings) {
    const speaker = headerOf(state, target)?.speaker;
    if (speaker === undefined || !isDebater(state, speaker)) continue;
    for (const finding of findings.values()) if (finding.status === 'fabricated') barred.add(speaker);
  }
  return state.debaters.map((debater) => debater.name).filter((name) => barred.has(name));
}

/** An entry's sources that the Verifier owes a result: the first five (rule 16). */
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
 * Facts that one format derives from the record: its part of the one fold. They are kept in the state, made when the first entry of one
 * of these types comes, and read with `state.factsOf(kind)`. `evolve` is called once per entry, after the state itself has taken it up;
 * it must be deterministic and take time in proportion to the entry.
 */
export interface FactKind<T extends object> {
  readonly name: string;
  readonly types: readonly EntryType[];
  create(): T;
  evolve(facts: T, entry: Entry, state: DebateState, header: Header): void;
}

/** A kind among those of other types: it is the key to facts of its own type only, which a list's type cannot say. */
export const factKind = <T extends object>(kind: FactKind<T>): FactKind<object> => kind;
