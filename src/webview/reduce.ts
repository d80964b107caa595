import { answered, asked, askedAgain, narrowed, nextHit, noFinding, type ShownTest } from './finding';
import {
  type Act,
  filterTest,
  firstState,
  goTo,
  goToFound,
  missing,
  SeqIndex,
  type SpeechState,
  type State,
  toggled,
  whyKey,
} from './state';
import { jumped, stepped, noJumps, type Jumps, type ScrollAnchor } from './jumps';
import { headAfter, type FeedRow, type ShownView, type ToPage } from '../shared/protocol';
import { emptyBodies, putBodies, staleBodies } from './bodyCache';

/** The state that follows. Pure: no clock, no browser, nothing sent. */
export function reduce(state: State, act: Act): State {
  switch (act.kind) {
    case 'message':
      return goneOn(state, reduceMessage(state, act));
    case 'toggleFilter':
      return filtered(state, toggled(state.filters, act.id));
    case 'clearFilters':
      return filtered(state, []);
    case 'setFilters':
      return filtered(state, act.filters);
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
    case 'depth':
      return state.isDeep === act.isDeep ? state : { ...state, isDeep: act.isDeep };
    case 'reading':
      return reading(state, act.at);
    case 'write':
      return { ...state, speech: { ...state.speech, ...act.speech, problem: undefined, taken: undefined } };
    case 'say': {
      const { speech } = state;
      const id = speech.id + 1;
      return { ...state, speech: { ...speech, id, sent: act.speech, problem: undefined, taken: undefined } };
    }
    case 'help':
      return { ...state, isHelpOpen: act.isOpen };
    case 'show':
      return shownView(state, act);
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

const shownView = (state: State, { view, mark }: NonNullable<ScrollAnchor['beside']>): State => ({
  ...state,
  view,
  mark: mark === undefined ? undefined : { id: mark },
});

function flipped(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

function leap(state: State, act: Extract<Act, { kind: 'jump' | 'step' }>): State {
  const isJump = act.kind === 'jump';
  if (isJump && act.beside === undefined && state.rows[act.at] === undefined) return state;
  const { jumps, to } = isJump ? jumpedTo(state.jumps, act) : stepped(state.jumps, act.from, act.by);
  if (to === undefined) return state;
  const { at, offset, beside } = to;
  if (beside !== undefined) return { ...shownView(state, beside), jumps };
  return goTo({ ...state, jumps }, { at, offset, isFlashed: isJump, isFocused: true });
}

function jumpedTo(jumps: Jumps, { at, offset, beside, from }: Extract<Act, { kind: 'jump' }>) {
  const to = { at, offset, beside };
  return { jumps: jumped(jumps, from, to), to };
}

/** Other entries are shown: of what is sought, only what stands in them is gone to. */
function filtered(state: State, filters: State['filters']): State {
  const next = { ...state, filters, forced: new Set<number>() };
  const finding = narrowed(state.finding, shownTest(next));
  const at = finding.hits[finding.current];
  return { ...next, finding, forced: new Set(at === undefined ? [] : [at]) };
}

/** Where nothing is asked to be left out, everything is looked through, the procedure as well. */
function shownTest({ filters, forced, rows }: State): ShownTest {
  if (filters.length === 0) return () => true;
  const test = filterTest(filters);
  return (at) => {
    const row = rows[at];
    return row !== undefined && (forced.has(at) || test(row));
  };
}

/** The box keeps the focus: whoever types goes on typing. */
function goToHit(state: State, by: -1 | 1): State {
  // Hits of what was typed before lead nowhere.
  if (state.finding.isStale) return state;
  const place = nextHit(state.finding, by);
  const at = state.finding.hits[place.current];
  if (at === undefined) return state;
  const finding = { ...state.finding, ...place };
  return goToFound({ ...state, finding }, at);
}

function atEnd(state: State, isAtEnd: boolean): State {
  if (state.isAtEnd === isAtEnd && (!isAtEnd || state.seen === state.rows.length)) return state;
  return { ...state, isAtEnd, seen: isAtEnd ? state.rows.length : state.seen };
}

/** The rail follows: nothing changes before another part is read. */
function reading(state: State, at: number): State {
  const section = state.rows[at]?.section;
  return section === state.section ? state : { ...state, section };
}

type Listener = (state: State, before: State, act: Act) => void;

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

/** Who goes on from the verdict of a paused debate reads on, and is not thrown back to it by the next pause. */
function goneOn(before: State, next: State): State {
  const isResumed = before.head?.state !== 'running' && before.head?.state !== 'done' && next.head?.state === 'running';
  return isResumed && before.view === 'verdict' ? { ...next, view: 'debate' } : next;
}

type MessageOf<K extends ToPage['kind']> = Extract<ToPage, { kind: K }>;
type WantedRows = ReadonlySet<number>;

function reduceMessage(
  state: State,
  { message, wanted, from, isReturn = false }: Extract<Act, { kind: 'message' }>,
): State {
  switch (message.kind) {
    case 'verdict': {
      const { head, verdict, links } = message;
      return state.stage === 'loading'
        ? { ...state, stage: 'log', head, links, view: 'verdict', views: { verdict } }
        : state;
    }
    case 'snapshot':
      return message.epoch === state.epoch ? readAgain(state, message, wanted) : readAnew(state, message, isReturn);
    case 'changed':
      return changed(state, message, wanted);
    case 'head':
      return ended(state, { ...state, head: headAfter(state.head, message.head), working: message.working });
    case 'working':
      return { ...state, working: message.working };
    case 'view':
      return { ...state, views: { ...state.views, ...contentOf(message.shown) } };
    case 'seat':
      return { ...state, seat: message.seat };
    case 'review':
      return { ...state, stage: 'review', review: message.review };
    case 'failed': {
      const { title, message: text, button } = message;
      return { ...state, stage: 'failed', failure: { title, message: text, button } };
    }
    case 'bodies':
      if (message.epoch !== state.epoch) return state;
      return { ...state, bodies: putBodies(state.bodies, message.bodies, wanted) };
    case 'passage': {
      const { epoch, at, index, passage } = message;
      if (epoch !== state.epoch) return state;
      return { ...state, passages: new Map(state.passages).set(whyKey(at, index), passage) };
    }
    case 'found':
      return found(state, message);
    case 'said':
      return { ...state, speech: taken(state.speech, message) };
    case 'reveal':
      return revealed(state, message, from);
    // Its effects are not of the state: see page.ts.
    case 'do':
      return state;
  }
}

/** Back leads to where the reader was, as after any jump. */
function revealed(state: State, { seq, isFlashed }: MessageOf<'reveal'>, from: ScrollAnchor | undefined): State {
  const at = state.seqs.get(seq, state.rows);
  if (at === undefined) return missing(state, seq);
  const jumps = from === undefined ? state.jumps : jumped(state.jumps, from, { at, offset: 0 });
  return goTo({ ...state, jumps }, { at, offset: undefined, isFlashed, isFocused: true });
}

function contentOf(view: ShownView): State['views'] {
  const { view: _view, ...content } = view;
  return content;
}

const shown = (message: MessageOf<'snapshot'>, views: State['views']) => ({
  stage: 'log' as const,
  links: undefined,
  views: message.shown === undefined ? views : { ...views, ...contentOf(message.shown) },
  head: message.head,
  epoch: message.epoch,
  rows: message.rows,
  seqs: SeqIndex.of(message.rows),
  rawLines: message.rawLines,
  working: message.working,
  seat: message.seat,
});

/** The first snapshot, or that of a log that was truncated or replaced: positions mean other entries now. */
function readAnew(state: State, message: MessageOf<'snapshot'>, isReturn: boolean): State {
  const next: State = {
    // Where the verdict was shown before, the reader may have begun to look around.
    ...(state.links === undefined ? withoutEntries(state) : state),
    ...shown(message, {}),
    edits: state.edits + 1,
    bodies: putBodies(emptyBodies, message.bodies, new Set()),
    seen: message.rows.length,
  };
  const at = message.focus === undefined ? undefined : next.seqs.get(message.focus, next.rows);
  const isFirst = state.stage === 'loading' && state.view === 'debate';
  if (at === undefined && isFirst && message.shown !== undefined) return { ...next, view: message.shown.view };
  return at === undefined ? next : goTo(next, { at, offset: undefined, isFlashed: true, isFocused: !isReturn });
}

const withoutEntries = (state: State): State => ({
  ...state,
  forced: new Set(),
  opened: new Set(),
  passages: new Map(),
  spans: state.spans.length === 0 ? state.spans : [],
  active: undefined,
  target: undefined,
  finding: { ...noFinding, id: state.finding.id + 1 },
  jumps: noJumps,
});

/** After a gap, or after the panel was hidden: the reader stays where they are. */
function readAgain(state: State, message: MessageOf<'snapshot'>, wanted: WantedRows): State {
  const none: ReadonlySet<number> = new Set();
  const redacted = new Set(message.rows.filter((row) => row.redacted !== undefined).map((row) => row.at));
  const stale = staleBodies(state.bodies, { isAll: true, ats: none, redacted, wanted });
  const seen = state.isAtEnd ? message.rows.length : state.seen;
  return {
    ...state,
    ...shown(message, state.views),
    edits: state.edits + 1,
    bodies: putBodies(stale, message.bodies, wanted),
    passages: new Map(),
    seen,
  };
}

function changed(state: State, message: MessageOf<'changed'>, wanted: WantedRows): State {
  const rows = withUpdates(state.rows, message.updated).concat(message.rows);
  const ats = new Set(message.updated.map((row) => row.at));
  const redacted = new Set(message.updated.filter((row) => row.redacted !== undefined).map((row) => row.at));
  const isUntouched = !message.isAllStale && ats.size === 0;
  const bodies = isUntouched
    ? state.bodies
    : staleBodies(state.bodies, { isAll: message.isAllStale, ats, redacted, wanted });
  return ended(state, {
    ...state,
    head: headAfter(state.head, message.head),
    working: message.working,
    rows,
    seqs: state.seqs.extended(rows, message.rows),
    edits: message.updated.length === 0 ? state.edits : state.edits + 1,
    rawLines: message.rawLines.length === 0 ? state.rawLines : state.rawLines.concat(message.rawLines),
    bodies: putBodies(bodies, message.bodies, wanted),
    passages: isUntouched || state.passages.size === 0 ? state.passages : new Map(),
    seen: state.isAtEnd ? rows.length : state.seen,
  });
}

/** Who followed it to its end is shown how it ended; who reads somewhere in it goes on reading. */
function ended(before: State, next: State): State {
  const hasEnded = before.head?.state === 'running' && next.head?.state === 'done';
  return hasEnded && before.isAtEnd && before.view === 'debate' ? { ...next, view: 'verdict' } : next;
}

function withUpdates(rows: readonly FeedRow[], updated: readonly FeedRow[]): readonly FeedRow[] {
  if (updated.length === 0) return rows;
  const next = rows.slice();
  for (const row of updated) if (row.at < next.length) next[row.at] = row;
  return next;
}

/** The first answer to what was typed shows the nearest hit, as an editor's find does. */
function found(state: State, message: MessageOf<'found'>): State {
  if (message.epoch !== state.epoch || message.id !== state.finding.id) return state;
  const finding = answered(state.finding, message, shownTest(state));
  if (finding.current >= 0 || finding.isAgain) return { ...state, finding };
  const place = nextHit(finding, 1);
  const at = finding.hits[place.current];
  // Hits arrive from the top: until the one below the reader may still come, nothing is shown.
  if (at === undefined || (at < finding.from && !finding.isDone)) return { ...state, finding };
  return goToFound({ ...state, finding: { ...finding, ...place } }, at);
}

/** What was taken goes; a refusal costs nothing, nor does an answer what was written since. */
function taken(speech: SpeechState, { id, problem }: { id: number; problem?: string | undefined }): SpeechState {
  const { sent, text } = speech;
  if (sent === undefined || id !== speech.id) return speech;
  if (problem !== undefined) return { ...speech, sent: undefined, problem };
  const isLonger = text.trimStart().startsWith(sent.text);
  const rest = isLonger ? text.trimStart().slice(sent.text.length).trimStart() : text;
  return { ...speech, text: rest, sent: undefined, taken: sent.what };
}
