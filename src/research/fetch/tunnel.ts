import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { noAnswer, userAgent } from './exchange';
import { FetchFailure } from './fetchedPage';
import { isPassing, systemCode } from './systemCode';
import { percentDecoded } from '../../debate/sourceUrl';

interface Tunnel {
  /** The proxy's target: a checked address, never a name, which the proxy might resolve differently. */
  address: string;
  port: number;
  authorities: readonly string[];
  signal: AbortSignal;
}

/**
 * A connection through a proxy. Only the proxy knows its other end: this socket is connected to the proxy, whose
 * address the user chose and nobody checks.
 *
 * @throws FetchFailure `blocked`, `failed`
 */
export async function openTunnel(proxy: URL, { address, port, authorities, signal }: Tunnel): Promise<Socket> {
  const http = await import('node:http');
  const socket = await connected(proxy, authorities, signal);
  socket.on('error', () => undefined);
  const place = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  try {
    const headers = { host: place, 'user-agent': userAgent, ...credentialsOf(proxy) };
    // By its class, which nothing replaces: see `exchange`.
    const request = new http.ClientRequest({
      createConnection: () => socket,
      method: 'CONNECT',
      path: place,
      headers,
      signal,
    });
    request.on('error', () => undefined);
    const refused = noAnswer(request, `the proxy ${proxy.host}`);
    const answer = once(request, 'connect', { signal }) as Promise<[IncomingMessage, Socket, Buffer]>;
    request.end();
    const [{ statusCode = 0 }, tunnel, head] = await Promise.race([answer, refused]);
    if (statusCode < 200 || statusCode > 299) throw refusedBy(proxy, statusCode);
    if (head.byteLength > 0) tunnel.unshift(head);
    return tunnel;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw error instanceof FetchFailure ? error : unreachable(proxy, error);
  }
}

async function connected(proxy: URL, authorities: readonly string[], signal: AbortSignal): Promise<Socket> {
  const [net, tls] = await Promise.all([import('node:net'), import('node:tls')]);
  signal.throwIfAborted();
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const isSecure = proxy.protocol === 'https:';
  const place = { host, port: proxy.port === '' ? (isSecure ? 443 : 80) : Number(proxy.port) };
  const trust = {
    rejectUnauthorized: true,
    ...(authorities.length === 0 ? {} : { ca: [...tls.rootCertificates, ...authorities] }),
  };
  const named = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = isSecure ? tls.connect({ ...place, ...trust, ...named }) : net.connect(place);
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw unreachable(proxy, error);
  }
}

/** For the proxy alone; no message names them. */
function credentialsOf({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
}

function refusedBy({ host }: URL, status: number): FetchFailure {
  if (status === 407)
    return new FetchFailure('blocked', `the proxy ${host} asks for a login (407); check the proxy that is set`);
  if (status >= 500)
    return new FetchFailure('failed', `the proxy ${host} could not connect to it (${status})`, { isPassing: true });
  return new FetchFailure('blocked', `the proxy ${host} refuses to connect to it (${status})`);
}

function unreachable({ host }: URL, error: unknown): FetchFailure {
  const code = systemCode(error);
  const reason = `the proxy ${host} could not be used (${code ?? 'no proper answer'}); check the proxy that is set`;
  return new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
}
