/**
 * The rule of outcome: what judges said in two orders of reading decides what a debate comes to. Pure arithmetic, blind
 * to names, places and the order of judges.
 */

/** A smaller lead within one reading is a draw. */
export const leastLead = 3;
/** A smaller lead in the sum of both readings is a draw, where only one of them names a debater. */
const leastLeadOfBoth = 6;

/** What a reading or a judge decides for: `{name}_wins`, `draw` or `void`. */
export type JudgeChoice = string;

export const winOf = (name: string): JudgeChoice => `${name}_wins`;

/** One reading of the record: the total of each debater's points, or that nothing fair can be concluded. */
export interface JudgeReading {
  totals: ReadonlyMap<string, number>;
  isVoid: boolean;
}

interface Decided {
  choice: JudgeChoice;
  /** Lead of the best total over the next one; undefined with no other debater, and where nobody is compared. */
  margin: number | undefined;
}

/** Only debaters in `mayWin` are compared. */
export function choiceOf({ totals, isVoid }: JudgeReading, mayWin: readonly string[]): Decided {
  if (isVoid) return { choice: 'void', margin: undefined };
  return decided(totals, mayWin, leastLead);
}

function decided(totals: ReadonlyMap<string, number>, mayWin: readonly string[], least: number): Decided {
  const ranked = mayWin
    .map((name) => ({ name, total: totals.get(name) ?? 0 }))
    .sort((one, other) => other.total - one.total);
  const [best, next] = ranked;
  if (best === undefined) return { choice: 'void', margin: undefined };
  const margin = next === undefined ? undefined : best.total - next.total;
  return { choice: margin === undefined || margin >= least ? winOf(best.name) : 'draw', margin };
}

/**
 * The choice that both orders share. Where one is a draw and the other names a debater, the sum of both decides between
 * the two. Undefined where the judge flips: it names two debaters, or finds the debate void in one order alone.
 */
export function voteOf(
  orders: readonly [JudgeReading, JudgeReading],
  mayWin: readonly string[],
): JudgeChoice | undefined {
  const [one, other] = orders.map((reading) => choiceOf(reading, mayWin).choice);
  if (one === undefined || other === undefined) return undefined;
  if (one === other) return one;
  const named = one === 'draw' ? other : other === 'draw' ? one : undefined;
  if (named === undefined || named === 'void') return undefined;
  return decided(sumOf(orders, mayWin), mayWin, leastLeadOfBoth).choice === named ? named : 'draw';
}

const sumOf = (orders: readonly JudgeReading[], names: readonly string[]): Map<string, number> =>
  new Map(names.map((name) => [name, orders.reduce((sum, { totals }) => sum + (totals.get(name) ?? 0), 0)] as const));

/** What a judge came to: a vote, none that both orders share, or no verdict at all. */
export type JudgeResult = { vote: JudgeChoice } | 'flips' | 'failed';

export interface Jury {
  /** One for each judge that is seated, failed ones included. */
  judges: readonly JudgeResult[];
  /** Debaters that may be named now: with a standing argument, and without a standing fabricated source. */
  mayWin: readonly string[];
  /** Number of debaters with a standing fabricated source. */
  barred: number;
}

export type JuryUndecided = 'flips' | 'split' | 'judges_failed';
export type JuryOutcome = { outcome: JudgeChoice } | { outcome: 'undecided'; why: JuryUndecided };

/** More than half. */
export const needOf = (seated: number): number => Math.floor(seated / 2) + 1;

/** Nobody could be named whatever the judges say, so that none is asked. */
export const isVoidUnheard = ({ mayWin, barred }: Pick<Jury, 'mayWin' | 'barred'>): boolean =>
  barred > 1 || mayWin.length === 0;

/** Undefined where no judge is complete: then nothing is concluded. */
export function outcomeOfJury(jury: Jury): JuryOutcome | undefined {
  const { judges } = jury;
  if (isVoidUnheard(jury)) return { outcome: 'void' };
  const failed = judges.filter((judge) => judge === 'failed').length;
  if (failed === judges.length) return undefined;
  const need = needOf(judges.length);
  const won = [...votesOf(jury)].find(([, votes]) => votes >= need);
  if (won !== undefined) return { outcome: won[0] };
  return { outcome: 'undecided', why: whyUndecided(judges, need) };
}

/** Votes by choice. One for a debater that may not be named now counts for nobody. */
export function votesOf({ judges, mayWin }: Pick<Jury, 'judges' | 'mayWin'>): Map<JudgeChoice, number> {
  const valid = new Set([...mayWin.map(winOf), 'draw', 'void']);
  const votes = new Map<JudgeChoice, number>();
  for (const judge of judges) {
    if (typeof judge === 'string' || !valid.has(judge.vote)) continue;
    votes.set(judge.vote, (votes.get(judge.vote) ?? 0) + 1);
  }
  return votes;
}

export function whyUndecided(judges: readonly JudgeResult[], need: number): JuryUndecided {
  if (judges.filter((judge) => judge === 'failed').length > judges.length - need) return 'judges_failed';
  return judges.includes('flips') ? 'flips' : 'split';
}

/** A tribunal's verdicts on an issue, from the strictest up. */
export const issueRanks = ['REJECTED', 'REVISION REQUIRED', 'ACCEPTED'] as const;
export type IssueRank = (typeof issueRanks)[number];

/** An issue's verdict in both orders of one judge. */
export type IssueReadings = readonly [IssueRank, IssueRank];

export interface IssueDecision {
  verdict: IssueRank;
  /** More than half of the seated judges gave just this verdict in both orders. */
  isFirm: boolean;
}

/** The mean of the two middle verdicts of all complete judges, rounded down: the burden is the proposition's. */
export function issueDecision(complete: readonly IssueReadings[], seated: number): IssueDecision | undefined {
  const ranks = complete
    .flat()
    .map((verdict) => issueRanks.indexOf(verdict))
    .sort((one, other) => one - other);
  const [low, high] = [ranks[ranks.length / 2 - 1], ranks[ranks.length / 2]];
  if (low === undefined || high === undefined) return undefined;
  const verdict = issueRanks[Math.floor((low + high) / 2)] ?? 'REJECTED';
  const same = complete.filter((orders) => orders.every((given) => given === verdict)).length;
  return { verdict, isFirm: same >= needOf(seated) };
}

export type LeadingSide = 'proposition' | 'opposition' | 'even';

/** The lead in a dialectic follows from the sign of the proposition's total, since all scores sum to 0. */
export const leadOf = (proposition: number): LeadingSide =>
  proposition === 0 ? 'even' : proposition > 0 ? 'proposition' : 'opposition';

/**
 * `judges`: the proposition's total of each judge in order a and order b, over all exchanges; undefined where the judge
 * failed in one of them. Firm where more than half of the seated judges have the total's sign, not 0, in both orders.
 */
export function isLeadFirm(total: number, judges: readonly (readonly [a: number, b: number] | undefined)[]): boolean {
  const lead = leadOf(total);
  if (lead === 'even') return false;
  const same = judges.filter((orders) => orders?.every((own) => leadOf(own) === lead) === true).length;
  return same >= needOf(judges.length);
}
