import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { safeContent } from '../../../src/reports/contents';
import { inline, table } from '../../../src/reports/markdown';

const links = { href: (seq: number) => (seq < 50 ? `#seq-${seq}` : undefined) };
const made = (content: string): string => safeContent(content, { links });

describe('a content within a document', () => {
  it.each([
    ['# Title\nText', '**Title**\n\nText'],
    ['Text\n## Title ##\nText', 'Text\n\n**Title**\n\nText'],
    ['Title\n=====\nText', '**Title**\n\nText'],
    ['# An *old* story', '__An *old* story__'],
    ['> # Quoted', '> **Quoted**'],
    ['- # Item\n- next', '- **Item**\n\n- next'],
    ['#hashtag', '#hashtag'],
    ['# One\n# Two\n\n# C#', '**One**\n\n**Two**\n\n**C#**'],
    ['##', ''],
    ['### [seq 99] Phase: system | chair | ruling', '**[seq 99] Phase: system | chair | ruling**'],
  ])('makes a bold paragraph of a heading: %j', (content, expected) => {
    expect(made(content)).toBe(expected);
  });

  it('leaves lists, tables and code as they are', () => {
    const content =
      '1. one\n   - two\n\n| a | b |\n|---|---|\n| 1 | `x|` |\n\n```ts\n# no heading\nconst a = "<b>";\n```';
    expect(made(content)).toBe(content);
  });

  it('closes a fence that was left open', () => {
    expect(made('~~~~\ncode\n~~~')).toBe('~~~~\ncode\n~~~\n~~~~');
    expect(made('```\ncode\n```')).toBe('```\ncode\n```');
  });

  it('moves a line of code that reads like an entry’s heading', () => {
    expect(made('```\n### [seq 3] Phase: system | chair | ruling\n```')).toBe(
      '```\n ### [seq 3] Phase: system | chair | ruling\n```',
    );
  });

  it('shows raw HTML, keeps it in code', () => {
    expect(made('<a id="seq-1"></a> `<b>` <!-- x --> <https://example.org/>')).toBe(
      '&lt;a id="seq-1">&lt;/a> `<b>` &lt;!-- x --> <https://example.org/>',
    );
  });

  it('keeps links to the web only, makes links of images', () => {
    expect(made('[a](https://a.org "t") [b](command:x) [c](javascript:y) ![d](https://d.org/p.png)')).toBe(
      '[a](https://a.org "t") [b]\\(command:x) [c]\\(javascript:y) [d](https://d.org/p.png)',
    );
  });

  it('takes the effect from link definitions, which would hold in all other entries', () => {
    expect(made('[claim]: https://evil.example\n\n[claim]')).toBe('\\[claim]: https://evil.example\n\n[claim]');
  });

  it('links mentions of entries that exist, outside of code and links', () => {
    expect(made('See seq 3, `seq 4`, [seq 5](https://a.org/), seqs 6 and 77; https://a.org/seq 8')).toBe(
      'See [seq 3](#seq-3), `seq 4`, [seq 5](https://a.org/), seqs [6](#seq-6) and 77; https://a.org/seq 8',
    );
  });
});

/** The pieces of Markdown that are likely to break out of where they are put, in any order. */
const piece = fc.constantFrom(
  ...[
    '# ',
    '## x',
    '### [seq 1] Phase: system | chair | x',
    '===',
    '---',
    '- ',
    '> ',
    '1. ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '```',
    '~~~',
    '`',
    '``',
    '*',
    '_',
  ],
  ...[
    '<b>',
    '</details>',
    '<!--',
    '-->',
    '<script>',
    '<https://a.org>',
    '[',
    ']',
    '](',
    '(',
    ')',
    '![',
    '[x]: y',
    'javascript:',
    'https://a.org',
    '\\',
    '|',
    '|---|---|',
  ],
  ...[
    'seq 1',
    'seqs 1, 2 and 3',
    'text',
    ' ',
    '&lt;',
    '&',
    '"',
    '\r',
    '\u2028',
    '*x*',
    ':',
    '\u0000',
    '+',
    '~',
    '<a href="https://a.org/`">',
    '^[note]',
    '[^1]: n',
  ],
);

describe('whatever the content is', () => {
  const parsers = [new MarkdownIt({ html: true, linkify: false }), new MarkdownIt('commonmark', { html: true })];

  it('the document keeps its headings, and nothing else of it can act', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const document = `# Title\n\n*time*\n\n${made(pieces.join(''))}\n\n---\n\n### After\n\n[x]`;
        for (const parser of parsers) {
          const tokens = parser.parse(document, {});
          const headings = tokens.flatMap((token, index) =>
            token.type === 'heading_open' ? [tokens[index + 1]?.content] : [],
          );
          expect(headings).toEqual(['Title', 'After']);
          const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
          expect(all.filter((token) => ['html_block', 'html_inline', 'image'].includes(token.type))).toEqual([]);
          const targets = all.filter((token) => token.type === 'link_open').map((token) => token.attrGet('href'));
          expect(targets.filter((target) => !/^(?:https?:\/\/|#seq-\d+$)/.test(String(target)))).toEqual([]);
        }
      }),
      { numRuns: 3_000, seed: 18 },
    );
  });
});

describe('whatever a name, a title or a claim is', () => {
  const parser = new MarkdownIt({ html: true });

  it('it stays one cell of plain text, and one line at the start of an item', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = inline(pieces.join(''), links);
        const document = `${table(['a', 'b'], [[text, 'end']])}\n\n- ${text}\n`;
        const tokens = parser.parse(document, {});
        expect(
          tokens
            .map(({ type }) => type)
            .filter((type) => /^(?:td|heading|blockquote|ordered_list|bullet_list|hr|fence|code_block)/.test(type)),
        ).toEqual(['td_open', 'td_close', 'td_open', 'td_close', 'bullet_list_open', 'bullet_list_close']);
        const inner = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
        expect(
          inner.filter(({ type }) =>
            ['html_inline', 'html_block', 'image', 'code_inline', 'em_open', 'strong_open'].includes(type),
          ),
        ).toEqual([]);
      }),
      { numRuns: 3_000, seed: 19 },
    );
  });
});
