import { serialiseEntry } from '../debate/log/codec';
import type { Entry } from '../debate/log/entry';
import { isObject, jsonOf } from '../debate/log/objects';
import { openRegular } from '../async/regularFile';
import { sha256 } from './sha256';

/**
 * The chain of a record (docs/record.md, Chain): `data.prev` of an entry is the SHA-256, in hexadecimal digits, of the nearest earlier line
 * that is not blank, without its line end, as it stood on the disk when the entry was written.
 */

/** Gives each entry its link. `before` is the line that the first entry follows, without its line end; the first line of a log has no link. */
export function chainEntries(entries: readonly Entry[], before: Buffer | undefined): Entry[] {
  let previous = hashOfLine(before);
  return entries.map((entry) => {
    const chained = previous === undefined ? entry : { ...entry, data: { ...entry.data, prev: previous } };
    previous = sha256(serialiseEntry(chained).slice(0, -1));
    return chained;
  });
}

/** SHA-256 of a line without its line feed; a carriage return belongs to the line end too. */
export const hashOfLine = (line: Buffer | undefined): string | undefined => line && sha256(withoutReturn(line));

/** What does not fit in a chain, see `ChainProblem`. */
export type ChainFault = 'broken' | 'no_beginning' | 'unlocked' | 'not_chained' | 'unfinished';

/**
 * - `broken`: the line before the entry is not the one that the entry was written after.
 * - `no_beginning`: the first line was written after another one.
 * - `unlocked`: the entry was written after an earlier line; those between were written without the lock.
 * - `not_chained`: lines without a link, as programs write them that take no lock.
 * - `unfinished`: the last line has no line end and is no entry.
 */
export interface ChainProblem {
  fault: ChainFault;
  /** The entry at which the fault shows; null where that line is no entry. */
  seq: number | null;
  /** The line of that entry, counted from 1. */
  line: number;
  /** The lines that the fault is about, first and last. */
  about: readonly [number, number];
  /** Whether a later entry has a link that covers these lines. */
  isCovered: boolean;
}

export interface ChainReport {
  /** SHA-256 of the last line; null in an empty log. */
  head: string | null;
  headSeq: number | null;
  /** The first entry with a link. */
  chainedFrom: number | null;
  /** How many entries have a link that fits. */
  links: number;
  problems: readonly ChainProblem[];
  /** Lines by their hash, to look up a head that somebody kept. */
  lineOf: ReadonlyMap<string, { line: number; seq: number | null }>;
}

/** Follows the chain of a log on disk. @throws the system's error, `FileRefused`. */
export async function readChain(path: string): Promise<ChainReport> {
  const walk = new ChainWalk();
  await eachLine(path, (bytes, line) => walk.take(bytes, line));
  return walk.report();
}

interface Link {
  link: string;
  line: number;
  seq: number | null;
}

class ChainWalk {
  #head: string | undefined;
  #headSeq: number | null = null;
  #chainedFrom: number | null = null;
  #lastLinked = 0;
  #links = 0;
  /** The lines without a link since the last one that has one. */
  #unlinked: { seq: number | null; first: number; last: number } | undefined;
  readonly #problems: ChainProblem[] = [];
  readonly #lineOf = new Map<string, { line: number; seq: number | null }>();

  take({ bytes, isWhole }: { bytes: Buffer; isWhole: boolean }, line: number): void {
    const { isObject: isEntry, seq, link } = linkIn(bytes);
    if (!isWhole && !isEntry) {
      this.#problems.push({ fault: 'unfinished', seq, line, about: [line, line], isCovered: false });
      return;
    }
    if (link !== undefined) this.#follow({ link, line, seq });
    else if (this.#chainedFrom !== null) this.#unlinked = { ...(this.#unlinked ?? { seq, first: line }), last: line };
    this.#head = sha256(bytes);
    this.#headSeq = seq;
    this.#lineOf.set(this.#head, { line, seq });
  }

  report(): ChainReport {
    const open = this.#unlinked;
    const left: ChainProblem[] = open === undefined ? [] : [notChained(open, false)];
    return {
      head: this.#head ?? null,
      headSeq: this.#headSeq,
      chainedFrom: this.#chainedFrom,
      links: this.#links,
      problems: [...this.#problems, ...left],
      lineOf: this.#lineOf,
    };
  }

  #follow({ link, line, seq }: Link): void {
    const unlinked = this.#unlinked;
    const after = this.#lineOf.get(link)?.line;
    if (link === this.#head) {
      this.#links += 1;
      if (unlinked !== undefined) this.#problems.push(notChained(unlinked, true));
    } else if (after !== undefined && after >= this.#lastLinked) {
      this.#problems.push({ fault: 'unlocked', seq, line, about: [after + 1, line - 1], isCovered: false });
    } else {
      const fault = this.#head === undefined ? 'no_beginning' : 'broken';
      this.#problems.push({ fault, seq, line, about: [line, line], isCovered: false });
    }
    this.#unlinked = undefined;
    this.#lastLinked = line;
    this.#chainedFrom ??= seq;
  }
}

function notChained(
  { seq, first, last }: { seq: number | null; first: number; last: number },
  isCovered: boolean,
): ChainProblem {
  return { fault: 'not_chained', seq, line: first, about: [first, last], isCovered };
}

function linkIn(bytes: Buffer): { isObject: boolean; seq: number | null; link: string | undefined } {
  const value = jsonOf(bytes.toString('utf8').replace(/^\ufeff/, ''));
  if (!isObject(value)) return { isObject: false, seq: null, link: undefined };
  const { seq, data } = value;
  const prev = isObject(data) ? data['prev'] : undefined;
  // A link that is no text fits no line.
  const link = prev === undefined || typeof prev === 'string' ? prev : '';
  return { isObject: true, seq: typeof seq === 'number' ? seq : null, link };
}

/** Calls `take` for each line that is not blank, without its line end. */
async function eachLine(
  path: string,
  take: (line: { bytes: Buffer; isWhole: boolean }, number: number) => void,
): Promise<void> {
  const { handle, stats } = await openRegular(path);
  let held: Buffer[] = [];
  let number = 0;
  const end = (last: Buffer, isWhole: boolean): void => {
    number += 1;
    const bytes = withoutReturn(Buffer.concat([...held, last]));
    held = [];
    if (!isBlank(bytes)) take({ bytes, isWhole }, number);
  };
  try {
    for (let at = 0; at < stats.size;) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, stats.size - at));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
      // The file was cut meanwhile.
      if (bytesRead === 0) break;
      at += bytesRead;
      let start = 0;
      const piece = chunk.subarray(0, bytesRead);
      for (let feed = piece.indexOf(lineFeed); feed >= 0; feed = piece.indexOf(lineFeed, start)) {
        end(piece.subarray(start, feed), true);
        start = feed + 1;
      }
      if (start < piece.length) held.push(piece.subarray(start));
    }
    if (held.length > 0) end(Buffer.alloc(0), false);
  } finally {
    await handle.close();
  }
}

const chunkBytes = 1024 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const withoutReturn = (bytes: Buffer): Buffer => (bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes);

/** White space as `parseLine` sees it; a line that begins with a brace is looked at no further. */
const isBlank = (bytes: Buffer): boolean => bytes[0] !== 0x7b && bytes.toString('utf8').trim() === '';
