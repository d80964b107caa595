import { describe, expect, it } from 'vitest';
import { mendAnswer, mendedIn, wordingBefore } from '../../../../src/debate/rules/mending';
import type { CapturedSource } from '../../../../src/debate/flow/step';
import { capturedText } from '../../../support/capturedText';

const url = 'workspace:fleet.md';
const passage =
  'The winter trial on route 2 showed that the range of the battery buses falls by almost a third when the heating runs on electricity alone.';
const text = `# Fleet\n\nThe fleet is old. ${passage} The trial ended in March.\n\nAll 34 buses of the town of Tarnbridge were bought from Hollis in 2011, and the council wants to sell them again by 2030.`;
const read = (words = text): ReadonlyMap<string, CapturedSource> => new Map([[url, capturedText(words)]]);

const entryOf = (quote: string, content: string, claim?: string) => ({
  type: 'new_point',
  content,
  sources: [{ url, title: 'Fleet', quote, ...(claim === undefined ? {} : { claim }) }],
});
const own = 'Cold weather costs a third of the range.';
const mendedOf = (quote: string, { content = own, claim = own, words = text } = {}) =>
  mendAnswer(entryOf(quote, content, claim), read(words)) as ReturnType<typeof entryOf>;
const isMended = (quote: string, more = {}): boolean => mendedIn(mendedOf(quote, more)).length > 0;

describe('a near-miss quotation', () => {
  it.each([
    ['leaves a word out', passage.replace('that the range', 'the range')],
    ['leaves two words out', passage.replace('that the range', 'range')],
    ['adds a word', passage.replace('almost a third', 'almost a whole third')],
    ['has another word', passage.replace('showed', 'proved')],
  ])('that %s gets the source’s words, and is recorded', (_, quote) => {
    const mended = mendedOf(quote);
    expect(mended.sources[0]?.quote).toBe(passage);
    expect(mendedIn(mended)).toEqual([{ was: quote, is: passage }]);
    expect(mended.content).toBe(own);
  });

  it('is put right between quotation marks in the text too, and nowhere else', () => {
    const quote = passage.replace('showed', 'proved');
    const content = `They say: “${quote}” So cold weather costs range.`;
    const mended = mendedOf(quote, { content, claim: 'So cold weather costs range.' });
    expect(mended.content).toBe(`They say: “${passage}” So cold weather costs range.`);
  });

  it.each([
    [
      'a digit',
      'All 43 buses of the town of Tarnbridge were bought from Hollis in 2011, and the council wants to sell them again by 2030.',
    ],
    [
      'a name',
      'All 34 buses of the town of Tarnbridge were bought from Hallis in 2011, and the council wants to sell them again by 2030.',
    ],
    [
      'a left-out figure',
      'All buses of the town of Tarnbridge were bought from Hollis in 2011, and the council wants to sell them again by 2030.',
    ],
    ['more than a tenth of its words', passage.replace('showed that the range of the', 'taught us how far each')],
    ['too few words', 'The trial ended in April.'],
  ])('is left alone where it differs in %s', (_, quote) => {
    expect(mendedOf(quote)).toEqual(entryOf(quote, own, own));
  });

  it('is left alone where two passages fit', () => {
    const twice = `${text}\n\n${passage.replace('third', 'quarter')}`;
    expect(isMended(passage.replace('almost a third', 'almost one third'), { words: twice })).toBe(false);
    expect(isMended(passage.replace('almost a third', 'almost one third'))).toBe(true);
  });

  it.each([
    ['says the wrong word', passage.replace('showed', 'proved'), 'The trial proved it.'],
    ['is the altered sentence', passage.replace('falls', 'rises'), passage.replace('falls', 'rises')],
    [
      'leaves the same word out',
      passage.replace('heating runs', 'heating never runs'),
      'The heating never runs alone.',
    ],
    [
      'leaves out what the quotation leaves out',
      passage.replace('almost a third', 'a third'),
      'The range falls by a third.',
    ],
  ])('is left alone where the claim %s', (_, quote, claim) => {
    expect(isMended(quote, { content: claim, claim })).toBe(false);
  });

  it('that stands in the source, or in none that was read, is left alone', () => {
    expect(isMended(passage)).toBe(false);
    expect(mendAnswer(entryOf(passage.replace('showed', 'proved'), own), new Map())).not.toHaveProperty('mended');
  });

  it('in a ground of an argument is held against the ground and the claim', () => {
    const quote = passage.replace('showed', 'proved');
    const argument = (claim: string) => ({ argument: { claim, grounds: [{ url, quote, content: own }] } });
    const { argument: mended } = mendAnswer(argument('Buses lose range.'), read()) as ReturnType<typeof argument>;
    expect(mended.grounds[0]?.quote).toBe(passage);
    const { argument: kept } = mendAnswer(argument('The trial proved it.'), read()) as ReturnType<typeof argument>;
    expect(kept.grounds[0]?.quote).toBe(quote);
  });

  it('is looked for at the cited lines alone', () => {
    const lines = new Map([[url, capturedText(text, { range: { kind: 'lines', start: 0, end: 7 } })]]);
    expect(mendAnswer(entryOf(passage.replace('showed', 'proved'), own), lines)).not.toHaveProperty('mended');
  });
});

describe('how a mended quotation was worded before', () => {
  const entry = (was: string) => ({ data: { mended: [{ was, is: 'It costs the range a third.' }] } });

  it('is told where more than spelling differed', () => {
    const is = 'It costs the range a third.';
    expect(wordingBefore(entry('It takes the range a third.'), is)).toBe('It takes the range a third.');
    expect(wordingBefore(entry('It costs the range a third'), 'Another.')).toBeUndefined();
    expect(wordingBefore({}, is)).toBeUndefined();
  });
});
