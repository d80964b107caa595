import { judgesIn } from '../../../debate/flow/judges';
import { dialecticFacts } from '../../../debate/formats/dialectic/facts';
import { argumentLimits, dialecticOptions } from '../../../debate/formats/dialectic/options';
import type { Accounts } from './accounts';
import { type Spread, countWords, lengthWords, type FormatUse, type SizedPlan } from './assumed';

/** Tokens. */
const dialecticSizes = {
  /** An argument in the record, with its sources; as the Judge is shown it; as an answer. */
  argument: 750,
  shown: 400,
  argumentAnswer: 560,
  /** What later prompts tell of an argument, and what the Judge says of it. */
  known: 70,
  score: 130,
  report: 1_000,
  grounds: 2,
} as const;

const mostEarlier = 60;

const optionsOf = ({ options = {} }: SizedPlan): { exchanges: number; passes: number } => {
  const parsed = dialecticOptions.safeParse(options);
  const {
    exchanges,
    judges = [],
    judge_passes: single = 1,
  } = parsed.success ? parsed.data : dialecticOptions.parse({});
  return { exchanges, passes: judges.length === 0 ? single : 2 * judges.length };
};

const roundsOf = (plan: SizedPlan): Spread => {
  const { exchanges } = optionsOf(plan);
  return { low: exchanges, high: exchanges };
};

export const dialecticUse: FormatUse = {
  rounds: roundsOf,
  roundsOf(state) {
    const { requested } = state.factsOf(dialecticFacts);
    return { low: requested, high: requested };
  },
  add(plan, exchanges, accounts) {
    const { passes } = optionsOf(plan);
    const judges = judgesIn(plan);
    accounts.plainAnswer(plan.options, 'judge');
    let held = 0;
    for (let exchange = 0; exchange < exchanges; exchange += 1) {
      const each = exchange === 0 ? argumentLimits.openings : 1;
      addSides({ each, held, exchange }, accounts);
      const own = (2 * each + Math.min(mostEarlier, held)) * dialecticSizes.shown;
      const answer = 2 * each * dialecticSizes.score;
      for (let pass = 0; pass < passes; pass += 1) {
        const seat = judges[Math.floor(pass / 2)]?.agent ?? 'judge';
        accounts.task({ step: `e${exchange}/judgment`, seat, kind: 'scorer/score', own, answer });
      }
      held += 2 * each;
    }
    accounts.task({
      step: `report/e${exchanges - 1}`,
      seat: 'reporter',
      kind: 'reporter/clash',
      record: recordOf(held),
      own: held * dialecticSizes.known,
      answer: dialecticSizes.report,
    });
    accounts.brief(plan.options?.['brief'] === true, {
      step: `report/e${exchanges - 1}/brief`,
      record: recordOf(held),
    });
  },
  basis: (plan) => [
    `two sides, ${countWords(roundsOf(plan), 'exchange')}, each judged ${optionsOf(plan).passes === 1 ? 'once' : `${optionsOf(plan).passes} times`}`,
    `arguments of ${lengthWords(dialecticSizes.argumentAnswer)} with about ${dialecticSizes.grounds} grounds, each ground judged; a report at the end`,
    'exchanges that are asked for later cost more',
  ],
};

const recordOf = (held: number): number => held * (dialecticSizes.argument + dialecticSizes.score);

/** Both sides read the same record at once: neither finds the other's request in the cache. */
function addSides(
  { each, held, exchange }: { each: number; held: number; exchange: number },
  accounts: Accounts,
): void {
  const step = `e${exchange}/arguments`;
  for (const seat of ['proposition', 'opposition']) {
    accounts.task({
      step,
      seat,
      kind: exchange === 0 ? 'side/open' : 'side/rebut',
      record: recordOf(held),
      own: held * dialecticSizes.known,
      answer: each * dialecticSizes.argumentAnswer,
      isAtOnce: true,
    });
    accounts.sources(step, each * dialecticSizes.grounds);
  }
}
