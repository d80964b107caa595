import MiniSearch from 'minisearch';
import { setImmediate as turn } from 'node:timers/promises';
import { evidenceParts, type EvidencePart } from './evidenceParts';
import type { EvidencePort } from './evidencePaths';
import { passagesIn } from './passages';
import { searchTerms } from './searchTerms';

export interface FoundPassage {
  path: string;
  /** Of a document: then the lines are those of the page. */
  page?: number;
  /** 1-based, both included. */
  start: number;
  end: number;
}

interface IndexedPassage extends FoundPassage {
  id: number;
  name: string;
  text: string;
}

/** What is indexed at most, in UTF-16 units: an index takes many times the memory of its text. */
const maxIndexed = 6_000_000;
/** Between two looks at the event loop. */
const passagesAtOnce = 20;

const lengthOf = (parts: readonly EvidencePart[]): number => parts.reduce((sum, { lines }) => lines.reduce((length, line) => length + line.length + 1, sum), 0);

/** Full-text search over the evidence (BM25+). Built when it is first asked; keeps places, not texts. */
export class EvidenceIndex {
  readonly #port: EvidencePort;
  readonly #places: FoundPassage[] = [];
  #leftOut = 0;
  #built: Promise<MiniSearch<IndexedPassage>> | undefined;

  constructor(port: EvidencePort) {
    this.#port = port;
  }

  /** Files that the index has no room for, or that could not be read; known after the first search. */
  get leftOut(): number {
    return this.#leftOut;
  }

  async search(query: string, count: number): Promise<FoundPassage[]> {
    this.#built ??= this.#build();
    const index = await this.#built;
    const found = index.search(query, {
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.2 },
      boost: { name: 1.5 },
    });
    return found.slice(0, count).flatMap(({ id }) => this.#places[id as number] ?? []);
  }

  async #build(): Promise<MiniSearch<IndexedPassage>> {
    const index = new MiniSearch<IndexedPassage>({
      fields: ['text', 'name'],
      tokenize: searchTerms,
      processTerm: (term) => term,
    });
    let size = 0;
    for (const { path } of this.#port.files) {
      const parts = size > maxIndexed ? undefined : await evidenceParts(this.#port, path).catch(() => undefined);
      size += parts === undefined ? 0 : lengthOf(parts);
      if (parts === undefined || size > maxIndexed) this.#leftOut += 1;
      else for (const part of parts) await this.#add(index, path, part);
    }
    return index;
  }

  async #add(index: MiniSearch<IndexedPassage>, path: string, { lines, page }: EvidencePart): Promise<void> {
    for (const { start, end, text: passage } of passagesIn(lines)) {
      if (this.#places.length % passagesAtOnce === passagesAtOnce - 1) await turn();
      const id = this.#places.push({ path, start, end, ...(page === undefined ? {} : { page }) }) - 1;
      index.add({ id, path, start, end, name: path, text: passage });
    }
  }
}
