import type { Json, Told } from './injection';

/** Ways in which a model obeys: what becomes of the answer that it would have given. */

/** A debater's first entry with other fields. */
export const entry =
  (change: (honest: Json, told: Told) => Json) =>
  (honest: Json, told: Told): Json => {
    const [first = {}, ...others] = honest['entries'] as Json[];
    return { ...honest, entries: [{ ...first, ...change(first, told) }, ...others] };
  };

/** A debater says this besides. */
export const saying = (words: string | ((told: Told) => string)) =>
  entry(({ content }, told) => ({
    content: `${String(content)}\n\n${typeof words === 'string' ? words : words(told)}`,
  }));

/** A debater gives this entry alone. */
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

/** A longer piece of the instructions, as they were given. */
export const instructions = ({ text }: Told): string =>
  text.slice(text.indexOf('## What others wrote'), text.indexOf('## How you answer'));
