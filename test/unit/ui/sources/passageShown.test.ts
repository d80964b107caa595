import { describe, expect, it } from 'vitest';
import type { CitationFacts } from '../../../../src/ui/findings/citation';
import { moved, ShownPassages, type ShownPassage, SnapshotMemory } from '../../../../src/ui/sources/shownPassages';
import { parseSnapshotQuery, snapshotUriParts } from '../../../../src/ui/sources/snapshotAddress';

const span = (startLine: number, start: number, endLine: number, end: number) => ({
  start: { line: startLine, character: start },
  end: { line: endLine, character: end },
});

const facts: CitationFacts = {
  seq: 6,
  url: 'workspace:a.md#L1',
  shownUrl: 'workspace:a.md#L1',
  topic: 'Topic',
  speaker: 'sre',
  title: '',
  quote: undefined,
  claim: undefined,
  status: 'verified',
  isQuoted: false,
  words: 'quote',
  isVouched: false,
  checks: [],
  explanation: '',
  proof: undefined,
  changed: undefined,
  result: 7,
  passage: undefined,
  snapshot: undefined,
};

const passage = (seq: number, place = span(2, 4, 3, 6)): ShownPassage => ({
  citation: { folder: '/d', seq, url: 'workspace:a.md#L1' },
  facts: { ...facts, seq },
  span: place,
  words: 'x',
  notices: [],
  elsewhere: undefined,
});

describe('a passage in a text that is edited', () => {
  const place = span(2, 4, 3, 6);

  it('stays where text behind it changes', () => {
    expect(moved(place, { range: span(3, 6, 3, 9), text: 'x\ny' })).toEqual(place);
    expect(moved(place, { range: span(9, 0, 10, 0), text: '' })).toEqual(place);
  });

  it('moves with lines that are put in or taken out before it', () => {
    expect(moved(place, { range: span(0, 0, 0, 0), text: 'a\nb\n' })).toEqual(span(4, 4, 5, 6));
    expect(moved(place, { range: span(0, 0, 1, 0), text: '' })).toEqual(span(1, 4, 2, 6));
  });

  it('moves along its line', () => {
    expect(moved(place, { range: span(2, 0, 2, 2), text: 'abcdef' })).toEqual(span(2, 8, 3, 6));
    expect(moved(place, { range: span(2, 1, 2, 4), text: 'x\nyz' })).toEqual(span(3, 2, 4, 6));
    expect(moved(span(2, 4, 2, 9), { range: span(1, 3, 2, 1), text: '' })).toEqual(span(1, 6, 1, 11));
  });

  it('is gone when it was touched', () => {
    expect(moved(place, { range: span(2, 9, 2, 9), text: 'x' })).toBeUndefined();
    expect(moved(place, { range: span(1, 0, 2, 5), text: '' })).toBeUndefined();
    expect(moved(place, { range: span(0, 0, 9, 0), text: '' })).toBeUndefined();
  });
});

describe('the passages that are shown', () => {
  it('keeps several of a document, the one opened last at the end, none twice', () => {
    const shown = new ShownPassages();
    shown.add('file:///a', passage(6));
    shown.add('file:///a', passage(9));
    shown.add('file:///a', passage(6));
    expect(shown.in('file:///a').map(({ citation }) => citation.seq)).toEqual([9, 6]);
    expect(shown.in('file:///b')).toEqual([]);
  });

  it('takes several edits of one change, whose places are those before it', () => {
    const shown = new ShownPassages();
    shown.add('a', passage(6, span(5, 0, 5, 9)));
    shown.edit('a', [
      { range: span(1, 0, 1, 0), text: 'x\n' },
      { range: span(3, 0, 4, 0), text: '' },
      { range: span(5, 0, 5, 0), text: 'ab' },
    ]);
    expect(shown.in('a')[0]?.span).toEqual(span(5, 2, 5, 11));
  });

  it('forgets those whose words stand there no more, when a document is opened again', () => {
    const shown = new ShownPassages();
    shown.add('a', { ...passage(6, span(1, 0, 2, 3)), words: 'two\ntre' });
    shown.add('a', { ...passage(9, span(0, 0, 0, 3)), words: 'one' });
    shown.check('a', 'one\r\ntwo\r\ntre');
    expect(shown.in('a')).toHaveLength(2);
    shown.check('a', 'one\ntwo\nsix');
    expect(shown.in('a').map(({ citation }) => citation.seq)).toEqual([9]);
    shown.check('a', '');
    expect(shown.documents).toEqual([]);
  });

  it('tells which document has changed, and forgets one without passages', () => {
    const shown = new ShownPassages();
    const told: string[] = [];
    shown.onDidChange((document) => told.push(document));
    shown.add('a', passage(6));
    shown.edit('b', [{ range: span(0, 0, 0, 0), text: 'x' }]);
    shown.edit('a', [{ range: span(0, 0, 9, 0), text: '' }]);
    shown.clear('a');
    expect(told).toEqual(['a', 'a']);
    expect(shown.documents).toEqual([]);
  });
});

describe('the address of a snapshot', () => {
  const folder = '/work space/debates/1';

  it('names the file with its extension, so that it has its colours, and is one for all lines of a file', () => {
    const parts = snapshotUriParts({ folder, url: 'workspace:docs/load%20test.md#L3' }, 'Load test');
    expect(parts.path).toBe('/load test (snapshot).md');
    expect(parts).toEqual(snapshotUriParts({ folder, url: 'workspace:docs/load%20test.md#L9-L10' }, 'Load test'));
    expect(parseSnapshotQuery(parts.query)).toEqual({ folder, url: 'workspace:docs/load%20test.md' });
  });

  it('names a page by its title, or its host', () => {
    const url = 'https://a.example/p?x=1#here';
    expect(snapshotUriParts({ folder, url }, ' A/B\n test ').path).toBe('/A B test (snapshot).txt');
    expect(snapshotUriParts({ folder, url }, '').path).toBe('/a.example (snapshot).txt');
    expect(snapshotUriParts({ folder, url }, 'x'.repeat(500)).path.length).toBeLessThan(120);
  });

  it('is refused when it is none of ours', () => {
    for (const query of ['', 'x', '{}', '{"folder":1,"url":"u"}', '{"folder":"","url":"u"}', '[]', 'null']) {
      expect(parseSnapshotQuery(query)).toBeUndefined();
    }
  });
});

describe('what is remembered over a reload', () => {
  const memento = () => {
    const kept = new Map<string, unknown>();
    return {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
      kept,
    };
  };

  it('comes back once, in the next window', async () => {
    const memory = memento();
    const before = new SnapshotMemory(memory);
    await before.remember('doc', passage(6).citation);
    await before.remember('doc', passage(9).citation);
    await before.remember('doc', passage(6).citation);
    expect(before.take('doc')).toEqual([]);
    const after = new SnapshotMemory(memory);
    expect(after.take('doc').map(({ seq }) => seq)).toEqual([9, 6]);
    expect(after.take('doc')).toEqual([]);
    expect(after.take('other')).toEqual([]);
  });

  it('is gone once it was cleared, and what is broken counts as nothing', async () => {
    const memory = memento();
    const first = new SnapshotMemory(memory);
    await first.remember('doc', passage(6).citation);
    await first.forget('doc');
    expect(new SnapshotMemory(memory).take('doc')).toEqual([]);
    memory.kept.set([...memory.kept.keys()][0] ?? '', [{ document: 4 }]);
    expect(new SnapshotMemory(memory).take('doc')).toEqual([]);
  });
});
