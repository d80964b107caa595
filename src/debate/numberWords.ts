import type { FigureTally } from './figureTally';

const small = [
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' '),
  ...'sixteen seventeen eighteen nineteen'.split(' '),
];
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const below100 = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
]);
export const magnitudes: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
const anyWord = [...below100.keys(), ...magnitudes.keys()].sort((one, other) => other.length - one.length).join('|');
const run = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:an?\s+(?=(?:${[...magnitudes.keys()].join('|')})(?!\p{L})))?(?:${anyWord})(?!\p{L})(?:(?:\s+|-)(?:and\s+)?(?:${anyWord})(?!\p{L}))*`,
  'giu',
);

/** A number written in words, `[start, end)` of the text. `lone` is "one" or "zero" and nothing more. */
interface WordNumber {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  readonly lone: boolean;
}

/** The numbers of an English text that are written in words: "twenty-one", "a hundred and five", "two thousand". */
export function numberWords(text: string, tally: FigureTally): WordNumber[] {
  return [...tally.matches(text, run)].flatMap((match) => split(match[0], match.index, tally));
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly afterAnd: boolean;
}

/** A run of number words may hold several numbers: "two three" is two, "two and three" as well. */
function split(text: string, offset: number, tally: FigureTally): WordNumber[] {
  const words: Word[] = Array.from(tally.matches(text, /(and\s+)?(\p{L}+)/giu), (match) => {
    const end = offset + match.index + match[0].length;
    const word = (match[2] ?? '').toLowerCase();
    return { text: word, start: end - word.length, end, afterAnd: match[1] !== undefined };
  });
  const found: WordNumber[] = [];
  let open: { number: Accumulator; start: number; end: number; count: number } | undefined;
  for (const word of words) {
    if (open?.number.takes(word) !== true) {
      if (open !== undefined) found.push(closed(open));
      open = { number: new Accumulator(), start: word.start, end: word.end, count: 0 };
    }
    open.number.add(word);
    open.end = word.end;
    open.count += 1;
  }
  if (open !== undefined) found.push(closed(open));
  // A magnitude without a number before it is vague: "several hundred".
  return found.filter((number) => !Number.isNaN(number.value));
}

function closed({ number, start, end, count }: { number: Accumulator; start: number; end: number; count: number }) {
  return { start, end, value: number.value, lone: count === 1 && number.value < 2 };
}

class Accumulator {
  #total = 0;
  /** The part that the next thousand, million or billion multiplies. */
  #current = Number.NaN;
  #last = 0;
  #lastMagnitude = Number.POSITIVE_INFINITY;

  get value(): number {
    return Number.isNaN(this.#current) && this.#total > 0 ? this.#total : this.#total + this.#current;
  }

  takes(word: Word): boolean {
    const magnitude = magnitudes.get(word.text);
    if (magnitude !== undefined)
      return !word.afterAnd && (magnitude === 100 ? this.#current < 100 : magnitude < this.#lastMagnitude);
    const value = below100.get(word.text);
    if (value === undefined) return false;
    if (this.#last >= 100) return value > 0;
    return !word.afterAnd && this.#last >= 20 && value > 0 && value < 10;
  }

  add(word: Word): void {
    const magnitude = magnitudes.get(word.text);
    if (magnitude === undefined) {
      const value = below100.get(word.text) ?? 1;
      this.#current = (Number.isNaN(this.#current) ? 0 : this.#current) + value;
      this.#last = value;
      return;
    }
    this.#last = magnitude;
    if (magnitude === 100) this.#current *= 100;
    else {
      this.#total += this.#current * magnitude;
      this.#current = Number.NaN;
      this.#lastMagnitude = magnitude;
    }
  }
}
