import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HostSlots } from '../../../../src/research/fetch/hostSlots';
import { retryAfterMs } from '../../../../src/research/fetch/journey';
import { createSafeFetch, type SafeFetchOptions } from '../../../../src/research/fetch/safeFetch';
import { rawHost, webHost, type Page, type WebHost } from '../../../support/webHost';

const { signal } = new AbortController();
const text = (body: string): Page => ({ headers: { 'content-type': 'text/plain' }, body });
const open = (options: SafeFetchOptions) => createSafeFetch({ delayMs: 0, ...options });
const pagesOf = (host: WebHost): string[] =>
  host.requests.map(({ line }) => line).filter((line) => line !== 'GET /robots.txt');

/** Answers in turn; the last one from then on. */
const inTurn = (...answers: Exclude<Page, (...args: never[]) => void>[]): Page => {
  let at = 0;
  return (_request, response) => {
    const answer = answers[Math.min(at++, answers.length - 1)];
    response
      .writeHead(answer?.status ?? 200, answer?.headers ?? { 'content-type': 'text/plain' })
      .end(answer?.body ?? '');
  };
};

describe('slots of hosts', () => {
  const wish = { signal, patienceMs: 60_000 };

  it('leave the delay between the starts of two requests to one host, and none between hosts', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const slots = new HostSlots({ total: 10, perHost: 5, delayMs: 40 });
    const started: Record<string, number[]> = { a: [], b: [] };
    const begin = performance.now();
    const all = Promise.all(
      ['a', 'b', 'a', 'b', 'a'].map((host) =>
        slots.hold(host, wish, () => Promise.resolve(started[host]?.push(performance.now() - begin))),
      ),
    );
    await vi.runAllTimersAsync();
    await all;
    expect(started).toEqual({ a: [0, 40, 80], b: [0, 40] });
  });

  it('are slower where the host wants it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    // Nothing is started at the instant at which the clock begins.
    vi.advanceTimersByTime(1);
    const slots = new HostSlots({ total: 10, perHost: 5, delayMs: 0 });
    const begin = performance.now();
    const times: number[] = [];
    const hold = async () => await slots.hold('a', wish, () => Promise.resolve(times.push(performance.now() - begin)));
    await hold();
    slots.slow('a', 60);
    const slowly = Promise.all([hold(), hold()]);
    await vi.runAllTimersAsync();
    await slowly;
    expect(times).toEqual([0, 60, 120]);
    slots.slow('a', 0);
    const fast = Promise.all([hold(), hold()]);
    await vi.runAllTimersAsync();
    await fast;
    expect(times).toHaveLength(5);
  });

  it('let those wait whose host rests for a while, and send the impatient away, also those who wait already', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const slots = new HostSlots({ total: 2, perHost: 1, delayMs: 0 });
    let release: () => void = () => undefined;
    const held = slots.hold('a', wish, () => new Promise<void>((resolve) => (release = resolve)));
    const patient = slots.hold('a', wish, () => Promise.resolve('patient'));
    const impatient = slots.hold('a', { signal, patienceMs: 20 }, () => Promise.resolve('impatient'));
    slots.rest('a', 80, (leftMs) => new Error(`rests for ${Math.ceil(leftMs / 100)}`));
    await expect(impatient).rejects.toThrow('rests for 1');
    await expect(slots.hold('a', { signal, patienceMs: 0 }, () => Promise.resolve())).rejects.toThrow('rests for 1');
    expect(await slots.hold('b', { signal, patienceMs: 0 }, () => Promise.resolve('other'))).toBe('other');
    expect(slots.restMs('a')).toBeGreaterThan(0);
    release();
    await held;
    await vi.advanceTimersByTimeAsync(80);
    expect(await patient).toBe('patient');
    expect(slots.restMs('a')).toBe(0);
  });

  it('are free again after work that fails and after somebody leaves the queue', async () => {
    const slots = new HostSlots({ total: 1, perHost: 1, delayMs: 0 });
    await expect(slots.hold('a', wish, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const leaving = new AbortController();
    let release: () => void = () => undefined;
    const held = slots.hold('a', wish, () => new Promise<void>((resolve) => (release = resolve)));
    const gone = slots.hold('b', { signal: leaving.signal, patienceMs: 0 }, () => Promise.resolve());
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    release();
    await held;
    expect(await slots.hold('c', wish, () => Promise.resolve('in'))).toBe('in');
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-03-01T10:00:00Z');

  it.each([
    ['5', 5_000],
    [' 0 ', undefined],
    ['86400', 600_000],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', undefined],
    ['Tue, 01 Mar 2050 09:00:00 GMT', 600_000],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %s', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  it.each([
    [429, 'blocked', 'ask too often'],
    [503, 'server', 'server failed'],
  ])('after %i keeps the host from being asked, and says so at once', async (status, outcome, words) => {
    const host = await webHost({ '/a': { status, headers: { 'retry-after': '300' } }, '/b': text('x') });
    const fetch = open({ allowedHosts: [host.place] });
    expect(await fetch.fetch(`${host.origin}/a`, signal)).toMatchObject({ outcome, status });
    const next = await fetch.fetch(`${host.origin}/b`, signal);
    expect(next).toMatchObject({
      outcome,
      status,
      reason: expect.stringMatching(new RegExp(`${words}.*left alone for \\d+ more seconds`)) as string,
    });
    expect(pagesOf(host)).toEqual(['GET /a']);
  });

  it('is waited for where there is time, and by nobody else', async () => {
    const host = await webHost({ '/a': inTurn({ status: 503, headers: { 'retry-after': '1' } }, { body: 'later' }) });
    const other = await webHost({ '/': text('other') }, { address: '127.0.0.2' });
    const fetch = open({ allowedHosts: [host.place, other.place] });
    const order: string[] = [];
    const slow = fetch.fetch(`${host.origin}/a`, signal).then((result) => {
      order.push('slow');
      return result;
    });
    while (pagesOf(host).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await fetch.fetch(other.origin, signal)).outcome).toBe('fetched');
    order.push('other');
    expect(await slow).toMatchObject({ outcome: 'fetched', text: 'later' });
    expect(order).toEqual(['other', 'slow']);
  });

  it('on a robots.txt counts as well', async () => {
    const host = await webHost({ '/robots.txt': { status: 429, headers: { 'retry-after': '300' } }, '/a': text('x') });
    expect(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/a`, signal)).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('left alone') as string,
    });
    expect(pagesOf(host)).toEqual([]);
  });
});

describe('a second try', () => {
  it.each([
    ['500', inTurn({ status: 500 }, { body: 'at last' })],
    ['502', inTurn({ status: 502 }, { body: 'at last' })],
  ])('is made after %s', async (_name, page) => {
    const host = await webHost({ '/': page });
    expect(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal)).toMatchObject({
      outcome: 'fetched',
      text: 'at last',
    });
    expect(pagesOf(host)).toHaveLength(2);
  });

  it.each([
    ['at once', ''],
    ['within the head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['within the body', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nhalf'],
  ])('is made when the connection breaks %s', async (_name, sent) => {
    let broken = 0;
    const host = await rawHost((socket) => {
      socket.once('data', (asked: Buffer) => {
        if (asked.toString().startsWith('GET /robots.txt'))
          return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
        broken += 1;
        if (broken > 1)
          return void socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 7\r\n\r\nat last');
        return void socket.write(sent, () => setTimeout(() => socket.resetAndDestroy(), 20));
      });
    });
    expect(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal)).toMatchObject({
      outcome: 'fetched',
      text: 'at last',
    });
    expect(broken).toBe(2);
  });

  it('is made when nobody takes up the connection, within the one time', async () => {
    const host = await webHost({ '/': text('at last') });
    let dialled = 0;
    const fetch = open({
      allowedHosts: [host.place],
      limits: { connectMs: 50 },
      dial: async (place, inTime) => {
        dialled += 1;
        if (dialled === 2) return await new Promise(() => undefined);
        const { dialDirectly } = await import('../../../../src/research/fetch/connection');
        return await dialDirectly(place, inTime);
      },
    });
    expect(await fetch.fetch(`${host.origin}/`, signal)).toMatchObject({ outcome: 'fetched', text: 'at last' });
    expect(dialled).toBe(3);
    const never = open({
      allowedHosts: [host.place],
      limits: { connectMs: 30, totalMs: 500 },
      dial: () => new Promise(() => undefined),
    });
    expect(await never.fetch(`${host.origin}/`, signal)).toMatchObject({
      outcome: 'timeout',
      reason: expect.stringContaining('did not take up the connection') as string,
    });
  });

  it.each([404, 410, 401, 403, 429, 451, 400])('is not made after %i', async (status) => {
    const host = await webHost({ '/': { status } });
    expect((await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal)).outcome).not.toBe('fetched');
    expect(pagesOf(host)).toHaveLength(1);
  });

  it('is made once in all, over redirects too', async () => {
    const host = await webHost({
      '/': inTurn({ status: 500 }, { status: 302, headers: { location: '/next' } }),
      '/next': { status: 500 },
    });
    expect(await open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, signal)).toMatchObject({
      outcome: 'server',
    });
    expect(pagesOf(host)).toEqual(['GET /', 'GET /', 'GET /next']);
  });

  it('is not made for what is too large, unread or forbidden', async () => {
    const host = await webHost({
      '/large': { headers: { 'content-type': 'text/plain', 'content-length': '99999999' } },
      '/film': { headers: { 'content-type': 'video/mp4' } },
      '/away': { status: 302, headers: { location: 'http://10.0.0.1/' } },
    });
    const fetch = open({ allowedHosts: [host.place] });
    for (const [path, outcome] of [
      ['/large', 'too_large'],
      ['/film', 'unsupported'],
      ['/away', 'refused'],
    ] as const) {
      expect((await fetch.fetch(host.origin + path, signal)).outcome).toBe(outcome);
    }
    expect(pagesOf(host)).toEqual(['GET /large', 'GET /film', 'GET /away']);
  });

  it('is not made when somebody stops it meanwhile', async () => {
    const controller = new AbortController();
    const host = await webHost({
      '/': (_request, response) => {
        response.writeHead(500).end();
        controller.abort(new Error('enough'));
      },
    });
    await expect(open({ allowedHosts: [host.place] }).fetch(`${host.origin}/`, controller.signal)).rejects.toThrow(
      'enough',
    );
    expect(pagesOf(host)).toHaveLength(1);
  });
});
