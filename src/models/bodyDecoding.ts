import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import * as l10n from '@vscode/l10n';
import { errorCode } from '../debate/log/objects';
import { ProtocolError, UnreadableAnswer } from './attempt';

/**
 * The response's bytes, decompressed. Servers and proxies compress without being asked; some announce compression of an
 * uncompressed body, or announce none. @throws ProtocolError
 */
export function decodedBody(message: IncomingMessage, onBytes?: () => void): AsyncGenerator<Uint8Array, void> {
  const codings = (message.headers['content-encoding'] ?? '').toLowerCase().split(/[\s,]+/);
  return codings.reduceRight((bytes, coding) => uncoded(bytes, coding), watched(message, onBytes));
}

async function* watched(message: IncomingMessage, onBytes?: () => void): AsyncGenerator<Uint8Array, void> {
  for await (const piece of message as AsyncIterable<Uint8Array>) {
    onBytes?.();
    yield piece;
  }
}

async function* uncoded(bytes: AsyncGenerator<Uint8Array, void>, coding: string): AsyncGenerator<Uint8Array, void> {
  const { head, rest } = await beginningOf(bytes, enough);
  const decoder = decoderFor(coding, head);
  if (decoder === undefined) {
    yield* rest;
    return;
  }
  // The loop below reports the error.
  pipeline(Readable.from(rest, { objectMode: false }), decoder, () => undefined);
  try {
    for await (const piece of decoder as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    const isBroken = /^(?:Z_|ERR_BROTLI|ERR__ERROR|ZSTD)/.test(errorCode(error) ?? '');
    throw isBroken ? new ProtocolError('A compressed body is broken.', { cause: error }) : error;
  }
}

export interface BegunBody {
  head: Buffer;
  /** The whole body, including the beginning that was read. */
  rest: AsyncGenerator<Uint8Array, void>;
}

/** Reads until `isEnough` is satisfied, or to the end. */
export async function beginningOf(
  bytes: AsyncGenerator<Uint8Array, void>,
  isEnough: (head: Buffer) => boolean,
): Promise<BegunBody> {
  let head = Buffer.alloc(0);
  while (!isEnough(head)) {
    const next = await bytes.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, rest: withHead(head, bytes) };
}

async function* withHead(head: Uint8Array, bytes: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  try {
    if (head.length > 0) yield head;
    yield* bytes;
  } finally {
    await bytes.return();
  }
}

/** Bytes; length of the longest mark at the beginning of a compressed body. */
const markLength = 4;
const enough = (head: Buffer): boolean => head.length >= markLength;

/** A body that was cut off is read as far as possible; its text shows whether it is complete. */
const flush = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

/**
 * Chooses a decoder by the format's mark if it has one, because labels can be wrong; undefined for an uncompressed
 * body.
 */
function decoderFor(coding: string, head: Buffer): Transform | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return zlib.createGunzip(flush);
  if (head.length >= markLength && head.readUInt32LE(0) === 0xfd2fb528) return zstd();
  const isText = /^(?:data|even|[\s\uFEFF]*[{[<:])/.test(head.toString('utf8'));
  if (isText || head.length === 0) return undefined;
  if (coding === 'br') return zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
  if (coding !== 'deflate') return undefined;
  const isWrapped = ((head[0] ?? 0) & 0x0f) === 8 && head.length > 1 && head.readUInt16BE(0) % 31 === 0;
  return isWrapped ? zlib.createInflate(flush) : zlib.createInflateRaw(flush);
}

/** Zstandard decoder, available from Node.js 22.15 on. */
function zstd(): Transform {
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
  const made: unknown = typeof create === 'function' ? Reflect.apply(create, zlib, []) : undefined;
  if (made instanceof Transform) return made;
  throw new UnreadableAnswer(
    l10n.t('It is compressed by zstd, which needs Node.js 22.15 or newer. Switch that off at the server.'),
  );
}
