import { sizes, type Accounts } from './accounts';
import { countWords, type FormatUse, type SizedPlan } from './formatUse';

/** Tokens. */
const panelSizes = {
  turn: 1_150,
  /** What the officials add to the record for each turn, and for each round. */
  officials: 260,
  turnAnswer: 1_300,
  review: 120,
  sourcesPerTurn: 3,
} as const;

/** Tokens of the answers of tasks that read the record once. */
const once = {
  unresolved: { role: 'chair', answer: 400 },
  conclusion: { role: 'chair', answer: 1_500 },
  'audience-conclusion': { role: 'audience', answer: 600 },
  summary: { role: 'reporter', answer: 1_800 },
  'blog-post': { role: 'reporter', answer: 2_000 },
  assessor: { role: 'assessor', answer: 2_200 },
} as const;

const roundsOf = ({ limits }: SizedPlan) => ({ low: limits.min_rounds, high: limits.max_rounds });

export const panelUse: FormatUse = {
  rounds: roundsOf,
  add(plan, rounds, accounts) {
    const { debaters } = plan;
    const record = addTurns(plan, rounds, accounts);
    for (let round = 1; round <= rounds; round += 1) {
      const recent = debaters.length * panelSizes.turn + round * debaters.length * 40;
      for (const [seat, answer] of [
        ['audience', 150],
        ['chair', 100],
      ] as const)
        accounts.once(seat, sizes.rulesAndBrief + recent + sizes.task, answer);
    }
    for (const { role, answer } of Object.values(once))
      accounts.once(role, sizes.rulesAndBrief + record + sizes.task, answer);
    for (let turn = 0; turn < debaters.length * (rounds + 2); turn += 1) {
      accounts.pass('chair', {
        lineage: 'review',
        prefix: sizes.rulesAndBrief,
        fresh: panelSizes.turn + sizes.task,
        answer: panelSizes.review,
      });
      accounts.sources(panelSizes.sourcesPerTurn);
    }
  },
  basis: (plan) => [
    `${plan.debaters.length} debaters, ${countWords(roundsOf(plan), 'round')}, an opening and a closing each`,
    `turns of about ${panelSizes.turnAnswer} tokens with ${panelSizes.sourcesPerTurn} sources, each source judged`,
    `about ${sizes.toolResults} tokens of research for a turn`,
  ],
};

/** Research and composition of every turn, on a prefix that grows; returns how long the record is in the end. */
function addTurns({ debaters }: SizedPlan, rounds: number, accounts: Accounts): number {
  let record: number = sizes.rulesAndBrief;
  for (let round = 0; round <= rounds + 1; round += 1) {
    for (const { name } of debaters) {
      // Closings bring nothing new: nothing is looked up for them.
      if (round <= rounds)
        accounts.pass(name, {
          lineage: 'research',
          prefix: record,
          fresh: sizes.task,
          answer: sizes.notes,
          toolResults: sizes.toolResults,
        });
      accounts.pass(name, {
        lineage: 'turn',
        prefix: record,
        fresh: sizes.task + sizes.notes,
        answer: panelSizes.turnAnswer,
      });
      record += panelSizes.turn + panelSizes.officials;
    }
  }
  return record;
}
