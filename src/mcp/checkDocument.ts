import { dirname } from 'node:path';
import * as z from 'zod';
import { checkDocuments } from '../citations/checkDocuments';
import { documentFiles } from '../citations/documentFiles';
import { reportOf } from '../citations/findings';
import { CitedPages } from '../citations/pages';
import { gitTop } from '../citations/repository';
import { cacheFolder } from '../research/fileCache';
import { isInside } from '../research/workspaceFile';
import type { WebAccess } from '../session/plan/webAccess';
import { McpError } from './mcpError';
import type { Roots } from './roots';

export const checkDocumentInput = z.object({
  document: z.string().max(4_000).describe('A Markdown file, or a folder of them, in a folder of this server.'),
  max_age_days: z
    .number()
    .min(0)
    .max(3_650)
    .optional()
    .describe('Pages asked for within so many days are not asked again; default 7.'),
});

/** More findings are counted, and the caller reads the rest on the command line. */
const mostFindings = 100;
const dayMs = 24 * 60 * 60_000;

/** Checks the citations of documents below the server's folders. No model is asked. */
export async function checkDocument(
  { document, max_age_days: days = 7 }: z.infer<typeof checkDocumentInput>,
  { roots, web, signal }: { roots: Roots; web: WebAccess | undefined; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  const path = await roots.readable(document);
  const folder = cacheFolder(process.env, 'citations');
  const pages = new CitedPages({ folder, web, maxAgeMs: days * dayMs, now: () => Date.now() });
  const files = await documentFiles([path], signal);
  const root = await rootOf(roots, path);
  const checked = await checkDocuments(files, { root, cacheFolder: folder, pages, signal });
  if (checked.documents.length === 0)
    throw new McpError('unreadable', `No document could be read: ${checked.unreadable[0]?.reason ?? 'there is none'}.`);
  const { findings, not_checked: notChecked, ...report } = reportOf(checked);
  const left = findings.length - mostFindings;
  return {
    ...report,
    findings: findings.slice(0, mostFindings),
    ...(left > 0 ? { findings_left_out: left } : {}),
    not_checked: notChecked.map(({ why, n }) => ({ why, n })),
    unreadable: checked.unreadable.map(({ reason }) => reason),
  };
}

/** The repository of the document, if it lies in a folder of this server; else that folder. */
async function rootOf({ folders }: Roots, path: string): Promise<string | undefined> {
  const own = folders.find((folder) => isInside(folder, path));
  const top = await gitTop(dirname(path));
  return top !== undefined && own !== undefined && isInside(own, top) ? top : own;
}
