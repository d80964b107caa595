import * as z from 'zod';

const archivedSchema = z.looseObject({ by: z.string(), url: z.string(), date: z.string() });

const metadataSchema = z.looseObject({
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  content_type: z.string(),
  accessed: z.string(),
  // It becomes a file's name: nothing but a hash may stand here.
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  extractor: z.string(),
  extractor_version: z.int(),
  authors: z.array(z.string()).optional(),
  site: z.string().optional(),
  published: z.string().optional(),
  /** HTTP status; of a page that is gone and was read from an archive, that of its own server. */
  status: z.int().optional(),
  /** What the body was decoded from: its server may have said so, and nobody else. */
  charset: z.string().optional(),
  via: z.literal('proxy').optional().catch(undefined),
  archived: archivedSchema.optional(),
  /** The text is laid out in parts or pages; where they begin and end is kept in a file of its own. */
  layout: z.literal(true).optional(),
});

/** What is kept of a URL: where the body came from, when, and its hash. One file per URL without its fragment. */
export type SnapshotMetadata = z.infer<typeof metadataSchema>;

/** Undefined for what was cut or changed by somebody. */
export function metadataIn(json: string | undefined): SnapshotMetadata | undefined {
  if (json === undefined) return undefined;
  try {
    return metadataSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined; // The source is captured again.
  }
}
