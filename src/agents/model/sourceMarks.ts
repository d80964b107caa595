import { sentences, type TextSpan } from '../../matching/text/text';
import { isObject } from '../../debate/log/objects';
import type { AnswerFields } from './modelTask';

/** `[s1]`, `[s1, s2]`; not a link's words. */
const marks = /\[(\s?s\d{1,2}(?:[\s,;]{0,3}s\d{1,2}){0,9})\s?\](?!\()/gi;

interface MarkedText {
  /** The text without its marks. */
  text: string;
  /** The sentence that carries each mark, by mark in lower case; neighbours that carry the same are one. */
  claims: ReadonlyMap<string, string>;
}

/** Takes the marks of sources out of a text, and notes the sentence that each stands in. */
export function readMarks(marked: string): MarkedText {
  const places: { mark: string; at: number }[] = [];
  let text = '';
  let from = 0;
  for (const match of marked.matchAll(marks)) {
    text += withoutBlanks(marked.slice(from, match.index));
    from = match.index + match[0].length;
    for (const [mark] of (match[1] ?? '').toLowerCase().matchAll(/s\d+/g)) places.push({ mark, at: text.length });
  }
  text += marked.slice(from);
  const said = sentences(text);
  const claims = new Map<string, string>();
  for (const { mark } of places) {
    if (claims.has(mark)) continue;
    const carrying = places.flatMap((place) => (place.mark === mark ? sentenceAt(said, text, place.at) : []));
    const claim = firstRun(said, carrying, text);
    if (claim !== undefined) claims.set(mark, claim);
  }
  return { text, claims };
}

/** Takes out of a text that is still being written its marks, and the beginning of one. */
export function draftWithoutMarks(draft: string): string {
  let text = '';
  let from = 0;
  for (const match of draft.matchAll(marks)) {
    text += withoutBlanks(draft.slice(from, match.index));
    from = match.index + match[0].length;
  }
  text += draft.slice(from);
  const last = text.lastIndexOf('[');
  return withoutBlanks(last >= 0 && begunMark.test(text.slice(last)) ? text.slice(0, last) : text);
}

const begunMark = /^\[\s?(?:s[\ds,;\s]{0,60})?$/i;

/** A mark goes with the blanks before it. */
function withoutBlanks(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1;
  return text.slice(0, end);
}

/** The place of the sentence that ends at or runs over `at`; at the beginning of a line, of the one that follows. */
function sentenceAt(said: readonly TextSpan[], text: string, at: number): number[] {
  const before = text.slice(0, at).trimEnd().length;
  const ending = said.findIndex(({ start, end }) => start < before && before <= end);
  const found = ending >= 0 ? ending : said.findIndex(({ start }) => start >= at);
  return found < 0 ? [] : [found];
}

/** The first sentence with the mark, and those directly behind it that have it too. */
function firstRun(said: readonly TextSpan[], carrying: readonly number[], text: string): string | undefined {
  const [first] = carrying;
  if (first === undefined) return undefined;
  let last = first;
  while (carrying.includes(last + 1)) last += 1;
  const [start, end] = [said[first]?.start, said[last]?.end];
  return start === undefined || end === undefined ? undefined : text.slice(start, end);
}

/** The texts of an answer without marks, and its sources with the sentences that rely on them. `texts` in the order in which a claim is looked for. */
export function withClaims(answer: AnswerFields, texts: readonly string[]): AnswerFields {
  const read = new Map(texts.map((name) => [name, readField(answer[name])]));
  const claimOf = (mark: unknown): string | undefined =>
    typeof mark === 'string'
      ? [...read.values()]
          .map(({ claims }) => claims.get(mark.trim().toLowerCase()))
          .find((claim) => claim !== undefined)
      : undefined;
  const { sources } = answer;
  const cited = Array.isArray(sources)
    ? {
        sources: sources.map((source: unknown) =>
          isObject(source) ? withClaim(source, claimOf(source['mark'])) : source,
        ),
      }
    : {};
  const plain = Object.fromEntries(
    [...read].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
  );
  return { ...answer, ...plain, ...cited };
}

function withClaim(marked: AnswerFields, claim: string | undefined): AnswerFields {
  const source = Object.fromEntries(Object.entries(marked).filter(([name]) => name !== 'mark'));
  return claim === undefined ? source : { ...source, claim };
}

interface ReadField {
  value: unknown;
  claims: ReadonlyMap<string, string>;
}

/** A text, or texts in lists and objects. */
function readField(value: unknown): ReadField {
  if (typeof value === 'string') {
    const { text, claims } = readMarks(value);
    return { value: text, claims };
  }
  if (Array.isArray(value)) return joinedFields(value.map(readField), (values) => values);
  if (!isObject(value)) return { value, claims: new Map() };
  const keys = Object.keys(value);
  return joinedFields(
    keys.map((key) => readField(value[key])),
    (values) => Object.fromEntries(keys.map((key, at) => [key, values[at]])),
  );
}

/** The first claim of a mark counts. */
const joinedFields = (fields: readonly ReadField[], join: (values: unknown[]) => unknown): ReadField => ({
  value: join(fields.map(({ value }) => value)),
  claims: new Map(fields.flatMap(({ claims }) => [...claims]).reverse()),
});
