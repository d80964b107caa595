import { textAtPlace } from '../matching/quote/citedText';
import { dataField } from '../debate/log/dataField';
import { normaliseText, type NormalisedText, type QuoteMatch } from '../matching/quote/quote';
import { Needle, occurrences, verbatimForms } from '../matching/quote/verbatimSearch';
import { withEscapesRead } from '../matching/text/noteMarks';
import { caseDifference } from '../matching/quote/quoteDoubts';
import { whyNotAlone } from '../matching/quote/standsAlone';
import { barrierOf, mayHideText } from '../research/extract/accessBarrier';
import type { Range } from '../matching/quote/citedText';
import { checkQuote, type QuoteCheck, type Verdict } from '../matching/quote/quoteCheck';
import type { KeptSource, ReadSource } from './readSource';
import { supportByCode, type SourceCitation } from './supportCheck';
import { figureFindings, type FigureFindings, figureWarning, reckoningOf } from '../matching/figures/figureFindings';
import { figuresIn, unlessTooComplex } from '../matching/figures/figures';
import { MatchingSteps, TooComplex } from '../matching/text/matchingSteps';
import { wordingBefore } from '../debate/rules/mending';
import { cutText } from '../matching/text/shortText';
import { tiedSentences } from '../debate/rules/evidenceGate';
import type { CheckName } from '../debate/log/sourceMark';
import { wordSet } from '../matching/text/text';

/**
 * Title, authors and year. Only a clear contradiction fails: sites rename pages, debaters shorten and translate titles.
 */
function checkAttribution({ source, entry }: SourceCitation, { url, kept }: ReadSource): Verdict {
  if (url.kind !== 'web') return { result: 'not_applicable' };
  const year = checkYear({ cited: [source.title], named: [source.claim ?? '', entry.content] }, kept);
  if (year !== undefined) return { result: 'fail', note: year };
  return checkTitle(source.title, kept);
}

function checkTitle(title: string, kept: KeptSource): Verdict {
  const cited = words(title);
  if (cited.length === 0 || /^https?:/i.test(title.trim())) return { result: 'not_applicable' };
  const own = words(kept.title);
  const around = [...(kept.authors ?? []), kept.site ?? ''].flatMap(words);
  // "Lee (2021): The title", "The title | The site".
  const bare = (all: readonly string[]): string[] =>
    all.filter((word) => !around.includes(word) && !/^\d{4}$/.test(word));
  if (isPartOf(bare(cited), own) || isPartOf(bare(own), cited)) return { result: 'pass' };
  if (isContradicted(title, kept)) {
    const known = kept.site === undefined ? `“${kept.title}”` : `“${kept.title}” of ${kept.site}`;
    return {
      result: 'fail',
      note: `It was cited as “${title}”, but what stands there is ${known}, which has none of these words.`,
    };
  }
  return { result: 'not_judged', note: `It was cited as “${title}”; the page calls itself “${kept.title}”.` };
}

const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length > 0 && part.every((word) => whole.includes(word));

/** Titles of a few words or in another language are no mistakes. */
function isContradicted(title: string, kept: KeptSource): boolean {
  const cited = words(title);
  if (cited.length < 3 || words(kept.title).length < 2 || !isEnglish(title) || !isEnglish(kept.text.slice(0, 20_000)))
    return false;
  const known = new Set(
    [kept.title, kept.site ?? '', ...(kept.authors ?? []), kept.finalUrl ?? '', kept.text].flatMap(words),
  );
  return !cited.some((word) => known.has(word));
}

/** Recognises English by its function words. */
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
 * Checks a year in brackets after an author's name, or in the cited title, against the page's year of publication. One
 * year passes between writing and print; a year on the page itself has a reason.
 */
function checkYear(
  { cited, named }: { cited: readonly string[]; named: readonly string[] },
  kept: KeptSource,
): string | undefined {
  const published = /^\d{4}/.exec(kept.published ?? '')?.[0];
  if (published === undefined) return undefined;
  const surnames = (kept.authors ?? []).flatMap((author) =>
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
  const stated = new Set(`${kept.title} ${kept.finalUrl ?? ''} ${kept.text}`.match(/(?:19|20)\d\d/g) ?? []);
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
  read: ReadSource;
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
export function checkSource(cited: SourceCitation, read: ReadSource, steps = newCheckSteps()): CodeChecks {
  const quoted = checkQuote(cited.source.quote, read, steps.quote);
  const { match, passage } = quoted;
  const support = supportByCode(cited, steps.statement);
  const verdictOnSupport = unlessMended(cited, notTurned(support.verdict, read, passage));
  const checks: CodeVerdicts = {
    exists: { result: 'pass', note: read.kept.note },
    quote: withMending(cited, quoted.verdict),
    figures: checkFigures(cited, read, { quoted, steps: steps.figures }),
    attribution: checkAttribution(cited, read),
    support: verdictOnSupport,
  };
  if (isHidden(cited, read, { checks, quoted }))
    return { checks: hiddenChecks, passage: undefined, match: undefined, read, isHidden: true };
  // A quotation that leaves out what may turn it is judged, too.
  const statement = verdictOnSupport === support.verdict ? support.statement : statedBy(cited);
  return { checks, passage: passage && read.toKept(passage), match, read, statement };
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

/** A passage may mean something else beside other words. */
function notTurned(support: Verdict, { text, kept }: ReadSource, passage: Range | undefined): Verdict {
  if (support.result !== 'same' || passage === undefined) return support;
  const { start, end } = dataField(text, passage, kept.contentType ?? '') ?? { start: 0, end: text.length };
  const why = whyNotAlone(text.slice(start, end), { start: passage.start - start, end: passage.end - start });
  return why === undefined ? support : { result: 'not_judged', note: why };
}

/** A login, a captive portal, a paywall: no reason to call a source unreliable. What is found there is there all the same. */
function isHidden(
  cited: SourceCitation,
  { received, kept }: ReadSource,
  { checks, quoted }: { checks: CodeVerdicts; quoted: QuoteCheck },
): boolean {
  if (received === undefined) return false;
  const isMissing = isQuoted(cited)
    ? quoted.match?.kind === 'missing' && quoted.verdict.result === 'fail'
    : checks.figures.result === 'fail' || checks.attribution.result === 'fail';
  // Documents and data are no barriers.
  const isPage = kept.layout?.pages === undefined && /^$|html|xml/.test(kept.contentType ?? '');
  if (isMissing && isPage) return mayHideText(received, { isNamed: checks.attribution.result === 'pass' });
  return !isQuoted(cited) && barrierOf(received) !== undefined;
}

const isQuoted = ({ source }: SourceCitation): boolean => source.quote !== undefined && source.quote.trim() !== '';

const open: Verdict = { result: 'not_judged' };
const hiddenChecks: CodeVerdicts = {
  exists: {
    result: 'not_judged',
    note: 'What came looks like a login, a bot check, a missing page or the part of a page that a paywall shows, not like the whole page.',
  },
  quote: open,
  figures: open,
  attribution: open,
  support: open,
};

const hasFigures = (said: readonly string[]): boolean => said.some((sentence) => figuresIn(sentence).length > 0);

/** What stands word for word in the text, or in a quotation that does, has proven its figures. */
function own(tied: readonly string[], source: NormalisedText, quote: string | undefined): string[] {
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
  read: ReadSource,
  { quoted: { verdict, passage }, steps }: { quoted: QuoteCheck; steps: MatchingSteps },
): Verdict {
  // Figures beside the author's text are not the author's; one that is labelled as conjecture is not attributed to the source.
  const isOutside = verdict.result === 'not_judged' && passage !== undefined;
  if (isOutside || entry.type === 'conjecture') return { result: isOutside ? 'not_judged' : 'not_applicable' };
  const stated = unlessTooComplex(() =>
    // What code frames by itself are rows and their places.
    isDealt === true
      ? { sentences: [source.claim ?? source.quote ?? ''], isPlaced: true }
      : tiedSentences(entry, source, steps),
  );
  if (stated instanceof TooComplex)
    return { result: 'not_judged', note: `Figures were not looked for, too complex: ${stated.message}.` };
  const text = textAtPlace(read, passage);
  const normal = (): NormalisedText => (text === read.text ? read.normal : normaliseText(text));
  const tied = hasFigures(stated.sentences)
    ? own(stated.sentences, normal(), verdict.result === 'pass' ? source.quote : undefined)
    : [];
  const lookIn = (where: string): FigureFindings =>
    figureFindings(tied, where, { beside: read.beside, steps, reckoning: reckoningOf(entry) });
  const findings = lookIn(text);
  return (
    notLookedFor(findings, read) ??
    excused(findings, { isPlaced: stated.isPlaced, text, lookIn }) ??
    doubted(findings, stated.isPlaced) ?? {
      result: findings.any || hasFigures(stated.sentences) ? 'pass' : 'not_applicable',
    }
  );
}

function notLookedFor({ any, tooComplex }: FigureFindings, { range }: ReadSource): Verdict | undefined {
  if (any && (range.kind === 'wordless' || range.kind === 'missing')) return { result: 'not_judged', note: range.note };
  if (tooComplex === undefined) return undefined;
  return {
    result: 'not_judged',
    note: `Figures were not looked for, too complex: ${tooComplex}. Cite the lines or the page they stand on, in a shorter sentence.`,
  };
}

/** Figures that are not found may still be the source's, where it was not cited for them or its signs could not be read. */
function excused(
  { missing }: FigureFindings,
  { isPlaced, text, lookIn }: { isPlaced: boolean; text: string; lookIn: (text: string) => FigureFindings },
): Verdict | undefined {
  if (missing.length === 0) return undefined;
  const unescaped = withEscapesRead(text).replaceAll('\u2060', '');
  const excuse = !isPlaced
    ? 'Neither the claim nor the quotation stands in the entry, and its figures are not all found in the source.'
    : unescaped !== text && lookIn(unescaped).missing.length === 0
      ? 'Its figures may stand there with escapes, such as \\u00a0.'
      : /\d\ufffd|\ufffd\d/.test(text) && 'A sign beside a figure there could not be read.';
  return excuse === false ? undefined : { result: 'not_judged', note: excuse };
}

/** The judge of support is told of it, and may lift it. */
function doubted(findings: FigureFindings, isPlaced: boolean): Verdict | undefined {
  const { missing, doubtful } = findings;
  const warning = figureWarning(findings);
  const notes = [
    ...(missing.length === 0 ? [] : [`Not found in the cited text: ${missing.join(', ')}.`]),
    ...(warning === undefined ? [] : [warning]),
    ...(doubtful.length === 0 ? [] : [`Not written so in the cited text: ${doubtful.join(', ')}.`]),
  ];
  if (notes.length === 0) return undefined;
  const isRead = warning !== undefined && doubtful.length === 0 && isPlaced;
  const result = missing.length > 0 ? 'fail' : isRead ? 'approximate' : 'not_judged';
  return { result, note: notes.join(' '), isForJudge: true };
}
