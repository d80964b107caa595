import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listening, type Listening } from './listening';
import { tempFolder } from './tempFolder';

/** Answer of a host of the test web at a path. */
export type Page =
  | { status?: number; headers?: Record<string, string | string[]>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse, body: string) => void);

export interface WebHost {
  /** Origin `http://127.0.0.1:PORT`, without a final slash. */
  origin: string;
  port: number;
  /** Place `127.0.0.1:PORT`, for allowed hosts. */
  place: string;
  /** Requests: `GET /path` and the headers. */
  requests: { line: string; headers: IncomingMessage['headers']; body: string }[];
  /** Number of connections opened, whether or not they were used. */
  connections(): number;
}

/** A host on this machine, closed after the test. Pages are by path; other paths are 404. */
export async function webHost(
  pages: Record<string, Page> = {},
  { tls, address }: { tls?: Certificate; address?: string } = {},
): Promise<WebHost> {
  const requests: WebHost['requests'] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      requests.push({ line: `${request.method ?? ''} ${request.url ?? ''}`, headers: request.headers, body });
      answer(pages[(request.url ?? '').replace(/\?.*$/s, '')] ?? { status: 404, body: 'not here' }, {
        request,
        response,
        body,
      });
    });
  };
  const server =
    tls === undefined ? createServer(listener) : createSecureServer({ key: tls.key, cert: tls.cert }, listener);
  const { url, ...host } = await started(server, address);
  return { ...host, origin: tls === undefined ? url : `https://${host.place}`, requests };
}

/** A host that does anything with a connection, below HTTP. */
export async function rawHost(onConnection: (socket: Socket) => void): Promise<Omit<WebHost, 'requests'>> {
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  const { url, ...host } = await started(server);
  return { ...host, origin: url };
}

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate for 127.0.0.1 that no client trusts by itself. */
export function selfSigned(): Certificate {
  const folder = tempFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'pipe' },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

async function started(server: Server, address?: string): Promise<Omit<Listening, 'close'>> {
  const { close, ...host } = await listening(server, address);
  onTestFinished(close);
  return host;
}

function answer(
  page: Page,
  { request, response, body }: { request: IncomingMessage; response: ServerResponse; body: string },
): void {
  if (typeof page === 'function') page(request, response, body);
  else
    response
      .writeHead(page.status ?? 200, page.headers ?? { 'content-type': 'text/html; charset=utf-8' })
      .end(page.body ?? '');
}
