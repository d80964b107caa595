import type { Head } from '../../shared/protocol';
import type { OpenDebate } from '../debates/openDebate';
import type { Run } from '../run/conductor';
import type { Documents } from './documents';
import type { Failure } from './failure';
import type { Change, Reply } from './outbox';
import { ShownLog } from './shownLog';

/** What is to be told. */
export interface Told {
  readonly debate: OpenDebate | undefined;
  /** Set while there is nothing to be shown. */
  readonly failure: Failure | undefined;
  readonly run: Run | undefined;
  readonly documents: Documents;
  readonly isTrusted: boolean;
  readonly now: Date;
}

export type Due = 'failure' | 'snapshot' | 'entries' | 'head' | 'working';

/** New rows whose bodies go with them, so that nobody has to ask. */
const bodiesSentAlong = 20;

/** Knows what one page has been told of a debate, and makes the next message out of what it has not. */
export class DebateTeller {
  readonly #due = new Set<Due>();
  #shown: ShownLog | undefined;
  #head: Head | undefined;
  #focus: number | undefined;
  #revealed: number | undefined;
  #isChecking = false;

  constructor(
    private readonly told: () => Told,
    /** The topic or the state has changed. */
    private readonly onHead: () => void,
  ) {}

  get head(): Head | undefined {
    return this.#head;
  }

  /** Undefined before the page was told anything, and when the log was read anew since: positions mean other entries. */
  get shown(): ShownLog | undefined {
    return this.#shown?.feed.isCurrent === true ? this.#shown : undefined;
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

  /** The entry to be shown first, in the next snapshot. */
  focusOn(seq: number): void {
    this.#focus = seq;
  }

  /** The entry to be brought into view once the page knows it. */
  reveal(seq: number): void {
    this.#revealed = seq;
  }

  next(): Change | Reply | undefined {
    const { failure, debate } = this.told();
    if (failure !== undefined) return this.#takeDue('failure') ? failure : undefined;
    if (debate === undefined) return undefined;
    const { shown } = this;
    if (this.#due.has('snapshot') || shown === undefined) return this.#snapshot(debate);
    return this.#change(shown) ?? this.#headOrWorking(shown) ?? this.#reveal();
  }

  #takeDue(due: Due): boolean {
    return this.#due.delete(due);
  }

  #snapshot(debate: OpenDebate): Change {
    const shown = this.shown ?? new ShownLog(debate, this.#shown === undefined ? 0 : this.#shown.epoch + 1);
    this.#shown = shown;
    shown.feed.take();
    this.#due.clear();
    this.#isChecking = this.isBeingChecked;
    const at = shown.positionOf(this.#focus);
    const focus = at === undefined ? undefined : this.#focus;
    this.#focus = undefined;
    const head = this.#makeHead(shown);
    return {
      kind: 'snapshot',
      epoch: shown.epoch,
      head,
      rows: [...shown.feed.rows],
      rawLines: [...shown.feed.rawLines],
      bodies: shown.window(at, { isRunning: head.state === 'running', isBeingChecked: this.#isChecking }),
      working: this.#working(),
      ...(focus === undefined ? {} : { focus }),
    };
  }

  #change(shown: ShownLog): Change | undefined {
    const hasTurned = this.isBeingChecked !== this.#isChecking;
    if (!this.#takeDue('entries') && !hasTurned) return undefined;
    this.#isChecking = this.isBeingChecked;
    const { isRetold, rows, rawLines, isAllStale, ...change } = shown.feed.take();
    if (isRetold) return this.#snapshot(shown.debate);
    // What stands on the marks of those changes with whether anybody is at it.
    const updated = hasTurned ? [...new Set([...change.updated, ...shown.feed.pending()])] : change.updated;
    if (rows.length + rawLines.length + updated.length === 0 && !isAllStale) return undefined;
    const alongside = isAllStale ? rows : [...rows, ...updated];
    const bodies = shown.bodies(alongside.slice(0, bodiesSentAlong).map(({ at }) => at), { isBeingChecked: this.#isChecking });
    this.#due.delete('head');
    return { kind: 'changed', epoch: shown.epoch, head: this.#makeHead(shown), rows, rawLines, updated, isAllStale, bodies };
  }

  #headOrWorking(shown: ShownLog): Change | undefined {
    if (this.#takeDue('head')) return { kind: 'head', head: this.#makeHead(shown) };
    return this.#takeDue('working') ? { kind: 'working', working: this.#working() } : undefined;
  }

  /** After the entries, so that the page knows the one that is meant. */
  #reveal(): Reply | undefined {
    const seq = this.#revealed;
    this.#revealed = undefined;
    return seq === undefined ? undefined : { kind: 'reveal', seq, isFlashed: true };
  }

  #working() {
    return [...(this.told().run?.working ?? [])];
  }

  #makeHead({ debate, heads }: ShownLog): Head {
    const { run, isTrusted, now, documents } = this.told();
    const before = this.#head;
    const head = heads.make({ lease: debate.lease, isGone: debate.isGone, run, isTrusted, now }, documents);
    this.#head = head;
    if (before?.state !== head.state || before.topic !== head.topic) this.onHead();
    return head;
  }
}
