import type { Proof } from '../debate/fold/citations';
import { collapsed, firstUnits } from '../matching/text/shortText';
import type { ContentForm } from '../projections/contentForm';
import type { Marks, SourceStatus } from '../projections/sourceWords';

export type { Marks, SourceStatus } from '../projections/sourceWords';

/** Rows of all entries, bodies of those that are seen. */

export const sourceStatuses = [
  'verified',
  'unreliable',
  'fabricated',
  'unverified',
  'pending',
] as const satisfies SourceStatus[];

/** Of every entry, for list, rail, chips and filters. */
export interface FeedRow {
  at: number;
  seq: number;
  /** Milliseconds since the epoch. */
  time: number;
  speaker: string;
  type: string;
  /** Id of the rail's item that it stands under. */
  section: string;
  /** Of an argument: its name, such as `prop_001`. */
  argument?: string;
  rebuttalTo?: number;
  target?: number;
  /** Seq of the redaction that redacted it. */
  redacted?: number;
  concedes?: boolean;
  marks?: Marks;
  /** How many sources somebody should look at. */
  sourceIssues?: number;
}

/** No entry: shown raw, behind `after` entries. */
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
  /** The title of a page, `file.md:18–21` of a file. */
  label: string;
  quote?: string | undefined;
  claim?: string | undefined;
  status: SourceStatus;
  /** Verified, and nobody judged what it is quoted for. */
  isQuoted?: boolean;
  /** Such as `exists · quote · figures` or `figure differs`. */
  words: string;
  /** The Verifier's explanation, and a line per check. */
  explanation: string;
  checks: { name: string; result: string; note: string }[];
  /** Whether the text kept is what its body says, and a sentence that says so; absent where nothing was kept. */
  proof?: { state: Proof | 'pending'; words: string } | undefined;
  /** What stood there when it was cited, and what stands there now. */
  changed?: string | undefined;
  /** Seq of the result in force. */
  result?: number;
  isVouched: boolean;
  /** `YYYY-MM-DD` */
  vouchedOn?: string | undefined;
  /** Entry that corrects or rules on it. */
  ruling?: number | undefined;
}

/** Plain text, line ends as `\n`. */
export interface SourcePassage {
  before: string;
  marked: string;
  after: string;
  /** The words quoted, the place nearest to them, or the lines cited. */
  is: 'quote' | 'near' | 'cited';
  /** The text is the one kept, because the file has changed or is gone. */
  isKept: boolean;
}

/** In one dim line under the entry. */
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
  /** With redacted text masked; empty for a redacted entry. */
  content: string;
  /** Default: Markdown. */
  form?: ContentForm;
  /** Where `content` was cut: of the whole, in UTF-16 code units. */
  wholeLength?: number;
  sources: SourceLine[];
  asides: Aside[];
  redacted?: { by: number; reason: string } | undefined;
  disclosed?: string;
  words: number;
  attempt?: number | undefined;
  elapsedMs?: number | undefined;
  /** In the log, 1-based. */
  line?: number | undefined;
}

/** Left out of the list until asked for or jumped to. */
export const isProcedural = (type: string): boolean => procedural.has(type);
const procedural: ReadonlySet<string> = new Set(['setup', 'note', 'verification_result', 'handoff']);

/** The style sheet cuts it at the line’s end; a long one need not be in the page for that. */
export const quoteDrawn = (quote: string): string => withoutMarks(collapsed(firstUnits(quote, 300)));

/** They are not drawn twice. */
function withoutMarks(quote: string): string {
  const inside = /^(?:"([^"]*)"|“([^“”]*)”|«([^«»]*)»|„([^„“”]*)[“”])$/su.exec(quote);
  return inside === null ? quote : inside.slice(1).join('');
}
