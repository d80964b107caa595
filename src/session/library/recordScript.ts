import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Script } from '../../agents/scripted';
import { type Format, type SourceTask, without, type Written } from '../../debate/flow/step';
import { dataOf } from '../../debate/log/codec';
import type { Entry } from '../../debate/log/entry';
import { importedProvider, type SetupData } from '../../debate/log/entryData';
import { formatNamed } from '../../debate/formats/registry';
import { answerBehind, courseOfRecord, courseSchema } from '../../debate/flow/recordedCourse';
import { exists } from '../../record/logPath';
import type { DebateLog } from '../../record/debateLog';
import { makeFolders, syncFolder, writeOnce } from '../../record/durableFile';
import { sha256 } from '../../record/sha256';
import { SnapshotStore } from '../../record/snapshots';
import { PlanError } from '../plan/planError';
import { loggedSupport } from '../review/reverify';
import { refuseUnreadable } from '../run/runnability';
import { providerOf } from '../../projections/headAndTail';

/** A record as a script: its accepted answers, and the course that they took. */

const notice =
  'This holds all that the log holds, redacted text too; it is no export. It plays the record again, without network or model: “rostrum run --script”, and for an imported debate “rostrum resume --script” on a fresh import.';

const recordedSchema = z.looseObject({
  $about: z.string(),
  /**
   * Entries before the first one that is played: the setup alone, or all that was imported. `sha256` covers what they
   * say.
   */
  $after: z.strictObject({ entries: z.int().min(1), sha256: z.string() }),
  /** The setup entry of a debate held here. */
  $setup: z
    .strictObject({
      speaker: z.enum(['chair', 'moderator']),
      content: z.string(),
      data: z.looseObject({ topic: z.string() }),
    })
    .optional(),
  $course: courseSchema,
});
export type Recorded = z.infer<typeof recordedSchema>;

/** Undefined for a script of no record. @throws PlanError `script` when it cannot be read. */
export function recordedIn(script: Script): Recorded | undefined {
  if (script['$course'] === undefined) return undefined;
  const parsed = recordedSchema.safeParse(script);
  if (parsed.success) return parsed.data;
  throw new PlanError(
    'script',
    `The script is of a record and cannot be read: ${z.prettifyError(parsed.error)}. Write it again with “rostrum script”.`,
  );
}

type WrittenStep = Omit<Written, 'task'>;

export const resultKey = (target: number, url: string): string => `verify/${target} ${url}`;

export const digestOf = (entries: readonly Entry[]): string =>
  sha256(JSON.stringify(entries.map(({ speaker, type, content, sources }) => [speaker, type, content, sources])));

export async function scriptOf(log: DebateLog): Promise<Script> {
  const { format, setup } = scriptable(log);
  const entries = entriesOf(log);
  const start = providerOf(setup) === importedProvider ? goesOnAt(entries) : 1;
  if (start >= entries.length)
    throw new PlanError(
      'nothing_to_script',
      `${log.folder} holds nothing that could be played again: ${start === 1 ? 'the debate has not begun' : 'nobody went on with it since it was imported'}.`,
    );
  const store = new SnapshotStore(log.folder);
  const done: WrittenStep[] = [];
  const answers: Record<string, unknown> = {};
  const course = courseOfRecord(entries, {
    format,
    start,
    onStep: (step) => {
      addAnswers(answers, step, format);
      done.push(step);
    },
  });
  for (const step of done) Object.assign(answers, await resultsIn(step, store));
  const [first] = entries;
  return {
    $about: notice,
    $after: { entries: start, sha256: digestOf(entries.slice(0, start)) },
    ...(start > 1 || first === undefined ? {} : { $setup: setupOf(first) }),
    $course: course,
    ...answers,
  };
}

function scriptable(log: DebateLog): { format: Format; setup: SetupData } {
  const { state } = log;
  refuseUnreadable(state);
  const format = formatNamed(state.setup?.format);
  if (state.setup === undefined || format === undefined) {
    throw new PlanError(
      'not_scriptable',
      `${log.folder} has no setup that Rostrum wrote: it can be read and checked, not played again.`,
    );
  }
  if (format.answers === undefined)
    throw new PlanError('not_scriptable', `Debates of the format ${format.name} cannot be written out as a script.`);
  return { format, setup: dataOf(log.entry(0), 'setup') ?? state.setup };
}

function entriesOf(log: DebateLog): Entry[] {
  return log.state.headers.map(({ seq }, at) => {
    const entry = seq === at ? log.entryAt(at) : undefined;
    if (entry !== undefined) return entry;
    throw new PlanError(
      'not_scriptable',
      `${log.folder} cannot be played again: its entries are not numbered one after the other (seq ${seq} stands at place ${at}).`,
    );
  });
}

/** The user's first wish in an imported debate. */
function goesOnAt(entries: readonly Entry[]): number {
  const at = entries.findIndex((entry) => dataOf(entry, 'intervention')?.change !== undefined);
  return at < 0 ? entries.length : at;
}

const setupOf = ({ speaker, content, data = {} }: Entry): object => ({
  speaker,
  content,
  data: without(data, 'step', 'prev'),
});

/** @throws PlanError `not_scriptable` when an entry leads back to no answer. */
function addAnswers(answers: Record<string, unknown>, done: WrittenStep, format: Format): void {
  for (const task of done.step.tasks) {
    if (task.kind === 'verify/source' || task.kind === 'system/ready') continue;
    const answer = answerBehind(done, task, format);
    const at = done.entries[0]?.seq ?? 0;
    if (answer === undefined)
      throw new PlanError(
        'not_scriptable',
        `seq ${at} cannot be brought back to the answer that it came of (${task.kind}).`,
      );
    answers[task.id] = answer;
  }
}

/** What the snapshots do not tell: results without one, and what was said of support. */
async function resultsIn({ step, entries, view }: WrittenStep, store: SnapshotStore): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [index, task] of step.tasks.entries()) {
    if (task.kind !== 'verify/source') continue;
    const data = dataOf(entries[index], 'verification_result');
    if (data === undefined) continue;
    const snapshot = data.snapshot == null ? undefined : await store.find(task.url);
    if (snapshot?.metadata.sha256 !== data.snapshot || snapshot === undefined)
      found[resultKey(task.target, task.url)] = without(data, 'step', 'prev');
    const support = loggedSupport(data);
    const place = supportPlace(task, view.raw(task.target));
    if (support !== undefined && place !== undefined) found[place] = support;
  }
  return found;
}

function supportPlace({ target, url }: SourceTask, entry: Entry | undefined): string | undefined {
  const index = entry?.sources?.findIndex((source) => source.url === url) ?? -1;
  return index < 0 ? undefined : `support/${target}/${index}`;
}

export const snapshotsBeside = (file: string): string => `${file.replace(/\.json$/, '')}.sources`;

/**
 * Writes the script with its snapshots beside it. Nothing is overwritten. @throws PlanError `exists`,
 * `nothing_to_script`, `not_scriptable`, and what keeps a record from being run.
 */
export async function writeScript(
  log: DebateLog,
  file: string,
): Promise<{ answers: number; snapshots: string | undefined }> {
  const [sources, kept] = [snapshotsBeside(file), join(log.folder, 'sources')];
  for (const path of [file, sources]) {
    if (await exists(path)) throw taken(path);
  }
  const script = await scriptOf(log);
  await makeFolders(dirname(file));
  const hasSnapshots = await exists(kept);
  if (hasSnapshots) await cp(kept, sources, { recursive: true });
  if (!(await writeOnce(file, `${JSON.stringify(script, null, 2)}\n`))) throw taken(file);
  await syncFolder(dirname(file));
  return {
    answers: Object.keys(script).filter((key) => !key.startsWith('$')).length,
    snapshots: hasSnapshots ? sources : undefined,
  };
}

const taken = (path: string): PlanError =>
  new PlanError('exists', `${path} is there already. Name another file with --out, or remove it.`);
