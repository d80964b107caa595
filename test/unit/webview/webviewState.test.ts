import { describe, expect, it } from 'vitest';
import { pageStateOf, type Review, type ToPage } from '../../../src/shared/protocol';
import { bodyAt, emptyBodies, isWanting, putBodies } from '../../../src/webview/bodyCache';
import { asked, answered, nextHit, noFinding, tallyOf } from '../../../src/webview/finding';
import { canGoBack, canGoForward, jumped, noJumps, stepped } from '../../../src/webview/jumps';
import { reduce } from '../../../src/webview/reduce';
import type { Act, State } from '../../../src/webview/state';
import { firstState } from '../../../src/webview/state';
import { marksOf } from '../../../src/webview/feed/items';
import { chairAnswers, Echoes } from '../../../src/webview/lineup/answers';
import { bodyFor, changedBy, headOf, rowAt, snapshotOf } from '../../support/panelRows';

const none: ReadonlySet<number> = new Set();
const after = (state: State, ...acts: Act[]): State => acts.reduce(reduce, state);
const told = (message: ToPage, wanted: ReadonlySet<number> = none): Act => ({ kind: 'message', message, wanted });
const tenRows = Array.from({ length: 10 }, (_, at) => rowAt(at));
const begun = after(firstState, told(snapshotOf(tenRows, { bodies: [bodyFor(3), bodyFor(4)] })));

describe('messages', () => {
  it('shows a snapshot, and scrolls to the entry it names', () => {
    const state = after(firstState, told(snapshotOf(tenRows, { focus: 7 })));
    expect(state).toMatchObject({ stage: 'log', epoch: 1, seen: 10, active: 7, target: { at: 7, isFlashed: true } });
    expect(after(firstState, told(snapshotOf(tenRows, { focus: 99 }))).target).toBeUndefined();
  });

  it('appends rows and knows their seqs', () => {
    const state = after(begun, told(changedBy({ rows: [rowAt(10, { seq: 500 })], bodies: [bodyFor(10)] })));
    expect(state.rows).toHaveLength(11);
    expect(state.seqs.get(500, state.rows)).toBe(10);
    expect(begun.seqs.get(500, begun.rows)).toBeUndefined();
    expect(bodyAt(state.bodies, 10)?.content).toBe('text 10');
  });

  it('takes the first of a seq that stands twice', () => {
    const state = after(firstState, told(snapshotOf([rowAt(0), rowAt(1, { seq: 0 })])));
    expect(state.seqs.get(0, state.rows)).toBe(0);
  });

  it('asks for the bodies of changed rows again, and shows the old ones meanwhile only where they are seen', () => {
    const change = changedBy({ updated: [rowAt(3, { section: 'x' }), rowAt(4)] });
    const state = after(begun, told(change, new Set([3])));
    expect(state.rows[3]?.section).toBe('x');
    expect(bodyAt(state.bodies, 3)?.content).toBe('text 3');
    expect(isWanting(state.bodies, 3)).toBe(true);
    expect(bodyAt(state.bodies, 4)).toBeUndefined();
  });

  it('lets go of a struck text at once, also where it is seen', () => {
    const change = changedBy({ updated: [rowAt(3, { redacted: 9 })], isAllStale: true });
    const state = after(begun, told(change, new Set([3, 4])));
    expect(bodyAt(state.bodies, 3)).toBeUndefined();
    expect(bodyAt(state.bodies, 4)).toBeDefined();
    expect(isWanting(state.bodies, 4)).toBe(true);
  });

  it('keeps the reader in place after a gap, and starts anew after a replaced log', () => {
    const reading = after(begun, { kind: 'activate', at: 5 }, { kind: 'toggle', key: 'why:5:0' });
    const again = after(reading, told(snapshotOf([...tenRows, rowAt(10)], { rev: 9, focus: 2 })));
    expect(again).toMatchObject({ active: 5, target: reading.target });
    expect(again.opened).toBe(reading.opened);
    expect(again.rows).toHaveLength(11);
    const anew = after(reading, told(snapshotOf(tenRows.slice(0, 3), { epoch: 2 })));
    expect(anew).toMatchObject({ active: undefined, epoch: 2 });
    expect(anew.opened.size).toBe(0);
    expect(bodyAt(anew.bodies, 3)).toBeUndefined();
  });

  it('takes no bodies and no hits of another epoch', () => {
    expect(after(begun, told({ kind: 'bodies', id: 1, epoch: 2, bodies: [bodyFor(1)] }))).toBe(begun);
    const seeking = after(begun, { kind: 'find', query: 'x', from: 0 });
    const found: ToPage = { kind: 'found', id: seeking.finding.id, epoch: 2, hits: [1], counts: [1], isDone: true };
    expect(after(seeking, told(found))).toBe(seeking);
  });

  it('changes faces', () => {
    expect(after(begun, told({ kind: 'failed', rev: 3, title: 't', message: 'm' })).stage).toBe('failed');
    expect(after(begun, told({ kind: 'head', rev: 2, head: headOf({ topic: 'new' }), working: [] })).head?.topic).toBe(
      'new',
    );
  });

  it('loses nothing that is written: a refusal keeps it, and what was taken takes nothing along that was written since', () => {
    const words = { what: 'guidance', to: '', text: 'Be brief.' } as const;
    const sent = after(begun, { kind: 'write', speech: words }, { kind: 'say', speech: words });
    expect(sent.speech).toMatchObject({ id: 1, sent: words, text: 'Be brief.' });
    expect(after(sent, told({ kind: 'said', id: 1, problem: 'no' })).speech).toMatchObject({
      ...words,
      sent: undefined,
      problem: 'no',
    });
    expect(after(sent, told({ kind: 'said', id: 1 })).speech).toMatchObject({ text: '', taken: 'guidance' });
    const goingOn = after(sent, { kind: 'write', speech: { what: 'question', text: 'Be brief. And why?' } });
    expect(after(goingOn, told({ kind: 'said', id: 1 })).speech).toMatchObject({
      what: 'question',
      text: 'And why?',
      taken: 'guidance',
    });
    expect(after(goingOn, told({ kind: 'said', id: 0 })).speech).toBe(goingOn.speech);
    expect(pageStateOf({ speech: goingOn.speech }).speech).toEqual({
      what: 'question',
      to: '',
      text: 'Be brief. And why?',
    });
    expect(pageStateOf({ speech: { text: 5 } }).speech).toBeUndefined();
  });

  it('says that there is no such entry, each time anew, until the reader goes somewhere else', () => {
    const reveal = (seq: number): Act => told({ kind: 'reveal', seq, isFlashed: true });
    const once = after(begun, reveal(99));
    expect(once).toMatchObject({ missing: { seq: 99, last: 9, turn: 1 }, target: undefined });
    expect(after(once, reveal(99)).missing?.turn).toBe(2);
    expect(after(once, reveal(4)).missing).toBeUndefined();
    expect(after(once, { kind: 'missingRead' }).missing).toBeUndefined();
    expect(after(firstState, told(snapshotOf([])), reveal(0)).missing).toEqual({ seq: 0, last: undefined, turn: 1 });
  });

  it('shows that what came does not fit only where nothing is shown', () => {
    const unfit = after(firstState, { kind: 'unfit' });
    expect(unfit.stage).toBe('unfit');
    expect(after(unfit, { kind: 'retry' }).stage).toBe('loading');
    expect(after(unfit, told(snapshotOf(tenRows))).stage).toBe('log');
    expect(after(begun, { kind: 'unfit' })).toBe(begun);
  });

  it('counts the edits of what is known, not what is appended', () => {
    expect(after(begun, told(changedBy({ rows: [rowAt(10)] }))).edits).toBe(begun.edits);
    expect(after(begun, told(changedBy({ updated: [rowAt(3)] }))).edits).toBe(begun.edits + 1);
    expect(after(begun, told(snapshotOf(tenRows))).edits).toBe(begun.edits + 1);
  });

  it('counts as seen what came while the end was in view', () => {
    const more = told(changedBy({ rows: [rowAt(10)] }));
    expect(after(begun, more).seen).toBe(11);
    const up = after(begun, { kind: 'atEnd', isAtEnd: false }, more);
    expect(up.seen).toBe(10);
    expect(after(up, { kind: 'atEnd', isAtEnd: true }).seen).toBe(11);
  });
});

describe('the cache of bodies', () => {
  it('lets go of the oldest beyond its budget, but not of what is seen', () => {
    const big = (at: number) => bodyFor(at, { content: 'x'.repeat(1_000) });
    let cache = emptyBodies;
    for (let at = 0; at < 10; at += 1) cache = putBodies(cache, [big(at)], new Set([0]), 10_000);
    expect([...cache.held.keys()]).toEqual([0, 7, 8, 9]);
    expect(cache.bytes).toBeLessThanOrEqual(10_500);
    cache = putBodies(cache, [big(0)], none, 10_000);
    cache = putBodies(cache, [big(10)], none, 10_000);
    expect([...cache.held.keys()]).toEqual([8, 9, 0, 10]);
  });

  it('counts a body that is replaced once', () => {
    const once = putBodies(emptyBodies, [bodyFor(1)], none);
    expect(putBodies(once, [bodyFor(1)], none).bytes).toBe(once.bytes);
  });
});

describe('going somewhere', () => {
  it('shows an entry that the filters leave out', () => {
    const filtered = after(begun, { kind: 'toggleFilter', id: 'by:bo' });
    const state = after(filtered, told({ kind: 'reveal', seq: 6, isFlashed: true }));
    expect([...state.forced]).toEqual([6]);
    expect(state.target).toEqual({ at: 6, offset: undefined, isFlashed: true, isFocused: true });
    expect(after(state, { kind: 'toggleFilter', id: 'rulings' }).forced.size).toBe(0);
    expect(after(begun, told({ kind: 'reveal', seq: 6, isFlashed: true })).forced.size).toBe(0);
  });

  it('gives the same order twice as two orders', () => {
    const once = after(begun, told({ kind: 'reveal', seq: 6, isFlashed: true }));
    expect(after(once, told({ kind: 'reveal', seq: 6, isFlashed: true })).target).not.toBe(once.target);
  });

  it('leads back from what a link led to', () => {
    const from = { at: 2, offset: -5 };
    const revealed = after(begun, {
      kind: 'message',
      message: { kind: 'reveal', seq: 6, isFlashed: true },
      wanted: none,
      from,
    });
    expect(after(revealed, { kind: 'step', by: -1, from: { at: 6, offset: 90 } }).target).toMatchObject(from);
  });

  it('goes back to where a jump began, and forward again', () => {
    const from = { at: 2, offset: -30 };
    const there = after(begun, { kind: 'jump', at: 8, from, offset: 100 });
    expect(there.target).toMatchObject({ at: 8, offset: 100, isFlashed: true });
    const back = after(there, { kind: 'step', by: -1, from: { at: 7, offset: 5 } });
    expect(back.target).toMatchObject({ at: 2, offset: -30 });
    expect(after(back, { kind: 'step', by: 1, from }).target).toMatchObject({ at: 7, offset: 5 });
    expect(after(begun, { kind: 'step', by: -1, from })).toBe(begun);
    expect(after(begun, { kind: 'jump', at: 99, from, offset: 0 })).toBe(begun);
  });

  it('forgets what lay ahead of a new jump, and the oldest of many', () => {
    let jumps = jumped(noJumps, { at: 0, offset: 0 }, { at: 5, offset: 0 });
    jumps = stepped(jumps, undefined, -1).jumps;
    expect([canGoBack(jumps), canGoForward(jumps)]).toEqual([false, true]);
    jumps = jumped(jumps, { at: 1, offset: 0 }, { at: 9, offset: 0 });
    expect(jumps.places.map(({ at }) => at)).toEqual([1, 9]);
    for (let at = 0; at < 300; at += 1) jumps = jumped(jumps, { at, offset: 0 }, { at: at + 1, offset: 0 });
    expect(jumps.places).toHaveLength(100);
    expect(jumps.index).toBe(99);
  });
});

describe('beside the list', () => {
  it('stand rulings and redactions where they are in it, those that fall together once', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) =>
      rowAt(at, { type: at === 500 || at === 501 ? 'ruling' : at === 750 ? 'redaction' : 'rebuttal' }),
    );
    expect(marksOf({ ids: rows.map(({ at }) => at) }, rows)).toEqual([
      { kind: 'ruling', at: 500, top: 50 },
      { kind: 'redaction', at: 750, top: 75 },
    ]);
    expect(marksOf({ ids: [] }, rows)).toEqual([]);
  });

  it('the rail follows what is read, and nothing changes within a part', () => {
    const rows = [rowAt(0, { section: 'opening' }), rowAt(1, { section: 'r1' }), rowAt(2, { section: 'r1' })];
    const there = after({ ...begun, rows }, { kind: 'reading', at: 1 });
    expect(there.section).toBe('r1');
    expect(after(there, { kind: 'reading', at: 2 })).toBe(there);
    expect(after(there, { kind: 'reading', at: 0 }).section).toBe('opening');
  });
});

describe('finding', () => {
  const hits = [2, 5, 8];
  const found = (id: number, more = {}): ToPage => ({
    kind: 'found',
    id,
    epoch: 1,
    hits,
    counts: [1, 1, 1],
    isDone: true,
    ...more,
  });

  it('shows the first hit from where the reader is, and goes round', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 4 });
    expect(after(seeking, { kind: 'hit', by: 1 })).toBe(seeking);
    const first = after(seeking, told(found(seeking.finding.id)));
    expect(first.finding).toMatchObject({ current: 1, isDone: true });
    expect(tallyOf(first.finding)).toEqual({ place: 2, total: 3, leftOut: 0 });
    expect(first.target).toEqual({ at: 5, offset: 'near', isFlashed: false, isFocused: false });
    expect(after(first, { kind: 'hit', by: 1 }, { kind: 'hit', by: 1 }).finding.current).toBe(0);
    expect(after(first, { kind: 'hit', by: -1 }, { kind: 'hit', by: -1 }).finding.current).toBe(2);
  });

  it('goes from hit to hit, also within an entry, and back', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 4 });
    let state = after(seeking, told(found(seeking.finding.id, { counts: [2, 3, 1] })));
    const places: number[] = [];
    for (const by of [1, 1, 1, 1, 1, 1, -1, -1, -1, -1] as const) {
      places.push(tallyOf(state.finding).place);
      state = after(state, { kind: 'hit', by });
    }
    expect(places).toEqual([3, 4, 5, 6, 1, 2, 3, 2, 1, 6]);
    expect(tallyOf(state.finding)).toEqual({ place: 5, total: 6, leftOut: 0 });
  });

  it('stays within what the filters show, and says how much they leave out', () => {
    const rulings = begun.rows.map((row, at) => (at === 5 ? { ...row, type: 'ruling' } : row));
    const filtered = after({ ...begun, rows: rulings }, { kind: 'toggleFilter', id: 'rulings' });
    const seeking = after(filtered, { kind: 'find', query: 'x', from: 0 });
    const within = after(seeking, told(found(seeking.finding.id, { counts: [2, 3, 1] })));
    expect(within.target?.at).toBe(5);
    expect(tallyOf(within.finding)).toEqual({ place: 1, total: 3, leftOut: 3 });
    const round = after(within, ...([1, 1, 1] as const).map((by) => ({ kind: 'hit', by }) as const));
    expect(round).toMatchObject({ active: 5, filters: ['rulings'] });
    expect(round.forced.size).toBe(0);
    const whole = after(within, { kind: 'clearFilters' });
    expect(tallyOf(whole.finding)).toEqual({ place: 3, total: 6, leftOut: 0 });
    const none = after(within, { kind: 'setFilters', filters: ['redactions'] });
    expect(tallyOf(after(none, { kind: 'toggleFilter', id: 'sources' }).finding)).toMatchObject({
      total: 0,
      leftOut: 6,
    });
  });

  it('waits for a hit below the reader while hits still come', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 7 });
    const { id } = seeking.finding;
    const some = after(seeking, told(found(id, { hits: [2], isDone: false })));
    expect(some.finding.current).toBe(-1);
    expect(after(some, told(found(id))).target?.at).toBe(8);
    expect(after(some, told(found(id, { hits: [2] }))).target?.at).toBe(2);
  });

  it('takes no answer to what was typed before', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 0 }, { kind: 'find', query: 'xy', from: 0 });
    expect(after(seeking, told(found(seeking.finding.id - 1)))).toBe(seeking);
  });

  it('keeps the hit that is shown when the log has grown', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 4 });
    const shown = after(seeking, told(found(seeking.finding.id)), { kind: 'refind' });
    expect(shown.finding).toMatchObject({ current: 1, isDone: false });
    const grown = after(shown, told(found(shown.finding.id, { hits: [2, 3, 5, 8, 9] })));
    expect(grown.finding.current).toBe(2);
    expect(grown.target).toBe(shown.target);
  });

  it('leads nobody away when the log has changed', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 4 });
    const none = after(seeking, told(found(seeking.finding.id, { hits: [], counts: [] })), { kind: 'refind' });
    const grown = after(none, told(found(none.finding.id, { hits: [9], counts: [1] })));
    expect(tallyOf(grown.finding)).toEqual({ place: 0, total: 1, leftOut: 0 });
    expect(grown.target).toBe(none.target);

    const last = after(seeking, told(found(seeking.finding.id)), { kind: 'hit', by: 1 }, { kind: 'refind' });
    const { id } = last.finding;
    expect(last.finding.current).toBe(2);
    const some = after(last, told(found(id, { hits: [2], isDone: false })));
    expect(some.finding).toBe(last.finding);
    const all = after(some, told(found(id, { hits: [5, 8], counts: [1, 1] })));
    expect(all.finding).toMatchObject({ current: 1, isDone: true });
    expect(all.target).toBe(last.target);
  });

  it('counts no further than there are hits where an entry holds fewer of them now', () => {
    const seeking = after(begun, { kind: 'find', query: 'x', from: 5 });
    const third = after(
      seeking,
      told(found(seeking.finding.id, { counts: [1, 3, 1] })),
      { kind: 'hit', by: 1 },
      { kind: 'hit', by: 1 },
      { kind: 'refind' },
    );
    expect(tallyOf(third.finding).place).toBe(4);
    const redacted = after(third, told(found(third.finding.id)));
    expect(tallyOf(redacted.finding)).toEqual({ place: 2, total: 3, leftOut: 0 });
  });

  it('keeps showing an entry of the procedure that was led to, when a filter is set and taken off', () => {
    const rows = begun.rows.map((row, at) => (at === 5 ? { ...row, type: 'note', isProcedural: true } : row));
    const seeking = after({ ...begun, rows }, { kind: 'find', query: 'x', from: 5 });
    const shown = after(seeking, told(found(seeking.finding.id, { hits: [5] })));
    expect([...shown.forced]).toEqual([5]);
    const back = after(shown, { kind: 'toggleFilter', id: 'procedure' }, { kind: 'toggleFilter', id: 'procedure' });
    expect(back.finding.current).toBe(0);
    expect([...back.forced]).toEqual([5]);
  });

  it('says nothing where nothing is found', () => {
    const finding = answered(asked(noFinding, 'x', 3), { id: 1, hits: [], counts: [], isDone: true }, () => true);
    expect(nextHit(finding, 1).current).toBe(-1);
    expect(asked(finding, '', 0)).toMatchObject({ query: '', hits: [], isDone: true });
  });
});

describe('a lineup that is being edited', () => {
  it('keeps what is written to the Chair until it has answered, whatever becomes of the request or the format', () => {
    const open = { proposal: 'One request to …', isRevised: false } as Review;
    const proposed = { isRevised: false } as Review;
    const [failed, otherModel] = [
      { ...open, busy: undefined },
      { ...open, proposal: 'One request elsewhere' },
    ];
    expect([open, failed, otherModel, { ...proposed, isFixed: true }].map((review) => chairAnswers(review))).toEqual([
      ...[0, 0, 0, undefined],
    ]);
    expect([proposed, { ...proposed, busy: 'revising' as const }].map((review) => chairAnswers(review))).toEqual([
      1, 1,
    ]);
    expect(chairAnswers({ ...proposed, isRevised: true })).toBe(2);
  });

  it('gives way to a list of the extension’s own, and to none that was typed', () => {
    const echoes = new Echoes('a');
    for (const typed of ['ab', 'abc']) echoes.send(typed);
    expect(['a', 'ab', 'abc'].map((list) => echoes.isNews(list))).toEqual([false, false, false]);
    expect(echoes.isNews('revised')).toBe(true);
    expect(echoes.isNews('abc')).toBe(true);
  });

  it('shows the list of another format, and the first one again, after a start that came to nothing', () => {
    const echoes = new Echoes('panel');
    echoes.send('panel');
    expect(['tribunal', 'panel', 'tribunal'].map((list) => echoes.isNews(list))).toEqual([true, true, true]);
  });

  it('takes what was sent for answered where only the last of it, or a list of the extension’s own, came back', () => {
    const echoes = new Echoes('a');
    for (const typed of ['ab', 'abc']) echoes.send(typed);
    expect(['abc', 'ab'].map((list) => echoes.isNews(list))).toEqual([false, true]);
    echoes.send('abcd');
    expect(['tribunal', 'abcd'].map((list) => echoes.isNews(list))).toEqual([true, true]);
  });

  it('takes a change that was taken back at once for its own', () => {
    const echoes = new Echoes('a');
    for (const typed of ['ab', 'a', 'ac']) echoes.send(typed);
    expect(['ab', 'a', 'ac'].map((list) => echoes.isNews(list))).toEqual([false, false, false]);
  });
});
