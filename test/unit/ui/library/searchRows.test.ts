import { describe, expect, it } from 'vitest';
import { nothingFound, type DebateHit } from '../../../../src/session/library/search/debateHit';
import { parseQuery } from '../../../../src/session/library/search/query';
import { searchMessage, searchRows } from '../../../../src/ui/library/searchRows';

const hit = (more: Partial<DebateHit> = {}): DebateHit => ({
  folder: '/w/one',
  topic: 'Should we move?',
  seq: 12,
  speaker: 'ann',
  type: 'new_point',
  kind: 'entry',
  time: 0,
  passage: { text: 'the shared pipeline', ranges: [{ start: 4, end: 10 }] },
  ...more,
});

const another = { text: 'a shared desk', ranges: [{ start: 2, end: 8 }] };

const rowsOf = (...hits: DebateHit[]) => searchRows({ hits, total: hits.length, isCut: false });

describe('what was found, as rows', () => {
  it('stands below its debate, the debate of the best hit first, with the words marked', () => {
    const rows = rowsOf(hit(), hit({ folder: '/w/two', topic: '' }), hit({ seq: 3, passage: another }));
    expect(rows.map(({ label, description, below }) => [label, description, below.map(({ seq }) => seq)])).toEqual([
      ['Should we move?', '2 hits', [12, 3]],
      ['two', '1 hit', [12]],
    ]);
    const row = rows[0]?.below[0];
    expect(row).toMatchObject({
      label: '12  the shared pipeline',
      highlights: [[8, 14]],
      description: 'ann · new point',
      spoken: 'seq 12: the shared pipeline, ann · new point',
      click: 'entry',
      words: 'shared',
      folder: '/w/one',
    });
    expect(new Set(rows.flatMap(({ id, below }) => [id, ...below.map((one) => one.id)])).size).toBe(5);
  });

  it('stands once for a passage, with the places where it stands beneath it', () => {
    const passage = (text: string) => {
      const start = text.indexOf('levy');
      return { text, ranges: [{ start, end: start + 4 }] };
    };
    const quote = 'the levy fell by half in 2020';
    const hits = [
      hit({ seq: 2, passage: passage(`As it says, “${quote}”, and so on.`) }),
      hit({ seq: 9, type: 'verification_result', passage: passage(`Checked: ${quote}.`) }),
      hit({ seq: 4, passage: passage('No levy was ever paid.') }),
      hit({ seq: 8, type: 'document', kind: 'document', passage: passage(`**${quote}**`) }),
      hit({ seq: 2, kind: 'source', url: 'workspace:a.md#L3', passage: passage(`A report ${quote}`) }),
    ];
    const [group] = rowsOf(...hits);
    expect(group?.description).toBe('2 hits');
    const [found, other] = group?.below ?? [];
    expect([other?.seq, other?.isParent, other?.below]).toEqual([4, false, []]);
    expect([found?.seq, found?.isParent]).toEqual([2, true]);
    expect(found?.below.map(({ label, click }) => [label, click])).toEqual([
      ['2  ann · new point · a.md:3', 'entry'],
      ['2  ann · new point', 'entry'],
      ['9  ann · verification result', 'entry'],
      ['8  ann · document', 'entry'],
    ]);
    expect(searchMessage({ ...nothingFound, hits, total: 5, debates: 1 }, 1, parseQuery('levy'))).toMatch(/^2 hits in/);
  });

  it('does not count in a debate what is only the first of what it holds', () => {
    const hits = [hit(), hit({ seq: 3, passage: another })];
    const described = (total: number, isCut: boolean) => searchRows({ hits, total, isCut })[0]?.description;
    expect([described(2, false), described(30, false), described(2, true)]).toEqual(['2 hits', undefined, undefined]);
  });

  it('says of a source where it is, and what was found of it; a click leads to its entry', () => {
    const [group] = rowsOf(hit({ kind: 'source', url: 'workspace:a%20b.md#L3-L4', status: 'fabricated' }));
    expect(group?.below[0]).toMatchObject({
      description: 'ann · new point · a b.md:3–4 · ✗ fabricated',
      context: 'entry source',
      url: 'workspace:a%20b.md#L3-L4',
      click: 'entry',
    });
    const [other] = rowsOf(hit({ kind: 'source', url: 'workspace:a.md#L3', status: 'quoted' }));
    expect(other?.below[0]?.spoken).toBe('seq 12: the shared pipeline, ann · new point · a.md:3 · ✓ quoted');
  });

  it('begins so that the first hit is seen in a narrow row', () => {
    const shown = (text: string, word: string): string => {
      const start = text.indexOf(word);
      const [group] = rowsOf(hit({ passage: { text, ranges: [{ start, end: start + word.length }] } }));
      const { label = '', highlights = [] } = group?.below[0] ?? {};
      expect(highlights.map(([from, to]) => label.slice(from, to))).toEqual([word]);
      return label;
    };
    // In a side bar of 170 pixels a row has room for 14 letters.
    expect(shown('One more, too late, with parcels.', 'parcels')).toBe('12  …with parcels.');
    expect(shown('One more, too late, about parcels.', 'parcels')).toBe('12  …parcels.');
    expect(shown('…bob Topic: Where should the parcels go?', 'parcels')).toBe('12  …the parcels go?');
    expect(shown(`${'x'.repeat(30)}parcels`, 'parcels')).toBe('12  …parcels');
    expect(shown('Many parcels.', 'parcels')).toBe('12  Many parcels.');
  });

  it('holds nothing that turns a row around, and marks the same words', () => {
    const text = 'a\u202eb\u0007 shared c';
    const [group] = rowsOf(hit({ passage: { text, ranges: [{ start: 5, end: 11 }] } }));
    const { label = '', highlights = [] } = group?.below[0] ?? {};
    expect(label).toBe('12  ab shared c');
    expect(highlights.map(([from, to]) => label.slice(from, to))).toEqual(['shared']);
  });
});

describe('what is said above them', () => {
  const one = { ...nothingFound, hits: [hit()], total: 1, debates: 1 };
  it.each([
    [nothingFound, 'Nothing was found. Debates searched: 7.'],
    [one, '1 hit in 1 debate.'],
    [{ ...one, total: 30, debates: 3, isCut: true }, '1 of 30 hits in 3 debates.'],
    [{ ...one, isCut: true }, 'The first 1 hit in 1 debate.'],
    [{ ...one, isLoose: true }, '1 hit in 1 debate. Nothing holds all of these words; these hold some.'],
    [{ ...one, pending: 2 }, '1 hit in 1 debate. Debates read so far: 5 of 7.'],
  ])('%#: tells what there is', (answer, message) => {
    expect(searchMessage(answer, 7, parseQuery('x'))).toBe(message);
  });
});
