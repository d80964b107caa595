import { figuresIn, type Figure, type SourceFigures } from './figures';
import type { MatchingSteps } from '../text/matchingSteps';
import { sentences, type TextSpan, tieWords } from '../text/text';
import { wordsPattern } from '../text/shortText';
import { matchesOf } from '../text/matches';

export interface MisplacedFigure {
  readonly figure: Figure;
  /** The source's figure for what the claim names. */
  readonly instead: string;
  readonly sentence: string;
}

/** More occurrences say too little for a warning. */
const placesLookedAt = 100;
const sentenceReach = 600;

/**
 * The figures that are in the source only with another quantity: the claim says "40 % of nurses", the source "40 % of
 * doctors and 12 % of nurses". Another language or other words give no warning, for all of these must hold: a sentence
 * of the source has another figure of the kind whose own words the claim uses; the claim uses none of the figure's own
 * words; no other occurrence of the figure may have words of the claim.
 */
export function misplacedFigures(claim: string, source: SourceFigures): MisplacedFigure[] {
  const read = new SourceSentences(source);
  return claimedTies(claim, source.steps).flatMap((claimed) => {
    const places = source.proving(claimed.figure, claim);
    if (places.length > placesLookedAt) return [];
    const judged = places.map((place) => judge(claimed, place, read));
    const misplaced = judged.find((place) => place !== 'fits' && place !== 'open');
    return misplaced === undefined || judged.includes('fits') ? [] : [misplaced];
  });
}

interface ClaimedFigure {
  readonly figure: Figure;
  /** Words that certainly describe the figure. */
  readonly own: ReadonlySet<string>;
  /** Except its other figures' own. */
  readonly all: ReadonlySet<string>;
}

/** A sentence with more figures is a table, and its words tell nothing apart. */
const mostTied = 24;

function claimedTies(claim: string, steps: MatchingSteps): ClaimedFigure[] {
  return statements(claim).flatMap(({ text, start }) => {
    steps.take(text.length);
    const figures = figuresIn(text);
    if (figures.length > mostTied) return [];
    const tied = new SentenceTies(text, figures);
    const words = tieWords(text);
    return figures.map((figure) => {
      const ties = tied.of(figure);
      const others = new Set(ties?.others.flatMap((other) => [...other.words]));
      const all = new Set(words.filter((word) => ties?.own.words.has(word) === true || !others.has(word)));
      const own = ties === undefined ? new Set(tieWords(mainPart(text, figure))) : ties.own.words;
      return { figure: { ...figure, start: figure.start + start, end: figure.end + start }, own, all };
    });
  });
}

const comparison =
  /(?<!\p{L})(?:than|versus|vs|against|compared|unlike|whereas|while|but|although|though|instead|not|als|gegenüber|aber|während|que|mais|pero|mientras)(?!\p{L})|[;:—]/giu;

/** "40 % of physicians, far more than nurses" says nothing of nurses. */
function mainPart(text: string, figure: Figure): string {
  const cuts = Array.from(matchesOf(text, comparison), (match) => match.index);
  const from = cuts.findLast((cut) => cut < figure.start) ?? 0;
  const to = cuts.find((cut) => cut >= figure.end) ?? text.length;
  return `${text.slice(from, figure.start)} ${text.slice(figure.end, to)}`;
}

type Judgement = MisplacedFigure | 'fits' | 'open';

function judge(claimed: ClaimedFigure, place: Figure, read: SourceSentences): Judgement {
  const { text, start, figures, ties } = read.around(place, claimed.all.size);
  const here = figures.find((figure) => figure.start + start <= place.start && place.start < figure.end + start);
  const tied = here === undefined ? undefined : ties.of(here);
  if (here === undefined || tied === undefined) return sharesAny(claimed.all, tieWords(text)) ? 'fits' : 'open';
  const other = tied.others.find((sibling) => isMeant(claimed, tied.own, sibling));
  if (other !== undefined) return { figure: claimed.figure, instead: other.raw, sentence: text };
  return sharesAny(claimed.all, tied.own.words) ? 'fits' : 'open';
}

/** Whether the claim uses the sibling's words and not the figure's. */
function isMeant({ own, all }: ClaimedFigure, figure: Tie, sibling: Tie): boolean {
  const mine = [...figure.words].filter((word) => !sibling.words.has(word));
  const theirs = [...sibling.words].filter((word) => !figure.words.has(word));
  return mine.length > 0 && !sharesAny(all, mine) && theirs.some((word) => own.has(word));
}

const alikeFrom = 4;

/** A match suppresses a warning, so "nurse" and "nursing" are one. */
function sharesAny(words: ReadonlySet<string>, others: Iterable<string>): boolean {
  return [...others].some((other) => words.has(other) || [...words].some((word) => areAlike(word, other)));
}

function areAlike(one: string, other: string): boolean {
  const length = Math.max(alikeFrom, Math.min(one.length, other.length) - 3);
  return one.length >= alikeFrom && other.length >= alikeFrom && one.slice(0, length) === other.slice(0, length);
}

interface SentenceFigures {
  readonly figures: readonly Figure[];
  readonly ties: SentenceTies;
}

/** Each read once for all its figures. */
class SourceSentences {
  readonly #read = new Map<string, SentenceFigures>();

  constructor(private readonly source: SourceFigures) {}

  /** Its figures count from its start. */
  around(place: Figure, compared: number): SentenceFigures & { text: string; start: number } {
    this.source.steps.take(stepsPerPlace + stepsPerWord * compared);
    const sentence = sentenceAround(this.source.text, place);
    const known = this.#read.get(sentence.text);
    if (known !== undefined) return { ...sentence, ...known };
    const figures = figuresIn(sentence.text);
    const read = { figures, ties: new SentenceTies(sentence.text, figures) };
    this.#read.set(sentence.text, read);
    return { ...sentence, ...read };
  }
}

/** Its surroundings are cut into sentences, and one of these is read. */
const stepsPerPlace = 5_000;
/** Of the claim, compared with those of the source's sentence. */
const stepsPerWord = 50;

/** Between cells: without a space, and with words on one side at least. */
const cellEnd = /(?<=[^\s\d])[,;](?=\S)|(?<=\d)[,;](?=[^\s\d])/g;

/** Sentences; each row of cells is one. */
function statements(text: string): TextSpan[] {
  return sentences(text).flatMap((sentence) => {
    const lines = sentence.text.split('\n');
    const cells = lines.map((line) => line.match(cellEnd)?.length ?? 0);
    const isRow = cells.map((count, at) => count > 0 && (count === cells[at - 1] || count === cells[at + 1]));
    if (!isRow.includes(true)) return [sentence];
    let start = sentence.start;
    return lines.map((line): TextSpan => {
      const span = { text: line, start, end: start + line.length };
      start = span.end + 1;
      return span;
    });
  });
}

function sentenceAround(text: string, { start, end }: Figure): { text: string; start: number } {
  const reached = Math.max(0, start - sentenceReach);
  const from = Math.max(reached, reached + text.slice(reached, start + 2).lastIndexOf('\n\n') + 1);
  const piece = text.slice(from, end + sentenceReach);
  const found = statements(piece).find((sentence) => sentence.start <= start - from && end - from <= sentence.end);
  return found === undefined
    ? { text: text.slice(start, end), start }
    : { text: found.text, start: found.start + from };
}

interface Tie {
  readonly words: ReadonlySet<string>;
  readonly raw: string;
  /** Figures with no word between them are one list, and share its words: "routes 1, 3 and 5". */
  readonly list: number;
}

interface Between {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * The words tied to each figure of a sentence, and to the others of its kind: in "40 % of doctors and 12 % of nurses were ill" doctors
 * and nurses; "were ill" is about both. The sentence is cut once for all figures of a kind.
 */
class SentenceTies {
  readonly #kinds = new Map<string, ReadonlyMap<Figure, Tie> | undefined>();

  constructor(
    private readonly sentence: string,
    private readonly figures: readonly Figure[],
  ) {}

  /** Undefined for the only one of its kind, or if the text between them does not separate them ("40 % and 12 %, respectively"). */
  of(figure: Figure): { own: Tie; others: Tie[] } | undefined {
    if (this.figures.length > mostTied) return undefined;
    const kind = kindOf(figure);
    if (!this.#kinds.has(kind)) this.#kinds.set(kind, this.#tied(kind));
    const all = this.#kinds.get(kind);
    const own = all?.get(figure);
    if (all === undefined || own === undefined || own.words.size === 0) return undefined;
    return { own, others: [...all.values()].filter(({ list }) => list !== own.list) };
  }

  #tied(kind: string): ReadonlyMap<Figure, Tie> | undefined {
    const { sentence } = this;
    const alike = this.figures.filter((other) => kindOf(other) === kind);
    if (alike.length < 2) return undefined;
    const between = alike.slice(1).map((next, index) => divided(sentence.slice(alike[index]?.end ?? 0, next.start)));
    if (!between.every((words) => words !== undefined)) return undefined;
    const follows = between.some(({ left }) => left.length > 0);
    const precedes = between.some(({ right }) => right.length > 0);
    if (!follows && !precedes) return undefined;
    const before = precedes ? tieWords(lastClause(sentence.slice(0, alike[0]?.start))) : [];
    const longest = Math.max(...between.map(({ left }) => left.length));
    // The words after the last figure continue into those about all.
    const after = follows
      ? tieWords(firstClause(sentence.slice(alike.at(-1)?.end))).slice(0, precedes ? undefined : longest)
      : [];
    const ends = between.flatMap(({ left, right }, index) => (left.length + right.length > 0 ? [index] : []));
    return new Map(
      alike.map((figure, index) => {
        const list = ends.filter((end) => end < index).length;
        const [previous, last] = [ends[list - 1], ends[list]];
        const words = new Set([
          ...((previous === undefined ? undefined : between[previous]?.right) ?? before),
          ...((last === undefined ? undefined : between[last]?.left) ?? after),
        ]);
        return [figure, { raw: figure.raw.trim(), words, list }];
      }),
    );
  }
}

function kindOf({ kind, unit, measure, value }: Figure): string {
  const isYear = kind === 'number' && measure === undefined && Number.isInteger(value) && value >= 1500 && value < 2200;
  return isYear ? 'year' : `${kind} ${unit ?? ''} ${measure ?? ''}`;
}

/** The strongest first: the next figure's words begin at it. */
const boundaries: readonly RegExp[] = [
  /[;—]|\s–\s|\n\s*\n/gu,
  wordsPattern(
    'while|whereas|but|compared (?:with|to)|against|versus|vs|than|während|aber|gegenüber|tandis que|mais|contre|mientras|pero|frente a',
  ),
  wordsPattern('and|or|nor|und|oder|sowie|et|ou|y|e|o'),
  /[,()،、，；]/gu,
  wordsPattern('to|from|auf|von|à|de|a'),
];

function divided(text: string): Between | undefined {
  for (const boundary of boundaries) {
    const cut = [...matchesOf(text, boundary)].at(-1);
    if (cut === undefined) continue;
    return { left: tieWords(text.slice(0, cut.index)), right: tieWords(text.slice(cut.index + cut[0].length)) };
  }
  return undefined;
}

const clauseEnd = /[,;:()—]|\s–\s/u;

function firstClause(text: string): string {
  return text.split(clauseEnd).find((clause) => tieWords(clause).length > 0) ?? '';
}

function lastClause(text: string): string {
  return text.split(clauseEnd).findLast((clause) => tieWords(clause).length > 0) ?? '';
}
