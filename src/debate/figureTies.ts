import type { Figure } from './figures';
import { tieWords } from './tieWords';

/** The words that a sentence ties to one of its figures. */
export interface Tie {
  readonly words: ReadonlySet<string>;
  readonly raw: string;
}

/** Between two figures of a kind: what belongs to the first, and what to the second. */
interface Between {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * What a sentence ties to the figure, and to the others of its kind: in "40 % of doctors and 12 % of nurses were ill" doctors
 * and nurses; that they were ill is said of both. Undefined when the figure is the only one of its kind, or when what stands
 * between the figures does not show what belongs to which ("40 % and 12 %, respectively", "from 3 to 5 %").
 */
export function ties(
  sentence: string,
  figures: readonly Figure[],
  figure: Figure,
): { own: Tie; others: Tie[] } | undefined {
  const alike = figures.filter((other) => kindOf(other) === kindOf(figure));
  const at = alike.indexOf(figure);
  if (alike.length < 2 || at < 0) return undefined;
  const between = alike.slice(1).map((next, index) => divided(sentence.slice(alike[index]?.end ?? 0, next.start)));
  if (!between.every((words) => words !== undefined)) return undefined;
  const follows = between.some(({ left }) => left.length > 0);
  const precedes = between.some(({ right }) => right.length > 0);
  if (!follows && !precedes) return undefined;
  const before = precedes ? tieWords(lastClause(sentence.slice(0, alike[0]?.start))) : [];
  const longest = Math.max(...between.map(({ left }) => left.length));
  // What follows the last figure goes on into what is said of all.
  const after = follows
    ? tieWords(firstClause(sentence.slice(alike.at(-1)?.end))).slice(0, precedes ? undefined : longest)
    : [];
  const all = alike.map(({ raw }, index) => ({
    raw: raw.trim(),
    words: new Set([...(between[index - 1]?.right ?? before), ...(between[index]?.left ?? after)]),
  }));
  const own = all[at];
  return own === undefined || own.words.size === 0
    ? undefined
    : { own, others: all.filter((_, index) => index !== at) };
}

/** Percentages compare with percentages, euros with euros, years with years. */
function kindOf({ kind, unit, measure, value }: Figure): string {
  const isYear = kind === 'number' && measure === undefined && Number.isInteger(value) && value >= 1500 && value < 2200;
  return isYear ? 'year' : `${kind} ${unit ?? ''} ${measure ?? ''}`;
}

const word = (words: string) => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'giu');
/** The strongest first: where it stands, the next figure's words begin. */
const boundaries: readonly RegExp[] = [
  /[;—]|\s–\s|\n\s*\n/gu,
  word(
    'while|whereas|but|compared (?:with|to)|against|versus|vs|than|während|aber|gegenüber|tandis que|mais|contre|mientras|pero|frente a',
  ),
  word('and|or|nor|und|oder|sowie|et|ou|y|e|o'),
  /[,()،、，；]/gu,
  word('to|from|auf|von|à|de|a'),
];

function divided(text: string): Between | undefined {
  for (const boundary of boundaries) {
    const cut = [...text.matchAll(boundary)].at(-1);
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
