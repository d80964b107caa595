import { get } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSafeFetch } from '../../../../src/research/fetch/safeFetch';
import { privateAddresses, type TrapPlaces } from '../../../support/privateAddresses';
import { redirectingEntry, trap, type Trap } from '../../../support/traps';

const { signal } = new AbortController();

async function open(server: Promise<Trap>): Promise<Trap> {
  const opened = await server;
  onTestFinished(() => opened.close());
  return opened;
}

/** What a program that checks nothing gets. */
const unguarded = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, (response) => resolve(response.resume().statusCode ?? 0)).on('error', () => resolve(0));
  });

describe('private addresses, on real sockets', () => {
  it('has enough of them, each named once', () => {
    expect(privateAddresses.length).toBeGreaterThanOrEqual(80);
    expect(new Set(privateAddresses.map(({ name }) => name)).size).toBe(privateAddresses.length);
  });

  it.each(['without a proxy', 'with a proxy'])('refuses every one %s, and no trap sees a connection', async (how) => {
    const [hidden, proxy, entry] = await Promise.all([open(trap()), open(trap()), open(redirectingEntry())]);
    const places: TrapPlaces = { trapPort: hidden.port, entry: `http://127.0.0.1:${entry.port}` };
    const fetch = createSafeFetch({
      delayMs: 0,
      allowedHosts: [`127.0.0.1:${entry.port}`],
      ...(how === 'with a proxy' ? { proxy: { proxy: `http://127.0.0.1:${proxy.port}`, noProxy: [] } } : {}),
    });
    const refused: string[] = [];
    for (const { name, url } of privateAddresses) {
      const result = await fetch.fetch(url(places), signal);
      if (result.outcome === 'refused') refused.push(name);
      else expect.unreachable(`${name}: ${result.outcome}`);
      // For what it is: that the trap has a port of its own must not be what saves us.
      if (!name.includes('port')) expect(result.reason, name).not.toMatch(/usual ports/);
    }
    expect(refused).toEqual(privateAddresses.map(({ name }) => name));
    expect([hidden.connections(), proxy.connections()]).toEqual([0, 0]);
    // The proxy is asked for what is public, and the trap does see who comes.
    expect(await unguarded(`http://2130706433:${hidden.port}/`)).toBe(200);
    expect(hidden.connections()).toBe(1);
    if (how === 'with a proxy') {
      expect((await fetch.fetch('http://93.184.216.34/', signal)).outcome).not.toBe('fetched');
      expect(proxy.connections()).toBeGreaterThan(0);
    }
  });
});
