import { describe, expect, it } from 'vitest';
import { LearnedLimits } from '../../../src/models/learnedLimits';

describe('limits that refusals state', () => {
  it('are kept where they are smaller than what is known', () => {
    const limits = new LearnedLimits();
    limits.learn({ window: 32_768 });
    limits.learn({ window: 65_536, output: 8_192 });
    expect(limits.all).toEqual({ window: 32_768, output: 8_192 });
  });

  it('are no windows where more was answered, before or after', () => {
    const limits = new LearnedLimits();
    limits.learn({ window: 4_096, output: 2_048 });
    limits.take(5_000);
    expect(limits.all).toEqual({ output: 2_048 });
    limits.learn({ window: 1_000 });
    expect(limits.all).toEqual({ output: 2_048 });
    limits.learn({ window: 6_000 });
    expect(limits.all).toEqual({ output: 2_048, window: 6_000 });
  });

  it('hold for a rate as for a window, until more was answered', () => {
    const limits = new LearnedLimits();
    limits.learn({ window: 6_000 }, true);
    expect(limits.all).toEqual({ window: 6_000, isRate: true });
    limits.take(7_000);
    expect(limits.all).toEqual({});
  });
});
