import { describe, expect, it } from 'vitest';
import { pool } from '../../../src/research/pool';

describe('pool', () => {
  it('works on everything, never on more than its width at once', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const work = async (item: number) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(item);
    };
    await pool(Array(50).keys(), work, { width: 4 });
    expect(done).toHaveLength(50);
    expect(most).toBe(4);
  });

  it('begins nothing more after a failure and waits for what is under way', async () => {
    const failed = new Error('third');
    const ended: number[] = [];
    const work = async (item: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (item === 2) throw failed;
      ended.push(item);
    };
    await expect(pool(Array(50).keys(), work, { width: 4 })).rejects.toBe(failed);
    expect(ended.sort()).toEqual([0, 1, 3, 4, 5].slice(0, ended.length));
    expect(ended.length).toBeLessThan(8);
  });
});
