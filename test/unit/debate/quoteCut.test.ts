import { describe, expect, it } from 'vitest';
import { findQuote, normaliseText } from '../../../src/debate/quote';
import { turningWords } from '../../../src/debate/quoteOmission';
import { sampled } from '../../support/depth';

function turned(source: string, quote: string): string | undefined {
  const match = findQuote(normaliseText(source), quote);
  if (match.kind !== 'exact') throw new Error(`“${quote}” does not stand there.`);
  return turningWords(source, match);
}

describe('a passage cut out of a sentence that says something else', () => {
  it.each<[string, string, string]>([
    [
      'The authors found no evidence that the benefit outlasts two weeks.',
      'the benefit outlasts two weeks',
      'The authors found no evidence that',
    ],
    [
      'By 1870 no repairs were undertaken on the upper level.',
      'repairs were undertaken on the upper level',
      'By 1870 no',
    ],
    [
      'The vaccine is safe for adults unless they are pregnant.',
      'The vaccine is safe for adults',
      'unless they are pregnant.',
    ],
    [
      'The drug is approved for children only in emergencies.',
      'The drug is approved for children',
      'only in emergencies.',
    ],
    [
      'It is a myth that the wall can be seen from the moon.',
      'the wall can be seen from the moon',
      'It is a myth that',
    ],
    ['The ministry denied that the reactor had leaked.', 'the reactor had leaked', 'The ministry denied that'],
    [
      'Die Studie fand keinen Beleg dafür, dass das Mittel wirkt.',
      'dass das Mittel wirkt',
      'Die Studie fand keinen Beleg dafür,',
    ],
    ['Rien ne prouve pas que le pont soit dangereux.', 'le pont soit dangereux', 'Rien ne prouve pas que'],
  ])('%s', (source, quote, words) => {
    expect(turned(source, quote)).toBe(words);
  });

  it.each<[string, string]>([
    ['No ship came. The benefit outlasts two weeks. It is not cheap.', 'The benefit outlasts two weeks.'],
    ['No ship came. The benefit outlasts two weeks. It is not cheap.', 'The benefit outlasts two weeks'],
    ['There was no wind\n\nthe benefit outlasts two weeks\n\nnever mind', 'the benefit outlasts two weeks'],
    ['In 1870 the benefit outlasts two weeks, as they say.', 'the benefit outlasts two weeks'],
    ['The benefit does not outlast two weeks.', 'The benefit does not outlast two weeks.'],
  ])('leaves alone what stands for itself: %s', (source, quote) => {
    expect(turned(source, quote)).toBeUndefined();
  });
});

describe('a word of ten million characters', () => {
  it.each(sampled('letters of a long word', ['a', '7'], 1))('of %s is looked through as any text', (unit) => {
    const text = normaliseText(`${unit.repeat((10 * 1024 * 1024) / unit.length)} The wall stands.`);
    expect(findQuote(text, 'The wall stood, and the gate.').kind).not.toBe('exact');
    expect(findQuote(text, 'The wall stands.').kind).toBe('exact');
  });
});
