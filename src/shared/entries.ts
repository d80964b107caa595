import type { Proof } from '../debate/citations';
import { collapsed, firstUnits } from '../debate/shortText';
import type { Marks, SourceStatus } from '../projections/sourceWords';

export type { Marks, SourceStatus } from '../projections/sourceWords';

/** Entries as the page knows them: rows of all of them, bodies of those that are seen. */

export const sourceStatuses = [
  'verified',
  'unreliable',
  'fabricated',
  'unverified',
  'pending',
] as const satisfies SourceStatus[];

/** What the list, the rail, the chips and the filters need of every entry. */
export interface FeedRow {
  at: number;
  seq: number;
  /** Milliseconds since the epoch. */
  time: number;
  speaker: string;
  type: string;
  /** The id of the rail's item that the entry stands under. */
  section: string;
  /** Of an argument: by what others name it, such as `prop_001`. */
  argument?: string;
  rebuttalTo?: number;
  target?: number;
  /** Seq of the redaction that redacted it. */
  redacted?: number;
  /** It grants others a claim. */
  concedes?: boolean;
  /** Absent where it cites nothing. */
  marks?: Marks;
  /** How many of its sources somebody should look at; absent where there is none. */
  sourceIssues?: number;
}

/** A line of the log that is no entry. Shown raw, behind `after` entries. */
export interface RawLine {
  line: number;
  after: number;
  text: string;
  message: string;
}

/** A source as it stands below its entry. */
export interface SourceLine {
  index: number;
  url: string;
  place: 'workspace' | 'web' | 'invalid';
  /** What is shown for it: the title of a page, `file.md:18–21` of a file. */
  label: string;
  quote?: string | undefined;
  claim?: string | undefined;
  status: SourceStatus;
  /** Verified, and nobody judged what it is quoted for: then it reads “quoted”. */
  isQuoted?: boolean;
  /** The words on the mark, such as `exists · quote · figures` or `figure differs`. */
  words: string;
  /** Why: the Verifier's explanation, and a line per check. */
  explanation: string;
  checks: { name: string; result: string; note: string }[];
  /** Whether the text that was kept is what its body says, with a sentence that says so; absent where nothing was kept. */
  proof?: { state: Proof | 'pending'; words: string } | undefined;
  /** The file is not what it was when it was cited: what stood there, and what stands there now. */
  changed?: string | undefined;
  /** Seq of the result in force. */
  result?: number;
  isVouched: boolean;
  /** Day on which the user vouched for it, `YYYY-MM-DD`. */
  vouchedOn?: string | undefined;
  /** The source was replaced by a later correction, or ruled on: the entry that says so. */
  ruling?: number | undefined;
}

/** What is quoted of a source, with what stands around it there. Plain text, line ends as `\n`. */
export interface SourcePassage {
  before: string;
  marked: string;
  after: string;
  /** What is marked: the words that were quoted, the place nearest to them where they do not stand there so, or the lines that were cited. */
  is: 'quote' | 'near' | 'cited';
  /** The text is the one that was kept, because the file has changed or is gone. */
  isKept: boolean;
}

/** A sentence about the entry in one dim line under it: what it concedes, introduces, acknowledges, corrects. */
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
  /** Markdown, as anyone may see it: redacted text is masked. Empty for a redacted entry. */
  content: string;
  /** Set where `content` was cut: the length of the whole in UTF-16 code units. */
  wholeLength?: number;
  sources: SourceLine[];
  asides: Aside[];
  redacted?: { by: number; reason: string } | undefined;
  /** Of a redacted entry whose text an auditor asked to see. */
  disclosed?: string;
  words: number;
  attempt?: number | undefined;
  elapsedMs?: number | undefined;
  /** 1-based line in the log. */
  line?: number | undefined;
}

/** Entries that the list leaves out until they are asked for or jumped to. */
export const isProcedural = (type: string): boolean => procedural.has(type);
const procedural: ReadonlySet<string> = new Set(['setup', 'note', 'verification_result', 'handoff']);

/** A quotation as it is drawn. The style sheet cuts it at the line’s end; a long one need not be in the page for that. */
export const quoteDrawn = (quote: string): string => withoutMarks(collapsed(firstUnits(quote, 300)));

/** What stands between quotation marks already is not quoted twice. */
function withoutMarks(quote: string): string {
  const inside = /^(?:"([^"]*)"|“([^“”]*)”|«([^«»]*)»|„([^„“”]*)[“”])$/su.exec(quote);
  return inside === null ? quote : inside.slice(1).join('');
}
