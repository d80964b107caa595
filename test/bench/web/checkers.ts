import { mkdirSync } from 'node:fs';
import type * as Linkinator from 'linkinator';
import type { Entry } from '../../../src/debate/log/entry';
import { SnapshotStore } from '../../../src/record/snapshots';
import { createSafeFetch } from '../../../src/research/fetch/safeFetch';
import { webSourceReader } from '../../../src/research/webSourceReader';
import { Verifier } from '../../../src/verify/verifier';
import { hosts, links, quoteOf } from './articles';

export const perHost = 2;

/** What both sides are given. */
export interface Task {
  origins: readonly string[];
  /** The page with all links. */
  index: string;
}

export interface Run {
  wallMs: number;
  /** User and system. */
  cpuMs: number;
  peakMb: number;
  checked: number;
}

async function measured(work: () => Promise<number>): Promise<Run> {
  const before = process.cpuUsage();
  const started = performance.now();
  const checked = await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024, checked };
}

/** What a debate does with each source: fetch, text, snapshot on the disk, quotation and figures. Gives how many are verified. */
export async function checkSources([task = '', folder = '']: readonly string[]): Promise<Run> {
  const { origins } = JSON.parse(task) as Task;
  const verifier = verifierIn(folder, origins);
  const signal = new AbortController().signal;
  return await measured(async () => {
    const checks = links((host) => origins[host] ?? '').map(async (url, index) => {
      const quote = quoteOf(index % hosts, Math.floor(index / hosts));
      const entry = {
        seq: index + 1,
        type: 'new_point',
        content: quote,
        sources: [{ url, title: '', accessed: '', quote, claim: quote }],
      } as unknown as Entry;
      const check = await verifier.check(entry, url, signal);
      return check.isSettled ? check.data.status : 'asked';
    });
    return (await Promise.all(checks)).filter((status) => status === 'verified').length;
  });
}

function verifierIn(folder: string, origins: readonly string[]): Verifier {
  mkdirSync(folder, { recursive: true });
  const fetch = createSafeFetch({
    delayMs: 0,
    allowedHosts: origins.map((origin) => new URL(origin).host),
    limits: { concurrent: hosts * perHost, concurrentPerHost: perHost },
  });
  return new Verifier({
    snapshots: new SnapshotStore(folder),
    reader: webSourceReader({ fetch, archive: undefined }),
    manifest: undefined,
    today: () => '2025-06-01',
  });
}

/** As much as is needed of the client that the link checker uses; it brings no types that are ours to import. */
interface HttpClient {
  Agent: new (options: { connections: number; pipelining: number }) => unknown;
  setGlobalDispatcher: (agent: unknown) => void;
}

/** The same links as a link checker looks at them: one page read, a HEAD request for each link on it. */
export const checkLinks = ([task = '']: readonly string[]): Promise<Run> => linked(task, '');

/** It reads the pages too, to see whether the anchors are there that the links name. */
export const checkAnchors = ([task = '']: readonly string[]): Promise<Run> => linked(task, '?anchors');

async function linked(task: string, query: string): Promise<Run> {
  const { index } = JSON.parse(task) as Task;
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'])
    Reflect.deleteProperty(process.env, name);
  // Not bundled: it is of another kind of module, and its own packages want to stay beside it.
  const [checker, client] = ['linkinator', 'undici'] as const;
  const { LinkChecker } = (await import(checker)) as typeof Linkinator;
  const { Agent, setGlobalDispatcher } = (await import(client)) as HttpClient;
  // Its own limit holds back nothing in this version: every check is begun before it is queued. Its HTTP client keeps to this one.
  setGlobalDispatcher(new Agent({ connections: perHost, pipelining: 1 }));
  return await measured(async () => {
    const options = {
      path: `${index}${query}`,
      recurse: false,
      concurrency: hosts * perHost,
      checkFragments: query !== '',
    };
    const { links: found } = await new LinkChecker().check(options);
    return found.filter((link) => link.state.toString() === 'OK').length - 1;
  });
}
