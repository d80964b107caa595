import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type * as Tls from 'node:tls';
import { version } from '../../../package.json';
import { errorCode } from '../../debate/log/objects';
import { percentDecoded } from '../../matching/text/sourceUrl';
import { FetchFailure } from './fetchedPage';

/** Lets a site's operator identify and refuse us, and says that we do not follow links. */
const userAgent = `Rostrum/${version} (+citation checker; reads single pages that somebody cited)`;

/** Headers without cookies, credentials or referrer, so that users cannot be told apart. */
const headers = {
  'user-agent': userAgent,
  'accept-encoding': 'gzip, deflate, br',
  connection: 'close',
};

/**
 * Sends the request; the response's body is unread.
 *
 * @throws FetchFailure `failed`
 */
export async function exchange(
  socket: Socket,
  url: URL,
  {
    accept,
    conditions = {},
    signal,
  }: { accept: string; conditions?: Record<string, string> | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  const http = await import('node:http');
  signal.throwIfAborted();
  const request = new http.ClientRequest({
    // Used for TLS too, since the connection is already encrypted and no agent may open another.
    createConnection: () => socket,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host.replace(/\.(?=:\d+$|$)/, ''), accept, ...headers, ...conditions },
    signal,
  });
  const response = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
  // A break after the response began is reported by the response.
  request.on('error', () => undefined);
  const refused = noAnswer(request, url.hostname);
  request.end();
  try {
    return (await Promise.race([response, refused]))[0];
  } catch (error) {
    request.destroy();
    signal.throwIfAborted();
    if (error instanceof FetchFailure) throw error;
    const code = errorCode(error);
    const reason = `${url.hostname} gave no proper answer (${code ?? 'unknown error'})`;
    throw new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
  }
}

/** Responses 100, 102 and 103 may precede the answer, more than once. */
const mostInterimAnswers = 5;

/** Rejects, with a FetchFailure `failed`, on another protocol, and on one interim answer too many. */
function noAnswer(request: ClientRequest, host: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = (reason: string): void => {
      reject(new FetchFailure('failed', reason));
      request.destroy();
    };
    const switches = `${host} answered with another protocol than was asked for (101)`;
    let count = 0;
    request.on('information', ({ statusCode }) => {
      count += 1;
      if (statusCode === 101) refuse(switches);
      else if (count > mostInterimAnswers)
        refuse(`${host} sent more than ${mostInterimAnswers} interim answers and no real one`);
    });
    request.on('upgrade', () => refuse(switches));
  });
}

/** Failures of a connection or a lookup that another try often avoids. */
export const isPassing = (code = ''): boolean =>
  /^(?:ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ETIMEOUT|EAI_AGAIN|ESERVFAIL)$/.test(code);

/** TLS contexts, cached because reading Node.js's authorities takes longer than all other work of a connection. */
const contexts = new WeakMap<readonly string[], Tls.SecureContext>();

/** Context that trusts Node.js's authorities and the given ones. */
export function trusting(
  tls: typeof Tls,
  authorities: readonly string[],
): { rejectUnauthorized: true; secureContext?: Tls.SecureContext } {
  // Set explicitly, because an environment variable can turn the default off.
  const rejectUnauthorized = true;
  if (authorities.length === 0) return { rejectUnauthorized };
  const secureContext =
    contexts.get(authorities) ?? tls.createSecureContext({ ca: [...tls.rootCertificates, ...authorities] });
  contexts.set(authorities, secureContext);
  return { rejectUnauthorized, secureContext };
}

interface Tunnel {
  /** A checked address, never a name, which the proxy might resolve differently. */
  address: string;
  port: number;
  authorities: readonly string[];
  signal: AbortSignal;
}

/**
 * Opens a tunnel. The socket is connected to the proxy, whose address the user chose and which is not checked; only the
 * proxy knows the tunnel's other end.
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
    // The class itself is used because VS Code does not replace it: see `exchange`.
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
  const named = net.isIP(host) === 0 ? { servername: host } : {};
  const socket = isSecure ? tls.connect({ ...place, ...trusting(tls, authorities), ...named }) : net.connect(place);
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw unreachable(proxy, error);
  }
}

/** Credentials for the proxy only; no message contains them. */
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
  const code = errorCode(error);
  const reason = `the proxy ${host} could not be used (${code ?? 'no proper answer'}); check the proxy that is set`;
  return new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
}
