import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseLine } from '../../src/debate/log/codec';
import type { Draft, Entry } from '../../src/debate/log/entry';
import type { StepMark } from '../../src/debate/log/entryData';
import { DebateLog, type LogOptions } from '../../src/record/debateLog';
import { step } from './entries';
import { setupDraft } from './setupDraft';
import { tempFolder } from './tempFolder';
import { pathOfLog } from '../../src/record/logPath';
import { RecordError } from '../../src/record/recordError';

export { setupDraft } from './setupDraft';

/** Opens a log that is closed after the test. */
export async function opened(path: string, options: LogOptions = {}): Promise<DebateLog> {
  const log = await DebateLog.open(path, { settleMs: 0, ...options });
  onTestFinished(() => log.close());
  return log;
}

/** The log of a debate, closed after the test. */
export const logIn = (folder: string): Promise<DebateLog> => opened(pathOfLog(folder));

/** Works on the log of a debate, and closes it afterwards. */
export async function withLog<T>(folder: string, work: (log: DebateLog) => Promise<T> | T): Promise<T> {
  const log = await DebateLog.open(pathOfLog(folder), { settleMs: 0 });
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}

/** The error with which work on the record failed. */
export async function failure(work: Promise<unknown>): Promise<RecordError> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof RecordError)) throw new Error('no RecordError', { cause: error });
  return error;
}

/** A new debate's log in a folder of its own, with its setup entry. */
export async function newLog(
  options: LogOptions = {},
  setup: Record<string, unknown> = {},
): Promise<{ path: string; folder: string; log: DebateLog }> {
  const folder = tempFolder();
  const path = join(folder, 'debate-log.jsonl');
  const log = await opened(path, options);
  await log.append([{ ...setupDraft, data: { ...setupDraft.data, ...setup } }]);
  return { path, folder, log };
}

export const plain = (content: string): Draft => ({ phase: 'system', speaker: 'chair', type: 'note', content });

export const speech = (speaker: string, fields: Partial<Draft> = {}): Draft => ({
  phase: 'rebuttal',
  speaker,
  type: 'new_point',
  content: 'Words.',
  ...fields,
});

/** The entries of one step, each with its mark. */
export const batch = (id: string, contents: readonly string[], fields: Partial<StepMark> = {}): Draft[] =>
  contents.map((content, index) => ({
    ...plain(content),
    data: { kind: 'go_on', step: step(id, { index, count: contents.length, ...fields }) },
  }));

/** The entries of a log as any other program would read them; a line that is not an entry fails the test. */
export function entriesIn(path: string): Entry[] {
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error('the log ends in the middle of a line');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const parsed = parseLine(line);
      if (parsed.kind !== 'entry' || parsed.problems.length > 0) throw new Error(`no entry: ${line}`);
      return parsed.entry;
    });
}

export const contents = (path: string): string[] => entriesIn(path).map((entry) => entry.content);

/** Waits until the condition holds; fails after a time that suffices on any machine. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 600_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
