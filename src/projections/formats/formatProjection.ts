import { dataOf } from '../../debate/log/codec';
import { type Entry, stepOf } from '../../debate/log/entry';
import { sides, type Debater, type SetupData, type Side } from '../../debate/log/entryData';
import type { DebateState } from '../../debate/fold/state';
import type { Performing } from '../../debate/flow/seats';
import type { RecordView } from '../../debate/fold/view';
import type { Concession } from './declared';
import type { Stage, StageNames } from '../stage';
import type { DebatePhase } from '../status';
import type { ViewName } from '../vocabulary';

/** A model's small window, in tokens, and whom it concerns where. */
export interface WindowNotice {
  model: string;
  window: number;
  seats: readonly string[];
  stages: readonly Stage[];
}

/** What whoever made a plan may not expect of it. */
export type PlanNotice =
  /** These people see openings that are to be kept from everybody; `isDrawn`: the order is not theirs to choose. */
  | { code: 'unsealed'; seats: readonly string[]; isDrawn: boolean }
  | { code: 'too_small'; model: string; window: number; least: number }
  /** Does not fit however few rounds are held. */
  | (WindowNotice & { code: 'impossible' })
  /** Fits after so many rounds and not after more. */
  | (WindowNotice & { code: 'rounds'; rounds: number })
  /** The model gets summaries in place of older rounds from the first of the stages on. */
  | (WindowNotice & { code: 'summaries' })
  /** The money budget is below the least that the debate is expected to cost; both in US dollars. */
  | { code: 'budget'; budget: number; least: number }
  /** Words of the topic that no document has; the documents have others. */
  | { code: 'missing_words'; words: readonly string[] };

/** Each match holds one of the marks: a file without them is not read by line. */
export interface LinePattern {
  pattern: RegExp;
  marks: readonly string[];
}

export interface Planned {
  options?: SetupData['options'];
  debaters: readonly Debater[];
}

export type ComposedEntry = Pick<Entry, 'type' | 'content' | 'data'>;

export interface FormatProjection {
  stages: StageNames;
  /** Reads the position from a log's tail; without it only the whole log shows where a debate is. */
  tail?: TailReader;
  /** Progress, in formats that count otherwise than in rounds between two limits. */
  progress?: ((state: DebateState) => Progress) | undefined;
  rail(state: DebateState, starts: SectionStarts, isOver: boolean): RailPart[];
  /** Views in the order of the tabs. */
  views(state: DebateState): readonly ViewName[];
  /** Scores, in formats that score their debaters. */
  scores?(state: DebateState): SideScores;
  /** Named parts in the order of the record. */
  named?(view: RecordView): NamedPart[];
  notices?(plan: Planned): PlanNotice[];
  /** The content as Markdown, put together again from its fields with the words of others as text. */
  contentWithText?(entry: ComposedEntry): string | undefined;
  verdict?(view: RecordView): FormatVerdict;
  /** Whether the lead holds for more than half of the judges; undefined where none sits. */
  isFirm?(state: DebateState): boolean | undefined;
}

/** `seq`: where it stands; undefined where that is not known. The name is masked. */
export interface NamedPart {
  kind: 'argument' | 'issue';
  seq: number | undefined;
  name: string;
}

/** Texts are masked. */
export interface FormatVerdict {
  judging: Judging;
  /** What was named and not settled. */
  open: readonly OpenIssue[];
  /** Where debaters may grant claims; empty: nobody did. Those of a ruling say themselves whose they are. */
  concessions?: readonly (Pick<Concession, 'at' | 'claim'> & Partial<Pick<Concession, 'by'>>)[];
  /** Entries that replace those that the conclusion refers to. */
  decided?: readonly DecidingEntry[];
  /** Issues in the order of the ruling. */
  issues?: readonly RuledIssue[];
}

export interface DecidingEntry {
  seq: number;
  /** The argument's place among those that are scored. */
  as?: 'strongest' | 'weakest';
}

/** `nobody`: nobody weighed; `elsewhere`: in another program. */
export interface Judging {
  role: 'chair' | 'judge';
  /** In the order of the record: the seat may change between the entries that decide. Empty where none does, or the record does not say. */
  by: readonly JudgedBy[];
  /** Orders in which each exchange was scored. */
  passes?: number;
  /** The most that these scores of one argument differ by. */
  spread?: number;
}

export type JudgedBy = Exclude<Performing, 'offline'> | 'nobody' | 'elsewhere';

export interface OpenIssue {
  text: string;
  seqs: readonly number[];
}

export interface RuledIssue {
  id: string;
  title: string;
  /** The verdict in the ruling's words, for example `REVISION REQUIRED`. */
  verdict: string;
  reason: string;
  /** Whether more than half of the judges gave it in both orders; absent where none sits. */
  firm?: boolean | undefined;
}

/** The phase that the newest entries of a log show. */
export interface TailPhase {
  /** Undefined if they do not tell. */
  phase: DebatePhase | undefined;
  /** False if only the whole log can explain an entry there. */
  isCertain: boolean;
}

/** The main lane's steps follow each other, so that the newest of them says where the debate is. */
interface TailReader {
  /** The letter before the number in the ids of its rounds' steps. */
  roundMark: 'r' | 'e';
  phaseIn(newestFirst: Iterable<Entry>, tail: { newest(wanted: LinePattern): unknown }): TailPhase;
}

/** `planning`: the number of rounds is not settled. */
export type Progress =
  | { code: 'planning' }
  | { code: 'rounds'; planned: number }
  | { code: 'round'; round: number; planned: number | undefined }
  | { code: 'exchanges'; judged: number; requested: number; awaiting: 'arguments' | 'judgment' | undefined };

/** Where each section begins, by section, in the order of the log. */
export type SectionStarts = ReadonlyMap<string, number>;

export interface RailPart {
  id: string;
  state: 'done' | 'now' | 'todo' | 'skipped';
}

/** Cumulative; `count`: of the arguments that were judged. */
export type SideScores = Record<Side, { total: number; count: number }>;

export const leads = [...sides, 'even'] as const;
export type Lead = (typeof leads)[number];

/** The higher total: of an import, or where lines are lost, they need not come to zero. */
export const leadIn = ({ proposition, opposition }: SideScores): Lead =>
  proposition.total === opposition.total ? 'even' : proposition.total > opposition.total ? 'proposition' : 'opposition';

/** A user's wish to conclude, in a line of the log. */
export const concluding: LinePattern = { pattern: /"conclude":\s*true/, marks: ['"conclude"'] };

/** What a step settles by itself; after any other, only the whole log shows how it continues. */
export const tailReader = (
  roundMark: 'r' | 'e',
  phaseAfter: (entry: Entry) => DebatePhase | undefined,
): TailReader => ({
  roundMark,
  phaseIn(newestFirst, tail) {
    if (tail.newest(concluding) !== undefined) return { phase: undefined, isCertain: false };
    let isLast = true;
    for (const entry of newestFirst) {
      // A user may have changed what is still to come.
      if (dataOf(entry, 'intervention')?.change !== undefined) break;
      const id = stepOf(entry)?.id;
      if (id !== undefined && !besides.test(id)) {
        const phase = phaseAfter(entry);
        return { phase, isCertain: phase !== undefined && (isLast || phase !== 'done') };
      }
      if (entry.speaker !== 'user') isLast = false;
    }
    return { phase: undefined, isCertain: false };
  },
});

const besides = /^(?:verify|finding|challenge|clarification)\//;
