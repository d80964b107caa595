import * as z from 'zod';
import type { VerificationStatus } from '../../debate/log/entryData';
import type { CheckResult } from '../../matching/quote/checkResult';
import { isLined } from '../../matching/text/linedText';
import { partAt, type PartKind } from '../../matching/text/sourceText';
import { formatWorkspaceUrl, parseSourceUrl } from '../../matching/text/sourceUrl';
import { fileReading, pageReading } from '../../research/extract/readings';
import { contentTypeOf, fileKind } from '../../research/fileKind';
import type { SourceReader, UnreadSource } from '../../research/sourceReader';
import { sha256 } from '../../record/sha256';
import { readWorkspaceFile } from '../../research/workspaceFile';
import type { CheckName } from '../../debate/log/sourceMark';
import { checkSource } from '../../verify/checkSource';
import { citingEntry } from '../../verify/citingEntry';
import { settle, unreadResult } from '../../verify/settle';
import type { Turns } from '../../async/deadline';
import { type KeptSource, ReadSource } from '../../verify/readSource';
import { cameWith, surroundingsOf } from '../../verify/verifier';
import { errorText, jsonOf } from '../../debate/log/objects';

const lineSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  claim: z.string().optional(),
  quote: z.string().optional(),
  text: z.string().optional(),
  html: z.string().optional(),
  /** PDF in base64. */
  pdf: z.base64().optional(),
  file: z.string().optional(),
  url: z.string().optional(),
});
type QuoteLine = z.infer<typeof lineSchema>;

/** Result for one line. Offsets count UTF-16 code units of the source's extracted text. */
export interface CheckedLine extends Record<CheckName, CheckResult> {
  id: string | number | null;
  status: VerificationStatus;
  /** Part of the source that holds the quotation. */
  part: PartKind | null;
  passage: { start: number; end: number } | null;
  surroundings: string;
  differences: readonly { quoted: string; found: string }[];
  notes: Record<string, string>;
  ms: number;
}

export interface RefusedLine {
  id: string | number | null;
  error: { code: 'bad_line' | 'outside' | 'not_allowed'; message: string };
}

interface QuoteLineOptions {
  /** Folder of the files; undefined if files may not be read. */
  root: string | undefined;
  web: SourceReader | undefined;
  signal: AbortSignal;
  /** Queue with one turn for each line. */
  turns: Turns;
  /** The source read last; filled here. */
  read: Map<string, Promise<LocatedSource>>;
}

const mostKept = 16;

class RefusedLineError extends Error {
  constructor(
    readonly code: RefusedLine['error']['code'],
    message: string,
  ) {
    super(message);
  }
}

/**
 * Checks one line of JSON like a source of an entry that states `claim`; asks no model. Rejects only with the signal's
 * reason.
 */
export async function checkQuoteLine(line: string, options: QuoteLineOptions): Promise<CheckedLine | RefusedLine> {
  const started = performance.now();
  let id: string | number | null = null;
  try {
    const asked = parsed(line);
    id = asked.id ?? null;
    return { id, ...(await checked(asked, options)), ms: Math.round(10 * (performance.now() - started)) / 10 };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof RefusedLineError)) throw error;
    return { id: id ?? idIn(line), error: { code: error.code, message: error.message } };
  }
}

function parsed(line: string): QuoteLine {
  const { data, error } = lineSchema.safeParse(json(line));
  if (error !== undefined) {
    const problems = error.issues.map(({ path, message }) => [...path, message].join(': '));
    throw new RefusedLineError('bad_line', `${problems.join('. ')}.`);
  }
  const given = sourceFields.filter((field) => data[field] !== undefined);
  if (given.length !== 1)
    throw new RefusedLineError(
      'bad_line',
      `A line has exactly one of ${sourceFields.join(', ')}; this one has ${given.length}.`,
    );
  if (!hasWords(data.claim) && !hasWords(data.quote))
    throw new RefusedLineError('bad_line', 'A line has a claim or a quote; this one has neither.');
  return data;
}

const sourceFields = ['text', 'html', 'pdf', 'file', 'url'] as const;
const hasWords = (text = ''): boolean => text.trim() !== '';

function json(line: string): unknown {
  try {
    // `trim` also removes a byte order mark.
    return JSON.parse(line.trim());
  } catch (error) {
    throw new RefusedLineError('bad_line', `It is not JSON: ${errorText(error)}.`);
  }
}

/** The line's id, so that the answer to a refused line can be assigned. */
const idIn = (line: string): string | number | null =>
  z.object({ id: lineSchema.shape.id }).safeParse(jsonOf(line.trim())).data?.id ?? null;

type LineOutcome = Omit<CheckedLine, 'id' | 'ms'>;

async function checked(asked: QuoteLine, options: QuoteLineOptions): Promise<LineOutcome> {
  const { url, read: given } = await sourceOf(asked, options);
  const read = asQuoted(given, asked.quote);
  if (read.outcome !== 'read') {
    const { status, checks, notes } = unreadResult({ url, parsed: parseSourceUrl(url) }, read);
    const none = { part: null, passage: null, surroundings: '', differences: [] };
    return { ...outcomeOf(checks), status, ...none, notes: notes ?? {} };
  }
  const source = { url, title: '', accessed: '', quote: asked.quote, claim: asked.claim };
  const entry = citingEntry(asked.claim ?? asked.quote ?? '', source);
  await options.turns.next(options.signal);
  const code = checkSource({ entry, source }, read);
  const { status, checks, notes, passage } = settle(url, code);
  return {
    ...outcomeOf(checks),
    status,
    part: passage == null ? null : partAt(read.kept.layout, passage.start),
    passage: passage ?? null,
    surroundings: passage == null ? '' : surroundingsOf(read, passage),
    differences: code.match?.differing ?? [],
    notes: notes ?? {},
  };
}

const outcomeOf = (checks: Partial<Record<CheckName, CheckResult>> | undefined): Record<CheckName, CheckResult> => ({
  exists: 'not_judged',
  quote: 'not_judged',
  figures: 'not_judged',
  attribution: 'not_judged',
  support: 'not_judged',
  ...checks,
});

interface LocatedSource {
  url: string;
  read: ReadSource | UnreadSource;
}

/** Address of a file whose content was passed along. */
const handedOver = (name: string): string => formatWorkspaceUrl({ path: name });
/** An address that no server has. */
const pageUrl = 'https://page.invalid/';

async function sourceOf({ text, html, pdf, file, url }: QuoteLine, options: QuoteLineOptions): Promise<LocatedSource> {
  if (text !== undefined) return textRead(handedOver('text.txt'), { text, title: '', sha256: '' });
  if (html !== undefined) return await pageOf(html, options.signal);
  if (pdf !== undefined) {
    const body = Buffer.from(pdf, 'base64');
    return await once(options.read, sha256(body), async () =>
      documentOf(handedOver('document.pdf'), await fileReading('document.pdf', body, options.signal)),
    );
  }
  if (file !== undefined) return await fileBelow(file, options);
  return await once(options.read, url ?? '', async () => await fetched(url ?? '', options));
}

/** Reads a source once for consecutive lines about it. */
async function once(
  read: QuoteLineOptions['read'],
  key: string,
  reading: () => Promise<LocatedSource>,
): Promise<LocatedSource> {
  const found = read.get(key) ?? reading();
  read.delete(key);
  read.set(key, found);
  for (const oldest of [...read.keys()].slice(0, -mostKept)) read.delete(oldest);
  return await found;
}

/** Extracted text counts as a page; a text without words cannot lack anything. */
const textRead = (url: string, kept: KeptSource): LocatedSource =>
  kept.text.trim() === ''
    ? { url, read: { outcome: 'failed', reason: 'it holds no text' } }
    : { url, read: new ReadSource(parseSourceUrl(url), kept) };

async function pageOf(html: string, signal: AbortSignal): Promise<LocatedSource> {
  const source = { kind: 'html' as const, text: html, body: new Uint8Array(), finalUrl: pageUrl };
  const reading = await pageReading(pageUrl, source, signal);
  if (reading.kind === 'unread')
    return { url: pageUrl, read: { outcome: 'failed', reason: reading.detail, refusal: reading.reason } };
  const { unread, ...page } = reading.page;
  if (unread !== undefined && page.text.trim() === '') return { url: pageUrl, read: failed(unread) };
  return textRead(pageUrl, { ...page, sha256: '' });
}

const failed = ({ detail, reason }: { detail: string; reason: string }): UnreadSource => ({
  outcome: 'failed',
  reason: detail,
  ...(reason === 'too_complex' ? { refusal: reason } : {}),
});

type EvidenceReading = Awaited<ReturnType<typeof fileReading>>;

function documentOf(url: string, read: EvidenceReading, contentType?: string): LocatedSource {
  if (!read.ok) return { url, read: failed(read) };
  return textRead(url, {
    ...read,
    title: read.title ?? '',
    sha256: '',
    isLined: isLined({ extractor: read.extractor?.name }),
    ...(contentType === undefined ? {} : { contentType }),
  });
}

async function fileBelow(file: string, { root, signal }: QuoteLineOptions): Promise<LocatedSource> {
  if (root === undefined) throw new RefusedLineError('not_allowed', 'Files are read only with --root DIR.');
  const { path, lines } = fragmentOf(file);
  const read = await readWorkspaceFile(root, path, signal);
  if (!read.ok && read.reason === 'outside') throw new RefusedLineError('outside', `${file} is not below --root.`);
  const url = `${handedOver(path)}${lines}`;
  if (!read.ok)
    return { url, read: { outcome: 'failed', reason: 'detail' in read ? read.detail : fileReasons[read.reason] } };
  const kind = fileKind(path);
  return documentOf(url, read, kind === undefined ? undefined : contentTypeOf(kind));
}

const fileReasons = {
  missing: 'there is no such file',
  not_a_file: 'it is no file',
  too_large: 'it is larger than what is read',
  unreadable: 'it cannot be read; check its permissions',
  outside: 'it is not below the root',
  binary: 'it is no UTF-8 text',
} as const;

/** Path and lines of addresses like `notes.md#L10-L20`, `paper.pdf#page=3`. */
function fragmentOf(file: string): { path: string; lines: string } {
  const at = /#(?:L\d+(?:-L\d+)?|page=\d+)$/.exec(file)?.index ?? file.length;
  return { path: file.slice(0, at), lines: file.slice(at) };
}

/** Accepts a doubtful page if the quotation is in it. */
function asQuoted(read: LocatedSource['read'], quote = ''): LocatedSource['read'] {
  const page = read.outcome === 'read' ? undefined : cameWith(read, [quote]);
  return page === undefined ? read : new ReadSource(parseSourceUrl(page.url), page);
}

async function fetched(url: string, { web, signal }: QuoteLineOptions): Promise<LocatedSource> {
  if (web === undefined) throw new RefusedLineError('not_allowed', 'Nothing is fetched with --no-web.');
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'web') throw new RefusedLineError('bad_line', `“${url}” is no address of a web page.`);
  const read = await web.read(url, signal);
  return { url, read: read.outcome === 'read' ? new ReadSource(parsed, read) : read };
}
