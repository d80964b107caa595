/** How the text of a page is got out of it. */
export type PageKind = 'html' | 'text' | 'markdown' | 'json' | 'xml';

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
};

/** Undefined for what is not read. `mediaType` is in lower case, without parameters. */
export function pageKind(mediaType: string): PageKind | undefined {
  const known = kinds[mediaType];
  if (known !== undefined) return known;
  if (mediaType.endsWith('+json')) return 'json';
  return mediaType.endsWith('+xml') && !mediaType.startsWith('image/') ? 'xml' : undefined;
}

/** Of a page that came without a content type. */
export function sniffedType(body: Uint8Array): string | undefined {
  if (body.includes(0)) return undefined;
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1').replace(/^\xef\xbb\xbf/, '').trimStart();
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (/^<\?xml\b/i.test(start) && !/<html\b/i.test(start)) return 'application/xml';
  return start.startsWith('<') ? 'text/html' : 'text/plain';
}

/** For people: why a page of this type is not read. */
export function unreadType(mediaType: string): string {
  if (mediaType === 'application/pdf') return 'it is a PDF document; this version reads none from the web';
  return `it is of the type ${mediaType}; only HTML, plain text, Markdown, JSON and XML are read`;
}
