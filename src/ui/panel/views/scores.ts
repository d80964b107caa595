import { cutText } from '../../../debate/shortText';
import type { RecordView } from '../../../debate/view';
import { argumentGraph, judgedExchanges, type ArgumentNode } from '../../../projections/formats/argumentGraph';
import type { Scores } from '../../../shared/protocol';

const longestReasoning = 600;
const longestClaim = 600;

/** The scoreboard of a dialectic: made from the record alone, as anyone may see it. */
export function scoresOf(view: RecordView): Scores {
  const { totals, nodes } = argumentGraph(view);
  return {
    totals: { proposition: totals.proposition.total, opposition: totals.opposition.total },
    exchanges: judgedExchanges(view.state),
    arguments: nodes.map(shownArgument),
  };
}

/** As long as the page shows it. */
export const shownArgument = <A extends ArgumentNode>(argument: A): A => ({
  ...argument,
  title: argument.struck ? '' : argument.title,
  claim: cutText(argument.claim, longestClaim),
  history: argument.history.map((step) => ({ ...step, reasoning: cutText(step.reasoning, longestReasoning) })),
});
