import type { Side } from '../../log/entryData';
import { capitalised } from '../../../matching/text/shortText';
import type { DebateState } from '../../fold/state';
import type { TaskInputs } from '../../flow/tasks';
import type { BlindArgument, KnownArgument } from '../../flow/tasks/dialectic';
import type { RecordView } from '../../fold/view';
import { arguingInput, guidanceSince } from '../common/arguing';
import { briefOf, debaterNamed } from '../common/brief';
import { drawn } from '../common/drawn';
import { type ArgumentRelation, idPattern, knownArgument, otherSide } from './arguments';
import { argumentsOf, dialecticFacts, scoreOf } from './facts';
import { motionOf } from './options';
import { agentRecord } from '../common/agentRecord';

export function openingInput(view: RecordView, side: Side): TaskInputs['side/open'] {
  const { state } = view;
  const exchange = state.factsOf(dialecticFacts).exchange;
  return {
    ...arguingInput(view, debaterNamed(state, side)),
    record: recordBefore(view, exchange),
    side,
    motion: motionOf(state),
    exchange,
  };
}

export function rebuttalInput(view: RecordView, side: Side): TaskInputs['side/rebut'] {
  const opening = openingInput(view, side);
  const known = knownBefore(view, opening.exchange);
  const of = (wanted: Side): KnownArgument[] => known.filter(({ argument }) => argument.side === wanted);
  return { ...opening, own: of(side), opponent: of(otherSide(side)) };
}

export const knownBefore = (view: RecordView, exchange: number): KnownArgument[] =>
  [...view.state.factsOf(dialecticFacts).arguments.values()]
    .filter((fact) => fact.exchange < exchange)
    .map((fact) => knownArgument(view, fact));

/** Both sides argue blind: what either said in this exchange, and that it did, is not among what a side is given. */
function recordBefore(view: RecordView, exchange: number): TaskInputs['side/open']['record'] {
  const now = [...view.state.factsOf(dialecticFacts).arguments.values()]
    .filter((fact) => fact.exchange >= exchange)
    .map(({ seq }) => seq);
  return now.length === 0
    ? agentRecord(view)
    : agentRecord(view).filter((entry) => !now.includes(entry.seq) && !now.includes(entry.target_seq ?? -1));
}

/** Labels for ids and no sides, in the guidance of the user too; nobody's seat is described. */
export function scoringInput(view: RecordView, showing: Showing): TaskInputs['scorer/score'] {
  const { state } = view;
  const brief = briefOf(state);
  const last = Math.max(-1, ...state.factsOf(dialecticFacts).judgments.values());
  return {
    brief: { ...brief, debaters: [], guidance: brief.guidance.map((text) => blindText(text, showing)) },
    motion: motionOf(state),
    ...blindArguments(view, showing),
    guidance: guidanceSince(view, last).map(({ seq, text }) => ({ seq, text: blindText(text, showing) })),
  };
}

/** What a Judge is shown in one pass. Labels tell neither side nor age within their group. */
export interface Showing {
  readonly seed: string;
  /** The new arguments. */
  readonly order: readonly string[];
  /** All before them. */
  readonly earlier: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

/** Orders are drawn again for each pass; labels are numbered as they are shown. */
export function showingOf(
  ids: { fresh: readonly string[]; earlier: readonly string[] },
  seed: string,
  isReversed = false,
): Showing {
  const turned = (drawnIds: string[]): string[] => (isReversed ? drawnIds.toReversed() : drawnIds);
  const order = turned(drawn(ids.fresh, `${seed}/new`));
  const earlier = turned(drawn(ids.earlier, `${seed}/earlier`));
  const labels = new Map([...order, ...earlier].map((id, index) => [id, `arg_${index + 1}`]));
  return { seed, order, earlier, labels };
}

export function idsToJudge(state: DebateState, exchange: number): { fresh: string[]; earlier: string[] } {
  const facts = state.factsOf(dialecticFacts);
  const fresh = argumentsOf(facts, exchange).filter(({ id }) => scoreOf(facts, id) === undefined);
  const earlier = [...facts.arguments.values()].filter((argument) => argument.exchange < exchange);
  return { fresh: fresh.map(({ id }) => id), earlier: earlier.map(({ id }) => id) };
}

/** Labels for ids, and no words that tell a side. */
function blindArguments(view: RecordView, showing: Showing): { arguments: BlindArgument[]; earlier: BlindArgument[] } {
  const facts = view.state.factsOf(dialecticFacts);
  const blind = (id: string): BlindArgument[] => {
    const fact = facts.arguments.get(id);
    return fact === undefined ? [] : [blinded(knownArgument(view, fact), showing)];
  };
  return { arguments: showing.order.flatMap(blind), earlier: showing.earlier.flatMap(blind) };
}

export function blinded({ argument, score, checks, redacted }: KnownArgument, showing: Showing): BlindArgument {
  const words = (text: string): string => blindText(text, showing, argument.side);
  const wordsIn = (text: string | undefined): string | undefined => (text === undefined ? undefined : words(text));
  const relation = ({ target_id: target, type, content = '' }: ArgumentRelation) => ({
    target: showing.labels.get(target) ?? unknownLabel,
    type,
    content: words(content),
  });
  return {
    label: showing.labels.get(argument.id) ?? unknownLabel,
    title: words(argument.title),
    claim: words(argument.claim),
    grounds: argument.grounds.map(({ source, content, relevance, url, quote }) => ({
      source: blindText(source, showing),
      content: blindAround(content, quote, words),
      relevance: wordsIn(relevance),
      status: checks.find((check) => check.url === url)?.status,
    })),
    warrant: words(argument.warrant),
    backing: wordsIn(argument.backing),
    qualifier: wordsIn(argument.qualifier),
    attacks: (argument.attacks ?? []).map(relation),
    defends: (argument.defends ?? []).map(relation),
    score,
    redacted: redacted === undefined ? undefined : blindText(redacted.reason, showing),
  };
}

const unknownLabel = 'an argument that is not shown';

/** A quotation keeps its words: the opposition that a newspaper writes of is none of this debate's sides. */
function blindAround(content: string, quote: string | undefined, words: (text: string) => string): string {
  if (quote === undefined || quote === '' || !content.includes(quote)) return words(content);
  return content.split(quote).map(words).join(quote);
}

/** Ids become labels; where the author is known, the names of the sides become “this side” and “the other side”. */
export function blindText(text: string, { labels }: Pick<Showing, 'labels'>, author?: Side): string {
  const labelled = text.replace(idPattern(), (id) => labels.get(id) ?? labels.get(id.toLowerCase()) ?? unknownLabel);
  return author === undefined ? labelled : withoutSides(labelled, author);
}

/** What follows the word where it is meant as a name though it is written without article and capital. */
const speaking = String.raw`(?=['’]s\b|\s+(?:claims?|argues?|arguments?|says|contends?|asserts?|case|states|cites|side|bench|team)\b)`;
/** What follows the word where it means something else: “opposition to”, “the proposition that”, “opposition parties”. */
const ordinary = String.raw`(?!\s+(?:to|that|part(?:y|ies)|leaders?|politicians?|groups?|movements?|figures?|lawmakers?|MPs?|candidates?)\b)`;
const rest = String.raw`(['’]s)?(?:\s+(?:side|bench|team)\b)?`;
const sideWords = new RegExp(
  String.raw`\b(the\s+)?(proposition|opposition|prop|opp)\b(?!\s*\d)${ordinary}${rest}`,
  'giu',
);
const called = new RegExp(`^(?:proposition|opposition)${speaking}`, 'iu');

function withoutSides(text: string, author: Side): string {
  return text.replace(
    sideWords,
    (whole: string, article: string | undefined, word: string, possessive: string | undefined, at: number) => {
      const isNamed = article !== undefined || /^\p{Lu}/u.test(word) || called.test(text.slice(at));
      if (!isNamed) return whole;
      const side: Side = /^p/i.test(word) ? 'proposition' : 'opposition';
      const name = side === otherSide(author) ? 'the other side' : 'this side';
      const isFirst = at === 0 || /[.!?]["”’')]?\s+$/.test(text.slice(0, at));
      return `${isFirst ? capitalised(name) : name}${possessive ?? ''}`;
    },
  );
}

/** Finds an argument's id by label or id. */
export function idNamed(given: string, { labels }: Pick<Showing, 'labels'>): string | undefined {
  const name = given.trim().toLowerCase();
  for (const [id, label] of labels) if (label === name || id.toLowerCase() === name) return id;
  return undefined;
}

/** Ids for labels, as it is logged. */
export function unblindText(text: string, { labels }: Pick<Showing, 'labels'>): string {
  const ids = new Map([...labels].map(([id, label]) => [label, id]));
  return text.replace(/\barg_\d+\b/giu, (label) => ids.get(label.toLowerCase()) ?? label);
}
