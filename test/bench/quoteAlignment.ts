import { findQuote, normaliseText, type NormalisedText, type QuoteMatch } from '../../src/matching/quote/quote';
import { tokensOf } from '../../src/matching/quote/quoteTokens';
import { pageText } from '../support/quoteCorpus/corpusPage';
import { corpusPages } from '../support/quoteCorpus/quoteCorpus';
import { median, ms, times, type Bench, type Figure } from './bench';

const pageLength = 1_000_000;
const quoteLength = 300;
const runs = 15;

/**
 * A quotation of 300 characters in a page of a million, read once: verbatim against `indexOf`, with two words changed against a
 * plain loop that aligns its words with those of every place of the page. Then pages and quotations that are made to be slow.
 */
export const quoteAlignment: Bench = {
  name: 'quote alignment',
  run() {
    const page = longPage();
    const source = normaliseText(page);
    const quote = quoteOf(page);
    const changed = withTwoWordsChanged(quote);
    return Promise.resolve([
      normalising(page),
      verbatim(source, quote),
      approximate(source, changed),
      absent(source),
      ...slowOnes(),
    ]);
  },
};

/** Sentences of the corpus, each with a number of its own, so that no place reads like another one. */
function longPage(): string {
  const sentences = corpusPages.flatMap((page) => pageText(page).split(/(?<=[.?!]) |\n\n/));
  const parts: string[] = [];
  for (let length = 0, index = 0; length < pageLength; index += 1) {
    const sentence = `${sentences[(index * 37) % sentences.length] ?? ''} (${index})${index % 6 === 5 ? '\n\n' : ' '}`;
    parts.push(sentence);
    length += sentence.length;
  }
  return parts.join('').slice(0, pageLength);
}

function quoteOf(page: string): string {
  const start = page.indexOf(' ', Math.floor(pageLength * 0.7)) + 1;
  return page.slice(start, page.lastIndexOf(' ', start + quoteLength)).replace(/\n+/g, ' ');
}

function withTwoWordsChanged(quote: string): string {
  const words = quote.split(' ');
  return words
    .with(Math.floor(words.length / 3), 'penguin')
    .with(Math.floor((2 * words.length) / 3), 'walrus')
    .join(' ');
}

function timed(work: () => unknown): number {
  return median(Array.from({ length: runs }, () => once(work)));
}

/** Milliseconds of the processor, not of the clock: the work waits for nothing, and other programs may run beside it. */
function once(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function normalising(page: string): Figure {
  const [taken, baseline] = [
    timed(() => normaliseText(page)),
    timed(() => page.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')),
  ];
  const what = 'normalise a page of 1 MB, with offsets';
  return {
    what,
    figure: ms(taken),
    baseline: `${ms(baseline)} NFKC, lower case, one space; no offsets`,
    ratio: times(taken / baseline),
    aim: '—',
  };
}

function verbatim(source: NormalisedText, quote: string): Figure {
  expectKind(findQuote(source, quote), 'exact');
  const plain = normaliseText(quote, 'quote').text;
  const [taken, baseline] = [timed(() => findQuote(source, quote)), timed(() => source.text.indexOf(plain))];
  const what = `quote of ${quoteLength} characters in it, verbatim`;
  return {
    what,
    figure: ms(taken),
    baseline: `${ms(baseline)} indexOf`,
    ratio: times(taken / baseline),
    aim: '≤ 2 ms',
    isMet: taken <= 2,
  };
}

function approximate(source: NormalisedText, quote: string): Figure {
  const match = findQuote(source, quote);
  expectKind(match, 'approximate');
  const tokens = tokensOf(source.text).map(({ text }) => text);
  const words = tokensOf(normaliseText(quote, 'quote').text).map(({ text }) => text);
  if (leastDifferences(words, tokens) !== 2) throw new Error('The plain loop does not find the changed words.');
  const [taken, baseline] = [timed(() => findQuote(source, quote)), timed(() => leastDifferences(words, tokens))];
  const what = 'the same with two words changed';
  return {
    what,
    figure: ms(taken),
    baseline: `${ms(baseline)} every place, word by word`,
    ratio: times(taken / baseline),
    aim: '≤ 20 ms',
    isMet: taken <= 20,
  };
}

function absent(source: NormalisedText): Figure {
  const quote = 'Penguins and walruses are said to have taken over the administration of a distant island. '
    .repeat(4)
    .slice(0, quoteLength);
  expectKind(findQuote(source, quote), 'missing');
  const taken = timed(() => findQuote(source, quote));
  return {
    what: 'the same, nowhere in it',
    figure: ms(taken),
    baseline: '—',
    ratio: '—',
    aim: '≤ 20 ms',
    isMet: taken <= 20,
  };
}

/** Pages of one word, one letter, one sentence, nothing but hyphens; and quotations of them that nearly stand there. */
function slowOnes(): Figure[] {
  const units = ['a ', 'The same sentence again, and 12 more of it. ', 'x', 'a-', 'ab-\n', '1,', 'e\u0301', '> ', '. '];
  const slowest = units.map((unit) => {
    const page = unit.repeat(Math.ceil(pageLength / unit.length));
    const source = normaliseText(page);
    const quotes = [
      page.slice(0, quoteLength),
      `${page.slice(0, 150)} zebra ${page.slice(0, 150)}`,
      `${page.slice(0, 40)}… ${page.slice(0, 20)}b ${page.slice(0, 20)}`,
      unit.repeat(800),
    ];
    return Math.max(...quotes.map((quote) => once(() => findQuote(source, quote))));
  });
  const worst = Math.max(...slowest);
  return [
    {
      what: `the slowest of ${units.length * 4} that are made to be slow`,
      figure: ms(worst),
      baseline: '—',
      ratio: '—',
      aim: '≤ 1 s',
      isMet: worst <= 1000,
    },
  ];
}

function expectKind({ kind }: QuoteMatch, expected: QuoteMatch['kind']): void {
  if (kind !== expected) throw new Error(`The quotation was to be ${expected}, and is ${kind}.`);
}

/** Differing words at the best place: one column of the table after another, the beginning and the end free. */
function leastDifferences(words: readonly string[], tokens: readonly string[]): number {
  const column = Uint16Array.from({ length: words.length + 1 }, (_, row) => row);
  let least = words.length;
  for (const token of tokens) {
    let diagonal = 0;
    for (let row = 1; row <= words.length; row += 1) {
      const left = column[row] ?? 0;
      const exchanged = diagonal + (words[row - 1] === token ? 0 : 1);
      column[row] = Math.min(exchanged, left + 1, (column[row - 1] ?? 0) + 1);
      diagonal = left;
    }
    least = Math.min(least, column[words.length] ?? 0);
  }
  return least;
}
