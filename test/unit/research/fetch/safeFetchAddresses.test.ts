import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../src/research/fetch/connection';
import {
  allowedPlaces,
  webTarget,
  canonicalAddress,
  notPublic,
  withoutNat64,
} from '../../../../src/research/fetch/webTarget';
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/research/fetch/safeFetch';
import { privateHosts } from '../../../support/privateAddresses';
import { webHost } from '../../../support/webHost';

const { signal } = new AbortController();

/** A fetch whose lookups and connections are only written down. */
function watched(answers: Record<string, readonly string[] | string> = {}, options: SafeFetchOptions = {}) {
  const lookups: string[] = [];
  const dialled: Endpoint[] = [];
  const fetch = createSafeFetch({
    delayMs: 0,
    resolve: (host) => {
      lookups.push(host);
      const answer = answers[host] ?? 'ENOTFOUND';
      return typeof answer === 'string'
        ? Promise.reject(Object.assign(new Error(answer), { code: answer }))
        : Promise.resolve(answer);
    },
    dial: (place) => {
      dialled.push(place);
      return Promise.reject(Object.assign(new Error('no network here'), { code: 'ENETUNREACH' }));
    },
    ...options,
  });
  return { lookups, dialled, fetch: (url: string) => fetch.fetch(url, signal) };
}

describe('addresses that are refused', () => {
  it('counts enough of them', () => {
    expect(new Set(privateHosts).size).toBe(privateHosts.length);
    expect(privateHosts.length).toBeGreaterThanOrEqual(60);
  });

  it.each(privateHosts.flatMap((host) => [`http://${host}/`, `https://${host}/x?y`]))(
    '%s is neither looked up nor connected to',
    async (url) => {
      const { fetch, lookups, dialled } = watched();
      const result = await fetch(url);
      expect(result).toMatchObject({ outcome: 'refused', url });
      expect(result.outcome !== 'fetched' && result.reason).not.toBe('');
      expect([...lookups, ...dialled]).toEqual([]);
    },
  );

  it.each([
    ...[
      'file:///etc/passwd',
      'ftp://example.com/',
      'data:text/plain,x',
      'javascript:alert(1)',
      'view-source:https://example.com',
      'workspace:a.md',
      'ws://example.com/',
      '//example.com/',
      'example.com',
      '',
    ],
    ...[
      'https://user:secret@example.com/',
      'https://user@example.com/',
      'https://@example.com/',
      'https://example.com\\@127.0.0.1/',
      'https://127.0.0.1\\.example.com/',
    ],
    ...[
      'http://example.com:22/',
      'https://example.com:8443/',
      'http://example.com:0/',
      'http://example.com:65536/',
      'https://exam ple.com/',
      'https://a..b.com/',
      'https://.example.com/',
      'https://example.com../',
      'http://[fe80::1%25eth0]/',
      'http://[::1',
      'https://ex%00ample.com/',
      `https://${'a'.repeat(64)}.com/`,
      `https://${'a.'.repeat(130)}com/`,
    ],
  ])('%s is no address to fetch', async (url) => {
    const { fetch, lookups, dialled } = watched();
    expect(await fetch(url)).toMatchObject({ outcome: 'refused' });
    expect([...lookups, ...dialled]).toEqual([]);
  });
});

describe('names', () => {
  it('lets a public name through to the addresses that were checked, and to no other', async () => {
    const addresses = ['93.184.216.34', '2606:2800:220:1::1'];
    const { fetch, lookups, dialled } = watched({ 'example.com': addresses });
    expect(await fetch('https://EXAMPLE.com./x')).toMatchObject({ outcome: 'failed' });
    expect(lookups).toEqual(['example.com']);
    expect(dialled).toEqual([{ host: 'example.com', port: 443, addresses }]);
  });

  it.each([
    ['private', ['10.0.0.1']],
    ['public and private', ['93.184.216.34', '192.168.1.1']],
    ['private and public', ['127.0.0.1', '93.184.216.34']],
    ['public IPv4, inner IPv6', ['93.184.216.34', 'fd00::1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['translated private', ['64:ff9b::a00:1']],
    ['6to4', ['2002:5db8:d822::1']],
    ['metadata', ['169.254.169.254']],
    ['no address', ['127.1']],
    ['with a zone', ['fe80::1%eth0']],
  ])('refuses a name whose answers are %s', async (_name, addresses) => {
    const { fetch, dialled } = watched({ 'mixed.example': addresses });
    expect(await fetch('http://mixed.example/')).toMatchObject({ outcome: 'refused' });
    expect(dialled).toEqual([]);
  });

  it('takes what a network without IPv4 makes of a public address', async () => {
    const { fetch, dialled } = watched({ 'example.com': ['64:ff9b::5db8:d822'] });
    expect(await fetch('http://example.com/')).toMatchObject({ outcome: 'failed' });
    expect(dialled.map(({ addresses }) => addresses)).toEqual([['64:ff9b::5db8:d822']]);
  });

  it('tells a name that nobody has from a network that is down', async () => {
    const { fetch } = watched({ 'down.example': 'EAI_AGAIN', 'refused.example': 'ESERVFAIL', 'none.example': [] });
    expect(await fetch('https://nobody.example/')).toMatchObject({ outcome: 'no_host' });
    expect(await fetch('https://none.example/')).toMatchObject({ outcome: 'no_host' });
    expect(await fetch('https://down.example/')).toMatchObject({ outcome: 'failed' });
    expect(await fetch('https://refused.example/')).toMatchObject({ outcome: 'failed' });
  });

  it('asks once for a connection: an answer that changes after the check changes nothing', async () => {
    const good = await webHost(
      { '/': { headers: { 'content-type': 'text/plain' }, body: 'good' } },
      { address: '127.0.0.1' },
    );
    // Of the first answer the rules of the site are asked, of the second the page.
    const answers = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const fetch = createSafeFetch({
      delayMs: 0,
      allowedHosts: [`rebind.example:${good.port}`],
      resolve: () => Promise.resolve(answers[asked++] ?? []),
    });
    expect(await fetch.fetch(`http://rebind.example:${good.port}/`, signal)).toMatchObject({
      outcome: 'fetched',
      text: 'good',
    });
    expect(asked).toBe(2);
  });

  it('looks up anew on a redirect to the same name, and refuses what it has become', async () => {
    const redirecting = await webHost({ '/': { status: 302, headers: { location: 'http://rebind.example/' } } });
    const { fetch, dialled, lookups } = watched(
      { 'rebind.example': ['10.0.0.1'] },
      { allowedHosts: [redirecting.place] },
    );
    // The watched dial refuses everything, so the first hop needs the real one.
    expect(await fetch(`${redirecting.origin}/`)).toMatchObject({ outcome: 'failed' });
    expect(dialled).toHaveLength(1);
    const real = createSafeFetch({
      delayMs: 0,
      allowedHosts: [redirecting.place],
      resolve: (host) => Promise.resolve(lookups.push(host) > 0 ? ['10.0.0.1'] : []),
    });
    expect(await real.fetch(`${redirecting.origin}/`, signal)).toMatchObject({
      outcome: 'refused',
      finalUrl: 'http://rebind.example/',
    });
    expect(lookups).toEqual(['rebind.example']);
  });

  it('sends nothing over a connection that ended elsewhere than was checked', async () => {
    const trap = await webHost({ '/': { body: 'secret' } });
    const fetch = createSafeFetch({
      delayMs: 0,
      resolve: () => Promise.resolve(['93.184.216.34']),
      dial: async () => {
        const socket = new Socket();
        await new Promise<void>((resolve) => socket.connect(trap.port, '127.0.0.1', resolve));
        return socket;
      },
    });
    expect(await fetch.fetch('http://example.com/', signal)).toMatchObject({ outcome: 'refused' });
    expect(await fetch.fetch('https://example.com/', signal)).toMatchObject({ outcome: 'refused' });
    expect(trap.connections()).toBe(2);
    expect(trap.requests).toEqual([]);
  });
});

describe('hosts that the user allows', () => {
  it('are reached by that name and port alone', async () => {
    const host = await webHost({ '/': { headers: { 'content-type': 'text/plain' }, body: 'inner' } });
    const { fetch } = watched({}, { allowedHosts: [`LocalHost:${host.port}`], dial: undefined as never });
    expect(await fetch(`http://127.0.0.1:${host.port}/`)).toMatchObject({ outcome: 'refused' });
    const byName = createSafeFetch({
      delayMs: 0,
      allowedHosts: [`LocalHost:${host.port}`],
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    expect(await byName.fetch(`http://localhost.:${host.port}/`, signal)).toMatchObject({
      outcome: 'fetched',
      text: 'inner',
    });
    expect(await byName.fetch(`http://localhost:${host.port + 1}/`, signal)).toMatchObject({ outcome: 'refused' });
    expect(await byName.fetch('http://localhost/', signal)).toMatchObject({ outcome: 'refused' });
  });

  it('may carry no user name even so', async () => {
    const host = await webHost({ '/': { body: 'inner' } });
    const fetch = createSafeFetch({ delayMs: 0, allowedHosts: [host.place] });
    expect(await fetch.fetch(`http://a:b@${host.place}/`, signal)).toMatchObject({ outcome: 'refused' });
    expect(host.connections()).toBe(0);
  });

  it('are written with or without a port; what is no host allows nothing', () => {
    const isAllowed = (entries: string[], url: string): boolean => {
      try {
        return webTarget(url, allowedPlaces(entries)).isAllowed;
      } catch {
        return false;
      }
    };
    expect(isAllowed(['wiki.corp'], 'https://wiki.corp/x')).toBe(true);
    expect(isAllowed(['wiki.corp'], 'http://WIKI.corp./x')).toBe(true);
    expect(isAllowed(['wiki.corp'], 'http://wiki.corp:8080/')).toBe(false);
    expect(isAllowed(['wiki.corp:80'], 'http://wiki.corp/')).toBe(true);
    expect(isAllowed(['wiki.corp:80'], 'https://wiki.corp/')).toBe(false);
    expect(isAllowed(['[::1]:8080'], 'http://[0::1]:8080/')).toBe(true);
    expect(isAllowed(['10.0.0.5:8080'], 'http://10.5:8080/')).toBe(true);
    expect(isAllowed(['wiki.corp'], 'https://sub.wiki.corp/')).toBe(false);
    for (const entry of ['*', '', 'https://wiki.corp', 'wiki.corp/x', 'a@wiki.corp', '*.corp', 'wiki.corp:99999999']) {
      expect(isAllowed([entry], 'https://wiki.corp/'), entry).toBe(false);
    }
  });
});

describe('publicAddress', () => {
  it('knows public addresses', () => {
    for (const address of [
      '8.8.8.8',
      '93.184.216.34',
      '1.1.1.1',
      '223.255.255.255',
      '2606:4700::1111',
      '2a00:1450:4001::1',
      '::ffff:8.8.8.8',
    ]) {
      expect(notPublic(address), address).toBeUndefined();
    }
    expect(notPublic('::ffff:127.0.0.1')).toBe('this machine');
    expect(notPublic('example.com')).toBe('no IP address');
  });

  it('compares addresses whatever their spelling', () => {
    expect(canonicalAddress('::ffff:93.184.216.34')).toBe('93.184.216.34');
    expect(canonicalAddress('2606:4700:0:0::1111')).toBe(canonicalAddress('2606:4700::1111'));
    expect(canonicalAddress('')).toBeUndefined();
    expect(withoutNat64('64:ff9b::8.8.8.8')).toBe('8.8.8.8');
    expect(withoutNat64('64:ff9b:1::8.8.8.8')).toBe('64:ff9b:1::8.8.8.8');
  });
});
