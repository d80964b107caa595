import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
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
  const sockets = new Set<Socket>();
  let opened = 0;
  const answering =
    (whose: (request: IncomingMessage) => string): RequestListener =>
    (request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}${whose(request)}`);
      response.writeHead(200, { 'content-type': 'text/plain' }).end(proxyWords);
    };
  const behind = createServer(answering(({ headers }) => ` of ${headers.host ?? ''}`));
  const server = createServer(answering(() => ''));
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url }: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${url ?? ''}`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    behind.emit('connection', socket);
  });
  await listening(server, port);
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, asked, connections: () => opened, close };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => void server.once('error', reject).listen(port, '127.0.0.1', resolve));
