/** Parameters of BM25+. */
const [k, b, d] = [1.2, 0.7, 0.5];

/** From this length on a query's word also matches words that begin with it. */
export const shortestPrefix = 4;

/** The score of a word by its frequency in a text of this length. */
export const bm25 = (count: number, { length, average }: { length: number; average: number }): number =>
  d + (count * (k + 1)) / (count + k * (1 - b + (b * length) / average));

/** The weight of a word that `holding` of all the documents contain. */
export const rarityOf = (holding: number, documents: number): number =>
  Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));

/** The weight of a word that only begins with the query's. Both as lengths. */
export const prefixWeight = (asked: number, found: number): number => (0.4 * found) / (found + 0.3 * (found - asked));
