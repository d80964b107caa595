import * as z from 'zod';
import { phases, sourceSchema, type Draft, type Entry } from './entry';
import { dataSchemas, turnTypes, type EntryData, type EntryType } from './entryData';
import { fieldProblems, type LineProblem } from './lineProblems';
import { deepestValue, isDeeper, isObject, jsonErrorText, jsonOf } from './objects';
import { type KnownType, knownTypes, quickCheck } from './quickCheck';
import { recordVersion } from '../fold/versions';

/** Parses the envelope of a line; fields that the ancestors' logs leave out become null. */
export const entrySchema = z.looseObject({
  seq: z.int().min(0),
  timestamp: z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'is no date'),
  phase: z.string(),
  speaker: z.string().min(1),
  type: z.string().min(1),
  content: z.string(),
  sources: z.array(sourceSchema).nullish(),
  rebuttal_to_seq: z.int().min(0).nullish(),
  target_seq: z.int().min(0).nullish(),
  data: z.looseObject({}).nullish(),
});

type LineEnvelope = z.infer<typeof entrySchema>;

export const isEnvelope = quickCheck(entrySchema);

type ParsedLine =
  /** `problems` is not empty when `data` broke its schema and was left out. */
  | { kind: 'entry'; entry: Entry; problems: readonly LineProblem[] }
  /** A line that is not an entry: shown raw, never dropped. */
  | { kind: 'raw'; text: string; problem: LineProblem }
  | { kind: 'blank' };

/** Reads one line (without its line end) of a log by any writer. Never throws. */
export function parseLine(line: string): ParsedLine {
  const text = withoutMarks(line);
  if (text === '' || (!text.startsWith('{') && text.trim() === '')) return { kind: 'blank' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `it is not JSON (${jsonErrorText(error)})`;
    return { kind: 'raw', text, problem: endInReturns(text) ? returnsProblem : { code: 'not_json', message } };
  }
  if (!isEnvelope(value)) {
    const issues = entrySchema.safeParse(value).error ?? new z.ZodError([]);
    return { kind: 'raw', text, problem: { code: 'no_entry', message: fieldProblems(issues, value) } };
  }
  fillNulls(value);
  const depth = depthProblems(value);
  if (depth === undefined) return { kind: 'raw', text, problem: { code: 'too_deep', message: tooDeep } };
  const known = knownTypes.get(value.type);
  if (known === undefined) return { kind: 'entry', entry: value, problems: depth };
  // The schema's own string is the same object in all entries of a type: it is stored once, and compared by its
  // address.
  value.type = known.type;
  return { kind: 'entry', entry: value, problems: [...depth, ...knownTypeProblems(value, known)] };
}

const tooDeep = `its lists and objects stand in each other on more than ${deepestValue} levels`;

/** Removes `data` that is nested too deeply. Returns undefined if another field is. */
function depthProblems(value: LineEnvelope): readonly LineProblem[] | undefined {
  if (!isDeeper(value, deepestValue + 1)) return noProblems;
  delete value.data;
  return isDeeper(value) ? undefined : [{ code: 'malformed_data', message: tooDeep }];
}

export const returnsProblem: LineProblem = {
  code: 'line_ends',
  message: 'its lines end in CR alone, as old Macs wrote them; put LF in place of each CR, for LF ends a line of a log',
};

/**
 * Whether a text without a line end holds several lines, one of them an object. CR is otherwise white space in JSON.
 */
export function endInReturns(text: string): boolean {
  const lines = text.trim().split('\r');
  return lines.length > 1 && lines.some((line) => line.startsWith('{') && isObject(jsonOf(line)));
}

/** Sets missing fields in the same object, so that a log of 100,000 entries is not copied. */
function fillNulls(value: LineEnvelope): asserts value is LineEnvelope & Entry {
  value.sources ??= null;
  value.rebuttal_to_seq ??= null;
  value.target_seq ??= null;
  if (value.data == null) delete value.data;
}

/** Removes the line end's carriage return, and a byte order mark before the first line. */
function withoutMarks(line: string): string {
  const start = line.charCodeAt(0) === 0xfeff ? 1 : 0;
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  return start === 0 && end === line.length ? line : line.slice(start, end);
}

const noProblems: readonly LineProblem[] = [];
const knownPhases: ReadonlySet<string> = new Set(phases);
function knownTypeProblems(entry: Entry, known: KnownType): readonly LineProblem[] {
  const isKnownPhase = knownPhases.has(entry.phase);
  const isGoodData = entry.data === undefined || known.isData(entry.data);
  if (isKnownPhase && isGoodData) return noProblems;
  const problems: LineProblem[] = isKnownPhase
    ? []
    : [{ code: 'unknown_phase', message: `its phase "${entry.phase}" is none of ${phases.join(', ')}` }];
  if (isGoodData) return problems;
  const parsed = dataSchemas[known.type].safeParse(entry.data);
  const version = entry.data?.['record_version'];
  if (!parsed.success) problems.push({ code: 'malformed_data', message: fieldProblems(parsed.error, entry.data) });
  delete entry.data;
  // A later version's setup must be recognised, so that nothing is written to its record.
  if (known.type === 'setup' && Number(version) > recordVersion) entry.data = { record_version: version };
  return problems;
}

/** Returns the entry's `data`; undefined if the entry has another type, or its `data` is malformed. */
export const dataOf = <T extends EntryType>(
  entry: Pick<Entry, 'type' | 'data'> | undefined,
  type: T,
): EntryData[T] | undefined => (entry !== undefined && isOfType(entry, type) ? entry.data : undefined);

/** Fields that a turn of a panel has besides its words; undefined for all other entries. */
export const turnDataOf = (entry: Pick<Entry, 'type' | 'data'> | undefined): EntryData['new_point'] | undefined =>
  entry !== undefined && isTurn(entry) ? entry.data : undefined;

/** Fields that a debater's entry has besides the words, in any format. */
export const declaredIn = (entry: Pick<Entry, 'type' | 'data'>): EntryData['new_point'] | undefined =>
  turnDataOf(entry) ?? dataOf(entry, 'defense') ?? dataOf(entry, 'critique') ?? dataOf(entry, 'argument');

const isTurn = (entry: Pick<Entry, 'type' | 'data'>): entry is { type: 'new_point'; data?: EntryData['new_point'] } =>
  turnTypes.has(entry.type);

const isOfType = <T extends EntryType>(
  entry: Pick<Entry, 'type' | 'data'>,
  type: T,
): entry is { type: T; data?: EntryData[T] } => entry.type === type;

const keyOrder = [
  'seq',
  'timestamp',
  'phase',
  'speaker',
  'type',
  'content',
  'sources',
  'rebuttal_to_seq',
  'target_seq',
] as const;

const ownKeys: ReadonlySet<string> = new Set([...keyOrder, 'data']);

/** The entry's line with its `\n`: the nine fields in their order, then other writers' fields, then `data`. */
export function serialiseEntry(entry: Entry): string {
  if (isInOrder(entry)) return `${JSON.stringify(entry)}\n`;
  // Written field by field, because an object would put a key like "1" first and lose one like "__proto__".
  const fields: string[] = [];
  const add = (key: string, value: unknown): void => {
    if (value !== undefined) fields.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
  };
  for (const key of keyOrder) add(key, entry[key]);
  for (const [key, value] of Object.entries(entry)) if (!ownKeys.has(key)) add(key, value);
  add('data', entry.data);
  return `{${fields.join(',')}}\n`;
}

function isInOrder(entry: Entry): boolean {
  const keys = Object.keys(entry);
  return (
    (keys.length === keyOrder.length || (keys.length === keyOrder.length + 1 && keys.at(-1) === 'data')) &&
    keyOrder.every((key, index) => keys[index] === key)
  );
}

export function entryOf(draft: Draft, seq: number, timestamp: string): Entry {
  const { phase, speaker, type, content, sources, rebuttal_to_seq, target_seq, data } = draft;
  return {
    seq,
    timestamp,
    phase,
    speaker,
    type,
    content,
    sources: sources ?? null,
    rebuttal_to_seq: rebuttal_to_seq ?? null,
    target_seq: target_seq ?? null,
    ...(data === undefined ? {} : { data }),
  };
}
