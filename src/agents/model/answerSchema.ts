import * as z from 'zod';

type SchemaJson = Record<string, unknown>;

/** Keywords that say what every provider of structured answers understands. */
const kept: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'items',
  'anyOf',
  'enum',
  'description',
  'additionalProperties',
]);

/** The JSON Schema of a shape as providers take it: objects closed, everything required, no limits, unions as `anyOf`. */
export function answerSchema(shape: z.ZodObject): SchemaJson {
  return strict(z.toJSONSchema(shape)) as SchemaJson;
}

function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'oneOf') return [['anyOf', strict(value)]];
    if (key === 'const') return [['enum', [value]]];
    if (key === 'properties') return [[key, mapped(value as SchemaJson)]];
    if (key === 'enum' || key === 'required') return [[key, value]];
    return kept.has(key) ? [[key, strict(value)]] : [];
  });
  const clean: SchemaJson = Object.fromEntries(entries);
  if (clean['type'] !== 'object') return clean;
  return { ...clean, required: Object.keys(clean['properties'] as SchemaJson), additionalProperties: false };
}

/** Names of properties are not keywords. */
const mapped = (properties: SchemaJson): SchemaJson =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strict(value)]));
