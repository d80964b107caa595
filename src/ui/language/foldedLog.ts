import { parseLine } from '../../debate/log/codec';
import type { Entry } from '../../debate/log/entry';
import { evolve } from '../../debate/fold/evolve';
import { jsonOf, objectOf } from '../../debate/log/objects';
import { seqReferences } from '../../debate/log/seqReferences';
import { headerOf, isRedacted, StateAccumulator, type Header } from '../../debate/fold/state';
import { createView, type RecordView } from '../../debate/fold/view';
import { firstSection, sectionsOf } from '../../projections/sections';

/**
 * A number, mention or address in a line of a log that links somewhere; characters are UTF-16 code units, the end is
 * excluded.
 */
export interface LogReference {
  readonly start: number;
  readonly end: number;
  /** `own`: the line's own seq; `entry`: another entry's seq; `source`: the URL of a source. */
  readonly to:
    | { readonly kind: 'own' | 'entry'; readonly seq: number }
    | { readonly kind: 'source'; readonly url: string };
}

interface LineReferences {
  /** Seq of the entry; undefined for a line that is not an entry. */
  readonly seq: number | undefined;
  readonly references: readonly LogReference[];
}

/*
 * Every quotation mark inside a JSON string has a backslash before it, so `"seq":` without one is a key. A line of a
 * megabyte can thus be searched without parsing.
 */
const field =
  /(?<!\\)"(?:(seq|rebuttal_to_seq|target_seq)"\s*:\s*(\d{1,15})(?![\d.eE])|seqs"\s*:\s*\[([\d\s,]{1,2000})\]|(?:url|old_url|new_url)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"|(content|reason)"\s*:\s*")/g;

export function referencesInLine(line: string): LineReferences {
  if (!line.includes('"seq"')) return { seq: undefined, references: [] };
  const found = [...line.matchAll(field)];
  const own = ownSeq(line, found);
  const references = found.flatMap((match): LogReference[] => {
    const [whole, , number, list, url, text] = match;
    const end = match.index + whole.length;
    if (number !== undefined) return [toSeq(match === own?.match ? 'own' : 'entry', number, end)];
    if (list !== undefined) {
      const start = end - 1 - list.length;
      return [...list.matchAll(/\d+/g)].map((one) => toSeq('entry', one[0], start + one.index + one[0].length));
    }
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

function stringAt(line: string, start: number): string {
  const stop = /\\.|"/g;
  stop.lastIndex = start;
  for (let found = stop.exec(line); found !== null; found = stop.exec(line))
    if (found[0] === '"') return line.slice(start, found.index);
  return line.slice(start);
}

/** References in a decoded text; the first number of each includes its word. */
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

/** Maps an offset of the decoded text to the JSON. Must be called in ascending order. */
function encodedOffset(json: string): (offset: number) => number {
  const escapes = json.matchAll(/\\(?:u[\da-f]{4}|.)/gi);
  let next = escapes.next().value;
  let added = 0;
  return (offset) => {
    for (; next !== undefined && next.index - added < offset; next = escapes.next().value) added += next[0].length - 1;
    return offset + added;
  };
}

/**
 * The first `seq` key, which nearly every writer puts there; otherwise the line has to be parsed, because `data` may
 * hold a seq too.
 */
function ownSeq(line: string, found: readonly RegExpExecArray[]): { match: RegExpExecArray; seq: number } | undefined {
  const seqs = found.filter((match) => match[1] === 'seq');
  const [first] = seqs;
  if (first !== undefined && /^\ufeff?\s*\{\s*$/.test(line.slice(0, first.index)))
    return { match: first, seq: Number(first[2]) };
  const seq = parsedSeq(line);
  // The last of several keys with this number counts, because only `data` can come before `seq` in these lines.
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

/** The part of an editor's document that is needed. Lines count from 0. */
export interface LogText {
  readonly version: number;
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export interface PlacedEntry {
  readonly line: number;
  readonly header: Header;
  readonly section: string;
}

export interface PlacedView {
  readonly header: Header;
  readonly view: RecordView;
  /** Whether another line has this seq, and is the one that counts. */
  readonly isOther: boolean;
}

/** References in one log; only the first ones count. */
const mostReferences = 20_000;
/** Characters read before other work gets a turn: a few milliseconds. */
const charactersAtOnce = 250_000;

/** A log that is open as text, read once for all features of the editor. */
export class FoldedLog {
  readonly view: RecordView;
  readonly entries: PlacedEntry[] = [];
  readonly references: { line: number; seq: number; reference: LogReference }[] = [];
  /** Line of each entry; the first one if the log has a seq twice. */
  readonly lines = new Map<number, number>();
  readonly #state = new StateAccumulator();
  /** Lines that were read. They are the document’s own strings, so comparing them takes no time. */
  readonly #taken: string[] = [];
  /** Seqs known only from a line that is not an entry. */
  readonly #raw = new Set<number>();

  constructor(private readonly text: LogText) {
    this.view = createView(this.#state, (seq) => this.#entry(seq));
  }

  /** Whether the lines read are unchanged: a last line may have been unfinished, a line edited, a log replaced. */
  get isCurrent(): boolean {
    return (
      this.#taken.length <= this.text.lineCount &&
      this.#taken.every((text, line) => this.text.lineAt(line).text === text)
    );
  }

  async read(): Promise<this> {
    let characters = 0;
    while (this.#taken.length < linesIn(this.text)) {
      const { text } = this.text.lineAt(this.#taken.length);
      this.#take(text);
      characters += text.length;
      if (characters < charactersAtOnce) continue;
      characters = 0;
      await new Promise(setImmediate);
    }
    return this;
  }

  /**
   * The entry of this line as anyone may see it. If a seq occurs twice, the first line counts; the other one gets a
   * note.
   */
  at(line: number): PlacedView | undefined {
    const header = this.entries.find((entry) => entry.line === line)?.header;
    if (header === undefined) return undefined;
    const { seq } = header;
    const isOther = headerOf(this.#state, seq) !== header && !isRedacted(this.#state, seq);
    const read = (wanted: number): Entry | undefined => (wanted === seq ? this.#entryOf(line) : this.#entry(wanted));
    return { header, isOther, view: isOther ? createView(this.#state, read) : this.view };
  }

  #take(text: string): void {
    const line = this.#taken.push(text) - 1;
    const { seq, references } = referencesInLine(text);
    if (seq === undefined) return;
    if (!this.lines.has(seq)) this.lines.set(seq, line);
    for (const reference of references.slice(0, mostReferences - this.references.length))
      this.references.push({ line, seq, reference });
    const parsed = parseLine(text);
    if (parsed.kind !== 'entry') {
      if (this.lines.get(seq) === line) this.#raw.add(seq);
      return;
    }
    if (this.#raw.delete(parsed.entry.seq)) this.lines.set(parsed.entry.seq, line);
    evolve(this.#state, parsed.entry);
    const header = this.#state.headers.at(-1);
    if (header?.seq !== parsed.entry.seq) return;
    const section = sectionsOf(this.#state).byPosition.at(-1) ?? firstSection;
    this.entries.push({ line, header, section });
  }

  #entry(seq: number): Entry | undefined {
    const line = this.lines.get(seq);
    return line === undefined ? undefined : this.#entryOf(line);
  }

  #entryOf(line: number): Entry | undefined {
    const parsed = parseLine(this.text.lineAt(line).text);
    return parsed.kind === 'entry' ? parsed.entry : undefined;
  }
}

/** Number of lines, without the empty one after the last line end. */
const linesIn = (text: LogText): number => text.lineCount - (text.lineAt(text.lineCount - 1).text === '' ? 1 : 0);

const known = new WeakMap<LogText, { version: number; folded: Promise<FoldedLog> }>();

/** Reads each version of a document once. A log only grows, so only its new lines are read. */
export function foldedLog(text: LogText): Promise<FoldedLog> {
  const before = known.get(text);
  if (before?.version === text.version) return before.folded;
  const folded = readOn(text, before?.folded);
  known.set(text, { version: text.version, folded });
  return folded;
}

async function readOn(text: LogText, before: Promise<FoldedLog> | undefined): Promise<FoldedLog> {
  const found = await before?.catch(() => undefined);
  return await (found?.isCurrent === true ? found : new FoldedLog(text)).read();
}
