import { createServer } from 'node:net';
import { platform } from 'node:os';
import type { SafeFetchOptions } from '../../../src/research/fetch/safeFetch';
import { listening } from '../listening';
import { LocalArchive } from './archiveHost';
import { badHosts } from './badHosts';
import { Authority, selfSignedFor, type Certificate } from './certificates';
import { encodedHost } from './encodedHost';
import { goodHosts } from './goodHosts';
import { LocalHost, type HostPlan, type Seen } from './localHost';
import { Router } from './router';
import { redirect } from './webPage';

export const zone = 'test-web.example';

/** A server that must never get a connection: one would mean that a check failed. */
export interface Trap {
  /** Origin `http://127.0.0.1:PORT`. */
  origin: string;
  connections(): number;
}

export interface LocalWeb {
  /**
   * Options for `createSafeFetch`: names that lead to public addresses, the way to them, the certificates' authority.
   */
  fetch: Required<Pick<SafeFetchOptions, 'resolve' | 'dial' | 'authorities'>>;
  /** Finds a host by the first label of its name. @throws if there is no such host */
  host: (label: string) => LocalHost;
  /** URL `https://LABEL.test-web.example/PATH`. */
  url: (label: string, path: string) => string;
  /** All requests, in order. */
  requests: readonly Seen[];
  archive: LocalArchive;
  trap: Trap;
  /** Cuts and restores the client's network: no names, no connections. */
  cut: () => void;
  mend: () => void;
  /** Leads every connection to this host, as in a hotel (`portal`) or a school (`filter`); undefined ends that. */
  intercept: (label: string | undefined) => void;
  close: () => Promise<void>;
}

/** Authority of all webs, so that its list is read only once. */
const authority = new Authority();
const authorities = [authority.certificate];
const certificates = certificatesOf(authority);

/** A web on this machine: hosts with several names and addresses, over HTTP and TLS, with all usual behaviour. */
export async function startLocalWeb(more: Readonly<Record<string, HostPlan>> = {}): Promise<LocalWeb> {
  const archive = new LocalArchive();
  const trap = await startTrap();
  const plans: Record<string, HostPlan> = {
    ...goodHosts,
    ...badHosts(),
    encoded: encodedHost,
    archive: archive.plan,
    traps: leadingTo(trap.origin),
    ...more,
  };
  const requests: Seen[] = [];
  const router = new Router();
  const started = Object.entries(plans).map(async ([label, plan], index) => {
    const name = `${label}.${zone}`;
    const certificate = certificates(label);
    // A range that belongs to the public internet; nothing in it is ever reached.
    const place = {
      address: `93.184.216.${index + 1}`,
      loopback: platform() === 'linux' ? `127.77.0.${index + 1}` : '127.0.0.1',
    };
    const host = await LocalHost.start({ name, ...place, plan, certificate, onRequest: (seen) => requests.push(seen) });
    router.add(host);
    return [label, host] as const;
  });
  const hosts = new Map(await Promise.all(started));
  const host = (label: string): LocalHost => {
    const found = hosts.get(label);
    if (found === undefined) throw new Error(`The local web has no host ${label}.`);
    return found;
  };
  nameTheOdd(router, host);
  return {
    fetch: { resolve: router.resolve, dial: router.dial, authorities },
    host,
    requests,
    archive,
    trap,
    url: (label, path) => `https://${label}.${zone}${path}`,
    cut: () => router.cut(),
    mend: () => router.mend(),
    intercept: (label) => router.intercept(label === undefined ? undefined : host(label)),
    close: async () => {
      await Promise.all([...hosts.values()].map((each) => each.cut()));
      await trap.close();
    },
  };
}

function certificatesOf(authority: Authority): (label: string) => Certificate {
  const good = authority.issue({ hosts: [`*.${zone}`] });
  return (label) => {
    if (label === 'expired') return authority.issue({ hosts: [`expired.${zone}`], days: [-30, -1] });
    if (label === 'self-signed') return selfSignedFor({ hosts: [`self-signed.${zone}`] });
    return label === 'wrong-name' || label === 'portal' ? authority.issue({ hosts: [`somebody-else.${zone}`] }) : good;
  };
}

/** Names that lead to more than one public address. */
function nameTheOdd(router: Router, host: (label: string) => LocalHost): void {
  const { address } = host('news');
  let asked = 0;
  router.name(`inside.${zone}`, ['10.0.0.5']);
  router.name(`mixed.${zone}`, [address, '127.0.0.1']);
  router.name(`dual.${zone}`, [host('dual').address, '2606:2800:220:1:248:1893:25c8:1946']);
  router.name(`empty.${zone}`, []);
  router.name(`rebinding.${zone}`, () => (asked++ % 2 === 0 ? [address] : ['127.0.0.1']));
}

/** Redirects to places that a program must not reach. */
function leadingTo(trap: string): HostPlan {
  const port = new URL(trap).port;
  const inner = {
    loopback: trap,
    name: `http://localhost:${port}/`,
    mapped: `http://[::ffff:127.0.0.1]:${port}/`,
    decimal: `http://2130706433:${port}/`,
    private: 'http://10.0.0.5/',
    metadata: 'http://169.254.169.254/latest/meta-data/',
    inside: `https://inside.${zone}/`,
  };
  const direct = Object.entries(inner).map(([label, url]) => [`/${label}`, redirect(url)] as const);
  const twice = Object.keys(inner).map((label) => [`/twice/${label}`, redirect(`/${label}`)] as const);
  return { pages: Object.fromEntries([...direct, ...twice]) };
}

async function startTrap(): Promise<Trap & { close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\nsecret');
  });
  const { url, connections, close } = await listening(server);
  return { origin: url, connections, close };
}
