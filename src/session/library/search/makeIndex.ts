import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Entry, Source } from '../../../debate/log/entry';
import { formatIn } from '../../../debate/formats/formatName';
import { type DebateState, findingOn } from '../../../debate/fold/state';
import { foundStatus, type FoundStatus } from '../../../debate/log/sourceMark';
import type { VisibleEntry } from '../../../debate/flow/tasks';
import type { RecordView } from '../../../debate/fold/view';
import { contentForm } from '../../../projections/contentForm';
import { readableUrl } from '../../../projections/sourcePlace';
import { positionOf } from '../../../projections/status';
import { topicOf } from '../../../projections/topic';
import type { DebateLog } from '../../../record/debateLog';
import { type IndexInfo, indexLayout, type IndexRow } from './debateIndex';
import { placedTerms, type SearchKind, searchKinds } from './query';

/**
 * Some times what a long debate has. With more, a growing list may take more memory at one stroke than the thread may have, which ends the
 * whole program.
 */
const mostTerms = 2 ** 18;

/** Nothing that is redacted is in it. `key`: by what the log is known again. @throws where there are too many words */
export function makeIndex(log: DebateLog, key: string): Uint8Array<ArrayBuffer> {
  const { state, view } = log;
  const writer = new IndexWriter();
  for (const at of state.headers.keys()) {
    const [entry, place] = [log.entryAt(at), log.placeAt(at)];
    if (entry !== undefined && place !== undefined) addEntry(writer, { view, entry, place });
  }
  return writer.bytes(key, infoOf(log));
}

interface PlacedEntry {
  view: RecordView;
  entry: Entry;
  place: { offset: number; length: number };
}

function addEntry(writer: IndexWriter, { view: { state, mask }, entry, place }: PlacedEntry): void {
  const { seq, type, speaker, timestamp } = entry;
  const visible = mask.entry(entry);
  const isMasked = !isDeepStrictEqual(visible, entry);
  const time = Date.parse(timestamp) || 0;
  let sources = 0;
  for (const { kind, text, url } of findableTexts(visible)) {
    const status = url === undefined ? undefined : statusAt(state, seq, url);
    const source = url === undefined ? 0 : sources++;
    writer.add({ seq, kind, type, speaker, status, source, time, isMasked, ...place }, text);
  }
}

/** Undefined where there is no result. */
export function statusAt(state: DebateState, seq: number, url: string): FoundStatus | undefined {
  const finding = findingOn(state, seq, url);
  return finding && foundStatus(finding);
}

function infoOf({ view, state, readable }: DebateLog): IndexInfo {
  const { kind, isOver } = positionOf(state);
  return {
    topic: view.mask.text(topicOf(view) ?? ''),
    format: formatIn(state.setup),
    readable,
    position: { kind, isOver },
  };
}

const { magic, prefixBytes, statuses, aligned } = indexLayout;

/** Numbers in groups of seven bits, the lowest first. */
class ByteWriter {
  #bytes = new Uint8Array(16);
  length = 0;

  number(value: number): void {
    if (this.length + 5 > this.#bytes.length) this.#enlarge(2 * this.#bytes.length);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.length++] = rest;
  }

  copy({ bytes }: ByteWriter): void {
    if (this.length + bytes.length > this.#bytes.length) this.#enlarge(2 * (this.length + bytes.length));
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #enlarge(length: number): void {
    const larger = new Uint8Array(length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

interface TermWriter {
  postings: ByteWriter;
  documents: number;
  last: number;
}

class IndexWriter {
  readonly #terms = new Map<string, TermWriter>();
  readonly #rows: number[] = [];
  readonly #speakers = new Map<string, number>();
  readonly #types = new Map<string, number>();
  #documents = 0;

  add(row: IndexRow, text: string): void {
    const places = new Map<string, number[]>();
    let at = 0;
    for (const { term } of placedTerms(text)) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [at]);
      else known.push(at);
      at += 1;
      if (places.size > mostTerms) throw new Error('The text has too many different words.');
    }
    for (const [term, all] of places) this.#post(term, all);
    const { seq, kind, type, speaker, status, source, time, offset, length, isMasked } = row;
    const named = [numberOf(this.#types, type), numberOf(this.#speakers, speaker)];
    const coded = [searchKinds.indexOf(kind), ...named, statuses.indexOf(status)];
    this.#rows.push(seq, ...coded, source, time, places.size, offset, length, isMasked ? 1 : 0);
    this.#documents += 1;
  }

  bytes(key: string, info: IndexInfo): Uint8Array<ArrayBuffer> {
    const terms = [...this.#terms].sort(([one], [other]) => (one < other ? -1 : 1));
    const words = concatenated(terms.map(([term]) => encoded(term)));
    const postings = new ByteWriter();
    const ends = new Uint32Array(terms.length);
    for (const [at, [, term]] of terms.entries()) {
      postings.number(term.documents);
      postings.copy(term.postings);
      ends[at] = postings.length;
    }
    const numbers = [Float64Array.from(this.#rows), words.ends, ends].map(bytesOf);
    const all = [...numbers, words.bytes, postings.bytes];
    const lengths = all.map(({ length }) => length);
    const header = { key, info, speakers: [...this.#speakers.keys()], types: [...this.#types.keys()], lengths };
    return sealed(encoded(JSON.stringify(header)), all);
  }

  #post(term: string, places: readonly number[]): void {
    let writer = this.#terms.get(term);
    if (this.#terms.size > mostTerms) throw new Error('The debate has too many different words.');
    if (writer === undefined) this.#terms.set(term, (writer = { postings: new ByteWriter(), documents: 0, last: 0 }));
    const { postings } = writer;
    const isOnce = places.length === 1;
    postings.number((this.#documents - writer.last) * 2 + (isOnce ? 1 : 0));
    if (!isOnce) postings.number(places.length);
    let before = 0;
    for (const place of places) {
      postings.number(place - before);
      before = place;
    }
    writer.last = this.#documents;
    writer.documents += 1;
  }
}

function numberOf(known: Map<string, number>, name: string): number {
  const number = known.get(name) ?? known.size;
  known.set(name, number);
  return number;
}

const encoder = new TextEncoder();
const encoded = (text: string): Uint8Array => encoder.encode(text);
const bytesOf = (numbers: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

function concatenated(parts: readonly Uint8Array[]): { bytes: Uint8Array; ends: Uint32Array } {
  const ends = new Uint32Array(parts.length);
  let length = 0;
  for (const [at, part] of parts.entries()) ends[at] = length += part.length;
  const bytes = new Uint8Array(length);
  for (const [at, part] of parts.entries()) bytes.set(part, (ends[at] ?? 0) - part.length);
  return { bytes, ends };
}

function sealed(header: Uint8Array, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = [header, ...parts];
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + aligned(length), prefixBytes));
  let at = prefixBytes;
  for (const part of all) {
    bytes.set(part, at);
    at += aligned(part.length);
  }
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, magic, true);
  prefix.setUint32(4, crc32(bytes.subarray(prefixBytes)), true);
  prefix.setUint32(8, header.length, true);
  return bytes;
}

interface FindableText {
  kind: SearchKind;
  text: string;
  url?: string;
}

/** Texts that anyone may see: nothing of an entry that is redacted. */
export function findableTexts(entry: VisibleEntry): FindableText[] {
  const { redacted, type, content, sources } = entry;
  if (redacted !== undefined) return [];
  return [
    {
      kind: type === 'document' ? 'document' : 'entry',
      text: contentForm(entry) === 'markdown' ? withoutAddresses(content) : content,
    },
    ...(sources ?? []).map((source) => ({ kind: 'source' as const, text: sourceText(source), url: source.url })),
  ];
}

/** The place stands for a source without a title. */
const sourceText = ({ title, url, quote = '' }: Source): string =>
  [title.trim() === '' ? readableUrl(url) : title, quote].join('\n').trim();

/** A link with an address that is no text: the words of the link are found, file names in its address are not. */
const link = /!?\[([^[\]\n]{1,500})\]\([^)[\s]{1,2000}\)/g;
const withoutAddresses = (markdown: string): string => markdown.replace(link, '$1');
