import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { version } from '../../../package.json';
import { FetchFailure } from './fetchedPage';
import { isPassing, systemCode } from './systemCode';

/** Our name for servers, so that a site's operator can identify and refuse us. It follows no links on its own. */
export const userAgent = `Rostrum/${version} (+citation checker; reads single pages that somebody cited)`;

/** No cookies, no credentials, no referrer: nothing that tells one user from another. */
const headers = {
  'user-agent': userAgent,
  'accept-encoding': 'gzip, deflate, br',
  connection: 'close',
};

/**
 * Requests the URL over an open connection, and returns the response with its body unread.
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
  // Over TLS too: the connection is encrypted already, and no agent may open another one.
  const request = new http.ClientRequest({
    // Over TLS too: the connection is encrypted already, and no agent is to open another one.
    createConnection: () => socket,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host.replace(/\.(?=:\d+$|$)/, ''), accept, ...headers },
    signal,
  });
  const response = once(request, 'response', { signal }) as Promise<[IncomingMessage]>;
  // The response also reports a break after it began.
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

/** 100, 102 and 103 may each precede the answer, more than once; more than this have no use. */
const mostInterimAnswers = 5;

/** Rejects, with a FetchFailure `failed`, on an answer in another protocol, and on one interim answer too many. */
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
