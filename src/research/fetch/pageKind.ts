/** How the text of a page is got out of it. */
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

/** What servers call a file that they know nothing of. */
const anyFile: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download',
]);

/** Undefined for what is not read. `mediaType` is in lower case, without parameters. */
export function pageKind(mediaType: string): PageKind | undefined {
  const known = kinds[mediaType];
  if (known !== undefined) return known;
  if (mediaType.endsWith('+json')) return 'json';
  return mediaType.endsWith('+xml') && !mediaType.startsWith('image/') ? 'xml' : undefined;
}

/** Whether a page of this type may turn out to be one that is read, once its first bytes are seen. */
export function mayBeRead(mediaType: string): boolean {
  return mediaType === '' || anyFile.has(mediaType) || pageKind(mediaType) !== undefined;
}

/** PDF files begin so; also where they were called something else on their way. */
export function beginsAsPdf(start: Uint8Array): boolean {
  return /^\s*%PDF-\d\.\d\s/.test(
    Buffer.from(start.subarray(0, 64))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  );
}

/** What a page is, by what it was called and how it begins; undefined where nothing was said and nothing can be told. */
export function typeOf(mediaType: string, body: Uint8Array): string | undefined {
  if (beginsAsPdf(body)) return 'application/pdf';
  return mediaType === '' ? sniffedType(body) : mediaType;
}

function sniffedType(body: Uint8Array): string | undefined {
  if (body.includes(0)) return undefined;
  const start = Buffer.from(body.subarray(0, 1024))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^<\?xml\b/i.test(start) && !/<html\b/i.test(start)) return 'application/xml';
  return start.startsWith('<') ? 'text/html' : 'text/plain';
}

/** For people: why a page of this type is not read. */
export function unreadType(mediaType: string): string {
  return `it is of the type ${mediaType}; only HTML, plain text, Markdown, JSON, XML and PDF are read`;
}
