import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod';
import type { Report } from '../../async/workerJobs';
import { FileCache, stampOf } from '../fileCache';
import { evidenceParts } from './evidenceParts';
import type { EvidencePort } from './evidencePaths';
import { WordIndex } from './wordIndex';

export interface FoundPassage {
  path: string;
  /** Page of a document, in which the lines count. */
  page?: number | undefined;
  /** First line, counted from 1; `end` is the last, included. */
  start: number;
  end: number;
}

/** Text that is searched, and the passage kept for it. */
export interface Searchable<P> {
  passage: P;
  text: string;
  /** Heading whose words count too: a sentence under "Latency" need not repeat it. */
  heading?: string;
}

/** The passages of a file. */
interface CutFile<P> {
  found: readonly Searchable<P>[];
  /** Words of the file, if the index collects them. */
  words?: string | undefined;
}

export interface Cutter<P> {
  /** Name of the thread's program: passages cut by another build are cut again. */
  program: string;
  passage: z.ZodType<P>;
  /** Cuts a file into passages. Rejects if it cannot be read. */
  cut(port: EvidencePort, path: string): Promise<CutFile<P>>;
}

/** UTF-16 code units; an index takes many times the memory of its text. */
const maxIndexed = 6_000_000;
/** Files between two reports. */
const filesAtOnce = 50;
/** Passages between two turns of the event loop. */
const passagesAtOnce = 20;

/** Factors for words in a passage, its heading and its file's name. */
const boosts = [1, 0.5, 1.5];

const count = z.int().min(0);

export const foundPassage = z.object({ path: z.string(), page: count.exactOptional(), start: count, end: count });

/** Cuts runs of lines; only their positions stay in memory. */
export const linePassages: Cutter<FoundPassage> = {
  program: 'searchThread.js',
  passage: foundPassage,
  cut: async (port, path) => ({
    found: (await evidenceParts(port, path)).flatMap(({ lines, page }) =>
      passagesIn(lines).map(({ start, end, text }) => ({
        text,
        passage: { path, start, end, page },
      })),
    ),
  }),
};

/** Full-text search over the evidence (BM25+), built on first use. */
export class EvidenceIndex<P extends FoundPassage> {
  readonly #passages: P[] = [];
  readonly #leftOut: { path: string; reason: 'too_much' | 'unreadable' }[] = [];
  #built: Promise<WordIndex> | undefined;
  #report: Report = () => undefined;

  constructor(
    private readonly port: EvidencePort,
    private readonly cutter: Cutter<P>,
    /** Receives the words of each file, indexed or not. */
    private readonly onWords: (words: string) => void = () => undefined,
  ) {}

  /** Sets the receiver of the index's progress. */
  set report(report: Report) {
    this.#report = report;
  }

  /** Files that did not fit or could not be read; known after the first search. */
  get leftOut(): readonly { path: string; reason: 'too_much' | 'unreadable' }[] {
    return this.#leftOut;
  }

  /** All passages, file by file, from top to bottom. */
  async passages(): Promise<readonly P[]> {
    await (this.#built ??= this.#build());
    return this.#passages;
  }

  /** Passages for a query, the best first; equal ones in the order of the files. */
  async search(query: string, count: number): Promise<P[]> {
    const index = await (this.#built ??= this.#build());
    const hits = index.search(query);
    return hits.slice(0, count).flatMap(({ id }) => this.#passages[id] ?? []);
  }

  async #build(): Promise<WordIndex> {
    const index = new WordIndex(boosts);
    const cache = await this.#cache();
    let size = 0;
    for (const [done, { path }] of this.port.files.entries()) {
      if (done % filesAtOnce === 0 && size <= maxIndexed) this.#report({ done, total: this.#fitting(done, size) });
      const found = size > maxIndexed ? undefined : await this.#cut(path, cache).catch(() => 'unreadable' as const);
      if (typeof found === 'object') size = found.reduce((sum, { text }) => sum + text.length, size);
      if (found === 'unreadable') this.#leftOut.push({ path, reason: found });
      else if (found === undefined || size > maxIndexed) this.#leftOut.push({ path, reason: 'too_much' });
      else for (const searchable of found) await this.#add(index, path, searchable);
    }
    await cache?.save();
    return index;
  }

  /** Expected number of indexed files, judged by those done. */
  #fitting(done: number, size: number): number {
    return size === 0
      ? this.port.files.length
      : Math.min(this.port.files.length, Math.ceil((done * maxIndexed) / size));
  }

  /** Returns undefined for evidence that is not on disk, or a program that runs from its sources. */
  async #cache(): Promise<FileCache<CutFile<P>> | undefined> {
    const { disk } = this.port;
    const program = stampOf(join(import.meta.dirname, this.cutter.program));
    if (disk?.cache === undefined || program === undefined) return undefined;
    const found = z.array(
      z.object({ passage: this.cutter.passage, text: z.string(), heading: z.string().exactOptional() }),
    );
    return await FileCache.open({
      folder: disk.cache,
      root: `${disk.root}\n${program}`,
      name: this.cutter.program,
      schema: z.object({ found, words: z.string().exactOptional() }),
    });
  }

  /** Cuts a file; an unchanged one is neither read nor cut again. */
  async #cut(path: string, cache: FileCache<CutFile<P>> | undefined): Promise<readonly Searchable<P>[]> {
    const { disk } = this.port;
    const stamp =
      cache === undefined || disk === undefined || path === disk.added?.path
        ? undefined
        : stampOf(join(disk.root, path));
    const known = cache?.get(path, stamp);
    const cut = known ?? (await this.cutter.cut(this.port, path));
    if (known === undefined) cache?.set(path, stamp, cut);
    this.onWords(cut.words ?? '');
    return cut.found;
  }

  async #add(index: WordIndex, path: string, { passage, text, heading = '' }: Searchable<P>): Promise<void> {
    if (this.#passages.length % passagesAtOnce === passagesAtOnce - 1) await turn();
    this.#passages.push(passage);
    index.add([text, heading, path]);
  }
}

/** A run of lines that is found and cited as one. */
interface Passage {
  /** First line, counted from 1; `end` is the last, included. */
  start: number;
  end: number;
  text: string;
}

/** Lines: enough for a thought, few enough to show whole. */
const mostLines = 12;
const mostCharacters = 1_200;
/** Characters; a heading, or a few words, stays with the text below it. */
const shortest = 80;
const heading = /^#{1,6}\s/;

/** Matches text; brackets and rules alone are no passage. */
const sayingSomething = /[\p{L}\p{N}]/u;

/** Divides at empty lines if these come soon enough, else at the maximum length. */
function passagesIn(lines: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  let length = 0;
  const close = (end: number): void => {
    const text = lines.slice(start, end).join('\n').trimEnd();
    if (sayingSomething.test(text)) passages.push({ start: start + 1, end: start + text.split('\n').length, text });
    length = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (length === 0) start = index;
    const isBlank = line.trim() === '';
    const isEnd = (isBlank && length >= shortest) || heading.test(line);
    if (length > 0 && (isEnd || index - start >= mostLines || length + line.length > mostCharacters)) {
      close(index);
      start = index;
    }
    length += isBlank ? 0 : line.length + 1;
  }
  if (length > 0) close(lines.length);
  return passages;
}
