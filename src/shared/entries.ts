import type { Proof } from '../debate/fold/citations';
import { collapsed, firstUnits, unquoted } from '../matching/text/shortText';
import type { ContentForm } from '../projections/contentForm';
import type { Marks, SourceStatus } from '../projections/sourceWords';

export type { Marks, SourceStatus } from '../projections/sourceWords';

/** Rows of all entries, and bodies of the visible ones. */

export const sourceStatuses = [
  'verified',
  'unreliable',
  'fabricated',
  'unverified',
  'pending',
] as const satisfies SourceStatus[];

/** Facts about an entry for list, rail, chips and filters; sent for all entries. */
export interface FeedRow {
  at: number;
  seq: number;
  /** Milliseconds since the epoch. */
  time: number;
  speaker: string;
  type: string;
  /** Id of the rail's item that contains it. */
  section: string;
  /** Name of an argument, for example `prop_001`. */
  argument?: string;
  rebuttalTo?: number;
  target?: number;
  /** Seq of the entry that redacted it. */
  redacted?: number;
  concedes?: boolean;
  marks?: Marks;
  /** Number of its sources that deserve a look. */
  sourceIssues?: number;
}

/** A line that is not an entry: shown raw, behind `after` entries. */
export interface RawLine {
  line: number;
  after: number;
  text: string;
  message: string;
}

export interface SourceLine {
  index: number;
  url: string;
  place: 'workspace' | 'web' | 'invalid';
  /** Title of a page, or place in a file like `file.md:18–21`. */
  label: string;
  quote?: string | undefined;
  claim?: string | undefined;
  status: SourceStatus;
  /** Set if it is verified, but its support was not judged. */
  isQuoted?: boolean;
  /** Words like `exists · quote · figures` or `figure differs`. */
  words: string;
  /** The Verifier's explanation, and a line per check. */
  explanation: string;
  checks: { name: string; result: string; note: string }[];
  /** Whether the saved text is proven, with a sentence that says so; absent if no text was saved. */
  proof?: { state: Proof | 'pending'; words: string } | undefined;
  /** The cited text as it was, and the text there now. */
  changed?: string | undefined;
  /** Set if the file has changed, and still contains the cited text. */
  stillStands?: boolean;
  /** Seq of the current result. */
  result?: number;
  isVouched: boolean;
  /** Date as `YYYY-MM-DD`. */
  vouchedOn?: string | undefined;
  /** Seq of the entry that corrects the source or rules on it. */
  ruling?: number | undefined;
}

/** A passage of a source, as plain text with line ends `\n`. */
export interface SourcePassage {
  before: string;
  marked: string;
  after: string;
  /** Kind of the range: the quoted words, the most similar passage, or the cited lines. */
  is: 'quote' | 'near' | 'cited';
  /** Whether the text is the saved one, because the file has changed or is gone. */
  isKept: boolean;
}

/** A remark in one dim line under the entry. */
export interface Aside {
  kind:
    | 'concedes'
    | 'introduces'
    | 'acknowledges'
    | 'corrects'
    | 'left-out'
    | 'to'
    | 'refused'
    | 'condensed'
    | 'unstated'
    | 'closed-book'
    | 'attacks'
    | 'defends'
    | 'judged'
    | 'moves';
  text: string;
}

export interface Body {
  at: number;
  seq: number;
  /** Text with redacted words masked; empty for a redacted entry. */
  content: string;
  /** Form of the text; default: Markdown. */
  form?: ContentForm;
  /** UTF-16 code units of the whole text, if `content` was cut. */
  wholeLength?: number;
  sources: SourceLine[];
  asides: Aside[];
  redacted?: { by: number; reason: string } | undefined;
  disclosed?: string;
  words: number;
  attempt?: number | undefined;
  elapsedMs?: number | undefined;
  /** Line in the log, counted from 1. */
  line?: number | undefined;
}

/** Whether the list leaves the entry out, until the user asks for it or jumps to it. */
export const isProcedural = (type: string): boolean => procedural.has(type);
const procedural: ReadonlySet<string> = new Set(['setup', 'note', 'verification_result', 'handoff']);

/** Beginning of a quotation; the style sheet cuts it at the line’s end, so the rest need not be in the page. */
export const quoteDrawn = (quote: string): string => unquoted(collapsed(firstUnits(quote, 300)));
