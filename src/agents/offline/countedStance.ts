import type { Stance } from './leaning';
import { mentioned, positionsOf } from './mentions';
import type { Motion } from './motion';
import { measured, tokensOf, type Token } from './valence';

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

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
    // Years, and the whole of which a part is given: "6 of 41", "4 of the 7".
    const before = [tokens[at - 1]?.word, tokens[at - 2]?.word];
    if (/^(?:19|20)\d\d$/.test(word) || before[0] === 'of' || (before[0] === 'the' && before[1] === 'of')) return [];
    const value = /^\d/.test(word) ? Number(word.replaceAll(',', '')) : numberWords.indexOf(word);
    return Number.isFinite(value) && value >= 0 ? [{ at, value }] : [];
  });
}

/** Each option's figure: the two that lie nearest to them taken together, those before them and of one unit first. */
function assigned(
  tokens: readonly Token[],
  first: readonly number[],
  second: readonly number[],
): [Figure, Figure] | undefined {
  const figures = figuresOf(tokens);
  const unit = ({ at }: Figure): string => tokens[at + 1]?.stem ?? '';
  let best: { pair: [Figure, Figure]; cost: number } | undefined;
  for (const one of figures) {
    for (const other of figures) {
      if (one === other) continue;
      const cost = distance(one, first) + distance(other, second) + (unit(one) === unit(other) ? 0 : 4);
      if (cost <= 20 && (best === undefined || cost < best.cost)) best = { pair: [one, other], cost };
    }
  }
  return best?.pair;
}

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
