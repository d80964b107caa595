import * as z from 'zod';
import type { Entry } from '../../debate/log/entry';
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
import { settle, unreadResult } from '../../verify/settle';
import type { Turns } from '../../async/deadline';
import { holdsAny, surroundingsOf } from '../../verify/verifier';
import type { CheckedText } from '../../verify/supportCheck';
import { errorText, jsonOf } from '../../debate/log/objects';

const lineSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  claim: z.string().optional(),
  quote: z.string().optional(),
  text: z.string().optional(),
  html: z.string().optional(),
  /** Base64. */
  pdf: z.base64().optional(),
  file: z.string().optional(),
  url: z.string().optional(),
});
type QuoteLine = z.infer<typeof lineSchema>;

/** Offsets count UTF-16 code units of the text taken out of the source. */
export interface CheckedLine extends Record<CheckName, CheckResult> {
  id: string | number | null;
  status: VerificationStatus;
  /** That the quotation stands in. */
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
  /** Undefined where no files are read. */
  root: string | undefined;
  web: SourceReader | undefined;
  signal: AbortSignal;
  /** One for each line. */
  turns: Turns;
  /** What was read last. Filled here. */
  read: Map<string, Promise<LocatedSource>>;
}

const mostKept = 16;

class Refusal extends Error {
  constructor(
    readonly code: RefusedLine['error']['code'],
    message: string,
  ) {
    super(message);
  }
}

/**
 * One line of JSON, checked as the Verifier checks a source of an entry that says `claim`; no model is asked. Rejects only with the
 * signal's reason.
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
    if (!(error instanceof Refusal)) throw error;
    return { id: id ?? idIn(line), error: { code: error.code, message: error.message } };
  }
}

function parsed(line: string): QuoteLine {
  const { data, error } = lineSchema.safeParse(json(line));
  if (error !== undefined) {
    const problems = error.issues.map(({ path, message }) => [...path, message].join(': '));
    throw new Refusal('bad_line', `${problems.join('. ')}.`);
  }
  const given = sourceFields.filter((field) => data[field] !== undefined);
  if (given.length !== 1)
    throw new Refusal(
      'bad_line',
      `A line has exactly one of ${sourceFields.join(', ')}; this one has ${given.length}.`,
    );
  if (!hasWords(data.claim) && !hasWords(data.quote))
    throw new Refusal('bad_line', 'A line has a claim or a quote; this one has neither.');
  return data;
}

const sourceFields = ['text', 'html', 'pdf', 'file', 'url'] as const;
const hasWords = (text = ''): boolean => text.trim() !== '';

function json(line: string): unknown {
  try {
    // Trimmed of a byte order mark, too.
    return JSON.parse(line.trim());
  } catch (error) {
    throw new Refusal('bad_line', `It is not JSON: ${errorText(error)}.`);
  }
}

/** So that the answer to a refused line can be told from the others. */
const idIn = (line: string): string | number | null =>
  z.object({ id: lineSchema.shape.id }).safeParse(jsonOf(line.trim())).data?.id ?? null;

type LineOutcome = Omit<CheckedLine, 'id' | 'ms'>;

async function checked(asked: QuoteLine, options: QuoteLineOptions): Promise<LineOutcome> {
  const { url, read: given } = await sourceOf(asked, options);
  const read = asQuoted(given, asked.quote);
  const parsedUrl = parseSourceUrl(url);
  if (read.outcome !== 'read') {
    const { status, checks, notes } = unreadResult({ url, parsed: parsedUrl }, read);
    const none = { part: null, passage: null, surroundings: '', differences: [] };
    return { ...outcomeOf(checks), status, ...none, notes: notes ?? {} };
  }
  const { page } = read;
  const source = { url, title: '', accessed: '', quote: asked.quote, claim: asked.claim };
  const entry: Entry = { ...blankEntry, content: asked.claim ?? asked.quote ?? '', sources: [source] };
  await options.turns.next(options.signal);
  const code = checkSource({ entry, source, url: parsedUrl }, page);
  const { status, checks, notes, passage } = settle(url, code);
  return {
    ...outcomeOf(checks),
    status,
    part: passage == null ? null : partAt(page.layout, passage.start),
    passage: passage ?? null,
    surroundings: passage == null ? '' : surroundingsOf(page, passage),
    differences: code.match?.differing ?? [],
    notes: notes ?? {},
  };
}

const blankEntry: Entry = {
  seq: 1,
  timestamp: '1970-01-01T00:00:00.000Z',
  speaker: '',
  type: 'evidence',
  phase: '',
  content: '',
  sources: null,
  rebuttal_to_seq: null,
  target_seq: null,
};

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
  read: { outcome: 'read'; page: CheckedText } | UnreadSource;
}

/** What is handed over has the address of a file: nothing stands before it. */
const handedOver = (name: string): string => formatWorkspaceUrl({ path: name });
/** An address that no server has. */
const pageUrl = 'https://page.invalid/';

async function sourceOf({ text, html, pdf, file, url }: QuoteLine, options: QuoteLineOptions): Promise<LocatedSource> {
  if (text !== undefined) return { url: handedOver('text.txt'), read: textRead({ text, title: '', sha256: '' }) };
  if (html !== undefined) return { url: pageUrl, read: await pageOf(html, options.signal) };
  if (pdf !== undefined) {
    const body = Buffer.from(pdf, 'base64');
    const reading = async () => documentOf(await fileReading('document.pdf', body, options.signal));
    return await once(options.read, sha256(body), async () => ({
      url: handedOver('document.pdf'),
      read: await reading(),
    }));
  }
  if (file !== undefined) return await fileBelow(file, options);
  return await once(options.read, url ?? '', async () => await fetched(url ?? '', options));
}

/** Lines of one document follow each other: it is read for the first. */
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

/** Nothing can be missing from a text without words. */
const textRead = (page: CheckedText): LocatedSource['read'] =>
  page.text.trim() === '' ? { outcome: 'failed', reason: 'it holds no text' } : { outcome: 'read', page };

async function pageOf(html: string, signal: AbortSignal): Promise<LocatedSource['read']> {
  const source = { kind: 'html' as const, text: html, body: new Uint8Array(), finalUrl: pageUrl };
  const reading = await pageReading(pageUrl, source, signal);
  if (reading.kind === 'unread') return { outcome: 'failed', reason: reading.detail, refusal: reading.reason };
  const { unread, ...page } = reading.page;
  if (unread !== undefined && page.text.trim() === '') return failed(unread);
  return textRead({ ...page, sha256: '' });
}

const failed = ({ detail, reason }: { detail: string; reason: string }): UnreadSource => ({
  outcome: 'failed',
  reason: detail,
  ...(reason === 'too_complex' ? { refusal: reason } : {}),
});

type EvidenceReading = Awaited<ReturnType<typeof fileReading>>;

function documentOf(read: EvidenceReading, contentType?: string): LocatedSource['read'] {
  if (!read.ok) return failed(read);
  const isMarkup = isLined({ extractor: read.extractor?.name });
  return textRead({
    ...read,
    title: read.title ?? '',
    sha256: '',
    ...(contentType === undefined ? {} : { contentType }),
    ...(isMarkup ? { isLined: true } : {}),
  });
}

async function fileBelow(file: string, { root, signal }: QuoteLineOptions): Promise<LocatedSource> {
  if (root === undefined) throw new Refusal('not_allowed', 'Files are read only with --root DIR.');
  const { path, lines } = fragmentOf(file);
  const read = await readWorkspaceFile(root, path, signal);
  if (!read.ok && read.reason === 'outside') throw new Refusal('outside', `${file} is not below --root.`);
  const url = `${handedOver(path)}${lines}`;
  if (!read.ok)
    return { url, read: { outcome: 'failed', reason: 'detail' in read ? read.detail : fileReasons[read.reason] } };
  const kind = fileKind(path);
  return { url, read: documentOf(read, kind === undefined ? undefined : contentTypeOf(kind)) };
}

const fileReasons = {
  missing: 'there is no such file',
  not_a_file: 'it is no file',
  too_large: 'it is larger than what is read',
  unreadable: 'it cannot be read; check its permissions',
  outside: 'it is not below the root',
  binary: 'it is no UTF-8 text',
} as const;

/** `notes.md#L10-L20`, `paper.pdf#page=3`. */
function fragmentOf(file: string): { path: string; lines: string } {
  const at = /#(?:L\d+(?:-L\d+)?|page=\d+)$/.exec(file)?.index ?? file.length;
  return { path: file.slice(0, at), lines: file.slice(at) };
}

/** What came is the page where the quotation stands in it. */
const asQuoted = (read: LocatedSource['read'], quote = ''): LocatedSource['read'] =>
  read.outcome !== 'read' && read.came !== undefined && holdsAny(read.came, [quote])
    ? { outcome: 'read', page: read.came }
    : read;

async function fetched(url: string, { web, signal }: QuoteLineOptions): Promise<LocatedSource> {
  if (web === undefined) throw new Refusal('not_allowed', 'Nothing is fetched with --no-web.');
  if (parseSourceUrl(url).kind !== 'web') throw new Refusal('bad_line', `“${url}” is no address of a web page.`);
  const read = await web.read(url, signal);
  return { url, read: read.outcome === 'read' ? { outcome: 'read', page: read } : read };
}
