import { describe, expect, it } from 'vitest';
import { createWayback, captureIn, isCaptureOf } from '../../../../src/research/archive/wayback';
import { createSafeFetch } from '../../../../src/research/fetch/safeFetch';
import { webHost, type Page } from '../../../support/webHost';

const { signal } = new AbortController();
const page = 'https://www.news.example/a/b?x=1#part';
const header = ['timestamp', 'original', 'statuscode'];
const row = (timestamp: string, status = '200', original = 'http://news.example/a/b?x=1') => [
  timestamp,
  original,
  status,
];
const json = (value: unknown, status = 200): Page => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

interface Says {
  good?: Page;
  any?: Page;
  control?: Page;
  host?: Page;
  available?: Page;
  /** After so long a request is given up. */
  limitMs?: number;
}

/** An archive that says these things: of copies, of captures at all, of the page that it surely has, of the host, of what is available. */
async function archiveThat({
  good = json([]),
  any = json([]),
  control = json([header, row('20200101000000')]),
  host: ofHost = json([]),
  available,
  limitMs = 60_000,
}: Says) {
  const pages: Record<string, Page> = {
    '/cdx/search/cdx': (request, response, body) => {
      const query = new URL(request.url ?? '/', 'http://archive').searchParams;
      const said =
        query.get('url') === 'https://control.example/'
          ? control
          : query.get('matchType') === 'host'
            ? ofHost
            : query.has('filter')
              ? good
              : any;
      if (typeof said === 'function') said(request, response, body);
      else response.writeHead(said.status ?? 200, said.headers).end(said.body ?? '');
    },
    ...(available === undefined ? {} : { '/wayback/available': available }),
  };
  const host = await webHost(pages);
  const fetch = createSafeFetch({ allowedHosts: [host.place], delayMs: 0, limits: { totalMs: limitMs } });
  const archive = createWayback({
    fetch,
    baseUrl: `${host.origin}/`,
    availabilityUrl: host.origin,
    control: 'https://control.example/',
  });
  return { host, archive, answer: () => archive.lookUp(page, signal) };
}

describe('an archive of the Wayback kind', () => {
  it('is asked for the page without its fragment, in the way that is documented', async () => {
    const { host, answer } = await archiveThat({ good: json([header, row('20240517101112')]) });
    expect(await answer()).toEqual({
      outcome: 'copy',
      url: `${host.origin}/web/20240517101112id_/http://news.example/a/b?x=1`,
      date: '2024-05-17',
    });
    const asked = new URL(
      host.requests.find(({ line }) => line.includes('/cdx/'))?.line.split(' ')[1] ?? '',
      'http://x',
    ).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      url: 'https://www.news.example/a/b?x=1',
      matchType: 'exact',
      output: 'json',
      fl: header.join(','),
      filter: 'statuscode:200',
      limit: '-1',
    });
  });

  it('never saw a page where its index says so and it does know a page that it surely has', async () => {
    const host = json([header, row('20190101000000', '200', 'http://www.news.example/')]);
    expect(await (await archiveThat({ host })).answer()).toEqual({ outcome: 'never_seen' });
    expect(await (await archiveThat({ good: json([header]), any: json([header]), host })).answer()).toEqual({
      outcome: 'never_seen',
    });
    expect(await (await archiveThat({ host: json([]) })).answer()).toEqual({
      outcome: 'never_seen',
      isHostUnknown: true,
    });
    expect(await (await archiveThat({ host: json('', 503) })).answer()).toMatchObject({ outcome: 'silent' });
  });

  it.each<[string, Says]>([
    ['it does not know the other page either', { control: json([]) }],
    ['it fails for the other page', { control: json('', 503) }],
    ['it has seen the address as a redirect', { any: json([header, row('20200101000000', '301')]) }],
    [
      'it has seen the address as a page that is not there',
      { good: json([header, row('20200101000000', '404')]), any: json([header, row('20200101000000', '404')]) },
    ],
    ['a repeated capture, whose status is not said', { any: json([header, row('20200101000000', '-')]) }],
    [
      'a blocked site',
      {
        good: {
          status: 403,
          headers: { 'content-type': 'text/plain' },
          body: 'AdministrativeAccessControlException: Blocked Site Error',
        },
      },
    ],
    [
      'a blocked site, said with 200',
      { good: { headers: { 'content-type': 'text/plain' }, body: 'RobotAccessControlException: Blocked By Robots' } },
    ],
    ['too many requests', { good: json('', 429) }],
    ['a failing server', { good: json('', 503) }],
    ['a page for people', { good: { headers: { 'content-type': 'text/html' }, body: '[]' } }],
    ['nothing', { good: json('') }],
    ['a cut answer', { good: json('[["timestamp","original","stat') }],
    ['an object', { good: json({}) }],
    ['other fields', { good: json([['urlkey'], ['com,example)/']]) }],
    ['rows that are none', { good: json([header, ['yesterday', 'http://news.example/', '200']]) }],
    ['no answer', { good: () => undefined, limitMs: 500 }],
    ['well at first, then no more', { any: json('', 500) }],
  ])('is silent: %s', async (_what, says) => {
    const answer = await (await archiveThat(says)).answer();
    expect(answer.outcome).toBe('silent');
    expect(answer).toHaveProperty('reason', expect.stringMatching(/\w/));
  });

  it.each([
    ['https://news.example/study/*', 'https://news.example/study/%2A', 'https://news.example/study/other'],
    ['https://*.news.example/', 'https://%2A.news.example/', 'https://www.news.example/'],
    ['https://news.example/a?page=*', 'https://news.example/a?page=%2A', 'https://news.example/a?page=2'],
  ])('is asked for one address, not for a pattern: %s', async (asked, encoded, original) => {
    const says = json([header, row('20240517101112', '200', original)]);
    const { host, archive } = await archiveThat({ good: says, any: says });
    expect(await archive.lookUp(asked, signal)).toMatchObject({ outcome: 'silent' });
    const paths = host.requests.map(({ line }) => line.split(' ')[1] ?? '').filter((path) => path.includes('/cdx/'));
    const urls = paths.map((path) => new URL(path, 'http://x').searchParams.get('url'));
    expect(urls).toEqual([encoded, encoded]);
  });

  it.each([
    ['https://www.müller.example/über', 'http://xn--mller-kva.example/%C3%BCber'],
    ['https://news.example//a/./b', 'http://www.news.example:80/a/b/'],
    ['https://news.example/a(*)', 'https://news.example/a(%2A)'],
    ['https://news.example./a?y=2&x=1', 'http://news.example/A?x=1&y=2'],
  ])('has a copy of %s, under another spelling', async (asked, original) => {
    const { archive } = await archiveThat({ good: json([header, row('20240517101112', '200', original)]) });
    expect(await archive.lookUp(asked, signal)).toMatchObject({ outcome: 'copy' });
  });

  it('may say by another way that it has a copy, and nothing follows from its having none there', async () => {
    const closest = {
      status: '200',
      available: true,
      url: 'http://web.archive.org/web/20210203040506/https://news.example/a/b?x=1',
      timestamp: '20210203040506',
    };
    const available = json({ url: page, archived_snapshots: { closest } });
    expect(await (await archiveThat({ good: json('', 503), available })).answer()).toMatchObject({
      outcome: 'copy',
      date: '2021-02-03',
    });
    const ofOther = json({
      archived_snapshots: {
        closest: { ...closest, url: 'http://web.archive.org/web/20210203040506/https://news.example/other' },
      },
    });
    for (const other of [
      ofOther,
      json({ archived_snapshots: {} }),
      json({ archived_snapshots: { closest: { ...closest, status: '404' } } }),
      json('{}'),
    ]) {
      expect(await (await archiveThat({ good: json('', 503), available: other })).answer()).toMatchObject({
        outcome: 'silent',
      });
    }
  });

  it('is silent when all its answers together take too long, and stops when it is told to', async () => {
    const { host, archive } = await archiveThat({ good: () => undefined });
    const fetch = createSafeFetch({ allowedHosts: [host.place] });
    const slow = createWayback({ fetch, baseUrl: host.origin, limitMs: 200 });
    expect(await slow.lookUp(page, signal)).toMatchObject({
      outcome: 'silent',
      reason: expect.stringContaining('no answer within') as string,
    });
    const reason = new Error('stopped');
    await expect(archive.lookUp(page, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('bears the name of its host where it is not the Internet Archive', () => {
    const fetch = createSafeFetch();
    expect(createWayback({ fetch }).name).toBe('the Wayback Machine');
    expect(createWayback({ fetch, baseUrl: 'https://archive.library.example' }).name).toBe('archive.library.example');
  });
});

describe('a capture', () => {
  it('is of a page, whatever the spelling, and of no other', () => {
    const found = 'https://web.archive.org/web/20200101000000id_/https://news.example/a/';
    for (const same of [
      'https://news.example/a',
      'http://www.news.example/a/',
      'http://news.example:80/a#x',
      'https://NEWS.example/%61',
    ])
      expect(isCaptureOf(same, found), same).toBe(true);
    for (const other of [
      'https://news.example/',
      'https://news.example/ab',
      'https://other.example/a',
      'https://news.example/a?x=1',
    ])
      expect(isCaptureOf(other, found), other).toBe(false);
    expect(isCaptureOf('https://news.example/a', 'https://news.example/a')).toBe(false);
    expect(captureIn(found)).toEqual({ timestamp: '20200101000000', original: 'https://news.example/a/' });
  });
});
