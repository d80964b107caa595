import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFailure } from './fetchedPage';

interface BodyWishes {
  /** Bytes allowed, both as received and as unpacked. */
  limit: number;
  /** Whether an oversized body is cut instead of refused, unless it is compressed and as large. */
  isCut?: boolean;
  /** Called with the beginning of an uncompressed body; throws if the rest is not worth reading. */
  check?: ((start: Uint8Array) => void) | undefined;
}

/**
 * Returns the decompressed body. The rest of the response is not awaited.
 *
 * @throws FetchFailure `too_large`, `unsupported`, `failed`; and what `check` throws
 */
export async function readBody(
  response: IncomingMessage,
  { limit, isCut = false, check }: BodyWishes,
): Promise<Uint8Array> {
  const codings = codingsOf(response);
  const isPlain = codings.length === 0;
  const declared = Number(response.headers['content-length']);
  if (declared > limit && !(isCut && isPlain)) throw tooLarge(limit);
  let body = await readWire(response, { limit, isCut: isCut && isPlain, check: isPlain ? check : undefined });
  // The header lists codings in the order of their application.
  for (const coding of codings.reverse()) body = await unpacked(body, coding, { limit, isCut });
  check?.(body);
  return body;
}

type Coding = 'gzip' | 'deflate' | 'br';

function codingsOf(response: IncomingMessage): Coding[] {
  const named = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const codings = named
    .filter((name) => name !== '' && name !== 'identity')
    .map((name) => (name === 'x-gzip' ? 'gzip' : name));
  // An honest page is compressed once, or twice by mistake; each layer multiplies the cost of a bomb.
  if (codings.length > 2) throw new FetchFailure('unsupported', 'it is compressed more than twice');
  return codings.map((name) => {
    if (name === 'gzip' || name === 'deflate' || name === 'br') return name;
    throw new FetchFailure('unsupported', `it is compressed in a way that is not read (${name.slice(0, 40)})`);
  });
}

/** Bytes that suffice to recognise a file. */
const startBytes = 64;

async function readWire(response: IncomingMessage, { limit, isCut, check }: BodyWishes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isChecked = check === undefined;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    chunks.push(chunk);
    if (length > limit) {
      if (isCut === true) return Buffer.concat(chunks, limit);
      throw tooLarge(limit);
    }
    if (isChecked || length < startBytes) continue;
    isChecked = true;
    check?.(Buffer.concat(chunks, startBytes));
  }
  return Buffer.concat(chunks, length);
}

async function unpacked(body: Buffer, coding: Coding, { limit, isCut }: BodyWishes): Promise<Buffer> {
  if (body.byteLength === 0) return body;
  const stream = unpacker(coding, body);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    stream.end(body);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.byteLength;
      chunks.push(chunk);
      // The rest stays packed.
      if (length > limit) break;
    }
  } catch (error) {
    throw new FetchFailure('failed', 'what came is damaged and cannot be decompressed', { cause: error });
  }
  if (length > limit && isCut !== true) throw tooLarge(limit);
  return Buffer.concat(chunks, Math.min(length, limit));
}

function unpacker(coding: Coding, body: Buffer): Transform {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // Deflate comes with or without zlib's wrapper, whose first four bits are 8.
      return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
}

function tooLarge(limit: number): FetchFailure {
  const size = limit >= 1024 * 1024 ? `${Math.round(limit / (1024 * 1024))} MiB` : `${limit} bytes`;
  return new FetchFailure('too_large', `it is larger than ${size}`);
}
