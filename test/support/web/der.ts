/** The part of ASN.1's DER that a certificate needs. */

const element = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.byteLength), content]);
};

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits = bytes.toString(16);
  const octets = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | octets.byteLength]), octets]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, ...parts);
export const set = (...parts: readonly Buffer[]): Buffer => element(0x31, ...parts);
/** Context-specific `[number]`, with parts of its own or as plain bytes. */
export const tagged = (number: number, ...parts: readonly Buffer[]): Buffer => element(0xa0 | number, ...parts);
export const plainTagged = (number: number, bytes: Buffer): Buffer => element(0x80 | number, bytes);
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0]));
/** An integer with the most significant byte first; DER forbids unnecessary bytes, and the first bit is the sign. */
export const integer = (bytes: Buffer): Buffer => element(0x02, bytes);
export const bits = (bytes: Buffer, unused = 0): Buffer => element(0x03, Buffer.from([unused]), bytes);
export const octets = (bytes: Buffer): Buffer => element(0x04, bytes);
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text, 'utf8'));

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}

/** UTC time, which the standard allows until 2049. */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '');
  return element(0x17, Buffer.from(`${digits.slice(2, 14)}Z`, 'ascii'));
}
