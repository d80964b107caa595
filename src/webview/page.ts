import type { ViewName } from '../projections/vocabulary';
import type { Speech, ToHost, ToPage, ViewRequest } from '../shared/protocol';
import { BodyRequests } from './bodyRequests';
import { bodyAt } from './bodyCache';
import { entryFrom, indexFrom, nextItems, noItems, type FeedItems } from './feed/items';
import { HostConnection, type VsCodeApi } from './hostConnection';
import { canGoBack, canGoForward, type ScrollAnchor } from './jumps';
import { Store } from './reduce';
import { viewOf, type Act, type FilterId, type State, type Target } from './state';

export interface FeedPort {
  /** The entry at the top of what is seen; the preferred one where that is seen, too. */
  readonly top: (preferred?: number) => ScrollAnchor | undefined;
  readonly isInView: (at: number) => boolean;
  readonly upperThird: () => number;
  readonly toEnd: () => void;
  /** Focuses the active entry, once the page has the focus. */
  readonly focus: () => void;
}

export type Do = Extract<ToPage, { kind: 'do' }>['what'];

const findDelay = 120;
const refindDelay = 600;

/** Components and keys call it; it changes the state and speaks to the host. */
export class Page {
  readonly store = new Store();
  readonly host: HostConnection;
  readonly bodies: BodyRequests;
  feed: FeedPort | undefined;
  onDo: (what: Do) => void = () => undefined;
  #items: FeedItems = noItems;
  /** Entries of the finished debate were looked at. */
  #wasRead = false;
  /** What was pressed while the log was still being read. */
  #onceRead: (() => void) | undefined;
  #findTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    api: VsCodeApi,
    private readonly firstFocus: number | undefined,
    isStill: () => boolean = () => false,
  ) {
    this.host = new HostConnection({
      api,
      onMessage: (message) => this.#receive(message),
      onUnfit: () => this.dispatch({ kind: 'unfit' }),
      focus: () => this.topSeq() ?? firstFocus,
      look: () => (this.state.view === 'debate' ? undefined : this.#look()),
      isStill,
    });
    this.bodies = new BodyRequests(
      (message) => this.send(message),
      () => this.state,
    );
    this.store.onChange((state, before) => this.#changed(state, before));
  }

  get state(): State {
    return this.store.state;
  }

  get items(): FeedItems {
    return this.#items;
  }

  readonly send = (message: ToHost): void => this.host.send(message);
  readonly dispatch = (act: Act): void => this.store.dispatch(act);

  readonly say = (speech: Speech): void => {
    const { what, to, text } = speech;
    this.dispatch({ kind: 'say', speech });
    this.send({ kind: 'say', id: this.state.speech.id, what, ...(what === 'question' ? { to } : {}), text });
  };

  readonly topSeq = (): number | undefined => {
    const top = this.feed?.top();
    return top && this.state.rows[top.at]?.seq;
  };

  readonly atOf = (seq: number): number | undefined => {
    const { links, seqs, rows } = this.state;
    return links === undefined ? seqs.get(seq, rows) : links.find((link) => link.seq === seq)?.at;
  };

  readonly show = (view: ViewName): void => this.dispatch({ kind: 'show', view });

  /** Moves to the entries, where the keys that move among them go on. A debate that was over before any was looked at begins at the first. */
  readonly read = (): void => {
    const isNew = this.state.head?.state === 'done' && this.state.active === undefined && !this.#wasRead;
    const at = isNew ? entryFrom(this.#items, 0, 1) : this.acted();
    if (at === undefined) this.show('debate');
    else this.go(at);
  };

  /** Leads to the entries that one filter lets through. */
  readonly showOnly = (filter: FilterId): void => {
    if (this.state.links !== undefined) {
      this.#onceRead = () => this.showOnly(filter);
      return;
    }
    const from = this.#here();
    this.dispatch({ kind: 'setFilters', filters: [filter] });
    const at = entryFrom(this.#items, 0, 1);
    if (at === undefined) this.show('debate');
    else this.dispatch({ kind: 'jump', at, from, offset: this.feed?.upperThird() ?? 0 });
  };

  readonly argumentAt = (word: string): number | undefined => {
    const { links, seqs, rows } = this.state;
    if (links !== undefined) return links.find(({ argument }) => argument === word)?.at;
    return seqs.hasArguments ? seqs.argument(word, rows) : undefined;
  };

  /** Where a word of a text leads: to an argument, or to an issue. */
  readonly mentioned = (word: string): (() => void) | undefined => {
    const at = this.argumentAt(word);
    if (at !== undefined) return () => this.jump(at);
    return this.state.head?.issues?.includes(word) === true ? () => this.jumpBeside('board', word) : undefined;
  };

  /** `mark`: the argument or issue of another view that leads there. */
  readonly jump = (at: number, mark?: string): void => {
    if (this.state.links !== undefined) {
      this.#onceRead = () => this.jump(at, mark);
      return;
    }
    const offset = this.feed?.upperThird() ?? 0;
    this.dispatch({ kind: 'jump', at, from: this.#here(mark), offset });
  };

  /** `mark`: the argument or issue in it that is meant. */
  readonly jumpBeside = (view: ViewName, mark?: string): void => {
    const from = this.#here();
    const { at, offset } = from ?? { at: 0, offset: 0 };
    this.dispatch({ kind: 'jump', at, offset, from, beside: { view, mark } });
  };

  readonly jumpToSeq = (seq: number, mark?: string): void => {
    const at = this.atOf(seq);
    if (at === undefined) this.dispatch({ kind: 'missing', seq });
    else this.jump(at, mark);
  };

  /** `isFollowed`: the cursor goes there, too. */
  readonly openSource = (at: number, index: number, isFollowed = false): void =>
    this.send({ kind: 'openSource', at, index, ...(isFollowed ? { isFollowed } : {}) });

  readonly retry = (): void => {
    this.dispatch({ kind: 'retry' });
    this.host.ready();
  };

  readonly step = (by: -1 | 1): void => this.dispatch({ kind: 'step', by, from: this.#here(this.state.mark?.id) });

  /**
   * The place to return to: the entry that the reader was at, with everything where it was, or the view beside the
   * entries.
   */
  #here(mark?: string): ScrollAnchor | undefined {
    const view = viewOf(this.state);
    const place = this.feed?.top(this.state.active);
    if (view === 'debate') return place;
    return { ...(place ?? { at: 0, offset: 0 }), beside: { view, mark } };
  }

  readonly go = (at: number, target: Partial<Target> = {}): void =>
    this.dispatch({ kind: 'go', at, offset: 'near', isFlashed: false, isFocused: true, ...target });

  /** Moves from the active entry while it is in view, else from the top. */
  readonly move = (by: -1 | 1): void => {
    const { active } = this.state;
    const isHere = active !== undefined && this.feed?.isInView(active) === true;
    const from = isHere ? active : this.feed?.top()?.at;
    if (from === undefined) return;
    const index = indexFrom(this.#items, from);
    const to = entryFrom(this.#items, isHere ? index + by : index, by);
    if (to !== undefined) this.go(to);
  };

  readonly toEdge = (edge: 'first' | 'last'): void => {
    const last = entryFrom(this.#items, this.#items.ids.length - 1, -1);
    const to = edge === 'first' ? entryFrom(this.#items, 0, 1) : last;
    if (to === undefined) return;
    this.jump(to);
    if (edge === 'last') this.go(to, { offset: 'end' });
  };

  /** The entry that keys act on: the active one, or the first that is seen. */
  readonly acted = (): number | undefined => this.state.active ?? this.feed?.top()?.at;

  readonly find = (query: string, from = this.feed?.top()?.at ?? 0): void => {
    this.dispatch({ kind: 'find', query, from });
    this.#ask(query === '' ? 0 : findDelay);
  };

  /** Whatever was sought before, the hit in this entry is the first that is shown. */
  #findAt(words: string, at: number | undefined): void {
    this.dispatch({ kind: 'find', query: '', from: 0 });
    this.find(words, at);
  }

  readonly hit = (by: -1 | 1): void => this.dispatch({ kind: 'hit', by });

  readonly closeFind = (): void => {
    this.find('');
    this.feed?.focus();
  };

  #ask(delay: number): void {
    clearTimeout(this.#findTimer);
    this.#findTimer = setTimeout(() => {
      const { id, query } = this.state.finding;
      this.send({ kind: 'find', id, query });
    }, delay);
  }

  #receive(message: ToPage): void {
    if (message.kind === 'do') {
      this.onDo(message.what);
    } else if (message.kind === 'changed' && !this.#continues(message)) {
      this.host.ready();
    } else {
      this.#take(message);
    }
  }

  /** Rows that do not continue those that are known: something was missed. */
  #continues({ epoch, rows: [first] }: Extract<ToPage, { kind: 'changed' }>): boolean {
    return epoch === this.state.epoch && (first === undefined || first.at === this.state.rows.length);
  }

  #take(message: ToPage): void {
    if (message.kind === 'bodies') this.bodies.answered(message);
    if (message.kind === 'changed') this.bodies.retry();
    const from = message.kind === 'reveal' ? this.#here() : undefined;
    const isReturn = message.kind === 'snapshot' && message.focus !== undefined && message.focus === this.firstFocus;
    this.dispatch({ kind: 'message', message, wanted: this.bodies.wanted, from, isReturn });
    if (isReturn && message.focus !== undefined) this.#restore(message.focus);
    if (message.kind === 'reveal' && message.words !== undefined) this.#findAt(message.words, this.atOf(message.seq));
    if (message.kind === 'snapshot') {
      this.#onceRead?.();
      this.#onceRead = undefined;
    }
    const { finding } = this.state;
    if (message.kind !== 'changed' || finding.query === '' || !finding.isDone) return;
    this.dispatch({ kind: 'refind' });
    this.#ask(refindDelay);
  }

  /** What is wished, whatever the debate has: that is not known before it is shown. */
  #look(): ViewRequest {
    const { view, spans } = this.state;
    return { view, spans: spans.length === 0 ? undefined : [...spans] };
  }

  /** What stood at the top stands there again; what a link leads to comes lower, with what is before it in view. */
  #restore(seq: number): void {
    const at = this.atOf(seq);
    if (at !== undefined && this.state.active === at) this.go(at, { offset: 0, isFocused: false });
  }

  #changed(state: State, before: State): void {
    this.#items = nextItems(this.#items, state, before);
    const { stage, head, links } = state;
    if (stage === 'log' && head?.state === 'done' && links === undefined && viewOf(state) === 'debate')
      this.#wasRead = true;
    if (state.bodies !== before.bodies) this.bodies.request();
    if (state.stage === 'log' && (state.view !== before.view || state.spans !== before.spans))
      this.send({ kind: 'look', look: this.#look() });
    if (state.jumps !== before.jumps) {
      this.send({ kind: 'history', canGoBack: canGoBack(state.jumps), canGoForward: canGoForward(state.jumps) });
    }
  }

  readonly body = (at: number) => bodyAt(this.state.bodies, at);
}
