import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { foundStatuses, type FoundStatus } from '../../../debate/log/sourceMark';
import { searchKinds, type SearchKind } from './query';

const decoder = new TextDecoder();

const infoSchema = z.object({
  topic: z.string(),
  format: z.string(),
  readable: z.enum(['whole', 'partly', 'not']),
  position: z.object({ kind: z.enum(['empty', 'foreign', 'unknown_format', 'own']), isOver: z.boolean() }),
});
export type IndexInfo = z.infer<typeof infoSchema>;

const headerSchema = z.object({
  /** Key by which the log is recognised. */
  key: z.string(),
  info: infoSchema,
  speakers: z.array(z.string()),
  types: z.array(z.string()),
  /** Lengths of the parts that follow, in bytes. */
  lengths: z.array(z.int().min(0)).length(5),
});

export interface IndexRow {
  seq: number;
  kind: SearchKind;
  type: string;
  speaker: string;
  status: FoundStatus | undefined;
  /** Number of the source in its entry, from 0 on. */
  source: number;
  /** Milliseconds since the epoch. */
  time: number;
  /** Place of the entry's line in the log, in bytes. */
  offset: number;
  length: number;
  /** Something of it is redacted. */
  isMasked: boolean;
}

/** A prefix, a header as JSON, and five parts, each from a multiple of eight on. */
export const indexLayout = {
  magic: 0x34_58_53_52,
  prefixBytes: 16,
  columns: 11,
  statuses: [undefined, ...foundStatuses],
  aligned: (length: number): number => Math.ceil(length / 8) * 8,
};

const { magic, prefixBytes, columns, statuses, aligned } = indexLayout;

/** @throws where it is cut, damaged, or no file of ours. */
function headerIn(bytes: Uint8Array): { header: z.infer<typeof headerSchema>; headerBytes: number } {
  const prefix = new DataView(bytes.buffer, bytes.byteOffset);
  if (prefix.getUint32(0, true) !== magic || prefix.getUint32(4, true) !== crc32(bytes.subarray(prefixBytes)))
    throw new Error('This is no index, or not a whole one.');
  const headerBytes = prefix.getUint32(8, true);
  const text = decoder.decode(bytes.subarray(prefixBytes, prefixBytes + headerBytes));
  return { header: headerSchema.parse(JSON.parse(text)), headerBytes };
}

export const keyInIndex = (bytes: Uint8Array): string => headerIn(bytes).header.key;

interface Posting {
  document: number;
  count: number;
  /** Counted in terms; empty where nobody asked. */
  places: Uint32Array;
}

const noPlaces = new Uint32Array();

/** As it was read: its numbers are used where they stand. */
export class DebateIndex {
  readonly info: IndexInfo;
  readonly documents: number;
  readonly #speakers: readonly string[];
  readonly #types: readonly string[];
  readonly #rows: Float64Array;
  readonly #termEnds: Uint32Array;
  readonly #postingEnds: Uint32Array;
  readonly #terms: Uint8Array;
  readonly #postings: Uint8Array;

  private constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    header: z.infer<typeof headerSchema>,
    headerBytes: number,
  ) {
    this.info = header.info;
    this.#speakers = header.speakers;
    this.#types = header.types;
    const { buffer } = bytes;
    const lengths = header.lengths.values();
    let next = bytes.byteOffset + prefixBytes + aligned(headerBytes);
    const part = (bytesOfEach: number): [ArrayBuffer, number, number] => {
      const [start, length] = [next, lengths.next().value ?? 0];
      next += aligned(length);
      return [buffer, start, length / bytesOfEach];
    };
    this.#rows = new Float64Array(...part(8));
    this.#termEnds = new Uint32Array(...part(4));
    this.#postingEnds = new Uint32Array(...part(4));
    this.#terms = new Uint8Array(...part(1));
    this.#postings = new Uint8Array(...part(1));
    this.documents = this.#rows.length / columns;
  }

  /** Undefined of what is damaged, or of another log than `key` says. `bytes` begin at a multiple of eight. */
  static from(bytes: Uint8Array<ArrayBuffer>, key: string): DebateIndex | undefined {
    try {
      const { header, headerBytes } = headerIn(bytes);
      return header.key === key ? new DebateIndex(bytes, header, headerBytes) : undefined;
    } catch {
      return undefined;
    }
  }

  /** `words`: the different ones of each document, summed. */
  get counts(): { documents: number; words: number } {
    let words = 0;
    for (let document = 0; document < this.documents; document += 1) words += this.lengthOf(document);
    return { documents: this.documents, words };
  }

  get size(): number {
    return this.bytes.length;
  }

  row(document: number): IndexRow {
    const at = document * columns;
    const [
      seq = 0,
      kind = 0,
      type = 0,
      speaker = 0,
      status = 0,
      source = 0,
      time = 0,
      ,
      offset = 0,
      length = 0,
      masked,
    ] = this.#rows.subarray(at, at + columns);
    return {
      seq,
      kind: searchKinds[kind] ?? 'entry',
      type: this.#types[type] ?? '',
      speaker: this.#speakers[speaker] ?? '',
      status: statuses[status],
      source,
      time,
      offset,
      length,
      isMasked: masked === 1,
    };
  }

  timeOf(document: number): number {
    return this.#rows[document * columns + 6] ?? 0;
  }

  lengthOf(document: number): number {
    return this.#rows[document * columns + 7] ?? 0;
  }

  /** Beginning with this one, itself first where it stands here. */
  *termsFrom(term: string): Generator<{ id: number; length: number }> {
    for (let id = this.#firstFrom(term); id < this.#termEnds.length; id += 1) {
      const found = this.#term(id);
      if (!found.startsWith(term)) return;
      yield { id, length: found.length };
    }
  }

  holding(id: number): number {
    return new ByteReader(this.#postings, this.#startOf(id)).number();
  }

  /** Postings in the order of documents. `hasPlaces`: those whose places are asked for. */
  *postings(id: number, hasPlaces: (document: number) => boolean): Generator<Posting> {
    const reader = new ByteReader(this.#postings, this.#startOf(id));
    const holding = reader.number();
    let document = 0;
    for (let index = 0; index < holding; index += 1) {
      const step = reader.number();
      document += step >> 1;
      const count = step % 2 === 1 ? 1 : reader.number();
      yield { document, count, places: hasPlaces(document) ? reader.increasing(count) : reader.skipped(count) };
    }
  }

  #startOf(id: number): number {
    return id === 0 ? 0 : (this.#postingEnds[id - 1] ?? 0);
  }

  #term(id: number): string {
    const start = id === 0 ? 0 : (this.#termEnds[id - 1] ?? 0);
    return decoder.decode(this.#terms.subarray(start, this.#termEnds[id]));
  }

  #firstFrom(term: string): number {
    let [low, high] = [0, this.#termEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#term(middle) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

class ByteReader {
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  number(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
    }
  }

  /** Each is told by how much it is more than the one before. */
  increasing(count: number): Uint32Array {
    const numbers = new Uint32Array(count);
    let before = 0;
    for (let index = 0; index < count; index += 1) numbers[index] = before += this.number();
    return numbers;
  }

  skipped(count: number): Uint32Array {
    for (let index = 0; index < count; index += 1) while ((this.bytes[this.at++] ?? 0) > 0x7f);
    return noPlaces;
  }
}
