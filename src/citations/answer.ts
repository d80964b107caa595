import * as z from 'zod';

/** What can be found of a citation, the worst first. */
export const findingKinds = ['missing', 'gone', 'figure', 'approximate', 'unread'] as const;
export type FindingKind = (typeof findingKinds)[number];

export const answerSchema = z.object({
  kind: z.enum(['quoted', ...findingKinds, 'uncheckable']),
  /** Why, in a sentence or two. */
  words: z.string(),
  /** What the source says there instead, or most nearly. */
  standsThere: z.string().optional(),
  /** Lines of a file where `standsThere` stands. */
  lines: z.object({ start: z.number(), end: z.number() }).optional(),
  /** Where `standsThere` stands in the text of a page, in UTF-16 code units. */
  passage: z.object({ start: z.number(), end: z.number() }).optional(),
  /** The only near passage, which could be quoted instead. */
  nearest: z.string().optional(),
});

/** The answer to one citation. */
export type CitationAnswer = z.infer<typeof answerSchema>;

/** Errors fail a build; a source that could not be read never does. */
export const severityOf = (kind: FindingKind): 'error' | 'warning' =>
  kind === 'missing' || kind === 'gone' ? 'error' : 'warning';
