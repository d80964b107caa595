import { viewNames, type ViewName } from '../projections/vocabulary';
import type { Body, RawLine, FeedRow, SourcePassage } from './entries';
import type { Head, SentHead, Working } from './head';
import type { ShownView } from './views';

export * from './entries';
export * from './head';
export type { ToHost } from './toHost';
export * from './views';

/**
 * What the extension host and the panel's page say to each other. The host checks what it is told against a schema
 * (`toHost.ts`); the page, whose host comes with it, only that a message is whole. What the host says goes as JSON text.
 *
 * The page asks `ready`; the host answers with a whole `snapshot` (or `review`, or `failed`). Every later message that
 * changes what is shown carries `rev`, which counts up by one: on a gap the page asks `ready` again. A new `epoch` means
 * that the log was truncated or replaced and read again. Rows are addressed by `at`, their position in the log (0-based),
 * because a foreign log may hold a seq twice; bodies of rows are sent on request only.
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
      /** The entry to show first: of a deep link, or where the reader was. */
      focus?: number | undefined;
    }
  | {
      kind: 'changed';
      rev: number;
      epoch: number;
      head: SentHead;
      /** Appended behind those that are known. */
      rows: FeedRow[];
      rawLines: RawLine[];
      /** Known rows that have changed: marks, redactions. Their bodies are stale. */
      updated: FeedRow[];
      /** Every body is stale: something was redacted, and its words are masked everywhere. */
      isAllStale: boolean;
      bodies: Body[];
      /** Together with the rows: nobody is at work on what is written. */
      working: Working[];
    }
  /** How it stands, and who is at work: a debate that is over has nobody. */
  | { kind: 'head'; rev: number; head: SentHead; working: Working[] }
  | { kind: 'working'; rev: number; working: Working[] }
  /** Whom the page asks; absent: nobody any more. */
  | { kind: 'seat'; rev: number; seat?: Seat | undefined }
  /** What is looked at beside the entries, as it stands now: sent when it was asked for or has changed. */
  | { kind: 'view'; rev: number; shown: ShownView }
  | { kind: 'review'; rev: number; review: Review }
  /** Nothing can be shown; `button` is the one thing that helps. */
  | {
      kind: 'failed';
      rev: number;
      title: string;
      message: string;
      button?: { label: string; command: string } | undefined;
    }
  | { kind: 'bodies'; id: number; epoch: number; bodies: Body[] }
  /** Answers `passage`; without one where the source cannot be read here. */
  | { kind: 'passage'; epoch: number; at: number; index: number; passage?: SourcePassage | undefined }
  /** Hits so far, by position, and how often each entry holds the words; `isDone` with the last batch. */
  | { kind: 'found'; id: number; epoch: number; hits: number[]; counts: number[]; isDone: boolean }
  /** `words`: what is to be found in it. */
  | { kind: 'reveal'; seq: number; isFlashed: boolean; words?: string | undefined }
  /** The answer to `say`: what was typed is kept where it was refused. */
  | { kind: 'said'; id: number; problem?: string | undefined }
  | { kind: 'do'; what: PageCommand };

/** Orders to show a view. */
const showing = ['showVerdict', 'showDebate', 'showBoard', 'showScores', 'showGraph'] as const;

/** A command of the editor that acts on the page. */
export type PageCommand =
  | 'find'
  | 'findNext'
  | 'findPrevious'
  | 'back'
  | 'forward'
  | 'help'
  | 'copyEntry'
  | 'focusComposer'
  | (typeof showing)[number];

/** What the reader writes to the debate. */
export interface Speech {
  what: 'guidance' | 'question';
  /** Whom a question is for: a debater's name. */
  to: string;
  text: string;
}

export const noSpeech: Speech = { what: 'guidance', to: '', text: '' };

/** What the page keeps over a reload; the serializer finds the debate by it. Never holds text of the debate. */
export interface PageState {
  folder?: string | undefined;
  draft?: string | undefined;
  focus?: number | undefined;
  filters?: string[] | undefined;
  view?: ViewName | undefined;
  speech?: Speech | undefined;
}

/** What was kept, perhaps by another version: what does not fit is left out. */
export function pageStateOf(kept: unknown): PageState {
  const { folder, draft, focus, filters, view, speech }: Partial<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
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
  const { what, to, text }: Partial<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
  if (typeof to !== 'string' || typeof text !== 'string') return undefined;
  return { what: what === 'question' ? 'question' : 'guidance', to, text };
}

/** What the page is told in its HTML: texts in the user's language, and whether the bench listens. */
export interface PageSetup {
  l10n?: Record<string, unknown> | undefined;
  reportsPaint: boolean;
  /** For the state that the page keeps. */
  folder?: string | undefined;
  draft?: string | undefined;
}

/** A debater as it is edited before the start. */
export type DraftDebater = {
  name: string;
  persona: string;
  starting_position: string;
  incentives: string;
  model: string;
};

/** What is set before the start, to be edited where it stands. */
export interface SetupField {
  id: string;
  label: string;
  /** The part of the page that it belongs to. */
  section: 'debate' | 'evidence' | 'research' | 'models' | 'seats' | 'limits';
  value: string;
  hint?: string | undefined;
  /** The value is one of these; else it is written. */
  options?: SeatOption[];
  /** What is written has several lines. */
  isLong?: true;
  suggestions?: string[];
  /** What else can be done about it: pressed, one is sent as the field's value. */
  buttons?: SeatOption[] | undefined;
}

/** Seats that a smaller model could take, and what that saves. */
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
  /** All that can be set, the topic left out, in the order of the page. */
  fields: SetupField[];
  /** The format names its debaters: nobody comes, goes, moves or is renamed. */
  isFixed?: boolean;
  debaters: DraftDebater[];
  /** The one revision was asked for already. */
  isRevised: boolean;
  /** That much the same topic was debated before. */
  earlier?: string | undefined;
  /** The Chair was not asked yet: what it would be asked with, and where that goes. */
  proposal?: string | undefined;
  /** What goes on just now; the page disables what would collide. */
  busy?: 'reading' | 'proposing' | 'revising' | 'starting' | undefined;
  /** What stands in the way, by field: `topic`, `debaters`, `debaters.1.name`, the id of one of `fields` … */
  problems: { field: string; message: string }[];
  evidence: {
    root?: string | undefined;
    files: number;
    bytes: number;
    subject: string[];
    /** The first of them; `leftOutCount` counts all. */
    leftOut: { path: string; reason: string }[];
    leftOutCount: number;
  };
  /** Where the folder will be made at Start. */
  parent: string;
  /** What leaves this machine and where it goes, a line per place. */
  sends: string;
  /** What the debate may cost, and what that rests on. */
  estimate?: { text: string; basis: string[]; cheaper?: CheaperOffer | undefined } | undefined;
  /** What will come of it that may not be expected, a line each: what does not fit into a window, who sees what. */
  warnings?: string[];
  /** References that a debater's model may be, as far as they are known; others may be written. */
  models: string[];
}

/** By field: a text, the ticked values, or the rows of a group. */
export type SeatValues = Record<string, string | string[] | Record<string, string>[]>;

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
  /** Lines without end, or (`isLine`) one, or (`isDecimal`) a number in it. `suggestions` may be taken or not. */
  | (FieldBase & { kind: 'text'; isLine?: boolean; isDecimal?: boolean; suggestions?: string[] })
  /** One of the options; none is chosen at first unless the first one is the empty value. */
  | (FieldBase & { kind: 'choice'; options: SeatOption[] });

export type SeatField =
  | SeatInput
  /** Any of the options. */
  | (FieldBase & { kind: 'checks'; options: SeatOption[] })
  /** A group of fields, as often as wished. */
  | (FieldBase & { kind: 'rows'; fields: SeatInput[]; most: number; add: string });

/** A task that a person in this window is asked to do: what a model would be told, and the form of the answer. */
export interface Seat {
  /** Of the task. */
  id: string;
  agent: string;
  /** Of the task, such as `debater/turn`. */
  kind: string;
  /** `Your turn in round 2`. */
  title: string;
  /** What the answer has to take up, most pressing first. */
  prompt: { label: string; lines: string[] }[];
  rules: string[];
  /** Why the answer before was sent back. */
  problems: string[];
  /** Counts up whenever an answer was refused. */
  refusals: number;
  fields: SeatField[];
  /** What was typed before, and the values to begin with. */
  values: SeatValues;
  canSkip: boolean;
  /** An answer was given and is held against the rules: sources are read meanwhile, which takes its time. */
  isChecking: boolean;
  /** So many others are asked behind this one. */
  behind: number;
}
