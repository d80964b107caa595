/** Readers for values of unknown shape, like parsed JSON, without casts. */

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

type StringChange = (text: string) => string;

/** Removes fields that are undefined. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> };
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Looks up a name from outside in a table: a debater may be called `constructor`. */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns undefined, which every schema refuses, if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Offset behind the brace that closes the one at `start`; braces in strings do not count. */
export function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Message of an error of `JSON.parse`, which quotes the text; control characters become escapes. */
export const jsonErrorText = (error: unknown): string =>
  errorText(error).replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Code of an error of the system or Node.js, for example `ECONNRESET`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export function keysOf<K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] {
  const isKey = (key: string): key is K => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}

/** Limit for nested lists and objects in an entry, because code that reads its fields recurses level by level. */
export const deepestValue = 100;

/** Whether lists and objects are nested on more levels than this. */
export function isDeeper(value: unknown, levels = deepestValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const below: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return below.some((item) => isDeeper(item, levels - 1));
}

/** Changes all strings of a value. Keys stay unless `ofKey` changes them. */
export function mapStrings<T>(value: T, change: StringChange, ofKey?: StringChange): T;
export function mapStrings(value: unknown, change: StringChange, ofKey: StringChange = (key) => key): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change, ofKey));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [ofKey(key), mapStrings(item, change, ofKey)]));
}

export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
