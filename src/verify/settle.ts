import { figuresIn } from '../matching/figures/figures';
import { createHash } from 'node:crypto';
import type { Entry, Source } from '../debate/log/entry';
import type { VerificationData, VerificationStatus } from '../debate/log/entryData';
import { sketchOf } from '../debate/fold/origins';
import type { QuoteMatch } from '../matching/quote/quote';
import type { Verdict } from '../matching/quote/quoteCheck';
import { counted, cutText } from '../matching/text/shortText';
import { checkNames, type CheckName, type Checks } from '../debate/log/sourceMark';
import type { SourceUrl } from '../matching/text/sourceUrl';
import type { RefusalOutcome } from '../research/fetch/fetchedPage';
import type { UnreadSource } from '../research/sourceReader';
import type { CodeChecks } from './checkSource';
import type { ReadSource } from './readSource';
import { supportResults, supportWords, type Support } from './supportCheck';

export function settle(
  url: string,
  code: CodeChecks,
  { support, unanswered }: { support?: Support | undefined; unanswered?: string | undefined } = {},
): VerificationData {
  const figures = liftedBy(support, code);
  const verdicts: Record<CheckName, Verdict> = {
    ...code.checks,
    ...(figures === undefined ? {} : { figures }),
    ...(support === undefined
      ? {}
      : { support: { result: supportResults[support.answer], note: support.explanation } }),
    ...(unanswered === undefined
      ? {}
      : { support: { result: 'not_judged' as const, note: `Whoever was asked gave no answer: ${unanswered}` } }),
  };
  const checks = Object.fromEntries(checkNames.map((name) => [name, verdicts[name].result])) as Checks;
  const notes = Object.fromEntries(
    checkNames.flatMap((name) => (verdicts[name].note === undefined ? [] : [[name, verdicts[name].note]])),
  ) as Record<string, string>;
  const status = statusOf(checks, {
    isFigureLifted: figures !== undefined,
    isJoined: verdicts.quote.isJoined === true,
  });
  const { archived, status: httpStatus, sha256, text, capture } = code.read.kept;
  const sketch = code.read.url.kind === 'web' && code.isHidden !== true ? sketchOf(ownText(code.read)) : undefined;
  return {
    url,
    status,
    confidence: confidenceOf(status, code.match),
    checks,
    notes,
    snapshot: sha256,
    text_sha256: createHash('sha256').update(text).digest('hex'),
    ...(capture === undefined ? {} : { capture_sha256: capture }),
    passage: code.passage ?? null,
    explanation: explain({ status, checks, notes, support, code }),
    sketch,
    archived,
    ...(code.isHidden === true ? { refusal: 'blocked' } : {}),
    ...(httpStatus === undefined || httpStatus === 200 ? {} : { http_status: httpStatus }),
    ...(support === undefined || support.answer === 'same' ? {} : { support_answer: support.answer }),
    ...(unanswered === undefined ? {} : { unanswered: true }),
  };
}

const ownText = ({ body, kept }: ReadSource): string =>
  body.map(({ start, end }) => kept.text.slice(start, end)).join('\n');

const wordsInARow = 3;
/** Characters around the passage that the judge was shown. */
const shownAround = 1_500;

/** Quotation marks of most languages. */
const quoted = /["“”„«»「『]([^"“”„«»「」『』]{1,600})["“”„«»」』]/gu;

/** The doubt about figures, once the judge gives the passage's own words in quotation marks: three in a row that stand there. A bare yes lifts nothing. */
function liftedBy(
  support: Support | undefined,
  { checks: { figures }, read, passage }: CodeChecks,
): Verdict | undefined {
  if (figures.isForJudge !== true || support?.answer !== 'supports') return undefined;
  const { text } = read.kept;
  const { start, end } = passage ?? { start: 0, end: text.length };
  const window = text.slice(Math.max(0, start - shownAround), end + shownAround);
  const shown = ` ${wordsOf(window).join(' ')} `;
  const units = new Set(figuresIn(figures.note ?? '').flatMap(({ unit }) => unit ?? []));
  const hasOther = figuresIn(window).some(({ unit }) => unit !== undefined && units.has(unit));
  const words = Array.from(support.explanation.matchAll(quoted), ([, piece = '']) => piece).find((piece) => {
    const own = wordsOf(piece);
    // Where the passage has a figure of that unit, words without a number do not say the one in doubt.
    const saysIt = !hasOther || statesNumber(piece);
    return own.length >= wordsInARow && saysIt && shown.includes(` ${own.join(' ')} `);
  });
  if (words === undefined) return undefined;
  return { result: 'approximate', note: `${figures.note ?? ''} The judge of support finds it in “${words}”.`.trim() };
}

/** What an explanation puts in quotation marks, three words or more, that stands in nothing that its author was shown. */
export function misquotedIn(explanation: string, shown: readonly string[]): string[] {
  const known = ` ${shown.flatMap(wordsOf).join(' ')} `;
  return Array.from(explanation.matchAll(quoted), ([, piece = '']) => piece).filter((piece) => {
    const own = wordsOf(piece);
    return own.length >= wordsInARow && !known.includes(` ${own.join(' ')} `);
  });
}

const statesNumber = (text: string): boolean => /\p{N}/u.test(text) || figuresIn(text).length > 0;

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * A figure that does not stand there is doubted, never held against anybody. `isFigureLifted`: the judge of support lifts the doubt. `isJoined`: the quotation is of several passages.
 */
function statusOf(
  { exists, quote, figures, attribution, support }: Checks,
  { isFigureLifted, isJoined }: { isFigureLifted: boolean; isJoined: boolean },
): VerificationStatus {
  if (exists !== 'pass') return 'unverified';
  if ([quote, attribution, support].includes('fail')) return 'unreliable';
  if (isJoined && support !== 'pass') return 'unverified';
  const haveFigures = figures === 'pass' || figures === 'not_applicable' || (isFigureLifted && support === 'pass');
  const stands = (quote === 'pass' || isJoined) && haveFigures;
  // Unknown titles and authors lower nothing.
  return stands && (support === 'pass' || support === 'same') ? 'verified' : 'unverified';
}

function confidenceOf(status: VerificationStatus, match: QuoteMatch | undefined): 'high' | 'medium-high' | 'low' {
  if (status === 'verified') return 'high';
  return match?.kind === 'approximate' && match.typographic && match.ratio >= 0.9 ? 'medium-high' : 'low';
}

interface CheckOutcome {
  status: VerificationStatus;
  checks: Checks;
  notes: Record<string, string>;
  support: Support | undefined;
  code: CodeChecks;
}

function explain({ status, checks, notes, support, code }: CheckOutcome): string {
  if (code.isHidden === true) return `The source could not be checked. ${notes['exists'] ?? ''} ${whatToDo}`;
  const stands = status === 'verified' ? 'The quotation stands verbatim at the cited place.' : '';
  const answer = support === undefined ? '' : supportWords[support.answer];
  const said = Object.entries(notes).map(([name, note]) => (name === 'support' ? `${answer} ${note}`.trim() : note));
  const judged = checks.support === 'not_judged' ? 'Whether it supports the claim was not judged.' : '';
  return [stands, ...said, judged].filter((part) => part !== '').join(' ');
}

const whatToDo = 'Check Again tries once more; whoever has read it can say so with I Read It.';

const byHand = 'It may be there all the same: open it in a browser, and say so with I Read It.';

/** Advice for each barrier in the page's place. */
const advice: Record<RefusalOutcome, string> = {
  refused:
    'Such addresses are reached only where the user allows the host, in the editor’s settings or by --allow-host. Whoever has read it can say so with I Read It.',
  dead: `That it is not there now does not prove that it never was. ${whatToDo}`,
  no_host: `That nobody has this name now does not prove that nobody ever had. ${whatToDo}`,
  blocked: byHand,
  robots: byHand,
  server: whatToDo,
  timeout: whatToDo,
  tls: `It may have come from somebody else, so nothing was read. ${whatToDo}`,
  too_large: byHand,
  too_complex: byHand,
  unsupported: byHand,
  deadline: whatToDo,
  failed: whatToDo,
};

/** Undecided, unless the source certainly never existed. */
export function unreadResult(
  { url, parsed }: { url: string; parsed: SourceUrl },
  read: UnreadSource,
): VerificationData {
  const { refusal, status, neverSeenBy } = read;
  const facts = { refusal, http_status: status };
  if (parsed.kind === 'workspace' && read.outcome === 'absent')
    return withoutText(url, 'fabricated', `No file ${parsed.path} was in the evidence when the debate began.`);
  if (isWitnessedTwice(parsed, read)) {
    const explanation = `There is no such page, and by two witnesses there never was: ${read.reason}.`;
    return { ...withoutText(url, 'fabricated', explanation), ...facts, never_seen_by: neverSeenBy };
  }
  const more = refusal === undefined ? '' : ` ${advice[refusal]}`;
  const explanation = `The source could not be checked: ${read.reason}.${more}`;
  return { ...withoutText(url, 'unverified', explanation), ...facts };
}

/** One witness alone accuses nobody: its own server, and an archive. */
const isWitnessedTwice = (parsed: SourceUrl, { outcome, refusal, neverSeenBy }: UnreadSource): boolean =>
  parsed.kind === 'web' &&
  outcome === 'absent' &&
  (refusal === 'dead' || refusal === 'no_host') &&
  neverSeenBy !== undefined;

/** The result on a source without a text: nothing but its existence is judged. */
function withoutText(url: string, status: 'fabricated' | 'unverified', explanation: string): VerificationData {
  const isDecided = status === 'fabricated';
  return {
    url,
    status,
    confidence: isDecided ? 'high' : 'low',
    checks: {
      exists: isDecided ? 'fail' : 'not_judged',
      quote: 'not_judged',
      figures: 'not_judged',
      attribution: 'not_judged',
      support: 'not_judged',
    },
    notes: { exists: explanation },
    snapshot: null,
    passage: null,
    explanation,
  };
}

/** Each time for another passage: the source's result covers all. */
export function sourcesAt({ sources }: Pick<Entry, 'sources'>, url: string): [Source, ...Source[]] {
  const [first = { url, title: '', accessed: '' }, ...others] = (sources ?? []).filter((one) => one.url === url);
  return [first, ...others];
}

export interface CheckedCitation {
  source: Source;
  data: VerificationData;
}

/** The order begins with what holds least; no judge ruled on what is only quoted. */
const ranks = ['unreliable', 'unverified', 'quoted', 'verified'] as const;

const rankOf = ({ data: { status, checks } }: CheckedCitation): number =>
  ranks.findIndex((rank) => rank === (status === 'verified' && checks?.support === 'same' ? 'quoted' : status));

/** Named where others hold. */
export function weakestOf(one: CheckedCitation, others: readonly CheckedCitation[]): VerificationData {
  const all = [one, ...others];
  const least = Math.min(...all.map(rankOf));
  const weakest = all.filter((citation) => rankOf(citation) === least);
  const [first = one] = weakest;
  if (weakest.length === all.length) return first.data;
  const named = weakest.map(({ source }) => `“${cutText(source.quote ?? '', 80)}”`).join(', ');
  const which = `Of ${counted(all.length, 'citation')} of it in this entry, this is about ${named}.`;
  return { ...first.data, explanation: `${which} ${first.data.explanation ?? ''}`.trim() };
}
