import type { PanelKind, TaskKind } from '../../debate/tasks';
import { answerSchema } from './answerSchema';
import { answerShapes } from './answerShapes';

type Fields = Record<string, unknown>;

export interface AnswerFormat {
  name: string;
  schema: Record<string, unknown>;
}

const formats = new Map<string, AnswerFormat>();

/** What the provider holds the answer to. Tasks with the same name have the very same schema. */
export function answerFormat(kind: TaskKind): AnswerFormat {
  const name = lineage(kind);
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = { name, schema: answerSchema(answerShapes[kind as PanelKind]) };
  formats.set(name, format);
  return format;
}

/** The format's name, by which requests that can share a provider's cache are told apart: `[a-z_]{1,64}`. */
export function lineage(kind: TaskKind): string {
  if (kind.startsWith('debater/')) return 'turn';
  if (kind.endsWith('_lineup')) return 'lineup';
  return kind.replace('/', '_');
}

/**
 * A model's answer as the engine takes it: nulls are left out, and a debater's flat entry has only what belongs to its type.
 * Lenient: what has another shape comes back as it is, for the engine to refuse with its reasons.
 */
export function taskOutputFrom(kind: TaskKind, answer: unknown): unknown {
  const output = withoutNulls(answer);
  if (!kind.startsWith('debater/') || !isFields(output)) return output;
  const { entries } = output;
  if (Array.isArray(entries)) return { ...output, entries: entries.map((entry: unknown) => (isFields(entry) ? spoken(entry) : entry)) };
  return 'content' in output ? { entries: [spoken(output)] } : output;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

/** Fields that belong to every type; a list without items says nothing. */
const common = ['type', 'content', 'introduces', 'acknowledges', 'concedes', 'correction'];

function spoken(entry: Fields): Fields {
  const { type, rebuttal_to_seq: rebuts, target_seq: target } = entry;
  const shared = Object.fromEntries(common.filter((key) => isGiven(entry[key])).map((key) => [key, entry[key]]));
  const sources = Array.isArray(entry['sources']) ? entry['sources'].map((source: unknown) => (isFields(source) ? cited(source) : source)) : [];
  return {
    ...shared,
    ...(sources.length > 0 ? { sources } : {}),
    ...(type === 'rebuttal' ? given({ rebuttal_to_seq: rebuts }) : {}),
    ...(type === 'clarification_request' ? given({ target_seq: target }) : {}),
    ...(type === 'source_challenge' ? given({ target_seq: target, ...challenged(entry) }) : {}),
  };
}

/** Models that are held to no schema at times give these fields the names that they have in the record. */
const challenged = (entry: Fields): Fields => ({
  url: entry['challenged_url'] ?? entry['url'],
  claim: entry['challenged_claim'] ?? entry['claim'],
});

/** An empty quotation or claim is none. */
const cited = (source: Fields): Fields =>
  Object.fromEntries(Object.entries(source).filter(([key, value]) => key === 'title' || typeof value !== 'string' || value.trim() !== ''));

const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

const given = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
