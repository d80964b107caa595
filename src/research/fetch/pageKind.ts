import { analyse } from 'chardet';

interface DecodedPage {
  text: string;
  /** The standard's name of the encoding, in lower case. */
  charset: string;
}

/** Browsers read 1,024 bytes; some pages declare their charset later. */
const prefixBytes = 4_096;

/**
 * Like browsers: by a byte order mark, the header, the page's declaration; else as UTF-8 if valid, else by its words,
 * in doubt as Windows-1252. Unlike them, it does not believe in a UTF-8 that the body clearly is not. Never throws;
 * what cannot be decoded becomes U+FFFD.
 */
export function decodePage(body: Uint8Array, kind: PageKind, declared: string | undefined): DecodedPage {
  const named = [markOf(body), declared, kind === 'json' ? 'utf-8' : ownWord(body, kind)];
  for (const label of named) {
    const decoded = label === undefined ? undefined : decodedAs(body, label);
    if (decoded !== undefined && !isClearlyNot(decoded)) return decoded;
  }
  const charset = isUtf8(body) ? escapedCharset(body) : guessedCharset(body);
  return { text: decode(body, charset), charset };
}

/** Undefined for an unknown encoding. */
export function decodedAs(body: Uint8Array, label: string): DecodedPage | undefined {
  const charset = standardName(label);
  return charset === undefined ? undefined : { text: decode(body, charset), charset };
}

/** Most signs outside ASCII are none; a page that was cut, or put together from two, has others. */
function isClearlyNot({ text, charset }: DecodedPage): boolean {
  if (charset !== 'utf-8' || !text.includes('\ufffd')) return false;
  const signs = text.match(/[^\0-\x7f]/gu) ?? [];
  return signs.filter((sign) => sign === '\ufffd').length * 2 > signs.length;
}

/** The examined beginning of a page. */
const guessedBytes = 256 * 1_024;
/** Of 100: for a guess, and its lead over Western Europe. */
const certain = { least: 18, lead: 15 };
const western = /^(?:windows-1252|ISO-8859-1|ISO-8859-15)$/;
/** Those have a mark, or are no text. */
const wide = /^UTF-(?:16|32)/;

/** Its bytes are all ASCII, and some of them encode Japanese. */
const escapedCharset = (body: Uint8Array): string =>
  Buffer.from(body.subarray(0, guessedBytes)).includes('\x1b$') ? 'iso-2022-jp' : 'utf-8';

/** By its words outside ASCII: any encoding fits markup and English. */
function guessedCharset(body: Uint8Array): string {
  const start = Buffer.from(body.subarray(0, guessedBytes)).toString('latin1');
  const words = start.replace(/<[^<>]*>/g, ' ').match(/[\x80-\xff]\S*/g) ?? [];
  const guesses = analyse(Buffer.from(words.join(' '), 'latin1'));
  const westernly = guesses.find(({ name }) => western.test(name))?.confidence ?? 0;
  for (const { name, confidence } of guesses) {
    if (confidence < certain.least || confidence < westernly + certain.lead) break;
    const charset = standardName(name);
    if (charset !== undefined && !western.test(name) && !wide.test(name) && isWhole(decode(body, charset)))
      return charset;
  }
  return 'windows-1252';
}

/** A stray byte in thousands is a mistake. */
const isWhole = (text: string): boolean => (text.match(/\ufffd/g)?.length ?? 0) * 1_000 <= text.length;

function markOf(body: Uint8Array): string | undefined {
  const mark = Buffer.from(body.subarray(0, 3)).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('feff')) return 'utf-16be';
  return mark.startsWith('fffe') ? 'utf-16le' : undefined;
}

function ownWord(body: Uint8Array, kind: PageKind): string | undefined {
  if (kind !== 'html' && kind !== 'xml') return undefined;
  const prefix = Buffer.from(body.subarray(0, prefixBytes)).toString('latin1');
  const inXml = /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(prefix)?.[1];
  const label =
    inXml ?? (kind === 'html' ? /<meta\b[^>]*\bcharset\s*=[\s"']*([\w.:-]+)/i.exec(prefix)?.[1] : undefined);
  // Its bytes could not be read as ASCII.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined; // No known encoding: treated as absent.
  }
}

function isUtf8(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

function decode(body: Uint8Array, charset: string): string {
  return charset === 'windows-1252' ? windows1252(body) : new TextDecoder(charset).decode(body);
}

/** Node.js 20 decodes 0x80–0x9F as control characters, not as quotation marks, dashes and the euro. */
function windows1252(body: Uint8Array): string {
  return Buffer.from(body)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (char) => upperControls[char.charCodeAt(0) - 0x80] ?? char);
}

const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'.split('');

/** How to extract the text of a page. */
export type PageKind = 'html' | 'text' | 'markdown' | 'json' | 'xml' | 'pdf';

const kinds: Partial<Record<string, PageKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/csv': 'text',
  'text/tab-separated-values': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/json': 'json',
  'text/json': 'json',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
};

/** Servers' types for unknown files. */
const anyFile: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download',
]);

/** Undefined for unread types; in lower case, without parameters. */
export function pageKind(mediaType: string): PageKind | undefined {
  const known = kinds[mediaType];
  if (known !== undefined) return known;
  if (mediaType.endsWith('+json')) return 'json';
  return mediaType.endsWith('+xml') && !mediaType.startsWith('image/') ? 'xml' : undefined;
}

/** Whether the first bytes may show a page that is read. */
export function mayBeRead(mediaType: string): boolean {
  return mediaType === '' || anyFile.has(mediaType) || pageKind(mediaType) !== undefined;
}

/** A PDF file may have been given another type on its way. */
export function beginsAsPdf(start: Uint8Array): boolean {
  return /^\s*%PDF-\d\.\d\s/.test(beginning(start, 64));
}

/** In Latin-1, without a byte order mark of UTF-8. */
const beginning = (body: Uint8Array, bytes: number): string =>
  Buffer.from(body.subarray(0, bytes))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');

/** By type and beginning; undefined if neither shows it. */
export function typeOf(mediaType: string, body: Uint8Array): string | undefined {
  if (beginsAsPdf(body)) return 'application/pdf';
  return mediaType === '' ? sniffedType(body) : mediaType;
}

function sniffedType(body: Uint8Array): string | undefined {
  if (body.includes(0)) return undefined;
  const start = beginning(body, 1024).trimStart();
  if (/^<\?xml\b/i.test(start) && !/<html\b/i.test(start)) return 'application/xml';
  return start.startsWith('<') ? 'text/html' : 'text/plain';
}

/** For people: why a page of this type is not read. */
export function unreadType(mediaType: string): string {
  return `it is of the type ${mediaType}; only HTML, plain text, Markdown, JSON, XML and PDF are read`;
}
