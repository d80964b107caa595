import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
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
export async function exchange(
  socket: Socket,
  url: URL,
  { accept, signal }: { accept: string; signal: AbortSignal },
): Promise<IncomingMessage> {
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
  const refused = noAnswer(request, url.hostname);
  request.end();
  try {
    return (await Promise.race([response, refused]))[0];
  } catch (error) {
    request.destroy();
    signal.throwIfAborted();
    if (error instanceof FetchFailure) throw error;
    const code = systemCode(error);
    const reason = `${url.hostname} gave no proper answer (${code ?? 'unknown error'})`;
    throw new FetchFailure('failed', reason, { cause: error, isPassing: isPassing(code) });
  }
}

/** 100, 102 and 103 may each come before the answer, and more than once; nobody has a use for more than this. */
const mostInterimAnswers = 5;

/** Rejects, with a FetchFailure `failed`, at an answer that speaks another protocol, and at one interim answer too many. */
export function noAnswer(request: ClientRequest, host: string): Promise<never> {
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
