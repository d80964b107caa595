import type { DebateState, Header } from '../debate/state';
import type { RecordView } from '../debate/view';

/** A file made from the record; `build` gives undefined when there must be none. */
export interface ReportDocument {
  /** Relative to the debate's folder, `/` between folders. */
  readonly name: string;
  readonly build: (view: RecordView) => string | undefined;
}

/** A document that may also be written while the debate runs. */
export interface LiveDocument extends ReportDocument {
  /** Written while it runs; others are written at the end only. */
  readonly isLive?: true;
  /** It tells of the whole debate, so that writing it at each change would cost the square of the debate's length. */
  readonly isGrowing?: true;
}

/** What a format has beside the documents that all formats have. */
export interface FormatReports {
  /** Which files there are depends on the record: one a round, one an argument. In the order of writing. */
  documents(view: RecordView): readonly LiveDocument[];
  /** Who performed, in the order of `metadata.json`; where it is absent, the format's roles. */
  agents?(modelOf: (role: string) => string | null, debaters: readonly unknown[]): Record<string, unknown>;
  /** What a debate in which nobody weighed did instead; where it is absent, passages were dealt. `since` may be empty. */
  unweighed?(since: string): string;
  /** Where it is said what the evidence has other figures for, if not in unresolved points; undefined where nothing was named. */
  differing?(state: DebateState): string | undefined;
  /** Those that an entry changes, while the debate runs. Takes time in proportion to the entry. */
  changedBy?(header: Header, view: RecordView): readonly LiveDocument[];
}
