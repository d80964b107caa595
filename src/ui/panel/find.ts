import { readableUrl } from '../../projections/sourcePlace';
import type { VisibleEntry } from '../../debate/tasks';
import { visibleAt } from './bodies';
import type { Feed } from './feed';

export interface FindProgress {
  /** Positions so far, in the order of the log. */
  hits: readonly number[];
  /** How often each of them holds the words. */
  counts: readonly number[];
  isDone: boolean;
}

export interface Findable {
  readonly count: number;
  /** The entry at this position as anyone may see it. */
  entryAt(at: number): VisibleEntry | undefined;
  /** Changes when other entries, or other words of them, are to be seen. */
  readonly identity: unknown;
}

/** What is looked through for one page: what it has been told of, as anyone may see it. */
export function findIn(feed: Feed): Findable {
  const { log } = feed;
  return {
    // Nothing more once the log is another: the page will ask again.
    get count() {
      return feed.isCurrent ? feed.rows.length : 0;
    },
    get identity() {
      return log.view.mask;
    },
    entryAt: (at) => visibleAt(log, at),
  };
}

/** The event loop is held up this long at a time. */
const sliceMs = 8;
/** Hits are told this often, and at once when all are there. */
const tellMs = 120;

interface Search extends FindProgress {
  query: string;
  identity: unknown;
  hits: number[];
  counts: number[];
  /** Entries looked at. */
  seen: number;
}

/** Looks through all entries for some words, a little at a time. The next search ends the one before. */
export class Finder {
  #turn = 0;
  #last: Search | undefined;

  /** Asked again after the log has grown, only what is new is looked through. */
  async find(entries: Findable, query: string, tell: (progress: FindProgress) => void): Promise<void> {
    const turn = (this.#turn += 1);
    const needle = folded(query);
    if (needle === '') return;
    const { identity } = entries;
    const isAgain = this.#last?.query === needle && this.#last.identity === identity;
    const search: Search =
      isAgain && this.#last !== undefined
        ? this.#last
        : { query: needle, identity, hits: [], counts: [], seen: 0, isDone: false };
    this.#last = search;
    let told = performance.now();
    while (search.seen < entries.count) {
      lookOn(entries, search);
      await pause();
      if (turn !== this.#turn) return;
      // A redaction came meanwhile: what was found may not be seen any more.
      if (entries.identity !== identity) {
        await this.find(entries, query, tell);
        return;
      }
      if (performance.now() - told < tellMs || search.seen >= entries.count) continue;
      told = performance.now();
      tell({ hits: search.hits, counts: search.counts, isDone: false });
    }
    tell({ hits: search.hits, counts: search.counts, isDone: true });
  }

  /** Ends the search that is under way. */
  cancel(): void {
    this.#turn += 1;
    this.#last = undefined;
  }
}

function lookOn(entries: Findable, search: Search): void {
  const until = performance.now() + sliceMs;
  do {
    const at = search.seen;
    const entry = entries.entryAt(at);
    const found = entry === undefined ? 0 : occurrences(entry, search.query);
    if (found > 0) {
      search.hits.push(at);
      search.counts.push(found);
    }
    search.seen += 1;
  } while (search.seen < entries.count && performance.now() < until);
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What is compared: the same whatever the case, and however accents are written. */
export const folded = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase() : text.normalize('NFC').toLocaleLowerCase();

const isAscii = /^\p{ASCII}*$/u;

/** In what it says, who says it, and what it cites. */
function occurrences(entry: VisibleEntry, needle: string): number {
  const { struck, speaker, sources } = entry;
  let total = inText(struck === undefined ? entry.content : struck.reason, needle) + inText(speaker, needle);
  for (const { url, title, quote = '' } of sources ?? []) {
    total += inText(title, needle) + inText(quote, needle) + inText(readableUrl(url), needle);
  }
  return total;
}

function inText(text: string, needle: string): number {
  if (text.length === 0) return 0;
  const where = folded(text);
  let total = 0;
  for (let at = where.indexOf(needle); at >= 0; at = where.indexOf(needle, at + needle.length)) total += 1;
  return total;
}
