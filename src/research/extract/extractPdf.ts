import type { Extracted } from './extractPage';
import { pdfText } from './pdfText';
import { textLayout } from './textLayout';

const extractor = { name: 'pdf', version: 2 };

/** The text of a PDF document with its pages, or why there is none. Rejects only with the signal's reason. */
export async function extractPdf(body: Uint8Array, signal?: AbortSignal): Promise<Omit<Extracted, 'title'> & { title?: string }> {
  const read = await pdfText(body, signal);
  if (!read.ok) return { text: '', extractor, unread: read.reason };
  const { text, pages } = read;
  return { ...read.facts, text, extractor, layout: { ...textLayout(text, { isMarkdown: false }), pages } };
}
