import { describe, expect, it } from 'vitest';
import type { SourceLine } from '../../../../src/shared/protocol';
import { FoldedPieces, foldedText, partEnd, placesIn } from '../../../../src/shared/foldedText';
import { Finder, type Findable, type FindableEntry, type FindProgress } from '../../../../src/ui/panel/find';

const speech = (content: string, fields: Partial<FindableEntry> = {}): FindableEntry => ({
  ...{ speaker: 'ada', content, sources: [], asides: [] },
  ...fields,
});

const cited = (label: string, quote: string): SourceLine => ({
  ...{ index: 0, url: 'https://a.example', title: 'Hidden', place: 'web', label, quote },
  ...{ status: 'pending', words: '', explanation: 'hidden', checks: [], isVouched: false },
});

function findable(entries: FindableEntry[], identity: unknown = 'same') {
  const looked: number[] = [];
  const found: Findable & { entries: FindableEntry[]; looked: number[]; identity: unknown } = {
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
      speech('The café is closed. The CAFÉ!'),
      speech('Cafe\u0301 again', { speaker: 'café' }),
      speech('x', { sources: [cited('café.md:3', 'one café')] }),
      speech('', { redacted: { by: 9, reason: 'a café was invented' } }),
      speech('ISTANBUL, straße'),
    ]);
    const finder = new Finder();
    expect((await hits(finder, entries, 'CAFÉ')).at(-1)).toEqual({ hits: [0, 1, 2, 3], total: 7, isDone: true });
    expect((await hits(finder, entries, 'istanbul')).at(-1)).toEqual({ hits: [4], total: 1, isDone: true });
    expect((await hits(finder, entries, 'aa')).at(-1)).toEqual({ hits: [], total: 0, isDone: true });
    expect(await hits(finder, entries, '')).toEqual([]);
  });

  it('counts what is drawn, in one run of words: over bold, line breaks and spaces, never from one part into the next', async () => {
    const entries = findable([
      speech('the **p95** latency of\nthe [gateway](https://a.example)  is   *high*.\n\nNext'),
      speech('| p95 | latency |\n|---|---|\n| a | b |'),
      speech('the `p95` latency, un**bold**ed, AT&amp;T and workspace:docs/a%20b.md#L3'),
      speech('', { speaker: 'chair', redacted: { by: 3, reason: 'the p95\nlatency was invented' } }),
      speech('x', { sources: [cited('Register', '“the p95  latency”')], asides: [{ kind: 'to', text: 'To ada' }] }),
    ]);
    const finder = new Finder();
    const found = async (query: string) => (await hits(finder, entries, query)).at(-1)?.hits;
    expect(await found('The P95 latency')).toEqual([0, 2, 3, 4]);
    expect(await found('latency of the gateway is high')).toEqual([0]);
    expect(await found('high. Next')).toEqual([]);
    expect(await found('p95 latency')).toEqual([0, 2, 3, 4]);
    expect(await found('unbolded')).toEqual([2]);
    expect(await found('at&t')).toEqual([2]);
    expect(await found('a b.md:3')).toEqual([2]);
    expect(await found('Chair')).toEqual([3]);
    expect(await found('to ada')).toEqual([4]);
    expect(await found('hidden')).toEqual([]);
    expect(await found('**')).toEqual([]);
  });

  it('finds a word of which a part is a link', async () => {
    const entries = findable([
      speech('The [ledger](https://a.example)s agree.'),
      speech('The [**led**ger](https://a.example).'),
    ]);
    expect((await hits(new Finder(), entries, 'ledgers')).at(-1)?.hits).toEqual([0]);
    expect((await hits(new Finder(), entries, 'ledger')).at(-1)?.hits).toEqual([0, 1]);
  });

  it('knows from which piece of what is drawn each place of it comes', () => {
    const pieces = new FoldedPieces<string>();
    pieces.add('the  ', 'first');
    pieces.add('P95', 'bold');
    pieces.add('\n latency', 'last');
    pieces.endPart();
    pieces.add('next', 'other');
    expect(pieces.text).toBe(`the p95 latency${partEnd}next`);
    const [place = -1] = placesIn(pieces.text, foldedText(' P95   latency'));
    expect([pieces.sourceOf(place), pieces.sourceOf(place + 10)]).toEqual([
      { source: 'bold', offset: 0 },
      { source: 'last', offset: 8 },
    ]);
  });

  it('lets others have their turn, and gives way to the next query', async () => {
    const entries = findable(Array.from({ length: 20_000 }, () => speech(`needle ${'hay '.repeat(300)}`)));
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
    const slow = findable(Array.from({ length: 40 }, () => speech('needle')));
    const entryAt = slow.entryAt.bind(slow);
    slow.entryAt = (at) => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      return entryAt(at);
    };
    const told = await hits(new Finder(), slow, 'needle');
    expect(told.length).toBeGreaterThan(2);
    expect(told.filter(({ isDone }) => isDone)).toEqual([
      { hits: slow.entries.map((_, at) => at), total: 40, isDone: true },
    ]);
    expect(told.map(({ total }) => total)).toEqual([...told.map(({ total }) => total)].sort((a, b) => a - b));
  });

  it('asked again, looks only at what is new; after a redaction, at all', async () => {
    const entries = findable([speech('one needle'), speech('hay')]);
    const finder = new Finder();
    await hits(finder, entries, 'needle');
    entries.entries.push(speech('needle, needle'));
    expect((await hits(finder, entries, 'Needle')).at(-1)).toEqual({ hits: [0, 2], total: 3, isDone: true });
    expect(entries.looked).toEqual([0, 1, 2]);
    entries.identity = 'masked';
    entries.entries[0] = speech('[REDACTED]');
    expect((await hits(finder, entries, 'needle')).at(-1)).toEqual({ hits: [2], total: 2, isDone: true });
  });

  it('begins anew when something is struck while it searches', async () => {
    const entries = findable(Array.from({ length: 400 }, () => speech('needle '.repeat(2_000))));
    const finder = new Finder();
    const searching = hits(finder, entries, 'needle');
    entries.identity = 'masked';
    entries.entries[0] = speech('[REDACTED]');
    const told = await searching;
    expect(told.at(-1)).toMatchObject({ isDone: true, total: 399 * 2_000 });
    expect(told.every(({ hits: found, isDone }) => !isDone || !found.includes(0))).toBe(true);
  });
});
