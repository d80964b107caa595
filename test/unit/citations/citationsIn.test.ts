import { describe, expect, it } from 'vitest';
import { citationsIn } from '../../../src/citations/markdown/citationsIn';

const found = (document: string): string[] =>
  citationsIn(document).citations.map(({ form, quote, start, end, target }) =>
    form === 'figure' ? `figure → ${target}` : `${form}: ${quote ?? document.slice(start, end)} → ${target}`,
  );

const unchecked = (document: string): string[] =>
  citationsIn(document).unchecked.map(({ why, said }) => (said === undefined ? why : `${why}: ${said}`));

/** What real documents write, and the citations in it. */
const snippets: readonly [what: string, document: string, citations: readonly string[]][] = [
  [
    'words in marks, a link in brackets behind them',
    'The docs say “it never stores the key on disk” ([notes](docs/a.md)).',
    ['quotation: it never stores the key on disk → docs/a.md'],
  ],
  [
    'straight marks',
    'The docs say "it never stores the key on disk" ([notes](docs/a.md)).',
    ['quotation: it never stores the key on disk → docs/a.md'],
  ],
  [
    'the link before the words',
    'According to [the notes](docs/a.md), "it never stores the key on disk".',
    ['quotation: it never stores the key on disk → docs/a.md'],
  ],
  [
    'the link right behind the full stop',
    '“It never stores the key on disk.” ([notes](docs/a.md))',
    ['quotation: It never stores the key on disk. → docs/a.md'],
  ],
  [
    'a bare link right behind the sentence',
    '“It never stores the key on disk.” [Notes](docs/a.md)',
    ['quotation: It never stores the key on disk. → docs/a.md'],
  ],
  [
    'a link in the next sentence, with words between',
    '“It never stores the key on disk.” That is good. More in [the notes](docs/a.md).',
    [],
  ],
  ['scare quotes of two words', 'The so-called "happy path" is [documented](docs/a.md).', []],
  ['scare quotes of three words', 'A "works for me" answer, see [the thread](https://x.example/1).', []],
  [
    'twenty letters in two words',
    'The “uncharacteristically misinterpreted” part ([notes](a.md)).',
    ['quotation: uncharacteristically misinterpreted → a.md'],
  ],
  ['no link at all', 'He said "it never stores the key on disk" and left.', []],
  [
    'two quotations and two links',
    '"the first of these two passages" ([a](a.md)) and "the second of these two passages" ([b](b.md)).',
    ['quotation: the first of these two passages → a.md', 'quotation: the second of these two passages → b.md'],
  ],
  [
    'two links before, one behind: the nearest behind',
    'See [a](a.md) and [b](b.md): "the words that were really said" ([c](c.md)).',
    ['quotation: the words that were really said → c.md'],
  ],
  [
    'two links behind: the first of them',
    '"the words that were really said" ([a](a.md), [b](b.md)).',
    ['quotation: the words that were really said → a.md'],
  ],
  ['a title as the link’s text', 'Read ["How to write a good readme"](https://x.example/readme).', []],
  ['marks around a link', 'Read "[How to write a good readme](https://x.example/readme)".', []],
  [
    'German marks',
    'Dort steht „der Schlüssel wird nie auf die Platte geschrieben“ ([Notizen](a.md)).',
    ['quotation: der Schlüssel wird nie auf die Platte geschrieben → a.md'],
  ],
  [
    'French marks',
    'On lit « la clé n’est jamais écrite sur le disque » ([notes](a.md)).',
    ['quotation: la clé n’est jamais écrite sur le disque → a.md'],
  ],
  [
    'British marks with an apostrophe',
    'It says ‘the user’s key is never written to disk’ ([notes](a.md)).',
    ['quotation: the user’s key is never written to disk → a.md'],
  ],
  [
    'Japanese marks',
    '文書には「鍵は決してディスクに保存されることはありませんのでご安心ください」とある（[資料](a.md)）。',
    ['quotation: 鍵は決してディスクに保存されることはありませんのでご安心ください → a.md'],
  ],
  [
    'a quotation of two sentences',
    'It says “Keys are never stored. They are asked for each time.” ([notes](a.md)).',
    ['quotation: Keys are never stored. They are asked for each time. → a.md'],
  ],
  [
    'emphasis inside the quotation',
    'It says “keys are *never* stored on **any** disk” ([notes](a.md)).',
    ['quotation: keys are never stored on any disk → a.md'],
  ],
  [
    'code inside the quotation',
    'It says “run `npm test` before each push” ([contributing](CONTRIBUTING.md)).',
    ['quotation: run npm test before each push → CONTRIBUTING.md'],
  ],
  ['marks inside code', 'Write `"four words in code"` as in [the manual](a.md).', []],
  ['a fenced block', '```\n"four words in code" [a](a.md)\n```\n', []],
  ['an indented block', 'Text:\n\n    "four words in code" [a](a.md)\n', []],
  ['a heading', '## "four words in quotes" [a](a.md)\n', []],
  ['front matter', '---\ntitle: "four words in quotes" [a](a.md)\n---\n\nText.\n', []],
  ['an image', '![“four words of a picture”](picture.png)', []],
  ['struck words', 'It says ~~“these words are struck out here”~~ ([notes](a.md)).', []],
  [
    'a line number',
    'It says “keys are never stored on disk” ([notes](src/a.md#L3-L9)).',
    ['quotation: keys are never stored on disk → src/a.md#L3-L9'],
  ],
  [
    'a workspace address',
    'It says “keys are never stored on disk” (workspace:notes/a.md#L3).',
    ['quotation: keys are never stored on disk → workspace:notes/a.md#L3'],
  ],
  [
    'a bare address with a full stop',
    'It says “keys are never stored on disk”, https://x.example/a_(b).',
    ['quotation: keys are never stored on disk → https://x.example/a_(b)'],
  ],
  [
    'an address in angle brackets',
    'It says “keys are never stored on disk” <https://x.example/a>.',
    ['quotation: keys are never stored on disk → https://x.example/a'],
  ],
  [
    'a reference link',
    'It says “keys are never stored on disk” [notes][n].\n\n[n]: docs/a.md\n',
    ['quotation: keys are never stored on disk → docs/a.md'],
  ],
  [
    'a number as reference',
    'It says “keys are never stored on disk” [1].\n\n[1]: https://x.example/a\n',
    ['quotation: keys are never stored on disk → https://x.example/a'],
  ],
  ['a number without an address', 'It says “keys are never stored on disk” [1].', []],
  [
    'a footnote with words and an address',
    'It says “keys are never stored on disk”.[^k]\n\n[^k]: Author, *Title*, <https://x.example/a>, p. 3.\n',
    ['quotation: keys are never stored on disk → https://x.example/a'],
  ],
  [
    'a footnote that is an address',
    'It says “keys are never stored on disk”[^1].\n\n[^1]: https://x.example/a\n',
    ['quotation: keys are never stored on disk → https://x.example/a'],
  ],
  ['a footnote without an address', 'It says “keys are never stored on disk”[^1].\n\n[^1]: Author, Title, 2020.\n', []],
  [
    'a quotation in a footnote',
    'Text.[^1]\n\n[^1]: The notes say “keys are never stored on disk” ([notes](a.md)).\n',
    ['quotation: keys are never stored on disk → a.md'],
  ],
  [
    'a list item',
    '- It says “keys are never stored on disk” ([notes](a.md)).\n- Another item.\n',
    ['quotation: keys are never stored on disk → a.md'],
  ],
  [
    'a list item over two lines',
    '1. It says “keys are never\n   stored on disk” ([notes](a.md)).\n',
    ['quotation: keys are never stored on disk → a.md'],
  ],
  ['a link in the next list item', '- It says “keys are never stored on disk”.\n- See [the notes](a.md).\n', []],
  [
    'a cell of a table',
    '| claim | source |\n|---|---|\n| “keys are never stored on disk” [notes](a.md) | x |\n',
    ['quotation: keys are never stored on disk → a.md'],
  ],
  [
    'a link in the next cell',
    '| claim | source |\n|---|---|\n| “keys are never stored on disk” | [notes](a.md) |\n',
    ['quotation: keys are never stored on disk → a.md'],
  ],
  [
    'words between a quotation and the next cell',
    '| claim | source |\n|---|---|\n| “keys are never stored on disk”, some say | [notes](a.md) |\n',
    [],
  ],
  [
    'a block quote with its source in the last line',
    '> Keys are never stored.\n> They are asked for.\n> — Author, [Title](https://x.example/a)\n',
    ['block: Keys are never stored. They are asked for. → https://x.example/a'],
  ],
  [
    'a block quote with its source behind a dash',
    '> Keys are never stored on disk. — [Notes](a.md)\n',
    ['block: Keys are never stored on disk. → a.md'],
  ],
  [
    'a block quote with its source in brackets',
    '> Keys are never stored on disk ([notes](a.md))\n',
    ['block: Keys are never stored on disk → a.md'],
  ],
  [
    'a block quote and a paragraph that names the source',
    '> Keys are never stored on disk.\n\n— Author, [Title](a.md)\n',
    ['block: Keys are never stored on disk. → a.md'],
  ],
  [
    'a block quote of two paragraphs',
    '> Keys are never stored.\n>\n> They are asked for.\n\nSource: [notes](a.md).\n',
    ['block: Keys are never stored.\n\nThey are asked for. → a.md'],
  ],
  ['a block quote without a source', '> Keys are never stored on disk.\n\nThat is all.\n', []],
  [
    'a source in a later sentence of the paragraph behind a block quote',
    '> Keys are never stored on disk.\n\nThat is all. More in [the notes](a.md).\n',
    [],
  ],
  ['a note', '> [!NOTE]\n> Read [the manual](a.md) first, which is long.\n', []],
  ['a bold lead', '> **Note** Keys are never stored on disk, see [the notes](a.md).\n', []],
  [
    'marks around a block quote',
    '> “Keys are never stored on disk.”\n> [Notes](a.md)\n',
    ['block: Keys are never stored on disk. → a.md'],
  ],
  ['a figure with one link', 'It takes 41 ms for each page ([bench](docs/bench.md)).', ['figure → docs/bench.md']],
  ['a figure with two links', 'It takes 41 ms ([bench](a.md), [more](b.md)).', []],
  ['a figure without a link', 'It takes 41 ms for each page.', []],
  ['a version number', 'It needs Node.js v20.19.0 ([docs](https://x.example/node)).', []],
  ['an ordinal', 'It is the 3rd release of [the tool](https://x.example/tool).', []],
  ['the date of the document', 'Updated on 2026-05-17, see [the log](CHANGELOG.md).', []],
  ['a year', 'It was rewritten in 2019, see [the log](CHANGELOG.md).', []],
  ['the number of an issue', 'It was fixed in [#1234](https://x.example/1234).', []],
  ['numbers of a list', '1. See [a](a.md).\n2. See [b](b.md).\n', []],
  ['a figure in code', 'Set `limit = 4096` as in [the manual](a.md).', []],
  ['a figure and a place in the same document', 'It takes 41 ms, see [below](#speed).', []],
  ['a figure and an address of mail', 'It takes 41 ms, ask [us](mailto:a@x.example).', []],
  ['a figure in the link’s text', 'In the end [12 % of all users](https://x.example/a) stayed.', []],
  [
    'a figure beside the link’s text',
    'In the end 12 % of all users [stayed for 3 years](https://x.example/a).',
    ['figure → https://x.example/a'],
  ],
  [
    'a comma inside the marks',
    'It says “keys are never stored on disk,” and more ([notes](a.md)).',
    ['quotation: keys are never stored on disk → a.md'],
  ],
  [
    'a figure whose source stands behind the full stop',
    'Of all users 12 % stayed. ([report](https://x.example/a))',
    ['figure → https://x.example/a'],
  ],
  [
    'a sentence that begins with a link of its own',
    'Of all users 12 % stayed. [The tool](https://x.example/a) is good.',
    [],
  ],
];

describe('the citations of a document', () => {
  it('has a table of at least 60 snippets', () => expect(snippets.length).toBeGreaterThanOrEqual(60));

  it.each(snippets)('%s', (_what, document, citations) => expect(found(document)).toEqual(citations));

  it('have places that are those of the document, also behind leads, marks and other line ends', () => {
    const document = [
      '> - It says “keys are *never* stored\r\n>   on any disk” ([notes](a.md)).\r\n',
      '| a | “words of a cell in a row” [b](b.md) | “words of a cell in a row” [c](c.md) |',
      '|---|---|---|',
      '',
    ].join('\r\n');
    const places = citationsIn(document).citations.map(({ start, end, line, column }) => [
      document.slice(start, end),
      line,
      column,
    ]);
    expect(places).toEqual([
      ['keys are *never* stored\r\n>   on any disk', 1, 14],
      ['words of a cell in a row', 4, 8],
      ['words of a cell in a row', 4, 47],
    ]);
    expect(citationsIn(document).citations.map(({ target }) => target)).toEqual(['a.md', 'b.md', 'c.md']);
  });

  it.each([
    ['a number without an address', 'It says “keys are never stored on disk” [1].', ['no_address']],
    [
      'a footnote without an address',
      'It says “keys are never stored on disk”[^1].\n\n[^1]: Author.\n',
      ['no_address'],
    ],
    ['a DOI without a page', 'It says “keys are never stored on disk” (doi:10.1000/182).', ['doi']],
    [
      'a block that its author leaves out',
      '<!-- check: skip the page is gone -->\n\nIt says “keys are never stored” ([notes](a.md)).\n',
      ['skipped: the page is gone'],
    ],
    ['a list that its author leaves out', '<!-- check: skip -->\n- “keys are never stored” ([a](a.md))\n', ['skipped']],
  ])('counts %s', (_what, document, expected) => {
    expect(unchecked(document)).toEqual(expected);
    expect(found(document)).toEqual([]);
  });

  it('checks the block behind the one that is left out', () => {
    const document =
      '<!-- check: skip -->\n“keys are never stored” ([a](a.md))\n\n“they are asked for again” ([b](b.md))\n';
    expect(found(document)).toEqual(['quotation: they are asked for again → b.md']);
  });

  it('gives the sentence without dates, ordinals and marks', () => {
    const [citation] = citationsIn('On 2026-05-17 the 3rd run took 41 ms [1].\n\n[1]: a.md\n').citations;
    expect(citation?.statement).toBe('On … the … run took 41 ms ….');
  });
});
