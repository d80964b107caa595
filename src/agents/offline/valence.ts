import { contentWords } from '../../debate/text';
import {
  badQuantities,
  burdens,
  counters,
  decreases,
  gains,
  goodQuantities,
  increases,
  losses,
  negations,
  onTop,
} from './lexicon';

export interface Token {
  word: string;
  stem: string;
}

export function tokensOf(text: string): Token[] {
  const found =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
  return found.map((word) => ({ word, stem: contentWords(word)[0] ?? word }));
}

/** Positive where a text tells of gains, negative where it tells of losses, 0 where it tells of neither. */
export function valenceOf(text: string): number {
  return valenceOfTokens(tokensOf(text));
}

export function valenceOfTokens(tokens: readonly Token[]): number {
  const consumed = new Set<number>();
  let total = 0;
  tokens.forEach((_, at) => {
    const moved = directed(tokens, at);
    if (moved === undefined) return;
    total += moved.value * turn(tokens, at);
    for (const near of [at, moved.at - 1, moved.at, moved.at + 1]) consumed.add(near);
  });
  tokens.forEach((token, at) => {
    const own = isNeutral(tokens, at) ? 0 : plain(token);
    if (own !== 0 && !consumed.has(at)) total += own * turn(tokens, at);
  });
  return total + openDenial(tokens) + beforeAndAfter(tokens);
}

const harmless =
  /^(?:bod(?:y|ies)|details?|codes?|messages?|mapping|handling|assessments?|management|analysis|reports?|registers?|logs?|rates?)$/;

/**
 * "error bodies" are no errors; to lose lines of code is no loss; what stops an incident is not the loss, but turns it
 * (`isOpposed`).
 */
function isNeutral(tokens: readonly Token[], at: number): boolean {
  const { word = '', stem = '' } = tokens[at] ?? {};
  if (harmless.test(tokens[at + 1]?.word ?? '')) return true;
  if (/^los[et]/.test(word)) return tokens.slice(at + 1, at + 5).some((next) => /^(?:lines|weight)$/.test(next.word));
  return counters.has(stem) && tokens.slice(at + 1, at + 8).some((next) => losses.has(next.stem));
}

/** What one word says by itself of the thing that it is said of. */
function plain({ stem, word }: Token): number {
  if (word === 'support') return 0; // "Customer support would …": as a verb it has an ending.
  if (gains.has(stem)) return 1;
  if (losses.has(stem)) return -1;
  return burdens.has(stem) || onTop.has(word) ? -0.6 : 0;
}

function quantity({ stem }: Token): number {
  if (badQuantities.has(stem) || losses.has(stem)) return -1;
  return goodQuantities.has(stem) ? 1 : 0;
}

/** "latency fell": a direction, the quantity that it moves, and whether that is good. */
function directed(tokens: readonly Token[], at: number): { value: number; at: number } | undefined {
  const word = tokens[at]?.word ?? '';
  const direction = increases.has(word) ? 1 : decreases.has(word) ? -1 : 0;
  if (direction === 0 || /^(?:often|likely|important|than)$/.test(tokens[at + 1]?.word ?? '')) return undefined;
  const [next, after] = [tokens[at + 1], tokens[at + 2]];
  if (next === undefined && /^(?:more|less)$/.test(word)) return undefined; // "by more (than half)"
  if (next !== undefined && after !== undefined && plain(next) !== 0 && quantity(after) !== 0)
    return { value: direction * plain(next), at: at + 1 };
  for (const distance of [1, -1, 2, -2, 3, -3, 4, -4, 5, -5]) {
    const found = headAt(tokens, at + distance);
    if (found !== undefined) return { value: direction * found.sign, at: found.at };
  }
  return undefined;
}

/** In "wage bill" and "error rate" the last word is what is measured. */
function headAt(tokens: readonly Token[], at: number): { sign: number; at: number } | undefined {
  const token = tokens[at];
  const sign = token === undefined ? 0 : quantity(token);
  if (sign === 0) return undefined;
  const next = tokens[at + 1];
  const nextSign = next === undefined ? 0 : quantity(next);
  return nextSign === 0 ? { sign, at } : { sign: nextSign, at: at + 1 };
}

/** "39 per cent before the trial and 22 per cent after it". */
function beforeAndAfter(tokens: readonly Token[]): number {
  const figureNear = (word: string): number | undefined => {
    const at = tokens.findIndex((token) => token.word === word);
    const before = tokens.slice(Math.max(0, at - 6), at).findLast((token) => /^\d/.test(token.word));
    return at < 0 || before === undefined ? undefined : Number(before.word.replaceAll(',', ''));
  };
  const [before, after] = [figureNear('before'), figureNear('after')];
  if (before === undefined || after === undefined || before === after) return 0;
  const sign = measured(tokens);
  // What is bad has been counted as a loss already; twice over it becomes the gain that it is.
  return sign * Math.sign(after - before) * 2;
}

const fading =
  /^(?:fad(?:e|es|ed|ing)|vanish\w*|disappear\w*|evaporat\w*|erod\w*|dwindl\w*|wear off|wane[sd]?|collaps\w*)$/;

/** What the words around make of a gain or loss: denied, prevented, belittled, or left as it is. */
function turn(tokens: readonly Token[], at: number): number {
  const before = (distance: number): string => tokens[at - distance]?.word ?? '';
  if (before(1) === 'less' || before(1) === 'least') return -1;
  if (isOpposed(tokens, at)) return -0.9;
  if (tokens.slice(at + 1, at + 9).some(({ word }) => fading.test(word))) return -0.9;
  const after = tokens.slice(at + 1, at + 5).map(({ word }) => word);
  if (after.some((word) => /^(?:nothing|little|nowhere)$/.test(word))) return -0.6;
  if (isDenied(before)) return -0.8;
  // "fails a third as often"
  const following = tokens.slice(at + 1, at + 7).map(({ word }) => word);
  if (
    following.some(
      (word, index) => /^(?:half|third|quarter|fifth|tenth|fraction)$/.test(word) && following[index + 1] === 'as',
    )
  )
    return -1;
  const opens = tokens[0]?.word === 'only' && at <= 12;
  return opens || [1, 2, 3].some((distance) => /^(?:only|merely)$/.test(before(distance))) || after[0] === 'only'
    ? -0.5
    : 1;
}

/** "prevented incidents", "the incidents would have been prevented". */
function isOpposed(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at];
  if (word === undefined || counters.has(word.stem)) return false;
  for (let back = 1; back <= 7; back += 1) if (counters.has(tokens[at - back]?.stem ?? '')) return true;
  for (let on = 2; on <= 5; on += 1) {
    const passive = /^(?:is|are|was|were|be|been|being)$/.test(tokens[at + on - 1]?.word ?? '');
    if (passive && counters.has(tokens[at + on]?.stem ?? '')) return true;
  }
  return false;
}

/** "no" reaches farther than "not": "no supplier that we asked could promise". */
function isDenied(before: (distance: number) => string): boolean {
  for (let back = 1; back <= 8 && before(back) !== ''; back += 1) {
    const word = before(back);
    if (!negations.has(word) || (back > 4 && !/^(?:no|none|nobody|neither)$/.test(word))) continue;
    return !/^(?:only|just|merely|longer)$/.test(before(back - 1));
  }
  return false;
}

/** "cannot be cached": a denial that meets no gain or loss is itself a shortcoming. */
function openDenial(tokens: readonly Token[]): number {
  let total = 0;
  tokens.forEach(({ word }, at) => {
    if (!/^(?:cannot|can't|unable|not)$/.test(word)) return;
    const following = tokens.slice(at + 1, at + 5);
    if (!following.some((token) => plain(token) !== 0 || /^(?:only|just|merely)$/.test(token.word))) total -= 0.5;
  });
  return total;
}

/** Whether more of what the text measures is better (1), worse (-1), or unknown (0). */
export function measured(tokens: readonly Token[]): number {
  for (const token of tokens) {
    const known = quantity(token);
    if (known !== 0) return known;
  }
  return 0;
}
