import { fileKind } from '../fileKind';
import type { EvidencePort } from './evidencePaths';
import { linesOf } from './textLines';

/** A stretch of evidence whose lines are counted from 1: a file, or one page of a document. */
export interface EvidencePart {
  lines: string[];
  page?: number;
}

/** The parts of an evidence file: its pages, where it has some, else the file as a whole. */
export async function evidenceParts(evidence: EvidencePort, path: string): Promise<EvidencePart[]> {
  const text = await evidence.text(path);
  // Asked for documents only: other files would be read a second time for nothing.
  const pages = fileKind(path) === 'pdf' ? (await evidence.document?.(path))?.layout?.pages : undefined;
  if (pages === undefined) return [{ lines: linesOf(text) }];
  return pages.map(({ page, start, end }) => ({ page, lines: linesOf(text.slice(start, end)) }));
}
