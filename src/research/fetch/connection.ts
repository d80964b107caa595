import { once } from 'node:events';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { withDeadline } from '../../async/deadline';
import { FetchFailure } from './fetchedPage';
import { type WebTarget, canonicalAddress, isHere } from './webTarget';
import { isPassing, openTunnel, trusting } from './exchange';
import { errorCode, errorText } from '../../debate/log/objects';
import * as ipaddr from 'ipaddr.js';

// The network modules are imported at run time. VS Code replaces `require('http')` and its relatives by versions that
// choose another agent, reach loopback and hand private addresses to a proxy; it does not replace `import()`.

export interface Endpoint {
  host: string;
  port: number;
  /** The checked addresses, which are the only ones to connect to. */
  addresses: readonly string[];
}

/** Connects to one of the addresses. */
export type Dial = (place: Endpoint, signal: AbortSignal) => Promise<Socket>;

/** Milliseconds per address; the default of Node.js is too short for a slow network. */
const attemptMs = 1_500;

export const dialDirectly: Dial = async ({ host, port, addresses }, signal) => {
  const net = await import('node:net');
  signal.throwIfAborted();
  const socket = net.connect({
    host,
    port,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

/** Lookup that returns the checked addresses, so that no answer can change between check and connection. */
function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all: wantsAll }, callback) => {
    const [first] = all;
    if (wantsAll === true) callback(null, all);
    else if (first === undefined) callback(new Error('no address'), '');
    else callback(null, first.address, first.family);
  };
}

interface OpenConnection {
  socket: Socket;
  via?: 'proxy';
}

interface LineWishes {
  /** The checked addresses, which are the only ones to reach. */
  addresses: readonly string[];
  dial: Dial;
  proxy: { url: URL | undefined; noProxy: readonly string[] } | undefined;
  authorities: readonly string[];
  /** Milliseconds for the whole connection, including encryption. */
  limitMs: number;
  signal: AbortSignal;
}

/**
 * Connects to a checked address, encrypted if the target requires it. Nothing is written before the other end is
 * compared.
 *
 * @throws FetchFailure `refused`, `timeout`, `tls`, `blocked`, `failed`
 */
export async function connect(target: WebTarget, wishes: LineWishes): Promise<OpenConnection> {
  const proxy = proxyFor(target, wishes);
  const slow =
    proxy?.url === undefined
      ? `${target.host} did not take up the connection`
      : `the proxy ${proxy.url.host} did not connect to ${target.host} in time`;
  const tooLate = (): FetchFailure => new FetchFailure('timeout', slow, { isPassing: true });
  return await withDeadline({ signal: wishes.signal, ms: wishes.limitMs, late: tooLate }, async (signal) => {
    const own = { ...wishes, proxy, signal };
    const line = await plainLine(target, own);
    return target.isSecure ? { ...line, socket: await encrypted(line.socket, target.host, own) } : line;
  });
}

/** Chooses the proxy; never for this machine, since a proxy would take `127.0.0.1` for itself. */
function proxyFor(target: WebTarget, { addresses, proxy }: LineWishes): LineWishes['proxy'] {
  if (proxy === undefined || addresses.some(isHere)) return undefined;
  return isWithoutProxy(proxy.noProxy, { ...target, addresses }) ? undefined : proxy;
}

async function plainLine(target: WebTarget, wishes: LineWishes): Promise<OpenConnection> {
  const { proxy, signal } = wishes;
  if (proxy === undefined) return { socket: await dialled(target, wishes) };
  if (proxy.url === undefined)
    throw new FetchFailure('failed', 'the proxy that is set cannot be used; write it as http://HOST:PORT');
  return stillWanted({ socket: await tunnelled(proxy.url, target, wishes), via: 'proxy' }, signal);
}

/** Tries one address of each kind, because many proxies have no IPv6. */
async function tunnelled(
  proxy: URL,
  { port }: WebTarget,
  { addresses, authorities, signal }: LineWishes,
): Promise<Socket> {
  const tried = ['.', ':'].flatMap((mark) => addresses.find((address) => address.includes(mark)) ?? []);
  let last: unknown;
  for (const address of new Set(tried)) {
    try {
      return await openTunnel(proxy, { address, port, authorities, signal });
    } catch (error) {
      signal.throwIfAborted();
      last = error;
    }
  }
  throw last;
}

async function dialled(target: WebTarget, { addresses, dial, signal }: LineWishes): Promise<Socket> {
  const { host, port } = target;
  const socket = await dial({ host, port, addresses }, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw unreachable(target, error);
  });
  const checked = addresses.map(canonicalAddress);
  if (!checked.includes(canonicalAddress(socket.remoteAddress ?? ''))) {
    socket.destroy();
    throw new FetchFailure(
      'refused',
      `the connection to ${host} ended at another address than the one that was checked`,
    );
  }
  return stillWanted({ socket }, signal).socket;
}

/** Closes a connection that arrives after the request was abandoned. */
function stillWanted(line: OpenConnection, signal: AbortSignal): OpenConnection {
  if (signal.aborted) line.socket.destroy();
  signal.throwIfAborted();
  return line;
}

async function encrypted(socket: Socket, host: string, { authorities, signal }: LineWishes): Promise<Socket> {
  const [tls, { isIP }] = await Promise.all([import('node:tls'), import('node:net')]);
  const secure = tls.connect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...trusting(tls, authorities),
    ALPNProtocols: ['http/1.1'],
  });
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    secure.destroy();
    socket.destroy();
    signal.throwIfAborted();
    const code = errorCode(error);
    const reason = `no trusted encrypted connection to ${host} came about (${code ?? errorText(error)})`;
    throw new FetchFailure('tls', reason, { cause: error, isPassing: isPassing(code) });
  }
}

function unreachable({ host, port }: WebTarget, error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = errorCode(error) ?? 'unknown error';
  if (code === 'ETIMEDOUT')
    return new FetchFailure('timeout', `${host} did not take up the connection`, { cause: error, isPassing: true });
  const what = code === 'ECONNREFUSED' ? `refused the connection on port ${port}` : `could not be reached (${code})`;
  return new FetchFailure('failed', `${host} ${what}`, { cause: error, isPassing: isPassing(code) });
}

/** Whether a `NO_PROXY` entry names this target. A leading dot or `*.` means the name and everything below it. */
export function isWithoutProxy(entries: readonly string[], reached: Endpoint): boolean {
  return entries.some((entry) => names(entry.trim().toLowerCase(), reached));
}

function names(entry: string, { host, port, addresses }: Endpoint): boolean {
  if (entry === '*') return true;
  const { place, port: named } = parts(entry);
  if (place === '' || (named !== undefined && named !== port)) return false;
  const range = rangeOf(place);
  // Every address must match, because any of them may be used.
  if (range !== undefined) return addresses.length > 0 && addresses.every((address) => isIn(address, range));
  const name = place.replace(/^\*?\./, '').replace(/\.$/, '');
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

/** An IPv6 address has colons of its own, so it is in brackets if there is a port. */
function parts(entry: string): { place: string; port?: number } {
  const [, inBrackets, after] = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (inBrackets !== undefined)
    return after === undefined ? { place: inBrackets } : { place: inBrackets, port: Number(after) };
  const [, place, port] = /^([^:]*):(\d{1,5})$/.exec(entry) ?? [];
  return place === undefined ? { place: entry } : { place, port: Number(port) };
}

type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

function rangeOf(place: string): AddressRange | undefined {
  if (isIP(place) !== 0) {
    const address = ipaddr.process(place);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return /^[0-9a-f.:]+\/\d{1,3}$/.test(place) && ipaddr.isValidCIDR(place) ? ipaddr.parseCIDR(place) : undefined;
}

function isIn(address: string, [network, bits]: AddressRange): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

/** Milliseconds for work in several parts; waiting between the parts is free. */
export class TimeBudget {
  #leftMs: number;

  /** `spent` makes the error that stops the work when the time is used up. */
  constructor(
    totalMs: number,
    private readonly spent: () => Error,
  ) {
    this.#leftMs = totalMs;
  }

  get leftMs(): number {
    return Math.max(0, this.#leftMs);
  }

  /** Subtracts time that was spent elsewhere. */
  charge(ms: number): void {
    this.#leftMs -= ms;
  }

  /** Runs one part. Rejects when the time is up or `outer` aborts, even if the work ignores its signal. */
  async spend<T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await withDeadline({ signal: outer, ms: this.leftMs, late: this.spent }, work);
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }
}
