import * as l10n from '@vscode/l10n';
import type { EntryLink, FeedRow, Head, Seat, SentHead, ViewRequest, Working } from '../../shared/protocol';
import type { OpenDebate } from '../library/openDebate';
import type { RunEnding, Run } from '../run/runManager';
import { bodiesAt, firstSeen, firstText } from './bodies';
import type { WrittenDocuments } from '../library/documents';
import type { Failure } from './failure';
import type { KeptVerdict } from './keptVerdicts';
import { Feed } from './feed';
import { headOf } from './head';
import type { Change, InTurn } from './pageSession';
import { seatOf, type AskedSeat } from '../../shared/seat/seatForm';
import { verdictCard } from './views/verdictCard';
import { movesViews, ViewMaker } from './views/viewMaker';

export interface UpdateInputs {
  readonly debate: OpenDebate | undefined;
  readonly failure: Failure | undefined;
  readonly run: Run | undefined;
  readonly end?: RunEnding['end'] | undefined;
  readonly seats?: readonly AskedSeat[];
  readonly documents: WrittenDocuments;
  readonly faults?: Head['faults'] | undefined;
  readonly isTrusted: boolean;
  readonly now: Date;
}

interface UpdateEvents {
  onHead(): void;
  /** The log holds no such entry. `last`: its last one, if any. */
  onMissing(seq: number, last: number | undefined): void;
}

export type Due = 'failure' | 'snapshot' | 'entries' | 'head' | 'working' | 'seat' | 'view';

const bodiesSentAlong = 20;

/** Makes the next message out of what one page has not been told of a debate. */
export class PanelUpdates {
  readonly #due = new Set<Due>();
  readonly #views = new ViewMaker();
  #feed: Feed | undefined;
  #head: Head | undefined;
  #rail: Head['rail'] | undefined;
  #focus: number | undefined;
  /** `#focus` was asked for, and is not just where the reader was. */
  #isWished = false;
  #revealed: { seq: number; words: string | undefined } | undefined;
  #isChecking = false;
  /** Something failed while the page was told: what it knows is uncertain. */
  #isSpoilt = false;

  constructor(
    private readonly inputs: () => UpdateInputs,
    private readonly events: UpdateEvents,
  ) {}

  get head(): Head | undefined {
    return this.#head;
  }

  /** Undefined before the page was told anything, and when positions mean other entries. */
  get feed(): Feed | undefined {
    return this.#feed?.isCurrent === true && !this.#isSpoilt ? this.#feed : undefined;
  }

  /** An entry is to be shown first. */
  get isFocused(): boolean {
    return this.#isWished;
  }

  /** What a page can be shown of a finished debate before its log is read again; undefined of any other. */
  get verdict(): KeptVerdict | undefined {
    const { feed } = this;
    if (feed === undefined || this.#head === undefined || !isOver(this.#head)) return undefined;
    const { faults: _faults, ...head } = this.#head;
    const verdict = verdictCard(feed.view);
    return { head, verdict, links: linksIn(JSON.stringify([verdict, this.#head]), feed.rows) };
  }

  /** Until the log is read. */
  expect({ head }: KeptVerdict): void {
    this.#head = head;
    this.events.onHead();
  }

  get isBeingChecked(): boolean {
    const { debate, run } = this.inputs();
    return debate?.lease.state === 'held' || run !== undefined;
  }

  mark(...due: Due[]): void {
    for (const one of due) this.#due.add(one);
  }

  /** `focus`: the entry that it would show first. */
  forget(focus: number | undefined): void {
    this.#focus ??= focus;
    this.mark('snapshot', 'failure');
  }

  look(request: ViewRequest): void {
    this.#views.look(request);
    this.mark('view');
  }

  startAgain(): void {
    this.#isSpoilt = true;
    this.#due.delete('failure');
    this.mark('snapshot');
  }

  /** Reads ahead what the first snapshot needs, while the page is being loaded. */
  prepare(debate: OpenDebate): void {
    this.#feed ??= feedOf(debate, 0);
  }

  focusOn(seq: number): void {
    this.#focus = seq;
    this.#isWished = true;
  }

  reveal(seq: number, words?: string): void {
    this.#revealed = { seq, words };
  }

  reportFailure(failure: Failure): Change | undefined {
    return this.#due.delete('failure') ? failure : undefined;
  }

  next(): InTurn | undefined {
    const { failure, debate } = this.inputs();
    if (failure !== undefined) return this.reportFailure(failure);
    if (debate === undefined) return undefined;
    const { feed } = this;
    if (this.#due.has('snapshot') || feed === undefined) return this.#snapshot(debate);
    return this.#change(debate, feed) ?? this.#part(debate, feed) ?? this.#view(feed) ?? this.#reveal(feed);
  }

  #snapshot(debate: OpenDebate): Change {
    const feed = this.feed ?? feedOf(debate, this.#feed === undefined ? 0 : this.#feed.epoch + 1);
    this.#feed = feed;
    this.#isSpoilt = false;
    feed.take();
    this.#due.clear();
    this.#views.forget();
    this.#isChecking = this.isBeingChecked;
    const { at, focus } = this.#takeFocus(feed);
    const head = this.#makeHead(debate, feed);
    this.#rail = head.rail;
    const seat = this.#seat(feed);
    const isRunning = head.state === 'running' || seat !== undefined;
    // Nothing is to come: whoever opens it wants to know how it ended, unless a place in it is meant.
    if (at === undefined && isOver(head)) this.#views.openAt('verdict');
    return {
      kind: 'snapshot',
      epoch: feed.epoch,
      head,
      rows: [...feed.rows],
      rawLines: [...feed.rawLines],
      bodies: bodiesAt(feed.log, firstSeen(feed.rows, { focus: at, isRunning }), {
        isBeingChecked: this.#isChecking,
        enough: firstText,
      }),
      working: this.#working(feed),
      seat,
      focus,
      shown: this.#views.next(feed.view),
    };
  }

  #takeFocus(feed: Feed): { at: number | undefined; focus: number | undefined } {
    const focus = this.#focus;
    const [at] = focus === undefined ? [] : feed.positionsOf(focus);
    if (this.#isWished && focus !== undefined && at === undefined) this.events.onMissing(focus, feed.rows.at(-1)?.seq);
    this.#focus = undefined;
    this.#isWished = false;
    return { at, focus: at === undefined ? undefined : focus };
  }

  #change(debate: OpenDebate, feed: Feed): Change | undefined {
    const hasTurned = this.isBeingChecked !== this.#isChecking;
    if (!this.#due.delete('entries') && !hasTurned) return undefined;
    this.#isChecking = this.isBeingChecked;
    const { isRetold, rows, rawLines, isAllStale, ...change } = feed.take();
    if (isRetold) return this.#snapshot(debate);
    // What stands on the marks of those changes with whether anybody is at it.
    const updated = hasTurned ? [...new Set([...change.updated, ...feed.pending()])] : change.updated;
    if (isAllStale || updated.length > 0 || rows.some(({ type }) => movesViews(type))) this.mark('view');
    if (rows.length + rawLines.length + updated.length === 0 && !isAllStale) return undefined;
    const alongside = isAllStale ? rows : [...rows, ...updated];
    const positions = alongside.slice(0, bodiesSentAlong).map(({ at }) => at);
    const bodies = bodiesAt(feed.log, positions, { isBeingChecked: this.#isChecking });
    this.#due.delete('head');
    this.#due.delete('working');
    if (isAllStale && (this.inputs().seats ?? []).length > 0) this.mark('seat');
    return {
      kind: 'changed',
      epoch: feed.epoch,
      head: this.#sentHead(debate, feed),
      rows,
      rawLines,
      updated,
      isAllStale,
      bodies,
      working: this.#working(feed),
    };
  }

  #part(debate: OpenDebate, feed: Feed): Change | undefined {
    if (this.#due.delete('head')) {
      this.#due.delete('working');
      return { kind: 'head', head: this.#sentHead(debate, feed), working: this.#working(feed) };
    }
    if (this.#due.delete('seat')) return { kind: 'seat', seat: this.#seat(feed) };
    return this.#due.delete('working') ? { kind: 'working', working: this.#working(feed) } : undefined;
  }

  #seat({ view }: Feed): Seat | undefined {
    return seatOf(this.inputs().seats ?? [], view);
  }

  /** Made where it is looked at only. */
  #view({ view }: Feed): Change | undefined {
    if (!this.#due.delete('view')) return undefined;
    const shown = this.#views.next(view);
    return shown && { kind: 'view', shown };
  }

  /** Runs after the entries, so that the page knows the one that is meant. */
  #reveal(feed: Feed): InTurn | undefined {
    const revealed = this.#revealed;
    this.#revealed = undefined;
    if (revealed === undefined) return undefined;
    const { seq, words } = revealed;
    if (feed.positionsOf(seq).length > 0) return { kind: 'reveal', seq, isFlashed: true, words };
    this.events.onMissing(seq, feed.rows.at(-1)?.seq);
    return undefined;
  }

  /**
   * Gates quote what they refuse, which may be redacted. The log that is shown may be ahead of what the engine
   * tells: nobody is at work on a step that stands in it.
   */
  #working({ view: { mask, state } }: Feed): Working[] {
    const { run, seats = [] } = this.inputs();
    const isAsked = ({ agent, step }: Working): boolean =>
      seats.some(
        ({ request: { id, agent: asked }, isChecking }) =>
          !isChecking && asked === agent && (id === step || id.startsWith(`${step}/`)),
      );
    const working = (run?.working ?? []).filter(({ step }) => !state.steps.has(step));
    return working.map((item) => {
      const masked = mask.value(item);
      if (!isAsked(item)) return masked;
      // What was held against the answer stands in the composer, in its words.
      delete masked.refused;
      return { ...masked, words: l10n.t('has the floor: that is you') };
    });
  }

  #sentHead(debate: OpenDebate, feed: Feed): SentHead {
    const { rail, ...rest } = this.#makeHead(debate, feed);
    if (rail === this.#rail) return rest;
    this.#rail = rail;
    return { ...rest, rail };
  }

  #makeHead(debate: OpenDebate, feed: Feed): Head {
    const { run, end, seats = [], isTrusted, now, documents, faults } = this.inputs();
    const asked = seats.find(({ isChecking }) => !isChecking)?.request.agent;
    const before = this.#head;
    const { lease, isGone } = debate;
    const circumstances = { lease, isGone, run, end, asked, isTrusted, now };
    const head = {
      ...headOf(debate.folder, feed, circumstances, documents),
      faults: faults?.length === 0 ? undefined : faults,
    };
    this.#head = head;
    if (before?.state !== head.state || before.topic !== head.topic) this.events.onHead();
    return head;
  }
}

function feedOf(debate: OpenDebate, epoch: number): Feed {
  const feed = new Feed(debate.log, epoch);
  feed.take();
  return feed;
}

const isOver = ({ state, views }: Head): boolean =>
  views?.includes('verdict') === true && (state === 'done' || state === 'foreign');

/** The entries whose seq or argument occurs in the text; more than it links do no harm. */
function linksIn(text: string, rows: readonly FeedRow[]): EntryLink[] {
  const numbers = new Set((text.match(/\d+/g) ?? []).map(Number));
  return rows
    .filter(({ seq, argument }) => numbers.has(seq) || (argument !== undefined && text.includes(argument)))
    .map(({ seq, at, argument }) => ({ seq, at, ...(argument === undefined ? {} : { argument }) }));
}
