import { describe, expect, it } from 'vitest';
import {
  ownRoundMentions,
  roundMentions,
  valueWithoutMentions,
  withheld,
  withoutRoundMentions,
} from '../../../../../src/debate/formats/tribunal/roundMentions';

/** Words that tell a side how many rounds there are, and words that only look as if. */

const telling: readonly [text: string, without: string][] = [
  ['This is the final round of four, so be brief.', `This is the ${withheld}, so be brief.`],
  ['Round 2 of 5 beginning.', `${withheld} beginning.`],
  ['It is round two out of five now', `It is ${withheld} now`],
  ['Round 3/4: speak of costs.', `${withheld}: speak of costs.`],
  ['Final round (4 of 4): be brief', `${withheld}: be brief`],
  ['We come to the second of five rounds.', `We come to the ${withheld}.`],
  ['This, the second round of four, is about law.', `This, the ${withheld}, is about law.`],
  ['Two more rounds follow, so take your time with the costs.', `${withheld}, so take your time with the costs.`],
  [
    'Please speak of costs. Three rounds should suffice for that.',
    `Please speak of costs. ${withheld} should suffice for that.`,
  ],
  ['There are three rounds left.', `${withheld}.`],
  ['A four-round debate cannot settle it.', `A ${withheld} cannot settle it.`],
  ['The user sets the maximum of rounds to 5.', `The user sets the ${withheld}.`],
  ['THE LAST ROUND IS YOURS', `THE ${withheld} IS YOURS`],
  ['In this, the closing round, look at the law.', `In this, the ${withheld}, look at the law.`],
];

const alsoTelling = [
  ...[
    'one more round',
    'no further rounds',
    'another round follows',
    'all four rounds',
    'at most 4 rounds',
    'rounds: 4',
    'max_rounds is 4',
    'maxRounds = 3',
  ],
  ...[
    'This round is the last.',
    'Round four will be your last',
    'This is round 3, the last.',
    'the debate ends after this round',
    'The debate will end after round 3',
  ],
  ...[
    'we have 3 rounds',
    'You have two rounds',
    'the penultimate round',
    'the next-to-last round',
    'your final statement',
    'this is your last chance',
    'last chance to respond',
  ],
  ...[
    'We are halfway through the debate',
    'We near the end of the debate.',
    'after this round the debate is over',
    'this is the end of the debate',
    'the debate lasts four rounds',
  ],
  ...[
    'My ruling comes after this round',
    'limit the debate to three rounds',
    'three rounds in total',
    'the remaining two rounds',
    'only two rounds',
    'The number of rounds is 4',
  ],
  ...[
    '4 rounds total',
    'after the next round I will decide',
    'rounds remaining: 2',
    'fourth (final) round',
    'make it five rounds',
    'let them argue for five rounds',
    'a debate over 4 rounds',
  ],
  ...[
    'there are more rounds to come',
    'This is round 4 (final).',
    'we are in the third of 4',
    'We are halfway',
    'after four rounds the Judge rules',
    'the last is round 4',
    'End the debate after round 2',
  ],
  ...[
    'There is no round after this',
    'this will be the only round',
    'Stop after this round',
    'Please wrap up',
    'Ruling next',
  ],
  ...[
    'In the last two rounds, focus on costs.',
    'the final exchange',
    'R2/5',
    'there is only one round left',
    'The debate is nearly over',
    'this is the last one',
  ],
];

const harmless = [
  ...[
    'a final round of funding',
    'The startup closed its last round of funding in May.',
    'the final round of negotiations',
    'two rounds of testing',
    'three rounds of golf',
  ],
  ...[
    'another round of layoffs',
    'a round table of four',
    'a round number',
    'it rounds up to five',
    'a round-trip of two hours',
  ],
  ...[
    'In the last round you ignored costs.',
    "last round's critique",
    'the last round’s argument',
    'In the last round the advocate conceded I1.',
    'the last two rounds were about costs',
  ],
  ...[
    'round 2',
    'Round 2 beginning.',
    'in this round',
    'the first round',
    'the previous round',
    'the critic said in round 1 that',
    'In each of the rounds so far',
  ],
  ...['argued for two rounds without progress', 'stalled over the past two rounds', 'we finished the count in round 1'],
  ...[
    'After two rounds the issue is unchanged',
    'In two rounds the critic named no source',
    'The first two rounds were about costs',
    'For three rounds nobody has named a figure',
    'Both rounds showed it',
  ],
  ...[
    'the critic closed its case after round 1',
    'a single round-trip',
    'The verdict is next to nothing',
    'This study is the first of three.',
    'The debate over two rounds of layoffs',
  ],
  ...[
    'final report of the committee',
    'The final ruling',
    'the final decision of the court',
    'at the end of the day',
    'The case is closed',
    'the end of the year',
  ],
  ...[
    'This is the last of the three studies',
    'the last word on this is the study of 2021',
    'this is the final figure',
    'it is done in two steps',
    'The argument closes with a claim',
  ],
  ...[
    'The argument is over-stated',
    'the decision follows from the evidence',
    'No further evidence was given',
    'the debate over costs',
    'It ends with a quotation',
  ],
];

describe('mentions of the number of rounds', () => {
  it.each(telling)('“%s” loses those words and no others', (text, without) => {
    expect(withoutRoundMentions(text)).toBe(without);
  });

  it.each(alsoTelling)('“%s” is one', (text) => {
    expect(roundMentions(text)).not.toEqual([]);
  });

  it.each(harmless)('“%s” is none', (text) => {
    expect(roundMentions(text)).toEqual([]);
  });

  it('are found in capitals, across line ends and with other spaces', () => {
    expect(withoutRoundMentions('the FINAL\n  Round')).toBe(`the ${withheld}`);
    expect(withoutRoundMentions('two\u00a0more\u00a0rounds')).toBe(withheld);
  });

  it('that overlap are one, and places are those of the text', () => {
    const text = 'Take heed: this is the final round of four rounds in total.';
    const [mention, ...others] = roundMentions(text);
    expect(others).toEqual([]);
    expect(text.slice(mention?.start, mention?.end)).toBe(mention?.text);
    expect(mention?.text).toContain('final round of four');
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
