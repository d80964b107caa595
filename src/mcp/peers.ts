import { rm } from 'node:fs/promises';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { errorCode, errorText, jsonOf } from '../debate/log/objects';
import { McpError } from './mcpError';

/**
 * Server processes of one user hand calls on to the one that holds a debate, through a socket (a pipe on Windows) that
 * nobody else can open. Each call has the handle or ticket that it came with.
 */

const callSchema = z.object({
  name: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** What the client says of itself. */
  client: z.object({ name: z.string(), version: z.string() }).optional(),
});
export type PeerCall = z.infer<typeof callSchema>;

const replySchema = z.union([
  z.object({ value: z.record(z.string(), z.unknown()) }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
]);

const longestLine = 20_000_000;

export type Serve = (call: PeerCall, signal: AbortSignal) => Promise<Record<string, unknown>>;

/** Answers calls of other processes until it is closed. */
export class PeerServer {
  private constructor(
    private readonly server: Server,
    private readonly sockets: ReadonlySet<Socket>,
    private readonly path: string,
  ) {}

  static async at(path: string, serve: Serve): Promise<PeerServer> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
      void answered(socket, serve);
    });
    // The holder before this one has left its socket, if it was killed.
    if (process.platform !== 'win32') await rm(path, { force: true });
    const umask = process.platform === 'win32' ? undefined : process.umask(0o177);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(path, resolve);
      });
    } finally {
      if (umask !== undefined) process.umask(umask);
    }
    server.unref();
    return new PeerServer(server, sockets, path);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    if (process.platform !== 'win32') await rm(this.path, { force: true });
  }
}

async function answered(socket: Socket, serve: Serve): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort(new Error('The other process went away.')));
  const line = await firstLine(socket);
  const call = callSchema.safeParse(line === undefined ? undefined : jsonOf(line)).data;
  if (call === undefined) {
    socket.destroy();
    return;
  }
  const reply = await serve(call, gone.signal).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: { code: errorCode(error) ?? 'failed', message: errorText(error) } }),
  );
  socket.end(`${JSON.stringify(reply)}\n`);
}

/** Undefined where nobody answers there. @throws McpError of the holder */
export async function askPeer(
  path: string,
  call: PeerCall,
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  const socket = connect(path);
  const leave = (): void => void socket.destroy();
  signal.addEventListener('abort', leave, { once: true });
  try {
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (!isThere) return undefined;
    socket.on('error', leave);
    socket.write(`${JSON.stringify(call)}\n`);
    const line = await firstLine(socket);
    signal.throwIfAborted();
    const reply = replySchema.safeParse(line === undefined ? undefined : jsonOf(line)).data;
    if (reply === undefined) return undefined;
    if ('error' in reply) throw new McpError(reply.error.code, reply.error.message);
    return reply.value;
  } finally {
    signal.removeEventListener('abort', leave);
    socket.destroy();
  }
}

async function firstLine(socket: Socket): Promise<string | undefined> {
  let length = 0;
  socket.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > longestLine) socket.destroy();
  });
  const lines = createInterface({ input: socket, crlfDelay: Infinity });
  return await new Promise((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(undefined));
    lines.on('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
  });
}
