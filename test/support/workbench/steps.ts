/**
 * Reports work that takes time: a line when it begins, its duration when it ends, and on a terminal the seconds in
 * between.
 */
export async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - start) / 1_000)} s`;
  const { stdout } = process;
  const tick = (): unknown => stdout.write(`\r${what} … ${seconds()}`);
  const ticking = stdout.isTTY ? setInterval(tick, 1_000) : undefined;
  if (ticking === undefined) console.log(`${what} …`);
  const end = (how: string): void => {
    clearInterval(ticking);
    console.log(`${stdout.isTTY ? '\r' : ''}${what}: ${how}, ${seconds()}`);
  };
  try {
    const result = await work();
    end('done');
    return result;
  } catch (error) {
    end('failed');
    throw error;
  }
}
