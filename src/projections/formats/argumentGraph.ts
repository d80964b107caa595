import type { AttackType, DefenceType, Side } from '../../debate/log/entryData';
import {
  dialecticFacts,
  points,
  scoreTotals,
  type ArgumentFact,
  type DialecticFacts,
} from '../../debate/formats/dialectic/facts';
import { motionOf } from '../../debate/formats/dialectic/options';
import { isRedacted, type DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { scoresByExchange } from './dialectic';

interface ScoredStep {
  /** Cumulative, in whole points: 0.35. */
  score: number;
  reasoning: string;
  exchange: number;
  /** The judgment. */
  seq: number;
  /** The highest less the lowest of several passes. */
  spread?: number;
}

/** As anyone may see it: of a redacted one, title, claim and relations are gone. */
export interface ArgumentNode {
  id: string;
  side: Side;
  exchange: number;
  title: string;
  claim: string;
  seq: number;
  /** Null before it is judged. */
  score: number | null;
  history: ScoredStep[];
  redacted: boolean;
}

export interface ArgumentEdge {
  /** Two arguments may be joined by several edges. */
  id: string;
  from: string;
  to: string;
  kind: 'attack' | 'defence';
  type: AttackType | DefenceType;
}

/** Plain JSON, made from the record alone. */
export interface ArgumentGraph {
  nodes: ArgumentNode[];
  edges: ArgumentEdge[];
  /** Edges to arguments that do not exist, in records of other programs. */
  dangling: ArgumentEdge[];
  totals: Record<Side, { total: number; count: number }>;
}

export function argumentGraph(view: RecordView): ArgumentGraph {
  const facts = view.state.factsOf(dialecticFacts);
  const all = [...facts.arguments.values()];
  const edges = all.flatMap((argument) => (isRedacted(view.state, argument.seq) ? [] : edgesOf(argument)));
  return {
    nodes: all.map((argument) => nodeOf(view, facts, argument)),
    edges: edges.filter(({ to }) => facts.arguments.has(to)),
    dangling: edges.filter(({ to }) => !facts.arguments.has(to)),
    totals: scoreTotals(facts),
  };
}

/** Arguments by name, as the record has them: callers must mask their words. */
export const argumentsIn = (state: DebateState): ReadonlyMap<string, ArgumentFact> =>
  state.factsOf(dialecticFacts).arguments;

/** Totals after each judgment. */
export function judgedExchanges(state: DebateState) {
  const facts = state.factsOf(dialecticFacts);
  const known = scoresByExchange(facts);
  return [...facts.judgments]
    .sort(([some], [other]) => some - other)
    .map(([exchange, seq]) => {
      const { proposition = 0, opposition = 0 } = known.findLast((one) => one.exchange <= exchange)?.totals ?? {};
      return { exchange, seq, proposition: proposition / 100, opposition: opposition / 100 };
    });
}

export const motionIn = ({ state, mask }: RecordView): string => mask.text(motionOf(state).text);

function nodeOf({ state, mask }: RecordView, facts: Readonly<DialecticFacts>, argument: ArgumentFact): ArgumentNode {
  const { id, side, exchange, seq, title, claim } = argument;
  const redacted = isRedacted(state, seq);
  const steps = facts.scores.get(id) ?? [];
  const now = steps.at(-1);
  return {
    id,
    side,
    exchange,
    seq,
    redacted,
    title: redacted ? '[REDACTED]' : mask.text(title),
    claim: redacted ? '' : mask.text(claim),
    score: now === undefined ? null : points(now.hundredths),
    history: steps.map(({ hundredths, reasoning, exchange: scored, seq: judgment, spread }) => ({
      score: points(hundredths),
      reasoning: mask.of(judgment, reasoning),
      exchange: scored,
      seq: judgment,
      ...(spread === undefined ? {} : { spread: spread / 100 }),
    })),
  };
}

function edgesOf({ id, attacks, defends }: ArgumentFact): ArgumentEdge[] {
  const found = [
    ...attacks.map(({ target, type }) => ({ from: id, to: target, kind: 'attack' as const, type })),
    ...defends.map(({ target, type }) => ({ from: id, to: target, kind: 'defence' as const, type })),
  ];
  return found.map((edge, index) => ({ id: `${id}#${index}`, ...edge }));
}
