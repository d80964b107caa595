import { missingFigures, unlessTooComplex } from '../figures';
import { MatchingSteps, TooComplex } from '../matchingSteps';
import { normaliseText } from '../quote';
import { checkQuote, nearestSentence } from '../quoteCheck';
import { cutText } from '../shortText';
import { parseSourceUrl } from '../sourceUrl';
import { StatedSentences } from '../statedSentences';
import type { CapturedSource } from '../step';
import type { CitedSource, Violation } from '../tasks';
import type { SourcedEntry } from './spokenRules';

/** Quotations are in the captured sources, and so, verbatim, are the figures of a sentence tied to one (rule 24). A debater may insist on a quotation or an invented source: the Verifier decides. */
export function evidenceViolations(
  entry: SourcedEntry & { type?: string },
  sources: ReadonlyMap<string, CapturedSource>,
): Violation[] {
  const read = (entry.sources ?? []).flatMap(({ url }) => {
    const captured = sources.get(url);
    return captured?.outcome === 'read' ? [captured] : [];
  });
  return (entry.sources ?? []).flatMap((source) => {
    const captured = sources.get(source.url);
    if (captured === undefined) return [];
    const parsed = parseSourceUrl(source.url);
    if (parsed.kind === 'invalid') {
      return [{ rule: 'source', message: `“${source.url}” is no address of a source: ${parsed.reason}.` }];
    }
    if (captured.outcome !== 'read') return [uncaptured(source.url, captured)];
    // A conjecture is labelled as such, so rule 24 ignores its figures.
    const figures = entry.type === 'conjecture' ? [] : figureViolations(entry, source, { own: captured, all: read });
    return [...quotationViolations(source, captured), ...figures];
  });
}

/** The note says where it is, if elsewhere; else the nearest passage is shown. */
function quotationViolations({ url, quote = '' }: CitedSource, source: CapturedText): Violation[] {
  const { verdict, match, passage } = checkQuote(quote, source);
  if (verdict.result !== 'fail' || (source.isPartial === true && match?.kind === 'missing')) return [];
  const near = passage === undefined ? nearestSentence(quote, source) : source.text.slice(passage.start, passage.end);
  const shown = near === undefined ? 'Nothing like it stands there.' : `What stands there: “${cutText(near, 240)}”.`;
  return [
    {
      rule: 'source',
      message: `The quotation of ${url} is wrong. ${cutText(verdict.note ?? '', 200)} ${shown} Quote what stands there, at the place cited.`,
      insistable: true,
      ...(near === undefined ? { needsReading: true } : {}),
    },
  ];
}

type CapturedText = Extract<CapturedSource, { outcome: 'read' }>;

function uncaptured(url: string, captured: Exclude<CapturedSource, { outcome: 'read' }>): Violation {
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

function figureViolations(
  entry: SourcedEntry,
  source: CitedSource,
  texts: { own: CapturedText; all: readonly CapturedText[] },
): Violation[] {
  const stated = unlessTooComplex(() => tiedSentences(entry, source));
  // The Verifier says so, too.
  if (stated instanceof TooComplex) return [];
  const { sentences: tied, isPlaced } = stated;
  // In the whole text: the Verifier decides whether they are at the cited lines, as it does for the quotation.
  const read = isPlaced ? [texts.own] : texts.all;
  const text = read.map((one) => one.text).join('\n\n');
  const beside = read.map(({ title, published = '' }) => `${title}\n${published}`).join('\n');
  const figures = [...new Set(missingFigures(tied, text, beside).map((figure) => figure.raw))];
  if (figures.length === 0) return [];
  return [
    {
      rule: '24',
      message: `${figures.join(', ')} ${figures.length === 1 ? 'does' : 'do'} not stand in ${source.url}. Use the figure as it stands there, or label the claim [CONJECTURE].`,
      curedBy: 'conjecture',
    },
  ];
}

/**
 * What the source is cited for: its claim, and each sentence that carries its quotation. If the content holds neither
 * (`isPlaced` false), nothing but the claim is held against the source: other sentences cite nothing.
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
