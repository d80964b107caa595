import * as l10n from '@vscode/l10n';
import type { Head, Seat, ViewRequest, Working } from '../../shared/protocol';
import type { OpenDebate } from '../debates/openDebate';
import type { RunEnding, Run } from '../run/conductor';
import type { AskedSeat } from '../run/seatDesk';
import type { Documents } from './documents';
import type { Failure } from './failure';
import type { Change, Reply } from './outbox';
import { seatOf } from './seat/seatOf';
import { ShownLog } from './shownLog';
import { movesViews, ViewMaker } from './views/viewMaker';

/** What is to be told. */
export interface Told {
  readonly debate: OpenDebate | undefined;
  /** Set while there is nothing to be shown. */
  readonly failure: Failure | undefined;
  readonly run: Run | undefined;
  /** How the last run here has ended. */
  readonly end?: RunEnding['end'] | undefined;
  /** What people of this window are asked for. */
  readonly seats?: readonly AskedSeat[];
  readonly documents: Documents;
  readonly isTrusted: boolean;
  readonly now: Date;
}

export interface TellerEvents {
  /** The topic or the state has changed. */
  onHead(): void;
  /** The log holds no such entry. `last`: its last one, if any. */
  onMissing(seq: number, last: number | undefined): void;
}

export type Due = 'failure' | 'snapshot' | 'entries' | 'head' | 'working' | 'seat' | 'view';

/** New rows whose bodies go with them, so that nobody has to ask. */
const bodiesSentAlong = 20;

/** Knows what one page has been told of a debate, and makes the next message out of what it has not. */
export class DebateTeller {
  readonly #due = new Set<Due>();
  readonly #views = new ViewMaker();
  #shown: ShownLog | undefined;
  #head: Head | undefined;
  #focus: number | undefined;
  /** `#focus` was asked for, and is not just where the reader was. */
  #isWished = false;
  #revealed: number | undefined;
  #isChecking = false;
  /** Something failed while the page was told: what it knows is uncertain. */
  #isSpoilt = false;

  constructor(
    private readonly told: () => Told,
    private readonly events: TellerEvents,
  ) {}

  get head(): Head | undefined {
    return this.#head;
  }

  /** Undefined before the page was told anything, and when the log was read anew since: positions mean other entries. */
  get shown(): ShownLog | undefined {
    return this.#shown?.feed.isCurrent === true && !this.#isSpoilt ? this.#shown : undefined;
  }

  get isBeingChecked(): boolean {
    const { debate, run } = this.told();
    return debate?.lease.state === 'held' || run !== undefined;
  }

  mark(...due: Due[]): void {
    for (const one of due) this.#due.add(one);
  }

  /** The page knows nothing (any more). `focus`: the entry that it would show first. */
  forget(focus: number | undefined): void {
    this.#focus ??= focus;
    this.mark('snapshot', 'failure');
  }

  /** What the page looks at beside the entries from now on. */
  look(request: ViewRequest): void {
    this.#views.look(request);
    this.mark('view');
  }

  /** The next snapshot is made from nothing. */
  startAnew(): void {
    this.#isSpoilt = true;
    this.#due.delete('failure');
    this.mark('snapshot');
  }

  /** Reads ahead what the first snapshot needs, while the page is being loaded. */
  prepare(debate: OpenDebate): void {
    this.#shown ??= shownOf(debate, 0);
  }

  /** The entry to be shown first, in the next snapshot. */
  focusOn(seq: number): void {
    this.#focus = seq;
    this.#isWished = true;
  }

  /** The entry to be brought into view once the page knows it. */
  reveal(seq: number): void {
    this.#revealed = seq;
  }

  /** This instead of the debate. */
  tellFailure(failure: Failure): Change | undefined {
    return this.#takeDue('failure') ? failure : undefined;
  }

  next(): Change | Reply | undefined {
    const { failure, debate } = this.told();
    if (failure !== undefined) return this.tellFailure(failure);
    if (debate === undefined) return undefined;
    const { shown } = this;
    if (this.#due.has('snapshot') || shown === undefined) return this.#snapshot(debate);
    return this.#change(shown) ?? this.#part(shown) ?? this.#view(shown) ?? this.#reveal(shown);
  }

  #takeDue(due: Due): boolean {
    return this.#due.delete(due);
  }

  #snapshot(debate: OpenDebate): Change {
    const shown = this.shown ?? shownOf(debate, this.#shown === undefined ? 0 : this.#shown.epoch + 1);
    this.#shown = shown;
    this.#isSpoilt = false;
    shown.feed.take();
    this.#due.clear();
    this.#views.forget();
    this.mark('view');
    this.#isChecking = this.isBeingChecked;
    const { at, focus } = this.#takeFocus(shown);
    const head = this.#makeHead(shown);
    const seat = this.#seat(shown);
    return {
      kind: 'snapshot',
      epoch: shown.epoch,
      head,
      rows: [...shown.feed.rows],
      rawLines: [...shown.feed.rawLines],
      bodies: shown.window(at, {
        isRunning: head.state === 'running' || seat !== undefined,
        isBeingChecked: this.#isChecking,
      }),
      working: this.#working(shown),
      ...(seat === undefined ? {} : { seat }),
      ...(focus === undefined ? {} : { focus }),
    };
  }

  #takeFocus(shown: ShownLog): { at: number | undefined; focus: number | undefined } {
    const focus = this.#focus;
    const at = shown.positionOf(focus);
    if (this.#isWished && focus !== undefined && at === undefined) this.events.onMissing(focus, shown.last);
    this.#focus = undefined;
    this.#isWished = false;
    return { at, focus: at === undefined ? undefined : focus };
  }

  #change(shown: ShownLog): Change | undefined {
    const hasTurned = this.isBeingChecked !== this.#isChecking;
    if (!this.#takeDue('entries') && !hasTurned) return undefined;
    this.#isChecking = this.isBeingChecked;
    const { isRetold, rows, rawLines, isAllStale, ...change } = shown.feed.take();
    if (isRetold) return this.#snapshot(shown.debate);
    // What stands on the marks of those changes with whether anybody is at it.
    const updated = hasTurned ? [...new Set([...change.updated, ...shown.feed.pending()])] : change.updated;
    if (isAllStale || rows.some(({ type }) => movesViews(type))) this.mark('view');
    if (rows.length + rawLines.length + updated.length === 0 && !isAllStale) return undefined;
    const alongside = isAllStale ? rows : [...rows, ...updated];
    const bodies = shown.bodies(
      alongside.slice(0, bodiesSentAlong).map(({ at }) => at),
      { isBeingChecked: this.#isChecking },
    );
    this.#due.delete('head');
    this.#due.delete('working');
    if (isAllStale && (this.told().seats ?? []).length > 0) this.mark('seat');
    return {
      kind: 'changed',
      epoch: shown.epoch,
      head: this.#makeHead(shown),
      rows,
      rawLines,
      updated,
      isAllStale,
      bodies,
      working: this.#working(shown),
    };
  }

  #part(shown: ShownLog): Change | undefined {
    if (this.#takeDue('head')) {
      this.#due.delete('working');
      return { kind: 'head', head: this.#makeHead(shown), working: this.#working(shown) };
    }
    if (this.#takeDue('seat')) {
      const seat = this.#seat(shown);
      return { kind: 'seat', ...(seat === undefined ? {} : { seat }) };
    }
    return this.#takeDue('working') ? { kind: 'working', working: this.#working(shown) } : undefined;
  }

  #seat({ debate }: ShownLog): Seat | undefined {
    return seatOf(this.told().seats ?? [], debate.log.view);
  }

  /** Made where it is looked at only. */
  #view({ debate }: ShownLog): Change | undefined {
    if (!this.#takeDue('view')) return undefined;
    const shown = this.#views.next(debate.log.view);
    return shown === undefined ? undefined : { kind: 'view', shown };
  }

  /** After the entries, so that the page knows the one that is meant. */
  #reveal(shown: ShownLog): Reply | undefined {
    const seq = this.#revealed;
    this.#revealed = undefined;
    if (seq === undefined) return undefined;
    if (shown.positionOf(seq) !== undefined) return { kind: 'reveal', seq, isFlashed: true };
    this.events.onMissing(seq, shown.last);
    return undefined;
  }

  /**
   * Gates quote what they refuse, and that may quote what is struck. The log that is shown is followed by itself: it may be ahead of what
   * the engine tells, and nobody is at work on a step that stands in it.
   */
  #working({ debate }: ShownLog): Working[] {
    const { mask, state } = debate.log.view;
    const { run, seats = [] } = this.told();
    const isAsked = ({ agent, step }: Working): boolean =>
      seats.some(
        ({ request: { id, agent: asked }, isChecking }) =>
          !isChecking && asked === agent && (id === step || id.startsWith(`${step}/`)),
      );
    const working = (run?.working ?? []).filter(({ step }) => !state.steps.has(step));
    return working.map((item) => {
      const masked = mask.value(item) as Working;
      if (!isAsked(item)) return masked;
      // What was held against the answer stands in the composer, in its words.
      delete masked.refused;
      return { ...masked, words: l10n.t('has the floor: that is you') };
    });
  }

  #makeHead({ debate, heads }: ShownLog): Head {
    const { run, end, seats = [], isTrusted, now, documents } = this.told();
    const asked = seats.find(({ isChecking }) => !isChecking)?.request.agent;
    const before = this.#head;
    const head = heads.make({ lease: debate.lease, isGone: debate.isGone, run, end, asked, isTrusted, now }, documents);
    this.#head = head;
    if (before?.state !== head.state || before.topic !== head.topic) this.events.onHead();
    return head;
  }
}

function shownOf(debate: OpenDebate, epoch: number): ShownLog {
  const shown = new ShownLog(debate, epoch);
  shown.feed.take();
  return shown;
}
