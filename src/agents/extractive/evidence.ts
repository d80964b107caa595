import { EvidenceIndex } from '../../research/tools/evidenceIndex';
import type { EvidencePort } from '../../research/tools/evidencePaths';
import { passagesOf, type Passage } from './passages';
import { topicWords, WordSet } from './topicWords';

export interface UnusedFile {
  path: string;
  /** `nothing_quotable`: it was read, and no sentence, row or record in it can be quoted as it stands. */
  reason: 'nothing_quotable' | 'too_much' | 'unreadable';
}

/** What the evidence holds that can be quoted, and in what order it is dealt. Read once. */
export class ExtractiveEvidence {
  readonly #index: EvidenceIndex<Passage>;
  readonly #words = new WordSet();
  readonly #ranked = new Map<string, Promise<readonly Passage[]>>();

  constructor(private readonly port: EvidencePort) {
    const files = [...port.files].sort((one, other) => (one.path < other.path ? -1 : 1));
    this.#index = new EvidenceIndex({ ...port, files, text: (path) => port.text(path), document: (path) => this.#document(path) }, async (from, path) => {
      const found = await passagesOf(from, path);
      this.#words.add(path);
      this.#words.add(await from.text(path));
      return found;
    });
  }

  #document(path: string): ReturnType<NonNullable<EvidencePort['document']>> {
    return this.port.document?.(path) ?? Promise.resolve({});
  }

  passages(): Promise<readonly Passage[]> {
    return this.#index.passages();
  }

  /** Files of which nothing can be quoted. */
  async unused(): Promise<UnusedFile[]> {
    const quotable = new Set((await this.passages()).map(({ path }) => path));
    const reasons = new Map(this.#index.leftOut.map(({ path, reason }) => [path, reason]));
    return this.port.files.flatMap(({ path }) => (quotable.has(path) ? [] : [{ path, reason: reasons.get(path) ?? 'nothing_quotable' }]));
  }

  /** The content words of the topic, and those of them that occur nowhere in the evidence. */
  async wordsOf(topic: string): Promise<{ all: string[]; nowhere: string[] }> {
    await this.passages();
    const all = topicWords(topic);
    return { all, nowhere: all.filter((word) => !this.#words.has(word)) };
  }

  /** The passages that share words with the text, best first; where none does, all as they stand in the files. */
  ranked(text: string): Promise<readonly Passage[]> {
    const known = this.#ranked.get(text);
    if (known !== undefined) return known;
    const made = this.#rank(text);
    this.#ranked.set(text, made);
    return made;
  }

  async #rank(text: string): Promise<readonly Passage[]> {
    const found = await this.#index.search(topicWords(text).join(' '), Infinity);
    return found.length > 0 ? found : await this.passages();
  }
}
