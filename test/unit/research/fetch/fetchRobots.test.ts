import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/research/fetch/safeFetch';
import { siteRules } from '../../../../src/research/fetch/robots';
import { rawHost, webHost, type Page, type WebHost } from '../../../support/webHost';

const { signal } = new AbortController();
const text = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body });
const redirect = (location: string): Page => ({ status: 302, headers: { location } });
const open = (options: SafeFetchOptions) => createSafeFetch({ delayMs: 0, ...options });
const asked = (host: WebHost): string[] => host.requests.map(({ line }) => line);

/** What becomes of `/page` on a site with this robots.txt. */
async function pageUnder(rules: Page, options: SafeFetchOptions = {}) {
  const host = await webHost({ '/robots.txt': rules, '/page': text('read') });
  return { host, result: await open({ allowedHosts: [host.place], ...options }).fetch(`${host.origin}/page`, signal) };
}

describe('robots.txt', () => {
  it.each([
    ['forbids everything to everybody', 'User-agent: *\nDisallow: /', 'robots'],
    ['forbids this page', 'User-agent: *\nDisallow: /pa', 'robots'],
    ['forbids another page', 'User-agent: *\nDisallow: /other', 'fetched'],
    ['forbids, but allows this page', 'User-agent: *\nDisallow: /\nAllow: /page', 'fetched'],
    ['forbids it to us by name', 'User-agent: *\nAllow: /\n\nUser-agent: ROSTRUM/9\nDisallow: /page', 'robots'],
    ['allows us what it forbids to others', 'User-agent: *\nDisallow: /\n\nUser-agent: rostrum\nAllow: /', 'fetched'],
    ['names us together with others', 'User-agent: a\r\nUser-agent: Rostrum\r\nDisallow: /page', 'robots'],
    ['forbids it to others', 'User-agent: Googlebot\nDisallow: /', 'fetched'],
    ['forbids by a pattern', 'User-agent: *\nDisallow: /*ge$', 'robots'],
    ['forbids by a pattern that ends elsewhere', 'User-agent: *\nDisallow: /*g$', 'fetched'],
    ['begins with a byte order mark', '\ufeffUser-agent: *\nDisallow: /', 'robots'],
    ['has comments', '# all\nUser-agent: * # you\nDisallow: /page # not this', 'robots'],
    ['is empty', '', 'fetched'],
    ['is a page of HTML', '<!doctype html><title>Not here</title>', 'fetched'],
  ])('that %s', async (_name, rules, outcome) => {
    const { result, host } = await pageUnder(text(rules));
    expect(result.outcome).toBe(outcome);
    if (result.outcome === 'robots') expect(result.reason).toMatch(/asks programs not to read this page/);
    expect(asked(host)).toEqual(['GET /robots.txt', ...(outcome === 'fetched' ? ['GET /page'] : [])]);
  });

  it.each([404, 410, 401, 403, 429, 400, 204])('that is answered with %i asks for nothing', async (status) => {
    expect((await pageUnder({ status })).result.outcome).toBe('fetched');
  });

  it.each([500, 503])('that is answered with %i leaves the page unread, after a second try', async (status) => {
    const { result, host } = await pageUnder({ status });
    expect(result).toMatchObject({
      outcome: 'server',
      reason: expect.stringMatching(/robots\.txt could not be read.*not asked for.*server failed/) as string,
      status: undefined,
    });
    expect(asked(host)).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  it('is asked for again when it failed, and not when it is known', async () => {
    const pages: Record<string, Page> = { '/robots.txt': { status: 500 }, '/page': text('read') };
    const host = await webHost(pages);
    const fetch = open({ allowedHosts: [host.place] });
    expect((await fetch.fetch(`${host.origin}/page`, signal)).outcome).toBe('server');
    pages['/robots.txt'] = text('User-agent: *\nDisallow: /private');
    for (const path of ['/page', '/page', '/private/x', '/robots.txt']) await fetch.fetch(host.origin + path, signal);
    expect(asked(host).slice(2)).toEqual(['GET /robots.txt', 'GET /page', 'GET /page', 'GET /robots.txt']);
  });

  it('holds for a day', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    const pages: Record<string, Page> = { '/robots.txt': text('User-agent: *\nDisallow: /'), '/page': text('read') };
    const host = await webHost(pages);
    const fetch = open({ allowedHosts: [host.place], now: () => now });
    expect((await fetch.fetch(`${host.origin}/page`, signal)).outcome).toBe('robots');
    pages['/robots.txt'] = text('');
    now = new Date('2026-03-02T09:59:59Z');
    expect((await fetch.fetch(`${host.origin}/page`, signal)).outcome).toBe('robots');
    now = new Date('2026-03-02T10:00:01Z');
    expect((await fetch.fetch(`${host.origin}/page`, signal)).outcome).toBe('fetched');
  });

  it('is asked for once, however many pages are asked for at the same time, and per host and port', async () => {
    const pages = {
      '/robots.txt': text(''),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/${index}`, text('x')])),
    };
    const [one, other] = await Promise.all([
      webHost(pages),
      webHost({ ...pages, '/robots.txt': text('User-agent: *\nDisallow: /') }),
    ]);
    const fetch = open({ allowedHosts: [one.place, other.place] });
    const results = await Promise.all(
      [one, other].flatMap(({ origin }) =>
        Array.from({ length: 20 }, async (_, index) => await fetch.fetch(`${origin}/${index}`, signal)),
      ),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 20 }, () => 'fetched'),
      ...Array.from({ length: 20 }, () => 'robots'),
    ]);
    expect(asked(one).filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(asked(other)).toEqual(['GET /robots.txt']);
  });

  it('is still read for the others when one of those who wait leaves, and given up when the last does', async () => {
    const waiting: (() => void)[] = [];
    let closed: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const host = await webHost({
      '/robots.txt': (request, response) => {
        waiting.push(() => response.writeHead(404).end());
        request.socket.on('close', closed);
      },
      '/page': text('read'),
    });
    const fetch = open({ allowedHosts: [host.place] });
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const one = fetch.fetch(`${host.origin}/page`, first.signal);
    const two = fetch.fetch(`${host.origin}/page`, second.signal);
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    first.abort(new Error('no more'));
    await expect(one).rejects.toThrow('no more');
    waiting.shift()?.();
    expect((await two).outcome).toBe('fetched');

    const other = open({ allowedHosts: [host.place] }).fetch(`${host.origin}/page`, third.signal);
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    third.abort(new Error('nor this'));
    await expect(other).rejects.toThrow('nor this');
    await isClosed;
  });

  it('counts on every hop of a redirect', async () => {
    const closed = await webHost({ '/robots.txt': text('User-agent: *\nDisallow: /'), '/page': text('secret') });
    const opened = await webHost({
      '/in': redirect(`${closed.origin}/page`),
      '/self': redirect('/hidden'),
      '/robots.txt': text('User-agent: *\nDisallow: /hidden'),
      '/hidden': text('x'),
    });
    const fetch = open({ allowedHosts: [opened.place, closed.place] });
    expect(await fetch.fetch(`${opened.origin}/in`, signal)).toMatchObject({
      outcome: 'robots',
      finalUrl: `${closed.origin}/page`,
      reason: expect.stringMatching(/^it redirects to http.*asks programs not to/) as string,
    });
    expect(await fetch.fetch(`${opened.origin}/self`, signal)).toMatchObject({ outcome: 'robots' });
    expect([...asked(closed), ...asked(opened)]).toEqual([
      'GET /robots.txt',
      'GET /robots.txt',
      'GET /in',
      'GET /self',
    ]);
  });

  it('is followed to where it is kept, up to five times, and never to a private place', async () => {
    const trap = await webHost({ '/': text('User-agent: *\nDisallow: /') });
    const followed = async (location: string, more: Record<string, Page> = {}) => {
      const host = await webHost({ '/robots.txt': redirect(location), '/page': text('read'), ...more });
      const fetch = open({
        allowedHosts: [host.place],
        resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
      });
      return await fetch.fetch(`${host.origin}/page`, signal);
    };
    expect((await followed('/rules', { '/rules': text('User-agent: *\nDisallow: /page') })).outcome).toBe('robots');
    expect(
      (
        await followed('/1', {
          '/1': redirect('/2'),
          '/2': redirect('/3'),
          '/3': redirect('/4'),
          '/4': text('User-agent: *\nDisallow: /'),
        })
      ).outcome,
    ).toBe('robots');
    expect((await followed('/robots.txt')).outcome).toBe('fetched');
    for (const location of [
      `http://127.0.0.1:${trap.port}/`,
      `http://localhost:${trap.port}/`,
      'http://169.254.169.254/',
      'file:///etc/hostname',
    ]) {
      expect((await followed(location)).outcome, location).toBe('fetched');
    }
    expect(trap.connections()).toBe(0);
    // That a name elsewhere is missing says nothing on this host: it must not look as if the page were invented.
    expect(await followed('http://nobody.example/robots.txt')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('no host named nobody.example') as string,
    });
  });

  it('that cannot be had gives the failure of the host itself', async () => {
    const silent = await rawHost(() => undefined);
    expect(
      await open({ allowedHosts: [silent.place], limits: { totalMs: 100 } }).fetch(`${silent.origin}/page`, signal),
    ).toMatchObject({ outcome: 'timeout', reason: expect.stringContaining('robots.txt') as string });
    const rude = await rawHost((socket) => socket.destroy());
    expect(await open({ allowedHosts: [rude.place] }).fetch(`${rude.origin}/page`, signal)).toMatchObject({
      outcome: 'failed',
    });
    expect(
      await open({ allowedHosts: [rude.place] }).fetch(`${rude.origin.replace('http:', 'https:')}/page`, signal),
    ).toMatchObject({ outcome: 'tls' });
    const nobody = open({ resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) });
    expect(await nobody.fetch('https://nobody.example/', signal)).toMatchObject({ outcome: 'no_host' });
    expect(
      await open({ resolve: () => Promise.resolve(['10.0.0.1']) }).fetch('https://inner.example/', signal),
    ).toMatchObject({ outcome: 'refused' });
  });

  it('is not asked for where an interface for programs is used', async () => {
    const { host, result } = await pageUnder(text('User-agent: *\nDisallow: /'), { robots: 'ignored' });
    expect([result.outcome, ...asked(host)]).toEqual(['fetched', 'GET /page']);
  });

  it('is read as far as 500 KiB, packed or not', async () => {
    const far = (bytes: number): string => `User-agent: *\n${'#'.repeat(bytes)}\nDisallow: /page`;
    expect((await pageUnder(text(far(400 * 1024)))).result.outcome).toBe('robots');
    expect((await pageUnder(text(far(600 * 1024)))).result.outcome).toBe('fetched');
    expect(
      (
        await pageUnder(
          (_request, response) =>
            void response.writeHead(200).write(`User-agent: *\nDisallow: /page\n${'#'.repeat(600 * 1024)}`),
        )
      ).result.outcome,
    ).toBe('robots');
    for (const [coding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
    ] as const) {
      const packed = async (body: string): Promise<string> =>
        (await pageUnder({ headers: { 'content-encoding': coding }, body: pack(body) })).result.outcome;
      expect(await packed('User-agent: *\nDisallow: /page')).toBe('robots');
      expect(await packed(far(400 * 1024))).toBe('robots');
      expect(await packed(far(600 * 1024))).toBe('fetched');
      expect(await packed(`User-agent: *\nDisallow: /page\n${'#'.repeat(600 * 1024)}`)).toBe('robots');
    }
    expect(
      (await pageUnder({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(30_000_000)) })).result
        .outcome,
    ).toBe('fetched');
    const damaged = gzipSync('User-agent: *\nDisallow: /page').subarray(0, 30);
    expect((await pageUnder({ headers: { 'content-encoding': 'gzip' }, body: damaged })).result).toMatchObject({
      outcome: 'failed',
    });
  });
});

describe('siteRules', () => {
  const delayOf = (rules: string): number => siteRules('https://example.com', rules).delayMs;

  it('waits as long as a site asks for, and no longer than five seconds', () => {
    expect(delayOf('User-agent: *\nCrawl-delay: 2')).toBe(2_000);
    expect(delayOf('User-agent: *\nCrawl-delay: 0.5\n\nUser-agent: Rostrum\nCrawl-delay: 1')).toBe(1_000);
    expect(delayOf('User-agent: *\nCrawl-delay: 86400')).toBe(5_000);
    for (const odd of ['-1', 'soon', '']) expect(delayOf(`User-agent: *\nCrawl-delay: ${odd}`)).toBe(0);
    expect(delayOf('User-agent: *\nDisallow: /')).toBe(0);
  });

  it('judges the path with its query, however it is encoded', () => {
    const rules = siteRules(
      'https://example.com',
      'User-agent: *\nDisallow: /*?id=\nDisallow: /grüße\nDisallow: /%7ejoe',
    );
    const allows = (path: string): boolean => rules.allows(new URL(path, 'https://example.com'));
    expect(allows('/x?id=1')).toBe(false);
    expect(allows('/x?name=1')).toBe(true);
    expect(allows('/gr%C3%BC%C3%9Fe')).toBe(false);
    expect(allows('/%7Ejoe/')).toBe(false);
    expect(allows('/robots.txt?id=1')).toBe(true);
  });

  it.each([
    ['/private/', '/%70rivate/a'],
    ['/~user', '/%7Euser/x'],
    ['/%7Euser', '/~user/x'],
    ['/%70riv%61te/', '/private/a'],
    ['/a*%2Db', '/axx-b'],
    ['/x?q=%41', '/x?q=A'],
  ])('knows %s in %s', (rule, path) => {
    const rules = siteRules('https://example.com', `User-agent: *\nDisallow: ${rule}`);
    expect(rules.allows(new URL(path, 'https://example.com'))).toBe(false);
    expect(rules.allows(new URL('/open', 'https://example.com'))).toBe(true);
  });

  it('keeps apart what only looks alike when decoded', () => {
    const rules = siteRules('https://example.com', 'User-agent: *\nDisallow: /a%2Fb\nDisallow: /c%2A\nDisallow: /d/e');
    const allows = (path: string): boolean => rules.allows(new URL(path, 'https://example.com'));
    expect(allows('/a%2fb')).toBe(false);
    for (const path of ['/a/b', '/cd', '/d%2Fe']) expect(allows(path), path).toBe(true);
  });

  it('is careful with patterns past its bound', () => {
    const first = `User-agent: *\nAllow: /*${'a'.repeat(60_000)}\n`;
    const rules = siteRules('https://example.com', `${first}Disallow: /shop/*?x\nAllow: /shop/*?xy\nDisallow: /z`);
    const allows = (path: string): boolean => rules.allows(new URL(path, 'https://example.com'));
    expect(['/shop/', '/shop/a?xy', '/z', '/a'].map(allows)).toEqual([false, false, false, true]);
  });

  it.each([
    ['rules for others', `User-agent: Googlebot\n${'Disallow: /*/private/of/that/robot*.html\n'.repeat(2_000)}\n`],
    ['remarks', `#${'*'.repeat(60_000)}\n# ${'*'.repeat(60_000)}\n`],
  ])('holds behind many %s', (_name, before) => {
    const rules = siteRules('https://example.com', `${before}User-agent: *\nDisallow: /page\nDisallow: /*?id=`);
    for (const path of ['/page', '/x?id=1'])
      expect(rules.allows(new URL(path, 'https://example.com')), path).toBe(false);
  });

  it('is not held up by rules made to be slow', () => {
    const rules = siteRules(
      'https://example.com',
      `User-agent: *\n${`Disallow: /${'*a'.repeat(1_000)}b\n`.repeat(250)}Disallow: /z`,
    );
    expect(rules.allows(new URL(`https://example.com/${'a'.repeat(15_000)}`))).toBe(false);
    expect(rules.allows(new URL('https://example.com/z'))).toBe(false);
  });
});
