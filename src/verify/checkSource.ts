import type { Entry, Source } from '../debate/entry';
import type { CheckResult, VerificationData, VerificationStatus } from '../debate/entryData';
import { figureFindings, misplacedNote } from '../debate/figureFindings';
import {
  findQuote,
  lineRangeToOffsets,
  normaliseText,
  offsetsToLines,
  sameStatement,
  type NormalisedText,
  type QuoteMatch,
} from '../debate/quote';
import { claimStands, tiedSentences } from '../debate/rules/evidenceGate';
import type { SourceUrl } from '../debate/sourceUrl';

/** The text a source is checked against, and where it came from. */
export interface CheckedText {
  text: string;
  title: string;
  sha256: string;
  /** Said with the `exists` check: a file that changed since the manifest, a copy from an archive. */
  note?: string;
}

/** What a model said of claim and passage; undefined where none was asked. */
export type Support = { answer: 'supports' | 'contradicts' | 'does_not_say'; explanation: string };

type Checks = NonNullable<VerificationData['checks']>;
type CheckName = 'exists' | 'quote' | 'figures' | 'attribution' | 'support';

interface Verdict {
  result: CheckResult;
  note?: string;
}

export interface CodeChecks {
  checks: Record<CheckName, Verdict>;
  passage: { start: number; end: number } | undefined;
  match: QuoteMatch | undefined;
  snapshot: string;
}

/** All that code can decide about one source: the quote at the cited lines, the figures of what is tied to it. */
export function checkSource(cited: { entry: Entry; source: Source; url: SourceUrl }, text: CheckedText): CodeChecks {
  const { entry, source, url } = cited;
  const normal = normaliseText(text.text);
  const range = citedRange(url, text.text);
  const match = quoteMatch(normal, source, range);
  const part = range === 'missing' ? '' : range === undefined ? text.text : text.text.slice(range.start, range.end);
  return {
    checks: {
      exists: { result: 'pass', ...(text.note === undefined ? {} : { note: text.note }) },
      quote: quoteVerdict(match, { normal, source, text: text.text, range }),
      // Rule 24: a figure that is labelled as conjecture is not attributed to the source.
      figures: entry.type === 'conjecture' ? { result: 'not_applicable' } : figureVerdict(tiedSentences(entry, source), part),
      attribution: { result: 'not_applicable' },
      support: supportByCode(entry, source),
    },
    passage: match?.start === undefined ? undefined : { start: match.start, end: match.end },
    match,
    snapshot: text.sha256,
  };
}

type Range = { start: number; end: number } | undefined | 'missing';

function citedRange(url: SourceUrl, text: string): Range {
  if (url.kind !== 'workspace' || url.lines === undefined) return undefined;
  return lineRangeToOffsets(text, url.lines.start, url.lines.end) ?? 'missing';
}

function quoteMatch(normal: NormalisedText, source: Source, range: Range): QuoteMatch | undefined {
  if (source.quote === undefined || source.quote.trim() === '' || range === 'missing') return undefined;
  return findQuote(normal, source.quote, range);
}

function quoteVerdict(
  match: QuoteMatch | undefined,
  where: { normal: NormalisedText; source: Source; text: string; range: Range },
): Verdict {
  if (where.range === 'missing') return { result: 'fail', note: 'The file has no such lines.' };
  if (match === undefined) return { result: 'not_applicable', note: 'Nothing was quoted.' };
  switch (match.kind) {
    case 'exact':
      return { result: 'pass' };
    case 'too_short':
      return { result: 'not_judged', note: 'A quotation of under 12 characters proves nothing.' };
    case 'approximate':
      if (match.typographic) return { result: 'approximate', note: `Only the punctuation differs: ${differences(match)}.` };
      return { result: 'fail', note: `The words differ: ${differences(match)}.${elsewhere(where)}` };
    case 'missing':
      return { result: 'fail', note: `The quotation does not stand there.${elsewhere(where)}` };
  }
}

function differences(match: QuoteMatch): string {
  const shown = match.differing.slice(0, 5).map(({ quoted, found }) => {
    if (quoted === '') return `“${found}” is left out`;
    return found === '' ? `“${quoted}” is not there` : `“${quoted}” stands there as “${found}”`;
  });
  return shown.join('; ');
}

/** Where the quotation does stand, when it is not at the cited lines. */
function elsewhere({ normal, source, text, range }: { normal: NormalisedText; source: Source; text: string; range: Range }): string {
  if (range === undefined) return '';
  const match = findQuote(normal, source.quote ?? '');
  if (match.kind !== 'exact') return '';
  const { startLine, endLine } = offsetsToLines(text, match.start, match.end);
  return ` It stands at lines ${startLine}–${endLine}, not at those cited.`;
}

function figureVerdict({ sentences: tied, isPlaced }: ReturnType<typeof tiedSentences>, part: string): Verdict {
  const { missing, misplaced, any } = figureFindings(tied, part);
  if (missing.length > 0 && !isPlaced) {
    const note = 'Neither the claim nor the quotation stands in the entry, and its figures are not all found in the source.';
    return { result: 'not_judged', note };
  }
  if (missing.length > 0) return { result: 'fail', note: `Not found in the cited text: ${missing.join(', ')}.` };
  // Words next to a figure are too little to punish for, and enough not to let it pass.
  if (misplaced.length > 0) return { result: isPlaced ? 'approximate' : 'not_judged', note: misplacedNote(misplaced) };
  return { result: any ? 'pass' : 'not_applicable' };
}

/** `same` when the claim is the quotation itself: then nothing is left to judge. */
function supportByCode(entry: Entry, source: Source): Verdict {
  const { claim, quote } = source;
  if (quote === undefined || quote.trim() === '') return { result: 'not_judged' };
  if (claim !== undefined && claim.trim() !== '') {
    if (!claimStands(entry.content, source)) {
      return { result: 'not_judged', note: 'The claim that was named is no sentence of the entry.' };
    }
    return sameStatement(claim, quote) ? { result: 'same' } : { result: 'not_judged' };
  }
  const stands = normaliseText(entry.content).text.includes(normaliseText(quote).text.trim());
  return stands ? { result: 'same', note: 'No claim was named; the entry quotes the passage itself.' } : { result: 'not_judged' };
}

export const supportResults: Record<Support['answer'], CheckResult> = {
  supports: 'pass',
  contradicts: 'fail',
  does_not_say: 'fail',
};

/** The status by the table of `verification.md`, with the words that explain it. */
export function settle(url: string, code: CodeChecks, support: Support | undefined): VerificationData {
  const verdicts: CodeChecks['checks'] = {
    ...code.checks,
    ...(support === undefined ? {} : { support: { result: supportResults[support.answer], note: support.explanation } }),
  };
  const entries = Object.entries(verdicts) as [CheckName, Verdict][];
  const checks = Object.fromEntries(entries.map(([name, verdict]) => [name, verdict.result])) as Checks;
  const notes = Object.fromEntries(
    entries.flatMap(([name, verdict]) => (verdict.note === undefined ? [] : [[name, verdict.note]])),
  );
  const status = statusOf(checks);
  return {
    ...{ url, status, confidence: confidenceOf(status, code.match), checks, notes },
    snapshot: code.snapshot,
    passage: code.passage ?? null,
    explanation: explain(status, checks, notes),
  };
}

function statusOf(checks: Checks): VerificationStatus {
  const { exists, quote, figures, attribution, support } = checks;
  if (exists !== 'pass') return 'unverified';
  if ([quote, figures, attribution, support].includes('fail')) return 'unreliable';
  const stands = quote === 'pass' && (figures === 'pass' || figures === 'not_applicable');
  const isSupported = support === 'pass' || support === 'same';
  const isAttributed = attribution === 'pass' || attribution === 'not_applicable';
  return stands && isSupported && isAttributed ? 'verified' : 'unverified';
}

function confidenceOf(status: VerificationStatus, match: QuoteMatch | undefined): 'high' | 'medium-high' | 'low' {
  if (status === 'verified') return 'high';
  return match?.kind === 'approximate' && match.typographic && match.ratio >= 0.9 ? 'medium-high' : 'low';
}

function explain(status: VerificationStatus, checks: Checks, notes: Record<string, string>): string {
  const said = Object.values(notes).join(' ');
  const judged = checks.support === 'not_judged' ? 'Whether it supports the claim was not judged.' : '';
  const stands = status === 'verified' ? 'The quotation stands verbatim at the cited place.' : '';
  return [stands, said, judged].filter((part) => part !== '').join(' ');
}
