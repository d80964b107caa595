import MiniSearch from 'minisearch';
import { setImmediate as turn } from 'node:timers/promises';
import type { Report } from '../../async/workerJobs';
import { evidenceParts } from './evidenceParts';
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

/** What is searched, and what is kept of it. */
export interface Searchable<P> {
  passage: P;
  text: string;
  /** Lends its words: under "Latency" a sentence need not say it again. */
  heading?: string;
}

/** How a file is cut into what is searched. Rejects where it cannot be read. */
export type Cut<P> = (port: EvidencePort, path: string) => Promise<readonly Searchable<P>[]>;

interface Indexed {
  id: number;
  name: string;
  text: string;
  heading: string;
}

/** What is indexed at most, in UTF-16 units: an index takes many times the memory of its text. */
const maxIndexed = 6_000_000;
/** Between two reports. */
const filesAtOnce = 50;
/** Between two looks at the event loop. */
const passagesAtOnce = 20;

/** Runs of lines, as models search and cite them; only their places are kept. */
export const linePassages: Cut<FoundPassage> = async (port, path) =>
  (await evidenceParts(port, path)).flatMap(({ lines, page }) =>
    passagesIn(lines).map(({ start, end, text }) => ({ text, passage: { path, start, end, ...(page === undefined ? {} : { page }) } })),
  );

/** Full-text search over the evidence (BM25+). Built when it is first asked. */
export class EvidenceIndex<P extends FoundPassage> {
  readonly #passages: P[] = [];
  readonly #leftOut: { path: string; reason: 'too_much' | 'unreadable' }[] = [];
  #built: Promise<MiniSearch<Indexed>> | undefined;
  #report: Report = () => undefined;

  constructor(
    private readonly port: EvidencePort,
    private readonly cut: Cut<P>,
  ) {}

  /** Who is told how much is indexed from now on. */
  set report(report: Report) {
    this.#report = report;
  }

  /** Files that the index has no room for, or that could not be read; known after the first search. */
  get leftOut(): readonly { path: string; reason: 'too_much' | 'unreadable' }[] {
    return this.#leftOut;
  }

  /** All of them, file by file, from top to bottom. */
  async passages(): Promise<readonly P[]> {
    await (this.#built ??= this.#build());
    return this.#passages;
  }

  /** The best first; equals in the order of the files. */
  async search(query: string, count: number): Promise<P[]> {
    const index = await (this.#built ??= this.#build());
    const found = index.search(query, {
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.2 },
      boost: { name: 1.5, heading: 0.5 },
    });
    const hits = found.map(({ id, score }) => ({ id: id as number, score }));
    hits.sort((one, other) => other.score - one.score || one.id - other.id);
    return hits.slice(0, count).flatMap(({ id }) => this.#passages[id] ?? []);
  }

  async #build(): Promise<MiniSearch<Indexed>> {
    const index = new MiniSearch<Indexed>({ fields: ['text', 'heading', 'name'], tokenize: searchTerms, processTerm: (term) => term });
    let size = 0;
    for (const [done, { path }] of this.port.files.entries()) {
      // Beyond what is indexed, files are only counted.
      if (done % filesAtOnce === 0 && size <= maxIndexed) this.#report({ done, total: this.port.files.length });
      const found = size > maxIndexed ? undefined : await this.cut(this.port, path).catch(() => 'unreadable' as const);
      if (typeof found === 'object') size = found.reduce((sum, { text }) => sum + text.length, size);
      if (found === 'unreadable') this.#leftOut.push({ path, reason: found });
      else if (found === undefined || size > maxIndexed) this.#leftOut.push({ path, reason: 'too_much' });
      else for (const searchable of found) await this.#add(index, path, searchable);
    }
    return index;
  }

  async #add(index: MiniSearch<Indexed>, path: string, { passage, text, heading = '' }: Searchable<P>): Promise<void> {
    if (this.#passages.length % passagesAtOnce === passagesAtOnce - 1) await turn();
    const id = this.#passages.push(passage) - 1;
    index.add({ id, text, heading, name: path });
  }
}
