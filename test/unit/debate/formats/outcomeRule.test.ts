import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  isLeadFirm,
  issueDecision,
  issueRanks,
  type IssueRank,
  type JudgeResult,
  leadOf,
  outcomeOfJury,
  type JudgeReading,
  voteOf,
} from '../../../../src/debate/formats/common/outcomeRule';
import { seeded } from '../../../support/seeded';

/** The rule of outcome against a second one, which was written from the text and takes the long way everywhere. */

const names = ['ada', 'bob', 'cyd', 'dan'];
const random = seeded(45);
const below = (limit: number): number => Math.floor(random() * limit);
const juries = Number(process.env['JURIES'] ?? 20_000);

type Orders = [JudgeReading, JudgeReading];
interface Judge {
  orders: Orders | undefined;
}
interface Case {
  judges: Judge[];
  standing: string[];
  barredBefore: string[];
  barredBy: string[];
}

const drawnReading = (spread: number): JudgeReading => ({
  totals: new Map(names.map((name) => [name, 25 + below(spread)])),
  isVoid: below(12) === 0,
});

function drawnCase(): Case {
  const seated = 1 + below(5);
  const spread = [2, 5, 9, 26][below(4)] ?? 9;
  const one = below(6) === 0 ? [names[below(4)] ?? ''] : [];
  const later = below(8) === 0 ? [names[below(4)] ?? ''] : [];
  return {
    judges: Array.from({ length: seated }, () => ({
      orders: below(6) === 0 ? undefined : [drawnReading(spread), drawnReading(spread)],
    })),
    standing: names.filter(() => below(8) !== 0),
    barredBefore: one,
    barredBy: [...new Set([...one, ...later])],
  };
}

const without = (all: readonly string[], some: readonly string[]): string[] =>
  all.filter((name) => !some.includes(name));

function decide({ judges, standing, barredBefore, barredBy }: Case) {
  const compared = without(standing, barredBefore);
  const results = judges.map(({ orders }): JudgeResult => {
    if (orders === undefined) return 'failed';
    const vote = voteOf(orders, compared);
    return vote === undefined ? 'flips' : { vote };
  });
  return outcomeOfJury({ judges: results, mayWin: without(standing, barredBy), barred: barredBy.length });
}

/** Who leads all others by at least `least`; nobody has to be led where one is alone. */
function leader(points: (name: string) => number, among: readonly string[], least: number): string | undefined {
  for (const name of among) {
    let leads = true;
    for (const other of among) if (other !== name && points(name) - points(other) < least) leads = false;
    if (leads) return name;
  }
  return undefined;
}

function slowChoice(reading: JudgeReading, among: readonly string[]): string {
  if (reading.isVoid || among.length === 0) return 'void';
  const best = leader((name) => reading.totals.get(name) ?? 0, among, 3);
  return best === undefined ? 'draw' : `${best}_wins`;
}

function slowVote([a, b]: Orders, among: readonly string[]): string {
  const first = slowChoice(a, among);
  const second = slowChoice(b, among);
  if (first === second) return first;
  for (const name of among) {
    const isNamed = [first, second].includes(`${name}_wins`) && [first, second].includes('draw');
    if (!isNamed) continue;
    const sum = (one: string): number => (a.totals.get(one) ?? 0) + (b.totals.get(one) ?? 0);
    return leader(sum, among, 6) === name ? `${name}_wins` : 'draw';
  }
  return 'none';
}

function slowOutcome({ judges, standing, barredBefore, barredBy }: Case): string {
  if (barredBy.length >= 2) return 'void';
  if (without(standing, barredBy).length === 0) return 'void';
  const seated = judges.length;
  const need = seated % 2 === 0 ? seated / 2 + 1 : (seated + 1) / 2;
  const among = without(standing, barredBefore);
  let failed = 0;
  let flipped = 0;
  const counted: string[] = [];
  for (const { orders } of judges) {
    if (orders === undefined) failed += 1;
    else {
      const vote = slowVote(orders, among);
      if (vote === 'none') flipped += 1;
      else if (!barredBy.some((name) => vote === `${name}_wins`)) counted.push(vote);
    }
  }
  if (failed === seated) return 'no conclusion';
  for (const choice of counted) if (counted.filter((other) => other === choice).length >= need) return choice;
  if (failed > seated - need) return 'undecided: judges_failed';
  return flipped > 0 ? 'undecided: flips' : 'undecided: split';
}

function said(outcome: ReturnType<typeof outcomeOfJury>): string {
  if (outcome === undefined) return 'no conclusion';
  return 'why' in outcome ? `undecided: ${outcome.why}` : outcome.outcome;
}

const words = (drawn: Case): string =>
  JSON.stringify(drawn, (_, value: unknown) => (value instanceof Map ? [...value] : value));

const raised = (orders: Orders, name: string, by: number): Orders =>
  [orders[0], orders[1]].map(({ totals, isVoid }) => ({
    isVoid,
    totals: new Map(totals).set(name, (totals.get(name) ?? 0) + by),
  })) as unknown as Orders;

describe('the rule of outcome of a panel', () => {
  it('is that of the text, over random juries', () => {
    const seen = new Map<string, number>();
    for (let index = 0; index < juries; index += 1) {
      const drawn = drawnCase();
      const outcome = said(decide(drawn));
      expect(outcome, words(drawn)).toBe(slowOutcome(drawn));
      const kind = outcome.endsWith('_wins') ? 'wins' : outcome;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    for (const kind of ['wins', 'draw', 'void', 'no conclusion', 'flips', 'split', 'judges_failed'])
      expect(
        [...seen.keys()].some((one) => one.endsWith(kind)),
        kind,
      ).toBe(true);
  });

  it('knows no names, no places, no order of reading and no judge by its place', () => {
    const others = new Map(names.map((name, index) => [name, `x${names.length - index}`]));
    const called = (name: string): string => others.get(name) ?? name;
    const mirrored = ({ totals, isVoid }: JudgeReading): JudgeReading => ({
      isVoid,
      totals: new Map([...totals].reverse().map(([name, total]) => [called(name), total])),
    });
    for (let index = 0; index < juries / 10; index += 1) {
      const drawn = drawnCase();
      const turned: Case = {
        judges: drawn.judges
          .toReversed()
          .map(({ orders }) => ({ orders: orders && [mirrored(orders[1]), mirrored(orders[0])] })),
        standing: drawn.standing.toReversed().map(called),
        barredBefore: drawn.barredBefore.map(called),
        barredBy: drawn.barredBy.map(called),
      };
      const back = new Map([...others].map(([name, other]) => [`${other}_wins`, `${name}_wins`]));
      const outcome = said(decide(turned));
      expect(back.get(outcome) ?? outcome).toBe(said(decide(drawn)));
    }
  });

  const change = (drawn: Case, name: string, by: number): Case => {
    const at = below(drawn.judges.length);
    const judges = drawn.judges.map((judge, place) =>
      place === at && judge.orders !== undefined ? { orders: raised(judge.orders, name, by) } : judge,
    );
    return { ...drawn, judges };
  };

  it('takes no win from a debater whose points rise', () => {
    let won = 0;
    for (let index = 0; index < juries / 3; index += 1) {
      const drawn = drawnCase();
      const outcome = said(decide(drawn));
      const winner = names.find((name) => outcome === `${name}_wins`);
      if (winner === undefined) continue;
      won += 1;
      expect(said(decide(change(drawn, winner, 1 + below(9)))), words(drawn)).toBe(outcome);
    }
    expect(won).toBeGreaterThan(200);
  });

  it('takes no win from one of two debaters while the other’s points fall', () => {
    let won = 0;
    for (let index = 0; index < juries / 3; index += 1) {
      const drawn = { ...drawnCase(), standing: ['ada', 'bob'] };
      const outcome = said(decide(drawn));
      const winner = names.find((name) => outcome === `${name}_wins`);
      if (winner === undefined) continue;
      won += 1;
      const other = winner === 'ada' ? 'bob' : 'ada';
      expect(said(decide(change(drawn, other, -1 - below(9)))), words(drawn)).toBe(outcome);
    }
    expect(won).toBeGreaterThan(200);
  });

  it('can turn a win among three into a flip while a third one’s points fall, since that ends a draw between two others', () => {
    const totals = (ada: number, bob: number, cyd: number): JudgeReading => ({
      isVoid: false,
      totals: new Map([
        ['ada', ada],
        ['bob', bob],
        ['cyd', cyd],
      ]),
    });
    const among = ['ada', 'bob', 'cyd'];
    expect(voteOf([totals(45, 30, 30), totals(30, 33, 32)], among)).toBe('ada_wins');
    expect(voteOf([totals(45, 30, 30), totals(30, 33, 25)], among)).toBeUndefined();
  });

  it('takes no winner from a judge that fails', () => {
    for (let index = 0; index < juries / 10; index += 1) {
      const drawn = drawnCase();
      const before = said(decide(drawn));
      const at = below(drawn.judges.length);
      const judges = drawn.judges.map((judge, place) => (place === at ? { orders: undefined } : judge));
      const after = said(decide({ ...drawn, judges }));
      if (after.endsWith('_wins')) expect(after).toBe(before);
    }
  });

  it('decides with one judge for its vote, or is undecided', () => {
    const reading = (ada: number, bob: number, isVoid = false): JudgeReading => ({
      totals: new Map([
        ['ada', ada],
        ['bob', bob],
      ]),
      isVoid,
    });
    const both = ['ada', 'bob'];
    const vote = (one: JudgeReading, other: JudgeReading): string | undefined => voteOf([one, other], both);
    expect(choiceOf(reading(33, 30), both)).toEqual({ choice: 'ada_wins', margin: 3 });
    expect(choiceOf(reading(32, 30), both)).toEqual({ choice: 'draw', margin: 2 });
    expect(vote(reading(33, 30), reading(33, 30))).toBe('ada_wins');
    expect(vote(reading(34, 30), reading(32, 30))).toBe('ada_wins');
    expect(vote(reading(33, 30), reading(32, 30))).toBe('draw');
    expect(vote(reading(33, 30), reading(30, 33))).toBeUndefined();
    expect(vote(reading(33, 30), reading(33, 30, true))).toBeUndefined();
    expect(vote(reading(30, 30), reading(33, 30, true))).toBeUndefined();
    expect(vote(reading(30, 30, true), reading(33, 30, true))).toBe('void');
    expect(outcomeOfJury({ judges: ['flips'], mayWin: both, barred: 0 })).toEqual({
      outcome: 'undecided',
      why: 'flips',
    });
  });
});

/** The mean of the two middle ones, by counting how many lie at or below each rank. */
function slowIssue(all: readonly number[]): number {
  const atMost = (rank: number): number => all.filter((one) => one <= rank).length;
  const nth = (place: number): number => [0, 1, 2].find((rank) => atMost(rank) >= place) ?? 2;
  return Math.floor((nth(all.length / 2) + nth(all.length / 2 + 1)) / 2);
}

describe('the verdict on an issue', () => {
  it('is that of the text, over random judges', () => {
    for (let index = 0; index < juries / 3; index += 1) {
      const seated = 1 + below(5);
      const complete = Array.from({ length: below(seated + 1) }, (): [IssueRank, IssueRank] => [
        issueRanks[below(3)] ?? 'REJECTED',
        issueRanks[below(3)] ?? 'REJECTED',
      ]);
      const decision = issueDecision(complete, seated);
      if (complete.length === 0) {
        expect(decision).toBeUndefined();
        continue;
      }
      const wanted = issueRanks[slowIssue(complete.flat().map((one) => issueRanks.indexOf(one)))];
      const same = complete.filter(([a, b]) => a === wanted && b === wanted).length;
      expect(decision).toEqual({ verdict: wanted, isFirm: same * 2 > seated });
    }
  });

  it('is the stricter of two neighbours, and revision between the extremes', () => {
    const of = (a: IssueRank, b: IssueRank) => issueDecision([[a, b]], 1)?.verdict;
    expect(of('REJECTED', 'REVISION REQUIRED')).toBe('REJECTED');
    expect(of('ACCEPTED', 'REVISION REQUIRED')).toBe('REVISION REQUIRED');
    expect(of('ACCEPTED', 'REJECTED')).toBe('REVISION REQUIRED');
  });
});

describe('the lead of a dialectic', () => {
  it('is firm where more than half of the judges have it in both orders', () => {
    expect([leadOf(0.01), leadOf(-0.01), leadOf(0)]).toEqual(['proposition', 'opposition', 'even']);
    expect(isLeadFirm(10, [[20, 5]])).toBe(true);
    expect(isLeadFirm(10, [[20, 0]])).toBe(false);
    expect(isLeadFirm(10, [[20, -1]])).toBe(false);
    expect(
      isLeadFirm(-10, [
        [-1, -20],
        [-3, -4],
        [9, 9],
      ]),
    ).toBe(true);
    expect(isLeadFirm(-10, [[-1, -20], undefined, [9, 9]])).toBe(false);
    expect(isLeadFirm(0, [[0, 0]])).toBe(false);
  });
});
