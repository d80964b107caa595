import { describe, expect, it } from 'vitest';
import { proposeLineup, reviseLineup } from '../../../../src/agents/extractive/lineup';

const topic = 'Should the ferry run at night?';
const proposed = proposeLineup({ topic, hints: '' }).debaters.map((seat) => ({ ...seat, model: 'offline' }));
const revised = (request: string, seats = proposed) =>
  reviseLineup({ topic, hints: '', evidence: [], proposed: seats, request }).debaters;
const names = (request: string): string[] => revised(request).map(({ name }) => name);

describe('a lineup that nobody described', () => {
  it('takes the topic verbatim as the positions of yes and no', () => {
    expect(proposed.map(({ name, starting_position: position }) => [name, position])).toEqual([
      ['yes', `Yes: ${topic}`],
      ['no', `No: ${topic}`],
    ]);
  });
});

describe('a revision offline', () => {
  it.each([
    ['Rename yes to harbour-master', ['harbour-master', 'no']],
    ['Add a third debater', ['yes', 'no', 'debater-3']],
    ['add another debater', ['yes', 'no', 'debater-3']],
    ['Add two debaters.', ['yes', 'no', 'debater-3', 'debater-4']],
    ['Add a pub landlord who fears for trade', ['yes', 'no', 'pub-landlord']],
    ['Add a nurse, then remove no', ['yes', 'nurse']],
  ])('%s', (request, expected) => {
    expect(names(request)).toEqual(expected);
  });

  it('keeps the words of who is added, and fills what was left open of the others', () => {
    const open = { name: 'doubter', persona: '', starting_position: '', incentives: '', model: 'offline' };
    const [, doubter, landlord] = revised('Add a pub landlord who fears for trade', [...proposed.slice(0, 1), open]);
    expect(landlord).toMatchObject({
      persona: 'a pub landlord who fears for trade',
      starting_position: 'a pub landlord who fears for trade',
    });
    expect(doubter?.starting_position).toBe(topic);
    expect([doubter?.persona, doubter?.incentives]).not.toContain('');
  });

  it.each(['Make the shopkeeper oppose the lanes', 'Remove no', 'Rename nobody to somebody', 'Add seven debaters'])(
    'says that it cannot: %s',
    (request) => {
      expect(() => revised(request)).toThrow();
    },
  );
});
