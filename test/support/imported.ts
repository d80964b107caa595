import { join } from 'node:path';
import { importDebate, type ImportResult } from '../../src/importers/importDebate';
import { parseLine } from '../../src/debate/log/codec';
import type { Entry } from '../../src/debate/log/entry';
import { lintDebate, type LintProblem } from '../../src/debate/rules/lint/lint';
import type { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { readFileSync } from 'node:fs';
import { opened } from './logs';
import { tempFolder } from './tempFolder';

export const importedAt = new Date('2026-07-21T12:34:56.789Z');

/** Imports files (path → content) from a folder called `name`. */
export function importFiles(
  files: Record<string, string | Uint8Array>,
  name = 'ferry',
): Promise<ImportResult & { source: string; parent: string }> {
  const root = tempFolder(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/${path}`, content])),
  );
  return importFrom(join(root, name));
}

export async function importFrom(
  source: string,
  parent = join(tempFolder(), 'out'),
): Promise<ImportResult & { source: string; parent: string }> {
  return { ...(await importDebate(source, { parent, now: () => importedAt })), source, parent };
}

export function entriesOf(folder: string): Entry[] {
  return readFileSync(pathOfLog(folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed = parseLine(line);
      if (parsed.kind !== 'entry' || parsed.problems.length > 0) throw new Error(`no proper entry: ${line}`);
      return parsed.entry;
    });
}

export const openRecord = (folder: string): Promise<DebateLog> => opened(pathOfLog(folder));

export function lintOf(log: DebateLog): LintProblem[] {
  return lintDebate({
    view: log.view,
    logProblems: log.problems,
    lines: log.lines,
    lineOf: (seq) => log.lineOf(seq) ?? null,
  });
}
