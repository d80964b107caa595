import type { Extracted } from './extractPage';
import { extractors } from './extractors';
import { textLayout } from './textLayout';

const extractor = extractors.pdf;

/** The text of a PDF document with its pages, or why there is none. Does not reject. */
export async function extractPdf(body: Uint8Array): Promise<Omit<Extracted, 'title'> & { title?: string }> {
  // Its parser is heavy, and changes the globals of its thread.
  const read = await (await import('./pdfPage')).readPdf(body);
  if (!read.ok) return { text: '', extractor, unread: { reason: read.reason, detail: read.detail } };
  const { text, pages } = read;
  return { ...read.facts, text, extractor, layout: { ...textLayout(text, { isMarkdown: false }), pages } };
}
