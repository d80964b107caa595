import { describe, expect, it } from 'vitest';
import {
  ownRoundMentions,
  roundMentions,
  valueWithoutMentions,
  withheld,
  withoutRoundMentions,
} from '../../../../../src/debate/formats/tribunal/roundMentions';

const telling: readonly [text: string, without: string][] = [
  ['This is the final round of four, so be brief.', `This is the ${withheld}, so be brief.`],
  ['Round 2 of 5 beginning.', `${withheld} beginning.`],
  ['It is round two out of five now', `It is ${withheld} now`],
  ['Round 3/4: speak of costs.', `${withheld}: speak of costs.`],
  ['There are three rounds left.', `There are ${withheld} left.`],
  ['A four-round debate cannot settle it.', `A ${withheld} debate cannot settle it.`],
  ['THE LAST ROUND IS YOURS', `THE ${withheld} IS YOURS`],
  ['In this, the closing round, look at the law.', `In this, the ${withheld}, look at the law.`],
  ['Dies ist die letzte Runde.', `Dies ist die ${withheld}.`],
  ['Es gibt vier Runden.', `Es gibt ${withheld}.`],
  ['C’est la dernière manche.', `C’est la ${withheld}.`],
  ['Quedan 3 rondas.', `Quedan ${withheld}.`],
];

const harmless = [
  'a final round of funding',
  'The startup closed its last round of funding in May.',
  'two rounds of testing',
  'a round table of four',
  'a round number',
  'In the last round you ignored costs.',
  "in the last round's critique",
  'round 2',
  'Round 2 beginning.',
  'the previous round',
  'the critic said in round 1 that',
  'argued for two rounds without progress',
  'After two rounds the issue is unchanged',
  'The first two rounds were about costs',
  'a single round-trip',
  'The final ruling',
  'the last word on this is the study of 2021',
  'In der letzten Runde hat der Kritiker geschwiegen.',
  'after 12 roundabouts',
];

describe('mentions of the number of rounds', () => {
  it.each(telling)('“%s” loses those words and no others', (text, without) => {
    expect(withoutRoundMentions(text)).toBe(without);
  });

  it.each(harmless)('“%s” is none', (text) => {
    expect(roundMentions(text)).toEqual([]);
  });

  it('are found in capitals, across line ends and with other spaces', () => {
    expect(withoutRoundMentions('the FINAL\n  Round')).toBe(`the ${withheld}`);
    expect(withoutRoundMentions('two\u00a0more\u00a0rounds')).toBe(withheld);
  });

  it('that overlap are one, and places are those of the text', () => {
    const text = 'Take heed: this is the final round 4 of 4.';
    const [mention, ...others] = roundMentions(text);
    expect(others).toEqual([]);
    expect(text.slice(mention?.start, mention?.end)).toBe(mention?.text);
    expect(mention?.text).toBe('final round 4 of 4');
  });

  it('in what is quoted from others are not the author’s own', () => {
    const quote = 'The final round was won by the second of four rounds.';
    expect(ownRoundMentions(`The critic cites “${quote}” rightly.`, [quote])).toEqual([]);
    expect(ownRoundMentions(`The critic cites “${quote}” in this, the final round.`, [quote])).toHaveLength(1);
    expect(ownRoundMentions('It is the last round.', ['round'])).toHaveLength(1);
  });

  it('are withheld in every string of a value, keys and numbers left alone', () => {
    expect(valueWithoutMentions({ a: ['two more rounds', 2], rounds: 4, b: { c: 'Costs.' } })).toEqual({
      a: [withheld, 2],
      rounds: 4,
      b: { c: 'Costs.' },
    });
  });
});
