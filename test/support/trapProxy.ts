import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { listening } from './listening';
import type { Trap } from './traps';

export interface TrapProxy extends Trap {
  /** Requests in order, like `CONNECT 192.0.2.1:443` and, through such a tunnel, `GET / of 192.0.2.1`. */
  asked: readonly string[];
}

/** Answer to every request through it: it leads nowhere, and needs no test runner. */
export const proxyWords = 'by way of the proxy';

/** @param port on 127.0.0.1; default: a free one */
export async function trapProxy(port = 0): Promise<TrapProxy> {
  const asked: string[] = [];
  const answering =
    (whose: (request: IncomingMessage) => string): RequestListener =>
    (request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}${whose(request)}`);
      response.writeHead(200, { 'content-type': 'text/plain' }).end(proxyWords);
    };
  const behind = createServer(answering(({ headers }) => ` of ${headers.host ?? ''}`));
  const server = createServer(answering(() => ''));
  server.on('connect', ({ url }: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${url ?? ''}`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    behind.emit('connection', socket);
  });
  return { ...(await listening(server, '127.0.0.1', port)), asked };
}
