import type { ServerResponse } from 'node:http';
import type { HostPlan } from './localHost';
import { neverAnswers } from './behaviours';
import { answer, html, redirect, typed, type Reply, type WebPage } from './webPage';

/** The archive's copy of a page; `at` is `YYYYMMDDhhmmss`. */
export interface Copy {
  at: string;
  status?: number;
  type?: string;
  body: string | Uint8Array;
}

/** Behaviour of the archive: properly, silent, overloaded, broken, or with a page for people. */
export type ArchiveMood = 'answering' | 'silent' | 'busy' | 'broken' | 'babbling';

const columns = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'] as const;

/**
 * An archive of the web that speaks as the Wayback Machine documents it: `/wayback/available`, `/cdx/search/cdx` and copies at
 * `/web/TIMESTAMP[id_]/URL`.
 */
export class LocalArchive {
  readonly #copies = new Map<string, Copy[]>();
  readonly #excluded = new Set<string>();
  /** Hosts that it never came by; of all others it has seen something. */
  readonly strangers = new Set<string>();
  mood: ArchiveMood = 'answering';

  readonly plan: HostPlan = {
    pages: {
      '/wayback/available': this.#inMood((query, response) => this.#available(query, response)),
      '/cdx/search/cdx': this.#inMood((query, response) => this.#index(query, response)),
    },
    otherwise: (request, response) =>
      this.#inMood(() => answer(this.#copyAt(request.url ?? ''), request, response))(request, response),
  };

  keep(url: string, ...copies: readonly Copy[]): void {
    const all = [...(this.#copies.get(keyOf(url)) ?? []), ...copies];
    this.#copies.set(
      keyOf(url),
      all.sort((a, b) => a.at.localeCompare(b.at)),
    );
  }

  /** Its owner asked for it not to be shown: the index says so, availability says that there is nothing. */
  exclude(url: string): void {
    this.#excluded.add(keyOf(url));
  }

  #inMood(work: (query: URLSearchParams, response: ServerResponse) => void): Reply {
    return (request, response) => {
      if (this.mood === 'silent') neverAnswers(request, response);
      else if (this.mood === 'busy')
        answer(
          html('<h1>429 Too Many Requests</h1>', { status: 429, headers: { 'retry-after': '60' } }),
          request,
          response,
        );
      else if (this.mood === 'broken')
        answer(html('<h1>503 Service Unavailable</h1>', { status: 503 }), request, response);
      else if (this.mood === 'babbling')
        answer(html('<h1>We are doing maintenance. Come back soon!</h1>'), request, response);
      else work(new URL(request.url ?? '/', 'http://archive').searchParams, response);
    };
  }

  #available(query: URLSearchParams, response: ServerResponse): void {
    const url = query.get('url') ?? '';
    const wanted = query.get('timestamp');
    const copies = this.#shown(url).filter(({ status = 200 }) => status === 200);
    const found = wanted === null ? copies.at(-1) : nearest(copies, wanted);
    const closest =
      found === undefined
        ? {}
        : {
            closest: {
              status: '200',
              available: true,
              url: `http://archive.test-web.example/web/${found.at}/${url}`,
              timestamp: found.at,
            },
          };
    json(response, { url, archived_snapshots: closest });
  }

  #index(query: URLSearchParams, response: ServerResponse): void {
    const url = query.get('url') ?? '';
    if (this.#excluded.has(keyOf(url))) {
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end(
          'org.archive.util.io.RuntimeIOException: org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error\n',
        );
      return;
    }
    if (query.get('matchType') === 'host') {
      const isStranger = this.strangers.has(new URL(url).host);
      json(
        response,
        isStranger
          ? []
          : [
              ['timestamp', 'original', 'statuscode'],
              ['20200101000000', `${url}/`, '200'],
            ],
      );
      return;
    }
    const filters = query.getAll('filter').map((filter) => /^(!?)(\w+):(.*)$/s.exec(filter) ?? []);
    const rows = this.#shown(url)
      .map((copy) => rowOf(url, copy))
      .filter((row) =>
        filters.every(
          ([, not, name = '', pattern = '']) => new RegExp(`^(?:${pattern})$`).test(row[name] ?? '') === (not !== '!'),
        ),
      );
    const limit = Number(query.get('limit') ?? rows.length);
    const cut = limit < 0 ? rows.slice(limit) : rows.slice(0, limit);
    const fields = query.get('fl')?.split(',') ?? [...columns];
    const table = cut.map((row) => fields.map((field) => row[field] ?? '-'));
    if (query.get('output') === 'json') json(response, table.length === 0 ? [] : [fields, ...table]);
    else
      response.writeHead(200, { 'content-type': 'text/plain' }).end(table.map((row) => `${row.join(' ')}\n`).join(''));
  }

  #copyAt(path: string): WebPage {
    const [, at = '', flags = '', url = ''] = /^\/web\/(\d{1,14})((?:[a-z]{2}_)?)\/(.+)$/s.exec(path) ?? [];
    const copies = this.#shown(url);
    const found = nearest(copies, at);
    if (found === undefined) return html('<h1>Hrm. The archive has not archived that URL.</h1>', { status: 404 });
    if (found.at !== at) return redirect(`/web/${found.at}${flags}/${url}`);
    const { status = 200, type = 'text/html; charset=utf-8', body } = found;
    if (flags === 'id_') return typed(type, body, { status });
    // The archive frames the copy for people with its own words.
    return typed(
      type,
      `<div id="wm-ipp">The archive captured this ${copies.length} times; next capture, about this capture.</div>${Buffer.from(body).toString('utf8')}`,
      { status },
    );
  }

  #shown(url: string): readonly Copy[] {
    return this.#excluded.has(keyOf(url)) ? [] : (this.#copies.get(keyOf(url)) ?? []);
  }
}

/** It makes no difference between schemes, nor by a slash at the end. */
const keyOf = (url: string): string =>
  url
    .replace(/^https?:\/+(?:www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/\/$/, '');

function nearest(copies: readonly Copy[], wanted: string): Copy | undefined {
  const at = Number(wanted.padEnd(14, '0'));
  return [...copies].sort((a, b) => Math.abs(Number(a.at) - at) - Math.abs(Number(b.at) - at))[0];
}

const rowOf = (url: string, { at, status = 200, type = 'text/html', body }: Copy): Record<string, string> => ({
  urlkey: keyOf(url),
  timestamp: at,
  original: url,
  mimetype: type.replace(/;.*$/s, ''),
  statuscode: String(status),
  digest: '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ',
  length: String(body.length),
});

const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};
