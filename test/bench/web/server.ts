import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platform } from 'node:os';
import { childFlag } from '../inChild';
import { articleOf, hosts, links, pagesPerHost, pathOf } from './articles';

/** Where a web for benches listens; it has a process of its own, so that its work is nobody's else. */
export interface BenchWeb {
  /** `http://127.1.0.1:40123`, one for each host. */
  origins: string[];
  /** A page with a link to every page there is. */
  index: string;
  stop(): void;
}

export const webChild = 'benchWeb';

export async function startBenchWeb(): Promise<BenchWeb> {
  if (platform() !== 'linux')
    throw new Error('This bench gives each host a loopback address of its own, which only Linux has.');
  const child = fork(process.argv[1] ?? '', [childFlag, webChild], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const origins = await new Promise<string[]>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string[]));
    child
      .once('error', reject)
      .once('exit', (code) => reject(new Error(`The bench's web ended with ${String(code)}.`)));
  });
  return { origins, index: `${origins[0] ?? ''}/links.html`, stop: () => stop(child) };
}

function stop(child: ChildProcess): void {
  child.removeAllListeners('exit');
  child.disconnect();
}

/** The process of the web: tells where it listens, and lives until whoever started it lets go. */
export async function serve(): Promise<null> {
  const origins: string[] = [];
  const servers = [];
  for (let host = 0; host < hosts; host += 1) {
    const server = createServer(answering(host, (anchor) => indexPage(origins, anchor)));
    server.keepAliveTimeout = 60_000;
    const address = `127.1.0.${host + 1}`;
    await new Promise<void>((resolve) => server.listen(0, address, 1_024, resolve));
    origins.push(`http://${address}:${(server.address() as AddressInfo).port}`);
    servers.push(server);
  }
  process.send?.(origins);
  await new Promise((resolve) => process.once('disconnect', resolve));
  process.exit(0);
}

function answering(host: number, index: (anchor: string) => string): RequestListener {
  const pages = new Map(
    Array.from({ length: pagesPerHost }, (_, page) => [pathOf(page), Buffer.from(articleOf(host, page))]),
  );
  return (request, response) => {
    const path = request.url ?? '';
    const page = path.startsWith('/links.html')
      ? Buffer.from(index(path.endsWith('?anchors') ? '#comments' : ''))
      : pages.get(path);
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain', 'content-length': 0 }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.byteLength })
        .end(request.method === 'HEAD' ? undefined : page);
  };
}

function indexPage(origins: readonly string[], anchor: string): string {
  const items = links((host) => origins[host] ?? '').map((url) => `<li><a href="${url}${anchor}">report</a></li>`);
  return `<!doctype html><title>All reports</title><body><ul>${items.join('\n')}</ul></body>`;
}
