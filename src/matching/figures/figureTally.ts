import { matchesOf } from '../text/matches';
import { MatchingSteps, TooComplex } from '../text/matchingSteps';

/** A megabyte of nothing but numbers has as many, ten megabytes of prose half of them. */
export const mostFigures = 250_000;

/** So that a text of nothing but figures neither fills the memory nor takes for ever. */
export class FigureTally {
  #count = 0;

  constructor(
    private readonly most = Number.POSITIVE_INFINITY,
    readonly steps = new MatchingSteps(Number.POSITIVE_INFINITY),
  ) {}

  /** @throws TooComplex */
  count(): void {
    this.#count += 1;
    if (this.#count > this.most) throw new TooComplex(this.most, 'figures');
  }

  /** Works like `text.matchAll(pattern)` and counts each match. @throws TooComplex */
  *matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
    for (const match of matchesOf(text, pattern)) {
      this.count();
      yield match;
    }
  }
}
