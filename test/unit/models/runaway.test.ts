import { describe, expect, it } from 'vitest';
import { RunawayAnswer, RunawayWatch, type RunawayKind } from '../../../src/models/runaway';

/** How far a text comes, piece by piece, and why it is cut. */
function cut(text: string, asked = 16_000, write = 'write' as 'write' | 'think'): { kind?: RunawayKind; at: number } {
  const watch = new RunawayWatch(asked);
  for (let at = 0; at < text.length; at += 37) {
    try {
      watch[write](text.slice(at, at + 37));
    } catch (error) {
      if (error instanceof RunawayAnswer) return { kind: error.kind, at };
      throw error;
    }
  }
  return { at: text.length };
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} of many. `).join('');

describe('an answer that does not end', () => {
  it('is cut where it is far longer than was asked, at 8 characters a token', () => {
    const { kind, at } = cut(numbered(20_000), 2_000);
    expect(kind).toBe('long');
    expect(at).toBeGreaterThan(2_000 * 1.5 * 8 - 100);
    expect(at).toBeLessThan(2_000 * 1.5 * 8 + 100);
    // A request that only tries a server asks for very few.
    expect(cut(numbered(250), 1)).toEqual({ at: numbered(250).length });
  });

  it('is cut by the server’s own count, thinking apart', () => {
    const counting = (thought: string): RunawayWatch => {
      const watch = new RunawayWatch(2_000);
      watch.think(thought);
      return watch;
    };
    expect(() => counting('').count(3_000)).not.toThrow();
    expect(() => counting('').count(3_001)).toThrow(RunawayAnswer);
    expect(() => counting('hm').count(5_000, 2_000)).not.toThrow();
    expect(() => counting('hm').count(5_001, 2_000)).toThrow(RunawayAnswer);
    expect(() => counting('hm').count(5_000)).not.toThrow();
    expect(() => counting('hm').count(6_001)).toThrow(RunawayAnswer);
  });

  it.each(['\n', ' ', '\t\t \n'])('is cut after four thousand characters of %j', (blank) => {
    const { kind, at } = cut(`{"a": 1${blank.repeat(30_000)}`);
    expect(kind).toBe('blank');
    expect(at).toBeLessThan(4_300);
    expect(cut(`{"a": 1${blank.repeat(900)}}`.repeat(20)).kind).not.toBe('blank');
  });

  it.each([3, 41, 97, 150, 199, 200, 201, 640, 1_500, 3_000])(
    'is cut where a passage of %i characters comes again and again',
    (length) => {
      const phrase = numbered(500).slice(20, 20 + length);
      const { kind, at } = cut(`Begins. ${phrase.repeat(Math.ceil(90_000 / length))}`);
      expect(kind).toBe('repeated');
      expect(at).toBeLessThan(32_000);
      expect(cut(phrase.repeat(Math.ceil(90_000 / length)), 16_000, 'think').kind).toBe('repeated');
    },
  );

  it('is left alone while it is only long, or says something ten times', () => {
    const row = (index: number): string => `{"debater": "ada", "round": ${index}, "score": 3, "reason": "as before"}, `;
    expect(cut(Array.from({ length: 900 }, (_, index) => row(index)).join(''))).toMatchObject({
      at: expect.any(Number) as number,
    });
    expect(cut(Array.from({ length: 900 }, (_, index) => row(index)).join('')).kind).toBeUndefined();
    expect(cut('Parcels go where there is room for them. '.repeat(130)).kind).toBeUndefined();
  });
});
