import type { Source } from '../log/entry';
import type { MatchingSteps } from '../../matching/text/matchingSteps';
import { normaliseText } from '../../matching/text/normalisedText';
import { sentences, type TextSpan } from '../../matching/text/text';
import { Needle } from '../../matching/quote/verbatimSearch';

/** Removes the addresses that code puts behind claims: ` ([title](address))`. */
export const withoutCitations = (text: string): string =>
  text.replace(/(?<!\s)\s?\(\[[^\]\n]*\]\([^()\s]*\)\)/g, '').trim();

/** Characters; a shorter sentence may occur in any quotation. */
const shortestPart = 12;

/** Sentences of a text, read once for all quotations and claims that are sought in it. */
export class StatedSentences {
  readonly all: readonly TextSpan[];
  readonly #normal;
  readonly #flat = new Map<string, string>();

  constructor(
    text: string,
    private readonly steps: MatchingSteps,
  ) {
    steps.take(2 * text.length);
    this.all = sentences(text);
    this.#normal = normaliseText(text);
  }

  /** Sentences that carry the quotation, or are a part of it. */
  carrying(quote = ''): TextSpan[] {
    const sought = this.#flatOf(quote);
    if (sought === '') return [];
    const within = new Set(this.#over(sought));
    const parts = new Map<string, boolean>();
    return this.all.filter((sentence) => {
      if (within.has(sentence)) return true;
      const flat = this.#flatOf(sentence.text);
      if (flat.length < shortestPart || flat.length > sought.length) return false;
      const known = parts.get(flat) ?? this.#holds(sought, flat);
      parts.set(flat, known);
      return known;
    });
  }

  /** Sentences that contain the claim, word for word. */
  claimed({ claim = '' }: Pick<Source, 'claim'>): TextSpan[] {
    return this.#over(this.#flatOf(claim));
  }

  #over(flat: string): TextSpan[] {
    if (flat === '') return [];
    const { text, toOriginal, endInOriginal } = this.#normal;
    this.steps.take(text.length);
    const next = new Needle(flat).placesIn(text);
    const found = new Set<TextSpan>();
    let at = 0;
    for (let from = next(0); from >= 0; from = next(from + flat.length)) {
      const [start, end] = [toOriginal(from), endInOriginal(from + flat.length)];
      while ((this.all[at]?.end ?? end) <= start) at += 1;
      for (let index = at; (this.all[index]?.start ?? end) < end; index += 1) {
        const sentence = this.all[index];
        if (sentence !== undefined) found.add(sentence);
      }
    }
    return [...found];
  }

  #holds(whole: string, part: string): boolean {
    this.steps.take(whole.length >> 2);
    return new Needle(part).placesIn(whole)(0) >= 0;
  }

  #flatOf(text: string): string {
    const known = this.#flat.get(text);
    if (known !== undefined) return known;
    this.steps.take(2 * text.length);
    const flat = normaliseText(text).text.trim();
    this.#flat.set(text, flat);
    return flat;
  }
}
