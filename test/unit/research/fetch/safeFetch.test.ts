import { gzipSync, brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { FetchedPage, FetchRefusal } from '../../../../src/research/fetch/fetchedPage';
import { pageKind } from '../../../../src/research/fetch/pageKind';
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/research/fetch/safeFetch';
import { rawHost, selfSigned, webHost, type Page } from '../../../support/webHost';

const { signal } = new AbortController();

type Result = FetchedPage | FetchRefusal;

const html = (body: string): Page => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
const redirect = (location: string, status = 302): Page => ({ status, headers: { location }, body: '' });

/** Without a delay between two requests, which `fetchPace.test.ts` looks at. */
const open = (options: SafeFetchOptions) => createSafeFetch({ delayMs: 0, ...options });

/** What a host below HTTP does when it is asked for anything but the rules of its site, of which it has none. */
const onAsked = (act: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', (asked: Buffer) => {
    if (asked.toString('latin1').startsWith('GET /robots.txt'))
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    else act(socket);
  });

/** Fetches a path of a host that is allowed. */
async function fetchFrom(pages: Record<string, Page>, path: string, options: SafeFetchOptions = {}): Promise<Result> {
  const host = await webHost(pages);
  return await open({ allowedHosts: [host.place], ...options }).fetch(host.origin + path, signal);
}

function refusal(result: Result): FetchRefusal {
  if (result.outcome === 'fetched') throw new Error(`fetched ${result.finalUrl}`);
  return result;
}

function page(result: Result): FetchedPage {
  if (result.outcome !== 'fetched') throw new Error(`${result.outcome}: ${result.reason}`);
  return result;
}

describe('safeFetch: what comes back', () => {
  it('gives the page, named, dated and decoded', async () => {
    const host = await webHost({ '/a%20b': html('<p>Grüße</p>') });
    const fetch = open({ allowedHosts: [host.place], now: () => new Date('2026-03-01T10:00:00Z') });
    const url = `${host.origin}/a%20b?x=1#part`;
    expect(await fetch.fetch(url, signal)).toEqual({
      outcome: 'fetched',
      url,
      finalUrl: `${host.origin}/a%20b?x=1`,
      status: 200,
      contentType: 'text/html',
      kind: 'html',
      charset: 'utf-8',
      body: Buffer.from('<p>Grüße</p>'),
      text: '<p>Grüße</p>',
      accessedAt: new Date('2026-03-01T10:00:00Z'),
    });
    const [rules, request] = host.requests;
    expect(rules?.line).toBe('GET /robots.txt');
    expect(request?.line).toBe('GET /a%20b?x=1');
    expect(request?.headers['user-agent']).toMatch(
      /^Rostrum\/\d+\.\d+\.\d+ \(\+citation checker; reads single pages that somebody cited\)$/,
    );
    expect(request?.headers.host).toBe(host.place);
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('sends back no cookie that a redirect set', async () => {
    const host = await webHost({
      '/in': { status: 302, headers: { location: '/page', 'set-cookie': 'id=1' } },
      '/page': html('x'),
    });
    page(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/in`, signal));
    expect(host.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [404, 'dead'],
    [410, 'dead'],
    [401, 'blocked'],
    [402, 'blocked'],
    [403, 'blocked'],
    [429, 'blocked'],
    [451, 'blocked'],
    [500, 'server'],
    [503, 'server'],
    [400, 'failed'],
    [204, 'failed'],
    [304, 'failed'],
  ])('calls status %i %s', async (status, outcome) => {
    const result = await fetchFrom({ '/': { status } }, '/');
    expect(result).toMatchObject({ outcome, status });
    expect(refusal(result).reason).toContain(String(status));
  });

  it.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['x-gzip', (text: string) => gzipSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
    ['deflate', (text: string) => deflateRawSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['identity', (text: string) => Buffer.from(text)],
  ])('unpacks %s', async (coding, pack) => {
    const result = await fetchFrom(
      { '/': { headers: { 'content-type': 'text/plain', 'content-encoding': coding }, body: pack('hello world') } },
      '/',
    );
    expect(page(result).text).toBe('hello world');
  });

  it('says which compression it does not read, and which body is damaged', async () => {
    const headers = (coding: string) => ({ 'content-type': 'text/plain', 'content-encoding': coding });
    expect(await fetchFrom({ '/': { headers: headers('zstd'), body: 'x' } }, '/')).toMatchObject({
      outcome: 'unsupported',
    });
    expect(await fetchFrom({ '/': { headers: headers('gzip, gzip, gzip'), body: 'x' } }, '/')).toMatchObject({
      outcome: 'unsupported',
    });
    const torn = gzipSync('a'.repeat(1000)).subarray(0, 20);
    expect(await fetchFrom({ '/': { headers: headers('gzip'), body: torn } }, '/')).toMatchObject({
      outcome: 'failed',
    });
  });

  it.each([
    ['header', 'text/html; charset=ISO-8859-2', Buffer.from([0xb1]), 'ą', 'iso-8859-2'],
    ['quoted header', 'text/html; charset="utf-8"', Buffer.from('ą'), 'ą', 'utf-8'],
    [
      'meta',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset=shift_jis>'), Buffer.from([0x82, 0xa0])]),
      '<meta charset=shift_jis>あ',
      'shift_jis',
    ],
    [
      'http-equiv',
      'text/html',
      Buffer.concat([
        Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'),
        Buffer.from([0xc1]),
      ]),
      expect.stringMatching(/а$/) as string,
      'koi8-r',
    ],
    [
      'XML',
      'application/xml',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), Buffer.from([0xe0])]),
      expect.stringMatching(/а$/) as string,
      'windows-1251',
    ],
    ['mark over header', 'text/html; charset=latin1', Buffer.from('\ufeffä'), 'ä', 'utf-8'],
    ['UTF-16 mark', 'text/plain', Buffer.from('\ufeffä', 'utf16le'), 'ä', 'utf-16le'],
    ['nothing, valid UTF-8', 'text/plain', Buffer.from('ä'), 'ä', 'utf-8'],
    ['nothing, Windows-1252', 'text/plain', Buffer.from([0x93, 0x80, 0x94, 0xe4]), '“€”ä', 'windows-1252'],
    ['Latin-1, which means Windows-1252', 'text/plain; charset=iso-8859-1', Buffer.from([0x96]), '–', 'windows-1252'],
    ['a name of nothing', 'text/plain; charset=klingon', Buffer.from('ä'), 'ä', 'utf-8'],
    ['JSON, always UTF-8', 'application/json', Buffer.from('"ä"'), '"ä"', 'utf-8'],
  ])('finds the charset by %s', async (_name, contentType, body, text, charset) => {
    const result = page(await fetchFrom({ '/': { headers: { 'content-type': contentType }, body } }, '/'));
    expect({ text: result.text, charset: result.charset }).toEqual({ text, charset });
  });

  it('reads text of known types, and says what it does not read', async () => {
    const typed = async (contentType: string | undefined, body: string | Uint8Array = 'x') =>
      await fetchFrom(
        { '/': { headers: contentType === undefined ? {} : { 'content-type': contentType }, body } },
        '/',
      );
    for (const type of [
      'text/html',
      'application/xhtml+xml',
      'text/plain',
      'TEXT/Markdown',
      'application/ld+json',
      'application/atom+xml',
    ]) {
      expect((await typed(type)).outcome, type).toBe('fetched');
    }
    for (const type of ['image/png', 'image/svg+xml', 'video/mp4', 'application/octet-stream', 'application/zip']) {
      expect((await typed(type)).outcome, type).toBe('unsupported');
    }
    expect(page(await typed(undefined, '<html>')).kind).toBe('html');
    expect(page(await typed(undefined, 'plain words')).kind).toBe('text');
    expect(refusal(await typed('text/plain', Buffer.from([1, 0, 2]))).outcome).toBe('unsupported');
  });

  it.each(['application/pdf', 'application/x-pdf', 'application/octet-stream', 'text/plain', 'text/html', undefined])(
    'gives a PDF document that is called %s with its body alone',
    async (contentType) => {
      const body = Buffer.from('%PDF-1.7\n\x00\xe2\xe3binary', 'latin1');
      const result = page(
        await fetchFrom(
          { '/': { headers: contentType === undefined ? {} : { 'content-type': contentType }, body } },
          '/',
        ),
      );
      expect({ ...result, body: Buffer.from(result.body) }).toMatchObject({ kind: 'pdf', text: '', charset: '', body });
      expect(pageKind(result.contentType)).toBe('pdf');
    },
  );

  it('tells a compressed PDF document, and a text about such documents', async () => {
    const headers = { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' };
    expect(page(await fetchFrom({ '/': { headers, body: gzipSync('%PDF-1.4\nx') } }, '/')).kind).toBe('pdf');
    expect(refusal(await fetchFrom({ '/': { headers, body: gzipSync('PK') } }, '/')).outcome).toBe('unsupported');
    expect(
      page(await fetchFrom({ '/': { headers: { 'content-type': 'text/plain' }, body: '%PDF-files begin so' } }, '/'))
        .kind,
    ).toBe('text');
  });

  it('leaves off reading a file of no known type at its first bytes', async () => {
    const unending: Page = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/octet-stream' }).write(Buffer.alloc(100));
    expect(await fetchFrom({ '/': unending }, '/')).toMatchObject({ outcome: 'unsupported' });
  });
});

describe('safeFetch: redirects', () => {
  it('follows five, relative ones too, and says where it ended', async () => {
    const pages = {
      '/1': redirect('/2', 301),
      '/2': redirect('3', 302),
      '/3': redirect('/4?q#f', 303),
      '/4': redirect('//HOST/5', 307),
      '/5': redirect('/6', 308),
      '/6': html('end'),
    };
    const host = await webHost(pages);
    pages['/4'] = redirect(`//${host.place}/5`, 307);
    const result = page(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/1`, signal));
    expect({ url: result.url, finalUrl: result.finalUrl, text: result.text }).toEqual({
      url: `${host.origin}/1`,
      finalUrl: `${host.origin}/6`,
      text: 'end',
    });
  });

  it('stops at the sixth, and in a circle', async () => {
    const pages = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`/${index}`, redirect(`/${index + 1}`)]));
    expect(refusal(await fetchFrom(pages, '/0')).reason).toMatch(/more than 5 times/);
    expect(await fetchFrom({ '/': redirect('/') }, '/')).toMatchObject({ outcome: 'failed' });
  });

  it('takes a path in UTF-8, and refuses what is no address', async () => {
    const location = Buffer.from('/grüße').toString('latin1');
    const result = await fetchFrom({ '/': redirect(location), '/gr%C3%BC%C3%9Fe': html('x') }, '/');
    expect(page(result).finalUrl).toMatch(/\/gr%C3%BC%C3%9Fe$/);
    expect(await fetchFrom({ '/': redirect('http://[') }, '/')).toMatchObject({ outcome: 'failed' });
  });

  it('follows none that only the page itself asks for', async () => {
    const body =
      '<!doctype html><meta http-equiv="refresh" content="0; url=/other"><script>location = "/other"</script><p>here</p>';
    const host = await webHost({
      '/': { headers: { 'content-type': 'text/html', refresh: '0; url=/other' }, body },
      '/other': html('there'),
    });
    expect(page(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal)).text).toContain('here');
    expect(host.requests.map(({ line }) => line)).toEqual(['GET /robots.txt', 'GET /']);
  });

  it.each([300, 304, 305, 306])('follows no %i', async (status) => {
    expect(await fetchFrom({ '/': redirect('/other', status), '/other': html('there') }, '/')).toMatchObject({
      outcome: 'failed',
      status,
    });
  });

  it('reaches no private address through one, whatever its spelling', async () => {
    const trap = await webHost({ '/': html('secret') });
    const places = [
      ...[
        '127.0.0.1',
        '2130706433',
        '0x7f.1',
        '0177.0.0.1',
        '127.1',
        '127.0.0.1.',
        '0.0.0.0',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::7f00:1]',
        'localhost',
        'localhost.',
        'LocalHost',
      ],
    ].map((host) => `http://${host}:${trap.port}/`);
    const others = [
      'http://169.254.169.254/latest/meta-data/',
      'http://10.1.2.3/',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://example.com/',
      'gopher://example.com/',
      `http://user:pw@127.0.0.1:${trap.port}/`,
      'javascript:alert(1)',
    ];
    for (const location of [...places, ...others]) {
      const host = await webHost({ '/': redirect('/again'), '/again': redirect(location) });
      const result = refusal(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal));
      expect(result.outcome, location).toBe('refused');
      expect(result.reason, location).toMatch(/^it redirects to /);
      // Not for its port alone.
      if (places.includes(location)) expect(result.reason).toMatch(/no public address|no name of the public internet/);
    }
    expect(trap.connections()).toBe(0);
  });
});

describe('safeFetch: limits', () => {
  const limits = { bodyBytes: 100_000 };
  const plain = { 'content-type': 'text/plain' };

  it('refuses a body that is announced too large before it reads it', async () => {
    const result = await fetchFrom(
      { '/': (_request, response) => response.writeHead(200, { ...plain, 'content-length': '100001' }).flushHeaders() },
      '/',
      { limits },
    );
    expect(result).toMatchObject({ outcome: 'too_large' });
  });

  it('stops one that grows too large, and takes one that just fits', async () => {
    const endless: Page = (_request, response) => {
      response.writeHead(200, plain);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    expect(await fetchFrom({ '/': endless }, '/', { limits })).toMatchObject({ outcome: 'too_large' });
    expect(
      page(await fetchFrom({ '/': { headers: plain, body: 'x'.repeat(100_000) } }, '/', { limits })).text,
    ).toHaveLength(100_000);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(30_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(30_000_000))],
    ['deflate', deflateSync(Buffer.alloc(30_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(30_000_000)))],
  ])('does not unpack a bomb of %s', async (coding, body) => {
    expect(body.byteLength).toBeLessThan(100_000);
    expect(
      await fetchFrom({ '/': { headers: { ...plain, 'content-encoding': coding }, body } }, '/', { limits }),
    ).toMatchObject({ outcome: 'too_large' });
  });

  it.each([
    ['answers nothing', (): void => undefined],
    ['sends half a head', (socket: Socket): void => void socket.write('HTTP/1.1 200 OK\r\ncontent-')],
    [
      'sends half a body',
      (socket: Socket): void =>
        void socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf'),
    ],
  ])('gives up on a host that %s', async (_name, act) => {
    const host = await rawHost(onAsked(act));
    const result = await open({ allowedHosts: [host.place], limits: { totalMs: 150 } }).fetch(host.origin, signal);
    expect(result).toMatchObject({ outcome: 'timeout' });
  });

  it('gives up on a host that sends byte by byte, however long it goes on', async () => {
    const drip: Page = (_request, response) => {
      response.writeHead(200, plain);
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    };
    expect(await fetchFrom({ '/': drip }, '/', { limits: { totalMs: 200 } })).toMatchObject({ outcome: 'timeout' });
  });

  it.each([
    ['too long a length', 'content-length: 100', 'half', 'failed'],
    ['two lengths', 'content-length: 4\r\ncontent-length: 9', 'four', 'failed'],
    ['a length that is no number', 'content-length: four', 'four', 'failed'],
    ['a negative length', 'content-length: -1', 'four', 'failed'],
    ['a length and pieces', 'content-length: 4\r\ntransfer-encoding: chunked', '4\r\nfour\r\n0\r\n\r\n', 'failed'],
    ['pieces of no proper size', 'transfer-encoding: chunked', 'zz\r\nfour', 'failed'],
    ['pieces that end too soon', 'transfer-encoding: chunked', '9\r\nfour', 'failed'],
    ['a length that hides the rest', 'content-length: 4', 'four and more', 'four'],
    ['no length, and an end', 'x: y', 'all of it', 'all of it'],
  ])('is told %s', async (_name, header, body, expected) => {
    const host = await rawHost(
      onAsked((socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n${header}\r\n\r\n${body}`)),
    );
    const result = await open({ allowedHosts: [host.place] }).fetch(host.origin, signal);
    expect(result.outcome === 'fetched' ? result.text : result.outcome).toBe(expected);
  });

  it('gives up on a lookup and on redirects that take too long together', async () => {
    const stuck = open({ resolve: () => new Promise(() => undefined), limits: { totalMs: 50 } });
    expect(await stuck.fetch('https://example.com/', signal)).toMatchObject({ outcome: 'timeout' });
    const slow: Page = (_request, response) =>
      void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
    const result = await fetchFrom({ '/': slow }, '/', { limits: { totalMs: 150, redirects: 100 } });
    expect(result).toMatchObject({ outcome: 'timeout' });
  });

  it('calls a broken connection and a broken protocol failures', async () => {
    const broken = async (act: (socket: Socket) => void) => {
      const host = await rawHost(onAsked(act));
      return await open({ allowedHosts: [host.place] }).fetch(host.origin, signal);
    };
    expect(await broken((socket) => socket.destroy())).toMatchObject({ outcome: 'failed' });
    expect(await broken((socket) => socket.end('no http\r\n\r\n'))).toMatchObject({ outcome: 'failed' });
    expect(
      await broken((socket) =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf'),
      ),
    ).toMatchObject({ outcome: 'failed' });
    expect(await broken((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`))).toMatchObject({
      outcome: 'failed',
    });
    const gone = await webHost();
    const closed = { place: `127.0.0.1:${gone.port}` };
    expect(
      (
        await open({
          allowedHosts: [closed.place],
          dial: () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
        }).fetch(gone.origin, signal)
      ).outcome,
    ).toBe('failed');
  });

  it('rejects with the reason of the signal, and closes the connection', async () => {
    let closed: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const controller = new AbortController();
    const host = await rawHost((socket) => {
      onAsked(() => {
        socket.once('close', closed);
        controller.abort(new Error('enough'));
      })(socket);
    });
    const fetch = open({ allowedHosts: [host.place] });
    await expect(fetch.fetch(host.origin, controller.signal)).rejects.toThrow('enough');
    await isClosed;
    await expect(fetch.fetch(host.origin, controller.signal)).rejects.toThrow('enough');
    expect(host.connections()).toBe(2);
  });

  it('runs six at once and two to one host, and a busy host keeps no other waiting', async () => {
    const waiting = new Map<string, (() => void)[]>();
    const most: Record<string, number> = {};
    const held =
      (name: string): Page =>
      (_request, response) => {
        const queue = waiting.get(name) ?? [];
        queue.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end(name));
        waiting.set(name, queue);
        most[name] = Math.max(most[name] ?? 0, queue.length);
      };
    const hosts = await Promise.all(
      ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'].map((address) =>
        webHost({ '/': held(address) }, { address }),
      ),
    );
    const fetch = open({ allowedHosts: hosts.map(({ place }) => place) });
    const results = hosts.flatMap(({ origin }) =>
      Array.from({ length: 4 }, () => fetch.fetch(origin, new AbortController().signal)),
    );
    const settled = { all: false };
    const all = Promise.all(results).finally(() => (settled.all = true));
    const count = (): number => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
    let highest = 0;
    while (!settled.all) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      highest = Math.max(highest, count());
      [...waiting.values()].find((queue) => queue.length > 0)?.shift()?.();
    }
    expect((await all).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 16 }, () => 'fetched'));
    expect(highest).toBe(6);
    expect(Object.values(most)).toEqual([2, 2, 2, 2]);
  });
});

describe('safeFetch: encryption', () => {
  it('trusts no certificate that nobody vouches for, even where the environment says so', async () => {
    const host = await webHost({ '/': html('x') }, { tls: selfSigned() });
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const result = refusal(await open({ allowedHosts: [host.place] }).fetch(host.origin, signal));
      expect(result).toMatchObject({ outcome: 'tls' });
      expect(result.reason).toContain('SELF_SIGNED');
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(host.requests).toEqual([]);
  });

  it('reads a page over TLS, and refuses a certificate of another name', async () => {
    const tls = selfSigned();
    const host = await webHost({ '/': html('secret') }, { tls });
    const fetch = open({
      allowedHosts: [host.place, `other.example:${host.port}`],
      authorities: [tls.cert],
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    expect(page(await fetch.fetch(host.origin, signal)).text).toBe('secret');
    expect(await fetch.fetch(`https://other.example:${host.port}/`, signal)).toMatchObject({ outcome: 'tls' });
    const unencrypted = await webHost({ '/': html('x') });
    expect(
      await open({ allowedHosts: [unencrypted.place] }).fetch(unencrypted.origin.replace('http:', 'https:'), signal),
    ).toMatchObject({ outcome: 'tls' });
  });
});

describe('safeFetch: interim answers', () => {
  const interim = (...codes: number[]): string => codes.map((code) => `HTTP/1.1 ${code} Interim\r\n\r\n`).join('');
  const real = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 7\r\n\r\nat last';
  const fetchRaw = async (sent: string): Promise<Result> => {
    const host = await rawHost(onAsked((socket) => void socket.write(sent)));
    return await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal);
  };

  it.each([[[100]], [[102, 103]], [[100, 100, 102, 103, 103]]])('%j come before the real one', async (codes) => {
    expect(page(await fetchRaw(interim(...codes) + real)).text).toBe('at last');
  });

  it.each([
    ['101 without a protocol', interim(101)],
    ['101 with a protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['101 after others, with an answer behind it', interim(100, 103, 101) + real],
  ])('%s ends the request', async (_name, sent) => {
    const { outcome, reason } = refusal(await fetchRaw(sent));
    expect([outcome, reason]).toEqual(['failed', expect.stringContaining('101')]);
  });

  it.each([[[100, 100, 100, 100, 100, 100]], [[103, 102, 103, 102, 103, 102]]])(
    'the sixth of %j ends the request',
    async (codes) => {
      const { outcome, reason } = refusal(await fetchRaw(interim(...codes) + real));
      expect([outcome, reason]).toEqual(['failed', '127.0.0.1 sent more than 5 interim answers and no real one']);
    },
  );
});
