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
  // The hash becomes a file name, so nothing else is allowed.
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  extractor: z.string(),
  extractor_version: z.int(),
  authors: z.array(z.string()).optional(),
  site: z.string().optional(),
  published: z.string().optional(),
  /** HTTP status; if an archive served a missing page, the status from the page's own server. */
  status: z.int().optional(),
  /** Character encoding of the body; perhaps only the server named it. */
  charset: z.string().optional(),
  via: z.literal('proxy').optional().catch(undefined),
  archived: archivedSchema.optional(),
  layout: z.literal(true).optional(),
});

/** Describes a captured URL without its fragment: where the body came from, when, and its hash. */
export type SnapshotMetadata = z.infer<typeof metadataSchema>;

/** SHA-256 of the metadata without the requested address, since the same page may be kept under two addresses. */
export const captureHash = (metadata: SnapshotMetadata): string =>
  sha256(
    JSON.stringify(Object.keys(metadataSchema.shape).map((name) => (name === 'url' ? null : (metadata[name] ?? null)))),
  );

/** Returns undefined if the file was cut or changed; the source is then captured again. */
export function metadataIn(json: string | undefined): SnapshotMetadata | undefined {
  return json === undefined ? undefined : metadataSchema.safeParse(jsonOf(json)).data;
}

/** A file that Rostrum wrote. A link in its place, or in its folder's place, does not count. */
export type KeptFile =
  | { state: 'kept'; bytes: Buffer }
  | { state: 'missing' | 'link' | 'unreadable' | 'not_a_file' | 'too_large' };

/** Bytes; longer bodies and texts are not kept. */
const longestKept = 32 * 1024 * 1024;

/** Reads a kept file; never rejects. */
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

/**
 * Returns undefined if the layout was cut or changed or does not fit the text: a misplaced part could hide a menu in
 * the body.
 */
export function layoutIn(json: string | undefined, text: string): TextLayout | undefined {
  if (json === undefined) return undefined;
  const { parts, pages } = layoutSchema.safeParse(jsonOf(json)).data ?? {};
  const layout: TextLayout = { parts, pages };
  return hasLayout(layout) && [parts ?? [], pages ?? []].every((spans) => follow(spans, text.length))
    ? layout
    : undefined;
}

/** Whether the spans are in order, do not overlap and lie within the text. */
function follow(spans: readonly { start: number; end: number }[], length: number): boolean {
  let at = 0;
  return spans.every(({ start, end }) => {
    const fits = start >= at && end >= start && end <= length;
    at = end;
    return fits;
  });
}
