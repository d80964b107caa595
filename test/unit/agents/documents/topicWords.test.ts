import { describe, expect, it } from 'vitest';
import { topicWords, WordSet } from '../../../../src/agents/documents/topicWords';

function setOf(text: string): WordSet {
  const words = new WordSet();
  words.add(text);
  return words;
}

describe('the words of a topic', () => {
  it.each([
    ['Radwege', 'Der Radweg am Fluss ist schmal.'],
    ['Beleuchtung', 'Die Straßenbeleuchtung wurde erneuert.'],
    ['Laterne', 'Der Laternenwechsel kostet Geld.'],
    ['Fahrradstraße', 'Fahrrad und Straße gehören zusammen.'],
    ['streetlights', 'Every street has lights.'],
    ['replacing', 'The lamps were replaced.'],
    ['abschalten', 'Der Rat lehnt die Abschaltung ab.'],
    ['abschalten', 'Eine Nachtabschaltung spart Geld.'],
    ['Abschaltung', 'Wir wollen das Licht abschalten.'],
    ['p95', 'The p95 is low.'],
    ['2027', 'It opens in 2027.'],
    ['桥', '这座桥很长。'],
  ])('occur inflected, in compounds and as their parts: %s', (word, text) => {
    expect(setOf(text).has(word)).toBe(true);
  });

  it.each([
    ['art', 'The cart is full.'],
    ['light', 'A slight delight.'],
    ['2027', 'It opens in 2028.'],
    ['Brücke', 'Die Fähre fährt.'],
  ])('do not occur in %s: %s', (word, text) => {
    expect(setOf(text).has(word)).toBe(false);
  });

  it('have a compound’s last part among what speaks of it', () => {
    expect(setOf('Die Beleuchtung kostet Geld.').headsOf('Straßenbeleuchtung')).toEqual(['Beleuchtung']);
    expect(setOf('The standing order.').headsOf('understanding')).toEqual([]);
  });

  it('are without the stop words of its language', () => {
    expect(topicWords('Should the city replace the ferry?')).toEqual(['city', 'replace', 'ferry']);
    expect(topicWords('Soll die Stadt eine Brücke bauen?')).toEqual(['Stadt', 'Brücke', 'bauen']);
    expect(topicWords('To be or not to be?')).not.toEqual([]);
  });
});
