import { mostRounds, tribunalOptions } from '../../debate/formats/tribunal/options';
import { sizes, type Accounts } from './accounts';
import { countWords, type FormatUse, type SizedPlan } from './formatUse';

/** Tokens. */
const tribunalSizes = {
  /** A contribution as its author and the Judge have it, with research log and sources, and as the other side has it. */
  whole: 2_000,
  public: 1_400,
  contributionAnswer: 1_700,
  assessment: 850,
  assessmentAnswer: 1_100,
  rulingAnswer: 1_500,
  /** Tracker, checked sources and what else is said with the task, for each round held. */
  cue: 450,
  sourcesPerContribution: 3,
} as const;

/** Before it, issues are new, so that something moves. */
const earliestEnd = 2;

function roundsOf({ options = {} }: SizedPlan): { low: number; high: number } {
  const parsed = tribunalOptions.safeParse(options);
  const rounds = parsed.success ? parsed.data.rounds : 'auto';
  const high = rounds === 'auto' ? mostRounds : rounds;
  return { low: Math.min(earliestEnd, high), high };
}

export const tribunalUse: FormatUse = {
  rounds: roundsOf,
  add({ options = {} }, rounds, accounts) {
    if (options['rounds'] === 'auto' || options['rounds'] === undefined)
      accounts.once('judge', sizes.rulesAndBrief + sizes.task, 60);
    for (let round = 1; round <= rounds; round += 1) addRound(round, accounts);
    const record = rounds * (2 * tribunalSizes.whole + tribunalSizes.assessment);
    accounts.pass('judge', {
      lineage: 'rule',
      prefix: sizes.rulesAndBrief + record,
      fresh: sizes.task + rounds * tribunalSizes.cue,
      answer: tribunalSizes.rulingAnswer,
    });
  },
  basis: (plan) => [
    `Advocate, Critic and Judge; ${countWords(roundsOf(plan), 'round')}${plan.options?.['rounds'] === 'auto' ? ', as the Judge recommends' : ''}, which the Judge may end early`,
    `contributions of about ${tribunalSizes.contributionAnswer} tokens with ${tribunalSizes.sourcesPerContribution} sources, each source judged`,
    `about ${sizes.toolResults} tokens of research for a contribution, and for an assessment`,
  ],
};

/** Each side sees a record of its own, and the Judge another. */
function addRound(round: number, accounts: Accounts): void {
  const { whole, assessment, cue } = tribunalSizes;
  const before = (round - 1) * (whole + tribunalSizes.public + assessment);
  const fresh = sizes.task + round * cue;
  for (const [index, side] of ['advocate', 'critic'].entries()) {
    // Who speaks second has the other's contribution of this round before it.
    const prefix = sizes.rulesAndBrief + before + index * tribunalSizes.public;
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
      answer: tribunalSizes.contributionAnswer,
    });
    accounts.sources(tribunalSizes.sourcesPerContribution);
  }
  const prefix = sizes.rulesAndBrief + round * 2 * whole + (round - 1) * assessment;
  accounts.pass('judge', {
    lineage: 'research judge',
    prefix,
    fresh,
    answer: sizes.notes,
    toolResults: sizes.toolResults,
  });
  accounts.pass('judge', {
    lineage: 'assess',
    prefix,
    fresh: fresh + sizes.notes,
    answer: tribunalSizes.assessmentAnswer,
  });
}
