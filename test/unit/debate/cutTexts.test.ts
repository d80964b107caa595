import { describe, expect, it } from 'vitest';
import { cut } from '../../../src/agents/model/promptText';
import { cutToTokens } from '../../../src/agents/model/tokens';
import { markdownTitle } from '../../../src/research/markdownTitle';
import { quoteDrawn } from '../../../src/shared/entries';
import { shownInput } from '../../../src/ui/models/offeredTools';
import { topicOfText } from '../../../src/ui/start/startArgument';
import { clamped, spoken } from '../../../src/webview/feed/words';

/** Each is seen as one character, of several UTF-16 code units. */
const characters = ['👩🏽‍👩🏿‍👧🏻‍👦🏾', '👍🏽', 'e\u0301\u0323', '🇩🇪'];

/** Without what each puts around a text that it cuts. */
const cuts: Record<string, (text: string) => string | undefined> = {
  'what is read aloud': (text) => spoken(text).replace(/…$/, ''),
  'a long entry': (text) => clamped({ type: 'argument' }, text)?.replace(/…$/, ''),
  'a heading': (text) => markdownTitle(`# ${text}`),
  'a suggested topic': (text) => topicOfText(text).replace(/^[^“]*“|…”\?$/g, ''),
  'a quotation in the page': quoteDrawn,
  'a field of a prompt': (text) => cut(text).replace(/ … \(cut\)$/, ''),
  'a text cut to tokens': (text) => cutToTokens(text, 100).replace(/\n\[.*$/s, ''),
};

describe.each(Object.entries(cuts))('%s', (_name, cutOf) => {
  it.each(characters)('does not split %s where it is cut', (character) => {
    const long = character.repeat(4_000);
    for (let shift = 0; shift < character.length; shift += 1) {
      const start = 'a'.repeat(shift);
      const kept = cutOf(start + long) ?? '';
      expect(kept.length).toBeLessThan(long.length);
      expect(kept.length).toBeGreaterThan(100);
      expect(kept.replaceAll(character, '')).toBe(start);
    }
  });
});

it('the input of a tool is whole characters, and what is left out is counted', () => {
  const shown = shownInput({ text: '😀'.repeat(2_000) });
  expect(shown).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  expect(shown).toMatch(/… \(\d+ more characters\)$/);
});
