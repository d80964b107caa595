import { describe, expect, it } from 'vitest';
import { renderedMarkdown } from '../../../../src/matching/text/renderedText';
import { findQuote, normaliseText, SoughtQuote } from '../../../../src/matching/quote/quote';
import { MatchingSteps } from '../../../../src/matching/text/matchingSteps';
import { CitedText, textAtPlace } from '../../../../src/matching/quote/citedText';

const find = (text: string, quote: string) => findQuote(normaliseText(text), quote);

describe('a quotation that differs in spelling and signs', () => {
  it.each<[string, string]>([
    ['They said: Šárka Müller left Århus at dawn.', 'Sarka Muller left Arhus at dawn'],
    ['They said: Jörg Müller left Köln at dawn.', 'Joerg Mueller left Koeln at dawn'],
    ['The share of β-carotene was ≤ 5 in all cases.', 'share of beta-carotene was <= 5 in all cases'],
    ['We saved the \ue010 file on the disk 📄 of the office.', 'We saved the file on the disk of the office'],
    ['\n\nI n the beginning was the word.', 'In the beginning was the word'],
  ])('is approximate: %s', (text, quote) => {
    expect(find(text, quote)).toMatchObject({ kind: 'approximate', typographic: true });
  });

  it.each<[string, string]>([
    ['Ông ấy mua một con bò ở chợ hôm qua.', 'Ông ấy mua một con bỏ ở chợ hôm qua'],
    ['उसने कल बाजार में दिन भर काम किया।', 'उसने कल बाजार में दीन भर काम किया'],
    ['The crane is not able to lift it at all.', 'The crane is notable to lift it at all'],
    ['It was ≥ 5 in all of the cases seen.', 'It was <= 5 in all of the cases seen'],
    ['It was 2.1 % in the spring of the year.', 'It was 2.-1 % in the spring of the year'],
    ['The budget rose to $5 million in the year.', 'The budget rose to $5'],
  ])('is no other word or figure: %s', (text, quote) => {
    expect(find(text, quote).typographic).toBe(false);
  });

  it('may join passages that stand far apart, in order', () => {
    const text = `The crew was happy about it. ${'Filler goes on and on. '.repeat(60)}Then the storm sank the ship.`;
    expect(find(text, 'The crew was happy … the storm sank the ship')).toMatchObject({
      kind: 'approximate',
      isJoined: true,
    });
    expect(find(text, 'the storm sank the ship … The crew was happy')).not.toMatchObject({ isJoined: true });
  });

  it('may have lost the letters of a ligature in a document, and nowhere else', () => {
    const text = normaliseText('There the federal ofce of the rivers keeps the les in order.');
    const quote = 'the federal office of the rivers keeps the files';
    const inDocument = new SoughtQuote(quote, new MatchingSteps(), true);
    expect(findQuote(text, inDocument)).toMatchObject({ kind: 'approximate', typographic: true });
    expect(findQuote(text, quote).typographic).toBe(false);
  });
});

describe('Markdown as it is rendered', () => {
  it('keeps its length, and says only what is shown', () => {
    const text = [
      'The fee was ~~80~~ 40 euros.<!-- 90 euros --> It was 5\\_000 in 10<sup>6</sup>.',
      '![The fee was 70 euros](x.png) The [fee][1] of `~~code~~` is low.',
      '',
      '[1]: http://a.example',
    ].join('\n');
    const seen = renderedMarkdown(text);
    expect(seen).toHaveLength(text.length);
    expect(seen.replaceAll('\u2063', '')).toBe(
      'The fee was  40 euros. It was 5_000 in 10⁶.\n The fee of `~~code~~` is low.\n\n',
    );
  });
});

describe('the place where figures are looked for', () => {
  it('is the cited lines as whole sentences', () => {
    const text = 'One. In 2027 the cable\nof 2.3 km was laid\nto the depot. Another 5 followed.';
    const start = text.indexOf('of 2.3');
    const range = { kind: 'lines' as const, start, end: start + 'of 2.3 km was laid'.length };
    expect(textAtPlace(new CitedText(text, { range }))).toContain('In 2027 the cable');
    expect(textAtPlace(new CitedText(text, { range }))).not.toContain('Another 5');
  });

  it('is the row with the header of its table, and no other row', () => {
    const text = 'route,2024,2025\nfive,12,13\nnine,14,15';
    const start = text.indexOf('nine');
    expect(textAtPlace(new CitedText(text, { range: { kind: 'lines', start, end: text.length } }))).toBe(
      'route,2024,2025\n\nnine,14,15',
    );
  });
});
