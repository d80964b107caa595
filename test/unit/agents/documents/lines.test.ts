import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../src/agents/documents/lines';

const headingsOf = (text: string): string[] =>
  readLines(text, 'pdf').flatMap(({ kind, start, end }) => (kind === 'heading' ? [text.slice(start, end)] : []));

describe('headings of a printed page', () => {
  it('are short lines between two sentences, numbered or not', () => {
    const text = [
      'Fjord Consult, January 2025',
      '1. Energy',
      'Each crossing takes 61 kWh in calm weather and 88 kWh against a gale.',
      '2. Grid',
      'The transformer on the quay has to be replaced by one of',
      '1,250 kVA. The work takes 16 months.',
      'Reservations',
      'Ice was not considered in this study.',
    ].join('\n');
    expect(headingsOf(text)).toEqual(['1. Energy', '2. Grid', 'Reservations']);
  });

  it('are no items of a list and no line of a paragraph', () => {
    const text = [
      'The council decided two things on that evening in spring.',
      '1. Keep the ferry',
      '2. Sell the quay',
      'It rained. The harbour master and the mayor of the town met',
      'Councillor Holm on the quay.',
    ].join('\n');
    expect(headingsOf(text)).toEqual([]);
  });
});
