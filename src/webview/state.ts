import { countedSources, type FoundSource } from '../projections/sourceWords';
import type { ViewName } from '../projections/vocabulary';
import {
  type Board,
  type EntryLink,
  type EntryRange,
  type Graph,
  type Head,
  isProcedural,
  noSpeech,
  type RawLine,
  type Review,
  type FeedRow,
  type Scores,
  type Seat,
  type SourcePassage,
  type Speech,
  type ToPage,
  type VerdictCard,
  type Working,
} from '../shared/protocol';
import { type BodyCache, emptyBodies } from './bodyCache';
import { type TextSearch, noFinding } from './finding';
import { type Jumps, type ScrollAnchor, noJumps } from './jumps';

/**
 * The first entry of a seq, where a foreign log holds it twice. Grows in place, because a copy for every entry of a
 * long log is dear. Answers are checked against the rows that are asked about: a state of before knows no more than
 * it did.
 */
export class SeqIndex {
  readonly #ats = new Map<number, number>();
  /** Positions of arguments, by their names. */
  readonly #named = new Map<string, number>();

  static of(rows: readonly FeedRow[]): SeqIndex {
    return new SeqIndex().extended(rows, rows);
  }

  get(seq: number, rows: readonly FeedRow[]): number | undefined {
    const at = this.#ats.get(seq);
    return at !== undefined && rows[at]?.seq === seq ? at : undefined;
  }

  argument(name: string, rows: readonly FeedRow[]): number | undefined {
    const at = this.#named.get(name);
    return at !== undefined && rows[at]?.argument === name ? at : undefined;
  }

  /** Whether any argument has a name: else no text need be looked through for them. */
  get hasArguments(): boolean {
    return this.#named.size > 0;
  }

  /** `rows`: all of them; `added`: those that were not there before. */
  extended(rows: readonly FeedRow[], added: readonly FeedRow[]): this {
    for (const { seq, at, argument } of added) {
      if (this.get(seq, rows) === undefined) this.#ats.set(seq, at);
      if (argument !== undefined && this.argument(argument, rows) === undefined) this.#named.set(argument, at);
    }
    return this;
  }
}

interface ShownViews {
  readonly verdict?: VerdictCard;
  readonly board?: Board;
  readonly scores?: Scores;
  readonly graph?: Graph;
}

type PageFailure = Omit<Extract<ToPage, { kind: 'failed' }>, 'kind' | 'rev'>;

export interface SpeechState extends Speech {
  readonly id: number;
  /** What the extension has not answered yet. */
  readonly sent: Speech | undefined;
  readonly problem: string | undefined;
  /** What was taken, until the next key. */
  readonly taken: Speech['what'] | undefined;
}

/** An order to the list: bring an entry into view. A new object is a new order, even to the same entry. */
export interface Target {
  readonly at: number;
  /** Pixels below the top of the list; absent: in the upper third. `near`: no further than needed. `end`: as far down as can be. */
  readonly offset: number | 'near' | 'end' | undefined;
  readonly isFlashed: boolean;
  readonly isFocused: boolean;
}

/** Everything that the page shows. Plain and never changed: `reduce` makes the next one. */
export interface State {
  /** `unfit`: what came cannot be shown. */
  readonly stage: 'loading' | 'log' | 'review' | 'failed' | 'unfit';
  readonly head: Head | undefined;
  readonly review: Review | undefined;
  readonly failure: PageFailure | undefined;
  readonly epoch: number;
  /** Set while the verdict is shown and the log is still being read: entries that can be gone to then. */
  readonly links: readonly EntryLink[] | undefined;
  readonly rows: readonly FeedRow[];
  /** Counts up when rows that are known become others; not when others are appended. */
  readonly edits: number;
  readonly seqs: SeqIndex;
  readonly rawLines: readonly RawLine[];
  readonly working: readonly Working[];
  readonly seat: Seat | undefined;
  readonly bodies: BodyCache;
  readonly filters: readonly FilterId[];
  /** Entries that the filters leave out, and that are shown because the reader went there. */
  readonly forced: ReadonlySet<number>;
  /** What was unfolded: `why:<at>:<index>`, `more:<at>`, `activity:<step>`. Kept here because rows come and go. */
  readonly opened: ReadonlySet<string>;
  /** What sources say where they are cited, by `whyKey`; `undefined` where that cannot be read. As of the bodies' epoch. */
  readonly passages: ReadonlyMap<string, SourcePassage | undefined>;
  /** The entry that the keys act on. It stays in the page when it is scrolled out of sight. */
  readonly active: number | undefined;
  readonly target: Target | undefined;
  readonly finding: TextSearch;
  readonly jumps: Jumps;
  readonly speech: SpeechState;
  readonly isAtEnd: boolean;
  /** The reader has scrolled down into the list: the header gives way. */
  readonly isDeep: boolean;
  /** Entries before this position were there when the reader was last at the end. */
  readonly seen: number;
  /** The id of the rail's item that the entry at the top stands under. */
  readonly section: string | undefined;
  readonly isHelpOpen: boolean;
  /** What the reader wishes to look at; where the debate has no such view, the entries are shown. */
  readonly view: ViewName;
  readonly views: ShownViews;
  /** The exchanges that the graph is of; none: all. */
  readonly spans: readonly EntryRange[];
  /** The argument or issue to bring into sight in a view. A new object is a new wish. */
  readonly mark: { readonly id: string } | undefined;
  readonly missing: Missing | undefined;
}

interface Missing {
  readonly seq: number;
  readonly last: number | undefined;
  /** Counts up: the same twice is told twice. */
  readonly turn: number;
}

export const whyKey = (at: number, index: number): string => `why:${at}:${index}`;

export const firstState: State = {
  stage: 'loading',
  head: undefined,
  review: undefined,
  failure: undefined,
  epoch: -1,
  links: undefined,
  rows: [],
  edits: 0,
  seqs: new SeqIndex(),
  rawLines: [],
  working: [],
  seat: undefined,
  bodies: emptyBodies,
  filters: [],
  forced: new Set(),
  opened: new Set(),
  passages: new Map(),
  active: undefined,
  target: undefined,
  finding: noFinding,
  jumps: noJumps,
  speech: { ...noSpeech, id: 0, sent: undefined, problem: undefined, taken: undefined },
  isAtEnd: true,
  isDeep: false,
  seen: 0,
  section: undefined,
  isHelpOpen: false,
  view: 'debate',
  views: {},
  spans: [],
  mark: undefined,
  missing: undefined,
};

export type Act =
  /** `wanted`: the rows whose bodies are on the screen or near it; `from`: where the reader is; `isReturn`: the page is made again. */
  | {
      readonly kind: 'message';
      readonly message: ToPage;
      readonly wanted: ReadonlySet<number>;
      readonly from?: ScrollAnchor | undefined;
      readonly isReturn?: boolean;
    }
  | { readonly kind: 'toggleFilter'; readonly id: FilterId }
  | { readonly kind: 'clearFilters' }
  | { readonly kind: 'setFilters'; readonly filters: readonly FilterId[] }
  | { readonly kind: 'toggle'; readonly key: string }
  | { readonly kind: 'activate'; readonly at: number }
  | ({ readonly kind: 'go' } & Target)
  | ({ readonly kind: 'jump'; readonly from: ScrollAnchor | undefined } & ScrollAnchor)
  | { readonly kind: 'step'; readonly from: ScrollAnchor | undefined; readonly by: -1 | 1 }
  | { readonly kind: 'find'; readonly query: string; readonly from: number }
  | { readonly kind: 'refind' }
  | { readonly kind: 'hit'; readonly by: -1 | 1 }
  | { readonly kind: 'atEnd'; readonly isAtEnd: boolean }
  | { readonly kind: 'depth'; readonly isDeep: boolean }
  | { readonly kind: 'reading'; readonly at: number }
  | { readonly kind: 'write'; readonly speech: Partial<Speech> }
  | { readonly kind: 'say'; readonly speech: Speech }
  | { readonly kind: 'help'; readonly isOpen: boolean }
  | { readonly kind: 'show'; readonly view: ViewName }
  | { readonly kind: 'narrow'; readonly spans: readonly EntryRange[] }
  | { readonly kind: 'missing'; readonly seq: number }
  | { readonly kind: 'missingRead' }
  | { readonly kind: 'unfit' }
  | { readonly kind: 'retry' };

/** Whom a question is for: whoever was chosen, as long as that one takes part. */
export const addressee = ({ debaters }: Head, { to }: Speech): string =>
  debaters.some(({ name }) => name === to) ? to : (debaters[0]?.name ?? '');

/** Brings an entry into view; one that the filters leave out is shown from now on. */
export function goTo(state: State, { at, offset, isFlashed, isFocused }: Target): State {
  const row = state.rows[at];
  if (row === undefined) return state;
  const isShown = state.forced.has(at) || filterTest(state.filters)(row);
  const forced = isShown ? state.forced : new Set([...state.forced, at]);
  // Wherever the reader was looking: who goes to an entry goes to the entries. What is only put back in its place is not gone to.
  return {
    ...state,
    forced,
    active: at,
    target: { at, offset, isFlashed, isFocused },
    missing: undefined,
    view: isFocused ? 'debate' : state.view,
  };
}

export function missing(state: State, seq: number): State {
  // Not the last row's: a foreign log need not be in order.
  const last = state.rows.reduce<number | undefined>((most, row) => Math.max(most ?? row.seq, row.seq), undefined);
  return { ...state, missing: { seq, last, turn: (state.missing?.turn ?? 0) + 1 } };
}

/** Goes to an entry that holds what is sought, which may stand in the part of a long text that is not shown. */
export function goToFound(state: State, at: number): State {
  const opened = new Set([...state.opened, `more:${at}`]);
  return goTo({ ...state, opened }, { at, offset: 'near', isFlashed: false, isFocused: false });
}

/** What is looked at: a view that this debate does not have is the one of the entries. */
export const viewOf = ({ view, head }: Pick<State, 'view' | 'head'>): ViewName =>
  head?.views?.includes(view) === true ? view : 'debate';

/** `by:<debater>`, `rulings`, `redactions`, `concessions`, `sourceIssues`, `sources`, `source:<state>` narrow the list to their union; `procedure` adds to it. */
export type FilterId = string;

type RowTest = (row: FeedRow) => boolean;

/** What the pressed chips let through. Without any, everything but the procedural entries. */
export function filterTest(filters: readonly FilterId[]): RowTest {
  const isWithProcedure = filters.includes('procedure');
  const names = new Set(filters.filter((id) => id.startsWith('by:')).map((id) => id.slice(3)));
  const kinds = [...filters.flatMap((id) => kindTests.get(id) ?? []), ...sourceTests(filters)];
  const isNarrowed = names.size > 0 || kinds.length > 0;
  return (row) => {
    if (isProcedural(row.type) && isWithProcedure) return true;
    if (!isNarrowed) return !isProcedural(row.type);
    return names.has(row.speaker) || kinds.some((test) => test(row));
  };
}

const kindTests: ReadonlyMap<string, RowTest> = new Map<string, RowTest>([
  ['rulings', (row) => row.type === 'ruling'],
  ['redactions', (row) => row.type === 'redaction'],
  ['concessions', (row) => row.concedes === true],
  ['sourceIssues', (row) => (row.sourceIssues ?? 0) > 0],
  ['sources', (row) => row.marks !== undefined],
]);

/** Filter for the entries that cite a source in this state; undefined for a state that the rows do not tell. */
export const sourceFilter = ({ status, isQuoted, settled }: FoundSource): FilterId | undefined =>
  settled !== undefined || status === 'pending' ? undefined : `source:${isQuoted === true ? 'quoted' : status}`;

function sourceTests(filters: readonly FilterId[]): RowTest[] {
  const wanted = new Set<FilterId | undefined>(filters.filter((id) => id.startsWith('source:')));
  if (wanted.size === 0) return [];
  return [
    ({ marks }) =>
      marks !== undefined && countedSources(marks).some((one) => one.count > 0 && wanted.has(sourceFilter(one))),
  ];
}

export function toggled(filters: readonly FilterId[], id: FilterId): readonly FilterId[] {
  return filters.includes(id) ? filters.filter((other) => other !== id) : [...filters, id];
}
