import type { TextLayout } from '../matching/text/sourceText';
import { describeBinary } from './admission';
import { extractPdf, type PageFacts, type Unread } from './extract/extractPage';
import { textLayout } from './extract/textLayout';
import { countLines, SourceTooComplex } from './extract/work';
import { decodeText, fileKind, type FileKind } from './fileKind';

/**
 * Text and facts of a file. A text file is its own text, without facts; HTML becomes a lined text (see
 * `matching/text/linedText.ts`).
 */
export interface FileText extends PageFacts {
  text: string;
  title?: string | undefined;
  layout?: TextLayout | undefined;
  /** The extractor; absent if the text is the body itself. */
  extractor?: { name: string; version: number } | undefined;
}

/** A document's facts, with the offsets of its pages and parts. */
export type DocumentFacts = Pick<FileText, 'title' | 'layout' | 'extractor' | 'published'>;

export type ReadText =
  | (FileText & { ok: true })
  | { ok: false; reason: 'binary' | 'pdf' | 'too_complex'; detail: string };

/** The text of a file with this name. Does not reject on content. */
export async function fileText(path: string, body: Uint8Array): Promise<ReadText> {
  try {
    return await textOfKind(fileKind(path), body);
  } catch (error) {
    if (!(error instanceof SourceTooComplex)) throw error;
    return { ok: false, reason: error.code, detail: error.message };
  }
}

async function textOfKind(kind: FileKind | undefined, body: Uint8Array): Promise<ReadText> {
  if (kind === 'pdf') {
    const { unread, ...read } = await extractPdf(body);
    return unread === undefined ? { ok: true, ...read } : refusedDocument(unread);
  }
  const text = decodeText(body);
  if (text === undefined) return { ok: false, reason: 'binary', detail: describeBinary(body) };
  countLines(text);
  // The HTML parser is large, and most evidence has no HTML.
  if (kind === 'html') return { ok: true, ...(await import('./extract/htmlPage')).htmlLines(text) };
  const layout =
    kind === 'markdown' || kind === 'text' ? textLayout(text, { isMarkdown: kind === 'markdown' }) : undefined;
  return { ok: true, text, layout };
}

const refusedDocument = ({ reason, detail }: Unread): ReadText => ({
  ok: false,
  reason: reason === 'too_complex' ? reason : 'pdf',
  detail,
});
