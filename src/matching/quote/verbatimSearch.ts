import { normaliseText, type NormalisedText } from '../text/normalisedText';
import { cutsToken, quickCut, wordEnd } from './quoteTokens';
import { firstIndex, type TextRange } from '../text/text';
import type { OptionalText } from '../text/normalisedWriter';

/** `[from, to)` of the normalised text, `[start, end)` of the original. */
export interface VerbatimHit {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Both count as verbatim. */
export function verbatimForms(quote: string): string[] {
  return [...new Set([normaliseText(quote, 'quote').text, normaliseText(quote, 'verbatim').text])];
}

/** Budget in characters and pairs of words examined. Matches reached with none left are not found. */
export interface SearchBudget {
  left: number;
}

/** Cost of the tokens around a match. */
const costOfTokens = 2000;

/** The engine's own search is fast, but linear only for a short needle. */
const probeLength = 16;

/** Found in steps proportional to the text's length, however repetitive both are. */
export class Needle {
  readonly #probe: string;
  #borders: Uint32Array | undefined;

  constructor(readonly text: string) {
    this.#probe = text.slice(0, probeLength);
  }

  /** The next match from `from` on, which must grow; -1 if there is none. */
  placesIn(text: string): (from: number) => number {
    // `matched` characters of the needle are right before `at`.
    let [at, matched] = [0, 0];
    return (from) => {
      while (matched > 0 && at - matched < from) matched = this.#border(matched);
      if (matched === 0) at = Math.max(at, from);
      for (;;) {
        if (matched < this.#probe.length) {
          const next = text.indexOf(this.#probe, at - matched);
          if (next < 0) return -1;
          [at, matched] = [next + this.#probe.length, this.#probe.length];
        }
        while (matched < this.text.length && text.charCodeAt(at) === this.text.charCodeAt(matched)) {
          at += 1;
          matched += 1;
        }
        if (matched === this.text.length) return at - matched;
        matched = this.#border(matched);
      }
    };
  }

  /** The longest proper prefix of the needle that ends its first `length` characters. */
  #border(length: number): number {
    const borders = (this.#borders ??= bordersOf(this.text));
    return borders[length] ?? 0;
  }
}

function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length + 1);
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (border > 0 && text.charCodeAt(at) !== text.charCodeAt(border)) border = borders[border] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(border)) border += 1;
    borders[at + 1] = border;
  }
  return borders;
}

interface SoughtForms {
  readonly forms: readonly Needle[];
  readonly budget: SearchBudget;
}

/** Those that cut no word; not in order. */
export function* occurrences(
  source: NormalisedText,
  { forms, budget }: SoughtForms,
  range: TextRange,
): Generator<VerbatimHit> {
  const text = source.text.slice(0, range.end);
  for (const form of forms) {
    if (form.text === '') continue;
    const next = form.placesIn(text);
    for (let from = next(range.start); from >= 0 && budget.left > 0;) {
      const hit = hitAt(source, { from, to: from + form.text.length }, budget);
      if (hit !== undefined) yield hit;
      // A text of one huge word has a million candidates.
      const isInWord = quickCut(source.text, from) === true;
      from = next(isInWord ? Math.max(from + 1, wordEnd(text, from)) : from + 1);
    }
    if (source.optional.length > 0)
      yield* withOptional(source, form.text, { range: { start: range.start, end: text.length }, budget });
  }
}

function hitAt(
  source: NormalisedText,
  { from, to }: { from: number; to: number },
  budget: SearchBudget,
): VerbatimHit | undefined {
  budget.left -= 20;
  for (const index of [from, to]) {
    const quick = quickCut(source.text, index);
    if (quick === undefined) budget.left -= costOfTokens;
    if (quick ?? cutsToken(source.text, index)) return undefined;
  }
  return { from, to, start: source.toOriginal(from), end: source.endInOriginal(to) };
}

const leadingMarker = /^(?:- |\d{1,3}[.)] )/;
const mayBeOptional = /-|\d{1,3}[.)] | ?\[|\^|(?<=[\p{L}.,;:!?)'])\d{1,3}(?!\d)/u;

/** Finds the form with hyphens or list markers that the source's text leaves out. */
function* withOptional(
  source: NormalisedText,
  form: string,
  { range, budget }: { range: TextRange; budget: SearchBudget },
): Generator<VerbatimHit> {
  const lead = leadingMarker.exec(form)?.[0] ?? '';
  const body = form.slice(lead.length);
  const prefix = body.slice(0, mayBeOptional.exec(body)?.index);
  if (prefix === '' || (lead === '' && prefix === body)) return;
  const text = source.text.slice(0, range.end);
  const next = new Needle(prefix).placesIn(text);
  for (let from = next(range.start); from >= 0 && budget.left > 0; from = next(from + 1)) {
    const first = firstOptional(source.optional, from);
    const marker = source.optional.slice(first, first + 3).find((item) => item.at === from && item.text === lead);
    budget.left -= 4;
    if (lead !== '' && marker === undefined) continue;
    const to = walk(source, { body, from }, budget);
    const hit = to === undefined || to > range.end ? undefined : hitAt(source, { from, to }, budget);
    if (hit !== undefined) yield { ...hit, start: marker?.start ?? hit.start };
  }
}

/** The index after `body`, if it is there with or without the optional pieces. */
function walk(
  source: NormalisedText,
  { body, from }: { body: string; from: number },
  budget: SearchBudget,
): number | undefined {
  const { text, optional } = source;
  let next = firstOptional(optional, from + 1);
  let index = from;
  budget.left -= 20;
  for (let position = 0; position < body.length; budget.left -= 1) {
    const candidate = optional[next];
    if (candidate?.at === index) {
      position += writtenLength(candidate.text, body, position);
      next += 1;
    } else {
      if (text.charCodeAt(index) !== body.charCodeAt(position)) return undefined;
      index += 1;
      position += 1;
    }
  }
  return index;
}

/** Copied from a page, the mark of a note is plain digits: "third3". */
function writtenLength(piece: string, form: string, position: number): number {
  if (form.startsWith(piece, position)) return piece.length;
  const copied = /^\^\d/.test(piece) && !/\d/.test(form.charAt(position - 1)) ? piece.slice(1) : '';
  return form.startsWith(copied, position) && !/\d/.test(form.charAt(position + copied.length)) ? copied.length : 0;
}

/** Index of the first optional text at or after `at`. */
function firstOptional(optional: readonly OptionalText[], at: number): number {
  return firstIndex({ start: 0, end: optional.length }, (index) => (optional[index]?.at ?? 0) >= at);
}
