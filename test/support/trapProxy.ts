import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { listening } from './listening';
import type { Trap } from './traps';

export interface TrapProxy extends Trap {
  /** What it was asked, in order, such as `CONNECT 192.0.2.1:443` and, through such a tunnel, `GET / of 192.0.2.1`. */
  asked: readonly string[];
}

/** What it answers to whatever is asked through it: it leads nowhere. Free of any test runner. */
export const proxyWords = 'by way of the proxy';

/** @param port on 127.0.0.1; default: one that is free */
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
