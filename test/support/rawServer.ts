import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from './listening';

export interface RawRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Of JSON; undefined where there was none. */
  body: Record<string, unknown> | undefined;
  /** When the client has left, or the answer is through. */
  closed: Promise<void>;
}

export interface RawServer {
  url: string;
  /** All that arrived, in order. */
  requests: RawRequest[];
}

/** An HTTP server that does exactly what the test says, wrong things too. Gone when the test is over. */
export async function rawServer(
  answer: (request: RawRequest, response: ServerResponse, n: number) => void | Promise<void>,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const request: RawRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
        closed: new Promise((resolve) => response.on('close', resolve)),
      };
      requests.push(request);
      void answer(request, response, requests.length - 1);
    });
  });
  const { url, close } = await listening(server);
  onTestFinished(close);
  return { url, requests };
}
