import { foundStatuses } from '../../../debate/log/sourceMark';
import { bm25, prefixWeight, rarityOf } from '../../../research/searchTerms';
import type { DebateIndex, IndexRow } from './debateIndex';
import type { IndexedDebate } from './debateIndexes';
import { goesOn, isCharacter, type SearchFilters, type SearchQuery } from './query';

export interface RankedHit {
  debate: IndexedDebate;
  document: number;
  score: number;
  /** Milliseconds since the epoch. */
  time: number;
}

export interface Ranked {
  /** The best first; of equals the newest. */
  hits: RankedHit[];
  total: number;
  debates: number;
  isLoose: boolean;
}

/** Ranks hits. A query without words finds all that its filters let through, the newest first. */
export function ranked(debates: readonly IndexedDebate[], query: SearchQuery, limit: number): Ranked {
  const units = weighed(debates, query.units);
  const average = averageLength(debates);
  const strict = new BestHits(limit);
  const loose = new BestHits(limit);
  for (const debate of debates) {
    const index = debate.index();
    if (index === undefined) continue;
    const passes = passing(index, query.filters);
    const without = new Set(query.without.length === 0 ? [] : documentsOf(index, query.without));
    for (const { document, score, found } of foundIn(index, units, average)) {
      if (!passes(document) || without.has(document)) continue;
      const hit = { debate, document, score, time: index.timeOf(document) };
      if (found === units.length) strict.take(hit);
      else loose.take({ ...hit, score: score * found });
    }
  }
  const isLoose = strict.total === 0 && loose.total > 0;
  const best = isLoose ? loose : strict;
  return { hits: best.hits, total: best.total, debates: best.debates, isLoose };
}

interface WeighedUnit {
  terms: readonly string[];
  rarity: number;
}

/** A phrase is as rare as its rarest word. What is not held tells of no words: it would be read twice for that. */
function weighed(all: readonly IndexedDebate[], units: SearchQuery['units']): WeighedUnit[] {
  const held = all.filter(({ isHeld }) => isHeld);
  const debates = held.length === 0 ? all : held;
  const documents = sumOf(debates, 'documents');
  const holding = units.map((terms) => terms.map(() => 0));
  for (const debate of units.length === 0 ? [] : debates) {
    const index = debate.index();
    if (index !== undefined) units.forEach((terms, at) => addHolding(index, terms, holding[at] ?? []));
  }
  return units.map((terms, at) => ({
    terms,
    rarity: rarityOf(
      (holding[at] ?? []).reduce((least, count) => Math.min(least, count), documents),
      documents,
    ),
  }));
}

function addHolding(index: DebateIndex, terms: readonly string[], holding: number[]): void {
  for (const at of terms.keys())
    for (const { id } of matches(index, terms, at)) holding[at] = (holding[at] ?? 0) + index.holding(id);
}

/** The term itself and, where it may go on, words that begin with it. */
function* matches(index: DebateIndex, terms: readonly string[], at: number): Generator<{ id: number; weight: number }> {
  const term = terms[at] ?? '';
  const mayGoOn = goesOn(terms, at);
  const isWhole = isCharacter(term);
  for (const { id, length } of index.termsFrom(term)) {
    if (length === term.length) yield { id, weight: 1 };
    if (!mayGoOn) return;
    if (length > term.length) yield { id, weight: isWhole ? 1 : prefixWeight(term.length, length) };
  }
}

function averageLength(debates: readonly IndexedDebate[]): number {
  const [words, documents] = [sumOf(debates, 'words'), sumOf(debates, 'documents')];
  return Math.max(1, words / Math.max(1, documents));
}

const sumOf = (debates: readonly IndexedDebate[], what: 'words' | 'documents'): number =>
  debates.reduce((sum, debate) => sum + debate[what], 0);

interface FoundDocument {
  document: number;
  score: number;
  found: number;
}

function foundIn(index: DebateIndex, units: readonly WeighedUnit[], average: number): Iterable<FoundDocument> {
  if (units.length === 0) return allOf(index);
  const scores = new Scores(index, average);
  for (const unit of units) scores.add(unit);
  return scores.found();
}

function documentsOf(index: DebateIndex, units: SearchQuery['units']): number[] {
  const unweighed = units.map((terms) => ({ terms, rarity: 0 }));
  return [...foundIn(index, unweighed, 1)].map(({ document }) => document);
}

function* allOf({ documents }: DebateIndex): Generator<FoundDocument> {
  for (let document = 0; document < documents; document += 1) yield { document, score: 0, found: 0 };
}

class Scores {
  readonly #scores: Float64Array;
  readonly #found: Uint16Array;
  /** The unit counted last, from 1 on. */
  readonly #counted: Uint16Array;
  #units = 0;

  constructor(
    private readonly index: DebateIndex,
    private readonly average: number,
  ) {
    this.#scores = new Float64Array(index.documents);
    this.#found = new Uint16Array(index.documents);
    this.#counted = new Uint16Array(index.documents);
  }

  add({ terms, rarity }: WeighedUnit): void {
    this.#units += 1;
    for (const { document, count, weight } of terms.length === 1 ? this.#word(terms) : this.#phrase(terms)) {
      const worth = bm25(count, { length: this.index.lengthOf(document), average: this.average });
      this.#scores[document] = (this.#scores[document] ?? 0) + weight * rarity * worth;
      if (this.#counted[document] === this.#units) continue;
      this.#counted[document] = this.#units;
      this.#found[document] = (this.#found[document] ?? 0) + 1;
    }
  }

  *found(): Generator<FoundDocument> {
    for (const [document, found] of this.#found.entries())
      if (found > 0) yield { document, score: this.#scores[document] ?? 0, found };
  }

  *#word(terms: readonly string[]): Generator<{ document: number; count: number; weight: number }> {
    for (const { id, weight } of matches(this.index, terms, 0))
      for (const { document, count } of this.index.postings(id, () => false)) yield { document, count, weight };
  }

  /** From its rarest word on: places of others are read only where the phrase may still be. */
  *#phrase(terms: readonly string[]): Generator<{ document: number; count: number; weight: number }> {
    const words = terms.map((_, at) => {
      const ids = [...matches(this.index, terms, at)].map(({ id }) => id);
      return { at, ids, held: ids.reduce((sum, id) => sum + this.index.holding(id), 0) };
    });
    const [rarest, ...others] = words.sort((one, other) => one.held - other.held);
    if (rarest === undefined || rarest.held === 0) return;
    let places: ReadonlyMap<number, ArrayLike<number>> = this.#placesOf(rarest.ids, () => true);
    for (const { ids, at } of others) places = this.#beside(places, { ids, distance: at - rarest.at });
    for (const [document, { length }] of places) yield { document, count: length, weight: 1 };
  }

  /** Keeps the places from which one of these words lies that far on or back. */
  #beside(
    before: ReadonlyMap<number, ArrayLike<number>>,
    { ids, distance }: { ids: readonly number[]; distance: number },
  ): Map<number, ArrayLike<number>> {
    const left = new Map<number, ArrayLike<number>>();
    for (const [document, places] of this.#placesOf(ids, (one) => before.has(one))) {
      const here = continued(before.get(document), places, distance);
      if (here.length > 0) left.set(document, here);
    }
    return left;
  }

  #placesOf(ids: readonly number[], isAsked: (document: number) => boolean): Map<number, Uint32Array> {
    const all = new Map<number, Uint32Array>();
    for (const id of ids)
      for (const { document, places } of this.index.postings(id, isAsked)) {
        const known = all.get(document);
        if (places.length > 0) all.set(document, known === undefined ? places : merged(known, places));
      }
    return all;
  }
}

const merged = (one: Uint32Array, other: Uint32Array): Uint32Array => Uint32Array.from([...one, ...other]).sort();

/** Starts from which there is one of the places so far on or back. Both in order. */
function continued(starts: ArrayLike<number> = [], places: ArrayLike<number>, distance: number): number[] {
  const found: number[] = [];
  let next = 0;
  for (let at = 0; at < starts.length; at += 1) {
    const start = starts[at] ?? 0;
    while ((places[next] ?? Infinity) < start + distance) next += 1;
    if (places[next] === start + distance) found.push(start);
  }
  return found;
}

function passing(index: DebateIndex, filters: SearchFilters): (document: number) => boolean {
  const { speaker, type, status, after, before } = filters;
  const isFree = [speaker, type, status, filters.in].every(({ length }) => length === 0);
  if (isFree && after === undefined && before === undefined) return () => true;
  return (document) => passesRow(index.row(document), filters);
}

/** Format and the debate's own status are looked at before. */
export function passesRow(
  { speaker, type, kind, status, time }: Pick<IndexRow, 'speaker' | 'type' | 'kind' | 'status' | 'time'>,
  filters: SearchFilters,
): boolean {
  const among = (values: readonly string[], value: string): boolean =>
    values.length === 0 || values.includes(value.toLowerCase());
  const isOfSource = filters.status.some(isSourceStatus);
  return (
    among(filters.speaker, speaker) &&
    among(filters.type, type) &&
    among(filters.in, kind) &&
    (!isOfSource || (status !== undefined && filters.status.includes(status))) &&
    time >= (filters.after ?? -Infinity) &&
    time < (filters.before ?? Infinity)
  );
}

export const isSourceStatus = (status: string): boolean => sourceStatuses.has(status);

const sourceStatuses: ReadonlySet<string> = new Set(foundStatuses);

class BestHits {
  #hits: RankedHit[] = [];
  #last: IndexedDebate | undefined;
  total = 0;
  debates = 0;

  constructor(private readonly limit: number) {}

  /** Those of one debate come one after the other. */
  take(hit: RankedHit): void {
    this.total += 1;
    if (hit.debate !== this.#last) this.debates += 1;
    this.#last = hit.debate;
    this.#hits.push(hit);
    if (this.#hits.length >= 4 * this.limit + 64) this.#cut();
  }

  get hits(): RankedHit[] {
    this.#cut();
    return this.#hits;
  }

  #cut(): void {
    this.#hits = this.#hits.sort(better).slice(0, this.limit);
  }
}

const better = (one: RankedHit, other: RankedHit): number => other.score - one.score || other.time - one.time;
