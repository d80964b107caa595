import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../async/regularFile';
import { parseLine } from '../debate/log/codec';
import { pathOfLog } from '../record/logPath';

export const importedSystems = ['dialectic', 'agent-debate', 'ai-debate'] as const;
export type ImportedSystem = (typeof importedSystems)[number];

/** File that names the imported folder and its problems. */
export const manifestName = 'import.json';

/** Recognises the system that wrote a folder; `rostrum` is a record of ours. */
export async function recognise(dir: string): Promise<ImportedSystem | 'rostrum' | undefined> {
  const names = await namesIn(dir);
  if (names.includes('debate-log.jsonl')) return (await isOurs(dir, names)) ? 'rostrum' : 'ai-debate';
  if (
    names.includes('debate.md') &&
    (names.includes('arguments') || names.includes('scores.json') || (await beginsWithObject(join(dir, 'debate.md'))))
  )
    return 'dialectic';
  if (names.includes('arguments') && (await namesIn(join(dir, 'arguments'))).some((name) => argumentName.test(name)))
    return 'dialectic';
  return names.some((name) => roundName.test(name)) ||
    names.includes('final-synthesis.md') ||
    (names.includes('issue-tracker.md') && names.includes('debate.log'))
    ? 'agent-debate'
    : undefined;
}

const namesIn = (dir: string): Promise<string[]> => readdir(dir).catch((): string[] => []);

const argumentName = /^(?:prop|opp)_\d+[a-z]?\.md$/i;
/** Names of rounds: `round-1/` or, in the oldest layout, `round-1.md`. */
export const roundName = /^round-(\d{1,6})(\.md)?$/i;

/** Debates in subfolders, for a user who chose the folder above. */
export async function debatesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.filter((candidate) => candidate.isDirectory()).slice(0, 200)) {
    const system = await recognise(join(dir, entry.name));
    if (system !== undefined && system !== 'rostrum') found.push(entry.name);
  }
  return found.sort();
}

/** Whether Rostrum wrote the log: our setups have data, those of other systems have none. */
async function isOurs(dir: string, names: readonly string[]): Promise<boolean> {
  if (names.includes(manifestName)) return true;
  const start = await startOf(pathOfLog(dir), mostOfLine);
  const parsed = parseLine(start.split('\n').find((line) => line.trim() !== '') ?? '');
  if (parsed.kind !== 'entry' || parsed.entry.type !== 'setup') return false;
  return parsed.entry.data?.['record_version'] !== undefined || parsed.problems.length > 0;
}

const mostOfLine = 1024 * 1024;

async function startOf(path: string, bytes: number): Promise<string> {
  const file = (await openRegular(path).catch(() => undefined))?.handle;
  if (file === undefined) return '';
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const beginsWithObject = async (path: string): Promise<boolean> => /^\uFEFF?\s*\{\s*"/.test(await startOf(path, 4_096));
