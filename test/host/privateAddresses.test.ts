import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { platform } from 'node:os';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { FetchedPage, FetchRefusal } from '../../src/research/fetch/fetchedPage';
import { privateAddresses } from '../support/privateAddresses';
import { proxyWords, trapProxy, type TrapProxy } from '../support/trapProxy';
import { redirectingEntry, trap, type Trap } from '../support/traps';
import { addressSuite } from './hostReport';
import { servicesHere } from './startedDebate';

const { signal } = new AbortController();

const http = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('http');
const rostrum = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('rostrum');
const { Global: global } = vscode.ConfigurationTarget;

/** What the window knew before this suite changed anything; the editor's default is none. */
const proxyFromStart = http().get<string>('proxy') ?? '';

type ProxyState = 'none' | 'known to the editor' | 'switched on for pages';

const ways: readonly (readonly [name: string, proxy: ProxyState])[] =
  proxyFromStart === ''
    ? [
        ['without a proxy', 'none'],
        ['with a proxy that the editor knows', 'known to the editor'],
        ['with a proxy for pages', 'switched on for pages'],
      ]
    : [
        ['with a proxy that the editor knew from its start', 'known to the editor'],
        ['with that proxy for pages', 'switched on for pages'],
      ];

/** A host that the user allowed, and that sends on. */
interface Entry {
  address: string;
  server: Trap;
}

/** Several of them where this machine has the addresses, because the extension lets time pass between two requests to one host. */
const entryAddresses = platform() === 'linux' ? [1, 2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`) : ['127.0.0.1'];
const placeOf = ({ address, server }: Entry): string => `${address}:${server.port}`;

/** Asks as the extension itself does: by its own bundle and the user's settings as they are now. */
async function fetched(url: string): Promise<FetchedPage | FetchRefusal> {
  const access = await (await servicesHere()).web.access();
  assert.ok(access, 'reading the web is switched off');
  return await access.fetch.fetch(url, signal);
}

/** As a careful program gives one to the module of Node.js. */
class RefusingAgent extends Agent {
  override createConnection(): never {
    throw new Error('refused by the agent');
  }
}

/** What comes of a request by the module that the editor has put in place of Node.js's own. */
const byReplacedModule = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: new RefusingAgent() }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
  });

function textOf(result: FetchedPage | FetchRefusal): string {
  return result.outcome === 'fetched' ? result.text : `${result.outcome}: ${result.reason}`;
}

/**
 * From now on `import()` gives the functions that the editor put into Node.js's modules; any extension of this host can bring that
 * about. The function undoes it.
 */
function withReplacedImports(): () => void {
  const module = process.getBuiltinModule('node:http');
  const replaced = { get: module.get, request: module.request };
  const { __vscodeOriginal: original } = module as unknown as { __vscodeOriginal?: typeof replaced };
  assert.ok(original !== undefined && original.request !== replaced.request, 'the editor has replaced nothing');
  syncBuiltinESMExports();
  return () => {
    Object.assign(module, { get: original.get, request: original.request });
    syncBuiltinESMExports();
    Object.assign(module, replaced);
  };
}

async function withProxyInEnvironment<T>(port: number, act: () => Promise<T>): Promise<T> {
  const before = process.env['https_proxy'];
  process.env['https_proxy'] = `http://127.0.0.1:${port}`;
  try {
    return await act();
  } finally {
    if (before === undefined) delete process.env['https_proxy'];
    else process.env['https_proxy'] = before;
  }
}

describe(addressSuite, () => {
  let hidden: Trap;
  let entries: readonly Entry[];
  let proxy: TrapProxy;

  before(async () => {
    const proxyPort = proxyFromStart === '' ? 0 : Number(new URL(proxyFromStart).port);
    [hidden, proxy] = await Promise.all([trap(), trapProxy(proxyPort)]);
    entries = await Promise.all(
      entryAddresses.map(async (address) => ({ address, server: await redirectingEntry(address) })),
    );
    await rostrum().update('search.allowedHosts', entries.map(placeOf), global);
  });

  afterEach(async () => {
    await rostrum().update('research.proxy', undefined, global);
    await http().update('noProxy', undefined, global);
    if (proxyFromStart === '') await http().update('proxy', undefined, global);
  });

  after(async () => {
    await rostrum().update('search.allowedHosts', undefined, global);
    await Promise.all([hidden, proxy, ...entries.map(({ server }) => server)].map((each) => each.close()));
  });

  async function setUp(state: ProxyState): Promise<void> {
    // As it is unless somebody changes it: the editor then puts its own agent in place of any other.
    assert.equal(http().get('proxySupport'), 'override');
    if (state !== 'none' && proxyFromStart === '')
      await http().update('proxy', `http://127.0.0.1:${proxy.port}`, global);
    if (state !== 'switched on for pages') return;
    await rostrum().update('research.proxy', 'editor', global);
    // The proxy is a trap: it would not lead to the hosts that redirect.
    await http().update('noProxy', entries.map(placeOf), global);
  }

  /** The connections that trap and proxy see while something is done. */
  async function seenBy(act: () => Promise<unknown>): Promise<{ hidden: number; proxy: number }> {
    const before = { hidden: hidden.connections(), proxy: proxy.connections() };
    await act();
    return { hidden: hidden.connections() - before.hidden, proxy: proxy.connections() - before.proxy };
  }

  async function refusesAll(): Promise<void> {
    const letIn: string[] = [];
    const redirects = { led: 0, came: entries.reduce((sum, { server }) => sum + server.connections(), 0) };
    const lane = async ({ address, server }: Entry, mine: number): Promise<void> => {
      const places = { trapPort: hidden.port, entry: `http://${address}:${server.port}` };
      for (const { name, url } of privateAddresses.filter((_, index) => index % entries.length === mine)) {
        const asked = url(places);
        if (asked.startsWith(places.entry)) redirects.led += 1;
        const { outcome } = await fetched(asked);
        if (outcome !== 'refused') letIn.push(`${name}: ${outcome}`);
      }
    };
    const seen = await seenBy(() => Promise.all(entries.map(lane)));
    assert.deepEqual({ letIn, ...seen }, { letIn: [], hidden: 0, proxy: 0 });
    const came = entries.reduce((sum, { server }) => sum + server.connections(), 0) - redirects.came;
    assert.ok(redirects.led > 0 && came >= redirects.led, 'the redirects were not followed');
  }

  it('has enough addresses', () => assert.ok(privateAddresses.length >= 80));

  for (const [name, state] of ways) {
    it(`refuses all ${privateAddresses.length} of ${privateAddresses.length} ${name}, and nobody sees a connection`, async () => {
      await setUp(state);
      await refusesAll();
    });
  }

  it('would be seen to fail: by the module that the editor replaced, the same addresses reach the trap or the proxy', async () => {
    const mapped = `http://[::ffff:127.0.0.1]:${hidden.port}/`;
    if (proxyFromStart === '') {
      assert.deepEqual(await seenBy(async () => assert.equal(await byReplacedModule(mapped), 'secret')), {
        hidden: 1,
        proxy: 0,
      });
    }
    await setUp('known to the editor');
    for (const url of [mapped, 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/']) {
      assert.deepEqual(await seenBy(async () => assert.equal(await byReplacedModule(url), proxyWords)), {
        hidden: 0,
        proxy: 1,
      });
    }
  });

  it('asks a host that the user allowed directly, past a proxy that is not switched on for pages', async () => {
    await setUp('known to the editor');
    await withAllowed(`127.0.0.1:${hidden.port}`, async () => {
      const seen = await seenBy(async () =>
        assert.equal(textOf(await fetched(`http://127.0.0.1:${hidden.port}/`)), 'secret'),
      );
      // Its robots.txt first.
      assert.deepEqual(seen, { hidden: 2, proxy: 0 });
    });
  });

  it('keeps to the connection that was checked, even where another extension has the editor’s modules given out by import()', async () => {
    await setUp('known to the editor');
    const undo = withReplacedImports();
    try {
      // Not the spelling of this machine that the editor leaves alone.
      await withAllowed(`[::ffff:127.0.0.1]:${hidden.port}`, async () => {
        const seen = await seenBy(async () =>
          assert.equal(textOf(await fetched(`http://[::ffff:127.0.0.1]:${hidden.port}/`)), 'secret'),
        );
        assert.deepEqual(seen, { hidden: 2, proxy: 0 });
      });
      await refusesAll();
    } finally {
      undo();
    }
  });

  // An address each: what a site's robots.txt says is remembered.
  for (const [whose, host] of [
    ['editor', '93.184.216.34'],
    ['environment', '93.184.216.35'],
  ] as const) {
    it(`sends a public address through the proxy of the ${whose} once that is switched on for pages, and says so`, async () => {
      await setUp('known to the editor');
      await rostrum().update('research.proxy', whose, global);
      const asked = proxy.asked.length;
      const page = await withProxyInEnvironment(proxy.port, () => fetched(`http://${host}/page?x`));
      assert.equal(textOf(page), proxyWords);
      assert.equal(page.outcome === 'fetched' && page.via, 'proxy');
      // It is led to the address that was checked.
      const through = ['/robots.txt', '/page?x'].flatMap((path) => [`CONNECT ${host}:80`, `GET ${path} of ${host}`]);
      assert.deepEqual(proxy.asked.slice(asked), through);
    });
  }

  async function withAllowed(place: string, act: () => Promise<void>): Promise<void> {
    await rostrum().update('search.allowedHosts', [place, ...entries.map(placeOf)], global);
    try {
      await act();
    } finally {
      await rostrum().update('search.allowedHosts', entries.map(placeOf), global);
    }
  }
});
