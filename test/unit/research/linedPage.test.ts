import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filler, lineFiller, readLined } from '../../../src/matching/text/linedText';
import { findQuote, lineRangeToOffsets, normaliseText } from '../../../src/matching/quote/quote';
import { partAt } from '../../../src/matching/text/sourceText';
import { htmlLines, type HtmlLines } from '../../../src/research/extract/htmlPage';
import { SourceTooComplex } from '../../../src/research/extract/work';
import { repeats, sampled } from '../../support/depth';
import { read, tramsPage as page } from '../../support/tramsPage';

/** The places of line ends, and what they are. */
const lineEnds = (text: string): string =>
  Array.from(text.matchAll(/[\r\n]/g), ({ 0: end, index }) => `${index}${JSON.stringify(end)}`).join();

/** What a page of 5 MB is full of. */
const longTexts: [string, string][] = [
  ['text', 'The trams went on. '],
  ['paragraphs', '<p>word word '],
  ['elements in each other', '<div>'],
  ['inline elements in each other', '<b>'],
  ['powers in each other', '<sup>1'],
  ['openings of tags', '<'],
  ['openings of entities', '&'],
  ['openings of comments', '<!--'],
  ['ends that end nothing', '<b><div></b></i>'],
  ['bibliographies', '<h2>References</h2><li>Smith (2001)</li>'],
  ['rows', '<tr><td>1<td>2'],
  ['attributes', '<a b="c" hidden style="x">'],
];

describe('the lined text of a page', () => {
  it('says what the page says, the body first', () => {
    const { text, layout } = htmlLines(page);
    const reading = readLined(text, layout);
    expect(reading.text.slice(reading.body.start, reading.body.end)).toBe(
      [
        'Trams carried 41 percent of all\npassengers in the year that the survey covers.',
        'R&D took 7 % of the budget — less than anybody thought.\nIt was never more.',
        'The drivers were asked twice, and most of them said that the new line is better than the old one was.',
      ].join('\n\n'),
    );
    expect(
      reading.layout?.parts?.map(({ kind, start, end }) => [kind, reading.text.slice(start, end).slice(0, 26)]),
    ).toEqual([
      ['body', 'Trams carried 41 percent o'],
      ['navigation', 'Every tram line of the cit'],
      ['beside', 'Trams'],
      ['notice', 'Subscribe to the newslette'],
      ['bibliography', 'References\n\nSmith, A. (201'],
    ]);
    expect(reading.headings.map(({ start, end }) => reading.text.slice(start, end))).toEqual(['Trams', 'References']);
  });

  it('has each character where the file has it', () => {
    const { text, layout } = htmlLines(page);
    const reading = readLined(text, layout);
    const words = 'passengers in the year that the survey';
    const start = reading.text.indexOf(words);
    const place = reading.toLined({ start, end: start + words.length });
    expect(page.slice(place.start, place.end)).toBe('passengers</a> in the year that the <b>sur</b>vey');
    expect(reading.fromLined(place).body).toEqual({ start, end: start + words.length });
    expect(lineRangeToOffsets(text, 13, 13)).toEqual(lineRangeToOffsets(page, 13, 13));
    expect(partAt(layout, page.indexOf('Every tram line'))).toBe('navigation');
    expect(partAt(layout, page.indexOf('The drivers were'))).toBe('body');
  });

  it('is found in by the comparison of quotations even with what stands in for markup', () => {
    const { text } = htmlLines(page);
    for (const quote of [
      'Trams carried 41 percent of all passengers in the year that the survey covers.',
      'R&D took 7 % of the budget — less than anybody thought.',
    ]) {
      expect(findQuote(normaliseText(text), quote).kind).toBe('exact');
    }
  });

  it.each([
    ['tags within a word', 'trans<b>it</b>ion', 'transition'],
    ['line ends within a tag', 'trans<b\r\n  class=x\n\n>it</b\n>ion', 'transition'],
    ['line ends between words', 'one <b>two</b>\n<i>three</i>', 'one two\nthree'],
    ['comments within a word', 'trans<!-- a\nb -->ition', 'transition'],
    ['entities', 'a &lt; b &amp;&amp; c &gt; d &eacute; &#233; &#xe9; &NotEqualTilde;', 'a < b && c > d é é é ≂̸'],
    ['entities beyond the first plane', '&#x1F600; &Afr;.', '😀 𝔄.'],
    ['entities that are white space', 'a&nbsp;b&#10;c&Tab;d&NewLine;e&emsp;f', 'a b c d e f'],
    ['entities that are none', 'AT&T &unknown; & &; &#; x&y', 'AT&T &unknown; & &; &#; x&y'],
    ['entities without their end', 'caf&eacute &copy 2024', 'café © 2024'],
    ['characters that stand in', `a${filler}b${lineFiller}\nc\u2003d\u2004e`, 'ab\nc d e'],
    ['what is less than a number', 'if 1 < 2 and 3<4 and a <- b', 'if 1 < 2 and 3<4 and a <- b'],
    ['nothing but text', 'just words', 'just words'],
    ['blocks', '<p>one</p><div>two</div>three', 'one\n\ntwo\n\nthree'],
    ['rows and cells', '<table><tr>\n<td>1</td>\n<td>2</td>\n</tr><tr><td>3<td>4</table>', '1\t2\n3\t4'],
    ['tags that never end', '<p>one<p>two<ul><li>a<li>b</ul>three<div>four', 'one\n\ntwo\n\na\nb\n\nthree\n\nfour'],
    ['a tag that the file cuts off', 'one <a href="', 'one'],
    ['a comment that the file cuts off', 'one <!-- two', 'one'],
    ['a script that the file cuts off', 'one <script> two', 'one'],
    [
      'script, style and template',
      'one<script>a</script><style>b</style><template>c</template><noscript>d</noscript> two',
      'one two',
    ],
    ['CDATA of HTML', 'one <![CDATA[two]]> three', 'one three'],
    [
      'CDATA of XHTML',
      '<?xml version="1.0"?><html><body><p>one <![CDATA[two & <three>]]> four</p></body></html>',
      'one two & <three> four',
    ],
    ['elements that XHTML closes at once', '<?xml version="1.0"?><p>one <span hidden="hidden"/>two</p>', 'one two'],
    ['elements that only XHTML closes at once', '<p>one</p><div hidden/>two</div>three', 'one\n\nthree'],
    ['what is hidden in what is closed wrongly', '<b>one<div hidden>two</b> three</div> four', 'one\n\nfour'],
    ['a hidden paragraph without an end', '<p hidden>one<p>two', 'two'],
    ['powers and marks of notes', '10<sup>6</sup> x<sub>2</sub>', '10⁶ x2'],
    ['powers by style', '10<span style="color: red; Vertical-Align:SUPER">6</span> is', '10⁶ is'],
    ['powers by a style sheet', '<style>.u{vertical-align:super}</style>10<b class="u">6</b> 5<i>2</i>', '10⁶ 52'],
    ['powers raised twice', '<style>sup{vertical-align:super}</style>10<sup>6</sup><sup><sup>2</sup></sup>', '10⁶²'],
    [
      'marks of notes by style',
      'plan<a href="#n3" style="vertical-align: super">3</a> of the <span style="vertical-align:super">great</span> one',
      'plan\u2060³ of the great one',
    ],
    [
      'a cell that is aligned',
      '<p style="vertical-align:super">6</p><table><tr><td style="vertical-align:super">7',
      '6\n\n7',
    ],
    ['marks of notes by letters', 'plan<sup><a href="#a">a</a></sup> x<sup>n</sup>', 'plan\u2060ᵃ xn'],
    ['marks of notes by numbers of Rome', 'plan<sup><a href="#n4">iv</a></sup> is', 'plan\u2060ⁱᵛ is'],
    ['marks of notes in brackets', 'plan<sup><a href="#n1">(1)</a></sup> is', 'plan\u2060⁽¹⁾ is'],
    [
      'the page that a mark names',
      'plan<sup class="reference"><a href="#n">[12]</a></sup><sup class="reference nowrap"><span title="Page: 34">:&#8202;34&#8202;</span></sup> is',
      'plan\u2060[12]\u2060: 34 is',
    ],
    ['what is struck out', 'one <del>two</del><s>three</s> four', 'one four'],
    ['attributes with tags in them', '<p title="<b>no</b>">one</p>', 'one'],
    ['a title in the head, and words after it', '<title>no</title><p>one</p>', 'one'],
    ['words after the end', '<html><body><p>one</p></body></html>two', 'one\n\ntwo'],
    ['preformatted lines', '<pre>one\n  two</pre>', 'one\ntwo'],
  ])('takes %s', (_, html, said) => {
    const { text } = htmlLines(html);
    expect(text).toHaveLength(html.length);
    expect(lineEnds(text)).toBe(lineEnds(html));
    expect(read(html)).toBe(said);
  });

  it('is as long as the file and has its lines, whatever the file holds', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b\n>',
        '<div hidden>',
        '</div>',
        '<li>',
        '<nav>',
        '<h2>References</h2>',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<sup>',
        '</sup>',
        '<table><tr><td>',
      ),
      fc.constantFrom(
        '&amp;',
        '&#x1F600;',
        '&NotEqualTilde;',
        '&#10;',
        '&nbsp',
        '&',
        '<',
        '>',
        '"',
        '\r\n',
        '\n',
        '\r',
        '\t',
        '\0',
        '\ufeff',
        '😀',
        '\ud83d',
        filler,
        lineFiller,
        '\u2003',
        '12',
        'Smith (2001)',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.join('');
        const { text, layout } = htmlLines(html);
        expect(text.length).toBe(html.length);
        expect(lineEnds(text)).toBe(lineEnds(html));
        const parts = layout?.parts ?? [];
        parts.forEach(({ start, end }, index) =>
          expect([start < end, start].join()).toBe(`true,${index === 0 ? 0 : (parts[index - 1]?.end ?? 0)}`),
        );
        const reading = readLined(text, layout);
        expect(reading.text).not.toMatch(/[\u2062\u2063\u2003-\u2006]|^\s|\s$| {2}/);
        // What is read stands there, character for character or as an entity.
        for (let at = 0; at < reading.text.length; at += 1) {
          const { start, end } = reading.toLined({ start: at, end: at + 1 });
          if (!/\s/.test(reading.text.charAt(at))) expect(text.slice(start, end)).toBe(reading.text.charAt(at));
        }
      }),
      { numRuns: repeats(1_000, 300), seed: 11 },
    );
  });

  it.each(sampled('pages of 5 MB', longTexts, 1))('takes 5 MB of %s', (_, piece) => {
    const html = piece.repeat(Math.ceil((5 * 1024 * 1024) / piece.length));
    const read = unlessTooComplex(html);
    if (typeof read === 'string') {
      expect(read).toMatch(/^[\d,]+ (?:nodes|levels); at most [\d,]+ are read$/);
      return;
    }
    const { text, layout } = read;
    expect(text.length).toBe(html.length);
    expect(readLined(text, layout).text.length).toBeLessThanOrEqual(html.length);
  });
});

function unlessTooComplex(html: string): HtmlLines | string {
  try {
    return htmlLines(html);
  } catch (error) {
    if (error instanceof SourceTooComplex) return error.message;
    throw error;
  }
}
