import { jsonOf, objectOf } from '../../debate/objects';
import { seqReferences } from '../../debate/seqReferences';

/** A number, a mention or an address in a line of a log that leads somewhere; characters in UTF-16 code units, the end excluded. */
export interface LogReference {
  readonly start: number;
  readonly end: number;
  /** `own`: the line's own seq; `entry`: that of another entry; `source`: the URL of a source. */
  readonly to:
    { readonly kind: 'own' | 'entry'; readonly seq: number } | { readonly kind: 'source'; readonly url: string };
}

interface LineReferences {
  /** Undefined for a line that is no entry. */
  readonly seq: number | undefined;
  readonly references: readonly LogReference[];
}

/*
 * Inside a JSON string every quotation mark has a backslash before it: what looks like `"seq":` without one is a key, so that a line
 * of a megabyte need not be parsed to be searched.
 */
const field =
  /(?<!\\)"(?:(seq|rebuttal_to_seq|target_seq)"\s*:\s*(\d{1,15})(?![\d.eE])|seqs"\s*:\s*\[([\d\s,]{1,2000})\]|(?:url|old_url|new_url)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"|(content|reason)"\s*:\s*")/g;

/** Finds what leads somewhere in one line of a log, of whichever writer. */
export function referencesInLine(line: string): LineReferences {
  if (!line.includes('"seq"')) return { seq: undefined, references: [] };
  const found = [...line.matchAll(field)];
  const own = ownSeq(line, found);
  const references = found.flatMap((match): LogReference[] => {
    const [whole, , number, list, url, text] = match;
    const end = match.index + whole.length;
    if (number !== undefined) return [toSeq(match === own?.match ? 'own' : 'entry', number, end)];
    if (list !== undefined) return inList(list, end - 1 - list.length);
    if (text !== undefined) return inText(stringAt(line, end), end);
    const address = decoded(url ?? '');
    return address === undefined
      ? []
      : [{ start: end - 1 - (url ?? '').length, end: end - 1, to: { kind: 'source', url: address } }];
  });
  return { seq: own?.seq, references };
}

function toSeq(kind: 'own' | 'entry', number: string, end: number): LogReference {
  return { start: end - number.length, end, to: { kind, seq: Number(number) } };
}

function inList(list: string, start: number): LogReference[] {
  return [...list.matchAll(/\d+/g)].map((match) => toSeq('entry', match[0], start + match.index + match[0].length));
}

/** A string of JSON as it stands in a line, up to its end or the line's. */
function stringAt(line: string, start: number): string {
  const stop = /\\.|"/g;
  stop.lastIndex = start;
  for (let found = stop.exec(line); found !== null; found = stop.exec(line))
    if (found[0] === '"') return line.slice(start, found.index);
  return line.slice(start);
}

/** Mentions of entries as the text has them once it is decoded; the first number of one takes its word along. */
function inText(json: string, start: number): LogReference[] {
  const text = /seq/i.test(json) ? decoded(json) : undefined;
  if (text === undefined) return [];
  const encoded = encodedOffset(json);
  return seqReferences(text).flatMap((mention) =>
    mention.numbers.map((number, index): LogReference => {
      const from = encoded(index === 0 ? mention.start : number.start);
      return { start: start + from, end: start + encoded(number.end), to: { kind: 'entry', seq: number.seq } };
    }),
  );
}

/** Where a character of the decoded text stands in the JSON. Asked for in ascending order. */
function encodedOffset(json: string): (offset: number) => number {
  const escapes = json.matchAll(/\\(?:u[\da-f]{4}|.)/gi);
  let next = escapes.next().value;
  let added = 0;
  return (offset) => {
    for (; next !== undefined && next.index - added < offset; next = escapes.next().value) added += next[0].length - 1;
    return offset + added;
  };
}

/** The first key, as nearly every writer has it; else the line has to be parsed, because `data` may hold a seq too. */
function ownSeq(line: string, found: readonly RegExpExecArray[]): { match: RegExpExecArray; seq: number } | undefined {
  const seqs = found.filter((match) => match[1] === 'seq');
  const [first] = seqs;
  if (first !== undefined && /^\ufeff?\s*\{\s*$/.test(line.slice(0, first.index)))
    return { match: first, seq: Number(first[2]) };
  const seq = parsedSeq(line);
  // Of several with this number the last one: `data` comes before `seq` in such lines, if anything does.
  const match = seqs.findLast((candidate) => Number(candidate[2]) === seq);
  return match === undefined || seq === undefined ? undefined : { match, seq };
}

function parsedSeq(line: string): number | undefined {
  const { seq } = objectOf(jsonOf(line.replace(/^\ufeff/, '')));
  return typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined;
}

function decoded(json: string): string | undefined {
  const text = jsonOf(`"${json}"`);
  return typeof text === 'string' ? text : undefined;
}
