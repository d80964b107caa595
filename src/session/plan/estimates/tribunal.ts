import { tribunalFacts } from '../../../debate/formats/tribunal/facts';
import { mostRounds, tribunalOptions } from '../../../debate/formats/tribunal/options';
import { judgesIn } from '../../../debate/flow/judges';
import { readingOrders } from '../../../debate/log/entryData';
import { roundsPlanned } from '../../../projections/formats/tribunal';
import type { Accounts } from './accounts';
import { type Spread, countWords, lengthWords, type FormatUse, type SizedPlan } from './assumed';

/** Tokens. */
const tribunalSizes = {
  /** A contribution, with research log and sources, as its author and the Judge have it, and as the other side does. */
  whole: 2_000,
  public: 1_400,
  contributionAnswer: 1_700,
  assessment: 700,
  assessmentAnswer: 900,
  rulingAnswer: 1_200,
  /** Additions to the prompt for each round held: tracker, checked sources and the like. */
  prompt: 250,
  sourcesPerContribution: 3,
} as const;

/** What a Judge recommends, as a rule: its prompt says that two or three do for most. */
const fewest = 2;
const most = 5;

function roundsOf({ options = {} }: SizedPlan): Spread {
  const parsed = tribunalOptions.safeParse(options);
  const rounds = parsed.success ? parsed.data.rounds : 'auto';
  return rounds === 'auto' ? { low: fewest, high: most } : { low: rounds, high: rounds };
}

const isChosen = ({ options = {} }: SizedPlan): boolean => (options['rounds'] ?? 'auto') === 'auto';

export const tribunalUse: FormatUse = {
  rounds: roundsOf,
  roundsOf(state) {
    const { endedBy } = state.factsOf(tribunalFacts);
    if (endedBy !== undefined) return { low: state.round, high: state.round };
    const planned = roundsPlanned(state);
    const { low, high } = planned === undefined ? { low: fewest, high: most } : { low: planned, high: planned };
    return { low: Math.max(low, state.round), high: Math.max(high, state.round) };
  },
  add(plan, rounds, accounts) {
    accounts.plainAnswer(plan.options, 'judge');
    if (isChosen(plan)) accounts.task({ step: 'plan', seat: 'judge', kind: 'judge/recommend_rounds', answer: 60 });
    for (let round = 1; round <= rounds; round += 1) addRound(round, accounts);
    const record = rounds * (2 * tribunalSizes.whole + tribunalSizes.assessment);
    for (const { id, agent } of judgesIn(plan))
      for (const order of readingOrders)
        accounts.task({
          step: `verdict/${id}/${order}`,
          seat: agent,
          kind: 'juror/issues',
          record,
          answer: tribunalSizes.rulingAnswer,
        });
    accounts.task({
      step: 'ruling',
      seat: 'judge',
      kind: 'judge/rule',
      record,
      own: rounds * tribunalSizes.prompt,
      answer: tribunalSizes.rulingAnswer,
    });
    accounts.brief(plan.options?.['brief'] === true, { step: 'brief', record });
  },
  basis: (plan) => [
    `Advocate, Critic and Judge; ${countWords(roundsOf(plan), 'round')}${isChosen(plan) ? ` of at most ${mostRounds}, as the Judge recommends` : ''}, which the Judge may end early`,
    `contributions of ${lengthWords(tribunalSizes.contributionAnswer)} with about ${tribunalSizes.sourcesPerContribution} sources, each source judged; an assessment a round, and a ruling`,
  ],
};

/** Each side sees a record of its own, and the Judge another. */
function addRound(round: number, accounts: Accounts): void {
  const { whole, assessment, prompt } = tribunalSizes;
  const before = (round - 1) * (whole + tribunalSizes.public + assessment);
  const own = round * prompt;
  const sides = [
    ['advocate', 'advocate/defend'],
    ['critic', 'critic/critique'],
  ] as const;
  for (const [index, [seat, kind]] of sides.entries()) {
    const step = `r${round}/${seat}`;
    // Who speaks second has the other's contribution of this round before it.
    const record = before + index * tribunalSizes.public;
    accounts.task({ step, seat, kind, record, own, answer: tribunalSizes.contributionAnswer });
    accounts.sources(step, tribunalSizes.sourcesPerContribution);
  }
  accounts.task({
    step: `r${round}/judge`,
    seat: 'judge',
    kind: 'judge/assess',
    record: round * 2 * whole + (round - 1) * assessment,
    own,
    answer: tribunalSizes.assessmentAnswer,
  });
}
