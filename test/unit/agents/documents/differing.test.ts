import { describe, expect, it } from 'vitest';
import { Differing } from '../../../../src/agents/documents/differing';
import type { EvidencePassage } from '../../../../src/agents/documents/passages';

const passage = (path: string, quote: string, more: Partial<EvidencePassage> = {}): EvidencePassage => ({
  path,
  url: `workspace:${path}`,
  title: path,
  quote,
  start: 1,
  end: 1,
  ...more,
});

function figuresOf(one: EvidencePassage, other: EvidencePassage): [string, string] | undefined {
  const [found] = new Differing([one, other]).from(one);
  return found === undefined ? undefined : [found.own, found.others];
}

describe('differing figures', () => {
  it.each([
    [
      'The Lumo lamp draws 38 watts at full output.',
      'In January, over ten nights, we found that the Lumo lamp draws 45 watts, not what the maker said.',
      ['38 watts', '45 watts'],
    ],
    [
      'The ferry carries 1,200 passengers on a summer day.',
      'On a summer day about 900 passengers use the ferry, said the captain.',
      ['1,200 passengers', '900 passengers'],
    ],
    [
      'Die Fähre kostet die Stadt 2,4 Millionen Euro im Jahr.',
      'Im Haushalt steht: die Fähre kostet die Stadt 3,1 Millionen Euro im Jahr, ohne Treibstoff.',
      ['2,4 Millionen Euro', '3,1 Millionen Euro'],
    ],
    [
      'An electric ferry needs a battery of 1.8 MWh to run from seven until midnight.',
      'An electric ferry needs a battery of 2.2 MWh if it is to run through the evening without charging.',
      ['1.8 MWh', '2.2 MWh'],
    ],
  ])('of the same terms are found: %s', (one, other, figures) => {
    expect(figuresOf(passage('a.md', one), passage('b.md', other))).toEqual(figures);
  });

  it.each([
    ['the same figure', 'The Lumo lamp draws 38 watts.', 'By our count the Lumo lamp draws 38 watts.'],
    ['another identifier', 'The lamp LX-200 draws 38 watts at night.', 'The lamp LX-300 draws 45 watts at night.'],
    [
      'another year',
      'In 2019 the ferry carried 1,200 passengers a day.',
      'In 2023 the ferry carried 900 passengers a day.',
    ],
    [
      'under and without',
      'Rows under nets lost 5 percent of the apples.',
      'Rows without nets lost 30 percent of the apples.',
    ],
    [
      'another name beside the same day',
      'Closing the Ashby library on Mondays would save 10 percent of its heating.',
      'Closing the Colne library on Mondays would save 15 percent of its heating.',
    ],
    ['another unit', 'The Lumo lamp draws 38 watts.', 'The Lumo lamp draws 45 amperes.'],
    ['another subject', 'The pole weighs 38 kg in all.', 'The bridge opens 45 times a day.'],
  ])('are none with %s', (_, one, other) => {
    expect(figuresOf(passage('a.md', one), passage('b.md', other))).toBeUndefined();
  });

  it('stand in tables too, in the unit that the column names', () => {
    const row = passage('costs.csv', 'lamp,watts Lumo,38', {
      header: 'lamp,watts',
      columns: ['lamp', 'watts'],
      cells: ['Lumo', '38'],
    });
    const other = passage('costs.csv', 'lamp,watts Vela,52', {
      header: 'lamp,watts',
      columns: ['lamp', 'watts'],
      cells: ['Vela', '52'],
    });
    expect(figuresOf(row, passage('test.md', 'The Lumo lamp draws 45 watts.'))).toEqual(['watts: 38', '45 watts']);
    expect(figuresOf(row, other)).toBeUndefined();
  });

  it('are none between days and a column of so many a day', () => {
    const row = passage('timetable.md', '| Winter | 18 | 410 |', {
      columns: ['Season', 'Crossings a day', 'Passengers a day'],
      cells: ['Winter ferry', '18', '410'],
    });
    expect(figuresOf(passage('letters.txt', 'Last winter the ferry was out for 23 days.'), row)).toBeUndefined();
  });
});
