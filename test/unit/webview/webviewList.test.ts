import { describe, expect, it } from 'vitest';
import type { RawLine, FeedRow } from '../../../src/shared/protocol';
import {
  countFrom,
  entryFrom,
  estimatedHeight,
  feedItems,
  headingOf,
  heightScale,
  indexFrom,
  indexOfEntry,
  nextItems,
  rawLineOf,
} from '../../../src/webview/feed/items';
import { english } from '../../../src/projections/vocabulary';
import { seatName } from '../../../src/projections/seatName';
import { clamped, edgeOf, spoken, typeWords } from '../../../src/webview/feed/words';
import { rowAt } from '../../support/panelRows';

const marks = { verified: 0, quoted: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };
const rows: FeedRow[] = [
  rowAt(0, { type: 'setup', speaker: 'chair' }),
  rowAt(1, { type: 'announcement', speaker: 'chair', section: 'openings' }),
  rowAt(2, { speaker: 'ada', section: 'openings', marks: { ...marks, verified: 2, unreliable: 1 } }),
  rowAt(3, { speaker: 'bo', section: 'openings' }),
  rowAt(4, { type: 'verification_result', speaker: 'verifier', section: 'openings', target: 2 }),
  rowAt(5, { speaker: 'ada', section: 'r1', marks: { ...marks, fabricated: 1 }, sourceIssues: 1 }),
  rowAt(6, { type: 'ruling', speaker: 'chair', section: 'r1', target: 5 }),
  rowAt(7, { type: 'redaction', speaker: 'chair', section: 'r1', target: 5 }),
  rowAt(8, { speaker: 'bo', section: 'r1' }),
];
const line = (after: number): RawLine => ({ line: after + 100, after, text: '{', message: 'no JSON' });

const shown = (filters: readonly string[], more: { raw?: RawLine[]; forced?: number[] } = {}) =>
  feedItems({ rows, rawLines: more.raw ?? [], filters, forced: new Set(more.forced) });

describe('what the list shows', () => {
  it('leaves out procedural entries until they are asked for', () => {
    expect(shown([]).ids).toEqual([1, 2, 3, 5, 6, 7, 8]);
    expect(shown(['procedure']).ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('narrows to the union of what is pressed', () => {
    expect(shown(['by:ada']).ids).toEqual([2, 5]);
    expect(shown(['by:ada', 'rulings']).ids).toEqual([2, 5, 6]);
    expect(shown(['redactions']).ids).toEqual([7]);
    expect(shown(['sourceIssues']).ids).toEqual([5]);
    expect(shown(['sources']).ids).toEqual([2, 5]);
    expect(shown(['by:bo', 'procedure']).ids).toEqual([0, 3, 4, 8]);
    expect(shown(['constructor']).ids).toEqual(shown([]).ids);
  });

  it('shows what was jumped to all the same', () => {
    expect(shown(['by:ada'], { forced: [4, 8] }).ids).toEqual([2, 4, 5, 8]);
  });

  it('puts lines that are no entries where they stand in the log, unless the list is narrowed', () => {
    const raw = [line(0), line(2), line(2), line(9)];
    const items = shown([], { raw });
    expect(items.ids).toEqual([-1, 1, -2, -3, 2, 3, 5, 6, 7, 8, -4]);
    expect(rawLineOf(items, -3)).toBe(raw[2]);
    expect(shown(['by:ada'], { raw }).ids).toEqual([2, 5]);
    expect(shown(['procedure'], { raw }).ids[0]).toBe(-1);
  });

  it('grows as if it were made anew', () => {
    const forced: ReadonlySet<number> = new Set([4]);
    for (const filters of [[], ['procedure'], ['by:ada'], ['sourceIssues']]) {
      for (const rawLines of [[], [line(2)], [line(5)], [line(9)]]) {
        let before = { rows: [] as FeedRow[], edits: 1, rawLines, filters, forced };
        let items = feedItems(before);
        for (let count = 1; count <= rows.length; count += 2) {
          const now = { ...before, rows: rows.slice(0, count) };
          items = nextItems(items, now, before);
          expect(items).toEqual(feedItems(now));
          before = now;
        }
        expect(nextItems(items, { ...before, working: [] } as typeof before, before)).toBe(items);
        expect(nextItems(items, { ...before, edits: 2 }, before)).not.toBe(items);
      }
    }
  });

  it('finds entries among lines that are none', () => {
    const items = shown([], { raw: [line(0), line(2), line(2), line(9)] });
    expect(indexOfEntry(items, 1)).toBe(1);
    expect(indexOfEntry(items, 2)).toBe(4);
    expect(indexOfEntry(items, 4)).toBeUndefined();
    expect(indexOfEntry(items, 8)).toBe(9);
    expect(items.ids[indexFrom(items, 4)]).toBe(5);
    expect(indexFrom(items, 99)).toBe(items.ids.length);
    expect(entryFrom(items, 3, -1)).toBe(1);
    expect(entryFrom(items, 2, 1)).toBe(2);
    expect(entryFrom(items, 10, 1)).toBeUndefined();
    expect(countFrom(items, 6)).toBe(3);
  });

  it('heads a section where it begins in what is shown', () => {
    const headings = (filters: string[]) => {
      const items = shown(filters);
      return items.ids.map((_, index) => headingOf(items, rows, index));
    };
    expect(headings([])).toEqual(['openings', undefined, undefined, 'r1', undefined, undefined, undefined]);
    expect(headings(['by:bo'])).toEqual(['openings', 'r1']);
  });
});

describe('heights before an entry was seen', () => {
  it('are higher with sources and headings, and never what no list could be', () => {
    expect(estimatedHeight(rows[5], false)).toBeGreaterThan(estimatedHeight(rows[8], false));
    expect(estimatedHeight(rows[5], true)).toBeGreaterThan(estimatedHeight(rows[5], false));
    expect(estimatedHeight(rowAt(1, { type: 'constructor' }), false)).toBeGreaterThan(0);
    expect(heightScale(10_000)).toBe(1);
    expect(heightScale(100_000) * 100_000 * 200).toBeLessThanOrEqual(7_000_000);
  });
});

describe('long texts', () => {
  it('are cut at a paragraph, documents sooner', () => {
    const text = Array.from({ length: 40 }, (_, index) => `${index} `.repeat(30).trim()).join('\n\n');
    expect(clamped({ type: 'rebuttal' }, text)).toBeUndefined();
    const part = clamped({ type: 'document' }, text) ?? '';
    expect(text.startsWith(`${part}\n\n`)).toBe(true);
    expect(clamped({ type: 'rebuttal' }, 'word '.repeat(5_000))).toMatch(/word…$/);
    expect(clamped({ type: 'rebuttal' }, 'x'.repeat(50_000))?.length).toBe(7_001);
  });
});

describe('what is spoken', () => {
  it('is the whole text without the signs of Markdown', () => {
    expect(spoken('# One\n\nTwo **th**ree.\n\n- four\n- `five` [six](https://example.org)')).toBe(
      'One Two three. four five six',
    );
    const long = 'word '.repeat(399).trim();
    expect(spoken(long)).toBe(long);
    expect(spoken('word '.repeat(5_000))).toMatch(/^word .{1900,1995} word…$/);
    expect(spoken('> '.repeat(200) + 'deep')).toMatch(/deep$/);
  });
});

describe('what an entry is called', () => {
  it('says to whom it is', () => {
    expect(typeWords(rowAt(9, { type: 'rebuttal', rebuttalTo: 4 }))).toEqual({ template: 'rebuttal to {0}', seq: 4 });
    expect(typeWords(rowAt(9, { type: 'rebuttal' }))).toEqual({ template: 'rebuttal' });
    expect(typeWords(rowAt(9, { type: 'ruling', target: 0 }))).toEqual({ template: 'ruling on {0}', seq: 0 });
    expect(typeWords(rowAt(9, { type: 'their_own_type', target: 3 }))).toEqual({
      template: 'their own type → {0}',
      seq: 3,
    });
  });

  it('takes no word of a foreign log for a property', () => {
    for (const type of ['constructor', 'toString', '__proto__']) {
      expect(typeof typeWords(rowAt(1, { type })).template).toBe('string');
      expect(edgeOf(rowAt(1, { type }))).toBeUndefined();
    }
    expect(seatName(english, 'constructor')).toBe('constructor');
    expect(seatName(english, 'chair')).toBe('Chair');
  });
});
