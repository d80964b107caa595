import type { Extracted } from './extractPage';
import { pdfText } from './pdfText';

const extractor = { name: 'pdf', version: 1 };

/** The text of a PDF document with its pages, or why there is none. Rejects only with the signal's reason. */
export async function extractPdf(body: Uint8Array, signal?: AbortSignal): Promise<Omit<Extracted, 'title'> & { title?: string }> {
  const read = await pdfText(body, signal);
  if (!read.ok) return { text: '', extractor, unread: read.reason };
  return { ...read.facts, text: read.text, extractor, layout: { pages: read.pages } };
}
