import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToHost, ToPage } from '../../../src/shared/protocol';
import { HostConnection } from '../../../src/webview/hostConnection';
import { Page } from '../../../src/webview/page';
import { bodyFor, changedBy, headOf, rowAt, snapshotOf } from '../../support/panelRows';

const hundredRows = Array.from({ length: 100 }, (_, at) => rowAt(at));

function hostWith() {
  const sent: ToHost[] = [];
  const taken: ToPage[] = [];
  const api = { postMessage: (message: unknown) => sent.push(message as ToHost) };
  const unfit = vi.fn();
  const host = new HostConnection({
    api,
    onMessage: (message) => taken.push(message),
    onUnfit: unfit,
    focus: () => 7,
    look: () => undefined,
  });
  return { host, sent, taken, unfit };
}

describe('the line to the host', () => {
  it('asks for everything again after a gap, once', () => {
    const { host, sent, taken } = hostWith();
    host.ready();
    host.receive(snapshotOf([], { rev: 4 }));
    host.receive({ kind: 'head', rev: 5, head: headOf(), working: [] });
    host.receive({ kind: 'head', rev: 7, head: headOf(), working: [] });
    host.receive({ kind: 'head', rev: 8, head: headOf(), working: [] });
    expect(taken.map((message) => message.kind)).toEqual(['snapshot', 'head']);
    expect(sent).toEqual([
      { kind: 'ready', focus: 7 },
      { kind: 'ready', focus: 7 },
    ]);
    host.receive(snapshotOf([], { rev: 9 }));
    host.receive(changedBy({ rev: 10 }));
    expect(taken.map((message) => message.kind)).toEqual(['snapshot', 'head', 'snapshot', 'changed']);
  });

  it('drops what does not fit and says so, but not for ever', () => {
    const { host, sent, taken, unfit } = hostWith();
    for (const data of [undefined, 'x', { kind: 'nonsense' }, { kind: 'snapshot' }]) host.receive(data);
    expect(taken).toEqual([]);
    // Only the snapshot would have been a page.
    expect(unfit).toHaveBeenCalledTimes(1);
    expect(sent.map((message) => message.kind)).toEqual(['fault', 'fault', 'fault', 'fault']);
    for (let index = 0; index < 100; index += 1) host.fault('x'.repeat(10_000));
    expect(sent).toHaveLength(20);
  });
});

describe('the page', () => {
  const sent: ToHost[] = [];
  const api = {
    postMessage: (message: unknown) => sent.push(message as ToHost),
    getState: () => undefined,
    setState: () => undefined,
  };
  const kinds = (): string[] => sent.map((message) => message.kind);
  const asked = () => sent.flatMap((message) => (message.kind === 'bodies' ? [message] : []));
  let page: Page;

  beforeEach(() => {
    vi.useFakeTimers();
    sent.length = 0;
    page = new Page(api, 12);
    page.host.ready();
    page.host.receive(snapshotOf(hundredRows));
  });
  afterEach(() => vi.useRealTimers());

  it('does not wait for ever for what could not be shown, and keeps what is shown', () => {
    page.host.receive({ kind: 'snapshot', rev: 2 });
    expect(page.state.stage).toBe('log');
    const other = new Page(api, undefined);
    other.host.ready();
    other.host.receive({ kind: 'snapshot', rev: 1 });
    expect(other.state.stage).toBe('unfit');
    expect(sent.at(-1)?.kind).toBe('fault');
    other.retry();
    expect(other.state.stage).toBe('loading');
    expect(sent.at(-1)).toEqual({ kind: 'ready' });
    other.host.receive(snapshotOf(hundredRows));
    expect(other.state.stage).toBe('log');
  });

  it('asks to be where it was before it was hidden', () => {
    expect(sent[0]).toEqual({ kind: 'ready', focus: 12 });
  });

  it('is at the top again where it was at the top, and shows what a link leads to lower down', () => {
    page.host.receive(snapshotOf(hundredRows, { rev: 2, epoch: 2, focus: 12 }));
    expect(page.state.target).toMatchObject({ at: 12, offset: 0 });
    page.host.receive(snapshotOf(hundredRows, { rev: 3, epoch: 3, focus: 40 }));
    expect(page.state.target).toEqual({ at: 40, offset: undefined, isFlashed: true, isFocused: true });
  });

  it('asks again when rows do not continue those it has', () => {
    page.host.receive(changedBy({ rev: 2, rows: [rowAt(105)] }));
    expect(kinds().filter((kind) => kind === 'ready')).toHaveLength(2);
    expect(page.state.rows).toHaveLength(100);
  });

  it('asks for bodies once, those that are seen first, and no more while they are on their way', () => {
    page.bodies.want([5, 6], [7, 8]);
    page.bodies.want([6, 7], [8, 9]);
    vi.advanceTimersByTime(100);
    expect(asked().map((message) => message.at)).toEqual([[5, 6, 7, 8]]);
    page.host.receive({
      kind: 'bodies',
      id: asked()[0]?.id ?? 0,
      epoch: 1,
      bodies: [5, 6, 7, 8].map((at) => bodyFor(at)),
    });
    page.bodies.want([8, 9], [10]);
    vi.advanceTimersByTime(100);
    expect(asked().map((message) => message.at)).toEqual([
      [5, 6, 7, 8],
      [9, 10],
    ]);
  });

  it('asks again for what never came, but not for what the host has not', () => {
    page.bodies.want([5], []);
    vi.advanceTimersByTime(5_000);
    page.bodies.want([5], []);
    expect(asked()).toHaveLength(2);
    page.host.receive({ kind: 'bodies', id: asked()[1]?.id ?? 0, epoch: 1, bodies: [] });
    vi.advanceTimersByTime(100);
    page.bodies.want([5], []);
    expect(asked()).toHaveLength(2);
    page.host.receive(changedBy({ rev: 2, updated: [rowAt(5)] }));
    vi.advanceTimersByTime(100);
    page.bodies.want([5], []);
    expect(asked()).toHaveLength(3);
  });

  it('asks for stale bodies at once', () => {
    page.bodies.want([5], []);
    page.host.receive({ kind: 'bodies', id: 1, epoch: 1, bodies: [bodyFor(5)] });
    vi.advanceTimersByTime(100);
    page.host.receive(changedBy({ rev: 2, isAllStale: true }));
    expect(asked().map((message) => message.at)).toEqual([[5], [5]]);
  });

  it('finds after a moment, and again when the log has grown', () => {
    page.find('a');
    page.find('ab');
    expect(kinds()).not.toContain('find');
    vi.advanceTimersByTime(130);
    const { id } = page.state.finding;
    expect(sent.at(-1)).toEqual({ kind: 'find', id, query: 'ab' });
    page.host.receive({ kind: 'found', id, epoch: 1, hits: [3], counts: [1], isDone: true });
    page.host.receive(changedBy({ rev: 2, rows: [rowAt(100)] }));
    vi.advanceTimersByTime(700);
    expect(sent.at(-1)).toEqual({ kind: 'find', id: id + 1, query: 'ab' });
    page.closeFind();
    vi.advanceTimersByTime(10);
    expect(sent.at(-1)).toMatchObject({ kind: 'find', query: '' });
  });

  it('begins at the entry that a search result leads to, whatever was sought before', () => {
    for (const at of [2, 90]) {
      page.host.receive({ kind: 'reveal', seq: at, isFlashed: true, words: 'ab' });
      vi.advanceTimersByTime(130);
      const { id } = page.state.finding;
      page.host.receive({ kind: 'found', id, epoch: 1, hits: [2, 50, 90], counts: [1, 1, 1], isDone: true });
      expect(page.state.active).toBe(at);
    }
  });

  it('tells the host where its history stands', () => {
    page.feed = {
      top: () => ({ at: 3, offset: 0 }),
      isInView: () => true,
      upperThird: () => 100,
      toEnd: () => undefined,
      focus: () => undefined,
    };
    page.jump(50);
    expect(sent.at(-1)).toEqual({ kind: 'history', canGoBack: true, canGoForward: false });
    page.step(-1);
    expect(sent.at(-1)).toEqual({ kind: 'history', canGoBack: false, canGoForward: true });
    expect(page.state.target?.at).toBe(3);
  });

  it('moves from the active entry while it is in view, else from the top of what is seen', () => {
    let top = 20;
    page.feed = {
      top: () => ({ at: top, offset: 0 }),
      isInView: (at) => at === 30,
      upperThird: () => 0,
      toEnd: () => undefined,
      focus: () => undefined,
    };
    page.move(1);
    expect(page.state.active).toBe(20);
    page.go(30);
    page.move(1);
    expect(page.state.active).toBe(31);
    top = 60;
    page.move(-1);
    expect(page.state.active).toBe(60);
  });
});
