import { normaliseText, type NormalisedText, type OptionalText } from './normalisedText';
import { cutsToken } from './quoteTokens';
import type { TextRange } from './quoteWindows';

/** A place where a text stands verbatim: `[from, to)` of the normalised text, `[start, end)` of the original. */
export interface Hit {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The ways to write a quotation that count as verbatim. */
export function verbatimForms(quote: string): string[] {
  return [...new Set([normaliseText(quote, 'quote').text, normaliseText(quote, 'verbatim').text])];
}

/** Every place in the range of the normalised text where one of the forms stands and cuts no word; not in order. */
export function* occurrences(source: NormalisedText, forms: readonly string[], range: TextRange): Generator<Hit> {
  const text = source.text.slice(0, range.end);
  for (const form of forms) {
    if (form === '') continue;
    for (let from = text.indexOf(form, range.start); from >= 0; from = text.indexOf(form, from + 1)) {
      const hit = hitAt(source, from, from + form.length);
      if (hit !== undefined) yield hit;
    }
    if (source.optional.length > 0) yield* withOptional(source, form, { start: range.start, end: text.length });
  }
}

function hitAt(source: NormalisedText, from: number, to: number): Hit | undefined {
  if (cutsToken(source.text, from) || cutsToken(source.text, to)) return undefined;
  return { from, to, start: source.toOriginal(from), end: source.endInOriginal(to) };
}

const leadingMarker = /^(?:- |\d{1,3}[.)] )/;
const mayBeOptional = /-|\d{1,3}[.)] /;

/** The form with hyphens or list markers that the source's text leaves out. */
function* withOptional(source: NormalisedText, form: string, range: TextRange): Generator<Hit> {
  const lead = leadingMarker.exec(form)?.[0] ?? '';
  const body = form.slice(lead.length);
  const prefix = body.slice(0, mayBeOptional.exec(body)?.index);
  if (prefix === '' || (lead === '' && prefix === body)) return;
  const text = source.text.slice(0, range.end);
  for (let from = text.indexOf(prefix, range.start); from >= 0; from = text.indexOf(prefix, from + 1)) {
    const first = firstOptional(source.optional, from);
    const marker = source.optional.slice(first, first + 3).find((item) => item.at === from && item.text === lead);
    if (lead !== '' && marker === undefined) continue;
    const to = walk(source, body, from);
    const hit = to === undefined || to > range.end ? undefined : hitAt(source, from, to);
    if (hit !== undefined) yield { ...hit, start: marker?.start ?? hit.start };
  }
}

/** The index in the text after `body`, if it stands there from `from` on, with or without what is optional. */
function walk(source: NormalisedText, body: string, from: number): number | undefined {
  const { text, optional } = source;
  let next = firstOptional(optional, from + 1);
  let index = from;
  for (let position = 0; position < body.length; ) {
    const candidate = optional[next];
    if (candidate?.at === index) {
      if (body.startsWith(candidate.text, position)) position += candidate.text.length;
      next += 1;
    } else {
      if (text.charCodeAt(index) !== body.charCodeAt(position)) return undefined;
      index += 1;
      position += 1;
    }
  }
  return index;
}

/** The first optional piece at `at` or after it, by bisection. */
function firstOptional(optional: readonly OptionalText[], at: number): number {
  let low = 0;
  let high = optional.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((optional[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
