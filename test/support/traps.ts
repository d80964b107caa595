import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { redirectOf } from './privateAddresses';

/** Servers of this machine that only count who comes. Free of any test runner. */
export interface Trap {
  port: number;
  /** Connections, whether or not anything was sent over them. */
  connections(): number;
  close(): Promise<void>;
}

/** One port, on 127.0.0.1 and, where this machine has it, on ::1. Whoever comes gets a page. */
export async function trap(): Promise<Trap> {
  const page = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nsecret';
  const first = await listening(
    createPlainServer((socket) => void socket.end(page)),
    '127.0.0.1',
    0,
  );
  const second = await listening(
    createPlainServer((socket) => void socket.end(page)),
    '::1',
    first.port,
  ).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'))
      return undefined;
    throw error;
  });
  const both = second === undefined ? [first] : [first, second];
  return {
    port: first.port,
    connections: () => both.reduce((sum, each) => sum + each.connections(), 0),
    close: async () => {
      for (const each of both) await each.close();
    },
  };
}

/** A host that may be asked, and sends on as `redirectOf` says. */
export const redirectingEntry = (address = '127.0.0.1'): Promise<Trap> =>
  listening(
    createServer((request, response) => {
      const answer = redirectOf(request.url ?? '');
      response.writeHead(answer?.status ?? 404, answer === undefined ? {} : { location: answer.location }).end();
    }),
    address,
    0,
  );

async function listening(server: Server, address: string, port: number): Promise<Trap> {
  const sockets = new Set<Socket>();
  let opened = 0;
  server.on('connection', (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, address, resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, connections: () => opened, close };
}
