import { textAtPlace } from '../matching/quote/citedText';
import { dataField } from '../debate/log/dataField';
import { normaliseText, type NormalisedText, type QuoteMatch } from '../matching/quote/quote';
import { Needle, occurrences, verbatimForms } from '../matching/quote/verbatimSearch';
import { withEscapesRead } from '../matching/text/noteMarks';
import { caseDifference } from '../matching/quote/quoteDoubts';
import { turningWords } from '../matching/quote/quoteOmission';
import { barrierOf, mayHideText, type ReceivedPage } from '../research/extract/accessBarrier';
import { checkQuote, citedRange, type CitedRange, type Range, type Verdict } from '../matching/quote/quoteCheck';
import { keptLines, readingOf } from './sharedReads';
import { supportByCode, type CheckedText, type SourceCitation } from './supportCheck';
import { figureFindings, figureWarning, reckoningOf } from '../matching/figures/figureFindings';
import { figuresIn, unlessTooComplex } from '../matching/figures/figures';
import { MatchingSteps, TooComplex } from '../matching/text/matchingSteps';
import { wordingBefore } from '../debate/rules/mending';
import { cutText } from '../matching/text/shortText';
import { tiedSentences } from '../debate/rules/evidenceGate';
import type { CheckName } from '../debate/log/sourceMark';
import type { TextLayout } from '../matching/text/sourceText';
import type { SourceUrl } from '../matching/text/sourceUrl';
import { wordSet } from '../matching/text/text';

/**
 * Title, authors and year. Only a clear contradiction fails: sites rename pages, debaters shorten and translate titles.
 */
function checkAttribution({ source, entry, url }: SourceCitation, page: CheckedText): Verdict {
  if (url.kind !== 'web') return { result: 'not_applicable' };
  const year = checkYear({ cited: [source.title], named: [source.claim ?? '', entry.content] }, page);
  if (year !== undefined) return { result: 'fail', note: year };
  return checkTitle(source.title, page);
}

function checkTitle(title: string, page: CheckedText): Verdict {
  const cited = words(title);
  if (cited.length === 0 || /^https?:/i.test(title.trim())) return { result: 'not_applicable' };
  const own = words(page.title);
  const around = [...(page.authors ?? []), page.site ?? ''].flatMap(words);
  // "Lee (2021): The title", "The title | The site".
  const bare = (all: readonly string[]): string[] =>
    all.filter((word) => !around.includes(word) && !/^\d{4}$/.test(word));
  if (isPartOf(bare(cited), own) || isPartOf(bare(own), cited)) return { result: 'pass' };
  if (isContradicted(title, page)) {
    const known = page.site === undefined ? `“${page.title}”` : `“${page.title}” of ${page.site}`;
    return {
      result: 'fail',
      note: `It was cited as “${title}”, but what stands there is ${known}, which has none of these words.`,
    };
  }
  return { result: 'not_judged', note: `It was cited as “${title}”; the page calls itself “${page.title}”.` };
}

const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length > 0 && part.every((word) => whole.includes(word));

/** Titles of a few words or in another language are no mistakes. */
function isContradicted(title: string, page: CheckedText): boolean {
  const cited = words(title);
  if (cited.length < 3 || words(page.title).length < 2 || !isEnglish(title) || !isEnglish(page.text.slice(0, 20_000)))
    return false;
  const known = new Set(
    [page.title, page.site ?? '', ...(page.authors ?? []), page.finalUrl ?? '', page.text].flatMap(words),
  );
  return !cited.some((word) => known.has(word));
}

/** By its function words. */
function isEnglish(text: string): boolean {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const little = all.filter((word) => englishWords.has(word)).length;
  const foreign = all.filter((word) => foreignWords.has(word)).length;
  return little > 0 && foreign === 0 ? true : little > foreign * 10;
}

const englishWords = wordSet(
  'the of and to is are for with how why what that this from by its their which has have was were',
);
const foreignWords = wordSet(
  'der die das und ist für mit ein eine von zu den le la les et est pour dans une des du el los las y de del que para il lo gli e di che per un una het een van en',
);
const littleWords = wordSet(
  'a an the of and or to in on at for with how why what that this from by its is are was were as et al com org net www http https html',
);

function words(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !littleWords.has(word));
}

/**
 * In brackets after an author's name, or in the cited title, against the page's year of publication. One year passes
 * between writing and print; a year on the page itself has a reason.
 */
function checkYear(
  { cited, named }: { cited: readonly string[]; named: readonly string[] },
  page: CheckedText,
): string | undefined {
  const published = /^\d{4}/.exec(page.published ?? '')?.[0];
  if (published === undefined) return undefined;
  const surnames = (page.authors ?? []).flatMap((author) =>
    author.includes(',') ? words(author.replace(/,.*/s, '')) : words(author).slice(-1),
  );
  const years = [
    ...cited.flatMap((title) => [...title.matchAll(/\(((?:19|20)\d\d)[a-z]?\)/g)].map(([, year = '']) => year)),
    ...named.flatMap((text) =>
      [
        ...text.matchAll(
          /(\p{Lu}[\p{L}'’-]{1,60})(?:,? et al\.?| and [^\s(]+| & [^\s(]+)?,? \(((?:19|20)\d\d)[a-z]?\)/gu,
        ),
      ]
        .filter(([, name = '']) => words(name).some((word) => surnames.includes(word)))
        .map(([, , year = '']) => year),
    ),
  ];
  const stated = new Set(`${page.title} ${page.finalUrl ?? ''} ${page.text}`.match(/(?:19|20)\d\d/g) ?? []);
  const wrong = years.filter((year) => Math.abs(Number(year) - Number(published)) > 1 && !stated.has(year));
  // A title may name several works.
  if (wrong.length === 0 || wrong.length < years.length) return undefined;
  return `It was cited as of ${wrong[0] ?? ''}, but the page says that it was published in ${published}.`;
}

type CodeVerdicts = Record<CheckName, Verdict>;

export interface CodeChecks {
  checks: CodeVerdicts;
  passage: { start: number; end: number } | undefined;
  match: QuoteMatch | undefined;
  page: CheckedText;
  /** What the judge of support is asked about; undefined if nobody is asked. */
  statement?: string | undefined;
  /** Perhaps not the intended page: then missing words prove nothing. */
  isHidden?: true;
}

/** What each check may take, and took. */
export type CheckSteps = Record<'quote' | 'figures' | 'statement', MatchingSteps>;

export const newCheckSteps = (): CheckSteps => ({
  quote: new MatchingSteps(),
  figures: new MatchingSteps(),
  statement: new MatchingSteps(),
});

/** Quotation, figures and statement have a count of steps each: what is too complex in one is judged in the others. */
export function checkSource(cited: SourceCitation, page: CheckedText, steps = newCheckSteps()): CodeChecks {
  const reading = readingOf(page);
  const { text, layout } = reading;
  const range = reading.placed(citedRange(cited.url, page.text, page.layout));
  const linesOf = keptLines(page, reading);
  const { verdict, match, passage } = checkQuote(cited.source.quote, { text, layout, range, linesOf }, steps.quote);
  // Nor are figures beside the author's text the author's.
  const isOutside = verdict.result === 'not_judged' && passage !== undefined;
  const support = supportByCode(cited, steps.statement);
  const verdictOnSupport = unlessMended(
    cited,
    notTurned(support.verdict, { text, contentType: page.contentType ?? '' }, passage),
  );
  const checks: CodeVerdicts = {
    exists: { result: 'pass', note: page.note },
    quote: withMending(cited, verdict),
    figures: isOutside
      ? { result: 'not_judged' }
      : checkFigures(
          cited,
          { text, layout, range, passage, quoted: verdict },
          { beside: [page.title, page.published ?? ''].join('\n'), steps: steps.figures },
        ),
    attribution: checkAttribution(cited, page),
    support: verdictOnSupport,
  };
  const isMissing = isQuoted(cited)
    ? match?.kind === 'missing' && verdict.result === 'fail'
    : checks.figures.result === 'fail' || checks.attribution.result === 'fail';
  if (isHidden({ cited, page, checks, isMissing })) return hidden(page);
  // A quotation that leaves out what may turn it is judged, too.
  const statement = verdictOnSupport === support.verdict ? support.statement : statedBy(cited);
  return { checks, passage: passage && reading.toKept(passage), match, page, statement };
}

/** The claim, or else the quotation, where the entry says nothing else. */
const statedBy = ({ source: { claim = '', quote } }: SourceCitation): string | undefined =>
  claim.trim() === '' ? quote : claim;
/** Readers are told of it, and its author. */
function withMending({ entry, source }: SourceCitation, verdict: Verdict): Verdict {
  const before = verdict.result === 'pass' ? wordingBefore(entry, source.quote) : undefined;
  if (before === undefined) return verdict;
  return {
    ...verdict,
    note: `It was first quoted as “${cutText(before, 240)}”; code put the source’s words in its place.`,
  };
}

/** What was mended was meant otherwise: it is never merely the passage again. */
function unlessMended({ entry, source }: SourceCitation, support: Verdict): Verdict {
  if (support.result !== 'same' || wordingBefore(entry, source.quote) === undefined) return support;
  return { result: 'not_judged' };
}

/** Part of a sentence may not have its meaning. */
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

/**
 * A login, a captive portal, a paywall: no reason to call a source unreliable. What is found there is there all the
 * same. `isMissing`: the quotation, or without one the cited figures and title.
 */
function isHidden({
  cited,
  page,
  checks,
  isMissing,
}: {
  cited: SourceCitation;
  page: CheckedText;
  checks: CodeVerdicts;
  isMissing: boolean;
}): boolean {
  const received = receivedPage(cited.url, page);
  if (received === undefined) return false;
  // Documents and data are no barriers.
  const isPage = page.layout?.pages === undefined && /^$|html|xml/.test(page.contentType ?? '');
  if (isMissing && isPage) return mayHideText(received, { isNamed: checks.attribution.result === 'pass' });
  return !isQuoted(cited) && barrierOf(received) !== undefined;
}

const isQuoted = ({ source }: SourceCitation): boolean => source.quote !== undefined && source.quote.trim() !== '';

/** Undefined for files. */
export const receivedPage = (url: SourceUrl, page: CheckedText): ReceivedPage | undefined =>
  url.kind === 'web'
    ? {
        url: url.url,
        finalUrl: page.archived === undefined ? (page.finalUrl ?? url.url) : url.url,
        title: page.title,
        text: page.text,
        layout: page.layout,
      }
    : undefined;

function hidden(page: CheckedText): CodeChecks {
  const open: Verdict = { result: 'not_judged' };
  const note =
    'What came looks like a login, a bot check, a missing page or the part of a page that a paywall shows, not like the whole page.';
  return {
    checks: { exists: { result: 'not_judged', note }, quote: open, figures: open, attribution: open, support: open },
    passage: undefined,
    match: undefined,
    page,
    isHidden: true,
  };
}

const hasFigures = (said: readonly string[]): boolean => said.some((sentence) => figuresIn(sentence).length > 0);

/** What stands word for word in the text, or in a quotation that does, has proven its figures. */
function own(tied: readonly string[], text: string, quote: string | undefined): string[] {
  const source = normaliseText(text);
  const flat = quote === undefined ? '' : normaliseText(quote).text.trim();
  return tied.filter((sentence) => !standsIn(source, sentence)).map((sentence) => without(sentence, flat));
}

function standsIn(source: NormalisedText, sentence: string): boolean {
  const forms = verbatimForms(sentence).map((form) => new Needle(form));
  const [hit] = occurrences(source, { forms, budget: new MatchingSteps() }, { start: 0, end: source.text.length });
  // "5m" is not "5M".
  return hit !== undefined && caseDifference(sentence, source.original.slice(hit.start, hit.end)) === undefined;
}

function without(sentence: string, flat: string): string {
  const { text, toOriginal, endInOriginal } = normaliseText(sentence);
  const at = flat === '' ? -1 : text.indexOf(flat);
  if (at < 0) return sentence;
  return `${sentence.slice(0, toOriginal(at))} … ${sentence.slice(endInOriginal(at + flat.length))}`;
}

/** Rule 24: in the cited range of the author's text. */
function checkFigures(
  { entry, source, isDealt }: SourceCitation,
  place: CitedPlace,
  /** `beside`: such as the source's date. */
  { beside, steps }: { beside: string; steps: MatchingSteps },
): Verdict {
  // A figure labelled as conjecture is not attributed to the source.
  if (entry.type === 'conjecture') return { result: 'not_applicable' };
  const stated = unlessTooComplex(() =>
    // What code frames by itself are rows and their places.
    isDealt === true
      ? { sentences: [source.claim ?? source.quote ?? ''], isPlaced: true }
      : tiedSentences(entry, source, steps),
  );
  if (stated instanceof TooComplex)
    return { result: 'not_judged', note: `Figures were not looked for, too complex: ${stated.message}.` };
  const { isPlaced } = stated;
  const text = textAtPlace(place, place.passage);
  const tied = hasFigures(stated.sentences)
    ? own(stated.sentences, text, place.quoted.result === 'pass' ? source.quote : undefined)
    : [];
  const reckoning = reckoningOf(entry);
  const findings = figureFindings(tied, text, { beside, steps, reckoning });
  const { missing, any } = findings;
  const { range } = place;
  if (any && (range.kind === 'wordless' || range.kind === 'missing')) return { result: 'not_judged', note: range.note };
  if (findings.tooComplex !== undefined) {
    return {
      result: 'not_judged',
      note: `Figures were not looked for, too complex: ${findings.tooComplex}. Cite the lines or the page they stand on, in a shorter sentence.`,
    };
  }
  if (missing.length > 0 && !isPlaced) {
    const note =
      'Neither the claim nor the quotation stands in the entry, and its figures are not all found in the source.';
    return { result: 'not_judged', note };
  }
  if (missing.length > 0) {
    const read = withEscapesRead(text).replaceAll('\u2060', '');
    if (read !== text && figureFindings(tied, read, { beside, steps, reckoning }).missing.length === 0)
      return { result: 'not_judged', note: 'Its figures may stand there with escapes, such as \\u00a0.' };
    if (/\d\ufffd|\ufffd\d/.test(text))
      return { result: 'not_judged', note: 'A sign beside a figure there could not be read.' };
    return { result: 'fail', note: `Not found in the cited text: ${missing.join(', ')}.` };
  }
  // A doubt that the judge of support is told and may lift.
  const warning = figureWarning(findings);
  if (warning !== undefined)
    return { result: isPlaced ? 'approximate' : 'not_judged', note: warning, isForJudge: true };
  if (findings.doubtful.length > 0) {
    const note = `Not written so in the cited text, though it may follow from it: ${findings.doubtful.join(', ')}.`;
    return { result: 'not_judged', note, isForJudge: true };
  }
  return { result: any || hasFigures(stated.sentences) ? 'pass' : 'not_applicable' };
}

interface CitedPlace {
  text: string;
  layout: TextLayout | undefined;
  range: CitedRange;
  passage: Range | undefined;
  /** The quotation's verdict. */
  quoted: Verdict;
}
