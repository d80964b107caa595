import type { Color } from './cssValues';
import type { ReaderDict } from './pdfOperators';

/** How the numbers of a colour are read; `tints`: amounts of inks, none of which is white. */
export type ColorSpace = 'gray' | 'rgb' | 'cmyk' | 'tints' | 'pattern' | 'other';

/** What an area or a text is painted with. */
export interface Ink {
  /** Opaque; undefined if it is not known. */
  readonly color: Color | undefined;
  readonly isPattern?: boolean;
}

export const black: Ink = { color: { red: 0, green: 0, blue: 0, alpha: 1 } };
const white: Ink = { color: { red: 255, green: 255, blue: 255, alpha: 1 } };
const unknownInk: Ink = { color: undefined };

const byName: Readonly<Record<string, ColorSpace>> = {
  DeviceGray: 'gray',
  CalGray: 'gray',
  G: 'gray',
  DeviceRGB: 'rgb',
  CalRGB: 'rgb',
  RGB: 'rgb',
  DeviceCMYK: 'cmyk',
  CMYK: 'cmyk',
  Separation: 'tints',
  DeviceN: 'tints',
  Pattern: 'pattern',
};

const byChannels: Readonly<Record<number, ColorSpace>> = { 1: 'gray', 3: 'rgb', 4: 'cmyk' };

/** `name` as the operator gives it; what it is may stand in the resources. */
export function colorSpace(name: unknown, resources: ReaderDict | undefined): ColorSpace {
  const own = nameOf(name);
  const known = own === undefined ? undefined : byName[own];
  if (known !== undefined) return known;
  const found = attempt(() => asDict(resources?.get('ColorSpace'))?.getArray(own ?? ''));
  const [kind, profile] = Array.isArray(found) ? (found as unknown[]) : [found];
  const family = nameOf(kind) ?? '';
  if (family !== 'ICCBased') return byName[family] ?? 'other';
  const channels = attempt(() => dictOf(profile)?.get('N'));
  return (typeof channels === 'number' ? byChannels[channels] : undefined) ?? 'other';
}

/** The colour that a space begins with. */
export const firstInk = (space: ColorSpace): Ink =>
  space === 'pattern' ? { color: undefined, isPattern: true } : space in channelsOf ? black : unknownInk;

const channelsOf = { gray: 1, rgb: 3, cmyk: 4 };

export function inkOf(space: ColorSpace, args: readonly unknown[]): Ink {
  if (space === 'pattern') return { color: undefined, isPattern: true };
  const numbers = args.filter((arg) => typeof arg === 'number').map((arg) => Math.min(1, Math.max(0, arg)));
  if (space === 'tints') return numbers.every((tint) => tint === 0) ? white : unknownInk;
  if (space === 'other' || numbers.length < channelsOf[space]) return unknownInk;
  const [first = 0, second = first, third = first, key = 0] = numbers;
  const channel = (share: number): number => 255 * (space === 'cmyk' ? (1 - share) * (1 - key) : share);
  return { color: { red: channel(first), green: channel(second), blue: channel(third), alpha: 1 } };
}

/** The dictionary of an entry of one kind of resources, or of its stream; undefined also if it cannot be read. */
export function entryOf(resources: ReaderDict | undefined, kind: string, name = ''): ReaderDict | undefined {
  return attempt(() => dictOf(asDict(resources?.get(kind))?.get(name)));
}

/** The dictionary that this is, or that this stream has. */
export function dictOf(value: unknown): ReaderDict | undefined {
  return asDict(value) ?? (isObject(value) && 'dict' in value ? asDict(value.dict) : undefined);
}

export const nameOf = (value: unknown): string | undefined =>
  isObject(value) && 'name' in value && typeof value.name === 'string' ? value.name : undefined;

export function numbersOf(value: unknown, count: number): number[] | undefined {
  return Array.isArray(value) && value.length >= count && value.every((one) => typeof one === 'number')
    ? value
    : undefined;
}

/** A damaged object is one that is not there. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const asDict = (value: unknown): ReaderDict | undefined =>
  isObject(value) && 'getArray' in value ? (value as ReaderDict) : undefined;
