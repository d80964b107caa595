import { describe, expect, it } from 'vitest';
import type { MarkdownNode } from '../../../src/shared/markdown';
import { longestMarkdown, markdownTree, plainText, runningText, withSeqs } from '../../../src/shared/markdown';
import { sampled } from '../../support/depth';

const tree = (text: string, sources: readonly string[] = []): readonly MarkdownNode[] => {
  const nodes = markdownTree(text, { sources });
  if (nodes === undefined) throw new Error('is shown as plain text');
  return nodes;
};

const words = (text: string, sources: readonly string[] = []): string => plainText(tree(text, sources));

/** Every element of a tree, whatever holds it. */
function elements(nodes: readonly MarkdownNode[]): Exclude<MarkdownNode, string>[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return [node, ...(node.tag === 'seq' || node.tag === 'mention' ? [] : elements(node.children))];
  });
}

const tagsOf = (text: string): string[] => elements(tree(text)).map((node) => node.tag);

/** What a text is full of. */
const exhausting: [string, string][] = [
  ['brackets', '['],
  ['stars', '*a '],
  ['stars and words', '**a*'],
  ['links', '[a](b'],
  ['pictures', '![['],
  ['definitions', '[a\n'],
  ['addresses', 'https://a.b/'],
  ['schemes', 'http://'],
  ['tags', '<a '],
  ['comments', '<!--'],
  ['mentions', 'seqs 1, 2 and 3 '],
  ['one long mention', '1, '],
  ['backticks', '`a``'],
  ['underscores', '_a__b'],
  ['entities', '&#x41'],
  ['titles', '[a](b "'],
  ['lines', 'a\n'],
];

describe('Markdown of anybody', () => {
  it('makes elements of what is Markdown', () => {
    expect(tagsOf('# a\n\n**b** *c* `d` ~~e~~\n\n- x\n\n3. y\n\n> q\n\n---\n')).toEqual([
      'h1',
      'p',
      'strong',
      'em',
      'code',
      's',
      'ul',
      'li',
      'ol',
      'li',
      'blockquote',
      'p',
      'hr',
    ]);
    expect(elements(tree('3. y')).find((node) => node.tag === 'ol')).toMatchObject({ start: 3 });
    expect(tagsOf('| a | b |\n|---|---|\n| 1 | 2 |')).toEqual([
      'table',
      'thead',
      'tr',
      'th',
      'th',
      'tbody',
      'tr',
      'td',
      'td',
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onmouseover="x()">b</b>',
    '<style>body { display: none }</style>',
    '<!-- hidden -->',
    '<iframe src="https://evil.test"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg/onload=alert(1)>',
  ])('shows HTML as it is written: %s', (text) => {
    expect(words(text).trim()).toBe(text);
    // An address in it is one all the same.
    expect(elements(tree(text)).every(({ tag }) => tag === 'p' || tag === 'web')).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'vbscript:x',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,x',
    'file:///etc/passwd',
    'command:workbench.action.quit',
    'vscode://rostrum/x',
    'vscode-insiders:x',
    '//evil.test/x',
    '/etc/passwd',
    '../x.md',
    '#fragment',
    'https:evil',
    'http:/evil',
    'ftp://x.test/',
    'mailto:a@b.c',
    'https://',
  ])('makes no link of %s, and says it', (url) => {
    const nodes = elements(tree(`see [the words](${url}) here`));
    expect(nodes.map((node) => node.tag)).toEqual(['p']);
    expect(words(`see [the words](${url}) here`)).toMatch(/^see the words \(.+\) here$/);
  });

  it('makes links of the web of http and https only, which are kept whole', () => {
    const [, link] = elements(tree('[a](https://example.org/x?y=1&z=2)'));
    expect(link).toEqual({ tag: 'web', url: 'https://example.org/x?y=1&z=2', children: ['a'] });
    expect(elements(tree('<http://example.org/>')).at(-1)).toMatchObject({ tag: 'web', url: 'http://example.org/' });
    expect(elements(tree('see https://example.org/a, and')).at(-1)).toMatchObject({ url: 'https://example.org/a' });
    expect(tagsOf('example.org a@example.org //example.org ftp://example.org 127.0.0.1')).toEqual(['p']);
  });

  it('says where a link leads whose words are another address', () => {
    expect(words('[https://bank.test/](https://evil.test/)')).toBe('https://bank.test/ (evil.test)');
    expect(words('[bank.test](https://evil.test/bank.test)')).toBe('bank.test (evil.test)');
    expect(words('[bank.test](https://www.bank.test/)')).toBe('bank.test');
    expect(words('[the report](https://evil.test/)')).toBe('the report');
  });

  it('never loads a picture', () => {
    expect(words('![a *chart*](https://evil.test/x.png "t")')).toBe('a *chart* (https://evil.test/x.png)');
    expect(words('![](https://evil.test/x.png)')).toBe('https://evil.test/x.png');
    expect(elements(tree('[![a](https://evil.test/x.png)](javascript:x)')).map((node) => node.tag)).toEqual(['p']);
  });

  it('leads to a source of the entry by its address, and to no other file', () => {
    const sources = ['workspace:docs/a b.md#L1-3', 'workspace:docs/b.md'];
    const text = '[one](<workspace:docs/a b.md#L1-3>) [two](workspace:docs/b.md) [three](workspace:docs/c.md)';
    const found = elements(tree(text, sources)).filter((node) => node.tag === 'source');
    expect(found).toMatchObject([{ index: 0 }, { index: 1 }]);
    expect(words(text, sources)).toBe('one two three (docs/c.md)');
    expect(words('[L3–L4](workspace:c.md#L3-L4), [L9](workspace:c.md#L9), [L9](workspace:c.md#L8)')).toBe(
      'L3–L4, L9, L9 (c.md:8)',
    );
  });

  it('leads to entries that the text mentions, but not from code nor from within a link', () => {
    const seqs = (text: string): unknown[] => elements(tree(text)).filter((node) => node.tag === 'seq');
    expect(seqs('As seq 4 says, *seqs 5 and 6*')).toMatchObject([{ seq: 4 }, { seq: 5 }, { seq: 6 }]);
    expect(seqs('seqs 12 and\n13, *seq\n14*')).toMatchObject([{ seq: 12 }, { seq: 13 }, { seq: 14 }]);
    expect(seqs('> seqs 1,\n> 2  \n> and 3')).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect(seqs('`seq 4`\n\n    seq 5\n\n```\nseq 6\n```')).toEqual([]);
    expect(seqs('[seq 4](https://example.org)')).toEqual([]);
    expect(seqs('sequence 4, subseq 4, seq 3.5')).toEqual([]);
  });

  it('cuts a mention so that nothing of the text is lost', () => {
    const text = 'See seqs 3, 4 and 5; and (seq 9).';
    expect(withSeqs(text)).toEqual([
      'See ',
      { tag: 'seq', seq: 3, text: 'seqs 3' },
      ', ',
      { tag: 'seq', seq: 4, text: '4' },
      ' and ',
      { tag: 'seq', seq: 5, text: '5' },
      '; and (',
      { tag: 'seq', seq: 9, text: 'seq 9' },
      ').',
    ]);
    expect(plainText(withSeqs(text))).toBe(text);
  });

  it('leaves plain what is too long or too deep, where the parser would drop it', () => {
    expect(markdownTree('a'.repeat(longestMarkdown + 1))).toBeUndefined();
    expect(markdownTree(`${'> '.repeat(500)}deep`)).toBeUndefined();
    expect(markdownTree(`${'- '.repeat(500)}deep`)).toBeUndefined();
    expect(words(`${'> '.repeat(50)}deep`)).toBe('deep');
  });

  it.each(sampled('texts that exhaust a reader of Markdown', exhausting, 6))(
    'does not hang on many %s',
    { timeout: 20_000 },
    (_, piece) => {
      const text = `seqs ${piece.repeat(Math.floor(longestMarkdown / piece.length) - 5)}`;
      expect(markdownTree(text)).toBeDefined();
    },
  );

  it('does not hang on many cells of a table', { timeout: 20_000 }, () => {
    expect(markdownTree(`${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|b\n'.repeat(50_000)}`)).toBeDefined();
  });
});

describe('Markdown in one run, as a preview has it', () => {
  it.each([
    ['## Claim\n\nThe depot kept up.', 'Claim: The depot kept up.'],
    [
      '**prop_000a: Volume**\n\n## Claim\n\nIt kept up\n\n## Grounds\n\n### 1. Log\n\n> 1007 parcels.',
      'prop_000a: Volume · Claim: It kept up · Grounds: 1. Log: 1007 parcels.',
    ],
    ['# Why?\n\nBecause.\n\n---\n\nEnd', 'Why? Because. End'],
    ['One “two.”\n\n- a\n- b', 'One “two.” a · b'],
    ['## Alone', 'Alone'],
  ])('%j', (markdown, run) => {
    expect(runningText(markdownTree(markdown) ?? [])).toBe(run);
  });
});
