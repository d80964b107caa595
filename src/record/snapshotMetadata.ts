import * as z from 'zod';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileRefused, readRegular } from '../async/regularFile';
import { systemCode } from './recordError';
import { sha256 } from './sha256';
import { partKinds, type TextLayout } from '../matching/text/sourceText';
import { jsonOf } from '../debate/log/objects';

const archivedSchema = z.looseObject({ by: z.string(), url: z.string(), date: z.string() });

const metadataSchema = z.looseObject({
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  content_type: z.string(),
  accessed: z.string(),
  // It becomes a file's name: only a hash is allowed.
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  extractor: z.string(),
  extractor_version: z.int(),
  authors: z.array(z.string()).optional(),
  site: z.string().optional(),
  published: z.string().optional(),
  /** HTTP; of a missing page read from an archive, that of its own server. */
  status: z.int().optional(),
  /** Of the body: perhaps only its server gave it. */
  charset: z.string().optional(),
  via: z.literal('proxy').optional().catch(undefined),
  archived: archivedSchema.optional(),
  layout: z.literal(true).optional(),
});

/** Of a URL without its fragment: where the body came from, when, and its hash. */
export type SnapshotMetadata = z.infer<typeof metadataSchema>;

/** SHA-256 of all that is kept of it but the address it was asked for, under which the same page may be kept twice. */
export const captureHash = (metadata: SnapshotMetadata): string =>
  sha256(
    JSON.stringify(Object.keys(metadataSchema.shape).map((name) => (name === 'url' ? null : (metadata[name] ?? null)))),
  );

/** Undefined if cut or changed: then the source is captured again. */
export function metadataIn(json: string | undefined): SnapshotMetadata | undefined {
  return json === undefined ? undefined : metadataSchema.safeParse(jsonOf(json)).data;
}

/** A file that Rostrum wrote; a link in its place, or its folder's, is not ours. */
export type KeptFile =
  | { state: 'kept'; bytes: Buffer }
  | { state: 'missing' | 'link' | 'unreadable' | 'not_a_file' | 'too_large' };

/** In bytes: neither a body nor a text is longer, since what is longer is not kept. */
const longestKept = 32 * 1024 * 1024;

/** Does not reject. */
export async function keptFile(path: string): Promise<KeptFile> {
  try {
    for (const place of [dirname(path), path]) if ((await lstat(place)).isSymbolicLink()) return { state: 'link' };
    return { state: 'kept', bytes: await readRegular(path, { most: longestKept, isOwn: true }) };
  } catch (error) {
    if (error instanceof FileRefused) return { state: error.code };
    const code = systemCode(error);
    return { state: code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : code === 'ELOOP' ? 'link' : 'unreadable' };
  }
}

const offset = z.int().min(0);
const layoutSchema = z.looseObject({
  parts: z.array(z.looseObject({ kind: z.enum(partKinds), start: offset, end: offset })).optional(),
  pages: z.array(z.looseObject({ page: z.int().min(1), start: offset, end: offset })).optional(),
});

export const hasLayout = (layout: TextLayout | undefined): layout is TextLayout =>
  (layout?.parts?.length ?? 0) > 0 || (layout?.pages?.length ?? 0) > 0;

export const layoutText = ({ parts, pages }: TextLayout): string => `${JSON.stringify({ parts, pages })}\n`;

/** Undefined if cut or changed, or if it does not fit the text: a misplaced part could hide a menu in the body. */
export function layoutIn(json: string | undefined, text: string): TextLayout | undefined {
  if (json === undefined) return undefined;
  const { parts, pages } = layoutSchema.safeParse(jsonOf(json)).data ?? {};
  const layout: TextLayout = { parts, pages };
  return hasLayout(layout) && [parts ?? [], pages ?? []].every((spans) => follow(spans, text.length))
    ? layout
    : undefined;
}

/** In order, without overlapping, within the text. */
function follow(spans: readonly { start: number; end: number }[], length: number): boolean {
  let at = 0;
  return spans.every(({ start, end }) => {
    const fits = start >= at && end >= start && end <= length;
    at = end;
    return fits;
  });
}
