import type { Side } from '../../src/debate/log/entryData';
import type { ArgumentGraph, ArgumentEdge, ArgumentNode } from '../../src/projections/formats/argumentGraph';
import { layoutGraph } from '../../src/reports/graph/layoutGraph';
import { median, ms, times, type Bench, type Figure } from './bench';

const runs = 7;
const aimMs = 500;

/** A large argument graph, against one of the size that people look at: once with edges to what was said last, once to anything earlier. */
export const graphLayout: Bench = {
  name: 'argument graph',
  run: () => Promise.resolve([...figures('recent'), ...figures('any')]),
};

type Reach = 'recent' | 'any';

function figures(reach: Reach): Figure[] {
  const large = made(200, 600, reach);
  const usual = made(60, 150, reach);
  const taken = { first: [] as number[], large: [] as number[], usual: [] as number[] };
  taken.first.push(timed(large));
  for (let run = 0; run < runs; run += 1) {
    taken.usual.push(timed(usual));
    taken.large.push(timed(large));
  }
  const [first, largeMs, usualMs] = [taken.first[0] ?? Number.NaN, median(taken.large), median(taken.usual)];
  const what = `layout of 200 arguments, ${large.edges.length} edges to ${reach === 'recent' ? 'recent' : 'any earlier'} ones`;
  const against = (figure: number) => ({
    figure: ms(figure),
    baseline: `${ms(usualMs)} for 60 and ${usual.edges.length}`,
    ratio: times(figure / usualMs),
  });
  return [
    { what, ...against(largeMs), aim: `≤ ${aimMs} ms`, isMet: largeMs <= aimMs },
    { what: `${what}, first time`, ...against(first), aim: `≤ ${aimMs} ms`, isMet: first <= aimMs },
  ];
}

function timed(graph: ArgumentGraph): number {
  const started = performance.now();
  layoutGraph(graph);
  return performance.now() - started;
}

/** Six openings, then one argument a side and exchange; targets are drawn from a fixed sequence. */
function made(arguments_: number, edges: number, reach: Reach): ArgumentGraph {
  let seed = 20_260_721;
  const drawn = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const nodes = Array.from({ length: arguments_ }, (_, index) => nodeAt(index, drawn(201) / 100 - 1));
  const later = nodes.filter(({ exchange }) => exchange > 0);
  const all = Array.from({ length: edges }, (_, index): ArgumentEdge => {
    const from = later[index % later.length] ?? nodeAt(6, 0);
    const earlier = nodes.filter(({ exchange }) => exchange < from.exchange).slice(reach === 'recent' ? -6 : 0);
    const to = earlier[drawn(earlier.length)] ?? nodeAt(0, 0);
    const isOwn = to.side === from.side;
    return {
      id: `${from.id}#${index}`,
      from: from.id,
      to: to.id,
      kind: isOwn ? 'defence' : 'attack',
      type: isOwn ? 'reinforce' : 'warrant_attack',
    };
  });
  const none = { total: 0, count: 0 };
  return { nodes, edges: all, dangling: [], totals: { proposition: none, opposition: none } };
}

function nodeAt(index: number, score: number): ArgumentNode {
  const side: Side = index % 2 === 0 ? 'proposition' : 'opposition';
  const exchange = index < 6 ? 0 : Math.floor((index - 6) / 2) + 1;
  const id = `${side === 'proposition' ? 'prop' : 'opp'}_${String(exchange).padStart(3, '0')}${index < 6 ? 'abc'.charAt(index >> 1) : ''}`;
  return {
    id,
    side,
    exchange,
    score,
    seq: index,
    title: `What the trial of day ${index} shows of both depots`,
    claim: 'It shows it.',
    history: [],
    redacted: false,
  };
}
