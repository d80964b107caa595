import { collapsed } from '../../debate/shortText';
import type { Report } from '../../async/workerJobs';
import type { VisibleEntry } from '../../debate/tasks';
import { EvidenceIndex, type Cutter } from '../../research/tools/evidenceIndex';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { Differing } from './differing';
import { passageSchema, passagesOf, type EvidencePassage } from './passages';
import { phrases } from './phrases';
import { distinctWords, topicWords, WordSet } from './topicWords';

interface UnusedFile {
  path: string;
  /** `nothing_quotable`: it was read, and nothing in it can be quoted as it stands. */
  reason: 'nothing_quotable' | 'too_much' | 'unreadable';
}

const quotable: Cutter<EvidencePassage> = {
  program: 'extractiveThread.js',
  passage: passageSchema,
  cut: async (from, path) => {
    const text = await from.text(path);
    return {
      found: await passagesOf({ ...from, text: () => Promise.resolve(text) }, path),
      words: `${path}\n${distinctWords(text)}`,
    };
  },
};

/** Each result may name every passage. */
const mostFound = 16;

/** What can be quoted of the evidence, in the order of dealing. Read once. */
export class ExtractiveEvidence {
  readonly #index: EvidenceIndex<EvidencePassage>;
  readonly #words = new WordSet();
  readonly #found = new Map<string, Promise<readonly EvidencePassage[]>>();
  #differing: Promise<Differing> | undefined;
  #byAddress: Promise<ReadonlyMap<string, readonly EvidencePassage[]>> | undefined;

  constructor(private readonly port: EvidencePort) {
    const files = [...port.files].sort((one, other) => (one.path < other.path ? -1 : 1));
    const own = {
      ...port,
      files,
      text: (path: string) => port.text(path),
      document: (path: string) => this.#document(path),
    };
    this.#index = new EvidenceIndex(own, quotable, (words) => this.#words.add(words));
  }

  #document(path: string): ReturnType<NonNullable<EvidencePort['document']>> {
    return this.port.document?.(path) ?? Promise.resolve({});
  }

  set report(report: Report) {
    this.#index.report = report;
  }

  passages(): Promise<readonly EvidencePassage[]> {
    return this.#index.passages();
  }

  get files(): string[] {
    return this.port.files.map(({ path }) => path).sort();
  }

  async unused(): Promise<UnusedFile[]> {
    const quotable = new Set((await this.passages()).map(({ path }) => path));
    const reasons = new Map(this.#index.leftOut.map(({ path, reason }) => [path, reason]));
    return this.port.files.flatMap(({ path }) =>
      quotable.has(path) ? [] : [{ path, reason: reasons.get(path) ?? 'nothing_quotable' }],
    );
  }

  /** The topic's content words, and those that the evidence lacks. */
  async wordsOf(topic: string): Promise<{ all: string[]; nowhere: string[] }> {
    await this.passages();
    const all = topicWords(topic);
    return { all, nowhere: all.filter((word) => !this.#words.has(word)) };
  }

  /** Those that share words with the topic, best first; if none does, all as they stand in the files. */
  async ranked(topic: string): Promise<readonly EvidencePassage[]> {
    const found = await this.matching(topic);
    return found.length > 0 ? found : await this.passages();
  }

  /** Those that share content words with the text, best first. */
  matching(text: string): Promise<readonly EvidencePassage[]> {
    const known = this.#found.get(text);
    if (known !== undefined) return known;
    const found = this.#index.search(topicWords(text).join(' '), Infinity);
    this.#found.set(text, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > mostFound && oldest !== undefined) this.#found.delete(oldest);
    return found;
  }

  /** What shares words with the topic, best first, then the rest. No two with the same words. */
  async dealable(topic: string): Promise<EvidencePassage[]> {
    const known = new Set<string>();
    return [...(await this.matching(topic)), ...(await this.passages())].filter(({ quote }) => {
      const key = quote.toLowerCase();
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
  }

  differing(): Promise<Differing> {
    return (this.#differing ??= this.passages().then((passages) => new Differing(passages)));
  }

  async passageOf(source: { url: string; quote?: string | undefined }): Promise<EvidencePassage | undefined> {
    const key = keyOf(source);
    const those = (await (this.#byAddress ??= this.passages().then(byAddress))).get(source.url);
    return those?.find(({ url, quote }) => key === `${url}\n${quote}`);
  }

  /** Since the debate began: of them only what was quoted is known. */
  get changed(): readonly string[] {
    return this.port.changed ?? [];
  }

  /** With the reason in words. */
  get notRead(): { path: string; detail: string }[] {
    const { leftOut = [], gone = [] } = this.port;
    const lost = new Set(gone);
    return [
      ...this.changed.map((path) => ({ path, detail: lost.has(path) ? phrases.isGone : phrases.hasChanged })),
      ...leftOut,
    ];
  }

  get scope(): 'all' | 'unchanged' | 'none' {
    if (this.changed.length === 0) return 'all';
    return this.port.files.length === 0 ? 'none' : 'unchanged';
  }
}

function byAddress(passages: readonly EvidencePassage[]): Map<string, EvidencePassage[]> {
  const found = new Map<string, EvidencePassage[]>();
  for (const passage of passages) {
    const those = found.get(passage.url);
    if (those === undefined) found.set(passage.url, [passage]);
    else those.push(passage);
  }
  return found;
}

/** A passage is dealt once, whoever cites it: a debate that is resumed goes on the same. */
export function undealt(ranked: readonly EvidencePassage[], record: readonly VisibleEntry[]): EvidencePassage[] {
  const sources = record.flatMap((entry) => entry.sources ?? []);
  const dealt = new Set(sources.map(keyOf));
  const cited = new Set(sources.map(({ url }) => url));
  return ranked.filter(({ url, quote }) => !cited.has(url) || !dealt.has(`${url}\n${quote}`));
}

/** The same for a passage and the source that quotes it. */
const keyOf = ({ url, quote }: { url: string; quote?: string | undefined }): string =>
  `${url}\n${collapsed(quote ?? '')}`;

/** One seat's share, as if the passages went round to this seat and those that speak after it in the round. `seats`: how many these are. */
export function dealt(
  left: readonly EvidencePassage[],
  { seats, each }: { seats: number; each: number },
): EvidencePassage[] {
  return left.slice(0, seats * each).filter((_, at) => at % seats === 0);
}
