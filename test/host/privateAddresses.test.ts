import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { FetchedPage, FetchRefusal } from '../../src/research/fetch/fetchedPage';
import { privateAddresses, type TrapPlaces } from '../support/privateAddresses';
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

describe(addressSuite, () => {
  let hidden: Trap;
  let entry: Trap;
  let proxy: TrapProxy;
  let places: TrapPlaces;

  before(async () => {
    const proxyPort = proxyFromStart === '' ? 0 : Number(new URL(proxyFromStart).port);
    [hidden, entry, proxy] = await Promise.all([trap(), redirectingEntry(), trapProxy(proxyPort)]);
    places = { trapPort: hidden.port, entry: `http://127.0.0.1:${entry.port}` };
    await rostrum().update('search.allowedHosts', [`127.0.0.1:${entry.port}`], global);
  });

  afterEach(async () => {
    await rostrum().update('research.proxy', undefined, global);
    if (proxyFromStart === '') await http().update('proxy', undefined, global);
  });

  after(async () => {
    await rostrum().update('search.allowedHosts', undefined, global);
    await Promise.all([hidden, entry, proxy].map((each) => each.close()));
  });

  async function setUp(state: ProxyState): Promise<void> {
    // As it is unless somebody changes it: the editor then puts its own agent in place of any other.
    assert.equal(http().get('proxySupport'), 'override');
    if (state !== 'none' && proxyFromStart === '') await http().update('proxy', `http://127.0.0.1:${proxy.port}`, global);
    if (state === 'switched on for pages') await rostrum().update('research.proxy', 'editor', global);
  }

  /** The connections that trap and proxy see while something is done. */
  async function seenBy(act: () => Promise<unknown>): Promise<{ hidden: number; proxy: number }> {
    const before = { hidden: hidden.connections(), proxy: proxy.connections() };
    await act();
    return { hidden: hidden.connections() - before.hidden, proxy: proxy.connections() - before.proxy };
  }

  async function refusesAll(): Promise<void> {
    const letIn: string[] = [];
    const came = entry.connections();
    const seen = await seenBy(async () => {
      for (const { name, url } of privateAddresses) {
        const { outcome } = await fetched(url(places));
        if (outcome !== 'refused') letIn.push(`${name}: ${outcome}`);
      }
    });
    assert.deepEqual({ letIn, ...seen }, { letIn: [], hidden: 0, proxy: 0 });
    const redirects = privateAddresses.filter(({ url }) => url(places).startsWith(places.entry));
    assert.ok(entry.connections() - came >= redirects.length, 'the redirects were not followed');
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
      assert.deepEqual(await seenBy(async () => assert.equal(await byReplacedModule(mapped), 'secret')), { hidden: 1, proxy: 0 });
    }
    await setUp('known to the editor');
    for (const url of [mapped, 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/']) {
      assert.deepEqual(await seenBy(async () => assert.equal(await byReplacedModule(url), proxyWords)), { hidden: 0, proxy: 1 });
    }
  });

  it('asks a host that the user allowed directly, past a proxy that is not switched on for pages', async () => {
    await setUp('known to the editor');
    await withAllowed(`127.0.0.1:${hidden.port}`, async () => {
      const seen = await seenBy(async () => assert.equal(textOf(await fetched(`http://127.0.0.1:${hidden.port}/`)), 'secret'));
      assert.deepEqual(seen, { hidden: 1, proxy: 0 });
    });
  });

  it('keeps to the connection that was checked, even where another extension has the editor’s modules given out by import()', async () => {
    await setUp('known to the editor');
    const undo = withReplacedImports();
    try {
      // Not the spelling of this machine that the editor leaves alone.
      await withAllowed(`[::ffff:127.0.0.1]:${hidden.port}`, async () => {
        const seen = await seenBy(async () => assert.equal(textOf(await fetched(`http://[::ffff:127.0.0.1]:${hidden.port}/`)), 'secret'));
        assert.deepEqual(seen, { hidden: 1, proxy: 0 });
      });
      await refusesAll();
    } finally {
      undo();
    }
  });

  async function withAllowed(place: string, act: () => Promise<void>): Promise<void> {
    const before = rostrum().get('search.allowedHosts');
    await rostrum().update('search.allowedHosts', [place, `127.0.0.1:${entry.port}`], global);
    try {
      await act();
    } finally {
      await rostrum().update('search.allowedHosts', before, global);
    }
  }
});
