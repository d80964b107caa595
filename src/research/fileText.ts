import type { TextLayout } from '../debate/sourceText';
import { describeBinary } from './admission';
import { decodeText } from './decodeText';
import type { PageFacts } from './extract/extractPage';
import { extractPdf } from './extract/extractPdf';
import { textLayout } from './extract/textLayout';
import { fileKind } from './fileKind';

/** The text of an evidence file. For kinds that are text themselves it is the file's, and there is nothing more to say. */
export interface FileText extends PageFacts {
  text: string;
  title?: string;
  layout?: TextLayout;
  /** What took the text out of the body; the text is the body's own where it is left out. */
  extractor?: { name: string; version: number };
}

/** What a document says of itself, and where its pages stand in its text. */
export type DocumentFacts = Pick<FileText, 'title' | 'layout'>;

export type ReadText = (FileText & { ok: true }) | { ok: false; reason: 'binary' | 'pdf'; detail: string };

/** The text of a file with this name. Rejects only with the signal's reason. */
export async function fileText(path: string, body: Uint8Array, signal?: AbortSignal): Promise<ReadText> {
  const kind = fileKind(path);
  if (kind === 'pdf') {
    const { unread, ...read } = await extractPdf(body, signal);
    return unread === undefined ? { ok: true, ...read } : { ok: false, reason: 'pdf', detail: unread };
  }
  const text = decodeText(body);
  if (text === undefined) return { ok: false, reason: 'binary', detail: describeBinary(body) };
  const layout = kind === 'markdown' || kind === 'text' ? textLayout(text, { isMarkdown: kind === 'markdown' }) : undefined;
  return { ok: true, text, ...(layout === undefined ? {} : { layout }) };
}
