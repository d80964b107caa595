import { describe, expect, it } from 'vitest';
import type { VisibleEntry } from '../../../../src/debate/tasks';
import { Finder, type Findable, type FindProgress } from '../../../../src/ui/panel/find';
import { entry, source } from '../../../support/entries';

const speech = (seq: number, content: string, fields: Partial<VisibleEntry> = {}): VisibleEntry => ({
  ...entry({ seq, type: 'new_point', content, ...fields }),
  ...fields,
});

function findable(entries: VisibleEntry[], identity: unknown = 'same') {
  const looked: number[] = [];
  const found: Findable & { entries: VisibleEntry[]; looked: number[]; identity: unknown } = {
    entries,
    looked,
    identity,
    get count() {
      return entries.length;
    },
    entryAt: (at) => {
      looked.push(at);
      return entries[at];
    },
  };
  return found;
}

type Told = Omit<FindProgress, 'counts'> & { total: number };

async function hits(finder: Finder, entries: Findable, query: string): Promise<Told[]> {
  const told: Told[] = [];
  await finder.find(entries, query, ({ hits: found, counts, isDone }) => {
    expect(counts).toHaveLength(found.length);
    told.push({ hits: [...found], total: counts.reduce((sum, count) => sum + count, 0), isDone });
  });
  return told;
}

describe('find', () => {
  it('looks into what is said, who says it and what is cited, whatever the case and the spelling of accents', async () => {
    const entries = findable([
      speech(0, 'The café is closed. The CAFÉ!'),
      speech(1, 'Cafe\u0301 again', { speaker: 'café' }),
      speech(2, 'x', { sources: [source('workspace:caf%C3%A9.md#L3', { quote: 'one café' })] }),
      speech(3, '[REDACTED — a café was invented]', { struck: { by: 9, reason: 'a café was invented' } }),
      speech(4, 'ISTANBUL, straße'),
    ]);
    const finder = new Finder();
    expect((await hits(finder, entries, 'CAFÉ')).at(-1)).toEqual({ hits: [0, 1, 2, 3], total: 7, isDone: true });
    expect((await hits(finder, entries, 'istanbul')).at(-1)).toEqual({ hits: [4], total: 1, isDone: true });
    expect((await hits(finder, entries, 'aa')).at(-1)).toEqual({ hits: [], total: 0, isDone: true });
    expect(await hits(finder, entries, '')).toEqual([]);
  });

  it('lets others have their turn, and gives way to the next query', async () => {
    const entries = findable(Array.from({ length: 20_000 }, (_, seq) => speech(seq, `needle ${'hay '.repeat(300)}`)));
    const finder = new Finder();
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    const first = hits(finder, entries, 'needle');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(ticks).toBeGreaterThan(0);
    const second = await hits(finder, entries, 'hay needle');
    clearInterval(timer);
    expect((await first).some(({ isDone }) => isDone)).toBe(false);
    expect(second.at(-1)).toEqual({ hits: [], total: 0, isDone: true });
  });

  it('tells what it has while it goes on', async () => {
    const slow = findable(Array.from({ length: 40 }, (_, seq) => speech(seq, 'needle')));
    const entryAt = slow.entryAt.bind(slow);
    slow.entryAt = (at) => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      return entryAt(at);
    };
    const told = await hits(new Finder(), slow, 'needle');
    expect(told.length).toBeGreaterThan(2);
    expect(told.filter(({ isDone }) => isDone)).toEqual([
      { hits: slow.entries.map(({ seq }) => seq), total: 40, isDone: true },
    ]);
    expect(told.map(({ total }) => total)).toEqual([...told.map(({ total }) => total)].sort((a, b) => a - b));
  });

  it('asked again, looks only at what is new; after a redaction, at all', async () => {
    const entries = findable([speech(0, 'one needle'), speech(1, 'hay')]);
    const finder = new Finder();
    await hits(finder, entries, 'needle');
    entries.entries.push(speech(2, 'needle, needle'));
    expect((await hits(finder, entries, 'Needle')).at(-1)).toEqual({ hits: [0, 2], total: 3, isDone: true });
    expect(entries.looked).toEqual([0, 1, 2]);
    entries.identity = 'masked';
    entries.entries[0] = speech(0, '[REDACTED]');
    expect((await hits(finder, entries, 'needle')).at(-1)).toEqual({ hits: [2], total: 2, isDone: true });
  });

  it('begins anew when something is struck while it searches', async () => {
    const entries = findable(Array.from({ length: 400 }, (_, seq) => speech(seq, 'needle '.repeat(2_000))));
    const finder = new Finder();
    const searching = hits(finder, entries, 'needle');
    entries.identity = 'masked';
    entries.entries[0] = speech(0, '[REDACTED]');
    const told = await searching;
    expect(told.at(-1)).toMatchObject({ isDone: true, total: 399 * 2_000 });
    expect(told.every(({ hits: found, isDone }) => !isDone || !found.includes(0))).toBe(true);
  });
});
