import { describe, expect, it } from 'vitest';
import { elapsedOf } from '../../../src/projections/status';
import { withPlaces } from '../../../src/projections/sourcePlace';
import { english } from '../../../src/projections/vocabulary';
import { fold, note, numbered, setup, setupData, step } from '../../support/entries';

describe('a sentence with addresses of files', () => {
  it.each([
    ['Fabricated source workspace:vault.md#L1. No file was there.', 'Fabricated source vault.md:1. No file was there.'],
    ['(workspace:docs/a%20b.md#L3-L9), and so on', '(docs/a b.md:3–9), and so on'],
    ['“workspace:notes.md”: read it!', '“notes.md”: read it!'],
    [
      'workspace: is a word, and https://a.example/x.md#L1 a page',
      'workspace: is a word, and https://a.example/x.md#L1 a page',
    ],
  ])('%s', (text, read) => {
    expect(withPlaces(english, text)).toBe(read);
  });
});

describe('how long a debate took', () => {
  const at = (...clocks: string[]) => clocks.map((clock) => ({ ...note('a word'), timestamp: `2026-02-01T${clock}Z` }));

  it('is what its steps say, or from the first entry to the last where they say nothing', () => {
    expect(elapsedOf(fold(numbered(...at('10:00:00', '10:20:00', '11:00:30'))))).toBe(3_630_000);
    const worked = { ...note('a word', step('ready', { elapsed_ms: 1_500 })), timestamp: '2026-02-01T12:00:00Z' };
    expect(elapsedOf(fold(numbered(setup, ...at('10:00:00'), worked)))).toBe(1_500);
    expect(elapsedOf(fold([]))).toBe(0);
    const imported = { ...setup, data: { ...setupData, imported: { system: 'other', at: '2026-02-01T11:30:00Z' } } };
    const before = [{ ...imported, timestamp: '2026-02-01T10:00:00Z' }, ...at('10:20:00', '11:00:30')];
    expect(elapsedOf(fold(numbered(...before)))).toBe(3_630_000);
    expect(elapsedOf(fold(numbered(...before, worked)))).toBe(3_630_000 + 1_500);
    expect(elapsedOf(fold(numbered(...at('10:00:00', 'whenever'))))).toBe(0);
  });

  it('clock: goes on between two steps as the panel shows it while it runs, and stands while the debate is paused', () => {
    const steps = (...all: [clock: string, worked: number, paced?: number][]) =>
      all.map(([clock, elapsed_ms, paced_ms = 0], index) => ({
        ...note('a word', step(`r1/turn/${index}`, { elapsed_ms, paced_ms })),
        timestamp: `2026-02-01T10:${clock}Z`,
      }));
    const all = steps(['00:02', 2_000], ['00:20', 1_000, 16_000], ['00:21', 9_000], ['50:00', 4_000], ['50:30', 500]);
    const shown = all.map((_, index) => elapsedOf(fold(numbered(setup, ...all.slice(0, index + 1)))));
    expect(shown).toEqual([2_000, 20_000, 21_000, 25_000, 55_000]);
  });
});
