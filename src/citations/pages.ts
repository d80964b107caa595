import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { unlessAborted } from '../async/deadline';
import { jsonOf } from '../debate/log/objects';
import { withoutFragment } from '../matching/text/sourceUrl';
import { sha256 } from '../record/sha256';
import { layoutIn, layoutText } from '../record/snapshotMetadata';
import type { Archive } from '../research/archive/wayback';
import type { FetchedPage, FetchRefusal, PageValidators, SafeFetch } from '../research/fetch/fetchedPage';
import type { ReadResult } from '../research/sourceReader';
import { webSourceReader } from '../research/webSourceReader';

interface PagesOptions {
  folder: string;
  /** Undefined if nothing may be fetched: then only kept pages are known. */
  web: { fetch: SafeFetch; archive: Archive | undefined } | undefined;
  /** Milliseconds for which a kept answer is not asked for again. */
  maxAgeMs: number;
  now: () => number;
}

/** A page as it is known; `hash` identifies its text, or the reason why there is none. */
export interface CachedPage {
  hash: string;
  /** The text differs from the one of the last time. */
  hasChanged: boolean;
  /** False for a failure that may pass. */
  isKept: boolean;
  read(): Promise<ReadResult>;
}

const refusals = [
  ...(['refused', 'dead', 'no_host', 'blocked', 'robots', 'server', 'timeout', 'tls', 'too_large'] as const),
  ...(['too_complex', 'unsupported', 'deadline', 'failed'] as const),
];

const facts = {
  url: z.string(),
  finalUrl: z.string(),
  title: z.string(),
  contentType: z.string(),
  sha256: z.string(),
  extractor: z.object({ name: z.string(), version: z.number() }).optional(),
  authors: z.array(z.string()).optional(),
  site: z.string().optional(),
  published: z.string().optional(),
  status: z.number().optional(),
  charset: z.string().optional(),
  via: z.literal('proxy').optional(),
  archived: z.object({ by: z.string(), url: z.string(), date: z.string() }).optional(),
};

const keptSchema = z.object({
  url: z.string(),
  asked: z.number(),
  hash: z.string(),
  hasChanged: z.boolean(),
  validators: z
    .object({ url: z.string(), etag: z.string().optional(), lastModified: z.string().optional() })
    .optional(),
  unread: z
    .object({
      outcome: z.enum(['absent', 'outside', 'unsupported', 'failed']),
      reason: z.string(),
      refusal: z.enum(refusals).optional(),
      status: z.number().optional(),
      neverSeenBy: z.string().optional(),
    })
    .optional(),
  page: z.object({ ...facts, text: z.string(), layout: z.string().optional() }).optional(),
});
type KeptPage = z.infer<typeof keptSchema>;

/** Answers that would be the same again soon; others are asked for at the next check. */
const lasting: ReadonlySet<unknown> = new Set([
  ...['dead', 'no_host', 'blocked', 'robots', 'too_large', 'too_complex', 'unsupported'],
]);

/** Pages of the web that documents cite, each asked for at most once in a while, and what came is kept. */
export class CitedPages {
  readonly #reader: ReturnType<typeof webSourceReader> | undefined;
  readonly #marks = new Map<string, PageValidators>();
  readonly #asking = new Map<string, Promise<CachedPage | undefined>>();
  /** Pages that were asked for, as opposed to taken from the cache. */
  asked = 0;

  constructor(private readonly options: PagesOptions) {
    const { web } = options;
    this.#reader = web === undefined ? undefined : webSourceReader({ ...web, fetch: this.#noting(web.fetch) });
  }

  /** Returns undefined if the page is not known and may not be asked for. Rejects only with the signal's reason. */
  async find(address: string, signal: AbortSignal): Promise<CachedPage | undefined> {
    const url = withoutFragment(address);
    const asking = this.#asking.get(url) ?? this.#find(url, signal);
    this.#asking.set(url, asking);
    return await unlessAborted(asking, signal);
  }

  async #find(url: string, signal: AbortSignal): Promise<CachedPage | undefined> {
    const kept = await this.#kept(url);
    const { now, maxAgeMs } = this.options;
    const age = kept === undefined ? Infinity : now() - kept.asked;
    const isFresh = age >= 0 && age < maxAgeMs;
    if (kept !== undefined && (isFresh || this.#reader === undefined)) return knownPage(kept);
    if (this.#reader === undefined) return undefined;
    this.asked += 1;
    const read = await this.#ask(url, kept, signal);
    if (read === 'unchanged' && kept !== undefined)
      return await this.#keep({ ...kept, asked: now(), hasChanged: false });
    if (read === 'unchanged') return undefined;
    // A failure of the network does not undo what is known.
    if (kept?.page !== undefined && isPassing(read)) return knownPage(kept);
    const entry = this.#entryOf(url, read, kept);
    if (isPassing(read))
      return { hash: entry.hash, hasChanged: false, isKept: false, read: () => Promise.resolve(read) };
    const known = await this.#keep(entry);
    return read.outcome === 'read' ? known : { ...known, read: () => Promise.resolve(read) };
  }

  async #ask(url: string, kept: KeptPage | undefined, signal: AbortSignal): Promise<ReadResult | 'unchanged'> {
    const { web } = this.options;
    const reader = this.#reader;
    if (web === undefined || reader === undefined) return 'unchanged';
    const ifChanged = web.fetch.fetchIfChanged?.bind(web.fetch);
    const { validators, page } = kept ?? {};
    if (validators === undefined || page === undefined || ifChanged === undefined)
      return await reader.read(url, signal);
    const { etag, lastModified } = validators;
    const marks = {
      url: validators.url,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
    const answer = await ifChanged(url, marks, signal);
    if (answer.outcome === 'unchanged') return 'unchanged';
    this.#note(answer);
    return await webSourceReader({ ...web, fetch: startingWith(answer, web.fetch) }).read(url, signal);
  }

  #noting(fetch: SafeFetch): SafeFetch {
    return {
      fetch: async (url, signal) => {
        const answer = await fetch.fetch(url, signal);
        this.#note(answer);
        return answer;
      },
    };
  }

  #note(answer: FetchedPage | FetchRefusal): void {
    if (answer.outcome === 'fetched' && answer.validators !== undefined) this.#marks.set(answer.url, answer.validators);
  }

  #entryOf(url: string, read: ReadResult, before: KeptPage | undefined): KeptPage {
    const marks = this.#marks.get(url);
    const common = { url, asked: this.options.now(), ...(marks === undefined ? {} : { validators: marks }) };
    if (read.outcome !== 'read') {
      const { outcome, reason, refusal, status, neverSeenBy } = read;
      const unread = { outcome, reason, refusal, status, neverSeenBy };
      return { ...common, hash: sha256(`${outcome} ${reason}`), hasChanged: false, unread };
    }
    const { body: _, layout, outcome: __, authors, ...page } = read;
    const hash = sha256(`${read.title}\0${read.text}\0${layout === undefined ? '' : layoutText(layout)}`);
    return {
      ...common,
      hash,
      hasChanged: before?.page !== undefined && before.hash !== hash,
      page: {
        ...page,
        ...(authors === undefined ? {} : { authors: [...authors] }),
        ...(layout === undefined ? {} : { layout: layoutText(layout) }),
      },
    };
  }

  async #kept(url: string): Promise<KeptPage | undefined> {
    const text = await readFile(this.#pathOf(url), 'utf8').catch(() => undefined);
    const kept = text === undefined ? undefined : keptSchema.safeParse(jsonOf(text)).data;
    return kept?.url === url ? kept : undefined;
  }

  /** A full disk or a read-only one costs another request next time, and nothing else. */
  async #keep(entry: KeptPage): Promise<CachedPage> {
    const path = this.#pathOf(entry.url);
    const draft = `${path}.${process.pid}.draft`;
    try {
      await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, JSON.stringify(entry), { mode: 0o600 });
      await rename(draft, path);
    } catch {
      // What is not kept is asked for again.
    }
    return knownPage(entry);
  }

  #pathOf(url: string): string {
    return join(this.options.folder, `${sha256(url)}.json`);
  }
}

const isPassing = (read: ReadResult): boolean =>
  read.outcome === 'failed' && (read.refusal === undefined || !lasting.has(read.refusal));

const knownPage = (kept: KeptPage): CachedPage => ({
  hash: kept.hash,
  hasChanged: kept.hasChanged,
  isKept: true,
  read: () => Promise.resolve(readOf(kept)),
});

function readOf({ page, unread }: KeptPage): ReadResult {
  if (page === undefined) return unreadOf(unread);
  const { layout, ...rest } = page;
  return {
    ...rest,
    outcome: 'read',
    body: new Uint8Array(),
    layout: layout === undefined ? undefined : layoutIn(layout, page.text),
  } as ReadResult;
}

function unreadOf(unread: KeptPage['unread']): ReadResult {
  if (unread === undefined) return { outcome: 'failed', reason: 'what was kept of it cannot be read' };
  const { refusal, neverSeenBy, ...rest } = unread;
  return {
    ...rest,
    ...(refusal === undefined ? {} : { refusal }),
    ...(neverSeenBy === undefined ? {} : { neverSeenBy }),
  };
}

/** Gives an answer that has already come, once; later requests go out. */
function startingWith(answer: FetchedPage | FetchRefusal, fetch: SafeFetch): SafeFetch {
  let first: FetchedPage | FetchRefusal | undefined = answer;
  return {
    fetch: async (url, signal) => {
      const given = first;
      first = undefined;
      return given ?? (await fetch.fetch(url, signal));
    },
  };
}
