// These imports omit `node:`, because only modules with these names get the editor's proxy and certificates.
import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'http';
import { request as requestSecure } from 'https';
import type { Socket } from 'node:net';
import { connect as encrypt } from 'node:tls';
import * as l10n from '@vscode/l10n';
import { errorCode } from '../debate/log/objects';
import type { OutgoingRequest } from './wire';

/** A failure of the user's proxy; the message is for people. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
}

/**
 * Sends one request over a connection of its own, since a kept one may be closed just when the next request is written.
 * The global `fetch` would give up after five minutes without a header, but a local server sends its headers with the
 * first token, after it has loaded the model and read the record. @throws ProxyFailure; what Node.js throws.
 */
export async function exchange(outgoing: OutgoingRequest, proxy?: URL): Promise<IncomingMessage> {
  const { url, signal } = outgoing;
  if (proxy === undefined) return await sent(outgoing, {});
  if (url.protocol === 'http:') {
    const headers = { ...outgoing.headers, ...via(proxy) };
    const message = await sent({ ...outgoing, headers }, { ...placeOf(proxy), path: url.href }).catch(
      (error: unknown) => {
        throw unreachable(proxy, error, signal);
      },
    );
    if (message.statusCode === 407) throw refused(proxy, url, 407);
    return message;
  }
  const socket = await tunnel(proxy, url, signal);
  return await sent(outgoing, { createConnection: () => encrypt({ socket, ...serverName(url) }) });
}

function sent({ url, method, body, headers, signal }: OutgoingRequest, more: RequestOptions): Promise<IncomingMessage> {
  const isSecure = (more.protocol ?? url.protocol) === 'https:';
  const send = isSecure ? requestSecure : requestPlain;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { method, signal, ...more, headers: { host: url.host, ...headers, ...length } };
  return new Promise((resolve, reject) => {
    const request = send(url, options);
    // Keeps routers from dropping the connection while a model loads.
    request.setSocketKeepAlive(true, 30_000);
    request.on('response', resolve).on('error', reject).end(body);
  });
}

/** Opens a connection through the proxy, which learns only the host's name. */
function tunnel(proxy: URL, url: URL, signal: AbortSignal | undefined): Promise<Socket> {
  const place = `${url.hostname}:${url.port === '' ? '443' : url.port}`;
  const send = proxy.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const request = send({
      ...placeOf(proxy),
      method: 'CONNECT',
      path: place,
      headers: { host: place, ...via(proxy) },
      agent: false,
      signal,
    });
    request.on('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket) => {
      if (statusCode >= 200 && statusCode <= 299) resolve(socket);
      else {
        socket.destroy();
        reject(refused(proxy, url, statusCode));
      }
    });
    request.on('response', (message) => {
      message.destroy();
      reject(refused(proxy, url, message.statusCode ?? 0));
    });
    request.on('error', (error) => reject(unreachable(proxy, error, signal)));
    request.end();
  });
}

const placeOf = ({ protocol, hostname, port }: URL): RequestOptions => ({
  protocol,
  hostname: bare(hostname),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
});

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Servers reached by address get no server name, since certificates here name no addresses. */
const serverName = ({ hostname }: URL): { servername?: string; host: string } => {
  const host = bare(hostname);
  return /^[\d.]+$|:/.test(host) ? { host } : { host, servername: host };
};

/** Header with the proxy's login. */
function via({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` };
}

function refused({ host }: URL, url: URL, status: number): ProxyFailure {
  const text =
    status === 407
      ? l10n.t(
          'The proxy {0} asks for a name and password. Write them into its address: http://NAME:PASSWORD@{0}.',
          host,
        )
      : l10n.t(
          'The proxy {0} did not connect to {1} (HTTP {2}). Check the proxy, or name {1} in NO_PROXY.',
          host,
          url.hostname,
          status,
        );
  return new ProxyFailure(text);
}

/** Turns an error into a ProxyFailure; an abort stays an abort. */
function unreachable({ host }: URL, error: unknown, signal: AbortSignal | undefined): Error {
  if (error instanceof Error && (signal?.aborted === true || error instanceof ProxyFailure)) return error;
  const code = errorCode(error) ?? '';
  return new ProxyFailure(
    l10n.t('The proxy {0} cannot be reached ({1}). Check HTTPS_PROXY and HTTP_PROXY, or unset them.', host, code),
    { cause: error },
  );
}
