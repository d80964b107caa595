import { differInSpellingOnly, type Token } from './quoteTokens';

/** Either may be empty. */
interface Difference {
  readonly quoted: readonly Token[];
  readonly found: readonly Token[];
  /** Nothing but punctuation or spelling. */
  readonly typographic: boolean;
}

export interface Alignment {
  /** 1 − (cost of the differences ÷ weight of the quotation), at least 0. */
  readonly ratio: number;
  readonly differences: readonly Difference[];
  /** Gap by gap: indices into the source tokens, `[from, to)`. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** First and last token of the source that the alignment uses. */
  readonly first: Token;
  readonly last: Token;
}

/** It omits any number of source tokens at no cost. */
export const gap = 'gap';
export type QuoteToken = Token | typeof gap;

const solidWeight = 5;
const markWeight = 1;

/**
 * The whole quotation with the cheapest run of source tokens (semi-global). Quadratic: keep the run to a few times the
 * quotation's length, and that under 10,000 tokens.
 */
export function align(quote: readonly QuoteToken[], source: readonly Token[]): Alignment | undefined {
  const costs = costTable(quote, source);
  const width = source.length + 1;
  const last = quote.length * width;
  const costOfEnd = (column: number) => at(costs, last + column) + cutCost(source[column]);
  let end = 0;
  for (let column = 1; column < width; column += 1) {
    // At the same cost, a different last word is better than a missing one.
    const follows = column === end + 1 && costOfEnd(column) === costOfEnd(end);
    if (follows || costOfEnd(column) < costOfEnd(end)) end = column;
  }
  return new Trace(quote, source, costs).read(end);
}

/** The rest of a compound is cut off: "non-" matters. */
function cutCost(token: Token | undefined): number {
  return token?.glued === true ? solidWeight : 0;
}

/** Costs of the first `row` quote tokens ending at source token `column`, row by row. */
function costTable(quote: readonly QuoteToken[], source: readonly Token[]): Uint16Array {
  const width = source.length + 1;
  const costs = new Uint16Array((quote.length + 1) * width);
  const weights = Uint8Array.from(source, weight);
  const ids = new Ids();
  const texts = Uint32Array.from(source, (token) => ids.of(token.text));
  costs.set(source.map(cutCost));
  for (const [index, token] of quote.entries()) {
    const row = costs.subarray((index + 1) * width, (index + 2) * width);
    const above = costs.subarray(index * width, (index + 1) * width);
    if (token === gap) fillGap(row, above);
    else fillRow({ row, above, weights, texts, token, id: ids.of(token.text) });
  }
  return costs;
}

/** Equal if and only if the texts are. */
class Ids {
  readonly #known = new Map<string, number>();

  of(text: string): number {
    const known = this.#known.get(text) ?? this.#known.size;
    if (known === this.#known.size) this.#known.set(text, known);
    return known;
  }
}

function fillGap(row: Uint16Array, above: Uint16Array): void {
  let least = Number.POSITIVE_INFINITY;
  for (const [column, cost] of above.entries()) {
    least = Math.min(least, cost);
    row[column] = least;
  }
}

interface AlignmentRow {
  readonly row: Uint16Array;
  readonly above: Uint16Array;
  readonly weights: Uint8Array;
  readonly texts: Uint32Array;
  readonly token: Token;
  readonly id: number;
}

/** The inner loop, hence without calls. */
function fillRow({ row, above, weights, texts, token, id }: AlignmentRow): void {
  const own = weight(token);
  let diagonal = above[0] ?? 0;
  let left = diagonal + own;
  row[0] = left;
  for (let column = 1; column < row.length; column += 1) {
    const other = weights[column - 1] ?? 0;
    const exchanged = texts[column - 1] === id ? 0 : own === other ? own : own + other;
    const over = above[column] ?? 0;
    let least = diagonal + exchanged;
    if (over + own < least) least = over + own;
    if (left + other < least) least = left + other;
    row[column] = least;
    diagonal = over;
    left = least;
  }
}

function at(costs: Uint16Array, index: number): number {
  return costs[index] ?? 0;
}

function weight(token: Token): number {
  return token.solid ? solidWeight : markWeight;
}

function exchange(one: Token, other: Token): number {
  if (one.text === other.text) return 0;
  return one.solid === other.solid ? weight(one) : solidWeight + markWeight;
}

/** Traces back through the table and merges neighbouring differences. */
class Trace {
  readonly #differences: Difference[] = [];
  readonly #gaps: { from: number; to: number }[] = [];
  #quoted: Token[] = [];
  #found: Token[] = [];
  #first: Token | undefined;
  #last: Token | undefined;

  constructor(
    private readonly quote: readonly QuoteToken[],
    private readonly source: readonly Token[],
    private readonly costs: Uint16Array,
  ) {}

  read(end: number): Alignment | undefined {
    let row = this.quote.length;
    let column = end;
    this.#restOfCompound(end);
    while (row > 0) {
      const token = this.quote[row - 1];
      if (token === gap) column = this.#skipGap(row, column);
      const step = token === undefined || token === gap ? { row: 1, column: 0 } : this.#step(token, row, column);
      row -= step.row;
      column -= step.column;
    }
    this.#beginningOfCompound(column);
    this.#flush();
    const [first, last] = [this.#first, this.#last];
    if (first === undefined || last === undefined) return undefined;
    const differences = this.#differences.reverse();
    return { ratio: this.#ratio(), differences, gaps: this.#gaps.reverse(), first, last };
  }

  #skipGap(row: number, column: number): number {
    this.#flush();
    const width = this.source.length + 1;
    let from = column;
    while (from > 0 && at(this.costs, (row - 1) * width + from) !== at(this.costs, row * width + column)) from -= 1;
    this.#gaps.push({ from, to: column });
    return from;
  }

  #step(token: Token, row: number, column: number): { row: number; column: number } {
    const width = this.source.length + 1;
    const here = at(this.costs, row * width + column);
    const other = this.source[column - 1];
    const before = column > 0 ? at(this.costs, (row - 1) * width + column - 1) : Number.POSITIVE_INFINITY;
    if (other !== undefined && here === before + exchange(token, other)) {
      if (token.text === other.text) this.#flush();
      else {
        this.#quoted.push(token);
        this.#found.push(other);
      }
      this.#takePart(other);
      return { row: 1, column: 1 };
    }
    if (here === at(this.costs, (row - 1) * width + column) + weight(token) || other === undefined) {
      this.#quoted.push(token);
      return { row: 1, column: 0 };
    }
    this.#found.push(other);
    this.#takePart(other);
    return { row: 0, column: 1 };
  }

  #restOfCompound(end: number): void {
    const rest = this.source.slice(end).findIndex((token) => !token.glued);
    const tokens = this.source.slice(end, rest < 0 ? undefined : end + rest).reverse();
    for (const token of tokens) {
      this.#found.push(token);
      this.#takePart(token);
    }
  }

  #beginningOfCompound(column: number): void {
    for (let index = column; this.source[index]?.glued === true; index -= 1) {
      const token = this.source[index - 1];
      if (token === undefined) break;
      this.#found.push(token);
      this.#takePart(token);
    }
  }

  #takePart(token: Token): void {
    this.#last ??= token;
    this.#first = token;
  }

  #flush(): void {
    if (this.#quoted.length + this.#found.length === 0) return;
    const [quoted, found] = [this.#quoted.reverse(), this.#found.reverse()];
    this.#differences.push({ quoted, found, typographic: differInSpellingOnly(quoted, found) });
    this.#quoted = [];
    this.#found = [];
  }

  /** Counted again: a compound written apart costs two words in the table, but only a hyphen differs. */
  #ratio(): number {
    const total = sum(this.quote.filter((token) => token !== gap).map(weight));
    const cost = sum(
      this.#differences.map(({ quoted, found, typographic }) =>
        typographic ? markWeight : Math.max(sum(quoted.map(weight)), sum(found.map(weight))),
      ),
    );
    return Math.max(0, 1 - cost / Math.max(total, 1));
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
