import type { Entry, Source } from '../debate/log/entry';
import type { VerificationData } from '../debate/log/entryData';
import { isLined } from '../matching/text/linedText';
import { listedFile } from '../debate/log/manifest';
import { wordingBefore } from '../debate/rules/mending';
import { parseSourceUrl, type SourceUrl, withoutFragment } from '../matching/text/sourceUrl';
import { Turns } from '../async/deadline';
import type { UncapturedSource } from '../debate/flow/step';
import { captureHash, type Snapshot, type Snapshots } from '../record/snapshots';
import { barrierOf, hostOf } from '../research/extract/accessBarrier';
import { extractors } from '../research/extract/extractPage';
import type { PageRead, SourceReader, UnreadSource } from '../research/sourceReader';
import type { CapturedPage } from '../research/tool';
import { pageReceived } from '../research/webSourceReader';
import { checkSource, type CodeChecks } from './checkSource';
import { ReadSource } from './readSource';
import { type CheckedCitation, settle, sourcesAt, unreadResult, weakestOf } from './settle';
import { SharedReads } from './sharedReads';
import type { Support } from './supportCheck';
import { type Range, within } from '../matching/quote/citedText';
import type { Verdict } from '../matching/quote/quoteCheck';

interface VerifierOptions {
  snapshots: Snapshots;
  /** Undefined to check only from the snapshots. */
  reader: SourceReader | undefined;
  /** The evidence at the beginning; undefined if unknown. */
  manifest: readonly { path: string; sha256: string }[] | undefined;
  today: () => string;
  /** Milliseconds. */
  clock?: () => number;
  /** Whether code chose and framed its quotations. */
  isDealt?: ((entry: Entry) => boolean) | undefined;
}

export type SourceCheck =
  | {
      isSettled: true;
      data: VerificationData;
      /** Settles the check with what a judge said earlier, in records of an older version. */
      settleAs?(support: Support): VerificationData;
    }
  | {
      isSettled: false;
      question: SupportQuestion;
      /** Without an answer nobody could be asked, or `unanswered` says why there is none. */
      settle(support: Support | undefined, unanswered?: string): VerificationData;
    };

const settled = (data: VerificationData): SourceCheck => ({ isSettled: true, data });

type SourceRead = { outcome: 'read'; snapshot: Snapshot } | UnreadSource;

interface CaptureOptions {
  isPerson?: boolean;
  isInsisted?: boolean;
  quotes?: readonly string[];
}

interface ReadingOptions {
  isAgain?: boolean;
  /** What the file holds now need not be what was cited. */
  isCited?: boolean;
}

const mostHeld = 64;

export class Verifier {
  readonly #reads: SharedReads<SourceRead>;
  readonly #held = new Map<string, PageRead>();
  readonly #turns = new Turns();

  constructor(private readonly options: VerifierOptions) {
    this.#reads = new SharedReads({
      isFailure: ({ outcome }) => outcome !== 'read',
      clock: options.clock ?? (() => performance.now()),
    });
  }

  isLocal(url: string): boolean {
    return parseSourceUrl(url).kind !== 'web';
  }

  /**
   * Captures a page for the gates; kept as a snapshot before any entry can refer to it. A gate fetches no web page, so
   * that nobody cites what they have not read. Exceptions are a person, whose reading nobody saw, and an author who
   * insists, to learn whether the source is invented.
   */
  async capture(
    url: string,
    signal: AbortSignal,
    { isPerson = false, isInsisted = false, quotes = [] }: CaptureOptions = {},
  ): Promise<ReadSource | UncapturedSource> {
    const parsed = parseSourceUrl(url);
    const isFetched = parsed.kind !== 'web' || isPerson || isInsisted;
    const found = await this.#asQuoted(isFetched ? await this.#find(url, signal) : await this.#kept(url), quotes);
    if (found.outcome === 'read') return this.#captured(parsed, found.snapshot, quotes);
    if (found.outcome === 'outside' || !isFetched) return { outcome: found.outcome, reason: found.reason };
    const read = await this.#withoutHaste(parsed, url, found);
    const isInvented = unreadResult({ url, parsed }, read).status === 'fabricated';
    return { outcome: isInvented ? 'absent' : 'failed', reason: read.reason };
  }

  /** Recognised by its words alone as a login or the like, until a quotation is found in it. */
  hold(page: CapturedPage): void {
    const held = withoutFragment(page.url);
    this.#held.delete(held);
    this.#held.set(held, pageReceived(page.url, page));
    for (const oldest of [...this.#held.keys()].slice(0, -mostHeld)) this.#held.delete(oldest);
  }

  #captured(url: SourceUrl, snapshot: Snapshot, quotes: readonly string[]): ReadSource | UncapturedSource {
    const read = this.#readSource(url, snapshot);
    const barrier = read.received && barrierOf(read.received);
    return barrier === undefined || read.holdsAny(quotes)
      ? read
      : { outcome: 'failed', reason: `what came looks like a ${barrier}, not like the page` };
  }

  /** `isAgain`: earlier failures do not count. A snapshot never changes. */
  async check(
    entry: Entry,
    url: string,
    signal: AbortSignal,
    { isAgain = false }: { isAgain?: boolean } = {},
  ): Promise<SourceCheck> {
    const [source, ...others] = sourcesAt(entry, url);
    const parsed = parseSourceUrl(url);
    const found = await this.#asQuoted(
      await this.#find(url, signal, { isAgain, isCited: true }),
      [source, ...others].map(({ quote = '' }) => quote),
    );
    if (found.outcome !== 'read')
      return settled(unreadResult({ url, parsed }, await this.#withoutHaste(parsed, url, found)));
    const read = this.#readSource(parsed, found.snapshot);
    await this.#turns.next(signal);
    const isDealt = this.options.isDealt?.(entry) === true;
    const checked = (cited: Source): CitationCheck => {
      const code = checkSource({ entry, source: cited, isDealt }, read);
      const { passage, checks, statement } = code;
      const isOpen = passage !== undefined && stands({ code }) && checks.support.result === 'not_judged';
      if (!isOpen || statement === undefined) return { cited, code };
      const asked = { entry, source: cited, statement };
      return { cited, code, question: supportQuestion(asked, read, { found: passage, figures: checks.figures }) };
    };
    const first = checked(source);
    const more: CitationCheck[] = [];
    for (const other of others) {
      await this.#turns.next(signal);
      more.push(checked(other));
    }
    const settledBy = (
      said: Parameters<typeof settle>[2],
      isMeant = (check: CitationCheck): boolean => check.question !== undefined,
    ): VerificationData => {
      const result = (check: CitationCheck): CheckedCitation => ({
        source: check.cited,
        data: settle(url, check.code, isMeant(check) ? said : {}),
      });
      return weakestOf(result(first), more.map(result));
    };
    const [question, ...questions] = [first, ...more].flatMap((check) => check.question ?? []);
    if (question === undefined)
      return { isSettled: true, data: settledBy({}), settleAs: (support) => settledBy({ support }, stands) };
    return {
      isSettled: false,
      question: asOne(question, questions),
      settle: (support, unanswered) => settledBy({ support, unanswered }),
    };
  }

  /**
   * A page captured in this debate existed. Of files the reader knows other spellings; without it the manifest decides.
   */
  async #withoutHaste(parsed: SourceUrl, url: string, read: UnreadSource): Promise<UnreadSource> {
    const { reader, manifest, snapshots } = this.options;
    if (parsed.kind === 'workspace') {
      if (manifest === undefined) return { ...read, outcome: 'failed' };
      const isAbsent = reader === undefined ? this.#listed(parsed.path) === undefined : read.outcome === 'absent';
      return { ...read, outcome: isAbsent ? 'absent' : 'failed' };
    }
    if (read.outcome !== 'absent' || (await snapshots.wasCaptured?.(url)) !== true) return read;
    return {
      ...read,
      outcome: 'failed',
      reason: `${read.reason}; but it was captured in this debate, so it was there`,
    };
  }

  #listed(path: string): { path: string; sha256: string } | undefined {
    return listedFile(this.options.manifest ?? [], path);
  }

  #readSource(url: SourceUrl, { metadata, text, layout }: Snapshot): ReadSource {
    const { title, sha256, content_type: contentType, final_url: finalUrl } = metadata;
    const { authors, site, published, archived, status } = metadata;
    const listed = url.kind === 'workspace' ? this.#listed(url.path) : undefined;
    const hasChanged = listed !== undefined && listed.sha256 !== sha256;
    const note = hasChanged
      ? 'The file has changed since the debate began; it is checked as it was when it was first cited.'
      : webNote(url, metadata);
    const capture = url.kind === 'web' ? captureHash(metadata) : undefined;
    const facts = { title, sha256, contentType, finalUrl, authors, site, published, archived, status, capture, note };
    return new ReadSource(url, { text, layout, isLined: isLined(metadata), ...facts });
  }

  async #kept(url: string): Promise<SourceRead> {
    const snapshot = await this.options.snapshots.find(url);
    if (snapshot !== undefined) return { outcome: 'read', snapshot };
    const came = this.#held.get(withoutFragment(url));
    return { outcome: 'failed', reason: 'nobody has read it here yet', came };
  }

  /** What looks like a login is the page, if a quotation is in it; then it is kept. */
  async #asQuoted(read: SourceRead, quotes: readonly string[]): Promise<SourceRead> {
    if (read.outcome === 'read') return read;
    const page = cameWith(read, quotes);
    return page === undefined ? read : { outcome: 'read', snapshot: await this.#keep(page) };
  }

  #find(url: string, signal: AbortSignal, how: ReadingOptions = {}): Promise<SourceRead> {
    const { isAgain = false, isCited = false } = how;
    const isListed = isCited && parseSourceUrl(url).kind === 'workspace';
    const key = `${isAgain ? 'again ' : ''}${isListed ? 'cited ' : ''}${withoutFragment(url)}`;
    return this.#reads.read(key, { signal, isAgain }, (untilUnwanted) => this.#read(url, untilUnwanted, how));
  }

  async #read(
    url: string,
    signal: AbortSignal,
    { isAgain = false, isCited = false }: ReadingOptions,
  ): Promise<SourceRead> {
    const known = await this.options.snapshots.find(url);
    if (known !== undefined) return { outcome: 'read', snapshot: known };
    if (this.options.reader === undefined) return { outcome: 'failed', reason: 'there is no snapshot of it' };
    const read = await this.options.reader.read(url, signal, { isAgain });
    if (read.outcome !== 'read') return read;
    const parsed = parseSourceUrl(url);
    const listed = isCited && parsed.kind === 'workspace' ? this.#listed(parsed.path) : undefined;
    if (listed !== undefined && listed.sha256 !== read.sha256)
      return {
        outcome: 'failed',
        reason: 'it has changed since the debate began, and no snapshot of what was cited is kept',
      };
    return { outcome: 'read', snapshot: await this.#keep(read) };
  }

  async #keep({ extractor = extractors.plain, ...page }: PageRead): Promise<Snapshot> {
    return await this.options.snapshots.add({ ...page, extractor, accessed: this.options.today() });
  }
}

/** What came instead of a page is the page, if a quotation stands in it. */
export const cameWith = ({ came }: UnreadSource, quotes: readonly string[]): PageRead | undefined =>
  came !== undefined && new ReadSource(parseSourceUrl(came.url), came).holdsAny(quotes) ? came : undefined;

interface CitationCheck {
  cited: Source;
  code: CodeChecks;
  question?: SupportQuestion;
}

/** Its quotation does. */
const stands = ({ code: { checks } }: Pick<CitationCheck, 'code'>): boolean =>
  checks.quote.result === 'pass' || checks.quote.isJoined === true;

function webNote(
  url: SourceUrl,
  { final_url: finalUrl, archived, status, via }: Snapshot['metadata'],
): string | undefined {
  if (url.kind !== 'web') return undefined;
  if (archived !== undefined) {
    const gone = status === undefined ? 'nobody has that name any more' : String(status);
    return `It is gone where it stood (${gone}); checked against the copy of ${archived.date} in ${archived.by}.`;
  }
  const moved =
    hostOf(finalUrl) === hostOf(url.url) ? '' : `It was found at ${hostOf(finalUrl)}, to which it redirects.`;
  const proxied = via === 'proxy' ? 'It came through a proxy.' : '';
  const said = [moved, proxied].filter((note) => note !== '').join(' ');
  return said === '' ? undefined : said;
}

export interface SupportQuestion {
  seq: number;
  /** The source's index in the entry. */
  index: number;
  url: string;
  title: string;
  claim: string;
  passage: string;
  surroundings: string;
  note?: string;
}

/** Each claim needs its passage. */
function asOne(first: SupportQuestion, others: readonly SupportQuestion[]): SupportQuestion {
  const all = (of: (question: SupportQuestion) => string | undefined): string =>
    [...new Set([first, ...others].flatMap((question) => of(question) ?? []))].join('\n\n');
  const note = all((question) => question.note);
  return {
    ...first,
    claim: all(({ claim }) => claim),
    passage: all(({ passage }) => passage),
    surroundings: all(({ surroundings }) => surroundings),
    ...(note === '' ? {} : { note }),
  };
}

const surroundingCharacters = 1_500;

/** Both wordings of a mended quotation, and uncertain figures. */
function noteForJudge(entry: Entry, { quote }: Source, figures: Verdict): Pick<SupportQuestion, 'note'> {
  const before = wordingBefore(entry, quote);
  const notes = [
    ...(before === undefined
      ? []
      : [`The debater first quoted: “${before}”. Code put the source’s words in its place: “${quote ?? ''}”.`]),
    ...(figures.isForJudge === true && figures.note !== undefined ? [figures.note] : []),
  ];
  return notes.length === 0 ? {} : { note: notes.join('\n') };
}

/** The passage with its context, without readers' comments. */
export function surroundingsOf(read: ReadSource, found: Range): string {
  const { text, passage, own } = placedIn(read, found);
  return passage.start < passage.end ? text.slice(own.start, own.end).trim() : '';
}

function placedIn(read: ReadSource, found: Range): { text: string; passage: Range; own: Range } {
  const { text } = read;
  const passage = read.fromKept(found);
  const around = {
    start: Math.max(0, passage.start - surroundingCharacters),
    end: Math.min(text.length, passage.end + surroundingCharacters),
  };
  const holdsPassage = ({ start, end }: Range): boolean => start <= passage.start && end >= passage.end;
  return { text, passage, own: within(read.body, around).find(holdsPassage) ?? around };
}

/** Asks about a statement of the entry, never about all of it. */
export function supportQuestion(
  { entry, source, statement }: { entry: Entry; source: Source; statement: string },
  read: ReadSource,
  { found, figures }: { found: Range; figures: Verdict },
): SupportQuestion {
  const { text, passage, own } = placedIn(read, found);
  const { url } = source;
  return {
    seq: entry.seq,
    index: entry.sources?.findIndex((candidate) => candidate.url === url) ?? 0,
    url,
    title: read.kept.title,
    claim: statement,
    passage: text.slice(passage.start, passage.end),
    surroundings: text.slice(own.start, own.end).trim(),
    ...noteForJudge(entry, source, figures),
  };
}
