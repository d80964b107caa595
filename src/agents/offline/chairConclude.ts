import type { DebaterLedger, TaskInputs, TaskOutput } from '../../debate/tasks';
import { joined } from './grammar';
import { lastRoundStart, ledgerOf } from './record';

/**
 * The outcome is counted, not felt: stated criteria with stated weights, from the ledgers alone. No word of the evidence
 * or of an entry is read here, so none can sway it.
 */
interface Criterion {
  name: string;
  weight: number;
  /** What was counted, in words, and the share of the weight that it earns. */
  measure(ledger: DebaterLedger, field: Field): { value: string; share: number };
}

interface Field {
  opponents: number;
  mostFiles: number;
  lastRound: number;
}

const share = (part: number, whole: number): number => (whole <= 0 ? 0 : Math.max(0, Math.min(1, part / whole)));

const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`;

const criteria: readonly Criterion[] = [
  {
    name: 'sourced_arguments',
    weight: 20,
    measure: ({ verification, turns }) => ({
      value: `${counted(verification.verified, 'verified source')} in ${counted(turns, 'turn')}`,
      share: share(verification.verified, 1.5 * turns),
    }),
  },
  {
    name: 'breadth_of_evidence',
    weight: 10,
    measure: ({ verifiedFiles }, { mostFiles }) => ({
      value: counted(verifiedFiles, 'file'),
      share: share(verifiedFiles, mostFiles),
    }),
  },
  {
    name: 'arguments_left_standing',
    weight: 20,
    measure: ({ rebutted, unanswered }, { lastRound }) => {
      // Not everybody could still answer what was said in the last round.
      const standing = unanswered.filter((seq) => seq < lastRound).length;
      const all = standing + rebutted.filter((seq) => seq < lastRound).length;
      return { value: `${standing} of ${all} before the last round unanswered`, share: share(standing, all) };
    },
  },
  {
    name: 'opponents_rebutted',
    weight: 20,
    measure: ({ rebuttals }, { opponents }) => {
      const met = new Set(rebuttals.map((rebuttal) => rebuttal.to)).size;
      return { value: `${met} of ${opponents}`, share: share(met, opponents) };
    },
  },
  {
    name: 'verifier_findings',
    weight: 10,
    measure: ({ verification, cited, struck }) => ({
      value: `${verification.verified} of ${cited} sources verified, ${counted(struck.length, 'entry', 'entries')} struck`,
      share: share(verification.verified, cited + struck.length),
    }),
  },
  {
    name: 'rules',
    weight: 10,
    measure: ({ infractions }) => ({
      value: counted(infractions.length, 'infraction'),
      share: 1 - share(infractions.length, 4),
    }),
  },
  {
    name: 'persona_and_presence',
    weight: 10,
    measure: ({ turns, skipped, conjectures, concessions, rebutted, unanswered }) => {
      const held = turns - skipped - conjectures;
      // Facts may be conceded; to concede more than one argues is to give the position up.
      const excess = Math.max(0, concessions - rebutted.length - unanswered.length);
      const value = `${counted(skipped, 'turn')} skipped, ${counted(conjectures, 'conjecture')}, ${counted(concessions, 'fact')} conceded`;
      return { value, share: share(held - excess, turns) };
    },
  },
];

/** Below this difference the first two count as closely balanced. */
export const drawMargin = 5;

export interface Score {
  name: string;
  points: number;
  criteria: Record<string, { value: string; points: number }>;
}

export function conclude({
  brief,
  record,
  ledgers,
  barred,
}: TaskInputs['chair/conclude']): TaskOutput<'chair/conclude'> {
  const names = brief.debaters.map((debater) => debater.name);
  const scores = names.map((name) => scoreOf(ledgerOf(ledgers, name), fieldOf(ledgers, names, lastRoundStart(record))));
  const arguments_ = ledgers.reduce((sum, { rebutted, unanswered }) => sum + rebutted.length + unanswered.length, 0);
  const eligible = scores.filter(({ name }) => !barred.includes(name));
  const { outcome, why } = verdict({ eligible, barred, hasArguments: arguments_ > 0 });
  const evaluations = scores.map(({ name, points, criteria: measures }) => ({
    debater: name,
    criteria: {
      ...measures,
      total: `${points} of 100 points`,
      ...(barred.includes(name) ? { barred: 'a fabricated source stands' } : {}),
    },
  }));
  return { outcome, reason: `${why} ${method()} ${tally(scores)}`, evaluations };
}

function fieldOf(ledgers: readonly DebaterLedger[], names: readonly string[], lastRound: number): Field {
  const mostFiles = Math.max(0, ...ledgers.map((ledger) => ledger.verifiedFiles));
  return { opponents: names.length - 1, mostFiles, lastRound };
}

function scoreOf(ledger: DebaterLedger, field: Field): Score {
  const measures: Score['criteria'] = {};
  let points = 0;
  for (const criterion of criteria) {
    const { value, share: earned } = criterion.measure(ledger, field);
    const own = tenth(criterion.weight * earned);
    measures[criterion.name] = { value, points: own };
    points += own;
  }
  return { name: ledger.name, points: tenth(points), criteria: measures };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

interface Contest {
  eligible: readonly Score[];
  barred: readonly string[];
  hasArguments: boolean;
}

function verdict({ eligible, barred, hasArguments }: Contest): { outcome: string; why: string } {
  if (!hasArguments)
    return { outcome: 'void', why: 'No argument with a source stands in the record, so there is nothing to compare.' };
  if (barred.length > 1) {
    return {
      outcome: 'void',
      why: `Fabricated sources stand against ${joined(barred)}; no fair conclusion can be drawn.`,
    };
  }
  const [first, second] = [...eligible].sort((a, b) => b.points - a.points);
  const excluded =
    barred[0] === undefined ? '' : ` ${barred[0]} has a standing fabricated source and cannot be named winner.`;
  if (first === undefined) return { outcome: 'void', why: `Nobody is left who could be named winner.${excluded}` };
  if (first.points === 0) return { outcome: 'draw', why: `Nobody earned a point.${excluded}` };
  if (second === undefined)
    return { outcome: `${first.name}_wins`, why: `${first.name} remains with ${first.points} points.${excluded}` };
  const lead = tenth(first.points - second.points);
  if (lead < drawMargin) {
    const why = `${first.name} (${first.points}) and ${second.name} (${second.points}) are closely balanced: ${lead} points lie between them, under the margin of ${drawMargin}.${excluded}`;
    return { outcome: 'draw', why };
  }
  const why = `${first.name} leads with ${first.points} points before ${second.name} with ${second.points}; the difference of ${lead} is no less than the margin of ${drawMargin}, under which it would be a draw.${excluded}`;
  return { outcome: `${first.name}_wins`, why };
}

function method(): string {
  const weights = criteria.map(({ name, weight }) => `${name.replaceAll('_', ' ')} ${weight}`);
  return `Counted from the record, of 100 points: ${joined(weights)}.`;
}

function tally(scores: readonly Score[]): string {
  return `Totals: ${scores.map(({ name, points }) => `${name} ${points}`).join(', ')}.`;
}
