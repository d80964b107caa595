import { describe, expect, it } from 'vitest';
import type { Board, Graph, Head, ToHost, ToPage, VerdictCard } from '../../../src/shared/protocol';
import { graphOf, scoresOf } from '../../../src/ui/panel/views/graph';
import { boardOf } from '../../../src/projections/formats/board';
import { markdownTree, type MarkdownNode } from '../../../src/shared/markdown';
import { Page } from '../../../src/webview/page';
import { sourceFilter } from '../../../src/webview/state';
import { cellOf, changeBetween, countsOf, gridTarget } from '../../../src/webview/views/board/cells';
import { spansOf, toggledExchange } from '../../../src/webview/views/graph/exchangeChoice';
import { fitted, opening, panned, placeOf, revealing, zoomed } from '../../../src/webview/views/graph/viewport';
import { readingOrder, walked } from '../../../src/webview/views/graph/walk';
import { chartScale, extentOf } from '../../../src/webview/views/scores/chartScale';
import { ordered } from '../../../src/webview/views/scores/order';
import { viewOf as recordOf } from '../../support/formats/inMemory';
import { dialecticEntries, sixtyArguments } from '../../support/formats/dialecticRecord';
import { tribunalEntries } from '../../support/formats/tribunalRecord';
import { headOf, rowAt, snapshotOf } from '../../support/panelRows';

const boardAfter = (rounds: number, isRuled = false): Board =>
  boardOf(recordOf(tribunalEntries({ rounds, planned: 4, isRuled })));
const graph: Graph = graphOf(recordOf(dialecticEntries({ exchanges: 6 })));
const scores = scoresOf(recordOf(dialecticEntries(sixtyArguments)));

/** A page without a browser, and what it has sent. */
function openPage(first?: number): { page: Page; sent: ToHost[]; hear: (message: ToPage) => void } {
  const sent: ToHost[] = [];
  const page = new Page(
    { postMessage: (message) => sent.push(message as ToHost), getState: () => undefined, setState: () => undefined },
    first,
  );
  return { page, sent, hear: (message) => page.host.receive(message) };
}

const verdict: VerdictCard = {
  ...{ question: 'Which?', answer: '', isUnjudged: false, isAnswered: false, agreed: [], open: [], outcome: 'draw' },
  ...{ title: 'Draw', why: '', about: [], sources: [], facts: [], decided: [], issues: [], hasOpen: false },
};

const rows = [rowAt(0), rowAt(1, { type: 'argument', argument: 'prop_001' }), rowAt(2)];
const snapshot = snapshotOf(rows, {
  head: headOf({ hasChair: false, views: ['debate', 'scores', 'graph'], issues: ['I3'] }),
});

describe('a finished debate that is shown at its verdict', () => {
  const marks = { verified: 1, quoted: 0, unreliable: 0, fabricated: 0, unverified: 0, pending: 0 };
  const cited = [
    rowAt(0),
    rowAt(1, { marks }),
    rowAt(2, { marks: { ...marks, verified: 0, fabricated: 1 } }),
    rowAt(3),
  ];
  const over = snapshotOf(cited, {
    head: headOf({ state: 'done', views: ['verdict', 'debate'] }),
    shown: { view: 'verdict', verdict },
  });
  /** The list is at its end, as after a debate that was followed there. */
  const atEnd = {
    ...{ top: () => ({ at: 3, offset: 0 }), isInView: () => true, upperThird: () => 0 },
    ...{ toEnd: () => undefined, focus: () => undefined },
  };

  it('is read from its first entry, and later from where the reader was', () => {
    const { page, hear } = openPage();
    hear(over);
    page.feed = atEnd;
    expect(page.state.view).toBe('verdict');
    page.read();
    expect(page.state).toMatchObject({ view: 'debate', active: 0 });
    const again = openPage();
    again.hear(over);
    again.page.feed = atEnd;
    again.page.show('debate');
    again.page.show('verdict');
    again.page.read();
    expect(again.page.state).toMatchObject({ view: 'debate', active: 3 });
  });

  it('leads from a count of sources to the entries that cite such sources, and back', () => {
    const { page, hear } = openPage();
    hear(over);
    page.feed = atEnd;
    const filter = sourceFilter({ status: 'fabricated' }) ?? '';
    page.showOnly(filter);
    expect(page.state).toMatchObject({ view: 'debate', filters: [filter], active: 2 });
    expect(page.items.ids.filter((id) => id >= 0)).toEqual([2]);
    page.step(-1);
    expect(page.state.view).toBe('verdict');
    page.showOnly(sourceFilter({ status: 'verified' }) ?? '');
    expect(page.items.ids.filter((id) => id >= 0)).toEqual([1]);
    expect(sourceFilter({ status: 'pending' })).toBeUndefined();
  });
});

describe('the views of a page', () => {
  it('are asked for when they are looked at, and again after the page was made anew', () => {
    const { page, sent, hear } = openPage();
    page.host.ready();
    hear(snapshot);
    page.show('graph');
    page.dispatch({ kind: 'narrow', spans: [{ from: 2, to: 3 }] });
    page.host.ready();
    expect(sent.filter(({ kind }) => kind === 'look' || kind === 'ready')).toEqual([
      { kind: 'ready' },
      { kind: 'look', look: { view: 'graph' } },
      { kind: 'look', look: { view: 'graph', spans: [{ from: 2, to: 3 }] } },
      { kind: 'ready', look: { view: 'graph', spans: [{ from: 2, to: 3 }] } },
    ]);
  });

  it('stay when the page comes back to where it was, and give way to an entry that is gone to', () => {
    const { page, hear } = openPage(1);
    page.show('scores');
    hear({ ...snapshot, focus: 1 });
    expect(page.state.view).toBe('scores');
    page.jumpToSeq(2);
    expect(page.state).toMatchObject({ view: 'debate', active: 2 });
    page.show('graph');
    hear({ kind: 'reveal', seq: 0, isFlashed: true });
    expect(page.state.view).toBe('debate');
    expect(page.state.finding.query).toBe('');
    hear({ kind: 'reveal', seq: 2, isFlashed: true, words: 'shared pipeline' });
    expect(page.state).toMatchObject({ active: 2, finding: { query: 'shared pipeline', from: page.atOf(2) } });
    page.closeFind();
  });

  it('are where back leads to from an entry that was gone to from there, with what led there', () => {
    const { page, hear } = openPage();
    hear(snapshot);
    page.show('graph');
    page.jumpToSeq(1, 'prop_001');
    expect(page.state).toMatchObject({ view: 'debate', active: 1 });
    page.step(-1);
    expect(page.state).toMatchObject({ view: 'graph', mark: { id: 'prop_001' } });
    page.step(1);
    expect(page.state).toMatchObject({ view: 'debate', active: 1 });
    page.step(-1);
    expect(page.state.view).toBe('graph');
    expect(page.state.jumps.index).toBe(0);
  });

  it('are come back from: to the entry whose words, and to the verdict whose issue or argument led there', () => {
    const { page, hear } = openPage();
    hear({ ...snapshot, head: headOf({ views: ['verdict', 'debate', 'board', 'graph'], issues: ['I3'] }) });
    page.feed = {
      top: () => ({ at: 2, offset: 40 }),
      isInView: () => true,
      upperThird: () => 0,
      toEnd: () => undefined,
      focus: () => undefined,
    };
    page.mentioned('I3')?.();
    expect(page.state).toMatchObject({ view: 'board', mark: { id: 'I3' } });
    page.step(-1);
    expect(page.state).toMatchObject({ view: 'debate', active: 2, target: { at: 2, offset: 40 } });
    page.step(1);
    expect(page.state).toMatchObject({ view: 'board', mark: { id: 'I3' } });
    page.show('verdict');
    page.jumpBeside('graph', 'prop_001');
    page.step(-1);
    expect(page.state.view).toBe('verdict');
    page.step(1);
    expect(page.state).toMatchObject({ view: 'graph', mark: { id: 'prop_001' } });
  });

  it('begin with the one that comes with the first snapshot, where no entry is meant', () => {
    const viewAfter = (first: ToPage): string => {
      const { page, hear } = openPage();
      hear(first);
      return page.state.view;
    };
    const over = { ...snapshot, head: headOf({ state: 'done', views: ['verdict', 'debate'] }) };
    const shown = { view: 'verdict' as const, verdict };
    expect(viewAfter({ ...over, shown })).toBe('verdict');
    expect(viewAfter({ ...over, shown, focus: 1 })).toBe('debate');
    expect(viewAfter(over)).toBe('debate');
  });

  it('begin with the verdict before the log is read, where its links wait for the entries', () => {
    const { page, sent, hear } = openPage();
    const head = headOf({ state: 'done', views: ['verdict', 'debate', 'graph'] });
    const links = [{ seq: 1, at: 1, argument: 'prop_001' }];
    page.host.ready();
    hear({ kind: 'verdict', head, verdict, links });
    expect(page.state).toMatchObject({ stage: 'log', view: 'verdict', views: { verdict } });
    expect([page.atOf(1), page.atOf(2), page.argumentAt('prop_001')]).toEqual([1, undefined, 1]);
    page.find('a word');
    page.jumpToSeq(1);
    expect(page.state.view).toBe('verdict');
    const { finding } = page.state;
    hear({ ...snapshot, head, shown: { view: 'verdict', verdict: { ...verdict, title: 'Struck' } } });
    expect(page.state).toMatchObject({ view: 'debate', active: 1, finding, views: { verdict: { title: 'Struck' } } });
    expect(page.atOf(2)).toBe(2);
    expect(sent.filter(({ kind }) => kind === 'look')).toEqual([
      { kind: 'look', look: { view: 'verdict' } },
      { kind: 'look', look: { view: 'debate' } },
    ]);
  });

  it('are not turned by a verdict that comes after the snapshot', () => {
    const { page, hear } = openPage();
    hear(snapshot);
    hear({ kind: 'verdict', head: headOf({ topic: 'Old' }), verdict, links: [] });
    expect(page.state.view).toBe('debate');
    expect(page.state.head?.topic).not.toBe('Old');
  });

  it('turn to the verdict when a debate ends that is followed at its end, and to no one who reads elsewhere', () => {
    const ended: ToPage = {
      kind: 'head',
      rev: 2,
      head: headOf({ state: 'done', views: ['verdict', 'debate'] }),
      working: [],
    };
    const follower = openPage();
    follower.hear(snapshot);
    follower.hear(ended);
    expect(follower.page.state.view).toBe('verdict');
    const reader = openPage();
    reader.hear(snapshot);
    reader.page.dispatch({ kind: 'atEnd', isAtEnd: false });
    reader.hear(ended);
    expect(reader.page.state.view).toBe('debate');
  });

  it('are left for the entries when the debate goes on, and not come back to by themselves when it pauses', () => {
    const told = (head: Partial<Head>): ToPage => ({ kind: 'head', rev: 2, head: headOf(head), working: [] });
    const paused: Partial<Head> = { state: 'paused', views: ['verdict', 'debate'] };
    for (const hasSeenNothing of [false, true]) {
      const { page, hear } = openPage();
      hear({ ...snapshot, head: headOf(paused) });
      page.show('verdict');
      page.dispatch({ kind: 'atEnd', isAtEnd: false });
      hear(hasSeenNothing ? { ...snapshot, head: headOf() } : told({}));
      expect(page.state.view).toBe('debate');
      const isAgain: ToPage = { ...told(paused), rev: hasSeenNothing ? 2 : 3 } as ToPage;
      hear(isAgain);
      expect(page.state).toMatchObject({ view: 'debate', head: paused });
    }
  });

  it('are given way to by a link to an entry from outside', () => {
    const { page, hear } = openPage(1);
    page.show('scores');
    hear({ ...snapshot, focus: 2 });
    expect(page.state.view).toBe('debate');
  });

  it('are told one by one, and each stays as it was told', () => {
    const { page, hear } = openPage();
    hear(snapshot);
    hear({ kind: 'view', rev: 2, shown: { view: 'scores', scores } });
    hear({ kind: 'view', rev: 3, shown: { view: 'graph', graph } });
    expect(page.state.views.graph?.nodes).toHaveLength(16);
    expect(page.state.views.scores?.arguments).toHaveLength(60);
  });
});

describe('words that are mentions', () => {
  const mentionsIn = (nodes: readonly MarkdownNode[]): string[] =>
    nodes.flatMap((node) => {
      if (typeof node === 'string' || node.tag === 'seq') return [];
      return node.tag === 'mention' ? [node.word] : mentionsIn(node.children);
    });

  it('are the ids of arguments and issues, whole', () => {
    const { page, hear } = openPage();
    hear(snapshot);
    const isMention = (word: string): boolean => page.mentioned(word) !== undefined;
    const text = '**prop_001** and prop_0010, opp_001; `prop_001` in code. I3, I33 and [prop_001](https://a.example).';
    expect(mentionsIn(markdownTree(text, { isMention }) ?? [])).toEqual(['prop_001', 'I3']);
  });

  it('lead to the argument, and to the issue on the board', () => {
    const { page, hear } = openPage();
    hear(snapshot);
    page.mentioned('prop_001')?.();
    expect(page.state.active).toBe(1);
    page.mentioned('I3')?.();
    expect(page.state).toMatchObject({ view: 'board', mark: { id: 'I3' } });
    expect(page.mentioned('prop_002')).toBeUndefined();
  });
});

describe('the board', () => {
  it('tells rounds before an issue, rounds under way and rounds that nobody assessed apart', () => {
    const board = boardOf(recordOf(tribunalEntries({ rounds: 2, planned: 4, isUnderWay: true })));
    const late = board.issues.find(({ id }) => id === 'I4');
    if (late === undefined) throw new Error('There is no I4.');
    expect(board.rounds.map((round) => cellOf(late, round).kind)).toEqual(['before', 'mark', 'unassessed']);
    expect(cellOf(late, { round: 9, failed: ['judge'] })).toEqual({ kind: 'unassessed', isMissing: true });
    expect(countsOf(board)).toEqual({ open: 3, resolved: 1, stalled: 1 });
  });

  it('says what a round and a ruling have changed', () => {
    expect(changeBetween(boardAfter(1), boardAfter(2))).toEqual({
      rounds: [2],
      raised: ['I4', 'I5'],
      moved: ['I2', 'I3'],
      isRuled: false,
    });
    expect(changeBetween(boardAfter(2), boardAfter(2))).toEqual({ rounds: [], raised: [], moved: [], isRuled: false });
    expect(changeBetween(boardAfter(3), boardAfter(3, true)).isRuled).toBe(true);
  });

  it('goes by arrow keys from button to button, over what is none', () => {
    const places = [
      { row: -1, column: 1 },
      { row: 0, column: 1 },
      { row: 0, column: 2 },
      { row: 1, column: 2 },
      { row: 2, column: 1 },
    ];
    const go = (row: number, column: number, key: string) => gridTarget(places, { row, column }, key);
    expect(go(0, 1, 'ArrowRight')).toEqual({ row: 0, column: 2 });
    expect(go(0, 1, 'ArrowDown')).toEqual({ row: 1, column: 2 });
    expect(go(1, 2, 'ArrowDown')).toEqual({ row: 2, column: 1 });
    expect(go(0, 2, 'ArrowUp')).toEqual({ row: -1, column: 1 });
    expect(go(0, 2, 'Home')).toEqual({ row: 0, column: 1 });
    expect(go(2, 1, 'ArrowDown')).toBeUndefined();
    expect(go(0, 1, 'a')).toBeUndefined();
  });
});

describe('the chart of totals', () => {
  it('is as high below 0 as above it, and holds every total', () => {
    const extent = extentOf(scores);
    const scale = chartScale(scores, { width: 600, height: 200, left: 50, right: 10, top: 10, bottom: 20 });
    expect(scale.y(0)).toBeCloseTo(95);
    expect(scale.y(extent)).toBeCloseTo(10);
    expect(scale.ticks.at(-1)).toBeCloseTo(extent);
    for (const { proposition, opposition } of scores.exchanges)
      expect(Math.max(Math.abs(proposition), Math.abs(opposition))).toBeLessThanOrEqual(extent + 1e-9);
    expect([scale.x(0), scale.x(27)]).toEqual([50, 590]);
  });

  it('stands on its feet with one exchange and with a thousand', () => {
    const one = { ...scores, exchanges: scores.exchanges.slice(0, 1) };
    const box = { width: 320, height: 200, left: 50, right: 10, top: 10, bottom: 20 };
    expect(chartScale(one, box).x(0)).toBe(180);
    const many = {
      ...scores,
      exchanges: Array.from({ length: 1_000 }, (_, exchange) => ({
        exchange,
        seq: exchange,
        proposition: 0,
        opposition: 0,
      })),
    };
    expect(chartScale(many, box).labelEvery).toBeGreaterThan(100);
  });

  it('lists the highest first, and last what has no score', () => {
    const [first] = scores.arguments;
    if (first === undefined) throw new Error('There are no arguments.');
    const unjudged = { ...first, id: 'prop_099', score: null, history: [] };
    const high = ordered([unjudged, ...scores.arguments], 'highest');
    expect(high.at(-1)?.id).toBe('prop_099');
    const values = high.slice(0, -1).map(({ score }) => score ?? 0);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(ordered(scores.arguments, 'record')).toBe(scores.arguments);
  });
});

describe('the part of the graph that is seen', () => {
  const window = { width: 800, height: 600 };
  const drawing = { width: 1_600, height: 6_000 };

  it('is all of it in the middle when it is fitted', () => {
    const view = fitted(drawing, window);
    expect(view).toEqual({ k: 0.1, x: 320, y: 0 });
    expect(fitted({ width: 100, height: 100 }, window)).toEqual({ k: 1, x: 350, y: 250 });
  });

  it('opens where its words can be read', () => {
    const view = opening(drawing, window);
    // The smallest words are 12 px as laid out, and at least 11 px as seen.
    expect(view.k * 12).toBeGreaterThanOrEqual(11 - 1e-9);
    expect(view.x).toBeCloseTo((800 - view.k * 1_600) / 2);
    expect(view.y).toBe(0);
    expect(opening({ width: 700, height: 500 }, window).k).toBe(1);
  });

  it('keeps the point under the pointer where it is', () => {
    const before = { x: -30, y: 12, k: 0.8 };
    const after = zoomed(before, 1.5, { x: 200, y: 300 });
    expect(after.k).toBeCloseTo(1.2);
    const at = (view: typeof before) => [(200 - view.x) / view.k, (300 - view.y) / view.k];
    expect(at(after)[0]).toBeCloseTo(at(before)[0] ?? 0);
    expect(at(after)[1]).toBeCloseTo(at(before)[1] ?? 0);
    expect(zoomed(before, 1e6, { x: 0, y: 0 }).k).toBe(2.5);
  });

  it('never leaves the drawing', () => {
    const away = panned({ x: 0, y: 0, k: 1 }, { x: 1e6, y: -1e6 }, { drawing, window });
    expect(away).toEqual({ k: 1, x: 740, y: 60 - 6_000 });
  });

  it('comes to a box no further than needed', () => {
    const view = { x: 0, y: 0, k: 0.5 };
    const near = { x: 400, y: 400, width: 200, height: 100 };
    expect(revealing(view, near, window)).toEqual(view);
    const moved = placeOf(revealing(view, { ...near, y: 4_000 }, window), { ...near, y: 4_000 });
    expect(moved.bottom).toBe(584);
    expect(moved.left).toBe(150);
  });
});

describe('keys in the graph', () => {
  it('lead through all arguments in the order of reading, and back', () => {
    const order = readingOrder(graph).map(({ id }) => id);
    let here = order[0] ?? '';
    const seen = [here];
    for (let next = walked(graph, here, 'ArrowRight'); next !== undefined; next = walked(graph, here, 'ArrowRight'))
      seen.push((here = next.id));
    expect(seen).toEqual(order);
    expect(walked(graph, order[5] ?? '', 'ArrowLeft')?.id).toBe(order[4]);
    expect(walked(graph, order[5] ?? '', 'Home')?.id).toBe(order[0]);
    expect(walked(graph, order[0] ?? '', 'ArrowLeft')).toBeUndefined();
  });

  it('lead up to what an argument attacks or defends, and down to what does so to it', () => {
    for (const { id } of graph.nodes) {
      const targets = graph.edges.filter(({ from }) => from === id).map(({ to }) => to);
      if (targets.length > 0) expect(targets).toContain(walked(graph, id, 'ArrowUp')?.id);
      const sources = graph.edges.filter(({ to }) => to === id).map(({ from }) => from);
      if (sources.length > 0) expect(sources).toContain(walked(graph, id, 'ArrowDown')?.id);
    }
  });
});

describe('the choice of exchanges', () => {
  const all = [0, 1, 2, 3, 4];

  it('is a few spans, and none for all of them', () => {
    expect(spansOf(new Set([0, 1, 3]), all)).toEqual([
      { from: 0, to: 1 },
      { from: 3, to: 3 },
    ]);
    expect(spansOf(new Set(all), all)).toEqual([]);
  });

  it('takes and lets go of one at a time', () => {
    const one = toggledExchange([], 3, all);
    expect(one).toEqual([{ from: 3, to: 3 }]);
    expect(toggledExchange(one, 2, all)).toEqual([{ from: 2, to: 3 }]);
    expect(toggledExchange(one, 3, all)).toEqual([]);
  });
});
