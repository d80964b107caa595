import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { descriptionOf, type Description, reasonsFirst } from '../../debate/log/described';
import { type TaskKind, taskOutputs } from '../../debate/flow/tasks';
import type { SeatField, SeatInput, SeatOption } from '../protocol';
import {
  decimalIn,
  linesField,
  numberIn,
  numbersIn,
  plainOptions,
  yesOrNo,
  type FormAnswer,
  type SeatForm,
} from './form';

/** What a form takes from its task; everything else follows from the schema of the answer. */
export interface FormSource {
  /** Words that labels and hints need. */
  of?: readonly string[];
  /** Options by path, such as `attacks.target_id`. A list in which nothing can be chosen is left out. */
  options?: Readonly<Record<string, readonly SeatOption[]>>;
  /** Suggested addresses. */
  addresses?: readonly string[];
  /** Groups by path: the list has one group of fields for each. */
  groups?: Readonly<Record<string, readonly FieldGroup[]>>;
  /** Conditions by path, for fields that are only asked for on a condition. */
  when?: Readonly<Record<string, SeatField['when']>>;
  /** Maximum of rows by path, where neither schema nor description says it. */
  most?: Readonly<Record<string, number>>;
  /** Hints by path that replace the schema's. */
  hints?: Readonly<Record<string, string>>;
}

export interface FieldGroup {
  of?: readonly string[];
  named?: (label: string) => string;
  /** What is known before anybody answers. */
  given?: Readonly<Record<string, unknown>>;
}

interface Place {
  /** Stands before the name of each field. */
  at: string;
  /** The same without the numbers of groups. */
  path: string;
  of: readonly string[];
  named: (label: string) => string;
  source: FormSource;
}

type Schema = z.core.$ZodType;

const plainLabel = (label: string): string => label;

const placeOf = (source: FormSource): Place => ({ at: '', path: '', of: source.of ?? [], named: plainLabel, source });

/** A form for the whole answer of a task. */
export function derivedForm(kind: TaskKind, title: string, source: FormSource = {}): SeatForm {
  const schema: z.ZodType = taskOutputs[kind];
  if (!(schema instanceof z.ZodObject)) throw new Error(`The answer of ${kind} is no object, so it has no form.`);
  return { title, fields: fieldsOf(schema, source), output: (answer) => valueOf(schema, answer, source) };
}

export const fieldsOf = (schema: z.ZodObject, source: FormSource = {}): SeatField[] =>
  fieldsAt(schema, placeOf(source));

/** The answer as its schema has it; what was left empty is left out where it may be. */
export const valueOf = (schema: z.ZodObject, answer: FormAnswer, source: FormSource = {}): Record<string, unknown> =>
  objectAt(schema, answer, placeOf(source));

function fieldsAt(schema: z.ZodObject, place: Place): SeatField[] {
  return orderOf(schema).flatMap(([name, of]) => {
    const field = readField(of);
    const here = { ...place, at: `${place.at}${name}`, path: `${place.path}${name}` };
    const groups = groupsAt(field, here);
    if (groups !== undefined) return groups.flatMap((group) => fieldsAt(group.schema, group.place));
    if (field.schema instanceof z.ZodObject) return fieldsAt(field.schema, inside(here));
    const asked = fieldAt(field, here);
    const when = place.source.when?.[here.path];
    return asked === undefined ? [] : [when === undefined ? asked : { ...asked, when }];
  });
}

/** A schema without what says that it may be absent, and all that is known of both. */
interface ReadField extends Description {
  schema: Schema;
  isOptional: boolean;
}

function readField(schema: Schema): ReadField {
  const known = descriptionOf(schema);
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch;
  if (!isWrapped) return { ...known, schema, isOptional: false };
  const inner = readField(schema.unwrap());
  const isOptional = inner.isOptional || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return { ...inner, ...known, isOptional };
}

function orderOf(schema: z.ZodObject): [string, Schema][] {
  const fields = reasonsFirst(schema.shape);
  const { order } = descriptionOf(schema);
  if (order === undefined) return [...fields.filter((one) => !isAskedLast(one)), ...fields.filter(isAskedLast)];
  return order.flatMap((name) => fields.filter(([known]) => known === name));
}

const isAskedLast = ([, schema]: [string, Schema]): boolean => descriptionOf(schema).isAskedLast === true;

const inside = (place: Place): Place => ({ ...place, at: `${place.at}.`, path: `${place.path}.` });

interface PlacedGroup extends FieldGroup {
  schema: z.ZodObject;
  place: Place;
}

function groupsAt({ schema }: ReadField, place: Place): PlacedGroup[] | undefined {
  const groups = place.source.groups?.[place.path];
  if (groups === undefined || !(schema instanceof z.ZodArray) || !(schema.element instanceof z.ZodObject))
    return undefined;
  const { element } = schema;
  return groups.map((group, index) => ({
    ...group,
    schema: element,
    place: {
      ...place,
      at: `${place.at}.${index}.`,
      path: `${place.path}.`,
      of: group.of ?? place.of,
      named: group.named ?? place.named,
    },
  }));
}

function fieldAt(field: ReadField, place: Place): SeatField | undefined {
  const { schema, label } = field;
  if (label === undefined || !(schema instanceof z.ZodArray)) return inputAt(field, place);
  if (schema.element instanceof z.ZodObject) return rowsAt(field, schema, place);
  if (schema.element instanceof z.ZodString)
    return linesField(place.at, labelAt(field, place), hintAt(field, place).hint);
  const options = optionsAt(field, place);
  if (options === undefined) return inputAt(field, place);
  return options.length === 0
    ? undefined
    : { kind: 'checks', id: place.at, label: labelAt(field, place), ...hintAt(field, place), options };
}

function rowsAt(field: ReadField, schema: z.ZodArray, place: Place): SeatField | undefined {
  if (!(schema.element instanceof z.ZodObject)) return undefined;
  const { least, most } = lengthsOf(schema);
  const fields = inputsOf(schema.element, inside(place));
  const choices = fields.flatMap((input) => (input.kind === 'choice' && input.isRequired === true ? [input] : []));
  if (choices.some(({ options }) => options.length === 0)) return undefined;
  return {
    kind: 'rows',
    id: place.at,
    label: labelAt(field, place),
    ...hintAt(field, place),
    most: place.source.most?.[place.path] ?? field.most ?? most ?? choices[0]?.options.length ?? 1,
    add: field.add?.(l10n, ...place.of) ?? '',
    ...(least > 0 || field.isNeeded === true ? { isRequired: true } : {}),
    fields,
  };
}

function lengthsOf({ def: { checks = [] } }: z.ZodArray): { least: number; most: number | undefined } {
  let least = 0;
  let most: number | undefined;
  for (const check of checks) {
    if (check instanceof z.core.$ZodCheckMinLength) least = check._zod.def.minimum;
    if (check instanceof z.core.$ZodCheckMaxLength) most = check._zod.def.maximum;
  }
  return { least, most };
}

/** Fields of a row go by their names alone. */
const inputsOf = (schema: z.ZodObject, place: Place): SeatInput[] =>
  orderOf(schema).flatMap(
    ([name, of]) =>
      inputAt(readField(of), { ...place, at: name, path: `${place.path}${name}`, named: plainLabel }) ?? [],
  );

function inputAt(field: ReadField, place: Place): SeatInput | undefined {
  if (field.label === undefined) return undefined;
  const {
    schema,
    isOptional,
    isNeeded = !isOptional,
    mayBeEmpty = false,
    isLine = false,
    isAddress = false,
    none,
  } = field;
  const base = {
    id: place.at,
    label: labelAt(field, place),
    ...hintAt(field, place),
    ...(isNeeded && !mayBeEmpty ? { isRequired: true } : {}),
  };
  const options = optionsAt(field, place);
  if (options !== undefined) {
    const first = none === undefined ? [] : [{ value: '', label: none(l10n, ...place.of) }];
    return { kind: 'choice', ...base, options: [...first, ...options] };
  }
  const isDecimal = schema instanceof z.ZodNumber;
  return {
    kind: 'text',
    ...base,
    ...(isLine || isDecimal || isAddress ? { isLine: true } : {}),
    ...(isDecimal ? { isDecimal } : {}),
    ...(isAddress ? { suggestions: [...(place.source.addresses ?? [])] } : {}),
  };
}

const labelAt = ({ label }: Description, { named, of }: Place): string => named(label?.(l10n, ...of) ?? '');

function hintAt({ hint }: Description, { of, path, source }: Place): { hint?: string } {
  const words = source.hints?.[path] ?? hint?.(l10n, ...of);
  return words === undefined ? {} : { hint: words };
}

/** Undefined where anything can be said. */
function optionsAt({ schema, options }: ReadField, { path, source }: Place): SeatOption[] | undefined {
  const known = source.options?.[path];
  if (known !== undefined) return [...known];
  const plain =
    schema instanceof z.ZodBoolean
      ? yesOrNo()
      : schema instanceof z.ZodEnum
        ? plainOptions(schema.options.map(String))
        : undefined;
  const labels = options?.(l10n);
  return plain?.map(({ value, label }) => ({ value, label: labels?.[value] ?? label }));
}

/** A form, or a row of it. */
interface Filled {
  text(id: string): string;
  lines(id: string): string[];
  numbers(id: string): number[];
  rows(id: string): Readonly<Record<string, string>>[];
}

const filledRow = (row: Readonly<Record<string, string>>): Filled => ({
  text: (id) => row[id] ?? '',
  lines: () => [],
  numbers: () => [],
  rows: () => [],
});

function objectAt(schema: z.ZodObject, filled: Filled, place: Place): Record<string, unknown> {
  const values = Object.entries<Schema>(schema.shape).map(([name, of]): [string, unknown] => {
    const here = { ...place, at: `${place.at}${name}`, path: `${place.path}${name}` };
    return [name, valueAt(readField(of), filled, here)];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function valueAt(field: ReadField, filled: Filled, place: Place): unknown {
  const { schema } = field;
  const groups = groupsAt(field, place);
  if (groups !== undefined)
    return groups.map((group) => ({ ...group.given, ...objectAt(group.schema, filled, group.place) }));
  if (schema instanceof z.ZodObject) {
    const value = objectAt(schema, filled, inside(place));
    return field.isOptional && Object.values(value).every(isEmpty) ? undefined : value;
  }
  if (field.label === undefined) return undefined;
  const value = givenAt(field, filled, place);
  return field.isOptional && isEmpty(value) ? undefined : value;
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function givenAt({ schema }: ReadField, filled: Filled, place: Place): unknown {
  const { at, source, path } = place;
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    if (element instanceof z.ZodObject)
      return filled.rows(at).map((row) => objectAt(element, filledRow(row), { ...inside(place), at: '' }));
    if (element instanceof z.ZodString) return filled.lines(at);
    return source.options?.[path] === undefined ? numbersIn(filled.text(at)) : filled.numbers(at);
  }
  const text = filled.text(at);
  if (schema instanceof z.ZodBoolean) return text === 'yes';
  if (!(schema instanceof z.ZodNumber)) return text;
  return source.options?.[path] === undefined ? decimalIn(text) : numberIn(text);
}
