import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { isLined } from '../../debate/linedText';
import type { DocumentFacts } from '../../research/fileText';
import { givesOrders } from './instructions';
import { passagesOf, type Passage } from './passages';
import { qualityOf } from './quality';
import { titleOf } from './title';
import { termsIn } from './terms';

/** What the offline performer needs of the evidence; `Evidence` of research/ is one. */
export interface OfflineEvidence {
  readonly files: readonly { readonly path: string; readonly kind: string }[];
  text(path: string): Promise<string>;
  /** What a document says of itself, and which of its parts are not its author's words; needed only where there are such. */
  document?(path: string): Promise<DocumentFacts>;
}

export interface Indexed extends Passage {
  /** Its position in the index: file by file, from top to bottom. */
  readonly id: number;
}

/** Kinds of file in which not everything is their author's own word. */
const laidOut: ReadonlySet<string> = new Set(['pdf', 'html', 'markdown', 'text']);
/** With more passages than this the least quotable of each file are left out. */
const mostPassages = 60_000;
const fewestPerFile = 12;
/** From this many passages on, common terms are left out of searches. */
const largeIndex = 5_000;
/** So many passages are indexed before the event loop gets its turn: about 30 ms. */
const batch = 1_000;

export interface BuildOptions {
  signal?: AbortSignal | undefined;
  /** Passages of all files together, and of each file in any case. */
  most?: number;
  least?: number;
}

/** Terms with their weights. */
export type Query = ReadonlyMap<string, number>;

/** The passages of the evidence, searchable by BM25+. Built once; holds no file's whole text. */
export class EvidenceIndex {
  readonly #search = new MiniSearch<{ id: number; text: string; context: string }>({
    fields: ['text', 'context'],
    tokenize: (text) => termsIn(text),
    processTerm: (term) => term,
  });
  readonly #frequency = new Map<string, number>();
  readonly #capitals = new Map<string, number>();
  readonly #byText = new Map<string, number[]>();
  readonly #terms = new Map<number, ReadonlySet<string>>();

  private constructor(readonly passages: readonly Indexed[]) {}

  #add(passage: Indexed): void {
    const terms = new Set(termsIn(passage.text));
    for (const term of terms) this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1);
    this.#countCapitals(passage.text);
    this.#byText.set(passage.text, [...(this.#byText.get(passage.text) ?? []), passage.id]);
    // Section and title lend their words: under "Latency" a sentence need not say it again.
    this.#search.add({ id: passage.id, text: passage.text, context: `${passage.heading ?? ''} ${passage.title}` });
  }

  /** For tasks that need no evidence. */
  static readonly empty = new EvidenceIndex([]);

  /** Reads every file once. Files that cannot be read are passed over: the gates would refuse them as sources anyway. */
  static async build(evidence: OfflineEvidence, options: BuildOptions = {}): Promise<EvidenceIndex> {
    const { signal, most = mostPassages, least = fewestPerFile } = options;
    const perFile = Math.max(least, Math.floor(most / Math.max(1, evidence.files.length)));
    const passages: Indexed[] = [];
    // Whatever order the files come in: ties go by their places in the index.
    for (const { path, kind } of [...evidence.files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
      signal?.throwIfAborted();
      const text = await evidence.text(path).catch(() => undefined);
      if (text === undefined) continue;
      const document = laidOut.has(kind) ? await evidence.document?.(path).catch(() => undefined) : undefined;
      const title = document?.title ?? titleOf(path, kind, text);
      const own = givesOrders(title) ? baseName(path) : title;
      const found = passagesOf({ path, kind, title: own, text, layout: document?.layout, isLined: isLined({ extractor: document?.extractor?.name }) });
      for (const passage of best(found, perFile)) passages.push({ ...passage, id: passages.length });
    }
    const index = new EvidenceIndex(passages);
    for (const passage of passages) {
      if (passage.id % batch === 0) await setImmediate();
      signal?.throwIfAborted();
      index.#add(passage);
    }
    return index;
  }

  /** The passages that best match, best first; equal scores in the order of the files. */
  search(query: Query, limit: number): { passage: Indexed; score: number }[] {
    const terms = this.#tellingTerms(query);
    if (terms.length === 0) return [];
    const found = this.#search.search(terms.join(' '), {
      tokenize: (text) => text.split(' '),
      boostTerm: (term) => query.get(term) ?? 1,
      boost: { context: 0.35 },
    });
    return found
      .map(({ id, score }) => ({ passage: this.passages[id as number], score }))
      .filter((hit): hit is { passage: Indexed; score: number } => hit.passage !== undefined)
      .sort((a, b) => b.score - a.score || a.passage.id - b.passage.id)
      .slice(0, limit);
  }

  /**
   * In a large index a term that every seventh passage has says next to nothing and costs nearly all of the time. The
   * three rarest stay in any case.
   */
  #tellingTerms(query: Query): string[] {
    const terms = [...query.keys()].filter((term) => (this.#frequency.get(term) ?? 0) > 0);
    if (this.passages.length < largeIndex) return [...query.keys()];
    const byRarity = terms.sort((a, b) => (this.#frequency.get(a) ?? 0) - (this.#frequency.get(b) ?? 0));
    return byRarity.filter((term, at) => at < 3 || (this.#frequency.get(term) ?? 0) < this.passages.length / 7);
  }

  /** How telling a term is, about 0 to 1; 0 for one that no passage has. */
  weightOf(term: string): number {
    const frequency = this.#frequency.get(term);
    if (frequency === undefined) return 0;
    return Math.log((this.passages.length + 1) / (frequency + 0.5)) / Math.log(this.passages.length + 2);
  }

  termsOf(passage: Indexed): ReadonlySet<string> {
    const known = this.#terms.get(passage.id);
    if (known !== undefined) return known;
    const terms = new Set(termsIn(passage.text));
    this.#terms.set(passage.id, terms);
    return terms;
  }

  /** Whether a word is written with a capital inside sentences more often than without. */
  isName(word: string): boolean {
    return (this.#capitals.get(word.toLowerCase()) ?? 0) > 0;
  }

  /** The passage right after, in the same paragraph. */
  after(passage: Indexed): Indexed | undefined {
    const next = this.passages[passage.id + 1];
    const isNext = next?.path === passage.path && next.block === passage.block;
    return isNext && next.startLine - passage.endLine <= 1 ? next : undefined;
  }

  /** The passage with this text, in this file where there are several. */
  find(text: string, path: string | undefined): Indexed | undefined {
    const same = (this.#byText.get(text) ?? []).map((id) => this.passages[id]);
    return same.find((passage) => passage?.path === path) ?? same[0];
  }

  #countCapitals(text: string): void {
    for (const [word] of text.slice(text.indexOf(' ') + 1).matchAll(/[\p{L}][\p{L}\p{N}'’-]*/gu)) {
      const key = word.toLowerCase();
      this.#capitals.set(key, (this.#capitals.get(key) ?? 0) + (word === key ? -1 : 1));
    }
  }
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function best(passages: readonly Passage[], count: number): readonly Passage[] {
  if (passages.length <= count) return passages;
  const ranked = passages.map((passage, at) => ({ at, quality: qualityOf(passage.text) }));
  const kept = new Set(
    ranked
      .sort((a, b) => b.quality - a.quality || a.at - b.at)
      .slice(0, count)
      .map(({ at }) => at),
  );
  return passages.filter((_, at) => kept.has(at));
}
