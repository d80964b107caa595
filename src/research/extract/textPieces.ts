import type { PartKind, TextLayout, SourcePart } from '../../debate/sourceText';
import { readableText } from './readableText';

export interface TextPiece {
  kind: PartKind;
  text: string;
}

/** Pieces as one text, in their order, with an empty line between them; no layout where all of it is body in one piece. */
export function textOfPieces(pieces: readonly TextPiece[]): { text: string; layout?: TextLayout } {
  let text = '';
  const parts: SourcePart[] = [];
  for (const piece of pieces) {
    const words = readableText(piece.text).trim();
    if (words === '') continue;
    if (text !== '') text += '\n\n';
    parts.push({ kind: piece.kind, start: text.length, end: text.length + words.length });
    text += words;
  }
  const isPlain = parts.length === 0 || (parts.length === 1 && parts[0]?.kind === 'body');
  return isPlain ? { text } : { text, layout: { parts } };
}
