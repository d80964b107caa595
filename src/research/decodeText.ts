import { isUtf8 } from 'node:buffer';

/** The text of a UTF-8 file, a byte order mark stripped; undefined for binaries: NUL bytes or invalid UTF-8. */
export function decodeText(body: Uint8Array): string | undefined {
  if (body.includes(0) || !isUtf8(body)) return undefined;
  return new TextDecoder('utf-8').decode(body);
}
