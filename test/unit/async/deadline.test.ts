import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { Deadline, unlessAborted, watchedParts, withDeadline } from '../../../src/async/deadline';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const never = new Promise<never>(() => undefined);

describe('A deadline', () => {
  it('fires after a garbage collection, though nobody else holds it', async () => {
    const outer = new AbortController();
    const fired = new Promise<unknown>((resolve) => {
      const { signal } = new Deadline({ signal: outer.signal, ms: 150, late: () => new Error('late') });
      signal.addEventListener('abort', () => resolve(signal.reason));
    });
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      collect();
    }
    expect(await fired).toMatchObject({ message: 'late' });
  });

  it('passes an abort on after a garbage collection', async () => {
    const outer = new AbortController();
    const waiting = withDeadline({ signal: outer.signal, ms: Infinity }, () => never);
    await new Promise((resolve) => setTimeout(resolve, 5));
    collect();
    outer.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('gives what the work comes to, and its failure', async () => {
    expect(await withDeadline({ ms: 60_000 }, () => Promise.resolve(7))).toBe(7);
    await expect(withDeadline({ ms: 60_000 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(
      unlessAborted(Promise.reject(new Error('no')), AbortSignal.abort(new Error('before'))),
    ).rejects.toThrow();
  });

  it('begins nothing for a signal that has aborted', async () => {
    const work = vi.fn(() => never);
    await expect(withDeadline({ signal: AbortSignal.abort(new Error('before')), ms: 1 }, work)).rejects.toThrow(
      'before',
    );
    expect(work).not.toHaveBeenCalled();
  });

  it('tells the work to stop, with the reason', async () => {
    let told: unknown;
    const work = (signal: AbortSignal): Promise<never> => {
      signal.addEventListener('abort', () => void (told = signal.reason));
      return never;
    };
    await expect(withDeadline({ ms: 5 }, work)).rejects.toThrow('Nothing came for 0 seconds.');
    expect(told).toMatchObject({ message: 'Nothing came for 0 seconds.' });
  });

  it('leaves neither timer nor listener behind', async () => {
    vi.useFakeTimers();
    try {
      const outer = new AbortController();
      const removed = vi.spyOn(outer.signal, 'removeEventListener');
      await withDeadline({ signal: outer.signal, ms: 1_000 }, () => Promise.resolve());
      expect([vi.getTimerCount(), removed.mock.calls.length]).toEqual([0, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts from its last start on, and takes a wait longer than a timer knows for a long one', () => {
    vi.useFakeTimers();
    try {
      const deadline = new Deadline({ ms: 100 });
      vi.advanceTimersByTime(99);
      deadline.restart(200);
      vi.advanceTimersByTime(199);
      expect([deadline.isLate, deadline.ms]).toEqual([false, 200]);
      vi.advanceTimersByTime(1);
      expect([deadline.isLate, deadline.signal.aborted]).toEqual([true, true]);
      const long = new Deadline({ ms: Number.MAX_SAFE_INTEGER });
      vi.advanceTimersByTime(1_000);
      expect(long.isLate).toBe(false);
      long.dispose();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what is awaited', () => {
  const limits = (signal = new AbortController().signal, ms = 60_000) => ({
    signal,
    ms,
    late: () => new Error('late'),
  });

  it('comes, fails, is late or is given up, whichever is first', async () => {
    expect(await withDeadline(limits(), Promise.resolve(7))).toBe(7);
    await expect(withDeadline(limits(), Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withDeadline(limits(undefined, 1), never)).rejects.toThrow('late');
    const controller = new AbortController();
    const given = withDeadline(limits(controller.signal), never);
    controller.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    await expect(withDeadline(limits(AbortSignal.abort(new Error('before'))), never)).rejects.toThrow('before');
  });

  it('as a stream is let go of when it is stuck', async () => {
    let isClosed = false;
    const stuck = async function* () {
      try {
        yield 1;
        await never;
        yield 2;
      } finally {
        isClosed = true;
      }
    };
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const part of watchedParts(stuck(), limits(undefined, 1))) seen.push(part);
    };
    await expect(read()).rejects.toThrow('late');
    expect(seen).toEqual([1]);
    // A generator that awaits for ever cannot be closed, and we did not wait for it.
    expect(isClosed).toBe(false);
    const closes: unknown[] = [];
    const parts = { next: () => never, return: () => Promise.resolve(closes.push('closed')) };
    await expect(
      watchedParts(
        { [Symbol.asyncIterator]: () => parts as unknown as AsyncIterator<number> },
        limits(undefined, 1),
      ).next(),
    ).rejects.toThrow('late');
    expect(closes).toEqual(['closed']);
  });
});
