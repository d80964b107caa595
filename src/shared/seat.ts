import * as z from 'zod';

/** The form of a person who takes a seat. */

const count = z.int().min(0);
const text = z.string();

/** What stands in one field of a seat's form: a text, the ticked values, or the rows of a group. */
const seatValueSchema = z.union([text, z.array(text).max(1_000), z.array(z.record(text, text)).max(100)]);
export const seatValuesSchema = z.record(text, seatValueSchema);
export type SeatValues = z.infer<typeof seatValuesSchema>;

const fieldBase = {
  id: text,
  label: text,
  hint: text.optional(),
  isRequired: z.boolean().optional(),
  /** Asked for only where that field has one of these values. */
  when: z.object({ field: text, is: z.array(text) }).optional(),
};
const optionSchema = z.object({ value: text, label: text });
export type SeatOption = z.infer<typeof optionSchema>;
const inputSchemas = [
  /** Lines without end, or (`isLine`) one. `suggestions` may be taken or not. */
  z.object({
    kind: z.literal('text'),
    ...fieldBase,
    isLine: z.boolean().optional(),
    suggestions: z.array(text).optional(),
  }),
  /** One of the options; none is chosen at first unless the first one is the empty value. */
  z.object({ kind: z.literal('choice'), ...fieldBase, options: z.array(optionSchema) }),
] as const;
const seatInputSchema = z.discriminatedUnion('kind', inputSchemas);
export type SeatInput = z.infer<typeof seatInputSchema>;
export const seatFieldSchema = z.discriminatedUnion('kind', [
  ...inputSchemas,
  /** Any of the options. */
  z.object({ kind: z.literal('checks'), ...fieldBase, options: z.array(optionSchema) }),
  /** A group of fields, as often as wished. */
  z.object({ kind: z.literal('rows'), ...fieldBase, fields: z.array(seatInputSchema), most: count, add: text }),
]);
export type SeatField = z.infer<typeof seatFieldSchema>;

/** A task that a person in this window is asked to do: what a model would be told, and the form of the answer. */
export const seatSchema = z.object({
  /** Of the task. */
  id: text,
  agent: text,
  /** Of the task, such as `debater/turn`. */
  kind: text,
  /** `Your turn in round 2`. */
  title: text,
  /** What the answer has to take up, most pressing first. */
  cue: z.array(z.object({ label: text, lines: z.array(text) })),
  rules: z.array(text),
  /** Why the answer before was sent back. */
  problems: z.array(text),
  /** Counts up whenever an answer was refused. */
  refusals: count,
  fields: z.array(seatFieldSchema),
  /** What was typed before, and the values to begin with. */
  values: seatValuesSchema,
  canSkip: z.boolean(),
  /** An answer was given and is held against the rules: sources are read meanwhile, which takes its time. */
  isChecking: z.boolean(),
  /** So many others are asked behind this one. */
  behind: count,
});
export type Seat = z.infer<typeof seatSchema>;
