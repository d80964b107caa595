import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening } from './listening';
import type { Certificate } from './webHost';

export interface ConnectProxy {
  origin: string;
  /** Address, `127.0.0.1:PORT`. */
  place: string;
  /** Requests like `CONNECT 93.184.216.34:80`, with their credentials. */
  asked: { line: string; authorization: string | undefined }[];
  connections(): number;
}

interface ProxyWishes {
  /** Returns the local port for `ADDRESS:PORT`, or a status with which the proxy refuses it. */
  lead: (place: string) => number | { status: number };
  tls?: Certificate;
}

/** A proxy on this machine between it and the test's own internet, closed after the test. */
export async function connectProxy({ lead, tls }: ProxyWishes): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const note = ({ method = '', url = '', headers }: IncomingMessage): void =>
    void asked.push({ line: `${method} ${url}`, authorization: headers['proxy-authorization'] });
  const server: Server = tls === undefined ? createServer() : createSecureServer({ key: tls.key, cert: tls.cert });
  server.on('request', (request, response) => {
    note(request);
    response.end('by way of the proxy');
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    note(request);
    kept(client);
    const to = lead(request.url ?? '');
    if (typeof to !== 'number') return void client.end(`HTTP/1.1 ${to.status} No\r\ncontent-length: 0\r\n\r\n`);
    const upstream = kept(connect(to, '127.0.0.1', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n')));
    upstream.pipe(client).pipe(upstream);
    return undefined;
  });
  const { place, connections, close } = await listening(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await close();
  });
  return { origin: `${tls === undefined ? 'http' : 'https'}://${place}`, place, asked, connections };
}
