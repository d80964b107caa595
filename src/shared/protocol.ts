import { objectOf } from '../debate/log/objects';
import { viewNames, type ViewName } from '../projections/vocabulary';
import type { Body, RawLine, FeedRow, SourcePassage } from './entries';
import type { Head, SentHead, Working } from './head';
import type { DraftDebater, SeatValues } from './toHost';
import type { ShownView } from './views';

export * from './entries';
export * from './head';
export type { DraftDebater, SeatValues, ToHost, ViewRequest } from './toHost';
export * from './views';

/**
 * What extension host and page say to each other. The host checks what it is told (`toHost.ts`); the page, whose host comes with it, only
 * that a message is whole. The page asks `ready`; the host answers with a whole `snapshot` (or `review`, or `failed`). Every later message
 * that changes what is shown carries `rev`, which counts up by one: on a gap the page asks `ready` again. A new `epoch`: the log was read
 * again from its start. Rows are addressed by `at`, their position in the log (0-based), because a foreign log may hold a seq twice;
 * bodies are sent on request only.
 */
export type ToPage =
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
      /** To show first: of a deep link, or where the reader was. */
      focus?: number | undefined;
    }
  | {
      kind: 'changed';
      rev: number;
      epoch: number;
      head: SentHead;
      rows: FeedRow[];
      rawLines: RawLine[];
      /** Marks or redactions changed. Their bodies are stale. */
      updated: FeedRow[];
      /** Something was redacted, and its words are masked everywhere. */
      isAllStale: boolean;
      bodies: Body[];
      /** With the rows: nobody is at work on what is written. */
      working: Working[];
    }
  /** A debate that is over has nobody at work. */
  | { kind: 'head'; rev: number; head: SentHead; working: Working[] }
  | { kind: 'working'; rev: number; working: Working[] }
  /** Absent: nobody is asked any more. */
  | { kind: 'seat'; rev: number; seat?: Seat | undefined }
  /** Sent when it was asked for or has changed. */
  | { kind: 'view'; rev: number; shown: ShownView }
  | { kind: 'review'; rev: number; review: Review }
  /** `button` is the one thing that helps. */
  | {
      kind: 'failed';
      rev: number;
      title: string;
      message: string;
      button?: { label: string; command: string } | undefined;
    }
  | { kind: 'bodies'; id: number; epoch: number; bodies: Body[] }
  /** Without one where the source cannot be read here. */
  | { kind: 'passage'; epoch: number; at: number; index: number; passage?: SourcePassage | undefined }
  /** Hits so far, and how often each entry holds the words; `isDone` with the last batch. */
  | { kind: 'found'; id: number; epoch: number; hits: number[]; counts: number[]; isDone: boolean }
  /** `words`: to be found in it. */
  | { kind: 'reveal'; seq: number; isFlashed: boolean; words?: string | undefined }
  /** What was typed is kept where it was refused. */
  | { kind: 'said'; id: number; problem?: string | undefined }
  | { kind: 'do'; what: PageCommand };

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
  /** Where nothing has the focus, the entry that is being read takes it. */
  | 'focusReading'
  | (typeof showing)[number];

export interface Speech {
  what: 'guidance' | 'question';
  to: string;
  text: string;
}

export const noSpeech: Speech = { what: 'guidance', to: '', text: '' };

/** Kept over a reload; the serializer finds the debate by it. Never holds text of the debate. */
export interface PageState {
  folder?: string | undefined;
  draft?: string | undefined;
  focus?: number | undefined;
  filters?: string[] | undefined;
  view?: ViewName | undefined;
  speech?: Speech | undefined;
}

/** Perhaps another version's: what does not fit is left out. */
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

/** In the page's HTML. `reportsPaint`: the bench listens. */
export interface PageSetup {
  l10n?: Record<string, unknown> | undefined;
  reportsPaint: boolean;
  folder?: string | undefined;
  draft?: string | undefined;
}

export interface SetupField {
  id: string;
  label: string;
  section: 'debate' | 'evidence' | 'research' | 'models' | 'seats' | 'limits' | 'output';
  value: string;
  hint?: string | undefined;
  /** What is wrong with it, and keeps nothing from being started. */
  warning?: string | undefined;
  /** Else the value is written. */
  options?: SeatOption[];
  isLong?: true;
  /** Sent when the reader leaves it or presses Enter, because it is checked then. */
  isSentWhenLeft?: true;
  /** Covered while it is typed. What was typed never comes back to the page. */
  isSecret?: true;
  suggestions?: string[];
  /** Pressed, one is sent as the field's value. */
  buttons?: SeatOption[] | undefined;
}

export interface CheaperOffer {
  text: string;
  /** Pressed, `value` is sent as the field's value. */
  field: string;
  button: SeatOption;
}

export interface Review {
  draft: string;
  topic: string;
  notice?: string;
  limits: { minRounds: number; maxRounds: number; timeBudgetMinutes: number };
  /** Without the topic, in the order of the page. */
  fields: SetupField[];
  /** The format names its debaters. */
  isFixed?: boolean;
  /** Documents speak: there is no Chair to propose or revise a lineup. */
  isOffline?: boolean;
  debaters: DraftDebater[];
  isRevised: boolean;
  earlier?: string | undefined;
  /** Before the Chair is asked: with what, and where that goes. */
  proposal?: string | undefined;
  /** The page disables what would collide. */
  busy?: 'reading' | 'proposing' | 'revising' | 'starting' | undefined;
  /** By field: `topic`, `debaters`, `debaters.1.name`, the id of one of `fields` … */
  problems: { field: string; message: string }[];
  evidence: {
    root?: string | undefined;
    files: number;
    bytes: number;
    subject: string[];
    /** The first ones; `leftOutCount` counts all. */
    leftOut: { path: string; reason: string }[];
    leftOutCount: number;
  };
  parent: string;
  /** What leaves this machine and where to, a line per place. */
  sends: string;
  estimate?: { text: string; basis: string[]; cheaper?: CheaperOffer | undefined } | undefined;
  /** What may not be expected, a line each: what does not fit into a window, who sees what. */
  warnings?: string[];
  models: string[];
}

interface FieldBase {
  id: string;
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** Asked for only where that field has one of these values. */
  when?: { field: string; is: string[] };
}

export interface SeatOption {
  value: string;
  label: string;
}

export type SeatInput =
  /** Lines, or (`isLine`) one, or (`isDecimal`) a number in it. */
  | (FieldBase & { kind: 'text'; isLine?: boolean; isDecimal?: boolean; suggestions?: string[] })
  /** None is chosen at first unless the first one is empty. */
  | (FieldBase & { kind: 'choice'; options: SeatOption[] });

export type SeatField =
  | SeatInput
  | (FieldBase & { kind: 'checks'; options: SeatOption[] })
  | (FieldBase & { kind: 'rows'; fields: SeatInput[]; most: number; add: string });

/** What a person in this window is asked to do: what a model would be told, and the form of the answer. */
export interface Seat {
  id: string;
  agent: string;
  kind: string;
  /** `Your turn in round 2`. */
  title: string;
  /** To be taken up, most pressing first. */
  prompt: { label: string; lines: string[] }[];
  rules: string[];
  problems: string[];
  /** Counts up with each refusal. */
  refusals: number;
  fields: SeatField[];
  values: SeatValues;
  canSkip: boolean;
  /** The answer is held against the rules, which takes its time. */
  isChecking: boolean;
  behind: number;
}
