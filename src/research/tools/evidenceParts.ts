import { isLined, plainLine } from '../../debate/linedText';
import type { PartKind, TextLayout } from '../../debate/sourceText';
import { fileKind } from '../fileKind';
import type { EvidencePort } from './evidencePaths';
import { linesOf } from './textLines';

/** A part of the evidence whose lines are counted from 1: a file, or one page of a document. */
export interface EvidencePart {
  lines: string[];
  page?: number;
  /** The kind of each line, if the markup's empty lines should be hidden. */
  kinds?: PartKind[];
}

/** The parts of an evidence file: its pages, if it has some, else the whole file. */
export async function evidenceParts(evidence: EvidencePort, path: string): Promise<EvidencePart[]> {
  const text = await evidence.text(path);
  const kind = fileKind(path);
  // Called only if there may be facts: other files would be read a second time for nothing.
  const { layout, extractor } = (kind === 'pdf' || kind === 'html' ? await evidence.document?.(path) : undefined) ?? {};
  if (isLined({ extractor: extractor?.name }))
    return [{ lines: linesOf(text).map(plainLine), kinds: kindsOfLines(text, layout) }];
  const pages = layout?.pages;
  if (pages === undefined) return [{ lines: linesOf(text) }];
  return pages.map(({ page, start, end }) => ({ page, lines: linesOf(text.slice(start, end)) }));
}

/** By the first visible character. */
function kindsOfLines(text: string, layout: TextLayout | undefined): PartKind[] {
  const parts = (layout?.parts ?? []).filter(({ kind }) => kind !== 'body');
  let [at, next] = [0, 0];
  return linesOf(text).map((line) => {
    const said = at + Math.max(0, line.search(/[^\s\u2062\u2063]/));
    at += line.length;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    while ((parts[next]?.end ?? Infinity) <= said) next += 1;
    const part = parts[next];
    return part !== undefined && part.start <= said ? part.kind : 'body';
  });
}
