import type { RailPart } from '../projections/formats/formatProjection';
import type { Status, ViewName } from '../projections/vocabulary';
import type { Marks } from './entries';

/** What stands above and below the list, and who is at work. */

export type UsageKind = 'exact' | 'estimated' | 'tokens-only';

export interface RailItem extends RailPart {
  label: string;
  /** Where it begins in the log, once it has. */
  at?: number | undefined;
}

interface PanelDebater {
  name: string;
  /** 0-based; picks one of the theme's chart colours. */
  colour: number;
  entries: number;
}

/** The buttons that make sense now. The host decides; the page only shows them, and performs `answer` itself. */
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

/** What one rule holds against the debate. */
export interface RuleFaults {
  words: string;
  /** The first entries that it is about. */
  seqs: number[];
  /** Another program wrote them, under other rules or none. */
  isForeign: boolean;
}

/** Everything above and below the list. Times are milliseconds. */
export interface Head {
  folder: string;
  topic: string;
  /** Its host is a Chair, to whom guidance goes. */
  hasChair: boolean;
  /** Said in the header where no language model argues. */
  notice?: string | undefined;
  state: Status;
  /** Nothing goes on before the user has done something. */
  needsYou?: true;
  /** One line: who won and why, what it waits for, who runs it since when. */
  stateText: string;
  /** Run by this window's engine. */
  isOurs: boolean;
  actions: Action[];
  /** What can be done besides, at any time: behind the dots, and at the end of the verdict. */
  menu: Action[];
  /** Said in place of the round, where a format counts otherwise. */
  progress?: string | undefined;
  round: number;
  minRounds: number;
  maxRounds: number;
  activeMs: number;
  /** Set while the clock runs: add the time since then. */
  runningSince?: number;
  timeBudgetMs?: number;
  tokens: number;
  cachedTokens: number;
  usd: number;
  /** What it may cost at most. */
  usdBudget?: number | undefined;
  /** What it was estimated to cost before the start. */
  usdExpected?: { low: number; high: number } | undefined;
  /** Active milliseconds that a round takes, by what was done so far. */
  roundMs?: number | undefined;
  /** What the whole of it will cost at the pace so far; takes the place of what was expected. */
  usdPace?: { low: number; high: number } | undefined;
  /** `estimated`: a provider reports no usage. `tokens-only`: of a model no price is known, `usd` leaves it out. */
  usage: UsageKind;
  rail: RailItem[];
  /** What can be looked at beside the entries, in the order of the tabs; absent where there is nothing else. */
  views?: readonly ViewName[];
  debaters: PanelDebater[];
  rulings: number;
  redactions: number;
  /** What a Judge has written: assessments, judgments, the ruling. */
  judgments?: number;
  /** Ids of the issues that a tribunal tracks, by which texts name them. */
  issues?: string[];
  /** Claims that debaters granted each other, in entries that stand. */
  concessions: number;
  marks: Marks;
  /** Sources that somebody should look at, as the list of debates counts them. */
  sourceIssues: number;
  /** Notes, verification results and the like, which the list leaves out until asked for. */
  procedural: number;
  documents: { name: string; label: string }[];
  /** Sources of which nobody answered whether they support what is said. */
  unanswered?: number;
  /** What the rules hold against it, found in the background; absent where nothing was, or it was not checked yet. */
  faults?: readonly RuleFaults[] | undefined;
  /** Lines of the log that are no proper entries, as they are told to people. */
  problems: number;
  /** Guidance and questions may be sent. Else `closedReason` says why not. */
  isOpen: boolean;
  closedReason?: string;
}

/** A head as it changes: without a rail it has the one that was told last, which of a long debate is most of it. */
export type SentHead = Omit<Head, 'rail'> & Partial<Pick<Head, 'rail'>>;

export const headAfter = (before: Head | undefined, { rail = before?.rail ?? [], ...rest }: SentHead): Head => ({
  ...rest,
  rail,
});

/** Somebody at work: shown below the list until the turn is accepted. Never written to the record. */
export interface Working {
  agent: string;
  step: string;
  since: number;
  /** `is writing`, `is checking seq 6` … */
  words: string;
  activity: string[];
  /** What has been written so far, where the performer streams. Provisional: shown, and kept nowhere. */
  draft?: string;
  /** Nothing is done until then (milliseconds since the epoch), because of `reason`. */
  waiting?: { reason: string; until: number };
  refused?: { attempt: number; reasons: string[] };
}
