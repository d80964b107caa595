import { pdfFile } from '../pdfFile';
import { typed } from '../web/webPage';
import { articleWith, type AdversaryCase } from './adversaryStage';

const table = articleWith(
  '<table><caption>Share of late ferries by year</caption><tr><th>Quay</th><th>2019</th><th>2020</th></tr><tr><td>Northern quay</td><td>12 %</td><td>40 %</td></tr><tr><td>Southern quay</td><td>31 %</td><td>7 %</td></tr></table>' +
    '<p>In 2019 the northern quay held 1,200 ships. In 2020 the northern quay held 3,400 ships. The southern quay was hardly used in these years.</p>',
);
const quote = 'The southern quay was hardly used in these years.';
const figure = (name: string, claim: string, expected: AdversaryCase['expected']): AdversaryCase => ({
  name,
  page: table,
  quote,
  claim,
  isJudged: true,
  expected,
});

/** Claims in other words than the quotation, before a judge who agrees with everything: code must find the fault. */
export const figureCases: readonly AdversaryCase[] = [
  figure('a figure that is nowhere', 'The southern quay was hardly used: 99 % of the ferries were late.', 'unverified'),
  figure('the share of another row', 'At the southern quay 40 % of the ferries were late.', 'unverified'),
  figure('the share of another column', 'In 2019, 40 % of the ferries of the northern quay were late.', 'unverified'),
  figure('a figure of another magnitude', 'The northern quay held 1.2 million ships.', 'unverified'),
  figure('an amount where there is a share', 'The northern quay earned €40.', 'unverified'),
  figure('a sign that is not there', 'The share rose by −12 %.', 'unverified'),
  figure('a year that is not there', 'In 2021 the northern quay held 1,200 ships.', 'unverified'),
  figure('the number of its own sentence', 'In 2020 the northern quay held 3,400 ships.', 'verified'),
  figure(
    'the share of its own row and column',
    'In 2020, 40 % of the ferries of the northern quay were late.',
    'verified',
  ),
  figure('no figure', 'Hardly anybody used the southern quay.', 'verified'),
];

const pdf = (pages: readonly (readonly string[])[]) => typed('application/pdf', pdfFile({ pages }));
const body = [
  'The office has counted all ships of the harbour for many years now.',
  'It has written down what each of them carried, and for whom it was.',
];
const paper = pdf([
  ['Journal of Harbours 12', ...body, 'In the winter the northern quay carried more', '1'],
  [
    'Journal of Harbours 12',
    'freight than the southern quay did. The cranes were re-',
    'paired in May, and stood still for most of the sum-',
    '2',
  ],
  [
    'Journal of Harbours 12',
    'mer. In May the office asked the clerks to re-',
    'sign after the storm had taken the ferries away.',
    '3',
  ],
]);

/** Documents with pages, and plain texts. */
export const documentCases: readonly AdversaryCase[] = [
  {
    name: 'over the edge of a page with running heads',
    page: paper,
    quote: 'In the winter the northern quay carried more freight than the southern quay did.',
    expected: 'verified',
  },
  {
    name: 'over the edge of a page, on the page that is cited',
    page: paper,
    fragment: '#page=2',
    quote: 'In the winter the northern quay carried more freight than the southern quay did.',
    expected: 'verified',
  },
  {
    name: 'a word divided at the end of a page',
    page: paper,
    quote: 'stood still for most of the summer',
    expected: 'verified',
  },
  {
    name: 'a word divided at the end of a line',
    page: paper,
    quote: 'The cranes were repaired in May',
    expected: 'verified',
  },
  {
    name: 'a hyphen at the end of a line that tells two words apart',
    page: paper,
    quote: 'asked the clerks to resign after the storm had taken the ferries away.',
    expected: 'unverified',
  },
  { name: 'the running head itself', page: paper, quote: 'Journal of Harbours 12', expected: 'verified' },
  {
    name: 'another page than the one that is cited',
    page: paper,
    fragment: '#page=1',
    quote: 'The cranes were repaired in May',
    expected: 'unreliable',
  },
  {
    name: 'a page that there is not',
    page: paper,
    fragment: '#page=9',
    quote: 'The cranes were repaired in May',
    expected: 'unreliable',
  },
  {
    name: 'numbers at the edges of pages are figures where they do not count pages',
    page: pdf([
      ['Ships of the northern quay in spring were', '40'],
      ['Ships of the southern quay in spring were', '12'],
    ]),
    quote: 'Ships of the northern quay in spring were 40',
    expected: 'verified',
  },
  {
    name: 'marks of references in a plain text',
    page: typed('text/plain', 'The northern quay carried more freight [12] than the southern quay did [3, 4].'),
    quote: 'The northern quay carried more freight than the southern quay did.',
    expected: 'verified',
  },
  {
    name: 'an index of an array is no mark',
    page: typed('text/plain', 'The value of values[3] must be positive in all the tables of the harbour.'),
    quote: 'The value of values must be positive in all the tables of the harbour.',
    expected: 'unverified',
  },
  {
    name: 'a power in a plain text',
    page: typed('text/plain', 'The samples of water held 10⁶ cells in every litre.'),
    quote: 'The samples of water held 106 cells in every litre.',
    expected: 'unreliable',
  },
  {
    name: 'struck out in Markdown',
    page: typed('text/markdown', '# Report\n\nThe quay is ~~perfectly safe~~ closed to ferries in the winter.\n'),
    quote: 'The quay is perfectly safe',
    expected: 'unreliable',
  },
];
