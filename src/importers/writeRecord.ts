import { firstUnits } from '../matching/text/shortText';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, chmod, mkdir, open, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileRefused, openRegular } from '../async/regularFile';
import { type Draft, maximumEntryBytes, stepOf } from '../debate/log/entry';
import { DebateLog } from '../record/debateLog';
import { logFileName, pathOfLog } from '../record/logPath';
import { syncFolder, writeDurably } from '../record/durableFile';
import { realIo } from '../record/logFile';
import { ImportError, type Problems } from './importProblem';
import { manifestName } from './recognise';
import { type FoundFile, type Imported, stepMark, type TimedDraft } from './scanFolder';
import { errorText, mapStrings, objectOf } from '../debate/log/objects';
import { version } from '../../package.json';
import { parseLine } from '../debate/log/codec';
import { recordVersion } from '../debate/fold/versions';
import { importedProvider, type Limits, type SetupData } from '../debate/log/entryData';
import { defaultLimits } from '../debate/fold/state';
import type { Format } from '../debate/flow/step';

interface Writing {
  imported: Imported;
  files: readonly FoundFile[];
  problems: Problems;
  /** The other system, and the folder as given. */
  system: string;
  from: string;
  now: Date;
}

/** Writes the record, the imported files and the manifest. Returns the number of entries. */
export async function writeRecord(folder: string, writing: Writing): Promise<number> {
  const { imported, files, now } = writing;
  const { drafts, log } = imported;
  if (log !== undefined) await copyWhole(log, pathOfLog(folder));
  const entries = await writeEntries(folder, drafts ?? [], writing);
  if (drafts?.[0] !== undefined)
    await writeDurably(join(folder, 'debate.json'), `${JSON.stringify(drafts[0].draft.data, null, 2)}\n`);
  const kept = [];
  for (const file of files) {
    const name = file === log ? logFileName : `originals/${file.path}`;
    if (file !== log) await copyWhole(file, join(folder, name));
    kept.push({
      path: file.path,
      kept: name,
      bytes: file.bytes,
      modified: new Date(file.modified).toISOString(),
      sha256: await hashOf(join(folder, name)),
    });
  }
  const manifest = {
    tool: `rostrum ${engineVersion}`,
    at: now.toISOString(),
    from: writing.from,
    system: writing.system,
    format: imported.format,
    entries,
    files: kept,
    problems: writing.problems.found,
  };
  await writeDurably(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFolder(folder);
  return entries;
}

/**
 * Writes through the record's own writer, which rejects an invalid format; times come from the other system. A step is
 * one batch with one time.
 */
async function writeEntries(
  folder: string,
  drafts: readonly TimedDraft[],
  { now, problems, from }: Writing,
): Promise<number> {
  let clock = 0;
  const path = pathOfLog(folder);
  // The folder is invisible until it is complete, so one sync at the end suffices.
  const io = { ...realIo, sync: () => Promise.resolve() };
  const log = await DebateLog.open(path, { now: () => new Date(clock), io });
  try {
    for (const batch of batchesOf(drafts)) {
      // No entry is later than the import, whatever a file claims.
      clock = Math.min(Math.max(0, ...batch.map(({ time }) => time)), now.getTime());
      await log.append(batch.map(({ draft }) => fitted(draft, problems)));
    }
    if (parseLine(log.unfinishedTail).kind === 'entry') {
      await appendFile(path, '\n');
      await log.refresh();
      problems.add(logFileName, 'The last line lacked its line end, which was added.', log.lines);
    }
    for (const { line, message } of log.problems) problems.add(logFileName, message, line);
    if (log.state.headers.length === 0 && log.unreadLines.length > 0)
      throw new ImportError(
        'unreadable',
        `No line of ${join(from, logFileName)} can be read as an entry, so nothing was imported. A log is JSON, an entry a line, in UTF-8, each line ended by LF.`,
      );
    await syncFile(path);
    if (log.unfinishedTail !== '')
      problems.add(logFileName, 'The log ends in an unfinished line; it is kept as it is.');
    return log.state.headers.length;
  } finally {
    await log.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function batchesOf(drafts: readonly TimedDraft[]): TimedDraft[][] {
  const batches: TimedDraft[][] = [];
  for (const timed of drafts) {
    const last = batches.at(-1);
    const before = last?.[0];
    const step = stepOf(timed.draft)?.id;
    const goesOn =
      before !== undefined && (before.time === timed.time || (step !== undefined && step === stepOf(before.draft)?.id));
    if (goesOn && last !== undefined) last.push(timed);
    else batches.push([timed]);
  }
  return batches;
}

/** Cuts a text over the writer's limit, and adds where the whole text is. */
function fitted(draft: Draft, problems: Problems): Draft {
  // Reserves bytes for fields that the writer adds, and for JSON's own escapes after the cut.
  const allowed = maximumEntryBytes - 1_024;
  if (sizeOf(draft) <= allowed) return draft;
  const file = fileOf(draft);
  const notice = `\n\n[Cut: the whole text is in originals/${file}.]`;
  // Parts of the text may be repeated in fields.
  const shorter = { ...draft, ...(draft.data === undefined ? {} : { data: fittedData(draft.data, allowed / 2) }) };
  const room = allowed - sizeOf({ ...shorter, content: '' }) - sizeOf(notice);
  problems.add(
    file,
    `The text is too long for one entry (${maximumEntryBytes} bytes): the record has its beginning, originals/${file} the whole.`,
  );
  if (sizeOf(draft.content) <= room) return shorter;
  return { ...shorter, content: `${cutTo(draft.content, Math.max(0, room))}${notice}` };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Shortens the texts until the data fits. */
function fittedData(data: NonNullable<Draft['data']>, bytes: number): NonNullable<Draft['data']> {
  let shorter = data;
  for (let longest = bytes; sizeOf(shorter) > bytes && longest > 1; longest = Math.floor(longest / 2))
    shorter = mapStrings(data, (text) => firstUnits(text, longest));
  return shorter;
}

/** Returns the longest beginning whose JSON has at most this many bytes. */
function cutTo(text: string, bytes: number): string {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Buffer.byteLength(JSON.stringify(text.slice(0, middle))) <= bytes) low = middle;
    else high = middle - 1;
  }
  return firstUnits(text, low);
}

function fileOf({ data }: Draft): string {
  const { file } = objectOf(data?.['imported']);
  return typeof file === 'string' ? file : 'debate.md';
}

/** Copies a file. @throws ImportError `unreadable` for the source; the system's error for the target. */
async function copyWhole({ absolute, modified }: FoundFile, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    const { handle, stats } = await openRegular(absolute);
    await pipeline(handle.createReadStream({ end: Math.max(0, stats.size - 1) }), createWriteStream(target));
  } catch (error) {
    const isSource =
      error instanceof FileRefused ||
      (error instanceof Error &&
        'code' in error &&
        ['EACCES', 'EPERM', 'ENOENT', 'EISDIR'].includes(String(error.code)));
    if (!isSource) throw error;
    throw new ImportError(
      'unreadable',
      `${absolute} cannot be copied (${errorText(error)}). Give yourself read access to it, then import again.`,
      { cause: error },
    );
  }
  // A file that is read-only at its source could not be continued or deleted here.
  await chmod(target, (await stat(target)).mode | 0o600);
  await utimes(target, new Date(), new Date(modified));
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline((await openRegular(path)).handle.createReadStream(), hash);
  return hash.digest('hex');
}

/** Source of an import, for the setup's `imported`. */
export interface Provenance {
  /** The folder, as it was given. */
  from: string;
  /** ISO 8601. */
  at: string;
  /** The other system. */
  system: string;
  /** The other system's statements about the debate as a whole, unchanged. */
  stated?: Record<string, unknown>;
  /** A sentence that says how the entries got their times. */
  times: string;
}

const engineVersion: string = version;

interface ImportedSetup {
  format: Format;
  topic: string;
  options: Record<string, unknown>;
  limits: Partial<Limits>;
  provenance: Provenance;
  content: string;
}

/** Makes the setup of an imported debate. It has no performers until the user chooses some. */
export function importedSetup({ format, topic, options, limits, provenance, content }: ImportedSetup): Draft {
  const data = {
    record_version: recordVersion,
    engine_version: engineVersion,
    topic,
    format: format.name,
    options,
    debaters: (format.seats ?? []).map((seat) => ({ ...seat, model: importedProvider })),
    models: Object.fromEntries(format.roles.map((role) => [role, importedProvider])),
    limits: { ...defaultLimits, ...limits },
    evidence: { root: null, files: [] },
    prompts: {},
    provider: importedProvider,
    imported: { ...provenance, tool: `rostrum ${engineVersion}` },
    step: stepMark('setup'),
  } satisfies SetupData;
  return { phase: 'system', speaker: format.host, type: 'setup', content, data };
}
