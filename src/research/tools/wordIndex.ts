import { bm25, prefixWeight, rarityOf, searchTerms, shortestPrefix, unspaced } from '../searchTerms';

interface Hit {
  /** Index of the document in the order of addition, from 0 on. */
  id: number;
  score: number;
}

const fuzzyWeight = 0.2;
const mostEdits = 6;

/** A growing list of numbers. */
class Numbers {
  #items = new Uint32Array(1_024);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length] = item;
    this.length += 1;
  }

  get items(): Uint32Array {
    return this.#items.subarray(0, this.length);
  }
}

/** Documents of each word: from `starts[word]` up to `starts[word + 1]`. */
interface Postings {
  starts: Uint32Array;
  documents: Uint32Array;
  counts: Uint32Array;
}

/** Number of each word in each document, in three lists that the first search sorts by word. */
class Field {
  readonly lengths = new Numbers();
  average = 0;
  #words = new Numbers();
  #documents = new Numbers();
  #counts = new Numbers();
  #last: { text: string; counts: ReadonlyMap<number, number> } | undefined;
  #postings: Postings | undefined;

  constructor(readonly boost: number) {}

  add(document: number, text: string, wordsOf: (text: string) => ReadonlyMap<number, number>): void {
    // Passages of a file share its name and mostly their heading.
    if (this.#last?.text !== text) this.#last = { text, counts: wordsOf(text) };
    const { counts } = this.#last;
    for (const [word, count] of counts) {
      this.#words.push(word);
      this.#documents.push(document);
      this.#counts.push(count);
    }
    this.lengths.push(counts.size);
    this.average = (this.average * document + counts.size) / (document + 1);
  }

  postings(words: number): Postings {
    return (this.#postings ??= this.#sorted(words));
  }

  #sorted(words: number): Postings {
    const { items } = this.#words;
    const starts = new Uint32Array(words + 2);
    for (const word of items) starts[word + 2] = (starts[word + 2] ?? 0) + 1;
    for (let word = 2; word < starts.length; word += 1) starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
    const [documents, counts] = [new Uint32Array(items.length), new Uint32Array(items.length)];
    const [unsorted, unsortedCounts] = [this.#documents.items, this.#counts.items];
    for (const [at, word] of items.entries()) {
      const place = starts[word + 1] ?? 0;
      starts[word + 1] = place + 1;
      documents[place] = unsorted[at] ?? 0;
      counts[place] = unsortedCounts[at] ?? 0;
    }
    this.#words = this.#documents = this.#counts = new Numbers();
    return { starts, documents, counts };
  }
}

/** BM25+ over the words of some fields, in typed arrays. All documents must be added before the first search. */
export class WordIndex {
  readonly #ids = new Map<string, number>();
  readonly #fields: readonly Field[];
  #documents = 0;
  #sorted: readonly string[] | undefined;

  /** `boosts`: factor of each field's words. */
  constructor(boosts: readonly number[]) {
    this.#fields = boosts.map((boost) => new Field(boost));
  }

  /** `texts`: texts of a document, field by field. */
  add(texts: readonly string[]): void {
    for (const [at, field] of this.#fields.entries())
      field.add(this.#documents, texts[at] ?? '', (text) => this.#counted(text));
    this.#documents += 1;
  }

  /** Documents with a word of the query, one that begins with it or a similar spelling; the best first. */
  search(query: string): Hit[] {
    const totals = new Float64Array(this.#documents);
    const parts = new Float64Array(this.#documents);
    const found = new Uint32Array(this.#documents);
    const asked = new Set<string>();
    for (const term of searchTerms(query)) {
      const touched = this.#score(term, parts);
      for (const id of touched) {
        totals[id] = (totals[id] ?? 0) + (parts[id] ?? 0);
        if (!asked.has(term)) found[id] = (found[id] ?? 0) + 1;
        parts[id] = 0;
      }
      asked.add(term);
    }
    const hits: Hit[] = [];
    for (const [id, terms] of found.entries()) if (terms > 0) hits.push({ id, score: (totals[id] ?? 0) * terms });
    return hits.sort((one, other) => other.score - one.score || one.id - other.id);
  }

  #counted(text: string): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const term of searchTerms(text)) {
      let id = this.#ids.get(term);
      if (id === undefined) this.#ids.set(term, (id = this.#ids.size));
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  /** Adds a term's scores, and returns the documents that have the term. */
  #score(term: string, scores: Float64Array): ReadonlySet<number> {
    const touched = new Set<number>();
    for (const [match, weight] of this.#matches(term)) {
      const word = this.#ids.get(match);
      if (word === undefined) continue;
      for (const field of this.#fields) {
        const { starts, documents, counts } = field.postings(this.#ids.size);
        const [start, end] = [starts[word] ?? 0, starts[word + 1] ?? 0];
        const lengths = field.lengths.items;
        const rarity = rarityOf(end - start, this.#documents);
        for (let at = start; at < end; at += 1) {
          const [id, count] = [documents[at] ?? 0, counts[at] ?? 0];
          const worth = bm25(count, { length: lengths[id] ?? 0, average: field.average });
          scores[id] = (scores[id] ?? 0) + weight * field.boost * (rarity * worth);
          touched.add(id);
        }
      }
    }
    return touched;
  }

  /** Words that match a term of the query, each with its factor. */
  #matches(term: string): Map<string, number> {
    const matches = new Map([[term, 1]]);
    const words = (this.#sorted ??= [...this.#ids.keys()].sort());
    // Texts are indexed by pairs of characters, so a single one matches each pair that has it.
    if (unspaced.test(term) && Array.from(term).length === 1)
      for (const word of words) if (word.includes(term)) matches.set(word, 1);
    if (term.length > 5)
      for (const [word, edits] of nearIn(words, term, Math.min(mostEdits, Math.round(term.length * 0.2))))
        if (edits > 0) matches.set(word, (fuzzyWeight * word.length) / (word.length + edits));
    if (term.length >= shortestPrefix)
      for (let at = firstFrom(words, term); words[at]?.startsWith(term) === true; at += 1) {
        const { length } = words[at] ?? '';
        if (length > term.length) matches.set(words[at] ?? '', prefixWeight(term.length, length));
      }
    return matches;
  }
}

/** Index of the first sorted word that is not before this one. */
function firstFrom(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Sorted words within a number of edits. A prefix shared with the previous word is not compared again, and words whose
 * beginning is already too far away are skipped.
 */
function* nearIn(words: readonly string[], term: string, most: number): Generator<[string, number]> {
  const width = term.length + 1;
  const edits = Uint8Array.from({ length: width * (width + most) }, (_, at) => (at < width ? at : 0));
  let before = '';
  let tooFarFrom = Infinity;
  for (const word of words) {
    if (Math.abs(word.length - term.length) > most) continue;
    let row = sharedLength(before, word);
    if (row >= tooFarFrom) continue;
    tooFarFrom = Infinity;
    before = word;
    for (; row < word.length && tooFarFrom === Infinity; row += 1)
      if (nextRow(edits, { row, width, term, code: word.charCodeAt(row) }) > most) tooFarFrom = row + 1;
    const found = edits[word.length * width + term.length] ?? 0;
    if (tooFarFrom === Infinity && found <= most) yield [word, found];
  }
}

/** Fills the next row of a table of edits; returns its minimum. */
function nextRow(
  edits: Uint8Array,
  { row, width, term, code }: { row: number; width: number; term: string; code: number },
): number {
  const [above, at] = [row * width, (row + 1) * width];
  let least = (edits[at] = row + 1);
  for (let column = 1; column < width; column += 1) {
    const changed = (edits[above + column - 1] ?? 0) + (term.charCodeAt(column - 1) === code ? 0 : 1);
    const added = Math.min(edits[above + column] ?? 0, edits[at + column - 1] ?? 0) + 1;
    const now = (edits[at + column] = Math.min(changed, added));
    if (now < least) least = now;
  }
  return least;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}
