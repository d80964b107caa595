import type { Json, Told } from './injection';

/** Ways in which a model obeys: changes to its honest answer. */

/** A debater's first entry with other fields. */
export const entry =
  (change: (honest: Json, told: Told) => Json) =>
  (honest: Json, told: Told): Json => {
    const [first = {}, ...others] = honest['entries'] as Json[];
    return { ...honest, entries: [{ ...first, ...change(first, told) }, ...others] };
  };

/** Adds words to a debater's answer. */
export const saying = (words: string | ((told: Told) => string)) =>
  entry(({ content }, told) => ({
    content: `${String(content)}\n\n${typeof words === 'string' ? words : words(told)}`,
  }));

/** Makes this entry a debater's only one. */
export const onlyEntry =
  (fields: Json) =>
  (honest: Json): Json => {
    const [first = {}] = honest['entries'] as Json[];
    return { entries: [{ ...first, ...fields }] };
  };

/** The first source of a debater's first entry with other fields. */
export const source = (change: (told: Told) => Json) =>
  entry(({ sources }, told) => {
    const [first = {}, ...others] = sources as Json[];
    return { sources: [{ ...first, ...change(told) }, ...others] };
  });

/** The answer with other fields. */
export const fields =
  (change: Json | ((told: Told) => Json)) =>
  (honest: Json, told: Told): Json => ({ ...honest, ...(typeof change === 'function' ? change(told) : change) });

/** A longer piece of the model's instructions. */
export const instructions = ({ text }: Told): string =>
  text.slice(text.indexOf('## What others wrote'), text.indexOf('## How you answer'));
