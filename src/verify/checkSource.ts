import { dataField } from '../debate/dataField';
import { offsetsToLines, type QuoteMatch } from '../debate/quote';
import { turningWords } from '../debate/quoteCut';
import { isWall, mayHideText } from '../research/extract/wall';
import { checkAttribution } from './attributionCheck';
import { citedRange, type Range } from './citedRange';
import { checkFigures } from './figureCheck';
import { checkQuote } from './quoteCheck';
import { readingOf } from './reading';
import { supportByCode } from './supportCheck';
import type { SourceCitation, CheckedText, Verdict } from './verdict';

export const checkNames = ['exists', 'quote', 'figures', 'attribution', 'support'] as const;
export type CheckName = (typeof checkNames)[number];

export interface CodeChecks {
  checks: Record<CheckName, Verdict>;
  passage: { start: number; end: number } | undefined;
  match: QuoteMatch | undefined;
  page: CheckedText;
  /** What came may not be what was meant: then nothing follows from what does not stand in it. */
  isHidden?: true;
}

/** All that code can decide about one source. */
export function checkSource(cited: SourceCitation, page: CheckedText): CodeChecks {
  const reading = readingOf(page);
  const { text, layout } = reading;
  const range = reading.placed(citedRange(cited.url, page.text, page.layout));
  const linesOf = (found: Range) => {
    const { start, end } = reading.toKept(found);
    return offsetsToLines(page.text, start, end);
  };
  const { verdict, match, passage } = checkQuote(cited.source.quote, { text, layout, range, linesOf });
  if (isHidden(cited, page, match)) return hidden(page);
  return {
    checks: {
      exists: { result: 'pass', ...(page.note === undefined ? {} : { note: page.note }) },
      quote: verdict,
      figures: checkFigures(cited, { text, layout, range, passage }),
      attribution: checkAttribution(cited, page),
      support: notTurned(
        supportByCode(cited.entry, cited.source),
        { text, contentType: page.contentType ?? '' },
        passage,
      ),
    },
    passage: passage === undefined ? undefined : reading.toKept(passage),
    match,
    page,
  };
}

/** A claim that repeats a piece of a sentence is the same as that piece, but perhaps not what the sentence says. */
function notTurned(
  support: Verdict,
  { text, contentType }: { text: string; contentType: string },
  passage: Range | undefined,
): Verdict {
  if (support.result !== 'same' || passage === undefined) return support;
  const { start, end } = dataField(text, passage, contentType) ?? { start: 0, end: text.length };
  const words = turningWords(text.slice(start, end), { start: passage.start - start, end: passage.end - start });
  if (words === undefined) return support;
  return { result: 'not_judged', note: `The quotation leaves out of its sentence what may turn it: “${words}”.` };
}

/** A login, a captive portal, a paywall: never a reason to call a source unreliable. What is found on such a page stands there all the same. */
function isHidden({ url, source }: SourceCitation, page: CheckedText, match: QuoteMatch | undefined): boolean {
  if (url.kind !== 'web') return false;
  const received = {
    url: url.url,
    finalUrl: page.archived === undefined ? (page.finalUrl ?? url.url) : url.url,
    title: page.title,
    text: page.text,
    layout: page.layout,
  };
  const isQuoted = source.quote !== undefined && source.quote.trim() !== '';
  if (!isQuoted) return isWall(received);
  return match?.kind === 'missing' && mayHideText(received);
}

function hidden(page: CheckedText): CodeChecks {
  const open: Verdict = { result: 'not_judged' };
  const note =
    'What came looks like a login or bot wall, or like the part of a page that a paywall shows, not like the whole page.';
  return {
    checks: { exists: { result: 'not_judged', note }, quote: open, figures: open, attribution: open, support: open },
    passage: undefined,
    match: undefined,
    page,
    isHidden: true,
  };
}
