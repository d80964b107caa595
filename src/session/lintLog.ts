import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lintDebate, type LintProblem } from '../debate/rules/lint/lint';
import type { DebateLog } from '../record/debateLog';

/** What code holds against a log; against the documents of its folder, too, where they are given. */
export const lintLog = (log: DebateLog, documents?: ReadonlyMap<string, string>): LintProblem[] =>
  lintDebate({
    view: log.view,
    logProblems: log.problems,
    lineOf: (seq) => log.lineOf(seq) ?? null,
    ...(documents === undefined ? {} : { documents }),
    unfinishedTail: log.unfinishedTail,
  });

/** The documents of a debate's folder, by name. */
export async function documentsIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') || name === 'metadata.json');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}
