/**
 * Bounds for one source: counted, never timed, so that the same text is read, or is too complex, on any machine and in
 * every replay. For the values see `docs/verification.md`.
 */
export const bounds = {
  /** Elements, texts and comments of markup. */
  nodes: 1_000_000,
  /** Depth of nested elements. */
  levels: 2_048,
  /** Attributes of all elements together. */
  attributes: 1_000_000,
  'attributes of one element': 256,
  /** Selectors of its style sheets that may hide something. */
  'style rules': 100_000,
  'style rules for one element': 1_000,
  pages: 5_000,
  /** Pieces of text as the pages of a PDF document show them. */
  texts: 2_000_000,
  /** Operators of PDF documents that draw and show text, in hundreds. */
  operators: 3_000_000,
  /** Corners of the areas that a page of a PDF document paints. */
  'corners of areas on one page': 1_000_000,
  /** Forms of PDF documents, each shown by the one before it. */
  'nested forms': 100,
  /** Graphics states of PDF documents, each saved above the one before it. */
  'saved states': 500,
  /** Bytes that the PDF reader allocates. */
  'unpacked bytes': 256 * 1024 * 1024,
  /** Items of the PDF reader's long lists, as they grow. */
  'listed items': 8_000_000,
  'items of one list': 1_000_000,
  /** UTF-16 code units of the pieces of text of a PDF document, with those that are left out of its text. */
  'shown characters': 20_000_000,
  /** Lines that are read one by one. */
  lines: 1_000_000,
  /** UTF-16 code units of the resulting text. */
  characters: 10_000_000,
  /** Elements, characters and lines examined more than once. */
  steps: 50_000_000,
} as const;

type Measure = keyof typeof bounds;

/** `message` is for people; completes "left out: too complex: …". */
export class SourceTooComplex extends Error {
  override readonly name = 'SourceTooComplex';
  readonly code = 'too_complex';

  constructor(
    readonly measure: Measure,
    readonly found: number,
    readonly most: number,
  ) {
    super(`${inGroups(found)} ${measure}; at most ${inGroups(most)} are read`);
  }
}

/** Counts the work for one source. */
export class Work {
  readonly #counted = new Map<Measure, number>();

  constructor(private readonly most: Readonly<Record<Measure, number>> = bounds) {}

  /** @throws SourceTooComplex past the bound */
  count(measure: Measure, by = 1): void {
    this.check(measure, this.of(measure) + by);
  }

  /**
   * A total that is known as a whole.
   *
   * @throws SourceTooComplex past the bound
   */
  check(measure: Measure, found: number): void {
    this.#counted.set(measure, found);
    if (found > this.most[measure]) throw new SourceTooComplex(measure, found, this.most[measure]);
  }

  of(measure: Measure): number {
    return this.#counted.get(measure) ?? 0;
  }
}

const inGroups = (count: number): string => count.toLocaleString('en-US');

const [lineFeed, carriageReturn] = [10, 13];

/** @throws SourceTooComplex if there are too many lines, whatever ends them */
export function countLines(text: string, work = new Work()): void {
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) lines += 1;
  }
  work.check('lines', lines);
}
