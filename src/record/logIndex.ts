import * as z from 'zod';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLine } from '../debate/codec';
import { stepOf, type Entry, maximumEntryBytes, type Draft } from '../debate/entry';
import { evidenceFileSchema, evidenceSchema, leftOutSchema } from '../debate/entryData';
import { evolve } from '../debate/evolve';
import type { SetupEvidence } from '../debate/manifest';
import { objectOf } from '../debate/objects';
import { headerOf, StateAccumulator } from '../debate/state';
import { syncFolder, writeOnce } from './durableFile';
import type { ScannedLine } from './lineScanner';
import { systemCode } from './recordError';

/** The report of a line that is no proper entry. Lines are counted from 1. */
export interface LogProblem {
  line: number;
  /** The number of entries before the line. */
  after: number;
  seq: number | null;
  message: string;
  /** The raw line, if it could not be read as an entry at all. */
  raw?: string;
}

interface UnfinishedStep {
  id: string;
  /** Offset of its first line. */
  offset: number;
  taken: number;
  count: number;
}

/** What is kept of a log's lines: the folded state, each entry's position, and the problems. */
export class LogIndex {
  readonly state = new StateAccumulator();
  /** For a list of evidence beside the record. */
  manifestProblem: ManifestProblem | undefined;
  readonly problems: LogProblem[] = [];
  /** The seq that the next entry gets. */
  nextSeq = 0;
  #lines = 0;
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  /** Lines of entries whose line is not their seq + 1: after blank or unreadable lines. */
  readonly #lineNumbers = new Map<number, number>();
  /** The same by position, for logs that hold a seq twice. */
  readonly #linesAt = new Map<number, number>();
  #openStep: UnfinishedStep | undefined;

  /** `folder`: the folder beside the log. */
  constructor(private readonly folder: string) {}

  /** Lines read, blank and unreadable ones included. */
  get lines(): number {
    return this.#lines;
  }

  /** The step at the end of the log that lacks entries of its batch, and the offset where it begins. */
  get halfStep(): { id: string; offset: number } | undefined {
    return this.#openStep;
  }

  take(line: ScannedLine): void {
    this.#lines += 1;
    const parsed = parseLine(line.text);
    if (parsed.kind === 'blank') return;
    if (parsed.kind === 'raw') {
      for (const message of parsed.problems) this.#report(null, message, parsed.text);
      return;
    }
    const { entry } = parsed;
    for (const message of parsed.problems) this.#report(entry.seq, message);
    this.#placeSeq(entry.seq);
    this.#followStep(entry, line.offset);
    if (this.#lines !== this.#offsets.length + 1) this.#linesAt.set(this.#offsets.length, this.#lines);
    this.#offsets.push(line.offset);
    this.#lengths.push(line.length);
    evolve(this.state, this.#withManifest(entry));
  }

  #withManifest(logged: Entry): Entry {
    const { entry, problem } = withWholeManifest(this.folder, logged);
    if (problem !== undefined) {
      this.manifestProblem = problem;
      this.#report(entry.seq, problem.message);
    }
    return entry;
  }

  /** The range of the entry with this seq, in bytes. */
  placeOf(seq: number): { offset: number; length: number } | undefined {
    const header = headerOf(this.state, seq);
    if (header === undefined) return undefined;
    const { headers } = this.state;
    return this.placeAt(headers[seq] === header ? seq : headers.indexOf(header));
  }

  /** The range of the entry at this position of the log (from 0 on), in bytes. */
  placeAt(position: number): { offset: number; length: number } | undefined {
    const offset = this.#offsets[position];
    const length = this.#lengths[position];
    return offset === undefined || length === undefined ? undefined : { offset, length };
  }

  lineOf(seq: number): number | undefined {
    return headerOf(this.state, seq) === undefined ? undefined : (this.#lineNumbers.get(seq) ?? seq + 1);
  }

  lineAt(position: number): number | undefined {
    return this.#offsets[position] === undefined ? undefined : (this.#linesAt.get(position) ?? position + 1);
  }

  #placeSeq(seq: number): void {
    const isDouble = seq < this.nextSeq && headerOf(this.state, seq) !== undefined;
    if (isDouble) this.#report(seq, `seq ${seq} stands in the log twice`);
    else if (seq !== this.nextSeq) this.#report(seq, `seq ${seq} stands where ${this.nextSeq} is due`);
    if (!isDouble && this.#lines !== seq + 1) this.#lineNumbers.set(seq, this.#lines);
    this.nextSeq = Math.max(this.nextSeq, seq + 1);
  }

  /** A step is written in one batch: one that another entry interrupts was left by a writer that died. */
  #followStep(entry: Entry, offset: number): void {
    const open = this.#openStep;
    const mark = stepOf(entry);
    const goesOn = open !== undefined && mark?.id === open.id && mark.index === open.taken && mark.count === open.count;
    if (open !== undefined && !goesOn) {
      this.#report(
        entry.seq,
        `step ${open.id} before it is not whole: ${open.taken} of its ${open.count} entries stand`,
      );
    }
    if (goesOn) {
      open.taken += 1;
      if (open.taken === open.count) this.#openStep = undefined;
    } else {
      const isOpen = mark?.index === 0 && mark.count > 1;
      this.#openStep = isOpen ? { id: mark.id, offset, taken: 1, count: mark.count } : undefined;
    }
  }

  #report(seq: number | null, message: string, raw?: string): void {
    this.problems.push({
      line: this.#lines,
      after: this.#offsets.length,
      seq,
      message,
      ...(raw === undefined ? {} : { raw }),
    });
  }
}

/**
 * A list of evidence that is too long for its entry is beside the record, in a file named by its own hash: a line for
 * each file, then one for each that was left out.
 */
const folderName = 'manifests';
/** For the rest of the entry: topic, lineup. */
const restBytes = 128 * 1024;
const mostBytes = 256 * 1024 * 1024;

type Data = NonNullable<Entry['data']>;

/** The draft as logged: its list of evidence goes into the debate's folder if it does not fit the entry. */
export async function withShortManifest(folder: string, draft: Draft): Promise<Draft> {
  const evidence = evidenceIn(draft);
  if (evidence === undefined || evidence.manifest !== undefined) return draft;
  const { files, left_out: leftOut = [], ...rest } = evidence;
  const lines = [...files, ...leftOut].map((item) => `${JSON.stringify(item)}\n`).join('');
  if (Buffer.byteLength(lines) <= maximumEntryBytes - restBytes) return draft;
  const sha256 = createHash('sha256').update(lines).digest('hex');
  await mkdir(join(folder, folderName), { recursive: true });
  await writeOnce(join(folder, nameOf(sha256)), lines);
  await syncFolder(join(folder, folderName));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const manifest = { sha256, files: files.length, bytes, left_out: leftOut.length };
  return replaced(draft, { ...rest, files: [], manifest });
}

/** The entry as folded: with the list beside the record; `problem` if that is not the one it names. */
function withWholeManifest(folder: string, entry: Entry): { entry: Entry; problem?: ManifestProblem } {
  const evidence = evidenceIn(entry);
  if (evidence?.manifest === undefined) return { entry };
  const { sha256 } = evidence.manifest;
  const found = /^[0-9a-f]{64}$/.test(sha256) ? listIn(folder, nameOf(sha256), sha256) : 'altered';
  if (typeof found === 'object' && found.files.length === evidence.manifest.files)
    return { entry: replaced(entry, { ...evidence, ...found }) };
  const state = typeof found === 'object' ? 'altered' : found;
  const message = `${nameOf(sha256)} ${states[state]}, so nobody can tell which files are the evidence of this debate. Put the file back as it was, then open the debate again`;
  return { entry, problem: { code: `manifest_${state}`, message } };
}

export interface ManifestProblem {
  code: 'manifest_missing' | 'manifest_altered';
  /** Without its full stop. */
  message: string;
}

const states = { missing: 'is missing', altered: 'is not the file that was written when the evidence was read' };

const nameOf = (sha256: string): string => `${folderName}/${sha256}.jsonl`;

/** In a setup, or in what a user gives a debate later. */
function evidenceIn({ type, data }: Pick<Entry, 'type' | 'data'>): SetupEvidence | undefined {
  const holder = type === 'setup' ? data : type === 'intervention' ? data?.['change'] : undefined;
  return evidenceSchema.safeParse(objectOf(holder)['evidence']).data;
}

function replaced<T extends Draft | Entry>(entry: T, evidence: SetupEvidence): T {
  const data: Data = entry.data ?? {};
  if (entry.type === 'setup') return { ...entry, data: { ...data, evidence } };
  return { ...entry, data: { ...data, change: { ...objectOf(data['change']), evidence } } };
}

const listSchema = z.object({ files: z.array(evidenceFileSchema), left_out: z.array(leftOutSchema) });

/** Follows no link. */
function listIn(folder: string, name: string, sha256: string): z.infer<typeof listSchema> | 'missing' | 'altered' {
  try {
    const bytes = bytesOf(join(folder, folderName), join(folder, name));
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) return 'altered';
    const items = bytes
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const isFile = (item: unknown): boolean => typeof item === 'object' && item !== null && 'sha256' in item;
    const list = { files: items.filter(isFile), left_out: items.filter((item) => !isFile(item)) };
    return listSchema.safeParse(list).data ?? 'altered';
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? 'missing' : 'altered';
  }
}

function bytesOf(folder: string, path: string): Buffer | undefined {
  if (lstatSync(folder).isSymbolicLink()) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}
