import { objectOf } from '../debate/log/objects';
import { viewNames, type ViewName } from '../projections/vocabulary';
import type { Body, RawLine, FeedRow, SourcePassage } from './entries';
import type { Head, SentHead, Working } from './head';
import type { DraftDebater, SeatValues } from './toHost';
import type { SeatCitation } from './seat/citation';
import type { ShownView, VerdictCard } from './views';

export * from './entries';
export * from './head';
export type { DraftDebater, SeatValues, ToHost, ViewRequest } from './toHost';
export * from './views';

/** UTF-16 code units of a text that is sent without a request for more. */
export const longestContent = 64 * 1024;

/**
 * Messages between extension host and page. The host checks every message (`toHost.ts`); the page, which comes with its
 * host, only checks that a message is whole. The page asks `ready`; the host answers with a whole `snapshot` (or
 * `review`, or `failed`), and may show the `verdict` before. Every later message that changes what is shown carries `rev`, which counts up by one: on a
 * gap the page asks `ready` again. A new `epoch` means that the log was read again from its start. Rows are addressed
 * by `at`, their position in the log (0-based), because a foreign log may hold a seq twice; bodies are sent on request
 * only.
 */
export type ToPage =
  /** A finished debate as it was read last, shown until its log is read again. `links`: entries that its texts may name. */
  | { kind: 'verdict'; head: Head; verdict: VerdictCard; links: EntryLink[] }
  | {
      kind: 'snapshot';
      rev: number;
      epoch: number;
      head: Head;
      rows: FeedRow[];
      rawLines: RawLine[];
      bodies: Body[];
      working: Working[];
      seat?: Seat | undefined;
      /** Entry to show first: from a deep link, or where the reader was. */
      focus?: number | undefined;
      /** The view that the page looks at, or at which it opens. */
      shown?: ShownView | undefined;
    }
  | {
      kind: 'changed';
      rev: number;
      epoch: number;
      head: SentHead;
      rows: FeedRow[];
      rawLines: RawLine[];
      /** Rows whose marks or redactions changed, and whose bodies are stale. */
      updated: FeedRow[];
      /** Whether an entry was redacted, so that its words are masked everywhere. */
      isAllStale: boolean;
      bodies: Body[];
      /** Sent with the rows, because work on written entries has ended. */
      working: Working[];
    }
  /** Sent with the head, because a finished debate has no work in progress. */
  | { kind: 'head'; rev: number; head: SentHead; working: Working[] }
  | { kind: 'working'; rev: number; working: Working[] }
  /** Absent when no person is asked. */
  | { kind: 'seat'; rev: number; seat?: Seat | undefined }
  /** Sent on request, or when it has changed. */
  | { kind: 'view'; rev: number; shown: ShownView }
  | { kind: 'review'; rev: number; review: Review }
  /** `button`: the one action that helps. */
  | {
      kind: 'failed';
      rev: number;
      title: string;
      message: string;
      button?: { label: string; command: string } | undefined;
    }
  | { kind: 'bodies'; id: number; epoch: number; bodies: Body[] }
  /** Sent without a passage if the source cannot be read here. */
  | { kind: 'passage'; epoch: number; at: number; index: number; passage?: SourcePassage | undefined }
  /** Hits so far, and the number of matches in each entry; `isDone` with the last batch. */
  | { kind: 'found'; id: number; epoch: number; hits: number[]; counts: number[]; isDone: boolean }
  /** `words`: text to find in the entry. */
  | { kind: 'reveal'; seq: number; isFlashed: boolean; words?: string | undefined }
  /** A refused text stays in its field. */
  | { kind: 'said'; id: number; problem?: string | undefined }
  | { kind: 'do'; what: PageCommand };

export type EntryLink = Pick<FeedRow, 'seq' | 'at' | 'argument'>;

const showing = ['showVerdict', 'showDebate', 'showBoard', 'showScores', 'showGraph'] as const;

export type PageCommand =
  | 'find'
  | 'findNext'
  | 'findPrevious'
  | 'back'
  | 'forward'
  | 'help'
  | 'copyEntry'
  | 'focusComposer'
  /** Moves the focus to the entry being read, if nothing has it. */
  | 'focusReading'
  | (typeof showing)[number];

export interface Speech {
  what: 'guidance' | 'question';
  to: string;
  text: string;
}

export const noSpeech: Speech = { what: 'guidance', to: '', text: '' };

/** State that survives a reload; the serializer finds the debate by it. It never holds text of the debate. */
export interface PageState {
  folder?: string | undefined;
  draft?: string | undefined;
  focus?: number | undefined;
  filters?: string[] | undefined;
  view?: ViewName | undefined;
  speech?: Speech | undefined;
}

/** Reads a state that another version may have written; invalid parts are left out. */
export function pageStateOf(kept: unknown): PageState {
  const { folder, draft, focus, filters, view, speech } = objectOf(kept);
  return {
    folder: typeof folder === 'string' ? folder : undefined,
    draft: typeof draft === 'string' ? draft : undefined,
    focus: Number.isSafeInteger(focus) ? Number(focus) : undefined,
    filters: Array.isArray(filters) ? filters.filter((one) => typeof one === 'string') : undefined,
    view: viewNames.find((name) => name === view),
    speech: speechOf(speech),
  };
}

function speechOf(kept: unknown): Speech | undefined {
  const { what, to, text } = objectOf(kept);
  if (typeof to !== 'string' || typeof text !== 'string') return undefined;
  return { what: what === 'question' ? 'question' : 'guidance', to, text };
}

/** Setup in the page's HTML. `reportsPaint`: the bench listens. */
export interface PageSetup {
  l10n?: Record<string, unknown> | undefined;
  reportsPaint: boolean;
  folder?: string | undefined;
  draft?: string | undefined;
}

export interface SetupField {
  id: string;
  label: string;
  section: 'debate' | 'evidence' | 'research' | 'models' | 'expert' | 'seats' | 'limits' | 'output';
  value: string;
  hint?: string | undefined;
  /** A fault that does not prevent the start. */
  warning?: string | undefined;
  /** Values to choose from; without them the value is typed. */
  options?: SeatOption[];
  isLong?: true;
  /** Sent when the reader leaves the field or presses Enter, because it is checked then. */
  isSentWhenLeft?: true;
  /** Hidden while it is typed; the value never comes back to the page. */
  isSecret?: true;
  suggestions?: string[];
  /** Buttons; pressing one sends its value as the field's. */
  buttons?: SeatOption[] | undefined;
}

export interface CheaperOffer {
  text: string;
  /** Field to which a press sends `value`. */
  field: string;
  button: SeatOption;
}

export interface Review {
  draft: string;
  topic: string;
  notice?: string;
  limits: { minRounds: number; maxRounds: number; timeBudgetMinutes: number };
  /** Fields without the topic, in the order of the page. */
  fields: SetupField[];
  /** Whether the format names its debaters. */
  isFixed?: boolean;
  /** Whether documents speak, so that no Chair can propose or revise a lineup. */
  isOffline?: boolean;
  debaters: DraftDebater[];
  isRevised: boolean;
  /** Why the Chair's last answer changed nothing. The debate can start all the same. */
  unrevised?: string | undefined;
  /** Why the last start failed, which may be mended outside the page. */
  unstarted?: string | undefined;
  earlier?: string | undefined;
  /** Says, before the Chair is asked, which data the request contains and where it goes. */
  proposal?: string | undefined;
  /** Running work; the page disables fields that would interfere. */
  busy?: 'reading' | 'proposing' | 'revising' | 'starting' | undefined;
  /** Problems by field: `topic`, `debaters`, `debaters.1.name`, the id of one of `fields` … */
  problems: { field: string; message: string }[];
  evidence: {
    root?: string | undefined;
    files: number;
    bytes: number;
    subject: string[];
    /** The first files left out; `leftOutCount` counts all. */
    leftOut: { path: string; reason: string }[];
    leftOutCount: number;
  };
  parent: string;
  /** Data that leaves this machine and its destinations, one line per place. */
  sends: string;
  estimate?: { text: string; basis: string[]; cheaper?: CheaperOffer | undefined } | undefined;
  /** Limits that the user should know, one line each: a window that is too small, who sees which data. */
  warnings?: string[];
  models: string[];
}

interface FieldBase {
  id: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** Shown only if that field has one of these values. */
  when?: { field: string; is: string[] };
}

export interface SeatOption {
  value: string;
  label: string;
}

export type SeatInput =
  /** Text of several lines, or (`isLine`) of one, or (`isDecimal`) a number in one. */
  | (FieldBase & { kind: 'text'; isLine?: boolean; isDecimal?: boolean; suggestions?: string[] })
  /** No option is selected at first, unless the first one is empty. */
  | (FieldBase & { kind: 'choice'; options: SeatOption[] });

export type SeatField =
  | SeatInput
  | (FieldBase & { kind: 'checks'; options: SeatOption[] })
  | (FieldBase & { kind: 'rows'; fields: SeatInput[]; most: number; add: string });

/** A task for a person in this window: the input that a model would get, and the answer's form. */
export interface Seat {
  id: string;
  agent: string;
  kind: string;
  /** Title like `Your turn in round 2`. */
  title: string;
  /** Points to answer, the most pressing first. */
  prompt: { label: string; lines: string[] }[];
  rules: string[];
  problems: string[];
  /** Number of refusals so far. */
  refusals: number;
  fields: SeatField[];
  values: SeatValues;
  canSkip: boolean;
  /** Whether the answer is being checked against the rules, which takes time. */
  isChecking: boolean;
  /** The latest citation that came from an editor; `values` hold it already. `count` counts them. */
  cited?: (SeatCitation & { count: number }) | undefined;
  behind: number;
}
