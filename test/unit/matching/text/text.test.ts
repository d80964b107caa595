import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords, firstWords, sentences, wordCount } from '../../../../src/matching/text/text';

const textsOf = (text: string) => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each<[string, string, string[]]>([
    [
      'plain prose',
      'Costs fell. Profits rose! Why? Nobody knows.',
      ['Costs fell.', 'Profits rose!', 'Why?', 'Nobody knows.'],
    ],
    ['a line end inside a sentence', 'Costs\nfell. Profits\r\nrose.', ['Costs\nfell.', 'Profits\r\nrose.']],
    ['titles', 'Dr. Ames met Prof. Bell. They agreed.', ['Dr. Ames met Prof. Bell.', 'They agreed.']],
    [
      'e.g. and i.e.',
      'Use a cache, e.g. Redis. It helps, i.e. it is fast.',
      ['Use a cache, e.g. Redis.', 'It helps, i.e. it is fast.'],
    ],
    [
      'German abbreviations',
      'Es gilt nachts, z. B. Nebenstraßen haben Licht. Es kostet 1,1 Mio. Euro. Es spart 2 Mio. Die Stadt zahlt.',
      [
        'Es gilt nachts, z. B. Nebenstraßen haben Licht.',
        'Es kostet 1,1 Mio. Euro.',
        'Es spart 2 Mio.',
        'Die Stadt zahlt.',
      ],
    ],
    [
      'abbreviations of spaced letters',
      'Es gibt u. a. Lampen, d. h. Licht. Der Verein e. V. Der Rat tagt.',
      ['Es gibt u. a. Lampen, d. h. Licht.', 'Der Verein e. V.', 'Der Rat tagt.'],
    ],
    ['a unit that looks like a title', 'It took 5 ms. Cats slept.', ['It took 5 ms.', 'Cats slept.']],
    ['vs.', 'It was Rust vs. Go. Rust won.', ['It was Rust vs. Go.', 'Rust won.']],
    ['No. before a number', 'See No. 5 of the list. It fits.', ['See No. 5 of the list.', 'It fits.']],
    ['No. as an answer', 'Did it help? No. It did not.', ['Did it help?', 'No.', 'It did not.']],
    ['initials', 'J. R. Tolk wrote it. A. Smith read it.', ['J. R. Tolk wrote it.', 'A. Smith read it.']],
    ['a letter at the end', 'They chose plan B. The rest is history.', ['They chose plan B.', 'The rest is history.']],
    [
      'U.S. inside and at the end',
      'The U.S. Senate voted in the U.S. It passed.',
      ['The U.S. Senate voted in the U.S.', 'It passed.'],
    ],
    [
      'etc. inside and at the end',
      'Logs, traces etc. were kept. We kept logs, etc. This helped.',
      ['Logs, traces etc. were kept.', 'We kept logs, etc.', 'This helped.'],
    ],
    ['decimals', 'It grew by 3.5 percent. Then by .5 percent.', ['It grew by 3.5 percent.', 'Then by .5 percent.']],
    [
      'an identifier opens a sentence',
      'It is slow. p95 is 120 ms. gRPC is faster.',
      ['It is slow.', 'p95 is 120 ms.', 'gRPC is faster.'],
    ],
    [
      'file names',
      'Read load-test.md first. load-test.md has it all.',
      ['Read load-test.md first.', 'load-test.md has it all.'],
    ],
    ['a quotation mark after the stop', 'He said “it works.” She left.', ['He said “it works.”', 'She left.']],
    ['a question inside a sentence', '"Why?" he asked. "Because."', ['"Why?" he asked.', '"Because."']],
    [
      'a bracket after the stop',
      'It failed. (It often does.) We retried.',
      ['It failed.', '(It often does.)', 'We retried.'],
    ],
    ['an ellipsis inside', 'It was … slow. And so... it died.', ['It was … slow.', 'And so... it died.']],
    [
      'an ellipsis at the end',
      'It was slow… We left... Then it died.',
      ['It was slow…', 'We left...', 'Then it died.'],
    ],
    ['emphasis around the stop', 'It is **slow.** It is _old._ Done.', ['It is **slow.**', 'It is _old._', 'Done.']],
    ['a footnote mark', 'It grew.[3] It fell.² It stopped.', ['It grew.[3]', 'It fell.²', 'It stopped.']],
    [
      'a footnote of Markdown',
      'It grew.[^a] It fell.[^12] It stopped.',
      ['It grew.[^a]', 'It fell.[^12]', 'It stopped.'],
    ],
    [
      'a footnote mark of a page',
      'It grew.\u2060[3] It fell.\u2060² It stopped.',
      ['It grew.\u2060[3]', 'It fell.\u2060²', 'It stopped.'],
    ],
    [
      'a link',
      'See [the paper.](https://a.example/x.html) It is long.',
      ['See [the paper.](https://a.example/x.html)', 'It is long.'],
    ],
    ['Japanese', '速い。安い。', ['速い。', '安い。']],
  ])('%s', (_, text, expected) => {
    expect(textsOf(text)).toEqual(expected);
  });

  it('ends a sentence at a number where the language counts without a stop', () => {
    for (const [first, second] of [
      ['What holds is that Kelverstad replaced 37 diesel buses with 41.', 'Whether Tarnbridge needs more is open.'],
      ['The change should not begin with route 2.', 'Engineering recommends route 5.'],
      ['In the end it was sold for 12.', 'Nobody had offered more.'],
    ] as const)
      expect(textsOf(`${first} ${second}`)).toEqual([first, second]);
    for (const whole of [
      'Am 9. November 1989 fiel die Mauer.',
      'Im 19. Jahrhundert wuchs die Stadt.',
      'In der Nacht auf den 9. November war es kalt.',
      'Der Rat hielt am Montag seine 100. Sitzung ab.',
    ])
      expect(textsOf(whole)).toEqual([whole]);
  });

  it('ends a sentence at headings, list items, quotations, table rows and blank lines, without their markers', () => {
    const text = [
      '# The case',
      'It is long',
      'and wide',
      '',
      '- first item',
      '  goes on',
      '- [x] second item',
      '12. third item',
      '',
      '> quoted words',
      '> go on',
      '',
      '---',
      '```ts',
      'const a = 1;',
      '```',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
    ].join('\n');
    expect(textsOf(text)).toEqual([
      'The case',
      'It is long\nand wide',
      'first item\n  goes on',
      'second item',
      'third item',
      'quoted words\n> go on',
      'const a = 1;',
      '| a | b |',
      '| 1 | 2 |',
    ]);
  });

  it('gives offsets that slice back, in order and without overlap, and loses no letter', () => {
    const piece = fc.constantFrom(
      'Costs',
      'fell',
      '. ',
      '! ',
      '\n',
      '\n\n',
      '- ',
      'e.g. ',
      ' ',
      '3.5',
      '“',
      '”',
      '…',
      '# ',
      'é',
      '> ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const sentence of sentences(text)) {
          expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(sentence.text.trim()).toBe(sentence.text);
          expect(text.slice(end, sentence.start)).not.toMatch(/\p{L}/u);
          end = sentence.end;
        }
        expect(text.slice(end)).not.toMatch(/\p{L}/u);
      }),
      { seed: 11 },
    );
  });

  it('takes a long line of dots in its stride', () => {
    expect(sentences(`Contents ${'.'.repeat(200_000)} Seven`)).toHaveLength(2);
  });
});

describe('wordCount and firstWords', () => {
  it.each<[string, number]>([
    ['', 0],
    ['one two  three\nfour', 4],
    ['a — dash—between - words', 4],
    ['load-test.md has 3.5 % at 41–46 ms', 6],
    ['* * *', 0],
    ['漢字です', 4],
  ])('counts %j', (text, count) => {
    expect(wordCount(text)).toBe(count);
  });

  it('cuts with an ellipsis and only then', () => {
    expect(firstWords('Costs fell,  and\nprofits rose.', 2)).toBe('Costs fell…');
    expect(firstWords('Costs fell.', 2)).toBe('Costs fell.');
    expect(firstWords('  ', 2)).toBe('');
    expect(firstWords('Costs fell.', 0)).toBe('…');
  });

  it('counts what it keeps', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 8 }), (text, count) => {
        expect(wordCount(firstWords(text, count))).toBe(Math.min(count, wordCount(text)));
      }),
      { seed: 12 },
    );
  });
});

describe('contentWords', () => {
  it('drops stop words, keeps diacritics, numbers and negations', () => {
    expect(contentWords('The café in München did not sell 1,234 or 3.5 cakes')).toEqual([
      'café',
      'münchen',
      'not',
      'sell',
      '1234',
      '3.5',
      'cak',
    ]);
  });

  it.each([
    ['reduces', 'reduced', 'reducing', 'reduce'],
    ['caches', 'cached', 'caching', 'cache'],
    ['studies', 'studied', 'study'],
    ['stopped', 'stops', 'stopping', 'stop'],
    ['falls', 'falling', 'fall'],
    ['makes', 'making', 'make'],
    ['boxes', 'box'],
    ['classes', 'class'],
    ["engineer's", 'engineers', 'engineer’s', 'engineer'],
  ])('%s and its forms are one word', (...forms) => {
    expect(new Set(forms.flatMap(contentWords)).size).toBe(1);
  });

  it.each(['status', 'analysis', 'speed', 'string', 'less'])('leaves %s alone', (word) => {
    expect(contentWords(word)).toEqual([word]);
  });
});
