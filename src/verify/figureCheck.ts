import { figureFindings, figureWarning } from '../debate/figureFindings';
import { tiedSentences } from '../debate/rules/evidenceGate';
import type { TextLayout } from '../debate/sourceText';
import { bodyRanges, within, type CitedRange, type Range } from './citedRange';
import type { SourceCitation, Verdict } from './verdict';

/** Rule 24: the figures of what is tied to the source stand at the place cited, in what the author says. */
export function checkFigures(
  { entry, source }: SourceCitation,
  place: { text: string; layout: TextLayout | undefined; range: CitedRange; passage: Range | undefined },
): Verdict {
  // A figure that is labelled as conjecture is not attributed to the source.
  if (entry.type === 'conjecture') return { result: 'not_applicable' };
  const { sentences: tied, isPlaced } = tiedSentences(entry, source);
  const findings = figureFindings(tied, citedText(place));
  const { missing, any } = findings;
  if (any && place.range.kind === 'wordless') return { result: 'not_judged', note: place.range.note };
  if (findings.tooComplex !== undefined) {
    return {
      result: 'not_judged',
      note: `Figures were not looked for, too complex: the source has ${findings.tooComplex}. Cite the lines or the page they stand on.`,
    };
  }
  if (missing.length > 0 && !isPlaced) {
    const note =
      'Neither the claim nor the quotation stands in the entry, and its figures are not all found in the source.';
    return { result: 'not_judged', note };
  }
  if (missing.length > 0) return { result: 'fail', note: `Not found in the cited text: ${missing.join(', ')}.` };
  // Words next to a figure are too little to punish for, and enough not to let it pass; nor is a figure that is said to be rounded.
  const warning = figureWarning(findings);
  if (warning !== undefined) return { result: isPlaced ? 'approximate' : 'not_judged', note: warning };
  return { result: any ? 'pass' : 'not_applicable' };
}

function citedText({
  text,
  layout,
  range,
  passage,
}: {
  text: string;
  layout: TextLayout | undefined;
  range: CitedRange;
  passage: Range | undefined;
}): string {
  const body = bodyRanges(text, layout);
  const slices = (ranges: readonly Range[]): string =>
    ranges.map(({ start, end }) => text.slice(start, end)).join('\n\n');
  switch (range.kind) {
    case 'missing':
    case 'wordless':
      return '';
    case 'lines':
      return slices(within(body, range));
    case 'page': {
      // The passage may run over the edge of the page.
      const { start, end } = range.page;
      const touches = passage !== undefined && passage.start < end && passage.end > start;
      const wide = touches
        ? { start: Math.min(start, passage.start), end: Math.max(end, passage.end) }
        : { start, end };
      return slices(within(body, wide));
    }
    case 'whole':
      return slices(body);
  }
}
