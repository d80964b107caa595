import { shellWord } from '../matching/text/shortText';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { entryTypes, isEntryType } from '../debate/log/entryData';
import { phases, type Draft, type Phase, type Source } from '../debate/log/entry';
import { strikeAnswers } from '../engine/keptAnswers';
import { DebateLog } from '../record/debateLog';
import { leaseStatus } from '../record/lease';
import { exists, isFolder, pathOfLog } from '../record/logPath';
import { RecordError } from '../record/recordError';
import { exportExtensions } from '../reports/export/exportDebate';
import { LiveDocuments } from '../reports/liveDocuments';
import { writeDocuments } from '../reports/writeDocuments';
import { cacheFolder } from '../research/fileCache';
import { removeIndex } from '../session/library/logCache';
import { type Command, fileFlag, jsonFlag, onePath, parsed, wholeFlag } from './options';
import { UsageError } from './usage';
import { errorText, isObject } from '../debate/log/objects';

/** Appends one entry, checked for schema and references only, to any log. */
export const append: Command = async (args, output) => {
  const { values, positionals } = parsed(args, {
    speaker: { type: 'string' },
    type: { type: 'string' },
    phase: { type: 'string' },
    'content-file': { type: 'string' },
    sources: { type: 'string' },
    'rebuttal-to': { type: 'string' },
    target: { type: 'string' },
    data: { type: 'string' },
  });
  const folder = onePath(positionals, 'append', "a debate's folder");
  if (!(await isFolder(folder))) throw new UsageError(`${folder} is no folder.`);
  const draft = await draftFrom(values);
  const out = output(values.json);
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const [entry] = await log.append([draft]);
    if (draft.type === 'redaction') await removeIndex(cacheFolder(process.env, 'search'), folder);
    if (entry === undefined) throw new Error('nothing was appended');
    if (values.json) out.json({ seq: entry.seq });
    else out.print(String(entry.seq));
    if (draft.type === 'redaction') out.error(await redactedWords(log));
    return 0;
  } catch (error) {
    if (error instanceof RecordError && !error.isRetryable) throw new UsageError(error.message);
    throw error;
  } finally {
    for (const { message } of log.repairs) out.error(message);
    await log.close();
  }
};

/**
 * Removes redacted words from files that we keep beside the log, and says where they remain. The entry is written even
 * if this fails.
 */
async function redactedWords(log: DebateLog): Promise<string> {
  const { folder } = log;
  let failed: string[] = [];
  const done = await removeRedactedBeside(log).catch((error: unknown) => {
    failed = [`The entry was written, but what stands beside the log could not all be changed (${errorText(error)}).`];
    return 'maybe' as const;
  });
  const copies = await copiesBeside(folder);
  return [
    ...(done === 'gone' ? ['The documents of the debate do not hold it any more.'] : failed),
    ...(copies.length === 0 ? [] : [`It may stand in copies beside the log: ${copies.join(', ')}.`]),
    'What was exported, copied or told to a chat before still holds it, and so do the log and the snapshots of sources beside it.',
    ...(done === 'gone' ? [] : [`${leftWords[done]}: rostrum report ${shellWord(folder)}`]),
  ].join(' ');
}

const leftWords = {
  running: 'The run of this debate is to take it out of its documents when it goes on; afterwards',
  maybe: 'The documents may still hold what is struck now. Make them again',
} as const;

/** `running`: the program that runs the debate removes them. `maybe`: documents may still hold them. */
type RedactedBeside = 'gone' | 'running' | 'maybe';

async function removeRedactedBeside(log: DebateLog): Promise<RedactedBeside> {
  const { folder, state } = log;
  if ((await leaseStatus(folder)).state === 'held') return 'running';
  await strikeAnswers(log);
  // Another program's documents may be the only ones, under any name, and are not ours to change.
  if (state.setup === undefined)
    return (await readdir(folder)).every((name) => noDocument.test(name)) ? 'gone' : 'maybe';
  if (await exists(join(folder, 'metadata.json'))) {
    await writeDocuments(log);
    return 'gone';
  }
  const failures: string[] = [];
  const live = new LiveDocuments({ folder, view: () => log.view, onFailure: (message) => failures.push(message) });
  live.catchUp();
  await live.flush();
  return failures.length === 0 ? 'gone' : 'maybe';
}

const noDocument = /^(?:debate-log\.jsonl(?:\.lock.*)?|debate-log\.torn-.*|lock\.\d+|answers|sources)$/;

/** Files that only the user can make again: exports under the name offered for them, and originals of an import. */
async function copiesBeside(folder: string): Promise<string[]> {
  const exported = Object.values(exportExtensions).map((extension) => `${basename(folder)}.${extension}`);
  const names = [...exported, 'originals'];
  const found = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => found[index]);
}

type FlagValues = Record<string, string | boolean | undefined>;

async function draftFrom(values: FlagValues): Promise<Draft> {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const needed = (name: string): string => {
    const value = text(name);
    if (value === undefined) throw new UsageError(`append needs --${name}.`);
    return value;
  };
  const type = needed('type');
  if (!isEntryType(type)) throw new UsageError(`--type "${type}" is unknown; known types: ${entryTypes.join(', ')}.`);
  const phase = needed('phase');
  if (!isPhase(phase)) throw new UsageError(`--phase "${phase}" is none of ${phases.join(', ')}.`);
  const data = jsonFlag('data', text('data'));
  if (data != null && !isObject(data)) throw new UsageError('--data must be a JSON object.');
  return {
    speaker: needed('speaker'),
    type,
    phase,
    content: await fileFlag('content-file', needed('content-file')),
    // The writer checks the value's form.
    sources: (jsonFlag('sources', text('sources')) ?? null) as Source[] | null,
    rebuttal_to_seq: wholeFlag('rebuttal-to', text('rebuttal-to')) ?? null,
    target_seq: wholeFlag('target', text('target')) ?? null,
    ...(data == null ? {} : { data }),
  };
}

const isPhase = (phase: string): phase is Phase => phases.some((known) => known === phase);
