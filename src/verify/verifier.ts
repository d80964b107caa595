import type { Entry, Source } from '../debate/entry';
import type { VerificationData } from '../debate/entryData';
import { parseSourceUrl, type SourceUrl } from '../debate/sourceUrl';
import type { CapturedSource } from '../debate/step';
import type { Snapshot, Snapshots } from '../record/snapshots';
import type { ReadSource, SourceReader } from '../research/sourceReader';
import { checkSource, settle, type CheckedText, type Support } from './checkSource';

export interface VerifierOptions {
  snapshots: Snapshots;
  /** Reads a source that has no snapshot yet; undefined to check from the snapshots alone. */
  reader: SourceReader | undefined;
  /** The evidence as it was when the debate began; undefined for records without one. */
  manifest: readonly { path: string; sha256: string }[] | undefined;
  today: () => string;
}

/** What a check came to: a result, or the one question that code cannot answer. */
export type SourceCheck =
  | { isSettled: true; data: VerificationData }
  | {
      isSettled: false;
      question: SupportQuestion;
      /** The result with the answer; undefined where nobody could be asked. */
      settle(support: Support | undefined): VerificationData;
    };

const settled = (data: VerificationData): SourceCheck => ({ isSettled: true, data });

export interface SupportQuestion {
  seq: number;
  /** Position of the source in the entry. */
  index: number;
  url: string;
  title: string;
  claim: string;
  passage: string;
  surroundings: string;
}

const extractor = { name: 'plain', version: 1 };
const surroundingCharacters = 1_500;

/** fetch → snapshot → checks → support, for one source at a time. */
export class Verifier {
  constructor(private readonly options: VerifierOptions) {}

  /** Whether a check needs neither network nor model. */
  isLocal(url: string): boolean {
    return parseSourceUrl(url).kind !== 'web';
  }

  /** The source's text for the gates; what was read is kept as a snapshot before any entry can refer to it. */
  async capture(url: string, signal: AbortSignal): Promise<CapturedSource> {
    const read = await this.#read(url, signal);
    if (read.outcome !== 'read') return read;
    return { outcome: 'read', title: read.title, text: read.text };
  }

  async check(entry: Entry, url: string, signal: AbortSignal): Promise<SourceCheck> {
    const source = entry.sources?.find((candidate) => candidate.url === url) ?? { url, title: '', accessed: '' };
    const parsed = parseSourceUrl(url);
    const read = await this.#read(url, signal);
    if (read.outcome !== 'read') return settled(this.#unread(parsed, url, read));
    const code = checkSource({ entry, source, url: parsed }, this.#checkedText(parsed, read));
    const { passage } = code;
    const needsSupport = code.checks.support.result === 'not_judged' && code.checks.quote.result === 'pass';
    if (!needsSupport || passage === undefined) return settled(settle(url, code, undefined));
    const question = supportQuestion({ entry, source, url }, read, passage);
    return { isSettled: false, question, settle: (support) => settle(url, code, support) };
  }

  /** The reader knows links and spellings of listed files; without one, the manifest alone is asked. */
  #unread(parsed: SourceUrl, url: string, read: Exclude<ReadSource, { outcome: 'read' }>): VerificationData {
    if (parsed.kind !== 'workspace' || this.options.manifest === undefined) return undecided(url, read.reason);
    const isAbsent = this.options.reader === undefined ? !this.#isListed(parsed.path) : read.outcome === 'absent';
    return isAbsent ? absent(url, parsed.path) : undecided(url, read.reason);
  }

  #isListed(path: string): boolean {
    const wanted = path.normalize('NFC');
    return this.options.manifest?.some((file) => file.path.normalize('NFC') === wanted) === true;
  }

  #checkedText(url: SourceUrl, read: StoredText): CheckedText {
    const { text, title, sha256 } = read;
    const listed = url.kind === 'workspace' ? this.options.manifest?.find((file) => file.path.normalize('NFC') === url.path.normalize('NFC')) : undefined;
    const hasChanged = listed !== undefined && listed.sha256 !== sha256;
    const note = 'The file has changed since the debate began; it is checked as it was when it was first cited.';
    return { text, title, sha256, ...(hasChanged ? { note } : {}) };
  }

  async #read(url: string, signal: AbortSignal): Promise<StoredText | Exclude<ReadSource, { outcome: 'read' }>> {
    const known = await this.options.snapshots.find(url);
    if (known !== undefined) return stored(known);
    if (this.options.reader === undefined) return { outcome: 'failed', reason: 'there is no snapshot of it' };
    const read = await this.options.reader.read(url, signal);
    if (read.outcome !== 'read') return read;
    return stored(
      await this.options.snapshots.add({
        ...{ url: read.url, finalUrl: read.finalUrl, title: read.title, contentType: read.contentType },
        ...{ accessed: this.options.today(), body: read.body, text: read.text, extractor },
      }),
    );
  }
}

function supportQuestion(
  { entry, source, url }: { entry: Entry; source: Source; url: string },
  read: StoredText,
  passage: { start: number; end: number },
): SupportQuestion {
  const start = Math.max(0, passage.start - surroundingCharacters);
  const index = entry.sources?.findIndex((candidate) => candidate.url === url) ?? 0;
  return {
    ...{ seq: entry.seq, index, url, title: read.title, claim: source.claim ?? entry.content },
    passage: read.text.slice(passage.start, passage.end),
    surroundings: read.text.slice(start, passage.end + surroundingCharacters),
  };
}

interface StoredText {
  outcome: 'read';
  text: string;
  title: string;
  sha256: string;
}

const stored = ({ metadata, text }: Snapshot): StoredText => ({
  outcome: 'read',
  text,
  title: metadata.title,
  sha256: metadata.sha256,
});

const notJudged = { quote: 'not_judged', figures: 'not_judged', attribution: 'not_judged', support: 'not_judged' } as const;

/** A path that was not in the evidence when the debate began was never there to be read. */
function absent(url: string, path: string): VerificationData {
  const explanation = `No file ${path} was in the evidence when the debate began.`;
  return {
    ...{ url, status: 'fabricated', confidence: 'high', checks: { exists: 'fail', ...notJudged } },
    ...{ notes: { exists: explanation }, snapshot: null, passage: null, explanation },
  };
}

function undecided(url: string, reason: string): VerificationData {
  const explanation = `The source could not be checked: ${reason}.`;
  return {
    ...{ url, status: 'unverified', confidence: 'low', checks: { exists: 'not_judged', ...notJudged } },
    ...{ notes: { exists: explanation }, snapshot: null, passage: null, explanation },
  };
}
