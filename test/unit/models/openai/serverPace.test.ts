import { createServer, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ServerPace } from '../../../../src/models/openai/chatWire';
import type { ModelReply, ModelRequest } from '../../../../src/models/provider';
import { anyone, failureOf, providerAt, request } from '../../../support/chatServer/chatProvider';
import { listening } from '../../../support/listening';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** Of about so many tokens. */
const asking = (tokens: number, maxOutputTokens = 1_000): ModelRequest => ({
  ...{ model: 'slow', system: [], maxOutputTokens },
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'x'.repeat(Math.round(tokens * 3.6)) }] }],
});
const replied = (input: number, output: number): ModelReply => ({
  ...{ parts: [{ type: 'text', text: 'So it is.' }], stop: 'end', pages: [] },
  usage: { input, cache_write: 0, cache_read: 0, output },
});

describe('how long a server is waited for', () => {
  it('is long before the first answer of one of the user’s own, and usual for all others', () => {
    expect(new ServerPace(true).limits(asking(20_000)).firstMs).toBe(hour);
    expect(new ServerPace(true).limits(asking(20_000, 16_000)).wholeMs).toBe(hour + 16_000 * second);
    expect(new ServerPace(false).limits(asking(20_000))).toMatchObject({
      firstMs: 10 * minute,
      stallMs: 2 * minute,
      wholeMs: 10 * minute,
    });
  });

  it('is never shorter than the pace that was measured: reading, writing, what is held back, loading', () => {
    const pace = new ServerPace(true);
    // 20 tokens a second read, 2 written.
    pace.measure(asking(10_000), replied(10_000, 400), { firstMs: 500 * second, wholeMs: 700 * second });
    const { firstMs, stallMs, wholeMs } = pace.limits(asking(30_000, 16_000));
    expect(firstMs).toBeGreaterThan(1_500 * second);
    expect(stallMs).toBeGreaterThanOrEqual(1_000 * second);
    expect(wholeMs - firstMs).toBeGreaterThanOrEqual(8_000 * second);
    // A model that was put away has to be loaded again.
    pace.measure(asking(10), replied(10, 1), { firstMs: 20 * minute, wholeMs: 20 * minute });
    expect(pace.limits(asking(10)).firstMs).toBeGreaterThanOrEqual(20 * minute);
  });

  it('goes by the slowest answer so far, and by none that is too short to tell', () => {
    const pace = new ServerPace(true);
    pace.measure(asking(30), replied(30, 3), { firstMs: second, wholeMs: 2 * minute });
    expect(pace.limits(asking(100)).firstMs).toBe(hour);
    pace.measure(asking(10_000), replied(10_000, 100), { firstMs: 400 * second, wholeMs: 500 * second });
    const slow = pace.limits(asking(10_000));
    // Most of it stood in the server's cache.
    pace.measure(asking(10_000), replied(10_000, 100), { firstMs: second, wholeMs: 3 * second });
    expect(pace.limits(asking(10_000))).toEqual(slow);
  });

  it('is the usual again for one that proved fast, and takes what was said for its tokens where usage is not told', () => {
    const pace = new ServerPace(true);
    const said = { ...replied(0, 0), usage: undefined };
    pace.measure(asking(10_000), said, { firstMs: 5 * second, wholeMs: 6 * second });
    expect(pace.limits(asking(10_000))).toMatchObject({ firstMs: 10 * minute, stallMs: 2 * minute });
  });
});

describe('a server that answers one after the other', () => {
  afterEach(() => vi.useRealTimers());

  async function holding(): Promise<{ url: string; open: ServerResponse[] }> {
    const open: ServerResponse[] = [];
    const server = createServer((message, response) => {
      message.resume().on('end', () => open.push(response));
    });
    const { url, close } = await listening(server);
    onTestFinished(close);
    return { url: `${url}/v1`, open };
  }

  const piece = (text: string, end: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason: end }] })}\n\n`;

  it('is not given up by those who wait while it writes for another, and is when it falls silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { url, open } = await holding();
    const provider = providerAt(url, { firstMs: minute, stallMs: 10 * minute });
    const heard: string[] = [];
    const first = provider.send(request(), anyone({ onText: (text) => heard.push(text) }));
    await vi.waitFor(() => expect(open).toHaveLength(1));
    const queued = provider.send(request(), anyone());
    let isGivenUp = false;
    const failed = failureOf(queued).finally(() => (isGivenUp = true));
    await vi.waitFor(() => expect(open).toHaveLength(2));
    open[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let round = 1; round <= 3; round += 1) {
      vi.advanceTimersByTime(50 * second);
      open[0]?.write(piece(`word ${round} `));
      await vi.waitFor(() => expect(heard).toHaveLength(round));
    }
    open[0]?.end(piece('.', 'stop'));
    await expect(first).resolves.toMatchObject({ stop: 'end' });
    expect(isGivenUp).toBe(false);
    vi.advanceTimersByTime(minute);
    expect(await failed).toMatchObject({ code: 'stalled' });
  });

  it('has it told for how long there is no word, until there is one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    const { url, open } = await holding();
    const told: number[] = [];
    const heard: string[] = [];
    const sending = providerAt(url).send(
      request(),
      anyone({ onText: (text) => heard.push(text), onAwaiting: ({ ms }) => told.push(ms) }),
    );
    await vi.waitFor(() => expect(open).toHaveLength(1));
    vi.advanceTimersByTime(70 * second);
    expect(told).toEqual([30 * second, 60 * second]);
    open[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
    open[0]?.write(piece('Now '));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    vi.advanceTimersByTime(70 * second);
    open[0]?.end(piece('.', 'stop'));
    await expect(sending).resolves.toMatchObject({ stop: 'end' });
    expect(told).toHaveLength(2);
  });
});
