import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fetchFrom, html, open, page, refusal, signal, type Result } from '../../../support/network/fetching';
import { rawHost, selfSigned, webHost, type Page } from '../../../support/webHost';

/** What a host below HTTP does when it is asked for anything but the rules of its site, of which it has none. */
const onAsked = (act: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', (asked: Buffer) => {
    if (asked.toString('latin1').startsWith('GET /robots.txt'))
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    else act(socket);
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
