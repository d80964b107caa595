import { jsonOf, objectOf } from '../../debate/objects';

/** A number or an address in a line of a log that leads somewhere; characters in UTF-16 code units, the end excluded. */
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
  /(?<!\\)"(?:(seq|rebuttal_to_seq|target_seq)"\s*:\s*(\d{1,15})(?![\d.eE])|seqs"\s*:\s*\[([\d\s,]{1,2000})\]|(?:url|old_url|new_url)"\s*:\s*"((?:[^"\\]|\\.){1,4000})")/g;

/** Finds what leads somewhere in one line of a log, of whichever writer. */
export function referencesInLine(line: string): LineReferences {
  if (!line.includes('"seq"')) return { seq: undefined, references: [] };
  const found = [...line.matchAll(field)];
  const own = ownSeq(line, found);
  const references = found.flatMap((match): LogReference[] => {
    const [whole, , number, list, url] = match;
    const end = match.index + whole.length;
    if (number !== undefined) return [toSeq(match === own?.match ? 'own' : 'entry', number, end)];
    if (list !== undefined) return inList(list, end - 1 - list.length);
    const text = decoded(url ?? '');
    return text === undefined
      ? []
      : [{ start: end - 1 - (url ?? '').length, end: end - 1, to: { kind: 'source', url: text } }];
  });
  return { seq: own?.seq, references };
}

function toSeq(kind: 'own' | 'entry', number: string, end: number): LogReference {
  return { start: end - number.length, end, to: { kind, seq: Number(number) } };
}

function inList(list: string, start: number): LogReference[] {
  return [...list.matchAll(/\d+/g)].map((match) => toSeq('entry', match[0], start + match.index + match[0].length));
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
