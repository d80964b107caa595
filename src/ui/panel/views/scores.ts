import { scoresByExchange } from '../../../projections/formats/dialectic';
import {
  dialecticFacts,
  type ArgumentFact,
  type DialecticFacts,
  type ScoreStep,
} from '../../../debate/formats/dialectic/facts';
import { isStruck } from '../../../debate/state';
import type { RecordView } from '../../../debate/view';
import type { PanelArgument, PanelScoreStep, Scores } from '../../../shared/protocol';
import { cutText } from '../../../debate/shortText';

const longestReasoning = 600;
const longestClaim = 600;

/** The scoreboard of a dialectic: made from the record alone, as anyone may see it. */
export function scoresOf(view: RecordView): Scores {
  const facts = view.state.factsOf(dialecticFacts);
  const { proposition, opposition } = facts.totals;
  return {
    totals: { proposition: proposition.hundredths / 100, opposition: opposition.hundredths / 100 },
    exchanges: exchangesOf(facts),
    arguments: [...facts.arguments.values()].map((argument) => argumentOf(view, facts, argument)),
  };
}

export function argumentOf(
  { state, mask }: RecordView,
  { scores }: Readonly<DialecticFacts>,
  argument: ArgumentFact,
): PanelArgument {
  const { id, side, exchange, seq, title, claim } = argument;
  const struck = isStruck(state, seq);
  const steps = scores.get(id) ?? [];
  const now = steps.at(-1);
  return {
    id,
    side,
    exchange,
    seq,
    struck,
    title: struck ? '' : mask.text(title),
    claim: struck ? '' : cutText(mask.text(claim), longestClaim),
    score: now === undefined ? null : now.hundredths / 100,
    history: steps.map((step) => stepOf(step, mask.text(step.reasoning))),
  };
}

function stepOf({ exchange, hundredths, seq, spread }: ScoreStep, reasoning: string): PanelScoreStep {
  return {
    exchange,
    score: hundredths / 100,
    seq,
    reasoning: cutText(reasoning, longestReasoning),
    ...(spread === undefined ? {} : { spread: spread / 100 }),
  };
}

/** The totals after each judgment, in the order of the exchanges. */
function exchangesOf(facts: Readonly<DialecticFacts>): Scores['exchanges'] {
  const known = scoresByExchange(facts);
  return [...facts.judgments]
    .sort(([some], [other]) => some - other)
    .map(([exchange, seq]) => {
      const { proposition = 0, opposition = 0 } = known.findLast((one) => one.exchange <= exchange)?.totals ?? {};
      return { exchange, seq, proposition: proposition / 100, opposition: opposition / 100 };
    });
}
