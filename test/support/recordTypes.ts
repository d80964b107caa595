import { objectOf } from '../../src/debate/log/objects';
import { entryJsonSchema } from './jsonSchema';

type Json = Record<string, unknown>;

const head = `/**
 * Types of a Rostrum debate log, \`debate-log.jsonl\`: each line is an \`Entry\`. They are made from the JSON Schema beside this file,
 * which holds the limits that types cannot say. docs/record.md says what the fields mean.
 *
 *     import type { Entry } from 'rostrum';
 *     const entry = JSON.parse(line) as Entry;
 *     if (entry.type === 'verification_result') console.log(entry.data?.status);
 */
`;

/** The record's types as a declaration file that needs no other package. */
export function recordTypes(): string {
  const schema = entryJsonSchema();
  const definitions = Object.entries(objectOf(schema['$defs'])).map(
    ([name, definition]) => `export type ${nameOf(name)} = ${typeOf(objectOf(definition))};\n`,
  );
  const rules = (schema['allOf'] as Json[]).map((rule) => {
    const [type, then] = [
      objectOf(objectOf(rule['if'])['properties'])['type'],
      objectOf(objectOf(rule['then'])['properties']),
    ];
    return `  ${String(objectOf(type)['const'])}: ${notNull(typeOf(objectOf(then['data'])))};\n`;
  });
  const known = `/** What \`data\` holds, by the type of the entry. Other programs may add fields. */\nexport interface EntryData {\n${rules.join('')}}\n`;
  return [
    head,
    ...definitions,
    known,
    `export type EntryType = keyof EntryData;\n`,
    `/** Fields that every entry has, also one of a type that this version does not know. */\nexport type AnyEntry = ${typeOf(schema)};\n`,
    `/** An entry of a known type. */\nexport type Entry = {\n  [T in EntryType]: Omit<AnyEntry, 'type' | 'data'> & { type: T; data?: EntryData[T] | null };\n}[EntryType];\n`,
  ].join('\n');
}

const notNull = (type: string): string => type.replace(/ \| null$/, '');

/** \`data.new_point\` is \`NewPointData\`. */
function nameOf(name: string): string {
  const [first = '', second] = name.split('.');
  const words = (second ?? first).split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}${second === undefined ? '' : 'Data'}`;
}

function typeOf(schema: Json): string {
  const { $ref: ref, anyOf, type, enum: values, const: value, items } = schema;
  if (typeof ref === 'string') return nameOf(ref.replace('#/$defs/', ''));
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(objectOf(one))).join(' | ');
  if (Array.isArray(type)) return type.map((one: unknown) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return `readonly (${typeOf(objectOf(items))})[]`;
  if (type === 'object') return objectType(schema);
  if (type === 'integer') return 'number';
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'null' ? type : 'unknown';
}

/** Unknown fields are allowed everywhere and told nowhere: \`object & { … }\` would lose the names of those that are known. */
function objectType({ properties, required, additionalProperties }: Json): string {
  const named = Object.entries(objectOf(properties));
  const must = new Set(Array.isArray(required) ? required : []);
  if (named.length === 0) return `Record<string, ${typeOf(objectOf(additionalProperties))}>`;
  const lines = named.map(([name, field]) => {
    const { description } = objectOf(field);
    const words = typeof description === 'string' ? `  /** ${description} */\n` : '';
    return `${words}  ${name}${must.has(name) ? '' : '?'}: ${typeOf(objectOf(field)).replaceAll('\n', '\n  ')};\n`;
  });
  return `{\n${lines.join('')}}`;
}
