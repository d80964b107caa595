import type { Stance } from './leaning';
import { mentioned, positionsOf } from './mentions';
import type { Motion } from './motion';
import { measured, tokensOf, type Token } from './valence';

/** Without "one", which is more often a pronoun. */
const numberWords = '- - two three four five six seven eight nine ten eleven twelve'.split(' ');

interface Figure {
  at: number;
  value: number;
}

/**
 * "27 ms over A, against 31 ms over B": where a text gives a figure for each of two options and it is known whether more
 * is better, the figures say which it speaks for.
 */
export function countedIn(text: string, motion: Motion): Stance | undefined {
  const tokens = tokensOf(text);
  const [one, other, third] = mentioned(tokens, motion);
  const [first, second] = [motion.options[one ?? -1], motion.options[other ?? -1]];
  // "caught 5 of 7 incidents": more of what is bad was dealt with.
  if (
    tokens.some(({ word }) =>
      /^(?:caught|catch|catches|stopped|stops|prevent\w*|rejected|blocked|resolved)$/.test(word),
    )
  )
    return undefined;
  if (one === undefined || third !== undefined || first === undefined || second === undefined) return undefined;
  const pair = assigned(tokens, positionsOf(tokens, first), positionsOf(tokens, second));
  if (pair === undefined) return undefined;
  const direction = unitOf(tokens, pair) || measured(tokens);
  const share = (pair[0].value - pair[1].value) / Math.max(pair[0].value, pair[1].value, 1e-9);
  // A difference of less than 3 per cent speaks for nobody.
  if (direction === 0 || Math.abs(share) < 0.03) return undefined;
  return motion.options.map((_, at) => (at === one ? 1.5 * direction * Math.sign(share) : 0));
}

function figuresOf(tokens: readonly Token[]): Figure[] {
  return tokens.flatMap(({ word }, at) => {
    const value = valueOf(word);
    return value === undefined || /^(?:19|20)\d\d$/.test(word) || isWhole(tokens, at) ? [] : [{ at, value }];
  });
}

function valueOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const value = /^\d/.test(word) ? Number(word.replaceAll(',', '')) : numberWords.indexOf(word);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The whole of which a part is given: "6 of 41", "4 of the 7". */
function isWhole(tokens: readonly Token[], at: number): boolean {
  const word = (back: number): string | undefined => tokens[at - back]?.word;
  const back = word(1) === 'of' ? 2 : word(1) === 'the' && word(2) === 'of' ? 3 : 0;
  return back > 0 && valueOf(word(back)) !== undefined;
}

/** Each option's figure: the two that lie nearest to them taken together, those before them and of one unit first. */
function assigned(
  tokens: readonly Token[],
  first: readonly number[],
  second: readonly number[],
): [Figure, Figure] | undefined {
  const figures = figuresOf(tokens);
  let best: { pair: [Figure, Figure]; cost: number } | undefined;
  for (const one of figures) {
    for (const other of figures) {
      const apart = distance(one, first) + distance(other, second);
      const strangeness = one === other || apart > 16 ? undefined : strangenessOf(tokens, one, other);
      if (strangeness === undefined) continue;
      const cost = apart + strangeness;
      if (best === undefined || cost < best.cost) best = { pair: [one, other], cost };
    }
  }
  return best?.pair;
}

/** How little two figures seem to measure the same; undefined where they do not: "79 seconds" and "five teams". */
function strangenessOf(tokens: readonly Token[], one: Figure, other: Figure): number | undefined {
  const unit = ({ at }: Figure): string => tokens[at + 1]?.word ?? '';
  const known = unitOf(tokens, [one, other]) === 0 ? 4 : 0;
  if (unit(one) === unit(other)) return known;
  const isElliptic = [one, other].some((figure) => elliptic.test(unit(figure)));
  return isElliptic || known > 0 ? known + 4 : undefined;
}

/** "took two days, and three over B" */
const elliptic = /^(?:|a|and|against|at|because|but|by|for|from|in|of|on|over|per|than|the|to|under|when|while|with)$/;

function distance({ at }: Figure, positions: readonly number[]): number {
  return Math.min(...positions.map((position) => (at < position ? position - at : at - position + 1.5)));
}

/** What the word after either figure says of it: "ms", "days" and "MB" are better low. */
function unitOf(tokens: readonly Token[], pair: readonly Figure[]): number {
  for (const { at } of pair) {
    const known = measured(tokens.slice(at + 1, at + 3));
    if (known !== 0) return known;
  }
  return 0;
}
