import { describe, expect, it } from 'vitest';
import { SearchError, type SearchErrorCode, type SearchService } from '../../../../src/research/search/askService';
import {
  createBraveSearch,
  createSearxngSearch,
  createTavilySearch,
} from '../../../../src/research/search/searchServices';
import { webHost, type Page } from '../../../support/webHost';

const { signal } = new AbortController();
const secret = 'key-0123456789';
const key = (): Promise<string> => Promise.resolve(secret);
const json = (body: unknown, status = 200): Page => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const hits = [
  { title: 'Trams', url: 'https://example.com/a', snippet: 'Trams & people' },
  { title: 'https://example.org/b', url: 'https://example.org/b', snippet: '' },
];

const services: Record<
  string,
  { path: string; make: (baseUrl: string) => SearchService; answer: unknown; empty: unknown }
> = {
  'Brave Search': {
    path: '/res/v1/web/search',
    make: (baseUrl) => createBraveSearch({ baseUrl, key }),
    answer: {
      type: 'search',
      query: { original: 'trams', more_results_available: true },
      mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }] },
      web: {
        type: 'search',
        results: [
          {
            title: 'Trams',
            url: 'https://example.com/a',
            description: '<strong>Trams</strong> &amp; people',
            type: 'search_result',
            language: 'en',
            family_friendly: true,
          },
          { title: 'Again', url: 'https://example.com/a', description: 'the same address' },
          { title: 'No page', url: 'javascript:alert(1)', description: 'x' },
          { title: '', url: 'https://example.org/b', is_source_local: false },
          { title: 'Third', url: 'https://example.net/c', description: 'x' },
        ],
      },
    },
    empty: { type: 'search', query: { original: 'x' } },
  },
  Tavily: {
    path: '/search',
    make: (baseUrl) => createTavilySearch({ baseUrl, key }),
    answer: {
      query: 'trams',
      answer: null,
      images: [],
      follow_up_questions: null,
      response_time: 1.09,
      results: [
        {
          title: 'Trams',
          url: 'https://example.com/a',
          content: 'Trams\n&amp;   people',
          score: 0.98,
          raw_content: null,
        },
        { title: null, url: 'https://example.org/b', content: null, score: 0.5 },
        { title: 'Third', url: 'https://example.net/c', content: 'x', score: 0.1 },
      ],
    },
    empty: { query: 'x', results: [], response_time: 0.5 },
  },
  SearXNG: {
    path: '/base/search',
    make: (baseUrl) => createSearxngSearch({ baseUrl: `${baseUrl}/base/` }),
    answer: {
      query: 'trams',
      number_of_results: 0,
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [['startpage', 'CAPTCHA']],
      results: [
        {
          url: 'https://example.com/a',
          title: 'Trams',
          content: 'Trams &#38; people',
          engine: 'bing',
          engines: ['bing'],
          score: 1,
          category: 'general',
        },
        { url: 'https://example.org/b', title: '', content: '', engine: 'bing' },
        { url: 'https://example.net/c', title: 'Third', content: 'x' },
      ],
    },
    empty: { query: 'x', results: [], unresponsive_engines: [] },
  },
};

async function failure(search: Promise<unknown>): Promise<SearchError> {
  const error: unknown = await search.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SearchError)) throw new Error(`not a SearchError: ${String(error)}`);
  expect(`${error.message} ${error.stack ?? ''} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(secret);
  return error;
}

describe.each(Object.entries(services))('%s', (name, { path, make, answer, empty }) => {
  const serving = async (page: Page) => {
    const host = await webHost({ [path]: page });
    return { host, service: make(host.origin) };
  };

  it('finds hits, each once, without marks, as many as asked', async () => {
    const { service } = await serving(json(answer));
    expect(service.name).toBe(name);
    expect(await service.search('trams', { count: 2, signal })).toEqual(hits);
  });

  it('finds nothing where there is nothing', async () => {
    const { service } = await serving(json(empty));
    expect(await service.search('x', { count: 5, signal })).toEqual([]);
  });

  it.each<[number, SearchErrorCode, boolean]>([
    [429, 'rate_limited', true],
    [402, 'quota', false],
    [400, 'bad_request', false],
    [500, 'server', true],
    [503, 'server', true],
  ])('names status %i %s', async (status, code, isRetryable) => {
    // A service that echoes the key must not bring it into our words.
    const { service } = await serving(json({ detail: `what you sent: ${secret}` }, status));
    const error = await failure(service.search('x', { count: 5, signal }));
    expect({ code: error.code, status: error.status, isRetryable: error.isRetryable }).toEqual({
      code,
      status,
      isRetryable,
    });
  });

  it.each([
    ['no JSON', { headers: { 'content-type': 'text/html' }, body: '<html>Please log in</html>' }],
    ['another JSON', json({ ok: true })],
    ['a list', json([])],
    ['hits of another shape', json({ type: 'search', web: { results: {} }, results: 'none' })],
    ['nothing', { body: '' }],
    ['far too much', { body: ' '.repeat(5_000_000) }],
  ])('takes %s for no answer of it', async (_what, page) => {
    const { service } = await serving(page);
    expect((await failure(service.search('x', { count: 5, signal }))).code).toBe('malformed');
  });

  it('follows no redirect, so that nothing goes elsewhere', async () => {
    const elsewhere = await webHost({ '/': json(answer) });
    const { service } = await serving({ status: 302, headers: { location: `${elsewhere.origin}/` } });
    const error = await failure(service.search('x', { count: 5, signal }));
    expect({ code: error.code, message: error.message }).toEqual({
      code: 'unreachable',
      message: expect.stringContaining('redirects') as string,
    });
    expect(elsewhere.connections()).toBe(0);
  });

  it('says that nobody answers, and where', async () => {
    const error = await failure(make('http://127.0.0.1:1').search('x', { count: 5, signal }));
    expect(error.code).toBe('unreachable');
    expect(error.message).toContain('127.0.0.1:1');
  });

  it('rejects with the reason of the signal', async () => {
    const controller = new AbortController();
    const { service } = await serving(() => controller.abort(new Error('enough')));
    await expect(service.search('x', { count: 5, signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('what is sent', () => {
  it('to Brave: the words, the count, the key in its header', async () => {
    const host = await webHost({ '/res/v1/web/search': json(services['Brave Search']?.empty) });
    await createBraveSearch({ baseUrl: `${host.origin}/`, key }).search(`  ${'word '.repeat(80)}`, {
      count: 50,
      signal,
    });
    const [request] = host.requests;
    const url = new URL(request?.line.replace('GET ', '') ?? '', host.origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: 'word '.repeat(50).trim(),
      count: '20',
      text_decorations: 'false',
      result_filter: 'web',
    });
    expect(request?.headers['x-subscription-token']).toBe(secret);
  });

  it('to Tavily: JSON, the key as bearer', async () => {
    const host = await webHost({ '/search': json(services['Tavily']?.empty) });
    await createTavilySearch({ baseUrl: host.origin, key }).search('a “b” c', { count: 3, signal });
    const [request] = host.requests;
    expect(request?.line).toBe('POST /search');
    expect(request?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      query: 'a “b” c',
      max_results: 3,
      search_depth: 'basic',
      include_answer: false,
    });
  });

  it('to SearXNG: a query for JSON, below its base', async () => {
    const host = await webHost({ '/searx/search': json(services['SearXNG']?.empty) });
    await createSearxngSearch({ baseUrl: `${host.origin}/searx` }).search('a & b', { count: 3, signal });
    expect(host.requests[0]?.line).toBe('GET /searx/search?q=a+%26+b&format=json');
  });

  it('no key over an open line', async () => {
    for (const service of [
      createBraveSearch({ baseUrl: 'http://search.example', key }),
      createTavilySearch({ baseUrl: 'http://search.example', key }),
    ]) {
      expect((await failure(service.search('x', { count: 1, signal }))).code).toBe('not_set_up');
    }
  });

  it('nothing without a key', async () => {
    const host = await webHost();
    for (const none of [undefined, '']) {
      const options = { baseUrl: host.origin, key: () => Promise.resolve(none) };
      for (const service of [createBraveSearch(options), createTavilySearch(options)]) {
        expect((await failure(service.search('x', { count: 1, signal }))).code).toBe('key_missing');
      }
    }
    expect(host.connections()).toBe(0);
  });
});

describe('errors that a service tells in its own way', () => {
  const braveError = (code: string, status: number): Page =>
    json(
      {
        type: 'ErrorResponse',
        error: {
          id: '5d832250',
          status,
          code,
          detail: 'The provided subscription token is invalid.',
          meta: { component: 'authentication' },
        },
        time: 1_663_072_993,
      },
      status,
    );
  const missing: Page = json(
    {
      type: 'ErrorResponse',
      error: {
        code: 'VALIDATION',
        status: 422,
        meta: { errors: [{ type: 'missing', loc: ['header', 'x-subscription-token'] }] },
      },
    },
    422,
  );

  it.each<[string, Page, SearchErrorCode]>([
    ['a wrong key', braveError('SUBSCRIPTION_TOKEN_INVALID', 422), 'key_rejected'],
    ['a key that got lost', missing, 'key_rejected'],
    ['a search that is not valid', braveError('VALIDATION', 422), 'bad_request'],
    ['an account used up', braveError('USAGE_LIMIT_EXCEEDED', 429), 'quota'],
    ['too many a second', braveError('RATE_LIMITED', 429), 'rate_limited'],
    ['a plan without this', braveError('OPTION_NOT_IN_PLAN', 403), 'key_rejected'],
  ])('Brave: %s', async (_what, page, code) => {
    const host = await webHost({ '/res/v1/web/search': page });
    expect(
      (await failure(createBraveSearch({ baseUrl: host.origin, key }).search('x', { count: 1, signal }))).code,
    ).toBe(code);
  });

  it.each<[number, SearchErrorCode]>([
    [401, 'key_rejected'],
    [432, 'quota'],
    [433, 'quota'],
  ])('Tavily: %i', async (status, code) => {
    const host = await webHost({
      '/search': json({ detail: { error: 'Unauthorized: missing or invalid API key.' } }, status),
    });
    expect(
      (await failure(createTavilySearch({ baseUrl: host.origin, key }).search('x', { count: 1, signal }))).code,
    ).toBe(code);
  });

  it('SearXNG: JSON switched off, and no engine that answers', async () => {
    const off = await webHost({ '/search': { status: 403, body: '<title>403 Forbidden</title>' } });
    const error = await failure(createSearxngSearch({ baseUrl: off.origin }).search('x', { count: 1, signal }));
    expect({ code: error.code, message: error.message }).toEqual({
      code: 'not_set_up',
      message: expect.stringContaining('settings.yml') as string,
    });
    const deaf = await webHost({
      '/search': json({
        results: [],
        unresponsive_engines: [
          ['google', 'timeout'],
          ['bing', 'CAPTCHA'],
        ],
      }),
    });
    expect((await failure(createSearxngSearch({ baseUrl: deaf.origin }).search('x', { count: 1, signal }))).code).toBe(
      'server',
    );
  });
});
