import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRegular, readRegularText } from '../async/regularFile';
import type { VisibleEntry } from '../debate/flow/tasks';
import type { RecordView } from '../debate/fold/view';
import { exists, pathOfLog } from '../record/logPath';
import { DebateLog } from '../record/debateLog';
import { recordErrorFrom, systemCode } from '../record/recordError';
import { writeDurably } from '../record/snapshots';
import { version } from '../../package.json';
import { importedDocuments, type ReportDocument } from './document';
import { brief } from './brief';
import { reportsOf } from './formatReports';
import { transcript } from './transcript';
import { verifierReport } from './verifierReport';
import { formatNamed } from '../debate/formats/registry';
import { has } from '../debate/fold/versions';
import { slugOf } from '../debate/log/names';
import { withoutTurns } from '../matching/text/shortText';
import { type DebateState, headerOf } from '../debate/fold/state';
import { verificationCounts } from '../debate/fold/citations';
import { hostsWords, spanOf } from './facts';
import { projectionIn } from '../projections/formats/registry';
import { elapsedOf, roundsHeld } from '../projections/status';
import { outcomeOf } from '../projections/outcome';
import { topicOf } from '../projections/topic';
import { baselineJson } from '../projections/plainAnswer';
import { english } from '../projections/vocabulary';
import { resultWords } from '../projections/words';
import { jsonOf, objectOf } from '../debate/log/objects';

const inEveryFormat: readonly ReportDocument[] = [
  { name: 'brief.md', build: brief },
  { name: 'transcript.md', build: transcript },
  { name: 'verifier-report.md', build: verifierReport },
];

/** Documents in the order of writing; `metadata.json` comes last, as the sign that all are complete. */
export function documentsOf(view: RecordView): readonly ReportDocument[] {
  const own = reportsOf(view.state).documents(view);
  return [...inEveryFormat, ...own, ...importedDocuments(view), { name: 'metadata.json', build: metadata }];
}

export const documentNames = (view: RecordView): ReadonlySet<string> =>
  new Set(documentsOf(view).map(({ name }) => name));

/** The text of each document as this program makes it of the record; undefined where there must be none. */
export function builtDocuments(log: DebateLog): ReadonlyMap<string, string | undefined> {
  const view = remembering(log.view);
  return new Map(
    documentsOf(view).map(({ name, build }) => {
      const text = build(view, undefined, log.folder);
      return [name, text === undefined ? undefined : withoutTurns(text)];
    }),
  );
}

interface WritingOptions {
  /** Called before each document is made. */
  onDocument?: (name: string, at: { number: number; total: number }) => void;
}

/**
 * Writes the documents from the record alone, and removes those that must not exist (a blog post on `void`). Works on
 * any log; one without a setup is taken for a panel, and documents of another program are first copied to `originals/`.
 * @returns the names of the files written.
 * @throws RecordError when the folder cannot be written to; `newer_version`.
 */
export async function writeDocuments(log: DebateLog, { onDocument }: WritingOptions = {}): Promise<string[]> {
  log.requireWritable();
  const { folder } = log;
  const view = remembering(log.view);
  const documents = documentsOf(view);
  // All are built before the first is written: if one cannot be made, the others stay unchanged.
  const built = documents.map(({ name, build }, index) => {
    onDocument?.(name, { number: index + 1, total: documents.length });
    return { path: join(folder, name), name, text: build(view, undefined, folder) };
  });
  try {
    if (view.state.setup === undefined) await keepOriginals(folder, documents);
    for (const { path, name, text } of built) {
      if (text === undefined) await rm(path, { force: true });
      else await writeWhereChanged(folder, name, text);
    }
  } catch (error) {
    throw recordErrorFrom(error, 'write the documents in', folder);
  }
  return built.filter(({ text }) => text !== undefined).map(({ name }) => name);
}

/** Writes the documents of a log that is not open. @throws RecordError, as `writeDocuments`. */
export async function writeDocumentsIn(folder: string): Promise<string[]> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    return await writeDocuments(log);
  } finally {
    await log.close();
  }
}

/**
 * Writes a document if it differs, without characters that turn the direction of text. A deleted folder of the debate
 * is not made again. @throws RecordError when it cannot be written.
 */
export async function writeWhereChanged(folder: string, name: string, built: string): Promise<void> {
  const path = join(folder, name);
  const text = withoutTurns(built);
  const before = await readRegularText(path).catch(() => undefined);
  if (before === text) return;
  if (name.includes('/')) {
    await madeFolder(dirname(path));
    await writeWhole(path, text);
  } else await writeDurably(path, text);
}

/**
 * Writes whole or not at all, but without waiting for the disk: there may be thousands of files, and all can be made
 * again.
 */
async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // The first error says more.
    throw recordErrorFrom(error, 'write', path);
  }
}

async function madeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw recordErrorFrom(error, 'make the folder', path);
  }
}

const rememberedEntries = 20_000;

/**
 * A view that remembers masked entries, since masking an entry costs as much as all else and several documents need it.
 */
function remembering(view: RecordView): RecordView {
  const { state, mask, proofs, changes, unreadLines, head } = view;
  const known = new Map<number, VisibleEntry | undefined>();
  const visible = (seq: number): VisibleEntry | undefined => {
    if (known.has(seq)) return known.get(seq);
    const entry = view.visible(seq);
    if (known.size < rememberedEntries) known.set(seq, entry);
    return entry;
  };
  const all = () => state.headers.map(({ seq }) => visible(seq)).filter((entry) => entry !== undefined);
  return { state, mask, proofs, changes, unreadLines, head, raw: (seq) => view.raw(seq), visible, all };
}

async function keepOriginals(folder: string, documents: readonly ReportDocument[]): Promise<void> {
  if (await areOurs(folder)) return;
  for (const { name } of documents) {
    const path = join(folder, name);
    const copy = join(folder, 'originals', name);
    if (!(await exists(path)) || (await exists(copy))) continue;
    await mkdir(dirname(copy), { recursive: true });
    const original = await readRegular(path).catch((error: unknown): never => {
      throw recordErrorFrom(error, 'keep a copy of', path);
    });
    await writeFile(copy, original, { flag: 'wx' });
  }
}

/** Whether Rostrum wrote the documents; the ancestors' `metadata.json` has no such key. */
async function areOurs(folder: string): Promise<boolean> {
  const text = await readRegularText(join(folder, 'metadata.json')).catch(() => '');
  return 'engine_version' in objectOf(jsonOf(text));
}

/** `metadata.json`: the debate in figures. A value that the record does not hold is `null`. */
export function metadata(view: RecordView): string {
  const { state } = view;
  const { setup, conclusion } = state;
  const { start, end } = spanOf(view);
  const topic = topicOf(view);
  const value = {
    topic: topic ?? null,
    topic_slug: topic === undefined ? null : slugOf(topic),
    format: setup?.format ?? null,
    debate_start: start ?? null,
    debate_end: end ?? null,
    elapsed_ms: elapsedOf(state),
    total_rounds: roundsHeld(state),
    outcome: conclusion === undefined ? null : view.mask.text(conclusion.outcome),
    outcome_reason: conclusion === undefined ? null : view.mask.of(conclusion.seq, conclusion.reason),
    // Undefined where no judge sat, and in other formats, so that JSON leaves the keys out.
    tally: conclusion?.tally,
    firm: projectionIn(state).isFirm?.(state),
    result: resultWords(english, outcomeOf(state)),
    baseline: baselineJson(view),
    total_entries: state.headers.length,
    ...(view.unreadLines.length === 0 ? {} : { unread_lines: view.unreadLines }),
    redaction_count: state.redactions.size,
    redactions: [...state.redactions].map(([seq, { reason }]) => ({
      seq,
      speaker: headerOf(state, seq)?.speaker ?? null,
      reason: view.mask.text(reason),
    })),
    verification_results: verificationCounts(state),
    agents: agentsOf(state),
    ...(setup?.hosts === undefined ? {} : { hosts: setup.hosts, hosts_notice: hostsWords(state) }),
    usage: { total: state.usage, by_role: Object.fromEntries(state.usageBySpeaker) },
    engine_version: setup?.engine_version ?? null,
    ...headOf(view),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The record that the documents were made of, and by whom: `rostrum audit` holds both against what is there later. */
function headOf({ state, head }: RecordView): { head?: object; written_by?: string } {
  const last = state.headers.at(-1);
  if (head === undefined || last === undefined || !has(state, 'chain')) return {};
  return { head: { seq: last.seq, sha256: head }, written_by: version };
}

/** Models by the format's roles, as the user last set them. */
function agentsOf(state: DebateState): Record<string, unknown> {
  const modelOf = (role: string): string | null => state.models.get(role) ?? null;
  const debaters = state.debaters.map(({ name, model }) => ({
    name,
    model: modelOf(name) ?? (model === '' ? null : model),
  }));
  const agents = reportsOf(state).agents?.(modelOf, debaters);
  if (agents !== undefined) return agents;
  const names = new Set(debaters.map(({ name }) => name));
  const roles = formatNamed(state.setup?.format)?.roles ?? [...state.models.keys()].filter((name) => !names.has(name));
  // A record that names some of them was written before the others were there.
  const named = roles.filter((role) => state.models.has(role));
  const shown = named.length === 0 ? roles : named;
  return { debaters, ...Object.fromEntries(shown.map((role) => [role, modelOf(role)])) };
}
