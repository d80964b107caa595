import { describe, expect, it } from 'vitest';
import { caseDifference } from '../../../../src/matching/quote/quoteDoubts';
import { findQuote, normaliseText, sameStatement } from '../../../../src/matching/quote/quote';

/** What a reader of the verdict is told: word for word, the same in another spelling, or another text. */
function verdict(source: string, quote: string): 'exact' | 'spelling' | 'other' {
  const match = findQuote(normaliseText(source), quote);
  if (match.kind === 'exact')
    return caseDifference(quote, source.slice(match.start, match.end)) === undefined ? 'exact' : 'spelling';
  return match.typographic ? 'spelling' : 'other';
}

/** The same numbers each time. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const subjects = ['The harbour', 'Her council', 'Every valley', 'This library', 'That orchard', 'Our ministry'];
const verbs = ['counted', 'promised', 'recorded', 'refused', 'bought', 'returned'];
const things = ['cranes', 'vessels', 'letters', 'orchards', 'bridges', 'machines'];
const ends = ['before the summer ended', 'for the third time', 'in the year 2004', 'despite its budget'];

interface Sentence {
  readonly words: readonly string[];
  readonly number: number;
  readonly text: string;
}

function sentences(count: number, seed: number): Sentence[] {
  const below = seeded(seed);
  const one = (words: readonly string[]): string => words[below(words.length)] ?? '';
  return Array.from({ length: count }, () => {
    const number = 12 + below(9_000);
    const words = [one(subjects), one(verbs), String(number), one(things), one(ends)];
    return { words, number, text: `${words.join(' ')}.` };
  });
}

/** Text before and after, as a page has it. */
const page = (text: string): string => `It was a long report about many things. ${text} Nobody read it to its end.`;

const zeros = { arabic: 0x660, persian: 0x6f0, devanagari: 0x966, bengali: 0x9e6, thai: 0xe50, fullWidth: 0xff10 };
const inScript = (text: string, zero: number): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

interface Way {
  readonly name: string;
  /** Quotation and source, made of a sentence. */
  readonly of: (sentence: Sentence) => { quote: string; source: string };
  readonly expected: 'exact' | 'spelling' | 'other';
}

const quoteOf = (change: (text: string) => string) => (sentence: Sentence) => ({
  quote: change(sentence.text),
  source: sentence.text,
});
const sourceOf = (change: (text: string) => string) => (sentence: Sentence) => ({
  quote: sentence.text,
  source: change(sentence.text),
});
const both =
  (quote: (text: string) => string, source: (text: string) => string) =>
  ({ text }: Sentence) => ({ quote: quote(text), source: source(text) });
/** The third word from the end on, which is none with a number. */
const word = (change: (word: string) => string) => (text: string) =>
  text.replace(/(?<=\d )\p{L}+/u, (found) => change(found));

/** As a text explains it. */
const withFootnote = (text: string): string => `${word((found) => `${found}[^3]`)(text)}\n\n[^3]: It says so.\n\n`;

const ways: readonly Way[] = [
  ...Object.entries(zeros).map(([name, zero]): Way => ({
    name: `digits: ${name}`,
    of: quoteOf((text) => inScript(text, zero)),
    expected: 'exact',
  })),
  {
    name: 'digits of another script in the source',
    of: sourceOf((text) => inScript(text, 0x661 - 1)),
    expected: 'exact',
  },
  {
    name: 'another digit of another script',
    of: ({ text, number }) => ({
      quote: inScript(text.replace(String(number), String(number + 1)), 0x660),
      source: text,
    }),
    expected: 'other',
  },
  {
    name: 'quotation marks escaped',
    of: both(
      word((w) => `\\"${w}\\"`),
      word((w) => `“${w}”`),
    ),
    expected: 'exact',
  },
  { name: 'line ends escaped', of: quoteOf((text) => text.replace(/ (?=\S+\.$)/u, '\\n')), expected: 'exact' },
  {
    name: 'letters escaped',
    of: both(
      word((w) => `${w.slice(0, 3)}\\u00e9${w.slice(3)}`),
      word((w) => `${w.slice(0, 3)}é${w.slice(3)}`),
    ),
    expected: 'exact',
  },
  {
    name: 'a link in the quotation',
    of: quoteOf(word((w) => `[${w}](https://a.example/b_c(d)?e=1)`)),
    expected: 'exact',
  },
  { name: 'a link in the source', of: sourceOf(word((w) => `[${w}](<a b.md> "title")`)), expected: 'exact' },
  {
    name: 'a link to another word',
    of: both(
      word((w) => `[${w}s](b.md)`),
      (text) => text,
    ),
    expected: 'other',
  },
  { name: 'a capital changed', of: quoteOf((text) => text.replace(/^./, '[$&]')), expected: 'exact' },
  { name: 'a letter changed', of: quoteOf(word((w) => `[x]${w.slice(1)}`)), expected: 'other' },
  { name: 'sic', of: quoteOf(word((w) => `${w} [sic]`)), expected: 'exact' },
  { name: 'sic!', of: quoteOf(word((w) => `${w} (sic!)`)), expected: 'exact' },
  { name: 'words put in', of: quoteOf(word((w) => `${w} [of the north]`)), expected: 'spelling' },
  { name: 'words put in place of others', of: quoteOf(word(() => `[such things]`)), expected: 'spelling' },
  { name: 'an ending changed', of: quoteOf(word((w) => `${w.slice(0, -1)}[es]`)), expected: 'spelling' },
  { name: 'a denial put in', of: quoteOf((text) => text.replace(/(?<=\p{L}) (?=\d)/u, ' [not] ')), expected: 'other' },
  { name: 'a denial put in, with more', of: quoteOf(word((w) => `[things that were no] ${w}`)), expected: 'other' },
  { name: 'a limit put in', of: quoteOf(word((w) => `[only] ${w}`)), expected: 'other' },
  { name: 'a number in brackets for another', of: quoteOf((text) => text.replace(/\d+/, '[5]')), expected: 'other' },
  {
    name: 'a mark of a note as copied from a page',
    of: both(
      word((w) => `${w}3`),
      word((w) => `${w}\u2060³`),
    ),
    expected: 'exact',
  },
  { name: 'a raised mark that the page has', of: sourceOf(word((w) => `${w}³`)), expected: 'exact' },
  ...['7.3 %, ', 'in 7, ', '7 %', '(7 %)', 'in 1987', '7.” '].map((words) => ({
    name: `a raised mark behind ${words}`,
    of: both(
      (text) => text.replace(/\d+/, words.trimEnd()),
      (text) => text.replace(/\d+/, `${words.trimEnd()}³`),
    ),
    expected: 'exact' as const,
  })),
  ...['10', '5 km', '(7)'].map((words) => ({
    name: `${words} is not ${words}³`,
    of: both(
      (text) => text.replace(/\d+/, words),
      (text) => text.replace(/\d+/, `${words}³`),
    ),
    expected: 'other' as const,
  })),
  { name: 'a mark in brackets that the page has', of: sourceOf(word((w) => `${w}\u2060[12]`)), expected: 'exact' },
  ...['ᵃ', 'ⁱᵛ', '⁽¹⁾', '³–⁵', '†', 'ᵃ,ᵇ', '[12]\u2060: 34'].map((mark) => ({
    name: `the mark ${mark} that the page has`,
    of: sourceOf(word((w) => `${w}\u2060${mark}`)),
    expected: 'exact' as const,
  })),
  {
    name: 'the page of a mark, quoted',
    of: both(
      word((w) => `${w}[12]: 34`),
      word((w) => `${w}\u2060[12]\u2060: 34`),
    ),
    expected: 'exact',
  },
  { name: 'a raised range that the page has', of: sourceOf(word((w) => `${w}¹⁻³`)), expected: 'exact' },
  {
    name: 'a mark before a comma',
    of: both(
      word((w) => `${w},`),
      word((w) => `${w}\u2060³,`),
    ),
    expected: 'exact',
  },
  { name: 'a footnote of Markdown', of: sourceOf(withFootnote), expected: 'exact' },
  {
    name: 'a footnote of Markdown, quoted',
    of: both(
      word((w) => `${w}[^3]`),
      withFootnote,
    ),
    expected: 'exact',
  },
  { name: 'a footnote of Markdown that nothing explains', of: sourceOf(word((w) => `${w}[^3]`)), expected: 'spelling' },
  { name: 'a footnote of Markdown, only quoted', of: quoteOf(word((w) => `${w}[^note]`)), expected: 'spelling' },
  { name: 'no footnote of Markdown', of: sourceOf(word((w) => `${w} [^a]b`)), expected: 'other' },
  { name: 'a mark in brackets', of: quoteOf(word((w) => `${w}[12]`)), expected: 'spelling' },
  { name: 'a mark behind the stop', of: quoteOf((text) => `${text}[12]`), expected: 'exact' },
  { name: 'a mark of the sentence before', of: quoteOf((text) => `[81] ${text}`), expected: 'exact' },
  { name: 'a raised mark in the quotation only', of: quoteOf(word((w) => `${w}³`)), expected: 'exact' },
  { name: 'a mark that ran into the word', of: quoteOf(word((w) => `${w}3`)), expected: 'spelling' },
  { name: 'a mark that ran into the word of the source', of: sourceOf(word((w) => `${w}12`)), expected: 'spelling' },
  { name: 'a digit more', of: quoteOf((text) => text.replace(/\d+/, '$&3')), expected: 'other' },
  {
    name: 'a mark behind a number is none of it',
    of: both(
      (text) => text.replace(/\d+/, '$&3'),
      (text) => text.replace(/\d+/, '$&\u2060³'),
    ),
    expected: 'other',
  },
  ...(['½', '¼', '¾', '⅔', '⅛'] as const).flatMap((sign): Way[] => {
    const typed = sign.normalize('NFKC').replace('\u2044', '/');
    const mixed = (fraction: string) => (text: string) => text.replace(/\d+/, `$&${fraction}`);
    return [
      { name: `${sign} typed`, of: both(mixed(` ${typed}`), mixed(sign)), expected: 'exact' },
      { name: `${sign} raised and lowered`, of: both(mixed(sign), mixed(raised(typed))), expected: 'exact' },
      { name: `${sign} with a hyphen`, of: both(mixed(`-${typed}`), mixed(sign)), expected: 'spelling' },
      { name: `${sign} is another`, of: both(mixed(sign === '½' ? '¼' : '½'), mixed(sign)), expected: 'other' },
      { name: `${sign} left out`, of: both((text) => text, mixed(sign)), expected: 'other' },
    ];
  }),
  {
    name: 'a half in decimals',
    of: both(
      (text) => text.replace(/\d+/, '$&.5'),
      (text) => text.replace(/\d+/, '$&½'),
    ),
    expected: 'spelling',
  },
  {
    name: 'another one in decimals',
    of: both(
      (text) => text.replace(/\d+/, '$&.25'),
      (text) => text.replace(/\d+/, '$&½'),
    ),
    expected: 'other',
  },
  {
    name: 'spaces inside quotation marks',
    of: both(
      word((w) => `"${w}"`),
      word((w) => `" ${w} "`),
    ),
    expected: 'exact',
  },
  {
    name: 'spaces inside brackets',
    of: both(
      word((w) => `(${w})`),
      word((w) => `( ${w} )`),
    ),
    expected: 'exact',
  },
  {
    name: 'soft hyphens',
    of: quoteOf((text) => text.replace(/(?<=\p{L}{2})(?=\p{L}{2})/gu, '\u00ad')),
    expected: 'exact',
  },
  { name: 'a power typed', of: both(power('10^{6}'), power('10⁶')), expected: 'exact' },
  { name: 'a power with its caret', of: both(power('10^6'), power('10⁶')), expected: 'exact' },
  { name: 'a power made flat', of: both(power('106'), power('10⁶')), expected: 'other' },
  { name: 'another power', of: both(power('10⁷'), power('10⁶')), expected: 'other' },
  { name: 'a formula made flat', of: both(power('CO2'), power('CO₂')), expected: 'exact' },
  { name: 'a formula typed', of: both(power('CO_{2}'), power('CO₂')), expected: 'exact' },
  { name: 'another formula', of: both(power('CO3'), power('CO₂')), expected: 'other' },
];

function raised(fraction: string): string {
  const [above = '', below = ''] = fraction.split('/');
  const at = (digits: string, sign: string): string => digits.charAt(Number(sign));
  return `${at('⁰¹²³⁴⁵⁶⁷⁸⁹', above)}\u2044${at('₀₁₂₃₄₅₆₇₈₉', below)}`;
}

function power(written: string): (text: string) => string {
  return (text) => text.replace(/\d+ \p{L}+/u, `$& of ${written}`);
}

describe('spelling', () => {
  const relatives = ways.map((way, index) => [way.name, way, sentences(6, 7 * index + 1)] as const);

  it(`is tried on ${relatives.length} ways with six sentences each`, () => {
    expect(relatives.length * 6).toBeGreaterThan(300);
  });

  it.each(relatives)('%s', (_, { of, expected }, all) => {
    const judged = all.map((sentence) => {
      const { quote, source } = of(sentence);
      return { quote, source: source === quote ? 'the same' : source, verdict: verdict(page(source), quote) };
    });
    expect(judged).toEqual(judged.map((one) => ({ ...one, verdict: expected })));
    expect(judged.map(({ source }) => source)).not.toContain('the same');
  });

  const hebrew = 'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם';
  const arabic = 'ٱلْحَمْدُ لِلَّهِ رَبِّ ٱلْعَالَمِينَ';
  const bare = (text: string): string => text.replace(/\p{M}/gu, '').replaceAll('ٱ', 'ا');

  it.each([
    ['Hebrew without its vowels', hebrew, bare(hebrew), 'exact'],
    ['Hebrew with vowels that the source leaves out', bare(hebrew), hebrew, 'exact'],
    ['Hebrew with another vowel', hebrew, hebrew.replace('רָא', 'רֵא'), 'spelling'],
    ['Hebrew with another letter', hebrew, bare(hebrew).replace('ברא', 'בנה'), 'other'],
    ['Arabic without its vowels', arabic, bare(arabic), 'exact'],
    ['Arabic with some of them', arabic, bare(arabic).replace('رب', 'ربّ'), 'exact'],
    ['Arabic drawn out', bare(arabic), bare(arabic).replace('الحمد', 'الحمـــد'), 'exact'],
    ['Arabic with another letter', arabic, bare(arabic).replace('رب', 'حب'), 'other'],
    ['Russian with its stress', 'Это старый за\u0301мок на горе у реки', 'Это старый замок на горе у реки', 'exact'],
    [
      'thousands that are not set apart',
      'The ferry carried 1,234,567 riders',
      'The ferry carried 1234567 riders',
      'spelling',
    ],
    [
      'thousands set apart by a space',
      'The ferry carried 1 234 riders a day',
      'The ferry carried 1,234 riders a day',
      'spelling',
    ],
    ['thousands of money', 'The bridge cost £1,234 a metre in all', 'The bridge cost £1234 a metre in all', 'spelling'],
    [
      'the same of other money',
      'The bridge cost £1,234 a metre in all',
      'The bridge cost $1234 a metre in all',
      'other',
    ],
    ['a name with a number in it', 'the M1200 crashed last year again', 'the M1 200 crashed last year again', 'other'],
    ['thousands and decimals', 'They paid £1,234.50 for it in all', 'They paid £1234.50 for it in all', 'spelling'],
    [
      'a point that may be a decimal one',
      'The ferry carried 1.234 riders a day',
      'The ferry carried 1234 riders a day',
      'other',
    ],
    [
      'entities of the source',
      'Ben &amp; Jerry&nbsp;said &quot;no&quot; to it',
      'Ben & Jerry said "no" to it',
      'spelling',
    ],
    [
      'spaces that are entities',
      'It took 5&nbsp;years to see it&nbsp;: all',
      'It took 5 years to see it : all',
      'exact',
    ],
    ['spaces as the source has them', 'It took&nbsp;five years to see', 'It took&nbsp;five years to see', 'exact'],
    [
      'an entity of marks around it',
      'They said that this was the fact of it.',
      '&quot;They said that this was the fact of it.&quot;',
      'exact',
    ],
    ...["'", '’'].flatMap((sign) =>
      ['#39', '#039', '#x27', 'apos', '#8217', 'rsquo'].map((name): [string, string, string, string] => [
        `an apostrophe that is an entity: ${name}, quoted with ${sign}`,
        `It&${name};s the town&${name};s duty: l&${name};économie`,
        `It${sign}s the town${sign}s duty: l${sign}économie`,
        'exact',
      ]),
    ),
    ['an apostrophe behind a word', 'The workers&#39; union said it', "The workers' union said it", 'spelling'],
    ['an apostrophe in code', 'The code `doesn&#39;t` is one', 'The code doesn&#39;t is one', 'exact'],
    ['a word that is another', 'It doesn&#39;t open the bridge', "It didn't open the bridge", 'other'],
    ...['quot', '#34', 'ldquo', '#8220', '#x201c', 'laquo'].map((name): [string, string, string, string] => [
      `a quotation mark that is an entity: ${name}`,
      `They said &${name};no&${name}; to the plan`,
      'They said “no” to the plan',
      'spelling',
    ]),
    ['dashes that are entities', 'It said no&mdash;never&mdash;to it', 'It said no—never—to it', 'spelling'],
    ['a range by an entity', 'In 1990&ndash;1995 it said no', 'In 1990–1995 it said no', 'exact'],
    ['another range by an entity', 'In 1990&ndash;1995 it said no', 'In 1990–1996 it said no', 'other'],
    ['an ellipsis by an entity', 'They said no&hellip; to the plan', 'They said no… to the plan', 'exact'],
    ...[
      ['5&nbsp;°C', '5 °C'],
      ['€&nbsp;500', '€ 500'],
      ['$&nbsp;5 million', '$ 5 million'],
      ['§&nbsp;5', '§ 5'],
      ['"no"&nbsp;and', '"no" and'],
      ['**no**&nbsp;and', 'no and'],
      ['5&#160;°C', '5 °C'],
    ].map(([raw = '', shown = '']): [string, string, string, string] => [
      `a space that is an entity: ${raw}`,
      `It was said that ${raw} was in the valley`,
      `It was said that ${shown} was in the valley`,
      'exact',
    ]),
    ['spaces at a sign', 'Procter&nbsp;&amp;&nbsp;Gamble said no', 'Procter & Gamble said no', 'spelling'],
    ['text about signs', 'Write &lt; to show the less sign', 'Write < to show the less sign', 'spelling'],
    ['text about spaces', 'A &nbsp; stands for a space in it', 'A stands for a space in it', 'other'],
    ['text about spaces in code', 'The code `a&nbsp;b` has one space', 'The code a b has one space', 'spelling'],
    ['the same in a fence', '```\nlet it = one&nbsp;space;\n```', 'let it = one space;', 'spelling'],
    ['the same quoted as it is', 'The code `a&nbsp;b` has one space', 'The code a&nbsp;b has one space', 'exact'],
    ['code of the quotation', 'Write `<` to show the less sign', 'Write `&lt;` to show the less sign', 'spelling'],
    ['the same entity in both', 'Write `&lt;` to show the less sign', 'Write `&lt;` to show the less sign', 'exact'],
    ['an index from the end', 'x = values[^1] + 2 is the sum', 'x = values + 2 is the sum', 'spelling'],
    ['an index that was put in', 'x = values + 2 is the sum', 'x = values[^1] + 2 is the sum', 'spelling'],
    ['an index in code', 'So `x = values[^1] + 2` is[^1] it.\n\n[^1]: A note.', 'So x = values + 2 is it.', 'spelling'],
    ...['1', 'fn:1', 'smith.2020', '*'].flatMap((label): [string, string, string, string][] => [
      [
        `a note near the end: ${label}`,
        `The bridge was closed[^${label}] now.`,
        'The bridge was closed now.',
        'spelling',
      ],
      [
        `a note near the beginning: ${label}`,
        `The bridge[^${label}] was closed.`,
        'The bridge was closed.',
        'spelling',
      ],
    ]),
    ...['  [^1]: A note.', '> [^1]: A note.', '\t[^1]: A note.'].map((line): [string, string, string, string] => [
      `a note explained in ${JSON.stringify(line)}`,
      `The bridge was closed[^1] now.\n\n${line}`,
      'The bridge was closed now.',
      'exact',
    ]),
    ['another label', 'The bridge is closed[^fn:1].\n\n[^fn:1]: A note.', 'The bridge is closed.', 'exact'],
    [
      'a note behind an odd backtick',
      'A ` or the bridge was shut[^1] now.\n\n[^1]: It.',
      'the bridge was shut now.',
      'exact',
    ],
    [
      'a note behind an escaped backtick',
      'A \\` or the bridge was shut[^1] by `x` now.\n\n[^1]: It.',
      'the bridge was shut by x now.',
      'exact',
    ],
    ['a note behind a fence', '```\na[^1]\n````\nThe bridge is[^1] shut.\n\n[^1]: It.', 'The bridge is shut.', 'exact'],
    ['an index in a fence', '```\nx = values[^1] + 2\n```\n', 'x = values + 2', 'spelling'],
    ['an index in a fence of tildes', '~~~\nx = values[^1] + 2\n~~~\n\n[^1]: It.', 'x = values + 2', 'spelling'],
    ['a note that is another', 'The bridge was closed[^1] now.', 'The bridge was closed[^2] now.', 'other'],
    ['a pattern', 'The pattern `error[^s]` matches all', 'The pattern error matches all', 'spelling'],
    ['a pattern that goes on', 'The pattern \\w[^\\d]+ matches all', 'The pattern \\w+ matches all', 'other'],
    ['a power in brackets', 'The room has 25 m[^2] of space', 'The room has 25 m of space', 'spelling'],
    ['words in a bracket', 'The bridge[^(which_is_closed)] may be old', 'The bridge may be old', 'other'],
    [
      'entities of the quotation',
      'Ben & Jerry said “no” to it',
      'Ben &amp; Jerry&nbsp;said &#39;no&#39; to it',
      'exact',
    ],
    ['entities of both', 'Ben &amp; Jerry said that 5 &lt; 6', 'Ben &amp; Jerry said that 5 &lt; 6', 'exact'],
    ['another sign', 'It is so that 5 &lt; 6 in all', 'It is so that 5 &gt; 6 in all', 'other'],
    ['per cent in words', 'It rose by 5 percent in the year', 'It rose by 5% in the year', 'spelling'],
    ['per cent of another number', 'It rose by 5 percent in the year', 'It rose by 6% in the year', 'other'],
    [
      'points are no per cent',
      'It rose by 5 percentage points in the year',
      'It rose by 5% points in the year',
      'other',
    ],
    [
      'marks of Chinese',
      '他说：「这座桥已经关闭了很久」，他们都知道',
      '他说：“这座桥已经关闭了很久”，他们都知道',
      'exact',
    ],
    ['a range of thousands', 'It takes 1,000–2,000 riders a day', 'It takes 1000–2000 riders a day', 'spelling'],
    [
      'a range by spaces',
      'Every day it takes 1 000 – 2 000 riders to the island',
      'Every day it takes 1,000–2,000 riders to the island',
      'spelling',
    ],
    ['a range to another number', 'It takes 1,000–2,000 riders a day', 'It takes 1000–2001 riders a day', 'other'],
    ['a range of decimals', 'It takes 1,234–2,5 hours every day', 'It takes 1234–2,5 hours every day', 'other'],
    ['numbers that are no range', 'It takes 1,000–2,000 riders a day', 'It takes 1,0002,000 riders a day', 'other'],
    ['another number', 'The ferry carried 1,234 riders a day', 'The ferry carried 1235 riders a day', 'other'],
    ['a letter that is another one', 'Это мой дом на горе у реки', 'Это мои дом на горе у реки', 'other'],
  ])('%s', (_, source, quote, expected) => {
    expect(verdict(source, quote)).toBe(expected);
  });

  it('names what differs', () => {
    const match = findQuote(
      normaliseText('He paid 2½ crowns for the old lamp.'),
      'He paid 2.5 crowns for the old lamp.',
    );
    expect(match.differing).toEqual([{ quoted: '2.5', found: '2½' }]);
    const inserted = findQuote(
      normaliseText('They said that it works well in the rain.'),
      '[The crew] said that [the crane] works well in the rain.',
    );
    expect(inserted).toMatchObject({ kind: 'approximate', typographic: true });
    expect(inserted.differing).toEqual([
      { quoted: '[The crew]', found: '' },
      { quoted: '[the crane]', found: 'it' },
    ]);
  });

  it('is no other statement', () => {
    expect(sameStatement('The cranes work well.', '“[T]he cranes work well”')).toBe(true);
    expect(sameStatement('The cranes work well.', 'The cranes work [badly] well')).toBe(false);
  });
});
