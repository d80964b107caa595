import * as z from 'zod';
import { english, type Translator } from '../../matching/text/translator';

/** Words for people, in their language. `of` says what the field belongs to, such as the label of an argument. */
export type FieldWords = (l10n: Translator, ...of: string[]) => string;

/**
 * What is known of one field of an answer beside its schema. The schema that models get, the form that people fill in,
 * and the way from the form to the answer are derived from both.
 */
export interface Description {
  /** Models read this in the schema; the hint in English where it is absent, nothing where it is empty. */
  told?: string;
  /** A verdict is given after its reasons: fields with this number come last, the highest at the end. */
  last?: number;
  /** Models always give this field; a record or a person may leave it out. */
  isOwed?: true;
  /** Models are not asked for this field: code or people give it. */
  isUnasked?: true;
  /** Models give this in place of the field. */
  as?: z.ZodType;
  /** People are asked for the field under this label; without one they are not. */
  label?: FieldWords;
  hint?: FieldWords;
  /** People answer in one line. */
  isLine?: true;
  /** People have to give it where they are asked, although an answer may lack it. */
  isNeeded?: true;
  /** People may leave it empty, although an answer has it. */
  mayBeEmpty?: true;
  /** An address of the web or of the evidence. */
  isAddress?: true;
  /** The button that adds a row to a list. */
  add?: FieldWords;
  /** Rows of a list, where the schema has no limit. */
  most?: number;
  /** Labels of the values of a choice; the values themselves where absent. */
  options?: (l10n: Translator) => Readonly<Record<string, string>>;
  /** The first option of a choice that may be left out. */
  none?: FieldWords;
  /** People are asked for it after everything else. */
  isAskedLast?: true;
  /** Order in which people are asked for an object's fields, where it is not the order of the schema. */
  order?: readonly string[];
}

const descriptions = new WeakMap<z.core.$ZodType, Description>();

export const descriptionOf = (schema: z.core.$ZodType): Description => descriptions.get(schema) ?? {};

/** The same schema with a description of its own. */
export function field<S extends z.ZodType>(schema: S, description: Description): S {
  const described = schema.clone();
  descriptions.set(described, { ...descriptionOf(schema), ...description });
  return described;
}

/** Short for a field that only needs words for models. */
export const told = <S extends z.ZodType>(schema: S, words: string): S => field(schema, { told: words });

/**
 * The shape in which models give an answer: closed objects, every property required, null where one does not apply, as
 * providers take it. Limits stand in words, and the engine holds the answer to them.
 */
export function schemaForModels(schema: z.core.$ZodType): z.ZodType {
  const { as, hint, told: words = hint?.(english) } = descriptionOf(schema);
  const shape = as === undefined ? shapeForModels(schema) : schemaForModels(as);
  return words === undefined || words === '' ? shape : shape.describe(words);
}

function shapeForModels(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return z.strictObject(propertiesForModels(schema.shape));
  if (schema instanceof z.ZodArray) return z.array(schemaForModels(schema.element));
  if (schema instanceof z.ZodDiscriminatedUnion) return z.union(schema.options.map(schemaForModels));
  if (schema instanceof z.ZodNullable) return schemaForModels(schema.unwrap()).nullable();
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodCatch) return schemaForModels(schema.unwrap());
  if (schema instanceof z.ZodOptional) return optionalForModels(schema);
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return schema instanceof z.ZodNumberFormat ? z.int() : z.number();
  if (schema instanceof z.ZodType) return schema;
  throw new Error('A field of an answer is described by a schema that models cannot be told.');
}

/** An empty list says that there is nothing; anything else is null. */
function optionalForModels(schema: z.ZodOptional): z.ZodType {
  const inner = schema.unwrap();
  const given = schemaForModels(inner);
  const isGiven =
    descriptionOf(schema).isOwed === true || inner instanceof z.ZodArray || inner instanceof z.ZodNullable;
  return isGiven ? given : given.nullable();
}

function propertiesForModels(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.ZodType> {
  const asked = reasonsFirst(shape).filter(([, schema]) => descriptionOf(schema).isUnasked !== true);
  return Object.fromEntries(asked.map(([name, schema]) => [name, schemaForModels(schema)]));
}

type NamedField = [name: string, schema: z.core.$ZodType];

/** Fields in the order in which they are answered: a verdict comes after its reasons. */
export function reasonsFirst(shape: Readonly<Record<string, z.core.$ZodType>>): NamedField[] {
  const lastOf = ([, schema]: NamedField): number => descriptionOf(schema).last ?? 0;
  return Object.entries(shape).sort((one, other) => lastOf(one) - lastOf(other));
}
