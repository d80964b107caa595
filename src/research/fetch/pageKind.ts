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

/** Undefined for unread types. `mediaType` is in lower case, without parameters. */
export function pageKind(mediaType: string): PageKind | undefined {
  const known = kinds[mediaType];
  if (known !== undefined) return known;
  if (mediaType.endsWith('+json')) return 'json';
  return mediaType.endsWith('+xml') && !mediaType.startsWith('image/') ? 'xml' : undefined;
}

/** Whether the first bytes of a page of this type may show one that is read. */
export function mayBeRead(mediaType: string): boolean {
  return mediaType === '' || anyFile.has(mediaType) || pageKind(mediaType) !== undefined;
}

/** The beginning of PDF files, which may have been given another type on their way. */
export function beginsAsPdf(start: Uint8Array): boolean {
  return /^\s*%PDF-\d\.\d\s/.test(
    Buffer.from(start.subarray(0, 64))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  );
}

/** A page's kind, by its type and its beginning; undefined if neither shows it. */
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
