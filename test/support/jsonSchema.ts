import * as z from 'zod';
import { entrySchema } from '../../src/debate/log/codec';
import { recordVersion } from '../../src/debate/fold/versions';
import { sourceSchema, typeRules } from '../../src/debate/log/entry';
import { dataSchemas, entryTypes, stepMarkSchema, usageSchema, type EntryType } from '../../src/debate/log/entryData';
import { debaterNamePattern, isReservedSpeaker, reservedSpeakers } from '../../src/debate/log/names';
import { objectOf } from '../../src/debate/log/objects';

type Json = Record<string, unknown>;

/**
 * The JSON Schema (2020-12) of one line of the record, for other programs, made from the zod schemas: the envelope that
 * every reader expects, and for each known type its writers, phases and `data`. Unknown types and unknown fields are
 * allowed.
 */
export function entryJsonSchema(): Json {
  const definitions = definitionsFromZod();
  const { entry, ...$defs } = definitions;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:rostrum:debate-log-entry:${recordVersion}`,
    title: 'An entry of a Rostrum debate log: one line of debate-log.jsonl',
    ...described(entry ?? {}),
    allOf: entryTypes.map((type) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      then: {
        properties: { speaker: speakersOf(type), phase: { enum: typeRules[type].phases }, data: dataOfType(type) },
      },
    })),
    $defs,
  };
}

function definitionsFromZod(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  registry.add(entrySchema, { id: 'entry' });
  registry.add(sourceSchema, { id: 'source' });
  registry.add(stepMarkSchema, { id: 'step' });
  registry.add(usageSchema, { id: 'usage' });
  for (const type of entryTypes) {
    const id = nameOfData(type);
    if (id === `data.${type}`) registry.add(dataSchemas[type], { id });
  }
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/$defs/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutNames(schema)]));
}

/** Name of a schema of data that several types may share: the first of these types. */
const nameOfData = (type: EntryType): string =>
  `data.${entryTypes.find((other) => dataSchemas[other] === dataSchemas[type]) ?? type}`;

const dataOfType = (type: EntryType): Json => ({ anyOf: [{ $ref: `#/$defs/${nameOfData(type)}` }, { type: 'null' }] });

function withoutNames(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}

const descriptions: Record<string, string> = {
  seq: 'Position in the log, from 0 on, without gaps.',
  timestamp: 'ISO 8601, UTC; never earlier than the entry before.',
  phase: 'system, opening, rebuttal or closing.',
  speaker: "A role, or a debater's name.",
  type: 'What kind of entry it is; docs/record.md lists the known ones.',
  content: 'The full text for people.',
  sources: 'What the entry cites.',
  rebuttal_to_seq: 'The entry of another debater that a rebuttal answers.',
  target_seq: 'The entry that is challenged, verified, ruled on or struck.',
  data: 'The structure of the content, by type.',
};

function described(entry: Json): Json {
  const properties = Object.entries(objectOf(entry['properties'])).map(([key, schema]) => {
    // The format says what zod's refinement says in code.
    const format = key === 'timestamp' ? { format: 'date-time' } : {};
    return [key, { description: descriptions[key], ...objectOf(schema), ...format }];
  });
  return { ...entry, properties: Object.fromEntries(properties) };
}

function speakersOf(type: EntryType): Json {
  const { speakers } = typeRules[type];
  const roles = speakers.filter(isReservedSpeaker);
  if (roles.length === speakers.length) return { enum: roles };
  return { type: 'string', pattern: debaterNamePattern.source, not: { enum: reservedSpeakers } };
}
