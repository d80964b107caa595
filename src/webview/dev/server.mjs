import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pageDir } from './build.mjs';

/** @type {Record<string, string>} */
const kinds = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.ttf': 'font/ttf', '.map': 'application/json' };

/**
 * The built page over HTTP: a strict policy names `'self'`, which a file has not.
 * @param {number} port 0: any that is free
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function servePage(port) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(pageDir, path);
    if (!file.startsWith(pageDir) || !existsSync(file) || extname(file) === '') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': kinds[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ url: `http://127.0.0.1:${bound}`, close: () => server.close() });
    });
  });
}
