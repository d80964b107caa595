import { lstatSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { FileRefused, readRegularSync } from '../async/regularFile';
import { maximumEntryBytes, type Draft, type Entry } from '../debate/log/entry';
import { evidenceFileSchema, evidenceSchema, leftOutSchema } from '../debate/log/entryData';
import { syncFolder, writeOnce } from './durableFile';
import { systemCode } from './recordError';
import { sha256 } from './sha256';
import { objectOf } from '../debate/log/objects';
import type { SetupEvidence } from '../debate/log/manifest';

/**
 * Folder of evidence lists that are too long for their entry. Each is a file named by its hash: a line for each file,
 * then one for each file that was left out.
 */
const folderName = 'manifests';
/** Bytes that the rest of the entry may take. */
const restBytes = 128 * 1024;
const mostBytes = 256 * 1024 * 1024;

/** Returns the draft as it is logged: an evidence list that does not fit is written to the debate's folder. */
export async function withShortManifest(folder: string, draft: Draft): Promise<Draft> {
  const evidence = evidenceIn(draft);
  if (evidence === undefined || evidence.manifest !== undefined) return draft;
  const { files, left_out: leftOut = [], ...rest } = evidence;
  const lines = [...files, ...leftOut].map((item) => `${JSON.stringify(item)}\n`).join('');
  if (Buffer.byteLength(lines) <= maximumEntryBytes - restBytes) return draft;
  const hash = sha256(lines);
  await mkdir(join(folder, folderName), { recursive: true });
  await writeOnce(join(folder, nameOf(hash)), lines);
  await syncFolder(join(folder, folderName));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const manifest = { sha256: hash, files: files.length, bytes, left_out: leftOut.length };
  return replaced(draft, { ...rest, files: [], manifest });
}

/**
 * Returns the entry as it is folded, with the list from beside the record; `problem` if that list is not the one it
 * names.
 */
export function withWholeManifest(folder: string, entry: Entry): { entry: Entry; problem?: ManifestProblem } {
  const evidence = evidenceIn(entry);
  if (evidence?.manifest === undefined) return { entry };
  const { sha256: hash } = evidence.manifest;
  const found = /^[0-9a-f]{64}$/.test(hash) ? listIn(folder, hash) : 'altered';
  if (typeof found === 'object' && found.files.length === evidence.manifest.files)
    return { entry: replaced(entry, { ...evidence, ...found }) };
  const state = typeof found === 'object' ? 'altered' : found;
  const message = `${nameOf(hash)} ${states[state]}, so nobody can tell which files are the evidence of this debate. Put the file back as it was, then open the debate again`;
  return { entry, problem: { code: `manifest_${state}`, message } };
}

export interface ManifestProblem {
  code: 'manifest_missing' | 'manifest_altered';
  message: string;
}

const states = { missing: 'is missing', altered: 'is not the file that was written when the evidence was read' };

const nameOf = (hash: string): string => `${folderName}/${hash}.jsonl`;

/** The evidence in a setup, or in a change that a user makes later. */
function evidenceIn({ type, data }: Pick<Entry, 'type' | 'data'>): SetupEvidence | undefined {
  const holder = type === 'setup' ? data : type === 'intervention' ? data?.['change'] : undefined;
  return evidenceSchema.safeParse(objectOf(holder)['evidence']).data;
}

function replaced<T extends Draft | Entry>(entry: T, evidence: SetupEvidence): T {
  const { data = {} } = entry;
  if (entry.type === 'setup') return { ...entry, data: { ...data, evidence } };
  return { ...entry, data: { ...data, change: { ...objectOf(data['change']), evidence } } };
}

const listSchema = z.object({ files: z.array(evidenceFileSchema), left_out: z.array(leftOutSchema) });

/** Reads the list without following links. */
function listIn(folder: string, hash: string): z.infer<typeof listSchema> | 'missing' | 'altered' {
  try {
    const bytes = bytesOf(join(folder, folderName), join(folder, nameOf(hash)));
    if (bytes === undefined || sha256(bytes) !== hash) return 'altered';
    const items = bytes
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const isFile = (item: unknown): boolean => 'sha256' in objectOf(item);
    const list = { files: items.filter(isFile), left_out: items.filter((item) => !isFile(item)) };
    return listSchema.safeParse(list).data ?? 'altered';
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? 'missing' : 'altered';
  }
}

function bytesOf(folder: string, path: string): Buffer | undefined {
  if (lstatSync(folder).isSymbolicLink()) return undefined;
  try {
    return readRegularSync(path, { most: mostBytes, isOwn: true });
  } catch (error) {
    if (error instanceof FileRefused) return undefined;
    throw error;
  }
}
