import { toggled } from './filters';
import { asked, askedAgain, nextHit } from './finding';
import { goTo, goToFound, missing } from './goTo';
import { jumped, stepped } from './jumps';
import { reduceMessage } from './reduceMessage';
import { type Act, type State, firstState } from './state';

/** The state that follows. Pure: no clock, no browser, nothing sent. */
export function reduce(state: State, act: Act): State {
  switch (act.kind) {
    case 'message':
      return reduceMessage(state, act);
    case 'toggleFilter':
      return { ...state, filters: toggled(state.filters, act.id), forced: new Set() };
    case 'clearFilters':
      return { ...state, filters: [], forced: new Set() };
    case 'setFilters':
      return { ...state, filters: act.filters };
    case 'toggle':
      return { ...state, opened: flipped(state.opened, act.key) };
    case 'activate':
      return state.active === act.at ? state : { ...state, active: act.at };
    case 'go':
      return goTo(state, act);
    case 'jump':
    case 'step':
      return leap(state, act);
    case 'find':
      return { ...state, finding: asked(state.finding, act.query, act.from) };
    case 'refind':
      return { ...state, finding: askedAgain(state.finding) };
    case 'hit':
      return goToHit(state, act.by);
    case 'atEnd':
      return atEnd(state, act.isAtEnd);
    case 'help':
      return { ...state, isHelpOpen: act.isOpen };
    case 'show':
      return { ...state, view: act.view, mark: act.mark === undefined ? undefined : { id: act.mark } };
    case 'narrow':
      return { ...state, spans: act.spans };
    case 'missing':
      return missing(state, act.seq);
    case 'missingRead':
      return state.missing === undefined ? state : { ...state, missing: undefined };
    case 'unfit':
      // What is shown is kept.
      return state.stage === 'log' || state.stage === 'review' ? state : { ...state, stage: 'unfit' };
    case 'retry':
      return { ...state, stage: 'loading' };
  }
}

function flipped(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

function leap(state: State, act: Extract<Act, { kind: 'jump' | 'step' }>): State {
  if (act.kind === 'jump') {
    if (state.rows[act.at] === undefined) return state;
    const jumps = jumped(state.jumps, act.from, { at: act.at, offset: act.offset });
    return goTo({ ...state, jumps }, { at: act.at, offset: act.offset, isFlashed: true, isFocused: true });
  }
  const { jumps, to } = stepped(state.jumps, act.from, act.by);
  if (to === undefined) return state;
  return goTo({ ...state, jumps }, { ...to, isFlashed: false, isFocused: true });
}

/** The box keeps the focus: whoever types goes on typing. */
function goToHit(state: State, by: -1 | 1): State {
  // Hits of what was typed before lead nowhere.
  if (state.finding.isStale) return state;
  const current = nextHit(state.finding, by);
  const at = state.finding.hits[current];
  if (at === undefined) return state;
  const finding = { ...state.finding, current };
  return goToFound({ ...state, finding }, at);
}

function atEnd(state: State, isAtEnd: boolean): State {
  if (state.isAtEnd === isAtEnd && (!isAtEnd || state.seen === state.rows.length)) return state;
  return { ...state, isAtEnd, seen: isAtEnd ? state.rows.length : state.seen };
}

type Listener = (state: State, before: State, act: Act) => void;

/** Holds the state; tells the listeners of each change. */
export class Store {
  #state = firstState;
  readonly #listeners = new Set<Listener>();

  get state(): State {
    return this.#state;
  }

  dispatch(act: Act): void {
    const before = this.#state;
    this.#state = reduce(before, act);
    if (this.#state === before) return;
    for (const listener of this.#listeners) listener(this.#state, before, act);
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
