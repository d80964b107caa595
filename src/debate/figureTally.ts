import { matchesOf } from './matches';

/** A megabyte of nothing but numbers has as many, ten megabytes of prose half of them. */
export const mostFigures = 250_000;

/** `message` is for people; completes "too complex: …". */
export class TooManyFigures extends Error {
  override readonly name = 'TooManyFigures';
  readonly code = 'too_complex';

  constructor(readonly most: number) {
    super(`more than ${most.toLocaleString('en-US')} figures`);
  }
}

/** So that a text of nothing but figures does not fill the memory. */
export class FigureTally {
  #count = 0;

  constructor(private readonly most = Number.POSITIVE_INFINITY) {}

  /** @throws TooManyFigures */
  count(): void {
    this.#count += 1;
    if (this.#count > this.most) throw new TooManyFigures(this.most);
  }

  /** As `text.matchAll(pattern)`, each counted. @throws TooManyFigures */
  *matches(text: string, pattern: RegExp): Generator<RegExpExecArray> {
    for (const match of matchesOf(text, pattern)) {
      this.count();
      yield match;
    }
  }
}
