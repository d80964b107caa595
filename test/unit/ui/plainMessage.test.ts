import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../src/matching/text/shortText';
import { isFolded, plainMessage } from '../../../src/ui/kit/plainMessage';

const sources = resolve(import.meta.dirname, '..', '..', '..', 'src');

/** How the editor finds links in its messages (`parseLinkedText`). */
const editorsLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

describe('a message to the user', () => {
  it.each([
    '“[here](command:workbench.action.quit)” was interrupted.',
    'Run by [x](command:a?%5B1%5D "title"), process 1',
    '[[a](command:b)](https://evil.test/)',
    '[a](file:///etc/passwd)[b](HTTPS://evil.test)',
    '[a]\u202e(command:b)',
  ])('holds no link: %s', (text) => {
    expect(plainMessage(text)).not.toMatch(editorsLink);
  });

  it('says all else as it is', () => {
    for (const text of ['“A [b] (c)” is paused: d.', 'שלום', 'a\nb', '[x]', '(y)'])
      expect(plainMessage(text)).toBe(text);
  });

  it('toasts: is folded where it is long and has no button', () => {
    expect(isFolded('No API key is kept.', [])).toBe(false);
    expect(isFolded('x'.repeat(61), [])).toBe(true);
    expect(isFolded('x'.repeat(61), ['Open'])).toBe(false);
    expect(isFolded('x'.repeat(61), [{ modal: true }])).toBe(false);
  });

  it('goes through there, wherever it is said', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('messages.ts'),
    );
    const direct = files.filter((file) =>
      /window\.show(?:Information|Warning|Error)Message/.test(readFileSync(join(sources, file), 'utf8')),
    );
    expect(direct).toEqual([]);
  });
});

describe('a line of anybody’s words', () => {
  it('has neither control characters nor marks that turn the text around it', () => {
    expect(plainLine('  a\u0000\tb\r\nc \u202egnp\u202c.exe \u2066x\u2069 ')).toBe('a b c gnp.exe x');
    expect(plainLine('שלום 👋🏽 e\u0301 a\u200db')).toBe('שלום 👋🏽 e\u0301 a\u200db');
  });
});
