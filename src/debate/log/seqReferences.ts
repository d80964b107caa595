import { matchesOf } from '../../matching/text/matches';

/**
 * A mention like `seq 3`, `seqs 3, 4 and 5`, `seq 3–5`. It may continue in the next line of its paragraph, even in an
 * indented or quoted one. Offsets count UTF-16 code units.
 */
export interface SeqReference {
  readonly start: number;
  readonly end: number;
  /** Seqs with ranges expanded, unless a range is absurdly long. */
  readonly seqs: readonly number[];
  /** Numbers as written, which a view turns into links. `seq 3–5` has two numbers and three seqs. */
  readonly numbers: readonly { readonly start: number; readonly end: number; readonly seq: number }[];
}

const longestRange = 1_000;

const space = '[^\\S\\n]';
/** A space, or a line's end with the indentation and quote marks of the next line. */
const gap = `(?:${space}{1,2}|${space}?\\n[ \\t]*(?:>[ \\t]*)*)`;
// A hyphen at the beginning of a line makes a list.
const dash = `(?:${space}?-|${gap}?[–—])${gap}?|${gap}[Tt][Oo]${gap}`;
// The number must not be the start of "3.5", "40%" or "3rd".
const number = '#?\\d{1,9}(?![\\p{L}\\d%]|\\.\\d)';
const range = `${number}(?:(?:${dash})${number})?`;
const commas = `(?:${gap}?,${gap}?${range})*`;
const last = `(?:(?:${gap}?,)?${gap}?(?:[Aa][Nn][Dd]|[Oo][Rr]|&)${gap}${range})?`;
// A list after the singular must be closed, because "in seq 3, 40 engineers" names one entry.
const closedList = `(?:${gap}?,${gap}?${range})+${last}(?=${gap}?[)\\];])`;
// Both cases are spelled out: with the flag `i` the pattern takes a tenth of a second to compile.
const mention = new RegExp(
  `(?<![\\p{L}\\p{N}_-])[Ss][Ee][Qq](?:[Ss]\\.?${gap}${range}${commas}${last}|\\.?${gap}${range}(?:${closedList})?)`,
  'gu',
);

/** All mentions in order, whether or not the entries exist. */
export function seqReferences(text: string): SeqReference[] {
  return [...matchesOf(text, mention)].map((match) => {
    const start = match.index;
    const numbers = [...match[0].matchAll(/\d+/g)].map((found) => ({
      start: start + found.index,
      end: start + found.index + found[0].length,
      seq: Number(found[0]),
    }));
    return { start, end: start + match[0].length, numbers, seqs: spelledOut(text, numbers) };
  });
}

/**
 * Mentions for views that link entries: also `entry 12`, where code writes it ("Differs from entry 12", "(L3, entry
 * 12)").
 */
export function shownReferences(text: string): SeqReference[] {
  const named = [...matchesOf(text, entryMention)].map(({ 0: found, 1: digits = '', index }) => {
    const [end, seq] = [index + found.length, Number(digits)];
    return { start: index, end, seqs: [seq], numbers: [{ start: end - digits.length, end, seq }] };
  });
  return named.length === 0
    ? seqReferences(text)
    : [...seqReferences(text), ...named].sort((one, other) => one.start - other.start);
}

const entryMention = /(?<=from |, )entry (\d{1,9})(?![\p{L}\d%]|\.\d)/gu;

const isDash = new RegExp(`^(?:${dash})#?$`);

function spelledOut(text: string, numbers: SeqReference['numbers']): number[] {
  const seqs: number[] = [];
  numbers.forEach((current, index) => {
    const before = numbers[index - 1];
    const isRange = before !== undefined && isDash.test(text.slice(before.end, current.start));
    const length = before === undefined ? 0 : current.seq - before.seq;
    if (isRange && length > 1 && length <= longestRange) {
      for (let seq = before.seq + 1; seq < current.seq; seq += 1) seqs.push(seq);
    }
    seqs.push(current.seq);
  });
  return seqs;
}
