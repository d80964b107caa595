import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchedPage, FetchRefusal, RefusalOutcome, SafeFetch } from '../../../../src/research/fetch/fetchedPage';
import { createSafeFetch } from '../../../../src/research/fetch/safeFetch';
import { bridge, lantern, queue } from '../../../support/web/pages/texts';
import { startLocalWeb, zone, type LocalWeb } from '../../../support/web/localWeb';

let web: LocalWeb;
let safe: SafeFetch;
beforeAll(async () => {
  web = await startLocalWeb();
  safe = createSafeFetch({ ...web.fetch, delayMs: 0, limits: { totalMs: 15_000 } });
});
afterAll(() => web.close());

const asked = (url: string, fetch = safe): Promise<FetchedPage | FetchRefusal> =>
  fetch.fetch(url, new AbortController().signal);

async function page(label: string, path: string): Promise<FetchedPage> {
  const fetched = await asked(web.url(label, path));
  if (fetched.outcome !== 'fetched') throw new Error(`${label}${path}: ${fetched.reason}`);
  return fetched;
}

describe('pages of the local web that are read', () => {
  it.each([
    ['news', '/bridge', 'html', bridge.sentences.reopened],
    ['papers', '/tides', 'html', 'In 27 of 31 straits'],
    ['docs', '/retries', 'html', queue.sentences.retries],
    ['docs', '/retries.md', 'markdown', queue.sentences.retries],
    ['docs', '/retries.txt', 'text', queue.sentences.retries],
    ['docs', '/retries.json', 'json', queue.sentences.retries],
    ['docs', '/retries.xml', 'xml', queue.sentences.retries],
    ['blog', '/year', 'html', '3,120 kilometres'],
    ['encoded', '/latin1', 'html', lantern.latin],
    ['encoded', '/latin1-unsaid', 'html', lantern.latin],
    ['encoded', '/shift-jis', 'html', lantern.japanese],
    ['encoded', '/shift-jis-meta', 'html', lantern.japanese],
    ['encoded', '/utf16le', 'html', lantern.latin],
    ['encoded', '/utf16be', 'html', lantern.latin],
    ['encoded', '/typographic', 'text', lantern.typographic],
    ['encoded', '/gzip', 'html', bridge.sentences.reopened],
    ['encoded', '/br', 'html', bridge.sentences.reopened],
    ['encoded', '/deflate', 'html', bridge.sentences.reopened],
    ['encoded', '/deflate-raw', 'html', bridge.sentences.reopened],
    ['encoded', '/no-type', 'html', bridge.sentences.reopened],
    ['encoded', '/unknown-charset', 'html', bridge.sentences.reopened],
    ['encoded', '/nine-mib', 'text', 'written to be long'],
    ['status', '/200-after-103', 'html', bridge.sentences.reopened],
    ['slow', '/a-little', 'html', bridge.sentences.reopened],
    ['dual', '/page', 'html', bridge.sentences.reopened],
  ])('%s %s is read as %s', async (label, path, kind, words) => {
    const fetched = await page(label, path);
    expect(fetched.kind).toBe(kind);
    expect(fetched.text).toContain(words);
  });

  it('gives a PDF document with its type', async () => {
    const fetched = await asked(web.url('papers', '/tides.pdf'));
    expect(fetched).toMatchObject({ outcome: 'fetched', contentType: 'application/pdf' });
  });

  it.each([
    ['/to-news', 'https://news.test-web.example/bridge'],
    ['/to-plain-news', 'http://news.test-web.example/bridge'],
    ['/chain/5', 'https://moved.test-web.example/article'],
    ['/to-login', 'https://members.test-web.example/login?next=%2Farticle'],
    ['/to-consent', 'https://consent.test-web.example/choose?continue=https%3A%2F%2Fmoved.test-web.example%2Farticle'],
  ])('follows %s', async (path, end) => {
    expect((await page('moved', path)).finalUrl).toBe(end);
  });
});

const refusals: [string, string, RefusalOutcome][] = [
  ...(['/404', '/410', '/404-with-article'] as const).map((path): [string, string, RefusalOutcome] => [
    'status',
    path,
    'dead',
  ]),
  ...(['/401', '/402', '/403', '/429', '/451'] as const).map((path): [string, string, RefusalOutcome] => [
    'status',
    path,
    'blocked',
  ]),
  ...(['/500', '/502', '/503', '/504'] as const).map((path): [string, string, RefusalOutcome] => [
    'status',
    path,
    'server',
  ]),
  ...(['/204', '/400', '/405', '/418'] as const).map((path): [string, string, RefusalOutcome] => [
    'status',
    path,
    'failed',
  ]),
  ...(['/before', '/mid', '/short', '/no-http'] as const).map((path): [string, string, RefusalOutcome] => [
    'breaks',
    path,
    'failed',
  ]),
  ...(['/loop', '/self', '/chain/7', '/no-location', '/to-nothing'] as const).map(
    (path): [string, string, RefusalOutcome] => ['moved', path, 'failed'],
  ),
  ['moved', '/to-dead', 'dead'],
  // Its own host is there; only the one that it leads to is not.
  ['moved', '/to-unknown-host', 'failed'],
  ['moved', '/to-file', 'refused'],
  ['moved', '/to-other-port', 'refused'],
  ...(['/gzip-bomb', '/br-bomb', '/gzip-in-gzip-bomb', '/eleven-mib', '/eleven-mib-told'] as const).map(
    (path): [string, string, RefusalOutcome] => ['encoded', path, 'too_large'],
  ),
  ...(['/called-image', '/film', '/no-type-binary', '/binary-as-text', '/zstd'] as const).map(
    (path): [string, string, RefusalOutcome] => ['encoded', path, 'unsupported'],
  ),
  ['encoded', '/gzip-damaged', 'failed'],
  ...(['expired', 'self-signed', 'wrong-name'] as const).map((label): [string, string, RefusalOutcome] => [
    label,
    '/page',
    'tls',
  ]),
  ...(['/loopback', '/name', '/mapped', '/decimal', '/private', '/metadata', '/inside'] as const).flatMap(
    (path): [string, string, RefusalOutcome][] => [
      ['traps', path, 'refused'],
      ['traps', `/twice${path}`, 'refused'],
    ],
  ),
  ['inside', '/', 'refused'],
  ['mixed', '/', 'refused'],
  ['empty', '/', 'no_host'],
  ['nobody-has-this-name', '/', 'no_host'],
];

describe('pages of the local web that are not read', () => {
  it.each(refusals)('%s %s is %s', async (label, path, outcome) => {
    const refusal = await asked(web.url(label, path));
    expect(refusal, JSON.stringify(refusal)).toMatchObject({ outcome });
  });

  it.each(['/before', '/mid', '/short', '/no-http'])('breaks %s is failed without TLS as well', async (path) => {
    expect(await asked(`http://breaks.${zone}${path}`)).toMatchObject({ outcome: 'failed' });
  });

  it.each(['/headers', '/drip', '/never'])('slow %s takes no longer than the limit', async (path) => {
    const hasty = createSafeFetch({ ...web.fetch, delayMs: 0, limits: { totalMs: 400 } });
    expect(await asked(web.url('slow', path), hasty)).toMatchObject({ outcome: 'timeout' });
  });

  it('leaves a host alone that asked for it, and says so', async () => {
    expect(await asked(web.url('busy', '/anything'))).toMatchObject({ outcome: 'blocked', status: 429 });
    const { connections } = web.host('busy');
    expect(await asked(web.url('busy', '/page'))).toMatchObject({ outcome: 'blocked', status: 429 });
    expect(web.host('busy').connections).toBe(connections);
  });

  it.each([
    ['closed', '/open', 'robots'],
    ['partly', '/private/page', 'robots'],
    ['partly', '/open', 'fetched'],
    ['only-us', '/open', 'robots'],
    ['html-robots', '/open', 'fetched'],
    ['moved-robots', '/private/page', 'robots'],
    ['moved-robots', '/open', 'fetched'],
    // Who fails to say what it asks for is left alone.
    ['broken-robots', '/open', 'server'],
    ['slow-robots', '/open', 'timeout'],
    ['news', '/bridge', 'fetched'],
  ])('heeds the robots.txt of %s: %s is %s', async (label, path, outcome) => {
    expect(await asked(web.url(label, path))).toMatchObject({ outcome });
  });

  it('asks each host once for its robots.txt', () => {
    const files = web.requests.filter(({ line }) => line.endsWith('/robots.txt')).map(({ line }) => line);
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((line) => line === 'GET https://news.test-web.example/robots.txt')).toHaveLength(1);
  });

  it('is not led inside by a name whose answer changes', async () => {
    const outcomes: string[] = [];
    for (let time = 0; time < 4; time += 1) outcomes.push((await asked(`https://rebinding.${zone}/bridge`)).outcome);
    expect(outcomes).toContain('refused');
    expect(web.trap.connections()).toBe(0);
  });

  it('leaves the trap without a single connection', () => {
    expect(web.trap.connections()).toBe(0);
  });
});

describe('a web that comes and goes', () => {
  it('says of a host that died that it failed, never that the page is not there; and reads it when it is back', async () => {
    const host = web.host('docs');
    await host.cut();
    expect(await asked(host.url('/retries.txt'))).toMatchObject({ outcome: 'failed' });
    await host.mend();
    expect(await asked(host.url('/retries.txt'))).toMatchObject({ outcome: 'fetched' });
  });

  it('says of a lost network that it failed: for names that are, and for names that never were', async () => {
    web.cut();
    const outcomes = await Promise.all(
      [web.url('news', '/bridge'), web.url('never-was', '/')].map(async (url) => (await asked(url)).outcome),
    );
    web.mend();
    expect(outcomes).toEqual(['failed', 'failed']);
    expect(await asked(web.url('news', '/bridge'))).toMatchObject({ outcome: 'fetched' });
  });

  it('is not taken in by a portal where the connection is encrypted, and is led to its page where it is not', async () => {
    web.intercept('portal');
    const [secure, plain] = await Promise.all([asked(web.url('news', '/bridge')), asked(`http://news.${zone}/bridge`)]);
    web.intercept(undefined);
    expect(secure).toMatchObject({ outcome: 'tls' });
    expect(plain).toMatchObject({ outcome: 'fetched', finalUrl: 'http://portal.test-web.example/welcome' });
  });
});
