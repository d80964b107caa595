import type { RailPart } from '../projections/formats/formatProjection';
import type { Status, ViewName } from '../projections/vocabulary';
import type { Marks } from './entries';

export type UsageKind = 'exact' | 'estimated' | 'tokens-only';

export interface RailItem extends RailPart {
  label: string;
  /** Position in the log of the item's first entry, once there is one. */
  at?: number | undefined;
}

interface PanelDebater {
  name: string;
  /** Index of the theme's chart colours, from 0. */
  colour: number;
  entries: number;
}

/** They open the document that is read first. */
export const readingActions = ['openBrief', 'openSummary', 'openReport'] as const;
export type ReadingAction = (typeof readingActions)[number];

/** Actions that are possible now. The host decides; the page performs `answer` itself. */
export const actions = [
  'answer',
  'pause',
  'resume',
  'stop',
  'takeOver',
  'conclude',
  ...readingActions,
  'trust',
  'setApiKey',
  'changeModel',
  'showSettings',
  'moreExchanges',
  'skip',
  'startAgain',
  'debateOpenPoint',
  'export',
  'copyDebate',
  'delete',
] as const;
export type Action = (typeof actions)[number];

export const isReadingAction = (action: Action): action is ReadingAction =>
  readingActions.some((reading) => reading === action);

export interface RuleFaults {
  words: string;
  seqs: number[];
  /** Whether another program wrote it, under other rules or none. */
  isForeign: boolean;
}

/** Head of the panel; times are milliseconds. */
export interface Head {
  folder: string;
  topic: string;
  /** Whether a Chair leads the debate, who takes guidance. */
  hasChair: boolean;
  /** Notice of a debate without language models. */
  notice?: string | undefined;
  state: Status;
  /** Set if the debate waits for the user. */
  needsYou?: true;
  /** The outcome with its reason, the cause of a wait, or the program that runs it and since when. */
  stateText: string;
  /** Whether this window's engine runs it. */
  isOurs: boolean;
  actions: Action[];
  /** Actions that are always possible: in the menu, and at the end of the verdict. */
  menu: Action[];
  /** Text shown in place of the round. */
  progress?: string | undefined;
  round: number;
  minRounds: number;
  maxRounds: number;
  elapsedMs: number;
  /** Start of the running clock; the time since then must be added to `elapsedMs`. */
  runningSince?: number;
  timeBudgetMs?: number;
  tokens: number;
  cachedTokens: number;
  usd: number;
  usdBudget?: number | undefined;
  usdExpected?: { low: number; high: number } | undefined;
  /** Active milliseconds that a round takes, by the pace so far. */
  roundMs?: number | undefined;
  /** Cost of the whole debate at the pace so far; replaces the estimate. */
  usdPace?: { low: number; high: number } | undefined;
  /** `estimated`: a provider reports no usage. `tokens-only`: `usd` leaves out models without a known price. */
  usage: UsageKind;
  rail: RailItem[];
  /** Views besides the entries, in the order of the tabs. */
  views?: readonly ViewName[];
  debaters: PanelDebater[];
  rulings: number;
  redactions: number;
  /** Number of a Judge's decisions: assessments, judgments, the ruling. */
  judgments?: number;
  /** Ids of a tribunal's issues, by which texts name them. */
  issues?: string[];
  concessions: number;
  marks: Marks;
  /** Number of source issues, as the list of debates counts them. */
  sourceIssues: number;
  /** Number of entries that the list leaves out unless the user asks. */
  procedural: number;
  documents: { name: string; label: string }[];
  /** Number of sources whose support remained unanswered. */
  unanswered?: number;
  /** Broken rules from the background check; absent if there are none, or it has not run. */
  faults?: readonly RuleFaults[] | undefined;
  /** Number of lines that are not valid entries. */
  problems: number;
  /** Whether guidance and questions are possible; if not, `closedReason` says why. */
  isOpen: boolean;
  closedReason?: string;
}

/** A head without its rail, which is most of a long debate's head; the last one sent stays valid. */
export type SentHead = Omit<Head, 'rail'> & Partial<Pick<Head, 'rail'>>;

export const headAfter = (before: Head | undefined, { rail = before?.rail ?? [], ...rest }: SentHead): Head => ({
  ...rest,
  rail,
});

/** An agent's work, shown below the list until the turn is accepted. Never written to the record. */
export interface Working {
  agent: string;
  step: string;
  since: number;
  /** Words like `is writing`, `is checking seq 6` … */
  words: string;
  activity: string[];
  /** Text so far. Provisional: shown, and never kept. */
  draft?: string;
  /** `until`: milliseconds since the epoch. */
  waiting?: { reason: string; until: number };
  refused?: { attempt: number; reasons: string[] };
}
