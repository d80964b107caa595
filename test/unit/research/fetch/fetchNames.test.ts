import { describe, expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '../../../../src/research/fetch/connection';
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/research/fetch/safeFetch';
import { dnsServer, resolveBy, type DnsAnswer } from '../../../support/dnsServer';
import { webHost } from '../../../support/webHost';

const { signal } = new AbortController();

/** A fetch that asks a real name server; connections are only written down. */
async function looking(names: Record<string, DnsAnswer>, options: SafeFetchOptions = {}) {
  const server = await dnsServer(names);
  onTestFinished(() => server.close());
  const dialled: Endpoint[] = [];
  const dial = (place: Endpoint): Promise<never> => {
    dialled.push(place);
    return Promise.reject(Object.assign(new Error('no network here'), { code: 'ENETUNREACH' }));
  };
  const fetch = createSafeFetch({ delayMs: 0, resolve: resolveBy(server.place), dial, ...options });
  return { server, dialled, fetch: async (url: string) => await fetch.fetch(url, signal) };
}

const [public4, public6] = ['93.184.216.34', '2606:2800:220:1::1'];

describe('answers of a name server', () => {
  it('are connected to where all of them are public', async () => {
    const { fetch, dialled } = await looking({ 'site.example': [public4, public6] });
    expect(await fetch('http://site.example/')).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('ENETUNREACH') as string,
    });
    expect(dialled).toEqual([{ host: 'site.example', port: 80, addresses: [public4, public6] }]);
  });

  it.each<[string, readonly string[]]>([
    ['a private address', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['no address at all', ['0.0.0.0']],
    ['a metadata service', ['169.254.169.254']],
    ['a public and a private one', [public4, '192.168.1.1']],
    ['a private and a public one', ['172.16.0.1', public4]],
    ['a public one of IPv4 and a private one of IPv6', [public4, 'fd00::1']],
    ['a public one of IPv6 and a private one of IPv4', [public6, '10.0.0.1']],
    [
      'many public ones and one of this machine',
      [...Array.from({ length: 20 }, (_, index) => `93.184.216.${index + 1}`), '127.0.0.1'],
    ],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['a compatible one', ['::127.0.0.1']],
    ['a translated one', ['64:ff9b::7f00:1']],
    ['one of 6to4', ['2002:7f00:1::1']],
    ['one of Teredo', ['2001:0:7f00:1::1']],
    ['one of ISATAP', ['2606:2800:220:1:0:5efe:7f00:1']],
    ['a link-local one', ['fe80::1']],
    ['an alias for a private one', ['alias:inner.example', '10.0.0.1']],
    ['aliases for a public and a private one', ['alias:a.example', 'alias:b.example', public4, '10.0.0.1']],
  ])('that hold %s are refused before any connection', async (_name, answer) => {
    const { fetch, dialled } = await looking({ 'site.example': answer });
    for (const scheme of ['http', 'https'])
      expect(await fetch(`${scheme}://site.example/`)).toMatchObject({
        outcome: 'refused',
        reason: expect.stringMatching(/^site\.example leads to .*no public address/) as string,
      });
    expect(dialled).toEqual([]);
  });

  it.each<[string, DnsAnswer, string]>([
    ['there is no such name', 'NXDOMAIN', 'no_host'],
    ['the name has no address', [], 'no_host'],
    ['the name goes over one without an address', ['alias:nowhere.example'], 'no_host'],
    ['the server fails', 'SERVFAIL', 'failed'],
    ['nobody answers', 'silence', 'failed'],
    ['half of it fails', (type) => (type === 'A' ? [public4] : 'SERVFAIL'), 'failed'],
  ])('that say %s', async (_name, answer, outcome) => {
    const { fetch, dialled } = await looking({ 'site.example': answer });
    expect(await fetch('http://site.example/')).toMatchObject({ outcome });
    expect(dialled).toEqual([]);
  });

  it('that change between the check and the connection change nothing: each connection asks once', async () => {
    const host = await webHost({ '/': { headers: { 'content-type': 'text/plain' }, body: 'the first' } });
    const trap = await webHost({ '/': { body: 'secret' } }, { address: '127.0.0.3' });
    // The rules of the site and the page: whoever asked once more for either of them would be led to the trap.
    const server = await dnsServer({
      'site.example': (type, asked) => (type === 'AAAA' ? [] : [asked <= 2 ? '127.0.0.1' : '127.0.0.3']),
    });
    onTestFinished(() => server.close());
    const fetch = createSafeFetch({
      delayMs: 0,
      allowedHosts: [`site.example:${host.port}`],
      resolve: resolveBy(server.place),
    });
    expect(await fetch.fetch(`http://site.example:${host.port}/`, signal)).toMatchObject({
      outcome: 'fetched',
      text: 'the first',
    });
    expect(server.asked.filter((each) => each.endsWith(' A'))).toEqual(['site.example A', 'site.example A']);
    expect(trap.connections()).toBe(0);
  });

  it('that turn private after the rules of the site were asked are refused for the page', async () => {
    const { fetch, dialled } = await looking({
      'site.example': (type, asked) => (type === 'AAAA' ? [] : [asked === 1 ? public4 : '127.0.0.1']),
    });
    expect(await fetch('http://site.example/robots.txt')).toMatchObject({ outcome: 'failed' });
    expect(await fetch('http://site.example/robots.txt')).toMatchObject({ outcome: 'refused' });
    expect(dialled).toHaveLength(1);
  });
});
