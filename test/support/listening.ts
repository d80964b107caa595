import type { AddressInfo, Server, Socket } from 'node:net';

export interface Listening {
  /** Address `http://127.0.0.1:PORT`, without a final slash. */
  url: string;
  port: number;
  /** Address `127.0.0.1:PORT`. */
  place: string;
  /** Number of connections so far, whether or not they were used. */
  connections: () => number;
  /** Breaks open connections; new ones are refused. */
  close: () => Promise<void>;
}

/** Lets a server listen on this machine, by default at a free port. It needs no test runner. */
export async function listening(server: Server, address = '127.0.0.1', at = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  let opened = 0;
  server.on('connection', (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(at, address, resolve));
  const { port } = server.address() as AddressInfo;
  const place = `${address}:${port}`;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${place}`, port, place, connections: () => opened, close };
}
