import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { version } from '../../../package.json';
import { FetchFailure } from './fetchedPage';
import { isPassing, systemCode } from './systemCode';

/** Who asks: named, so that whoever runs a site can tell and refuse us. It follows no links on its own. */
export const userAgent = `Rostrum/${version} (+citation checker; reads single pages that somebody cited)`;

/** No cookies, no credentials, no referrer: nothing that tells one user from another. */
const headers = {
  'user-agent': userAgent,
  'accept-encoding': 'gzip, deflate, br',
  connection: 'close',
};

/**
 * Asks for the URL over a connection that is open already, and gives the response with its body unread.
 *
 * @throws FetchFailure `failed`
 */
export async function exchange(socket: Socket, url: URL, { accept, signal }: { accept: string; signal: AbortSignal }): Promise<IncomingMessage> {
  const http = await import('node:http');
  signal.throwIfAborted();
  // By its class, not by `http.request`: that function is replaced inside VS Code, for `import()` too as soon as any extension calls
  // `syncBuiltinESMExports`, and would then leave the connection that was checked for one of its own.
  const request = new http.ClientRequest({
    // Over TLS too: the connection is encrypted already, and no agent is to open another one.
    createConnection: () => socket,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host.replace(/\.(?=:\d+$|$)/, ''), accept, ...headers },
    signal,
  });
  const response = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
  // What breaks after the response began is told by the response as well.
  request.on('error', () => undefined);
  request.end();
  try {
    return (await response)[0];
  } catch (error) {
    request.destroy();
    signal.throwIfAborted();
    const code = systemCode(error);
    const reason = `${url.hostname} gave no proper answer (${code ?? 'unknown error'})`;
    throw new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
  }
}
