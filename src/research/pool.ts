/**
 * Runs `work` on every item, at most `width` at a time. After the first failure, or an abort, no further item starts;
 * rejects with that failure once the running ones have ended.
 */
export async function pool<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  { width, signal }: { width: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      try {
        signal?.throwIfAborted();
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
}
