import { findQuote, normaliseText } from '../../matching/quote/quote';
import { cutText } from '../../matching/text/shortText';
import { isLined } from '../../matching/text/linedText';
import { listedFile, manifestOf } from '../../debate/log/manifest';
import { pageSpan, type TextLayout } from '../../matching/text/sourceText';
import { parseSourceUrl, withoutFragment, type SourceUrl } from '../../matching/text/sourceUrl';
import { findingOn, headerOf, isRedacted, type DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import type { Snapshot, SnapshotStore } from '../../record/snapshots';
import { locatedRoot } from '../../session/library/sampleFolder';
import { citingEntry, factsOf, type CitationFacts } from '../findings/citation';
import { passageIn, passageInChecked, type LocatedPassage, type CitedPosition, withTextFragment } from './passage';
import type { SourcePassage } from '../../shared/protocol';
import { matchesOf } from '../../matching/text/matches';
import { withoutMarks } from './withoutMarks';
import { readableAddress } from './snapshotText';
import { TextLines } from './textSpans';
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { decodeText, fileKind } from '../../research/fileKind';
import { readWorkspaceBytes } from '../../research/workspaceFile';

/** What a click on a source leads to. Codes with parameters: the words are bound in `locatedWords.ts`. */
export type Located =
  | FoundInFile
  | FoundInSnapshot
  /** A page that nobody fetched: a browser can go there. `address` leads to the quotation. */
  | { kind: 'unfetched'; facts: CitationFacts; address: string }
  /** `isInvented`: the source never was there to be read. `ruling` is the entry that says what became of it. */
  | { kind: 'redacted'; seq: number; by: number; reason: string; isInvented: boolean }
  /** `place` is for showing. */
  | { kind: 'invented'; facts: CitationFacts; place: string; isWeb: boolean; ruling: number | undefined }
  /** Not what was cited, and what was cited was not kept. `passage` is a guess. */
  | { kind: 'changed'; facts: CitationFacts; file: string; passage: LocatedPassage }
  | { kind: 'missing'; facts: CitationFacts; path: string; root: string | null }
  /** `url` is for showing. */
  | { kind: 'invalid'; seq: number; url: string; reason: string }
  | { kind: 'unknown'; seq: number; url: string };

export interface FoundInFile {
  kind: 'file';
  facts: CitationFacts;
  file: string;
  passage: LocatedPassage;
  /** What the disk holds: the editor may show something else. */
  text: string;
  /** False where the record does not say what the file held: it may have changed. */
  isCompared: boolean;
}

export interface FoundInSnapshot {
  kind: 'snapshot';
  facts: CitationFacts;
  snapshot: Snapshot;
  passage: LocatedPassage;
  /** Why the snapshot and not the source itself. */
  why: 'changed' | 'gone' | 'web' | 'extracted';
  file: string | undefined;
  address: string | undefined;
}

interface LocateOptions {
  readonly view: RecordView;
  readonly snapshots: Pick<SnapshotStore, 'find'>;
  readonly workspaceFolders: readonly string[];
}

/** Reads files and snapshots; changes nothing. */
export async function locatePassage(
  { seq, url }: { seq: number; url: string },
  options: LocateOptions,
): Promise<Located> {
  const { view, snapshots } = options;
  const { state } = view;
  const citing = citingEntry(state, seq, url) ?? headerOf(state, seq)?.seq;
  if (citing === undefined) return { kind: 'unknown', seq, url };
  if (isRedacted(state, citing)) return redacted(view, citing, url);
  const parsed = parseSourceUrl(url);
  if (parsed.kind === 'invalid')
    return { kind: 'invalid', seq: citing, url: view.mask.text(url), reason: view.mask.text(parsed.reason) };
  const facts = factsOf(view, citing, url);
  const snapshot = await snapshots.find(url);
  return parsed.kind === 'web' ? onTheWeb(state, facts, snapshot) : inWorkspace({ parsed, facts, snapshot }, options);
}

function redacted(view: RecordView, seq: number, url: string): Located {
  const redaction = view.state.redactions.get(seq);
  const isInvented = findingOn(view.state, seq, url)?.status === 'fabricated';
  return {
    kind: 'redacted',
    seq,
    by: redaction?.by ?? seq,
    reason: view.mask.text(redaction?.reason ?? ''),
    isInvented,
  };
}

function onTheWeb(state: DebateState, facts: CitationFacts, snapshot: Snapshot | undefined): Located {
  const { url, quote } = facts;
  if (snapshot !== undefined) {
    const address = withTextFragment(readableAddress(snapshot.metadata, url), quote);
    const passage = passageOf(snapshot, facts);
    return { kind: 'snapshot', facts, snapshot, passage, why: 'web', file: undefined, address };
  }
  if (facts.status === 'fabricated')
    return { kind: 'invented', facts, place: facts.shownUrl, isWeb: true, ruling: rulingOn(state, facts) };
  return { kind: 'unfetched', facts, address: withTextFragment(url, quote) };
}

interface InWorkspace {
  parsed: Extract<SourceUrl, { kind: 'workspace' }>;
  facts: CitationFacts;
  snapshot: Snapshot | undefined;
}

async function inWorkspace(
  { parsed, facts, snapshot }: InWorkspace,
  { view, workspaceFolders }: LocateOptions,
): Promise<Located> {
  const evidence = view.state.setup?.evidence;
  const manifest = manifestOf(evidence);
  const listed = listedFile(manifest ?? [], parsed.path);
  // Only what was evidence is opened: a record must not lead to any other file of whoever reads it.
  if (snapshot === undefined && manifest !== undefined && listed === undefined) {
    return {
      kind: 'invented',
      facts,
      place: view.mask.text(parsed.path),
      isWeb: false,
      ruling: rulingOn(view.state, facts),
    };
  }
  const root = locatedRoot(evidence?.root ?? null);
  if (snapshot === undefined && evidence !== undefined && manifest === undefined)
    return { kind: 'missing', facts, path: view.mask.text(parsed.path), root };
  const sha256 = snapshot?.metadata.sha256 ?? listed?.sha256;
  const found = await findEvidenceFile(listed?.path ?? parsed.path, { root, workspaceFolders }, sha256);
  // What the editor cannot show as text is shown as the text that was taken from it.
  const isShowable = found?.text !== undefined || snapshot === undefined;
  if (found !== undefined && isShowable && (found.isSame || sha256 === undefined))
    return inFile(found, facts, snapshot);
  if (snapshot !== undefined) {
    const passage = passageOf(snapshot, facts);
    const why = found === undefined ? 'gone' : found.isSame ? 'extracted' : 'changed';
    return { kind: 'snapshot', facts, snapshot, passage, why, file: found?.file, address: undefined };
  }
  if (found === undefined) return { kind: 'missing', facts, path: view.mask.text(parsed.path), root };
  return { kind: 'changed', facts, file: found.file, passage: passageIn(found.text ?? '', placeOf(facts)) };
}

function inFile(
  { file, text = '', isSame }: OpenedFile,
  facts: CitationFacts,
  snapshot: Snapshot | undefined,
): Located {
  // Where the extractor changed the text, its offsets say nothing of the file, unless it keeps the places.
  const isText =
    snapshot === undefined ||
    snapshot.text === text ||
    (isLined(snapshot.metadata) && snapshot.text.length === text.length);
  const passage = isSame && isText ? passageOf(snapshot ?? { text }, facts) : passageIn(text, placeOf(facts));
  return { kind: 'file', facts, file, passage, text, isCompared: isSame };
}

/** The Verifier's offsets count where they were found in this very text. */
function passageOf(
  { text, layout, metadata }: Pick<Snapshot, 'text' | 'layout'> & Partial<Snapshot>,
  facts: CitationFacts,
): LocatedPassage {
  const isSameText = facts.snapshot === undefined || metadata === undefined || facts.snapshot === metadata.sha256;
  const checked = isSameText ? facts.passage : undefined;
  return passageInChecked(text, { ...placeOf(facts, layout), checked });
}

export function placeOf({ quote, url }: CitationFacts, layout?: TextLayout): CitedPosition {
  const parsed = parseSourceUrl(url);
  const lines = parsed.kind === 'workspace' ? parsed.lines : undefined;
  const page = parsed.kind === 'workspace' && parsed.page !== undefined ? pageSpan(layout, parsed.page) : undefined;
  return { quote, lines, page };
}

/** What became of an invented source: the ruling on it, else the result that says so. */
function rulingOn(state: DebateState, { seq, url, result }: CitationFacts): number | undefined {
  const ruling = state.rulings.find(
    (one) => one.target === seq && (one.url === undefined || withoutFragment(one.url) === withoutFragment(url)),
  );
  return ruling?.seq ?? result;
}

interface OpenedFile {
  /** As a person would open it: links in it are kept. */
  readonly file: string;
  /** Undefined where it is too large, or no text, to be compared: then it is surely not what was cited. */
  readonly text: string | undefined;
  /** It holds, byte for byte, what was cited. */
  readonly isSame: boolean;
}

interface EvidencePlaces {
  /** The evidence root of the record. It may be of another machine. */
  readonly root: string | null;
  readonly workspaceFolders: readonly string[];
}

/** Folders of the root's end that are tried below a workspace folder. */
const deepestTail = 6;

/**
 * Finds the file below the evidence root, else, when the record comes from elsewhere, under the same relative path
 * below the workspace folders. One with the cited content is preferred to all others.
 */
async function findEvidenceFile(
  path: string,
  places: EvidencePlaces,
  /** The hash of what was cited; undefined where nobody knows. */
  sha256: string | undefined,
): Promise<OpenedFile | undefined> {
  let first: OpenedFile | undefined;
  for (const folder of foldersToTry(places)) {
    const found = await lookAt(folder, path, sha256);
    if (found?.isSame === true) return found;
    first ??= found;
  }
  return first;
}

async function lookAt(folder: string, path: string, sha256: string | undefined): Promise<OpenedFile | undefined> {
  const file = join(folder, ...path.split('/'));
  const read = await readWorkspaceBytes(folder, path);
  // The text is the one that the editor shows. A PDF is no text, even where its bytes are.
  if (read.ok)
    return { file, text: fileKind(path) === 'pdf' ? undefined : decodeText(read.body), isSame: read.sha256 === sha256 };
  // It stands there, and is not what was cited: files as large as that are no evidence.
  const isThere = read.reason === 'too_large' || read.reason === 'unreadable';
  return isThere && (await isFile(file)) ? { file, text: undefined, isSame: false } : undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

/** The root, then each workspace folder with the root's last folders below it, the longest first, then bare. */
export function foldersToTry({ root, workspaceFolders }: EvidencePlaces): string[] {
  const segments = (root ?? '')
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '..' && segment !== '.');
  const tails = Array.from({ length: Math.min(deepestTail, segments.length) + 1 }, (_, length) =>
    length === 0 ? [] : segments.slice(-length),
  ).reverse();
  const below = workspaceFolders.flatMap((folder) => tails.map((tail) => join(folder, ...tail)));
  return [...new Set([...(root !== null && isAbsolute(root) ? [root] : []), ...below])];
}

/** UTF-16 code units on either side of what is marked, at most; less where the paragraph ends before. */
const around = 320;
const longestMarked = 1_200;

/**
 * The cited lines with their paragraph; undefined where the source cannot be read here, or nothing says where in it.
 */
export function sourcePassage(located: Located): SourcePassage | undefined {
  if (located.kind !== 'file' && located.kind !== 'snapshot') return undefined;
  const { passage, facts } = located;
  const { span, basis } = passage;
  const lines = new TextLines(located.kind === 'file' ? located.text : located.snapshot.text);
  const [from, to] = [lines.offsetOf(span.start), lines.offsetOf(span.end)];
  const marked = unified(lines.text.slice(from, to)).trim();
  if (basis === 'top' || marked === '') return undefined;
  const pieces = [
    before(unified(lines.text.slice(Math.max(0, from - around - 1), from))),
    cutText(marked, longestMarked),
    after(unified(lines.text.slice(to, to + around + 1))),
  ];
  const [start = '', middle = '', end = ''] = isMarkedUp(located, from) ? withoutMarks(pieces) : pieces;
  return {
    before: start,
    marked: middle,
    after: end,
    is: facts.quote === undefined ? 'cited' : isQuoted(marked, facts.quote) ? 'quote' : 'near',
    isKept: located.kind === 'snapshot' && (located.why === 'changed' || located.why === 'gone'),
  };
}

/** Whether the text is Markdown, and no code within it. */
function isMarkedUp(located: FoundInFile | FoundInSnapshot, from: number): boolean {
  const isMarkdown =
    located.kind === 'file'
      ? fileKind(located.file) === 'markdown'
      : located.snapshot.metadata.content_type === 'text/markdown';
  if (!isMarkdown) return false;
  const text = located.kind === 'file' ? located.text : located.snapshot.text;
  return [...matchesOf(text.slice(0, from), codeFence)].length % 2 === 0;
}

const codeFence = /^ {0,3}(?:`{3}|~{3})/gm;

/** Where the Verifier looked for the quotation its words may differ. */
function isQuoted(marked: string, quote: string): boolean {
  const { kind, typographic } = findQuote(normaliseText(marked), quote);
  return kind === 'exact' || (kind === 'approximate' && typographic);
}

const unified = (text: string): string => text.replace(/\r\n?/g, '\n');

/** The text from the beginning of the paragraph; of a long one from a whole word. */
function before(text: string): string {
  const paragraph = text.split(/\n[ \t]*\n+/).at(-1) ?? '';
  return paragraph.length <= around ? paragraph : `…${paragraph.replace(/^\S*\s+/, '')}`;
}

function after(text: string): string {
  const end = text.search(/\n[ \t]*\n/);
  const paragraph = end === -1 ? text : text.slice(0, end);
  if (paragraph.length <= around) return paragraph.trimEnd();
  const gap = Math.max(paragraph.lastIndexOf(' '), paragraph.lastIndexOf('\n'));
  return `${gap === -1 ? paragraph : paragraph.slice(0, gap).trimEnd()}…`;
}
