import { dataOf } from '../../log/codec';
import { signedHundredths, counted } from '../../../matching/text/shortText';
import type { Entry } from '../../log/entry';
import { type AttackType, type DefenceType, type EntryData, type ReadingOrder, type Side } from '../../log/entryData';
import { boundedSum, type DebateState, type FactKind, hasStep } from '../../fold/state';
import { areDebatersExtractive, isExtractive } from '../../flow/seats';
import { has } from '../../fold/versions';
import { optionsOf } from './options';

/** The rest is read from its entry. */
export interface ArgumentFact {
  readonly id: string;
  readonly side: Side;
  readonly exchange: number;
  readonly seq: number;
  readonly title: string;
  readonly claim: string;
  /** Title and claim are a passage's own words. */
  readonly isQuoted: boolean;
  readonly attacks: readonly { target: string; type: AttackType }[];
  readonly defends: readonly { target: string; type: DefenceType }[];
}

/** Scores are whole hundredths here, so that sums are exact. */
interface ScoreStep {
  readonly hundredths: number;
  readonly reasoning: string;
  /** The judgment's entry, and its time (milliseconds since the epoch). */
  readonly seq: number;
  readonly time: number;
  readonly exchange: number;
  /** The highest less the lowest of several passes. */
  readonly spread?: number | undefined;
}

/** An exchange within a sentence; the first one, number 0, has a name. */
export const exchangeName = (exchange: number): string => (exchange === 0 ? 'the openings' : `exchange ${exchange}`);

export interface DialecticFacts {
  /** Arguments by id, in the order of the record. */
  arguments: Map<string, ArgumentFact>;
  /** Scores by the argument's id, oldest first. The last one is its score now. */
  scores: Map<string, ScoreStep[]>;
  /** Cumulative, in hundredths, and how many arguments have a score; without struck ones, since version 3. */
  totals: Record<Side, { hundredths: number; count: number }>;
  /** Under way, or next; 0 is the opening one. */
  exchange: number;
  awaiting: 'arguments' | 'judgment';
  /** Exchanges asked for so far, the opening one included. */
  requested: number;
  /** Ended without arguments or without a judgment, by choice of the user. */
  skipped: number[];
  /** Seq of the judgment of each exchange. */
  judgments: Map<number, number>;
  /** Steps that the user goes on without. */
  skips: Set<string>;
  /** Active milliseconds when exchanges were last asked for. */
  requestedAtMs: number;
  /** The highest exchange of the record; -1: none. */
  last: number;
  /** Passages that no argument rests on, if the last one to argue was dealt its passage. */
  passagesLeft: number | undefined;
  /** Redacted, by id: they count in no total. */
  struck: Set<string>;
  /** What each judge alone gave each argument so far, in hundredths, in both orders. */
  own: Map<string, Record<ReadingOrder, Map<string, number>>>;
  /** Judges that failed in an exchange. */
  incomplete: Set<string>;
}

const noTotal = () => ({ hundredths: 0, count: 0 });

export const dialecticFacts: FactKind<DialecticFacts> = {
  name: 'dialectic',
  types: ['setup', 'argument', 'judgment', 'intervention', 'note', 'redaction'],
  create: () => ({
    arguments: new Map(),
    scores: new Map(),
    totals: { proposition: noTotal(), opposition: noTotal() },
    exchange: 0,
    awaiting: 'arguments',
    requested: 0,
    skipped: [],
    judgments: new Map(),
    skips: new Set(),
    requestedAtMs: 0,
    last: -1,
    passagesLeft: undefined,
    struck: new Set(),
    own: new Map(),
    incomplete: new Set(),
  }),
  evolve(facts, entry, state, header) {
    if (entry.type === 'redaction') leaveOut(facts, state, header.target);
    if (entry.type === 'setup' && facts.requested === 0) facts.requested = optionsOf(state).exchanges;
    const argument = dataOf(entry, 'argument');
    if (argument !== undefined)
      readArgument(facts, argument, { seq: entry.seq, isQuoted: isExtractive(state, argument.argument.side) });
    const judgment = dataOf(entry, 'judgment');
    if (judgment !== undefined) readJudgment(facts, judgment, entry);
    readNote(facts, entry);
    const change = dataOf(entry, 'intervention')?.change;
    if (change !== undefined) readChange(facts, change, state);
  },
};

export const argumentsOf = (facts: Pick<DialecticFacts, 'arguments'>, exchange: number): ArgumentFact[] =>
  [...facts.arguments.values()].filter((argument) => argument.exchange === exchange);

/** In hundredths; undefined before it was judged. */
export const scoreOf = ({ scores }: Pick<DialecticFacts, 'scores'>, id: string): number | undefined =>
  scores.get(id)?.at(-1)?.hundredths;

/** Begun with arguments, or given up: they count against what was asked for. */
export const heldExchanges = ({ exchange, awaiting }: Pick<DialecticFacts, 'exchange' | 'awaiting'>): number =>
  awaiting === 'judgment' ? exchange + 1 : exchange;

/** Nobody gave a score beyond this; sums of a foreign log's claims stay exact. */
const highest = 1e9;
/** A log may claim any number; an exchange beyond this one is none that anybody held. */
const lastExchange = 999_999;

export function toHundredths(score: number): number {
  return Math.max(-highest, Math.min(highest, Math.round(score * 100)));
}

/** Of an id that is in the log twice the first one counts: lint names the other. */
function readArgument(
  facts: DialecticFacts,
  data: EntryData['argument'],
  { seq, isQuoted }: Pick<ArgumentFact, 'seq' | 'isQuoted'>,
): void {
  const { id, side, title, claim, ...argument } = data.argument;
  if (facts.arguments.has(id)) return;
  facts.passagesLeft = data.passages_left;
  const exchange = Math.min(argument.exchange, lastExchange);
  const attacks = relationsIn(argument.attacks);
  const defends = relationsIn(argument.defends);
  facts.arguments.set(id, { id, side, exchange, seq, title, claim, isQuoted, attacks, defends });
  // Logs of other programs may hold the judgment first.
  const known = scoreOf(facts, id);
  if (known !== undefined) count(facts, side, known, 1);
  settle(facts, exchange);
}

const relationsIn = <T>(relations: readonly { target_id: string; type: T }[] = []): { target: string; type: T }[] =>
  relations.map(({ target_id: target, type }) => ({ target, type }));

function readJudgment(facts: DialecticFacts, judgment: EntryData['judgment'], entry: Entry): void {
  const given = judgment.scores.flatMap(({ argument_id: id }) => facts.arguments.get(id)?.exchange ?? []);
  const claimed = judgment.exchange ?? (given.length === 0 ? facts.exchange : Math.max(...given));
  const exchange = Math.min(claimed, lastExchange);
  const common = { seq: entry.seq, time: Date.parse(entry.timestamp), exchange };
  readJudges(facts, judgment);
  for (const { argument_id: id, score, reasoning } of judgment.scores) {
    const spread = judgment.spread?.[id];
    addScore(facts, id, {
      ...common,
      hundredths: toHundredths(score),
      reasoning,
      spread: spread === undefined ? undefined : toHundredths(spread),
    });
  }
  for (const { argument_id: id, new_score: score, reasoning } of judgment.rescores ?? []) {
    addScore(facts, id, { ...common, hundredths: toHundredths(score), reasoning });
  }
  if (!facts.judgments.has(exchange)) facts.judgments.set(exchange, entry.seq);
  settle(facts, exchange);
}

/** Read before the means, since a change counts from what the score was. */
function readJudges(facts: DialecticFacts, { passes = [], failed = [] }: EntryData['judgment']): void {
  for (const { judge } of failed) facts.incomplete.add(judge);
  for (const { judge, reading, scores, rescores = [] } of passes) {
    if (judge === undefined || reading === undefined) continue;
    const both = facts.own.get(judge) ?? { a: new Map<string, number>(), b: new Map<string, number>() };
    facts.own.set(judge, both);
    const add = (id: string, hundredths: number): void =>
      void both[reading].set(id, (both[reading].get(id) ?? 0) + hundredths);
    for (const { argument_id: id, score } of scores) add(id, toHundredths(score));
    for (const { argument_id: id, new_score: score } of rescores)
      add(id, toHundredths(score) - (scoreOf(facts, id) ?? 0));
  }
}

function addScore(facts: DialecticFacts, id: string, step: ScoreStep): void {
  const before = scoreOf(facts, id);
  const history = facts.scores.get(id);
  if (history === undefined) facts.scores.set(id, [step]);
  else history.push(step);
  const side = facts.arguments.get(id)?.side;
  if (side !== undefined && !facts.struck.has(id))
    count(facts, side, step.hundredths - (before ?? 0), before === undefined ? 1 : 0);
}

/** A redacted argument takes what it was given out of the totals. */
function leaveOut(facts: DialecticFacts, state: DebateState, target: number | null): void {
  if (!has(state, 'centredScores')) return;
  const argument = [...facts.arguments.values()].find(({ seq }) => seq === target);
  if (argument === undefined || facts.struck.has(argument.id)) return;
  facts.struck.add(argument.id);
  const score = scoreOf(facts, argument.id);
  if (score !== undefined) count(facts, argument.side, -score, -1);
}

function count(facts: DialecticFacts, side: Side, hundredths: number, added: number): void {
  const total = facts.totals[side];
  total.hundredths += hundredths;
  total.count = boundedSum(total.count, added);
}

/** In whatever order a log tells of its exchanges: its last one is judged, or still to be. */
function settle(facts: DialecticFacts, exchange: number): void {
  facts.last = Math.max(facts.last, exchange);
  const isOver = facts.judgments.has(facts.last) || facts.skipped.includes(facts.last);
  facts.exchange = isOver ? facts.last + 1 : facts.last;
  facts.awaiting = isOver ? 'arguments' : 'judgment';
}

function readNote(facts: DialecticFacts, entry: Entry): void {
  const data = dataOf(entry, 'note');
  if (data?.passages_left !== undefined) facts.passagesLeft = data.passages_left;
  if (data?.kind !== 'skipped' || data.round === undefined) return;
  const exchange = Math.min(data.round, lastExchange);
  if (!facts.skipped.includes(exchange)) facts.skipped.push(exchange);
  settle(facts, exchange);
}

/** More exchanges are added to those asked for, or to those held if more were. */
function readChange(
  facts: DialecticFacts,
  change: NonNullable<EntryData['intervention']['change']>,
  state: DebateState,
): void {
  const total = change.max_rounds ?? change.limits?.max_rounds;
  if (total !== undefined) facts.requested = total;
  // Concluding gives up what is not held yet: exchanges asked for later begin from there.
  if (change.conclude === true) facts.requested = Math.min(facts.requested, heldExchanges(facts));
  if (change.exchanges !== undefined) {
    // What the time did not suffice for was given up: it is not held when somebody asks for more.
    const asked = isTimeSpent(state, facts) ? 0 : facts.requested;
    facts.requested = boundedSum(Math.max(asked, heldExchanges(facts)), change.exchanges);
    facts.requestedAtMs = state.activeMs;
  }
  if (change.skip !== undefined) facts.skips.add(change.skip);
}

/** Whether the time since exchanges were last asked for is spent. */
export const isTimeSpent = (
  { activeMs, limits }: DebateState,
  { requestedAtMs }: Pick<DialecticFacts, 'requestedAtMs'>,
): boolean => activeMs - requestedAtMs >= limits.time_budget_minutes * 60_000;

/** A passage for each side. */
const passagesOfExchange = 2;

/** No further exchange can be held: not each side has something left to be dealt. */
export const isOutOfPassages = (
  state: DebateState,
  { passagesLeft, exchange }: Pick<DialecticFacts, 'passagesLeft' | 'exchange'>,
): boolean =>
  passagesLeft !== undefined &&
  passagesLeft < passagesOfExchange &&
  !hasStep(state, `e${exchange}/start`) &&
  areDebatersExtractive(state);

export const outOfPassagesWords = (left: number): string =>
  `The exchanges end: ${left === 0 ? 'no passage of the evidence is' : `${counted(left, 'passage')} of the evidence ${left === 1 ? 'is' : 'are'}`} left, and an exchange takes ${passagesOfExchange}.`;

/** Points without negative zero, which JSON does not know. */
export const points = (hundredths: number): number => hundredths / 100 + 0;

/** Totals of both sides, in points. */
export const scoreTotals = ({ totals: { proposition, opposition } }: Pick<DialecticFacts, 'totals'>) => ({
  proposition: { total: points(proposition.hundredths), count: proposition.count },
  opposition: { total: points(opposition.hundredths), count: opposition.count },
});

/** Line of totals in the form that records have. */
export function totalsLine({ proposition, opposition }: DialecticFacts['totals']): string {
  const counts =
    proposition.count === opposition.count
      ? `${counted(proposition.count, 'argument')} each`
      : `${proposition.count} and ${opposition.count} arguments`;
  return `Proposition ${signedHundredths(proposition.hundredths)}, Opposition ${signedHundredths(opposition.hundredths)} (${counts})`;
}
