import { figuresIn, sourceFigures, type Figure, type SourceFigures } from './figures';
import { misfiledFigures, type MisfiledFigure } from './figureTables';
import { TooManyFigures } from './figureTally';
import { misplacedFigures, type MisplacedFigure } from './figurePlacement';
import { cutText } from './shortText';

/** What code can say of the figures of the sentences that are tied to a source. */
interface FigureFindings {
  /** As they are written, each once. */
  readonly missing: readonly string[];
  /** Not written in the source either, but they may follow from it. */
  readonly doubtful: readonly string[];
  /** Each stands in the source, but tied to something else than in the sentence. */
  readonly misplaced: readonly MisplacedFigure[];
  /** Each stands in the source, but for another row, column or year. */
  readonly misfiled?: readonly MisfiledFigure[];
  /** Figures that the sentence says are rounded, with what the source has. */
  readonly rounded: readonly { readonly figure: Figure; readonly exact: Figure }[];
  /** Whether there was anything to check. */
  readonly any: boolean;
  /** Why nothing was looked for. */
  readonly tooComplex?: string;
}

/** Rule 24 and its warning for all sentences tied to a source; the source is read once. */
export function figureFindings(tied: readonly string[], text: string, beside = ''): FigureFindings {
  const claims = tied.filter((sentence) => figuresIn(sentence).length > 0);
  if (claims.length === 0) return { missing: [], doubtful: [], misplaced: [], rounded: [], any: false };
  const source = sourceFigures(text, beside);
  if (source instanceof TooManyFigures)
    return { missing: [], doubtful: [], misplaced: [], rounded: [], any: true, tooComplex: source.message };
  return {
    missing: written(claims.flatMap((claim) => source.missing(claim))),
    doubtful: written(claims.flatMap((claim) => source.doubtful(claim))),
    misplaced: claims.flatMap((claim) => misplacedFigures(claim, source)),
    misfiled: claims.flatMap((claim) => misfiledFigures(claim, source)),
    rounded: claims.flatMap((claim) => roundedIn(claim, source)),
    any: true,
  };
}

const written = (figures: readonly Figure[]): string[] => [...new Set(figures.map((figure) => figure.raw.trim()))];

function roundedIn(claim: string, source: SourceFigures): { figure: Figure; exact: Figure }[] {
  return figuresIn(claim).flatMap((figure) => {
    const exact = source.standing(figure, claim).length > 0 ? undefined : source.rounded(figure, claim);
    return exact === undefined ? [] : [{ figure, exact }];
  });
}

/** The warnings in words, for the note of a check; undefined when there is nothing to warn of. */
export function figureWarning({ misplaced, misfiled = [], rounded }: FigureFindings): string | undefined {
  const roundings = rounded.map(
    ({ figure, exact }) => `“${figure.raw.trim()}” is rounded: the source says “${exact.raw.trim()}”.`,
  );
  const said = [...new Set([...roundings, ...misplacements(misplaced), ...misfiled.map(filing)])];
  return said.length === 0 ? undefined : said.join(' ');
}

const filing = ({ figure, there, named }: MisfiledFigure): string =>
  `“${figure.raw.trim()}” stands in the source for “${there}”, not for “${named}”.`;

function misplacements(misplaced: readonly MisplacedFigure[]): string[] {
  return misplaced.map(({ figure, instead, sentence }) => {
    const shown = cutText(sentence, 240);
    return `“${figure.raw.trim()}” stands in the source with another quantity; what the claim names has “${instead}” there: “${shown}”`;
  });
}
