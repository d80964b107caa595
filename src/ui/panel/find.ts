import * as l10n from '@vscode/l10n';
import { seatName } from '../../projections/seatName';
import { withPlaces } from '../../projections/sourcePlace';
import { quoteDrawn, type Body } from '../../shared/entries';
import { foldedText, foldedWord, partEnd, placesIn } from '../../shared/foldedText';
import { bodyAt } from './bodies';
import type { Feed } from './feed';

export interface FindProgress {
  /** Positions, in the order of the log. */
  hits: readonly number[];
  counts: readonly number[];
  isDone: boolean;
}

export interface FindableEntry extends Pick<Body, 'content' | 'form' | 'sources' | 'asides' | 'redacted'> {
  readonly speaker: string;
}

export interface Findable {
  readonly count: number;
  entryAt(at: number): FindableEntry | undefined;
  /** Changes when other entries, or other words of them, are to be seen. */
  readonly identity: unknown;
}

/** What the page has been told of, as anyone may see it. */
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
    entryAt: (at) => {
      const body = bodyAt(log, at, { limit: Infinity, isBeingChecked: false });
      const row = feed.rows[at];
      return body === undefined || row === undefined ? undefined : { ...body, speaker: row.speaker };
    },
  };
}

/** The event loop is held up this long at a time. */
const sliceMs = 8;
/** Hits are told this often, and at once when all are there. */
const progressMs = 120;

interface Search extends FindProgress {
  query: string;
  identity: unknown;
  hits: number[];
  counts: number[];
  seen: number;
  readonly drawn: Drawing;
}

/** A little at a time. The next search ends the one before. */
export class Finder {
  #turn = 0;
  #last: Search | undefined;

  /** Asked again after the log has grown, only what is new is looked through. */
  async find(entries: Findable, query: string, onProgress: (progress: FindProgress) => void): Promise<void> {
    const turn = (this.#turn += 1);
    const needle = foldedText(query);
    if (needle === '') return;
    const drawn = await drawing();
    if (turn !== this.#turn) return;
    const { identity } = entries;
    const isAgain = this.#last?.query === needle && this.#last.identity === identity;
    const search: Search =
      isAgain && this.#last !== undefined
        ? this.#last
        : { query: needle, identity, hits: [], counts: [], seen: 0, isDone: false, drawn };
    this.#last = search;
    let reportedAt = performance.now();
    while (search.seen < entries.count) {
      lookOn(entries, search);
      await new Promise(setImmediate);
      if (turn !== this.#turn) return;
      // A redaction came meanwhile: what was found may not be seen any more.
      if (entries.identity !== identity) {
        await this.find(entries, query, onProgress);
        return;
      }
      if (performance.now() - reportedAt < progressMs || search.seen >= entries.count) continue;
      reportedAt = performance.now();
      onProgress({ hits: search.hits, counts: search.counts, isDone: false });
    }
    onProgress({ hits: search.hits, counts: search.counts, isDone: true });
  }

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
    const found = entry === undefined ? 0 : occurrences(entry, search);
    if (found > 0) {
      search.hits.push(at);
      search.counts.push(found);
    }
    search.seen += 1;
  } while (search.seen < entries.count && performance.now() < until);
}

type Drawing = (content: Pick<Body, 'content' | 'form'>, sources: readonly string[]) => string;

/** The parser is loaded when something is first sought. */
async function drawing(): Promise<Drawing> {
  const { drawnText, markdownTree } = await import('../../shared/markdown');
  return ({ content, form }, sources) => {
    if (!markup.test(content)) return content.replace(/\n\s*\n/g, partEnd);
    const tree = markdownTree(content, { sources, form });
    return tree === undefined ? content : drawnText(tree);
  };
}

/** What Markdown may make something else of than what is written. */
const markup = /[*_~`\\[\]<>&#|]|workspace:|^[ \t]*(?:[-+=]|\d+[.)])/m;

/** How often the words stand in what the page draws of an entry. */
function occurrences({ speaker, redacted, sources, asides, ...said }: FindableEntry, search: Search): number {
  const { query } = search;
  const urls = sources.map(({ url }) => url);
  const words = redacted !== undefined ? redacted.reason : mayHold(said.content, query) ? search.drawn(said, urls) : '';
  const cited = sources.flatMap(({ label, url, quote = '' }) => [label === '' ? url : label, quoteDrawn(quote)]);
  const aside = asides.map(({ text }) => withPlaces(l10n, text)).join(' · ');
  const parts = [seatName(l10n, speaker), words, ...cited, aside];
  return placesIn(parts.map(foldedText).join(partEnd), query).length;
}

/** Without this every text would be parsed. What is drawn otherwise than written, as a link without its address, is. */
function mayHold(content: string, query: string): boolean {
  if (/&|workspace:|\][([]/.test(content)) return true;
  const written = foldedWord(withoutSigns(content));
  return withoutSigns(query)
    .split(' ')
    .every((word) => written.includes(word));
}

const withoutSigns = (text: string): string => text.replace(/[*_~`\\[\]]/g, '');
