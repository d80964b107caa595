import { analyse } from 'chardet';

interface DecodedPage {
  text: string;
  /** Standard name of the encoding, in lower case. */
  charset: string;
}

/** Bytes that are searched for a declared charset. Browsers read 1,024, but some pages declare it later. */
const prefixBytes = 4_096;

/**
 * Chooses the encoding like browsers: by a byte order mark, the header, the page's declaration; else UTF-8 if valid,
 * else by the words, and finally Windows-1252. Unlike browsers, it rejects what the body clearly is not. Never
 * throws; bytes that cannot be decoded become U+FFFD.
 */
export function decodePage(body: Uint8Array, kind: PageKind, declared: string | undefined): DecodedPage {
  const asUtf8 = validUtf8(body);
  const own = kind === 'json' ? 'utf-8' : ownWord(body, kind);
  const named = [markOf(body), ...(isOwnWordRight(body, declared, own) ? [own] : []), declared, own];
  for (const label of named) {
    const decoded = label === undefined ? undefined : decodedAs(body, label);
    if (decoded !== undefined && !isClearlyNot(decoded, asUtf8)) return decoded;
  }
  const charset = asUtf8 === undefined ? guessedCharset(body) : escapedCharset(body);
  return { text: decode(body, charset), charset };
}

/** Returns undefined for an unknown encoding. */
export function decodedAs(body: Uint8Array, label: string): DecodedPage | undefined {
  const charset = standardName(label);
  return charset === undefined ? undefined : { text: decode(body, charset), charset };
}

/** Letters of these encodings are two bytes, which may be valid UTF-8 by accident. */
const ofTwoBytes = /^(?:gb|big5|euc|shift)/;
const fewestSigns = 8;

/**
 * Whether the body contradicts the encoding: most characters outside ASCII are invalid in UTF-8 (a page that was cut, or
 * joined from two, has valid ones as well), or the body is valid UTF-8 although another encoding is named.
 */
function isClearlyNot({ text, charset }: DecodedPage, asUtf8: string | undefined): boolean {
  if (charset.startsWith('utf-16')) return false;
  if (charset !== 'utf-8') return signsOf(asUtf8 ?? '') >= (ofTwoBytes.test(charset) ? fewestSigns : 1);
  return text.includes('\ufffd') && text.split('\ufffd').length * 2 > signsOf(text) + 2;
}

const signsOf = (text: string): number => text.match(/[^\0-\x7f]/gu)?.length ?? 0;

/** A server may name one encoding for all of its pages: the page's own word counts if the page's words agree with it. */
function isOwnWordRight(body: Uint8Array, declared: string | undefined, own: string | undefined): boolean {
  const [served, stated] = [declared, own].map((label) => (label === undefined ? undefined : standardName(label)));
  if (served === undefined || stated === undefined || served === stated) return false;
  // Some encodings are parts of others.
  return decode(body, guessedCharset(body)) === decode(body, stated);
}

/** Bytes at the beginning of a page that are examined. */
const guessedBytes = 256 * 1_024;
/** Scores out of 100: for a guess, and for its lead over Western European encodings. */
const certain = { least: 18, lead: 15 };
const western = /^(?:windows-1252|ISO-8859-1|ISO-8859-15)$/;
/** Wide encodings are not guessed: they have a mark, or the body is no text. */
const wide = /^UTF-(?:16|32)/;

/** Japanese encoding whose bytes are all ASCII. */
const escapedCharset = (body: Uint8Array): string =>
  Buffer.from(body.subarray(0, guessedBytes)).includes('\x1b$') ? 'iso-2022-jp' : 'utf-8';

/** Guesses by words outside ASCII, because any encoding fits markup and English. */
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

/** Whether the text decodes well; a stray byte in thousands is a mistake. */
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
  // A declaration that was read as ASCII cannot be right about UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined; // An unknown encoding is treated as absent.
  }
}

function validUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function decode(body: Uint8Array, charset: string): string {
  return charset === 'windows-1252' ? windows1252(body) : new TextDecoder(charset).decode(body);
}

/**
 * Decodes Windows-1252 itself: Node.js 20 decodes 0x80–0x9F as control characters, not as quotation marks, dashes and
 * the euro.
 */
function windows1252(body: Uint8Array): string {
  return Buffer.from(body)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (char) => upperControls[char.charCodeAt(0) - 0x80] ?? char);
}

const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'.split('');

/** Kind of page, which decides how its text is extracted. */
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

/** Types that servers use for unknown files. */
const anyFile: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download',
]);

/** Kind of a media type in lower case without parameters; undefined for types that are not read. */
export function pageKind(mediaType: string): PageKind | undefined {
  const known = kinds[mediaType];
  if (known !== undefined) return known;
  if (mediaType.endsWith('+json')) return 'json';
  return mediaType.endsWith('+xml') && !mediaType.startsWith('image/') ? 'xml' : undefined;
}

/** Whether the first bytes may belong to a page that is read. */
export function mayBeRead(mediaType: string): boolean {
  return mediaType === '' || anyFile.has(mediaType) || pageKind(mediaType) !== undefined;
}

/** Whether the body is a PDF file, whatever type it was given on its way. */
export function beginsAsPdf(start: Uint8Array): boolean {
  return /^\s*%PDF-\d\.\d\s/.test(beginning(start, 64));
}

/** Beginning in Latin-1, without a byte order mark of UTF-8. */
const beginning = (body: Uint8Array, bytes: number): string =>
  Buffer.from(body.subarray(0, bytes))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');

/** Media type by header and beginning; undefined if neither shows it. */
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

/** Explains to people why a page of this type is not read. */
export function unreadType(mediaType: string): string {
  return `it is of the type ${mediaType}; only HTML, plain text, Markdown, JSON, XML and PDF are read`;
}
