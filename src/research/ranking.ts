/** Of BM25+. */
const [k, b, d] = [1.2, 0.7, 0.5];

/** From this length on a word of a query finds words that begin with it. */
export const shortestPrefix = 4;

/** What it counts that a word stands so often in a text of this length. */
export const bm25 = (count: number, { length, average }: { length: number; average: number }): number =>
  d + (count * (k + 1)) / (count + k * (1 - b + (b * length) / average));

/** How much a word tells: it stands in `holding` of all the documents. */
export const rarityOf = (holding: number, documents: number): number =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));

/** What a word counts that only begins with the one that was asked for. Both as lengths. */
export const prefixWeight = (asked: number, found: number): number => (0.4 * found) / (found + 0.3 * (found - asked));
