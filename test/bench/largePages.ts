import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { readPage } from '../../src/research/extract/readings';
import { createSafeFetch } from '../../src/research/fetch/safeFetch';
import { listening } from '../support/listening';
import type { Bench, Figure } from './bench';
import { childFlag, inChild } from './inChild';

const pageBytes = 10 * 1024 * 1024;
const warmUp = 4;
const pages = { text: 60, html: 16 };
const mib = 1024 * 1024;

interface Kept {
  /** After the garbage was collected: before the first page that counts, and after the last. */
  heapBefore: number;
  heapAfter: number;
  rssBefore: number;
  rssAfter: number;
  peak: number;
}

const webChild = 'largePagesWeb';

/** What stays of pages that were read: nothing may, however many they are. */
export const largePages: Bench = {
  name: 'large pages',
  async run() {
    const web = fork(process.argv[1] ?? '', [childFlag, webChild], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const origin = await new Promise<string>((resolve) => web.once('message', (message) => resolve(message as string)));
    try {
      const one = await inChild<Kept>('readLargePages', origin, 'text', '1');
      const four = await inChild<Kept>('readLargePages', origin, 'text', '4');
      const markup = await inChild<Kept>('readLargePages', origin, 'html', '4');
      return [
        ...lines(`${pages.text} pages of 10 MiB one after the other`, one),
        ...lines(`${pages.text} pages of 10 MiB, 4 at once`, four),
        ...lines(`${pages.html} pages of 10 MiB of HTML and their text, 4 at once`, markup),
      ];
    } finally {
      web.disconnect();
    }
  },
  children: { readLargePages, [webChild]: serve },
};

function lines(what: string, { heapBefore, heapAfter, rssBefore, rssAfter, peak }: Kept): Figure[] {
  const mb = (bytes: number): string => `${(bytes / mib).toFixed(1)} MiB`;
  const growth = heapAfter - heapBefore;
  const grown = `${growth < 0 ? '' : '+'}${mb(growth)}`;
  return [
    {
      what: `${what}: heap and buffers`,
      figure: mb(heapAfter),
      baseline: `${mb(heapBefore)} before`,
      ratio: grown,
      aim: '< 1 page',
      isMet: growth < pageBytes,
    },
    {
      what: '  resident memory',
      figure: mb(rssAfter),
      baseline: `${mb(rssBefore)} before`,
      ratio: `peak ${mb(peak)}`,
      aim: '—',
    },
  ];
}

async function readLargePages([origin = '', kind = '', together = '1']: readonly string[]): Promise<Kept> {
  const fetch = createSafeFetch({
    delayMs: 0,
    allowedHosts: [new URL(origin).host],
    limits: { concurrentPerHost: Number(together) },
  });
  let next = 0;
  const read = async (until: number): Promise<void> => {
    while (next < until) {
      const page = await readPage(fetch, `${origin}/${kind}?page=${next++}`, new AbortController().signal);
      if (page.outcome !== 'read') throw new Error(`A large page could not be read: ${page.reason}`);
    }
  };
  const readAll = (until: number): Promise<unknown> =>
    Promise.all(Array.from({ length: Number(together) }, () => read(until)));
  await readAll(warmUp);
  const [heapBefore, rssBefore] = await settled();
  await readAll(warmUp + (kind === 'html' ? pages.html : pages.text));
  const [heapAfter, rssAfter] = await settled();
  return { heapBefore, rssBefore, heapAfter, rssAfter, peak: process.resourceUsage().maxRSS * 1_024 };
}

async function settled(): Promise<[heap: number, rss: number]> {
  for (let time = 0; time < 3; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return [heapUsed + external, rss];
}

/** Every page differs, so that none can be recognised. */
async function serve(): Promise<null> {
  const line = `${'A page that is as long as a page may be, and still a page. '.repeat(16)}\n`;
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const isHtml = url.startsWith('/html');
    const begin = isHtml
      ? `<!doctype html><html><head><title>Page ${url}</title></head><body><article><h1>Page ${url}</h1>`
      : `${url}\n`;
    const part = isHtml ? `<p>${line}</p>` : line;
    const end = isHtml ? '</article></body></html>' : '';
    const times = Math.floor((pageBytes - begin.length - end.length) / part.length);
    response
      .writeHead(200, { 'content-type': isHtml ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8' })
      .end(begin + part.repeat(times) + end);
  });
  process.send?.((await listening(server)).url);
  await new Promise((resolve) => process.once('disconnect', resolve));
  process.exit(0);
}
