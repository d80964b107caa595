import * as z from 'zod';
import type { Translator } from '../../matching/text/translator';
import type { FieldWords } from '../log/described';
import type { Format } from './step';

/**
 * What is said of an option of a format beside its schema. The record's setup, the plan, the field of the page, the
 * setting, the flag of the command line and its help are derived from both.
 */
interface OptionUse {
  /** The page asks for it under this label; without one it does not. */
  label?: FieldWords;
  hint?: FieldWords;
  /** The page offers these values. */
  choices?: (l10n: Translator) => Readonly<Record<string, string>>;
  /** What holds where the record says nothing of an option that may be left out. */
  usual?: unknown;
  /** Help of the command line behind the flag and its values. */
  help?: string;
  /** The value in the help of a flag that takes a text or a number. */
  placeholder?: string;
  isSetting?: true;
  /** Why only models can have it: for the page, and for the command line. */
  needsModels?: { hint: FieldWords; refusal: string };
  /** A seed says with which options something is drawn from it. */
  seeds?: (options: Readonly<Record<string, unknown>>) => boolean;
  /** Other options of the debate that leave it without a meaning. */
  isMootWith?: (options: Readonly<Record<string, unknown>>) => boolean;
}

export interface FormatOption extends OptionUse {
  /** Its name in the record: `judge_passes`. */
  name: string;
  /** Its name on the page and, behind the format's name, in the settings: `judgePasses`. */
  key: string;
  /** Its name on the command line: `judge-passes`. */
  flag: string;
  /** What it may be. */
  schema: z.core.$ZodType;
  /** The record may leave it out. */
  isOptional: boolean;
}

const uses = new WeakMap<z.core.$ZodType, OptionUse>();

export function option<S extends z.ZodType>(schema: S, use: OptionUse): S {
  uses.set(schema, use);
  return schema;
}

/** The options that are the format's own, in the order of its schema. */
export function ownOptions({ options }: Pick<Format, 'options'>): FormatOption[] {
  const shape: z.core.$ZodShape = options instanceof z.ZodObject ? options.shape : {};
  return Object.entries(shape).flatMap(([name, schema]) => {
    const use = uses.get(schema);
    return use === undefined ? [] : [described(name, schema, use)];
  });
}

function described(name: string, schema: z.core.$ZodType, use: OptionUse): FormatOption {
  const names = {
    name,
    key: name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    flag: name.replaceAll('_', '-'),
  };
  if (schema instanceof z.ZodDefault)
    return { ...use, ...names, usual: schema.parse(undefined), schema: schema.unwrap(), isOptional: false };
  return schema instanceof z.ZodOptional
    ? { ...use, ...names, schema: schema.unwrap(), isOptional: true }
    : { ...use, ...names, schema, isOptional: false };
}

/** Values that are wished for, by the format and the key of each option: `panel.order`. Those of other formats are kept. */
export type OptionWishes = Readonly<Record<string, unknown>>;

export const wishKey = ({ name }: Pick<Format, 'name'>, { key }: Pick<FormatOption, 'key'>): string => `${name}.${key}`;

/** What is wished, by the keys of options, for those that the format has. */
export const wishesFor = (format: Format, wished: Readonly<Record<string, unknown>>): OptionWishes =>
  Object.fromEntries(
    ownOptions(format).flatMap((one) =>
      wished[one.key] === undefined ? [] : [[wishKey(format, one), wished[one.key]]],
    ),
  );

/** The value of a flag or a field of the page. Texts are checked where the debate is planned. */
export function valueIn({ schema }: Pick<FormatOption, 'schema'>, text: string): unknown {
  if (schema instanceof z.ZodBoolean) return text === 'true';
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodEnum;
  return isText || !/^\s*-?\d+\s*$/.test(text) ? text : Number(text);
}

/** A flag with its values, as help writes it: `--order lineup|rotate|drawn`. */
export function flagWords({ flag, schema, placeholder }: FormatOption): string {
  if (schema instanceof z.ZodBoolean) return `--${flag}`;
  const values = schema instanceof z.ZodEnum ? schema.options.join('|') : (placeholder ?? 'N');
  return `--${flag} ${values}`;
}
