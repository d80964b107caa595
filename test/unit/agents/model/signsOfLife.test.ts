import { afterEach, describe, expect, it, vi } from 'vitest';
import { Caller } from '../../../../src/agents/model/caller';
import { Fence } from '../../../../src/agents/model/fence';
import { PromptBook } from '../../../../src/agents/model/promptBook';
import { TokenMeter } from '../../../../src/agents/model/tokens';
import { TaskError, type Performer, type ProgressEvent } from '../../../../src/agents/performer';
import { performTask } from '../../../../src/engine/performTask';
import type { ModelDescription, ModelProvider, ModelReply, SendWatch } from '../../../../src/models/provider';
import { createView } from '../../../../src/debate/fold/view';
import { StateAccumulator } from '../../../../src/debate/fold/state';

const minute = 60_000;
const description: ModelDescription = {
  id: 'slow',
  name: 'slow',
  maxInputTokens: undefined,
  maxOutputTokens: undefined,
  hasTools: true,
  hasStructuredAnswers: true,
  hasServerSearch: false,
  hasServerFetch: false,
  efforts: [],
  reportsUsage: true,
};
const reply: ModelReply = {
  parts: [{ type: 'text', text: 'At last.' }],
  stop: 'end',
  usage: { input: 1, cache_write: 0, cache_read: 0, output: 1 },
  pages: [],
};

/** A model that thinks for so many minutes, with a sign of life in each. */
function thinking(minutes: number, pass: (ms: number) => Promise<void>): ModelProvider {
  const send = async (_request: unknown, watch: SendWatch): Promise<ModelReply> => {
    for (let done = 0; done < minutes; done += 1) {
      await pass(minute);
      watch.onAlive?.();
    }
    return reply;
  };
  const never = () => Promise.reject(new Error('not asked for'));
  return { name: 'anthropic', place: 'here', send, describe: never, list: never, countTokens: never };
}

afterEach(() => vi.useRealTimers());

describe('a model that thinks for long', () => {
  it('is waited for as long as it gives signs of life, but not without end', async () => {
    let now = 0;
    const events: ProgressEvent[] = [];
    const pass = (ms: number): Promise<void> => {
      now += ms;
      return Promise.resolve();
    };
    const caller = new Caller({
      provider: thinking(60, pass),
      description,
      meter: new TokenMeter('anthropic', 'slow'),
      book: PromptBook.bundled(),
      fence: new Fence(() => 'f00d'),
      clock: { now: () => now, random: () => 0, sleep: pass },
      context: { signal: new AbortController().signal, progress: (event) => events.push(event) },
    });
    await caller.ask({ model: 'slow', system: [], messages: [] });
    expect(events.length).toBeGreaterThanOrEqual(15);
    expect(events.length).toBeLessThan(30);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['alive']));
  });

  it('is waited for as long as the pace of its server asks for, and told of ever less often', async () => {
    let now = 0;
    const events: ProgressEvent[] = [];
    const pass = (ms: number): Promise<void> => Promise.resolve(void (now += ms));
    const slow: ModelProvider = {
      ...thinking(0, pass),
      longestMs: () => 90 * minute,
      send: async (_request, watch) => {
        for (let done = 1; done <= 180; done += 1) {
          await pass(minute / 2);
          watch.onAwaiting?.({ ms: now, isLoading: false });
        }
        return reply;
      },
    };
    const caller = new Caller({
      provider: slow,
      description,
      meter: new TokenMeter('openai-compatible', 'slow'),
      book: PromptBook.bundled(),
      fence: new Fence(() => 'f00d'),
      clock: { now: () => now, random: () => 0, sleep: pass },
      context: { signal: new AbortController().signal, progress: (event) => events.push(event) },
    });
    await caller.ask({ model: 'slow', system: [], messages: [] });
    expect(events.length).toBe(179);
    const told = events.flatMap((event) => (event.kind === 'awaiting' ? [event.ms / minute] : []));
    expect(told).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64]);
  });

  it('is not given up by the watch for stalled tasks', async () => {
    vi.useFakeTimers();
    const performer: Performer = {
      provider: 'test',
      isLocal: false,
      canPerform: () => true,
      ready: () => Promise.resolve(),
      perform: async (_request, context) => {
        for (let done = 0; done < 12; done += 1) {
          await vi.advanceTimersByTimeAsync(minute);
          context.progress({ kind: 'alive' });
        }
        return { output: { reason: 'Enough was said.', go_on: false } };
      },
    };
    const state = new StateAccumulator();
    const outcome = await performTask(
      { id: 'r1/go-on', agent: 'chair', kind: 'chair/go_on', input: () => ({}) as never },
      {
        performer,
        view: () => createView(state, () => undefined),
        signal: new AbortController().signal,
        idleMs: 5 * minute,
        capture: () => Promise.reject(new Error('nothing is cited')),
        onRetry: () => undefined,
        onProgress: () => undefined,
      },
    );
    expect(outcome).toMatchObject({ ok: true, attempt: 1 });
  });
});

describe('a task with a limit', () => {
  afterEach(() => vi.useRealTimers());

  async function performed(limit: { totalMs: number } | { usualMs: number }, longestMs: number | undefined) {
    vi.useFakeTimers();
    const performer: Performer = {
      ...{ provider: 'test', isLocal: false, canPerform: () => true, ready: () => Promise.resolve() },
      ...(longestMs === undefined ? {} : { longestMs: () => longestMs }),
      perform: async () => {
        await vi.advanceTimersByTimeAsync(7 * minute);
        return { output: { questions: [] } };
      },
    };
    return await performTask(
      { id: 'r1/audience', agent: 'audience', kind: 'audience/questions', input: () => ({}) as never, ...limit },
      {
        performer,
        view: () => createView(new StateAccumulator(), () => undefined),
        signal: new AbortController().signal,
        idleMs: 5 * minute,
        capture: () => Promise.reject(new Error('nothing is cited')),
        onRetry: () => undefined,
        onProgress: () => undefined,
      },
    );
  }

  it('that nobody set has the time that a slow server takes, and no other', async () => {
    expect(await performed({ usualMs: 2 * minute }, 10 * minute)).toMatchObject({ ok: true });
    expect(await performed({ usualMs: 2 * minute }, undefined)).toMatchObject({ ok: false, code: 'timeout' });
    expect(await performed({ totalMs: 2 * minute }, 10 * minute)).toMatchObject({ ok: false, code: 'timeout' });
  });
});

describe('a task that nothing goes on without', () => {
  const failing = (times: number, isLocal: boolean, code = 'stalled'): Performer => {
    let asked = 0;
    return {
      provider: 'test',
      isLocal,
      canPerform: () => true,
      ready: () => Promise.resolve(),
      perform: () => {
        asked += 1;
        if (asked <= times) return Promise.reject(new TaskError(code, 'Nothing came.'));
        return Promise.resolve({ output: { reason: 'Enough was said.', go_on: false } });
      },
    };
  };

  async function performed(performer: Performer, { isVital = true, idleMs = 5 * minute } = {}) {
    const waits: number[] = [];
    const events: ProgressEvent[] = [];
    const outcome = await performTask(
      { id: 'ruling', agent: 'judge', kind: 'chair/go_on', input: () => ({}) as never, isVital },
      {
        performer,
        view: () => createView(new StateAccumulator(), () => undefined),
        signal: new AbortController().signal,
        idleMs,
        capture: () => Promise.reject(new Error('nothing is cited')),
        onRetry: () => undefined,
        onProgress: (event) => events.push(event),
        sleep: (ms) => Promise.resolve(void waits.push(ms)),
      },
    );
    return { outcome, waits, events };
  }

  it('is asked again with growing waits until it is done', async () => {
    const { outcome, waits, events } = await performed(failing(3, false));
    expect(outcome).toMatchObject({ ok: true, attempt: 4 });
    expect(waits).toEqual([5_000, 10_000, 20_000]);
    expect(events.map(({ kind }) => kind)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('fails when the waits together would be longer than a task may be silent', async () => {
    const { outcome, waits } = await performed(failing(Infinity, false));
    expect(outcome).toMatchObject({ ok: false, code: 'stalled' });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5 * minute);
    expect(waits.length).toBeGreaterThan(3);
    expect((await performed(failing(Infinity, false), { idleMs: 1_000 })).waits).toEqual([]);
  });

  it.each(['timeout', 'stalled', 'empty', 'failed'])('is asked again where %s may pass', async (code) => {
    expect((await performed(failing(1, false, code))).outcome).toMatchObject({ ok: true, attempt: 2 });
  });

  it.each(['cut', 'refused', 'too_large', 'exhausted'])('is paid once where %s would come again', async (code) => {
    const { outcome, waits } = await performed(failing(1, false, code));
    expect(outcome).toMatchObject({ ok: false, code, attempt: 1 });
    expect(waits).toEqual([]);
  });

  it('is sent back twice with the reasons where its answer is wrong, and is not begun again', async () => {
    const wrong = () => Promise.resolve({ output: { wrong: true } });
    const { outcome, waits } = await performed({ ...failing(0, false), perform: wrong });
    expect(outcome).toMatchObject({ ok: false, code: 'rejected', attempt: 3 });
    expect(waits).toEqual([]);
  });

  it('is asked again at once of who answers at once, and another task is not asked again at all', async () => {
    const { outcome, waits } = await performed(failing(2, true));
    expect(outcome).toMatchObject({ ok: true, attempt: 3 });
    expect(waits).toEqual([]);
    expect((await performed(failing(1, false), { isVital: false })).outcome).toMatchObject({ ok: false, attempt: 1 });
  });
});
