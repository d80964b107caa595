import { describe, expect, it } from 'vitest';
import { missingFigures, unreckoned } from '../../../../src/matching/figures/figureFindings';
import { FigureSearch } from '../../../../src/debate/rules/lint/formats/panel/closings';

/** The search that reads only some paragraphs finds what a reading of everything finds. */

const closing =
  'It is 37% of 1,200,000 builds, $2.5 million, twelve and a half hours, 1.234 tonnes, 0.05, −4 %, on 13 February 2026, in 2025, at 10:30; 98,765 more, 7 and 600.';

const earlier = [
  'Nothing here.\n\nThirty-seven percent of the builds.',
  'There were 1.2 million builds.',
  'It cost 2,500,000 dollars.',
  'They took 12.5 hours.',
  'Some 1234 kg, or 1,234 tonnes.',
  'A share of .05 is small.',
  'It fell by 4 %.',
  'Held on 2026-02-13.',
  'In 2024–25 nothing changed.',
  'They met at 10:30 am.',
  'There are seven of them.',
  'Half a dozen hundred: six hundred.',
];

function searched(texts: readonly string[]): string[] {
  const search = new FigureSearch(new Map([[100, closing]]));
  for (const text of texts) search.add(text, Infinity);
  return search.missingIn(100);
}

const wholly = (texts: readonly string[]): string[] => [
  ...new Set(unreckoned(closing, missingFigures(closing, texts.join('\n\n'))).map((figure) => figure.raw)),
];

describe('the search for figures', () => {
  it('agrees with a reading of the whole, for every part of the text', () => {
    for (let from = 0; from <= earlier.length; from += 1) {
      for (let to = from; to <= earlier.length; to += 1) {
        const texts = earlier.slice(from, to);
        expect(searched(texts), texts.join(' | ')).toEqual(wholly(texts));
      }
    }
    expect(wholly(earlier)).toContain('98,765');
    expect(wholly(earlier).length).toBeLessThan(4);
  });

  it('goes on over many batches', () => {
    const filler = Array.from(
      { length: 400 },
      (_, index) => `Filler ${98_000 + index} says 37 things. ${'word '.repeat(300)}`,
    );
    expect(searched([...filler, ...earlier])).toEqual(wholly(earlier));
  });

  it('judges each text by what came before it', () => {
    const search = new FigureSearch(
      new Map([
        [3, 'It is 41.'],
        [5, 'It is 41 and 42.'],
      ]),
    );
    search.add('First 42.', Infinity);
    expect(search.missingIn(3)).toEqual(['41']);
    search.add('It is 41.', Infinity);
    expect(search.missingIn(5)).toEqual([]);
  });

  it('counts what was struck only until then', () => {
    const search = new FigureSearch(
      new Map([
        [3, 'It is 41.'],
        [5, 'It is 41.'],
      ]),
    );
    search.add('There are 41.', 4);
    expect(search.missingIn(3)).toEqual([]);
    expect(search.missingIn(5)).toEqual(['41']);
  });
});
