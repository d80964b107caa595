import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { whileWanted, type Reply } from './webPage';

/** Behaviour of hosts that do not simply answer. Each ends when the client has left. */

export const neverAnswers: Reply = () => undefined;

/** The status line comes, and then nothing for this long. */
export const slowHeaders =
  (ms: number, body: string): Reply =>
  (_request, response) =>
    whileWanted(response, async (signal) => {
      await wait(ms, undefined, { signal });
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    });

/** Sends a few bytes at a time, without an end. */
export const drip =
  (everyMs: number): Reply =>
  (_request, response) =>
    whileWanted(response, async (signal) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      for (;;) {
        response.write('drop\n');
        await wait(everyMs, undefined, { signal });
      }
    });

/** Reset where it is plain TCP; over TLS, gone without a word of it. */
const breakOff = (socket: Socket | null): void => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
};

export const resetBeforeAnswer: Reply = (request) => breakOff(request.socket);

/** Begins to answer, then the connection is gone. */
export const resetMidBody =
  (begun: string): Reply =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': begun.length * 2 });
    response.write(begun, () => breakOff(response.socket));
  };

/** Says that more is to come, and closes without it. */
export const cutShort =
  (begun: string): Reply =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': begun.length * 2 });
    response.write(begun, () => response.socket?.end());
  };

/** Something that is no HTTP. */
export const noHttp: Reply = (_request, response) => {
  response.socket?.end('220 mail.test-web.example ready\r\n');
};

/** Fails so many times, then answers like the page. */
export function failingFirst(times: number, failing: Reply, page: Reply): Reply {
  let left = times;
  return (request, response) => {
    const reply = left > 0 ? failing : page;
    left -= 1;
    reply(request, response);
  };
}

/** The body as it is, in chunks, without a length; as large as wanted without ever being in memory at once. */
export const large =
  (bytes: number, type = 'text/plain; charset=utf-8'): Reply =>
  (_request, response) =>
    whileWanted(response, async () => {
      response.writeHead(200, { 'content-type': type });
      const line = `${'All that is written here was written to be long. '.repeat(20)}\n`;
      const chunk = Buffer.from(line.repeat(64));
      for (let sent = 0; sent < bytes; sent += chunk.byteLength) {
        const part = chunk.subarray(0, Math.min(chunk.byteLength, bytes - sent));
        if (!response.write(part))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
        if (response.destroyed) return;
      }
      response.end();
    });
