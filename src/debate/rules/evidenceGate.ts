import { correctionsOf } from '../log/data/common';
import { textAtPlace } from '../../matching/quote/citedText';
import { missingFigures, reckoningOf } from '../../matching/figures/figureFindings';
import { SourceFigures, unlessTooComplex } from '../../matching/figures/figures';
import { withoutFillers } from '../../matching/text/linedText';
import { MatchingSteps, TooComplex } from '../../matching/text/matchingSteps';
import { normaliseText } from '../../matching/quote/quote';
import { checkQuote, nearestSentence } from '../../matching/quote/quoteCheck';
import { cutText } from '../../matching/text/shortText';
import { parseSourceUrl } from '../../matching/text/sourceUrl';
import { StatedSentences } from './statedSentences';
import type { CapturedSource, CapturedText, UncapturedSource } from '../flow/step';
import type { CitedSource, Violation } from '../flow/tasks';
import type { SourcedEntry } from './spokenRules';

/**
 * Checks that quotations are in the captured sources, and that the figures of a sentence tied to a source are there
 * verbatim (rule 24). A debater may insist on a quotation or an invented source; the Verifier then decides.
 */
export function evidenceViolations(
  entry: SourcedEntry & { type?: string },
  sources: ReadonlyMap<string, CapturedSource>,
): Violation[] {
  return (entry.sources ?? []).flatMap((source) => {
    const captured = sources.get(source.url);
    if (captured === undefined) return [];
    const parsed = parseSourceUrl(source.url);
    if (parsed.kind === 'invalid') {
      return [{ rule: 'source', message: `“${source.url}” is no address of a source: ${parsed.reason}.` }];
    }
    if (captured.outcome !== 'read') return [uncaptured(source.url, captured)];
    // A conjecture is labelled as one, so rule 24 ignores its figures.
    const figures = entry.type === 'conjecture' ? [] : figureViolations(entry, source, captured);
    return [...quotationViolations(source, captured), ...figures];
  });
}

/** Says where the quotation is, if it is elsewhere; else shows the nearest passage. */
function quotationViolations({ url, quote = '' }: CitedSource, source: CapturedText): Violation[] {
  const { verdict, match, passage } = checkQuote(quote, source);
  if (verdict.standsAt !== undefined)
    return [
      {
        rule: 'source',
        message: `The quotation of ${url} stands there word for word, but ${verdict.standsAt}, not at the place cited. Keep it, and cite that place.`,
        insistable: true,
      },
    ];
  if (verdict.isSeam === true)
    return [
      {
        rule: 'source',
        message: `The quotation of ${url} takes together what stands in two pieces of the text. ${cutText(verdict.note ?? '', 200)} Quote from one of them.`,
        toldOnce: true,
      },
    ];
  if (verdict.result !== 'fail' || (source.isPartial === true && match?.kind === 'missing')) return [];
  const near =
    passage === undefined
      ? nearestSentence(quote, source)
      : withoutFillers(source.text.slice(passage.start, passage.end));
  const shown = near === undefined ? 'Nothing like it stands there.' : `What stands there: “${cutText(near, 240)}”.`;
  return [
    {
      rule: 'source',
      message: `The quotation of ${url} is wrong. ${cutText(verdict.note ?? '', 200)} ${shown} Quote what stands there.`,
      insistable: true,
      ...(near === undefined ? { needsReading: true } : {}),
    },
  ];
}

function uncaptured(url: string, captured: UncapturedSource): Violation {
  if (captured.outcome === 'outside') {
    return { rule: 'source', message: `${url} is outside the evidence and is never read: ${captured.reason}.` };
  }
  return {
    rule: 'source',
    message: `${url} was never captured in this debate: ${captured.reason}. Cite a source that you have read.`,
    insistable: true,
    needsReading: true,
    ...(captured.outcome === 'absent' ? {} : { leavesOut: url, why: captured.reason }),
  };
}

/** A missing figure is reported once and never costs a turn. If it stays, it is logged, and the Verifier doubts it. */
function figureViolations(entry: SourcedEntry, source: CitedSource, captured: CapturedText): Violation[] {
  const stated = unlessTooComplex(() => tiedSentences(entry, source));
  // The Verifier reports it, too.
  if (stated instanceof TooComplex) return [];
  const { sentences: tied, isPlaced } = stated;
  if (!isPlaced) return [];
  const { beside } = captured;
  const missing = missingFigures(tied, textAtPlace(captured), { beside, reckoning: reckoningOf(entry) });
  // “88,000, not 71,000” says what is corrected.
  const isWithdrawn = (raw: string): boolean =>
    correctionsOf(entry).some(({ statement = '' }) => statement.includes(raw));
  const figures = [...new Set(missing.map((figure) => figure.raw))].filter((raw) => !isWithdrawn(raw));
  if (figures.length === 0) return [];
  const elsewhere = figures.flatMap((figure) => placeOf(figure, tied, captured) ?? []);
  const names = `${figures.join(', ')} ${figures.length === 1 ? 'does' : 'do'} not stand at ${source.url}.`;
  const { start, end } = linesCited(captured);
  const there = cutText(captured.text.slice(start, end).replaceAll(/\s+/g, ' ').trim(), 200);
  const advice =
    'State the figure that stands there, or cite the lines that say what you claim. One sum, difference, product or share of two cited figures may be stated with both beside it, in the same unit.';
  return [{ rule: '24', message: [names, `There stands: “${there}”`, ...elsewhere, advice].join(' '), toldOnce: true }];
}

const linesCited = ({ text, range }: CapturedText): { start: number; end: number } =>
  range.kind === 'lines' ? range : { start: 0, end: text.length };

/** Lines of the source that have the figure, if the entry cites other lines. */
function placeOf(figure: string, tied: readonly string[], cited: CapturedText): string | undefined {
  const claim = tied.find((sentence) => sentence.includes(figure));
  const found = unlessTooComplex(() => {
    const source = new SourceFigures(cited.text);
    const own = claim === undefined ? undefined : source.claimed(claim).find(({ raw }) => raw === figure);
    return own === undefined ? undefined : source.proving(own)[0];
  });
  if (found === undefined || found instanceof TooComplex) return undefined;
  return `${figure} stands at line ${cited.linesOf(found).startLine}.`;
}

/**
 * Sentences that the source is cited for: its claim, and each sentence that carries its quotation. If the content holds
 * neither (`isPlaced` is false), only the claim is checked, because other sentences cite nothing.
 */
export function tiedSentences(
  entry: { content: string },
  source: Pick<CitedSource, 'claim' | 'quote'>,
  steps = new MatchingSteps(),
): { sentences: string[]; isPlaced: boolean } {
  const claim = source.claim?.trim() ?? '';
  const quote = source.quote?.trim() ?? '';
  const said = new StatedSentences(entry.content, steps);
  const quoting = said.carrying(quote);
  const tied = [...(claim === '' ? [] : [claim]), ...quoting.map(({ text }) => text)];
  const isPlaced = (claim === '' && quote === '') || quoting.length > 0 || said.claimed(source).length > 0;
  return { sentences: [...new Set(tied)], isPlaced };
}

export function claimStands(content: string, { claim }: Pick<CitedSource, 'claim'>): boolean {
  const flat = claim === undefined ? '' : normaliseText(claim).text.trim();
  return flat !== '' && normaliseText(content).text.includes(flat);
}
