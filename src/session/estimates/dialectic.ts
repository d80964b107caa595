import { dialecticOptions } from '../../debate/formats/dialectic/options';
import { argumentLimits } from '../../debate/formats/dialectic/limits';
import { sizes, type Accounts } from './accounts';
import { countWords, type FormatUse, type SizedPlan } from './formatUse';

/** Tokens. */
const dialecticSizes = {
  /** An argument in the record, with its sources; as the Judge is shown it; and as an answer. */
  argument: 750,
  shown: 400,
  argumentAnswer: 560,
  /** What is told of an argument in later cues, and what the Judge says of it. */
  known: 70,
  score: 130,
  report: 1_000,
  grounds: 2,
} as const;

/** A Judge is shown no more than so many earlier arguments. */
const mostEarlier = 60;

const optionsOf = ({ options = {} }: SizedPlan): { exchanges: number; passes: number } => {
  const parsed = dialecticOptions.safeParse(options);
  const { exchanges, judge_passes: passes } = parsed.success ? parsed.data : dialecticOptions.parse({});
  return { exchanges, passes };
};

const roundsOf = (plan: SizedPlan): { low: number; high: number } => {
  const { exchanges } = optionsOf(plan);
  return { low: exchanges, high: exchanges };
};

export const dialecticUse: FormatUse = {
  rounds: roundsOf,
  add(plan, exchanges, accounts) {
    const { passes } = optionsOf(plan);
    let held = 0;
    for (let exchange = 0; exchange < exchanges; exchange += 1) {
      const each = exchange === 0 ? argumentLimits.openings : 1;
      addSides({ each, held }, accounts);
      const input = sizes.rulesAndBrief + sizes.task + (2 * each + Math.min(mostEarlier, held)) * dialecticSizes.shown;
      for (let pass = 0; pass < passes; pass += 1) accounts.once('judge', input, 2 * each * dialecticSizes.score);
      held += 2 * each;
    }
    accounts.once(
      'reporter',
      sizes.rulesAndBrief + sizes.task + recordOf(held) + held * dialecticSizes.known,
      dialecticSizes.report,
    );
  },
  basis: (plan) => [
    `two sides, ${countWords(roundsOf(plan), 'exchange')}, each judged ${optionsOf(plan).passes === 1 ? 'once' : `${optionsOf(plan).passes} times`}`,
    `arguments of about ${dialecticSizes.argumentAnswer} tokens with ${dialecticSizes.grounds} grounds, each ground judged`,
    `about ${sizes.toolResults} tokens of research for a side in an exchange`,
    'exchanges that are asked for later cost more',
  ],
};

/** Arguments with what the Judge said of them. */
const recordOf = (held: number): number => held * (dialecticSizes.argument + dialecticSizes.score);

/** Both sides read the same record at once: neither finds the other's request in the cache. */
function addSides({ each, held }: { each: number; held: number }, accounts: Accounts): void {
  const prefix = sizes.rulesAndBrief + recordOf(held);
  const fresh = sizes.task + held * dialecticSizes.known;
  for (const side of ['proposition', 'opposition']) {
    accounts.pass(side, {
      lineage: `research ${side}`,
      prefix,
      fresh,
      answer: sizes.notes,
      toolResults: sizes.toolResults,
    });
    accounts.pass(side, {
      lineage: side,
      prefix,
      fresh: fresh + sizes.notes,
      answer: each * dialecticSizes.argumentAnswer,
    });
    accounts.sources(each * dialecticSizes.grounds);
  }
}
