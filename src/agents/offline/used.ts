import { parseSourceUrl, type WorkspaceSource } from '../../debate/sourceUrl';
import { quotesIn, type DebateRecord } from './record';
import type { Indexed } from './evidenceIndex';

/** Passages share words with a quotation of the record in runs of this many. */
const sharedRun = 7;
/** From this part of the shorter one's runs on, a passage with the same figures repeats a quotation in part. */
const repeatedPart = 0.5;

interface Quoted {
  runs: ReadonlySet<string>;
  figures: string;
}

/** What has been quoted already, by anybody, or may not be cited again. Read from the record each time. */
export class Used {
  readonly #byRun = new Map<string, Quoted[]>();
  readonly #lines = new Map<string, { start: number; end: number }[]>();
  /** `path#page`. */
  readonly #pages = new Set<string>();
  readonly #quotes = new Set<string>();

  constructor(record: DebateRecord) {
    for (const entry of record) {
      for (const { quote } of quotesIn(entry)) this.#addQuote(quote);
      this.#addFindings(entry.type, entry.data);
    }
  }

  /** Takes a passage out of the running, as when it was chosen a moment ago. */
  add(passage: Pick<Indexed, 'text'>): void {
    this.#addQuote(passage.text);
  }

  /** Takes out everything at a place, such as that of a source that was sent back. */
  addPlace({ path, lines, page }: WorkspaceSource): void {
    if (page === undefined) this.#lines.set(path, [...(this.#lines.get(path) ?? []), lines ?? { start: 0, end: Infinity }]);
    else this.#pages.add(`${path}#${page}`);
  }

  has(passage: Indexed): boolean {
    const places = this.#lines.get(passage.path) ?? [];
    if (passage.page !== undefined && this.#pages.has(`${passage.path}#${passage.page}`)) return true;
    if (places.some(({ start, end }) => passage.startLine <= end && passage.endLine >= start)) return true;
    const words = wordsOf(passage.text);
    return this.#quotes.has(words.join(' ')) || this.#repeatsInPart(words);
  }

  /** Rows of one report often share their wording: what tells them apart is their figures. */
  #repeatsInPart(words: readonly string[]): boolean {
    const runs = runsOf(words);
    const figures = figuresOf(words);
    const candidates = new Set(runs.flatMap((run) => this.#byRun.get(run) ?? []));
    return [...candidates].some((quoted) => {
      const shared = runs.filter((run) => quoted.runs.has(run)).length;
      return quoted.figures === figures && shared >= repeatedPart * Math.min(runs.length, quoted.runs.size);
    });
  }

  #addQuote(quote: string): void {
    const words = wordsOf(quote);
    this.#quotes.add(words.join(' '));
    const quoted: Quoted = { runs: new Set(runsOf(words)), figures: figuresOf(words) };
    for (const run of quoted.runs) this.#byRun.set(run, [...(this.#byRun.get(run) ?? []), quoted]);
  }

  /** What the Verifier found wanting is not cited again, whoever cited it. */
  #addFindings(type: string, data: Record<string, unknown> | undefined): void {
    if (type !== 'verification_result' && type !== 'redaction') return;
    const { url, status } = data ?? {};
    if (
      typeof url !== 'string' ||
      (type === 'verification_result' && !/^(?:unreliable|fabricated)$/.test(String(status)))
    )
      return;
    const place = parseSourceUrl(url);
    if (place.kind === 'workspace') this.addPlace(place);
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const figuresOf = (words: readonly string[]): string => words.filter((word) => /\d/.test(word)).join(' ');

function runsOf(words: readonly string[]): string[] {
  return words
    .slice(0, Math.max(0, words.length - sharedRun + 1))
    .map((_, at) => words.slice(at, at + sharedRun).join(' '));
}
