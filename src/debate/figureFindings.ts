import { SourceFigures, figuresIn } from './figures';
import { misplacedFigures, type MisplacedFigure } from './figurePlacement';

/** What code can say of the figures of the sentences that are tied to a source. */
export interface FigureFindings {
  /** As they are written, each once. */
  readonly missing: readonly string[];
  /** Each stands in the source, but tied to something else than in the sentence. */
  readonly misplaced: readonly MisplacedFigure[];
  /** Whether there was anything to check. */
  readonly any: boolean;
}

/** Rule 24 and its warning for all sentences tied to a source; the source is read once. */
export function figureFindings(tied: readonly string[], text: string): FigureFindings {
  const claims = tied.filter((sentence) => figuresIn(sentence).length > 0);
  if (claims.length === 0) return { missing: [], misplaced: [], any: false };
  const source = new SourceFigures(text);
  return {
    missing: [...new Set(claims.flatMap((claim) => source.missing(claim)).map((figure) => figure.raw))],
    misplaced: claims.flatMap((claim) => misplacedFigures(claim, source)),
    any: true,
  };
}

/** In words, for the note of a check. */
export function misplacedNote(misplaced: readonly MisplacedFigure[]): string {
  const said = misplaced.map(({ figure, instead, sentence }) => {
    const shown = sentence.length > 240 ? `${sentence.slice(0, 239)}…` : sentence;
    return `“${figure.raw.trim()}” stands in the source with another quantity; what the claim names has “${instead}” there: “${shown}”`;
  });
  return [...new Set(said)].join(' ');
}
