import * as z from 'zod';

/** What the answers of several tasks are made of. */

export const text = (words: string) => z.string().describe(words);
export const list = (words: string) => z.array(z.string()).describe(words);
export const seq = z.int();
export const seqs = (words: string) => z.array(seq).describe(words);

export const point = (words: string) =>
  z.strictObject({ text: text(words), seqs: seqs('The entries where it stands.') });

/** `place`: the field of the answer in which the supported sentence stands. */
export const source = (place: string) =>
  z.strictObject({
    url: text('workspace:path#L10-L20, workspace:path.pdf#page=3, or https://…'),
    title: z.string(),
    quote: text('One passage, verbatim from the source.').nullable(),
    claim: text(`The sentence of ${place} that it supports, verbatim from ${place}.`).nullable(),
  });
