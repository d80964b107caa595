import { stat } from 'node:fs/promises';
import { isLined } from '../../matching/text/linedText';
import { listedFile, manifestOf, type ManifestFile } from '../../debate/log/manifest';
import type { Range } from '../../matching/quote/citedText';
import { checkQuote } from '../../matching/quote/quoteCheck';
import { changeIn, citationKey, statementAt, type SourceChange } from '../../debate/fold/sourceChange';
import { parseSourceUrl, withoutFragment } from '../../matching/text/sourceUrl';
import { allFindings, isRedacted, type Finding } from '../../debate/fold/state';
import type { DebateLog } from '../../record/debateLog';
import { isFolder } from '../../record/logPath';
import { inMemory, SnapshotStore, type Snapshot } from '../../record/snapshots';
import { extractors } from '../../research/extract/extractPage';
import { readWorkspaceBytes, resolveInside } from '../../research/workspaceFile';
import { ReadSource } from '../../verify/readSource';
import { locatedRoot } from '../library/sampleFolder';
import { readerFor, resultInForce } from './reviewedSource';

interface CitedFile {
  path: string;
  findings: Finding[];
}

/** `unreadable`: the file exists, but its type or place is not read. */
type FileNow = { sha256: string } | 'gone' | 'unreadable';

interface ComparedTexts {
  before?: Snapshot | undefined;
  after?: ReadSource | undefined;
}

/** Finds evidence files that have changed since they were cited, by their hashes. Writes nothing. */
export class SourceChanges {
  readonly #snapshots: SnapshotStore;
  readonly #hashes = new Map<string, { stamp: string; sha256: string }>();
  /** Hashes of snapshots, which never change. */
  readonly #cited = new Map<string, string>();
  /** State of the file for which a citation's last change was found. */
  readonly #made = new Map<string, string>();

  constructor(private readonly log: DebateLog) {
    this.#snapshots = new SnapshotStore(log.folder);
  }

  /** Updates the view, and returns the citations whose change is new. */
  async look(signal: AbortSignal): Promise<string[]> {
    const { changes } = this.log.view;
    const found = await this.#changes(signal);
    signal.throwIfAborted();
    const news = [...new Set([...changes.keys(), ...found.keys()])].filter(
      (key) => changes.get(key) !== found.get(key),
    );
    for (const key of news) {
      const change = found.get(key);
      if (change === undefined) changes.delete(key);
      else changes.set(key, change);
    }
    return news;
  }

  async #changes(signal: AbortSignal): Promise<Map<string, SourceChange>> {
    const evidence = this.log.state.setup?.evidence;
    const [root, manifest] = [locatedRoot(evidence?.root ?? null), manifestOf(evidence)];
    const found = new Map<string, SourceChange>();
    if (root === null || manifest === undefined || !(await isFolder(root))) return found;
    for (const file of this.#citedFiles(manifest)) {
      signal.throwIfAborted();
      const now = await this.#now(root, file.path, signal);
      const listed = listedFile(manifest, file.path);
      const before = await this.#before(file, listed);
      if (now === undefined || (typeof now !== 'string' && now.sha256 === before)) continue;
      for (const [key, change] of await this.#changesOf(file, now, signal)) found.set(key, change);
    }
    return found;
  }

  #citedFiles(manifest: readonly ManifestFile[]): CitedFile[] {
    const files = new Map<string, CitedFile>();
    const { state } = this.log;
    for (const finding of allFindings(state)) {
      const source = parseSourceUrl(finding.url);
      const path = source.kind === 'workspace' ? listedFile(manifest, source.path)?.path : undefined;
      if (path === undefined || isRedacted(state, finding.target)) continue;
      const file = files.get(path) ?? { path, findings: [] };
      file.findings.push(finding);
      files.set(path, file);
    }
    return [...files.values()];
  }

  /** Returns undefined if the file's state cannot be found out, for example without permission. */
  async #now(root: string, path: string, signal: AbortSignal): Promise<FileNow | undefined> {
    const inside = await resolveInside(root, path);
    if (!inside.ok) return failure(inside.reason);
    const { mtimeMs, ctimeMs, size } = await stat(inside.absolute);
    const stamp = `${inside.absolute} ${mtimeMs} ${ctimeMs} ${size}`;
    const known = this.#hashes.get(path);
    if (known?.stamp === stamp) return known;
    const read = await readWorkspaceBytes(root, path, signal);
    if (!read.ok) return failure(read.reason);
    const { sha256 } = read;
    this.#hashes.set(path, { stamp, sha256 });
    return { sha256 };
  }

  /** Hash of the snapshot, else of the list of the evidence. */
  async #before({ path, findings: [first] }: CitedFile, listed: ManifestFile | undefined): Promise<string | undefined> {
    const known = this.#cited.get(path);
    if (known !== undefined) return known;
    const snapshot = first === undefined ? undefined : await this.#snapshots.find(first.url);
    if (snapshot === undefined) return listed?.sha256;
    this.#cited.set(path, snapshot.metadata.sha256);
    return snapshot.metadata.sha256;
  }

  /**
   * Finds changes of a file's citations. An earlier result stays while the citation was not checked again and the file
   * is the same.
   */
  async #changesOf({ findings }: CitedFile, now: FileNow, signal: AbortSignal): Promise<Map<string, SourceChange>> {
    const found = new Map<string, SourceChange>();
    let texts: Promise<ComparedTexts> | undefined;
    for (const finding of findings) {
      const key = citationKey(finding.target, finding.url);
      const basis = `${finding.seq} ${typeof now === 'string' ? now : now.sha256}`;
      const known = this.#made.get(key) === basis ? this.log.view.changes.get(key) : undefined;
      if (known === undefined) texts ??= this.#texts(finding.url, now, signal);
      const change = known ?? this.#change(finding, now, await texts);
      this.#made.set(key, basis);
      found.set(key, change);
    }
    return found;
  }

  #change(finding: Finding, now: FileNow, { before, after }: ComparedTexts = {}): SourceChange {
    const stood = this.#stood(finding, before);
    if (now === 'gone') return { kind: 'gone', stood };
    return after === undefined ? { kind: 'unreadable', stood } : changeIn(stood, after);
  }

  async #texts(url: string, now: FileNow, signal: AbortSignal): Promise<ComparedTexts> {
    const before = await this.#snapshots.find(url);
    return { before, after: typeof now === 'string' ? undefined : await this.#read(url, signal) };
  }

  async #read(url: string, signal: AbortSignal): Promise<ReadSource | undefined> {
    const { folder, state } = this.log;
    const read = await readerFor({ evidence: state.setup?.evidence, folder, web: undefined }).read(url, signal);
    if (read.outcome !== 'read') return undefined;
    const { extractor = extractors.plain } = read;
    return readSourceOf(withoutFragment(url), inMemory({ ...read, extractor, accessed: '' }));
  }

  /** The sentence of the passage that was checked, else of the quotation, else the lines cited. */
  #stood({ target, url }: Finding, snapshot: Snapshot | undefined): string {
    const source = this.log.entry(target)?.sources?.find((one) => one.url === url);
    if (snapshot === undefined) return source?.quote ?? '';
    const read = readSourceOf(url, snapshot);
    const result = resultInForce(this.log, { seq: target, url });
    if (result?.passage != null && result.snapshot === read.kept.sha256)
      return statementAt(read.text, read.fromKept(result.passage));
    const { passage } = checkQuote(source?.quote, read);
    const place: Range | undefined = passage ?? (read.range.kind === 'lines' ? read.range : undefined);
    return place === undefined ? '' : statementAt(read.text, place);
  }
}

/** A content type is left out, so that Markdown stays as its author wrote it. */
const readSourceOf = (url: string, { text, layout, metadata }: Snapshot): ReadSource => {
  const { title, sha256 } = metadata;
  return new ReadSource(parseSourceUrl(url), { text, layout, isLined: isLined(metadata), title, sha256 });
};

function failure(reason: string): FileNow | undefined {
  if (reason === 'missing' || reason === 'not_a_file') return 'gone';
  return reason === 'too_large' || reason === 'outside' ? 'unreadable' : undefined;
}
