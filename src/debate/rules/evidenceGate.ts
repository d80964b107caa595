import { missingFigures } from '../figures';
import { lineRangeToOffsets, normaliseText } from '../quote';
import { parseSourceUrl } from '../sourceUrl';
import type { CapturedSource } from '../step';
import type { CitedSource, SpokenEntry, Violation } from '../tasks';
import { sentences } from '../text';

/** Captured sources, and rule 24: figures of a sentence tied to a source stand verbatim in it. */
export function evidenceViolations(
  entry: SpokenEntry,
  sources: ReadonlyMap<string, CapturedSource>,
): Violation[] {
  return (entry.sources ?? []).flatMap((source) => {
    const captured = sources.get(source.url);
    if (captured === undefined) return [];
    if (captured.outcome !== 'read') return [uncaptured(source.url, captured)];
    // A conjecture is labelled as such: rule 24 leaves its figures alone.
    return entry.type === 'conjecture' ? [] : figureViolations(entry, source, captured.text);
  });
}

function uncaptured(url: string, captured: Exclude<CapturedSource, { outcome: 'read' }>): Violation {
  if (captured.outcome === 'outside') {
    return { rule: 'source', message: `${url} is outside the evidence and is never read: ${captured.reason}.` };
  }
  return {
    rule: 'source',
    message: `${url} was never captured in this debate: ${captured.reason}. Cite a source that you have read.`,
    insistable: true,
  };
}

function figureViolations(entry: SpokenEntry, source: CitedSource, text: string): Violation[] {
  const cited = citedPart(source.url, text);
  if (cited === undefined) return []; // The lines do not exist: the Verifier says so.
  const missing = tiedSentences(entry, source).flatMap((sentence) => missingFigures(sentence, cited));
  const figures = [...new Set(missing.map((figure) => figure.raw))];
  if (figures.length === 0) return [];
  return [
    {
      rule: '24',
      message: `${figures.join(', ')} ${figures.length === 1 ? 'does' : 'do'} not stand in ${source.url}. Use the figure as it stands there, or label the claim [CONJECTURE].`,
      curedBy: 'conjecture',
    },
  ];
}

/** The text at the cited lines; the whole text when no lines are cited; undefined when they do not exist. */
export function citedPart(url: string, text: string): string | undefined {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'workspace' || parsed.lines === undefined) return text;
  const range = lineRangeToOffsets(text, parsed.lines.start, parsed.lines.end);
  return range === undefined ? undefined : text.slice(range.start, range.end);
}

/** The claim, and each sentence of the content in which the quote stands. */
export function tiedSentences(entry: { content: string }, source: Pick<CitedSource, 'claim' | 'quote'>): string[] {
  const tied = new Set<string>();
  if (source.claim !== undefined && source.claim.trim() !== '') tied.add(source.claim);
  const quote = source.quote === undefined ? '' : normaliseText(source.quote).text.trim();
  if (quote !== '') {
    for (const sentence of sentences(entry.content)) {
      const flat = normaliseText(sentence.text).text.trim();
      if (flat.includes(quote) || (flat.length >= 12 && quote.includes(flat))) tied.add(sentence.text);
    }
  }
  return [...tied];
}
