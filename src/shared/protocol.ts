import type { Body, RawLine, Row, SourcePassage } from './entries';
import type { Review, Seat } from './forms';
import type { Head, Working } from './head';
import { viewNames, type ViewName } from '../projections/vocabulary';
import type { ShownView } from './views';

export * from './entries';
export * from './forms';
export * from './head';
export type { ToHost } from './toHost';
export * from './views';

/**
 * What the extension host and the panel's page say to each other. The host checks what it is told against a schema
 * (`toHost.ts`); the page, whose host comes with it, only that a message is whole.
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
      rows: Row[];
      rawLines: RawLine[];
      bodies: Body[];
      working: Working[];
      seat?: Seat;
      /** The entry to show first: of a deep link, or where the reader was. */
      focus?: number;
    }
  | {
      kind: 'changed';
      rev: number;
      epoch: number;
      head: Head;
      /** Appended behind those that are known. */
      rows: Row[];
      rawLines: RawLine[];
      /** Known rows that have changed: marks, redactions. Their bodies are stale. */
      updated: Row[];
      /** Every body is stale: something was struck, and its words are masked everywhere. */
      isAllStale: boolean;
      bodies: Body[];
      /** Together with the rows: nobody is at work on what is written. */
      working: Working[];
    }
  /** How it stands, and who is at work: a debate that is over has nobody. */
  | { kind: 'head'; rev: number; head: Head; working: Working[] }
  | { kind: 'working'; rev: number; working: Working[] }
  /** Whom the page asks; absent: nobody any more. */
  | { kind: 'seat'; rev: number; seat?: Seat }
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
  | { kind: 'passage'; epoch: number; at: number; index: number; passage?: SourcePassage }
  /** Hits so far, by position, and how often each entry holds the words; `isDone` with the last batch. */
  | { kind: 'found'; id: number; epoch: number; hits: number[]; counts: number[]; isDone: boolean }
  /** `words`: what is to be found in it. */
  | { kind: 'reveal'; seq: number; isFlashed: boolean; words?: string }
  /** The answer to `say`: what was typed is kept where it was refused. */
  | { kind: 'said'; id: number; problem?: string | undefined }
  | { kind: 'do'; what: PageCommand };

/** Orders to show a view. */
export const showing = ['showDebate', 'showBoard', 'showScores', 'showGraph'] as const;

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

/** What the page keeps over a reload; the serializer finds the debate by it. Never holds text of the debate. */
export interface PageState {
  folder?: string;
  draft?: string;
  focus?: number;
  filters?: string[];
  view?: ViewName;
}

/** What was kept, perhaps by another version: what does not fit is left out. */
export function pageStateOf(kept: unknown): PageState {
  const { folder, draft, focus, filters, view }: Partial<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const known = viewNames.find((name) => name === view);
  return {
    ...(typeof folder === 'string' ? { folder } : {}),
    ...(typeof draft === 'string' ? { draft } : {}),
    ...(Number.isSafeInteger(focus) ? { focus: Number(focus) } : {}),
    ...(Array.isArray(filters) ? { filters: filters.filter((one) => typeof one === 'string') } : {}),
    ...(known === undefined ? {} : { view: known }),
  };
}

/** What the page is told in its HTML: texts in the user's language, and whether the bench listens. */
export interface PageSetup {
  l10n?: Record<string, unknown>;
  reportsPaint: boolean;
  /** For the state that the page keeps. */
  folder?: string;
  draft?: string;
}
