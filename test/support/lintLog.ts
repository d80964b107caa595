import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { documentsIn } from '../../src/session/review/lintLog';
import { lintDebate, type LintProblem } from '../../src/debate/rules/lint/lint';
import { DebateLog } from '../../src/record/debateLog';
import { logText, type RecordBuilder } from './recordBuilder';
import { tempFolder } from './tempFolder';

/** Problems of a log as it is on disk. */
export async function lintText(text: string, documents?: ReadonlyMap<string, string>): Promise<LintProblem[]> {
  const file = path.join(tempFolder(), 'debate-log.jsonl');
  writeFileSync(file, text);
  return await lintFile(file, documents);
}

export async function lintFile(file: string, documents?: ReadonlyMap<string, string>): Promise<LintProblem[]> {
  const log = await DebateLog.open(file);
  try {
    const { view, problems: logProblems, lines, unfinishedTail } = log;
    const input = { view, logProblems, lineOf: (seq: number) => log.lineOf(seq), lines, unfinishedTail };
    return lintDebate(documents === undefined ? input : { ...input, documents });
  } finally {
    await log.close();
  }
}

/** Problems of a debate's folder, its documents included. */
export const lintFolder = async (folder: string): Promise<LintProblem[]> =>
  await lintFile(path.join(folder, 'debate-log.jsonl'), (await documentsIn(folder)).texts);

export function lintRecord(record: RecordBuilder, documents?: ReadonlyMap<string, string>): Promise<LintProblem[]> {
  return lintText(logText(record.build()), documents);
}

/** Problems as `rule severity seq`, for comparison. */
export const told = (problems: readonly LintProblem[]): string[] =>
  problems.map(({ rule, severity, seq }) => `${rule} ${severity} ${seq ?? '-'}`);
