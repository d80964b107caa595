import type { SearchBudget } from '../quote/verbatimSearch';

/**
 * Limit for one statement in one source: about a second of CPU at most. Text that people write takes a hundredth of it.
 */
export const mostMatchingSteps = 50_000_000;

/** `message` is for people; completes "too complex: …". */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
  readonly code = 'too_complex';

  constructor(most: number, what: string) {
    super(`more than ${most.toLocaleString('en-US')} ${what}`);
  }
}

/**
 * Steps of matching, counted so that the bound is the same on every machine: one is about twenty nanoseconds' work, such as a character
 * that is compared.
 */
export class MatchingSteps implements SearchBudget {
  left: number;

  constructor(private readonly most = mostMatchingSteps) {
    this.left = most;
  }

  get taken(): number {
    return this.most - this.left;
  }

  /** @throws TooComplex when none are left. */
  take(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new TooComplex(this.most, 'steps');
  }
}
