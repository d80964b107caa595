import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { commandLink, entryLink, linkCommands, panelLinks, plainMarkdown } from '../../../../src/ui/chat/chatPart';
import { commandLinks } from '../../../support/chatLinks';
import { loadTest, sampleDebate } from '../../../support/reportRecord';

const viewer = new MarkdownIt({ html: true, linkify: true });

interface Shown {
  types: string[];
  text: string;
}

function shown(markdown: string): Shown {
  const blocks = viewer.parse(markdown, {});
  const inline = blocks.flatMap(({ children }) => children ?? []);
  return {
    types: [...blocks.map(({ type }) => type), ...inline.map(({ type }) => type)].filter(
      (type) => !['paragraph_open', 'paragraph_close', 'inline', 'text', 'text_special'].includes(type),
    ),
    text: inline.map(({ content }) => content).join(''),
  };
}

const hostile = [
  '[Run me](command:workbench.action.terminal.new)',
  '![](https://evil.example/pixel.png?q=1)',
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  '<a href="command:workbench.action.quit">x</a>',
  '<command:workbench.action.quit>',
  'https://evil.example/a and http://evil.example/b, www.evil.com',
  'ftp://evil.example/ and someone@evil.example',
  '[x][y] [y]: https://evil.example/',
  '[a]: command:x',
  '**bold** __bold__ *em* _em_ ~~struck~~ `code` ``code``',
  '# heading',
  '> quote',
  '- item',
  '+ item',
  '1. item',
  '1) item',
  '=== ',
  '---',
  '| a | b |',
  '```sh',
  '~~~',
  '$(warning) $x^2$ &lt;b&gt; &#91;x&#93;(command:y)',
  '\\[x\\](command:y)',
  '\\',
  'a\\',
  'line one\n\n# line two\n[x](command:y)\u2028<b>',
  '\u202e[x](command:y)',
];

describe('what others wrote, in the chat', () => {
  it.each(hostile)('is text, whatever it is: %j', (text) => {
    const { types, text: seen } = shown(plainMarkdown(text));
    expect(types).toEqual([]);
    expect(seen).toBe(
      text
        .replace(/\u202e/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  });

  it('makes no address that a viewer links by itself', () => {
    for (const text of hostile)
      expect(plainMarkdown(text)).not.toMatch(/(?:https?|ftp|command|mailto):|www\.|(?<!\\)@/i);
  });

  it('is text also where it was put together at random', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '`',
      '*',
      '_',
      '\\',
      ':',
      '//',
      'https',
      'command',
      'x',
      ' ',
      '\n',
      '#',
      '-',
      '1.',
      '|',
      '~',
      '&',
      'lt;',
      '@',
      'www.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(shown(plainMarkdown(pieces.join(''))).types).toEqual([]);
      }),
      { numRuns: 1_000, seed: 41 },
    );
  });

  it('links mentions of entries that are there, and runs nothing else', async () => {
    const { record, sre } = sampleDebate();
    const { state } = await record.open();
    const made = plainMarkdown(
      `As seq ${sre} says [seq 3](command:evil), not seq 9999.`,
      panelLinks('/w/d (1)', state),
    );
    expect(commandLinks(made)).toEqual([
      { label: `seq ${sre}`, command: 'rostrum.openPanel', argument: { folder: '/w/d (1)', seq: sre } },
      { label: 'seq 3', command: 'rostrum.openPanel', argument: { folder: '/w/d (1)', seq: 3 } },
    ]);
    expect(made).toContain('not seq 9999.');
    expect(made).not.toContain('command:evil');
  });
});

describe('links of an answer', () => {
  it.each(["/w/it's a (debate) 100%", '/w/ü [x](y)', 'C:\\w\\d'])('carry any folder: %j', (folder) => {
    expect(commandLinks(entryLink(folder, 7))).toEqual([
      { label: 'seq 7', command: 'rostrum.openPanel', argument: { folder, seq: 7 } },
    ]);
    const url = `${loadTest}%20x)(`;
    expect(commandLinks(commandLink('here', 'rostrum.openSource', { folder, seq: 1, url }))[0]?.argument).toEqual({
      folder,
      seq: 1,
      url,
    });
  });

  it('run only what looks at something', () => {
    expect(linkCommands.filter((command) => !/^rostrum\.(?:open|reveal)/.test(command))).toEqual([]);
  });
});
