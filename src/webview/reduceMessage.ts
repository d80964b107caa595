import type { Row, ShownView, ToPage } from '../shared/protocol';
import { emptyBodies, putBodies, staleBodies } from './bodyCache';
import { answered, nextHit, noFinding } from './finding';
import { goTo, goToFound, missing } from './goTo';
import { jumped, noJumps, type ScrollAnchor } from './jumps';
import { SeqIndex } from './seqIndex';
import type { Act, State } from './state';

type MessageOf<K extends ToPage['kind']> = Extract<ToPage, { kind: K }>;
type WantedRows = ReadonlySet<number>;

export function reduceMessage(
  state: State,
  { message, wanted, from, isReturn = false }: Extract<Act, { kind: 'message' }>,
): State {
  switch (message.kind) {
    case 'snapshot':
      return message.epoch === state.epoch ? readAgain(state, message, wanted) : readAnew(state, message, isReturn);
    case 'changed':
      return changed(state, message, wanted);
    case 'head':
      return { ...state, head: message.head, working: message.working };
    case 'working':
      return { ...state, working: message.working };
    case 'view':
      return { ...state, views: { ...state.views, ...onlyView(message.shown) } };
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
    case 'found':
      return found(state, message);
    case 'said':
      return { ...state, said: { id: message.id, problem: message.problem } };
    case 'reveal':
      return revealed(state, message, from);
    // Its effects are not of the state: see page.ts.
    case 'do':
      return state;
  }
}

/** The view under its name. */
function onlyView(shown: ShownView): State['views'] {
  switch (shown.view) {
    case 'board':
      return { board: shown.board };
    case 'scores':
      return { scores: shown.scores };
    case 'graph':
      return { graph: shown.graph };
  }
}

/** Back leads to where the reader was, as after any jump. */
function revealed(state: State, { seq, isFlashed }: MessageOf<'reveal'>, from: ScrollAnchor | undefined): State {
  const at = state.seqs.get(seq, state.rows);
  if (at === undefined) return missing(state, seq);
  const jumps = from === undefined ? state.jumps : jumped(state.jumps, from, { at, offset: 0 });
  return goTo({ ...state, jumps }, { at, offset: undefined, isFlashed, isFocused: true });
}

const shown = (message: MessageOf<'snapshot'>) => ({
  stage: 'log' as const,
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
    ...state,
    ...shown(message),
    edits: state.edits + 1,
    bodies: putBodies(emptyBodies, message.bodies, new Set()),
    forced: new Set(),
    opened: new Set(),
    views: {},
    spans: state.spans.length === 0 ? state.spans : [],
    active: undefined,
    target: undefined,
    finding: { ...noFinding, id: state.finding.id + 1 },
    jumps: noJumps,
    seen: message.rows.length,
  };
  const at = message.focus === undefined ? undefined : next.seqs.get(message.focus, next.rows);
  return at === undefined ? next : goTo(next, { at, offset: undefined, isFlashed: true, isFocused: !isReturn });
}

/** After a gap, or after the panel was hidden: the reader stays where they are. */
function readAgain(state: State, message: MessageOf<'snapshot'>, wanted: WantedRows): State {
  const none: ReadonlySet<number> = new Set();
  const struck = new Set(message.rows.filter((row) => row.struck !== undefined).map((row) => row.at));
  const stale = staleBodies(state.bodies, { isAll: true, ats: none, struck, wanted });
  const seen = state.isAtEnd ? message.rows.length : state.seen;
  return {
    ...state,
    ...shown(message),
    edits: state.edits + 1,
    bodies: putBodies(stale, message.bodies, wanted),
    seen,
  };
}

function changed(state: State, message: MessageOf<'changed'>, wanted: WantedRows): State {
  const rows = withUpdates(state.rows, message.updated).concat(message.rows);
  const ats = new Set(message.updated.map((row) => row.at));
  const struck = new Set(message.updated.filter((row) => row.struck !== undefined).map((row) => row.at));
  const isUntouched = !message.isAllStale && ats.size === 0;
  const bodies = isUntouched
    ? state.bodies
    : staleBodies(state.bodies, { isAll: message.isAllStale, ats, struck, wanted });
  return {
    ...state,
    head: message.head,
    working: message.working,
    rows,
    seqs: state.seqs.extended(rows, message.rows),
    edits: message.updated.length === 0 ? state.edits : state.edits + 1,
    rawLines: message.rawLines.length === 0 ? state.rawLines : state.rawLines.concat(message.rawLines),
    bodies: putBodies(bodies, message.bodies, wanted),
    seen: state.isAtEnd ? rows.length : state.seen,
  };
}

function withUpdates(rows: readonly Row[], updated: readonly Row[]): readonly Row[] {
  if (updated.length === 0) return rows;
  const next = rows.slice();
  for (const row of updated) if (row.at < next.length) next[row.at] = row;
  return next;
}

/** The first answer to what was typed shows the nearest hit, as an editor's find does. */
function found(state: State, message: MessageOf<'found'>): State {
  if (message.epoch !== state.epoch || message.id !== state.finding.id) return state;
  const finding = answered(state.finding, message);
  if (finding.current >= 0) return { ...state, finding };
  const current = nextHit(finding, 1);
  const at = finding.hits[current];
  // Hits arrive from the top: until the one below the reader may still come, nothing is shown.
  if (at === undefined || (at < finding.from && !finding.isDone)) return { ...state, finding };
  return goToFound({ ...state, finding: { ...finding, current } }, at);
}
