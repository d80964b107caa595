import { getDocument, VerbosityLevel } from 'unpdf/pdfjs';
import type { PageSpan } from '../../matching/text/sourceText';
import { namedAuthors, oneLine, publishedDate, readableText } from './documentFacts';
import type { Unread, PageFacts } from './extractPage';
import { seenPieces, textOfPage, type PdfPiece } from './pdfLines';
import { listenToContent } from './pdfOperators';
import { PdfSight, unseenFont, type Layer } from './pdfSight';
import { withoutRunningHeads } from './runningHeads';
import { countingPdf } from './pdfWork';
import { bounds, SourceTooComplex, Work } from './work';

// The only file that loads the PDF reader, so that a bundle can separate it. It changes the globals, and runs as long
// as a document makes it: see readings.ts.

export type PdfText =
  | {
      ok: true;
      facts: PdfFacts;
      /** Line breaks match the lines of the pages. */
      text: string;
      /** One for each page, empty ones too. */
      pages: PageSpan[];
    }
  | ({ ok: false } & Unread);

type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;

interface Reading {
  readonly work: Work;
  readonly isLayerShown: (layer: Layer) => boolean;
  /** Follows the page that is read now. */
  sight?: PdfSight;
}

/** Longer documents are not read. Characters are UTF-16 code units. */
interface PdfLimits {
  pages: number;
  characters: number;
}

export const pdfLimits: PdfLimits = { pages: bounds.pages, characters: bounds.characters };

/** The text of a PDF document, whole or not at all. Never rejects. */
export async function readPdf(body: Uint8Array, limits: PdfLimits = pdfLimits): Promise<PdfText> {
  try {
    return await countingPdf(new Work({ ...bounds, ...limits }), async (work) => await readBody(body, work));
  } catch (error) {
    if (error instanceof SourceTooComplex) return { ok: false, reason: error.code, detail: error.message };
    return refused(whyNot(error));
  }
}

async function readBody(body: Uint8Array, work: Work): Promise<PdfText> {
  const tables = missingTables();
  const task = getDocument({
    // The reader takes the bytes from its caller.
    data: new Uint8Array(body),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    BinaryDataFactory: tables.factory,
  });
  try {
    const read = await readDocument(await task.promise, work);
    const [table] = tables.asked;
    // Without it some words would be missing, and nobody could tell which.
    return table === undefined ? read : refused(`it is written with a character table that is not at hand (${table})`);
  } finally {
    await task.destroy();
  }
}

const refused = (detail: string): PdfText => ({ ok: false, reason: 'unsupported', detail });

async function readDocument(document: PdfDocument, work: Work): Promise<PdfText> {
  const { numPages } = document;
  if (numPages === 0) return refused('it has no pages');
  work.check('pages', numPages);
  const reading: Reading = { work, isLayerShown: await shownLayers(document) };
  const stop = listenToContent(() => reading.sight);
  const read: string[] = [];
  try {
    for (let page = 1; page <= numPages; page += 1) {
      const words = await pageText(await document.getPage(page), reading);
      work.count('characters', words.length);
      read.push(words);
    }
  } finally {
    stop();
  }
  const { text, pages } = joined(withoutRunningHeads(read));
  if (text === '')
    return refused(
      `${numPages === 1 ? 'its only page holds no text' : `none of its ${numPages} pages holds text`}; it may be a scan, whose words are only a picture`,
    );
  if (isGarbled(text)) return refused('its fonts do not tell which characters they show');
  return { ok: true, facts: await pdfFacts(document), text, pages };
}

/** What says which layers are shown when the document is opened. */
async function shownLayers(document: PdfDocument): Promise<(layer: Layer) => boolean> {
  const layers = await document.getOptionalContentConfig().catch(() => undefined);
  return (layer) => (layers?.isVisible(layer) as boolean | undefined) ?? true;
}

function joined(words: readonly string[]): { text: string; pages: PageSpan[] } {
  const pages: PageSpan[] = [];
  let text = '';
  for (const [index, own] of words.entries()) {
    if (text !== '' && own !== '') text += between(text);
    pages.push({ page: index + 1, start: text.length, end: text.length + own.length });
    text += own;
  }
  return { text, pages };
}

async function pageText(page: PdfPage, reading: Reading): Promise<string> {
  let pieces = await piecesOf(page, reading);
  const hidden = reading.sight?.unseen() ?? new Set();
  // The reader joins texts to pieces, so it has to know before which of them to keep apart.
  if (hidden.size > 0)
    pieces = (await piecesOf(page, reading, hidden)).map((piece) =>
      piece.fontName === unseenFont ? { ...piece, str: '' } : piece,
    );
  page.cleanup();
  return readableText(textOfPage(seenPieces(pieces), reading.work))
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
    .trim();
}

type FontPiece = PdfPiece & { readonly fontName: string };

/** They come in chunks: there may be too many to hold. */
async function piecesOf(page: PdfPage, reading: Reading, hidden?: ReadonlySet<number>): Promise<FontPiece[]> {
  const { work } = reading;
  const pieces: FontPiece[] = [];
  reading.sight = new PdfSight({ ...reading, page: page.view as [number, number, number, number], hidden });
  for await (const { items } of page.streamTextContent() as AsyncIterable<TextContent>) {
    work.count('texts', items.length);
    for (const item of items) {
      if (!('str' in item)) continue;
      work.count('shown characters', item.str.length);
      pieces.push({ ...item, transform: item.transform as number[] });
    }
  }
  reading.sight.check();
  return pieces;
}

/** A word hyphenated at the end of a page continues on the next line. */
const between = (text: string): string => (/[-\u00ad\u2010]$/.test(text) ? '\n' : '\n\n');

/** Over one in twenty of private use or a replacement: the rest cannot be trusted either. */
function isGarbled(text: string): boolean {
  const marks = text.match(/[\p{Co}\ufffd]/gu)?.length ?? 0;
  return marks * 20 > text.replace(/\s+/g, '').length;
}

/** Tables of East Asian encodings are megabytes and not included: what needs one is noted. */
function missingTables(): { factory: object; asked: Set<string> } {
  const asked = new Set<string>();
  class NoTables {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<never> {
      if (kind === 'cMapUrl') asked.add(filename.replace(/\.bcmap$/, ''));
      return Promise.reject(new Error(`${filename} is not at hand`));
    }
  }
  return { factory: NoTables, asked };
}

const whyNot = (error: unknown): string =>
  error instanceof Error && error.name === 'PasswordException'
    ? 'it is protected by a password'
    : 'it is damaged, or no PDF document';

interface PdfFacts extends PageFacts {
  title?: string | undefined;
}

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Without the file's date: a paper of 1998 may have been scanned in 2010. */
async function pdfFacts(document: PdfDocument): Promise<PdfFacts> {
  // Damaged metadata is no reason to give up the text.
  const found = await document.getMetadata().catch(() => undefined);
  if (found === undefined) return {};
  const info = found.info as Readonly<Record<string, unknown>>;
  // Undefined without XMP, despite the types.
  const xmp = found.metadata as { get(name: string): unknown } | null;
  const said = (name: string): string[] => strings(xmp?.get(name));
  const title = [...said('dc:title'), ...strings(info['Title'])].map(oneLine).find(isTitle);
  const authors = namedAuthors(said('dc:creator')) ?? namedAuthors(strings(info['Author']));
  const [site] = said('prism:publicationname')
    .map(oneLine)
    .filter((name) => name !== '');
  const published = [...said('prism:publicationdate'), ...said('prism:coverdate')]
    .map(publishedDate)
    .find((date) => date !== undefined);
  return { title, authors, site, published };
}

function strings(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value.slice(0, 200) : [value];
  return values.filter((item) => typeof item === 'string').map((item) => item.slice(0, 2_000));
}

/** Programs write the file's name, or their own. */
function isTitle(title: string): boolean {
  return (
    title.length > 2 &&
    /\p{L}{2}/u.test(title) &&
    !/^(?:untitled|microsoft \w+ - |powerpoint|document\d*$|slide \d)|\.(?:docx?|pptx?|xlsx?|tex|dvi|pdf|rtf|indd|qxd|odt|ps)$/i.test(
      title,
    )
  );
}
