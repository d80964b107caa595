import { figureFindings } from '../matching/figures/figureFindings';
import { SourceFigures, unlessTooComplex } from '../matching/figures/figures';
import { TooComplex } from '../matching/text/matchingSteps';
import { type Range, textAtPlace } from '../matching/quote/citedText';
import { normaliseText } from '../matching/quote/quote';
import { checkQuote, nearestSentence } from '../matching/quote/quoteCheck';
import { withoutFillers } from '../matching/text/linedText';
import { cutText } from '../matching/text/shortText';
import { parseSourceUrl } from '../matching/text/sourceUrl';
import { barrierOf } from '../research/extract/accessBarrier';
import type { UnreadSource } from '../research/sourceReader';
import { checkSource, type CodeChecks } from '../verify/checkSource';
import { citingEntry } from '../verify/citingEntry';
import { ReadSource } from '../verify/readSource';
import { unreadResult } from '../verify/settle';
import { cameWith } from '../verify/verifier';
import type { CitationAnswer } from './answer';
import { hasAnchor } from './anchors';
import type { DocumentCitation } from './markdown/citationsIn';

const longestPassage = 600;

/** Checks one citation against its source, with the code that checks a debate's sources. */
export function checkCitation(
  citation: Pick<DocumentCitation, 'form' | 'quote' | 'statement'>,
  { url, anchor }: { url: string; anchor?: string | undefined },
  found: ReadSource | UnreadSource,
): CitationAnswer {
  const read = asQuoted(found, citation.quote);
  if (read.outcome !== 'read') return unreadAnswer(url, read);
  const answer = citation.quote === undefined ? checkFigures(citation.statement, read) : checkWords(citation, read);
  if (anchor === undefined || answer.kind === 'missing' || !isMarkdown(read)) return answer;
  if (hasAnchor(read.kept.text, anchor)) return answer;
  return { kind: 'gone', words: `The file is there, but it has no heading for #${cutText(anchor, 80)}.` };
}

const isMarkdown = ({ kept }: ReadSource): boolean => kept.contentType === 'text/markdown';

/** What looks like a login is the page if the quotation is in it. */
function asQuoted(read: ReadSource | UnreadSource, quote = ''): ReadSource | UnreadSource {
  const page = read.outcome === 'read' ? undefined : cameWith(read, [quote]);
  return page === undefined ? read : new ReadSource(parseSourceUrl(page.url), page);
}

function unreadAnswer(url: string, read: UnreadSource): CitationAnswer {
  const parsed = parseSourceUrl(url);
  if (read.outcome === 'outside') return { kind: 'uncheckable', words: 'It leads out of the folder of the sources.' };
  if (parsed.kind === 'workspace') {
    if (read.outcome === 'absent') return { kind: 'gone', words: `There is no file ${parsed.path}.` };
    return { kind: 'unread', words: `The file could not be read: ${read.reason}.` };
  }
  const { status, explanation = '' } = unreadResult({ url, parsed }, read);
  return status === 'fabricated'
    ? { kind: 'gone', words: explanation }
    : { kind: 'unread', words: `The page could not be read: ${read.reason}.` };
}

function checkWords(
  { form, quote = '', statement }: Pick<DocumentCitation, 'form' | 'quote' | 'statement'>,
  read: ReadSource,
): CitationAnswer {
  const entry = citingEntry(statement, { url: '', title: '', accessed: '', quote });
  const [source = { url: '', title: '', accessed: '' }] = entry.sources ?? [];
  const code = checkSource({ entry, source }, read);
  if (code.isHidden === true) return { kind: 'unread', words: code.checks.exists.note ?? '' };
  const { result: verdict, note = '', isSeam } = code.checks.quote;
  // A block quote may run over several paragraphs.
  const result = form === 'block' && isSeam === true ? 'pass' : verdict;
  const there = passageOf(code, read);
  switch (result) {
    case 'pass':
    case 'same':
      return figuresOf(code, there);
    case 'approximate':
      return { kind: 'approximate', words: note, ...there };
    case 'fail':
      return isTitle(quote, read)
        ? { kind: 'quoted', words: 'It is the title.' }
        : missing(quote, note, { code, read, there });
    case 'not_judged':
    case 'not_applicable':
      return { kind: code.passage === undefined ? 'uncheckable' : 'approximate', words: note, ...there };
  }
}

type StandsThere = Pick<CitationAnswer, 'standsThere' | 'lines' | 'passage'>;

/** The page of a citation may be named by its title in quotation marks. */
function isTitle(quote: string, { kept }: ReadSource): boolean {
  const flat = (text: string): string => normaliseText(text).text.trim().toLowerCase();
  return flat(kept.title).includes(flat(quote));
}

function figuresOf({ checks }: CodeChecks, there: StandsThere): CitationAnswer {
  const { result, note = '' } = checks.figures;
  if (result === 'fail') return { kind: 'figure', words: note, ...there };
  return { kind: 'quoted', words: [checks.exists.note ?? '', note].join(' ').trim(), ...there };
}

function passageOf({ passage }: CodeChecks, read: ReadSource): StandsThere {
  return passage === undefined ? {} : placeOf(read, read.fromKept(passage));
}

/** `found` counts the text as people read it. */
function placeOf(read: ReadSource, found: Range): StandsThere {
  const standsThere = cutText(withoutFillers(read.text.slice(found.start, found.end)).trim(), longestPassage);
  if (read.url.kind === 'web') return { standsThere, passage: read.toKept(found) };
  const { startLine, endLine } = read.linesOf(found);
  return { standsThere, lines: { start: startLine, end: endLine } };
}

function missing(
  quote: string,
  note: string,
  { code, read, there }: { code: CodeChecks; read: ReadSource; there: StandsThere },
): CitationAnswer {
  const { match } = code;
  if (match?.kind === 'approximate' && there.standsThere !== undefined)
    return { kind: 'missing', words: note, ...there, nearest: there.standsThere };
  const moved = read.range.kind === 'whole' ? undefined : movedWords(quote, read);
  if (moved !== undefined) return { kind: 'missing', words: note, ...moved };
  const near = nearestSentence(quote, read);
  return {
    kind: 'missing',
    words: note,
    ...(near === undefined ? {} : { standsThere: cutText(near, longestPassage) }),
  };
}

/** Where the words stand outside the cited lines. */
function movedWords(quote: string, read: ReadSource): StandsThere | undefined {
  const whole = new ReadSource(wholeOf(read), read.kept);
  const { verdict, passage } = checkQuote(quote, whole);
  const stands = verdict.result === 'pass' || verdict.result === 'approximate';
  return stands && passage !== undefined ? placeOf(whole, passage) : undefined;
}

const wholeOf = ({ url }: ReadSource): ReadSource['url'] =>
  url.kind === 'workspace' ? { kind: 'workspace', path: url.path } : url;

/** Figures that a sentence gives with one source. */
function checkFigures(statement: string, read: ReadSource): CitationAnswer {
  const { range } = read;
  if (range.kind === 'missing') return { kind: 'figure', words: range.note };
  if (range.kind === 'wordless') return { kind: 'uncheckable', words: range.note };
  const barrier = read.received && barrierOf(read.received);
  if (barrier !== undefined) return { kind: 'unread', words: `What came looks like a ${barrier}, not like the page.` };
  const {
    missing: unfound,
    doubtful,
    tooComplex,
  } = figureFindings([statement], textAtPlace(read), { beside: read.beside });
  if (tooComplex !== undefined) return { kind: 'uncheckable', words: `Its figures are too complex: ${tooComplex}.` };
  if (unfound.length > 0)
    return {
      kind: 'figure',
      words: `Not found in the cited text: ${unfound.join(', ')}.`,
      ...elsewhereOf(unfound, statement, read),
    };
  return { kind: 'quoted', words: doubtful.length === 0 ? '' : `Not written so there: ${doubtful.join(', ')}.` };
}

/** Where the first of the figures stands outside the cited lines. */
function elsewhereOf([figure = '']: readonly string[], statement: string, read: ReadSource): StandsThere {
  const { range, text } = read;
  const found = unlessTooComplex(() => {
    const source = new SourceFigures(text);
    const own = source.claimed(statement).find(({ raw }) => raw.trim() === figure);
    return own === undefined ? undefined : source.proving(own)[0];
  });
  if (found instanceof TooComplex) return {};
  if (found !== undefined && range.kind === 'lines') {
    const start = text.lastIndexOf('\n', Math.max(0, found.start - 1)) + 1;
    const end = text.indexOf('\n', found.end);
    return placeOf(read, { start, end: end < 0 ? text.length : end });
  }
  const near = nearestSentence(statement, read);
  return near === undefined ? {} : { standsThere: cutText(near, longestPassage) };
}
