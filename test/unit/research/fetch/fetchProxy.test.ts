import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isWithoutProxy } from '../../../../src/research/fetch/connection';
import { proxyFromEnvironment, proxyFromSettings } from '../../../../src/research/fetch/proxyChoice';
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/research/fetch/safeFetch';
import { connectProxy } from '../../../support/connectProxy';
import { Authority } from '../../../support/web/certificates';
import { rawHost, webHost, type Page } from '../../../support/webHost';

const { signal } = new AbortController();
const text = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body });
const missing = (): Promise<never> => Promise.reject(Object.assign(new Error('nobody'), { code: 'ENOTFOUND' }));

/** Names of an internet of the test's own; no address of it exists on this machine, so only a proxy leads there. */
const names: Record<string, readonly string[]> = {
  'site.example': ['93.184.216.34'],
  'both.example': ['2606:2800:220:1::1', '93.184.216.35'],
  'six.example': ['2606:2800:220:1::2'],
  'inner.example': ['10.0.0.1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
};

const through = (
  proxy: string,
  { noProxy = [], ...options }: SafeFetchOptions & { noProxy?: readonly string[] } = {},
) =>
  createSafeFetch({
    delayMs: 0,
    proxy: { proxy, noProxy },
    resolve: (host) => (names[host] === undefined ? missing() : Promise.resolve(names[host])),
    ...options,
  });

describe('a proxy', () => {
  it('is led to the address that was checked, for http and https alike, and named in the result', async () => {
    const authority = new Authority();
    const plain = await webHost({ '/': text('plain') });
    const secure = await webHost({ '/': text('secure') }, { tls: authority.issue({ hosts: ['site.example'] }) });
    const proxy = await connectProxy({ lead: (place) => (place.endsWith(':443') ? secure.port : plain.port) });
    const fetch = through(proxy.origin, { authorities: [authority.certificate] });
    expect(await fetch.fetch('http://site.example/', signal)).toMatchObject({
      outcome: 'fetched',
      text: 'plain',
      via: 'proxy',
    });
    expect(await fetch.fetch('https://site.example/', signal)).toMatchObject({
      outcome: 'fetched',
      text: 'secure',
      via: 'proxy',
    });
    expect(proxy.asked.map(({ line }) => line)).toEqual([
      ...Array<string>(2).fill('CONNECT 93.184.216.34:80'),
      ...Array<string>(2).fill('CONNECT 93.184.216.34:443'),
    ]);
    // The site is told its name, by the one and by the other.
    expect(plain.requests.map(({ headers }) => headers.host)).toEqual(['site.example', 'site.example']);
    expect(plain.requests.every(({ headers }) => !('proxy-authorization' in headers))).toBe(true);
  });

  it('can put no other site in the place of an encrypted one', async () => {
    const host = await webHost({ '/': text('false') }, { tls: new Authority().issue({ hosts: ['site.example'] }) });
    const proxy = await connectProxy({ lead: () => host.port });
    expect(await through(proxy.origin).fetch('https://site.example/', signal)).toMatchObject({ outcome: 'tls' });
    expect(host.requests).toEqual([]);
  });

  it('may be encrypted itself', async () => {
    const authority = new Authority();
    const host = await webHost({ '/': text('inside') }, { tls: authority.issue({ hosts: ['site.example'] }) });
    const proxy = await connectProxy({ lead: () => host.port, tls: authority.issue({ hosts: ['127.0.0.1'] }) });
    expect(
      await through(proxy.origin, { authorities: [authority.certificate] }).fetch('https://site.example/', signal),
    ).toMatchObject({ outcome: 'fetched', text: 'inside', via: 'proxy' });
    const distrusted = await through(proxy.origin).fetch('https://site.example/', signal);
    expect(distrusted).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining(`the proxy ${proxy.place} could not be used`) as string,
    });
  });

  it('is told a login that no message and no site is told', async () => {
    const host = await webHost({ '/': text('x') });
    let status = 0;
    const proxy = await connectProxy({ lead: () => (status === 0 ? host.port : { status }) });
    const fetch = through(proxy.origin.replace('//', '//user:p%40ss%3Aword@'));
    expect((await fetch.fetch('http://site.example/', signal)).outcome).toBe('fetched');
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('user:p@ss:word').toString('base64')}`);
    expect(JSON.stringify(host.requests)).not.toMatch(/authorization|p@ss|p%40ss/i);
    for (status of [407, 403, 502]) {
      const result = await fetch.fetch('http://site.example/x', signal);
      expect(result).toMatchObject({
        outcome: status === 502 ? 'failed' : 'blocked',
        reason: expect.stringMatching(new RegExp(`proxy 127.*\\(${status}\\)`)) as string,
        status: undefined,
      });
      expect(JSON.stringify(result)).not.toMatch(/user|p@ss|p%40ss/);
    }
    const gone = await through('http://user:p%40ss@127.0.0.1:1').fetch('http://site.example/', signal);
    expect(gone).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('the proxy 127.0.0.1:1 could not be used (ECONNREFUSED)') as string,
    });
    expect(JSON.stringify(gone)).not.toMatch(/user|p@ss|p%40ss/);
  });

  it('is spoken to over our own connection, whatever stands in place of the functions of Node.js', async () => {
    const original = http.request;
    const replaced: string[] = [];
    // As an editor does that has its own idea of proxies.
    http.request = (...words: unknown[]) => {
      replaced.push(JSON.stringify(words[0]));
      throw new Error('another way');
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      http.request = original;
      syncBuiltinESMExports();
    });
    const host = await webHost({ '/': text('ours') });
    const proxy = await connectProxy({ lead: () => host.port });
    expect(await through(proxy.origin).fetch('http://site.example/', signal)).toMatchObject({
      outcome: 'fetched',
      text: 'ours',
      via: 'proxy',
    });
    expect(replaced).toEqual([]);
  });

  it('is not asked for anything that is refused', async () => {
    const proxy = await connectProxy({ lead: () => ({ status: 502 }) });
    const fetch = through(proxy.origin);
    for (const url of [
      'http://127.0.0.1/',
      'http://169.254.169.254/',
      'http://[::ffff:10.0.0.1]/',
      'http://localhost/',
      'http://inner.example/',
      'https://mixed.example/',
      'file:///etc/hostname',
    ]) {
      expect((await fetch.fetch(url, signal)).outcome, url).toBe('refused');
    }
    expect(proxy.connections()).toBe(0);
  });

  it('is not led to where a page redirects, before that was checked too', async () => {
    const host = await webHost({
      '/in': { status: 302, headers: { location: 'http://inner.example/' } },
      '/meta': { status: 302, headers: { location: 'http://169.254.169.254/' } },
    });
    const proxy = await connectProxy({ lead: () => host.port });
    const fetch = through(proxy.origin);
    expect(await fetch.fetch('http://site.example/in', signal)).toMatchObject({ outcome: 'refused' });
    expect(await fetch.fetch('http://site.example/meta', signal)).toMatchObject({ outcome: 'refused' });
    expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(new Set(['CONNECT 93.184.216.34:80']));
  });

  it('is tried with an address of each kind', async () => {
    const host = await webHost({ '/': text('x') });
    const proxy = await connectProxy({ lead: (place) => (place.startsWith('[') ? host.port : { status: 502 }) });
    expect((await through(proxy.origin).fetch('http://both.example/', signal)).outcome).toBe('fetched');
    expect((await through(proxy.origin).fetch('http://six.example/', signal)).outcome).toBe('fetched');
    expect(proxy.asked.map(({ line }) => line)).toEqual([
      ...['both', 'both'].flatMap(() => ['CONNECT 93.184.216.35:80', 'CONNECT [2606:2800:220:1::1]:80']),
      ...Array<string>(2).fill('CONNECT [2606:2800:220:1::2]:80'),
    ]);
  });

  it('is left out for what the user excepts, and for this machine', async () => {
    const host = await webHost({ '/': text('direct') });
    const proxy = await connectProxy({ lead: () => ({ status: 502 }) });
    const result = await through(proxy.origin, {
      allowedHosts: [host.place, `wiki.example:${host.port}`],
      resolve: () => Promise.resolve(['127.0.0.1']),
    }).fetch(`${host.origin}/`, signal);
    expect(result).toMatchObject({ outcome: 'fetched', text: 'direct', via: undefined });
    const dialled: string[] = [];
    const dial = (place: { host: string }) => {
      dialled.push(place.host);
      return Promise.reject(Object.assign(new Error('x'), { code: 'ENETUNREACH' }));
    };
    await through(proxy.origin, { noProxy: ['.example'], dial }).fetch('http://site.example/', signal);
    expect(dialled).toEqual(['site.example']);
    expect(proxy.connections()).toBe(0);
  });

  it('makes a name that only it could look up no missing host', async () => {
    const proxy = await connectProxy({ lead: () => ({ status: 502 }) });
    expect(await through(proxy.origin).fetch('http://nobody.example/', signal)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('behind a proxy proves nothing') as string,
    });
    expect(proxy.connections()).toBe(0);
  });

  it.each(['socks5://127.0.0.1:1080', 'http://', 'http://[::1', '%%%'])(
    'written %s is not gone around',
    async (written) => {
      const dialled: unknown[] = [];
      const fetch = through(written, { dial: (place) => Promise.reject(new Error(String(dialled.push(place)))) });
      expect(await fetch.fetch('http://site.example/', signal)).toMatchObject({
        outcome: 'failed',
        reason: expect.stringContaining('the proxy that is set cannot be used') as string,
      });
      expect(dialled).toEqual([]);
    },
  );

  it.each([
    ['closes', (socket: { destroy(): unknown }) => void socket.destroy()],
    ['speaks no HTTP', (socket: { end(words: string): unknown }) => void socket.end('SSH-2.0-x\r\n')],
  ])('that %s is named', async (_name, act) => {
    const proxy = await rawHost((socket) => socket.once('data', () => act(socket)));
    expect(await through(proxy.origin).fetch('http://site.example/', signal)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^the proxy 127\.0\.0\.1:\d+ could not be used/) as string,
    });
  });

  it('that keeps silent costs no more than the time for a connection', async () => {
    const proxy = await rawHost(() => undefined);
    expect(
      await through(proxy.origin, { limits: { connectMs: 50 } }).fetch('http://site.example/', signal),
    ).toMatchObject({
      outcome: 'timeout',
      reason: expect.stringContaining(`the proxy ${proxy.place} did not connect to site.example in time`) as string,
    });
  });
});

describe('what names a proxy', () => {
  it('is found in the environment', () => {
    expect(proxyFromEnvironment({})).toBeUndefined();
    expect(proxyFromEnvironment({ HTTP_PROXY: ' ', NO_PROXY: 'x' })).toBeUndefined();
    expect(proxyFromEnvironment({ HTTP_PROXY: 'http://a:1' })).toEqual({ proxy: 'http://a:1', noProxy: [] });
    expect(
      proxyFromEnvironment({
        HTTP_PROXY: 'http://a:1',
        HTTPS_PROXY: 'http://b:2',
        NO_PROXY: ' localhost, .corp  10.0.0.0/8,,',
      }),
    ).toEqual({ proxy: 'http://b:2', noProxy: ['localhost', '.corp', '10.0.0.0/8'] });
    expect(proxyFromEnvironment({ https_proxy: 'c:3', HTTPS_PROXY: 'b:2', no_proxy: '*', NO_PROXY: 'x' })).toEqual({
      proxy: 'c:3',
      noProxy: ['*'],
    });
  });

  it('is found in the settings of the editor, whatever stands there', () => {
    expect(proxyFromSettings({ proxy: '', noProxy: [] })).toBeUndefined();
    expect(proxyFromSettings({ proxy: undefined, noProxy: undefined })).toBeUndefined();
    expect(proxyFromSettings({ proxy: 7, noProxy: 'x' })).toBeUndefined();
    expect(proxyFromSettings({ proxy: ' http://a:1 ', noProxy: ['*.corp', ' ', 5] })).toEqual({
      proxy: 'http://a:1',
      noProxy: ['*.corp'],
    });
    expect(proxyFromSettings({ proxy: 'http://a:1', noProxy: null })).toEqual({ proxy: 'http://a:1', noProxy: [] });
  });
});

describe('NO_PROXY', () => {
  const excepts = (
    entry: string,
    host: string,
    { port = 443, addresses = ['93.184.216.34'] }: { port?: number; addresses?: readonly string[] } = {},
  ): boolean => isWithoutProxy([entry], { host, port, addresses });

  it.each([
    ['*', 'example.com', true],
    ['example.com', 'example.com', true],
    ['EXAMPLE.com.', 'example.com', true],
    ['example.com', 'www.example.com', true],
    ['.example.com', 'www.example.com', true],
    ['.example.com', 'example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['example.com', 'notexample.com', false],
    ['example.com', 'example.com.evil.org', false],
    ['com', 'example.com', true],
    ['example.com:443', 'example.com', true],
    ['example.com:8443', 'example.com', false],
    ['', 'example.com', false],
    ['.', 'example.com', false],
    ['10.0.0.0/99', 'example.com', false],
    ['/8', 'example.com', false],
    [':443', 'example.com', false],
  ])('%s, for %s: %s', (entry, host, expected) => {
    expect(excepts(entry, host)).toBe(expected);
  });

  it('has addresses and ranges, held against what a name leads to', () => {
    expect(excepts('10.0.0.0/8', 'wiki.corp', { addresses: ['10.1.2.3', '10.1.2.4'] })).toBe(true);
    expect(excepts('10.0.0.0/8', 'wiki.corp', { addresses: ['10.1.2.3', '93.184.216.34'] })).toBe(false);
    expect(excepts('10.0.0.0/8', 'wiki.corp', { addresses: ['fd00::1'] })).toBe(false);
    expect(excepts('fd00::/8', 'wiki.corp', { addresses: ['fd00::1'] })).toBe(true);
    expect(excepts('93.184.216.34', 'example.com')).toBe(true);
    expect(excepts('93.184.216.34:80', 'example.com')).toBe(false);
    expect(excepts('[2606::1]:443', '2606::1', { addresses: ['2606::1'] })).toBe(true);
    expect(excepts('2606:0::1', '2606::1', { addresses: ['2606::1'] })).toBe(true);
    expect(excepts('0.0.0.0/0', 'example.com', { addresses: [] })).toBe(false);
    // An address has no names below it.
    expect(excepts('1', '10.0.0.1', { addresses: ['10.0.0.1'] })).toBe(false);
  });
});
