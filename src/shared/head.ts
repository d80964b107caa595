import type { RailPart } from '../projections/formats/formatProjection';
import type { Status, ViewName } from '../projections/vocabulary';
import type { Marks } from './entries';

export type UsageKind = 'exact' | 'estimated' | 'tokens-only';

export interface RailItem extends RailPart {
  label: string;
  /** In the log, once it has begun. */
  at?: number | undefined;
}

interface PanelDebater {
  name: string;
  /** 0-based, of the theme's chart colours. */
  colour: number;
  entries: number;
}

/** What makes sense now. The host decides; the page performs `answer` itself. */
export const actions = [
  'answer',
  'pause',
  'resume',
  'stop',
  'takeOver',
  'conclude',
  'openSummary',
  'openReport',
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

export interface RuleFaults {
  words: string;
  seqs: number[];
  /** Another program's, under other rules or none. */
  isForeign: boolean;
}

/** Times are milliseconds. */
export interface Head {
  folder: string;
  topic: string;
  /** Its host is a Chair, to whom guidance goes. */
  hasChair: boolean;
  /** Where no language model argues. */
  notice?: string | undefined;
  state: Status;
  /** Nothing goes on before the user has done something. */
  needsYou?: true;
  /** Who won and why, what it waits for, who runs it since when. */
  stateText: string;
  /** By this window's engine. */
  isOurs: boolean;
  actions: Action[];
  /** Possible at any time: behind the dots, and at the end of the verdict. */
  menu: Action[];
  /** In place of the round. */
  progress?: string | undefined;
  round: number;
  minRounds: number;
  maxRounds: number;
  activeMs: number;
  /** While the clock runs: add the time since then. */
  runningSince?: number;
  timeBudgetMs?: number;
  tokens: number;
  cachedTokens: number;
  usd: number;
  usdBudget?: number | undefined;
  usdExpected?: { low: number; high: number } | undefined;
  /** Active milliseconds, by what was done so far. */
  roundMs?: number | undefined;
  /** For the whole at the pace so far; takes the place of what was expected. */
  usdPace?: { low: number; high: number } | undefined;
  /** `estimated`: a provider reports no usage. `tokens-only`: `usd` leaves out models of which no price is known. */
  usage: UsageKind;
  rail: RailItem[];
  /** Beside the entries, in the order of the tabs. */
  views?: readonly ViewName[];
  debaters: PanelDebater[];
  rulings: number;
  redactions: number;
  /** By a Judge: assessments, judgments, the ruling. */
  judgments?: number;
  /** Of a tribunal, by which texts name them. */
  issues?: string[];
  concessions: number;
  marks: Marks;
  /** As the list of debates counts them. */
  sourceIssues: number;
  /** Left out of the list until asked for. */
  procedural: number;
  documents: { name: string; label: string }[];
  /** Whether they support what is said nobody answered. */
  unanswered?: number;
  /** Found in the background; absent where nothing was, or it was not checked yet. */
  faults?: readonly RuleFaults[] | undefined;
  /** Lines that are no proper entries. */
  problems: number;
  /** For guidance and questions; else `closedReason` says why not. */
  isOpen: boolean;
  closedReason?: string;
}

/** Without a rail, which of a long debate is most of it, the last one holds. */
export type SentHead = Omit<Head, 'rail'> & Partial<Pick<Head, 'rail'>>;

export const headAfter = (before: Head | undefined, { rail = before?.rail ?? [], ...rest }: SentHead): Head => ({
  ...rest,
  rail,
});

/** Shown below the list until the turn is accepted. Never written to the record. */
export interface Working {
  agent: string;
  step: string;
  since: number;
  /** `is writing`, `is checking seq 6` … */
  words: string;
  activity: string[];
  /** So far. Provisional: shown, and kept nowhere. */
  draft?: string;
  /** `until`: milliseconds since the epoch. */
  waiting?: { reason: string; until: number };
  refused?: { attempt: number; reasons: string[] };
}
