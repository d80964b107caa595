import * as z from 'zod';
// A named import, because the namespace would be bundled whole.
import { $ZodCheckGreaterThan, $ZodCheckMinLength, $ZodCustom } from 'zod/v4/core';
import { dataSchemas, type EntryType, entryTypes } from './entryData';
import { isObject } from './objects';

type QuickCheck = (value: unknown) => boolean;

/**
 * A predicate that equals `safeParse(value).success` at a fraction of its cost, which dominates opening a log of
 * 100,000 entries. It copies nothing and collects no issues. A property test compares the two; zod handles schemas that
 * the compiler does not know.
 */
export function quickCheck<S extends z.core.$ZodType>(schema: S): (value: unknown) => value is z.output<S>;
export function quickCheck(schema: z.core.$ZodType): QuickCheck {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return stringCheck(def) ?? byZod(schema);
    case 'number':
      return numberCheck(def) ?? byZod(schema);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    case 'optional':
      return orElse(undefined, quickCheck(def.innerType));
    case 'nullable':
      return orElse(null, quickCheck(def.innerType));
    case 'array':
      return def.checks === undefined ? arrayCheck(quickCheck(def.element)) : byZod(schema);
    case 'object':
      return isOpen(def) ? objectCheck(def.shape) : byZod(schema);
    case 'record':
      return isPlainString(def.keyType) ? recordCheck(quickCheck(def.valueType)) : byZod(schema);
    case 'union':
      return anyOf(def.options.map(quickCheck));
    default:
      return byZod(schema);
  }
}

const byZod =
  (schema: z.core.$ZodType): QuickCheck =>
  (value) =>
    z.safeParse(schema, value).success;

const isString: QuickCheck = (value) => typeof value === 'string';

function stringCheck({ checks = [] }: z.core.$ZodStringDef): QuickCheck | undefined {
  const own: QuickCheck[] = [];
  for (const check of checks) {
    if (check instanceof $ZodCustom) own.push((value) => Boolean(check._zod.def.fn(value)));
    else if (check instanceof $ZodCheckMinLength && check._zod.def.minimum === 1) own.push((value) => value !== '');
    else return undefined;
  }
  return own.length === 0 ? isString : (value) => isString(value) && own.every((check) => check(value));
}

function numberCheck(def: z.core.$ZodNumberDef & Partial<z.core.$ZodNumberFormatDef>): QuickCheck | undefined {
  const isWhole = def.format === 'safeint';
  if (def.format !== undefined && !isWhole) return undefined;
  let minimum = -Infinity;
  let above = -Infinity;
  for (const check of def.checks ?? []) {
    if (!(check instanceof $ZodCheckGreaterThan)) return undefined;
    const { value, inclusive } = check._zod.def;
    if (typeof value !== 'number') return undefined;
    if (inclusive) minimum = value;
    else above = value;
  }
  return (value) =>
    typeof value === 'number' &&
    value >= minimum &&
    value > above &&
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value));
}

function oneOf(values: readonly unknown[]): QuickCheck {
  const known = new Set(values);
  return (value) => known.has(value);
}

const orElse =
  (other: null | undefined, check: QuickCheck): QuickCheck =>
  (value) =>
    value === other || check(value);

const anyOf =
  (checks: readonly QuickCheck[]): QuickCheck =>
  (value) =>
    checks.some((check) => check(value));

function arrayCheck(element: QuickCheck): QuickCheck {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!element(item)) return false;
    return true;
  };
}

const isOpen = (def: z.core.$ZodObjectDef): boolean =>
  def.checks === undefined && def.catchall?._zod.def.type === 'unknown';

const isPlainString = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'string' && schema._zod.def.checks === undefined;

function objectCheck(shape: z.core.$ZodShape): QuickCheck {
  const keys = Object.keys(shape);
  const checks = Object.values(shape).map(quickCheck);
  return (value) => {
    if (!isObject(value)) return false;
    for (let index = 0; index < keys.length; index += 1) {
      if (checks[index]?.(value[keys[index] ?? '']) !== true) return false;
    }
    return true;
  };
}

function recordCheck(check: QuickCheck): QuickCheck {
  return (value) => {
    if (!isObject(value)) return false;
    // A key of this name is skipped, as in zod.
    for (const [key, item] of Object.entries(value)) if (key !== '__proto__' && !check(item)) return false;
    return true;
  };
}

export interface KnownType {
  type: EntryType;
  isData: QuickCheck;
}

export const knownTypes: ReadonlyMap<string, KnownType> = new Map(
  entryTypes.map((type) => [type, { type, isData: quickCheck(dataSchemas[type]) }]),
);
