import { createServer as createPlainServer } from 'node:net';
import { createServer } from 'node:http';
import { listening, type Listening } from './listening';
import { redirectOf } from './privateAddresses';

/** Servers of this machine that only count connections. They need no test runner. */
export type Trap = Pick<Listening, 'port' | 'connections' | 'close'>;

/** One port on 127.0.0.1 and, if this machine has it, on ::1. Every connection gets a page. */
export async function trap(): Promise<Trap> {
  const page = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nsecret';
  const first = await listening(createPlainServer((socket) => void socket.end(page)));
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

/** A host that may be requested, and redirects as `redirectOf` says. */
export const redirectingEntry = (address = '127.0.0.1'): Promise<Trap> =>
  listening(
    createServer((request, response) => {
      const answer = redirectOf(request.url ?? '');
      response.writeHead(answer?.status ?? 404, answer === undefined ? {} : { location: answer.location }).end();
    }),
    address,
  );
