import { Graph, layout } from '@dagrejs/dagre';
import type { GraphEdge } from './argumentGraph';
import type { Point } from './edgePath';
import type { Places, Rows } from './layoutGraph';

interface NodeLabel extends Partial<Point> {
  width: number;
  height: number;
  rank?: number;
}
interface EdgeLabel {
  width: number;
  height: number;
  points?: Point[];
}
type Layered = Graph<object, NodeLabel, EdgeLabel>;

/** In a debate of many exchanges edges that pass rows push everything apart: they are left to be routed beside. */
const longestSpan = (rows: number): number => (rows <= 40 ? 2 : 1);

/** Pairs of one row whose order is said: a row with more has them by the order in which they were put in. */
const mostPairs = 600;

/**
 * Rows, order within the rows and routes by dagre's layered layout. The rows are given, because the exchange is what they
 * mean, so dagre's own ranking is replaced.
 *
 * @returns places of all nodes, and of the edges that span few rows.
 */
export function placeWithDagre(input: Rows): Places {
  const graph: Layered = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 44, edgesep: 18, ranksep: 84, ranker: (ranked: Layered) => rankByRow(ranked, input) });
  for (const row of input.rows) for (const { id, width, height } of row) graph.setNode(id, { width, height });
  const edges = shortEdges(input);
  // From the older to the newer, so that the older stands above.
  for (const { id, from, to } of edges) graph.setEdge(to, from, { width: 0, height: 0 }, id);
  layout(graph, { constraints: sidesApart(input) });
  return {
    nodes: new Map(graph.nodes().map((id) => [id, pointOf(graph.node(id))])),
    edges: new Map(edges.map(({ id, from, to }) => [id, [...(graph.edge(to, from, id).points ?? [])].reverse()])),
  };
}

const pointOf = ({ x = 0, y = 0 }: NodeLabel): Point => ({ x, y });

/** Twice the row: dagre puts a point of its own between two rows, which keeps edges between the same two nodes apart. */
function rankByRow(graph: Layered, { rowOf }: Rows): void {
  for (const id of graph.nodes()) graph.node(id).rank = 2 * (rowOf.get(id) ?? -1) + 1;
}

function shortEdges({ edges, rowOf, rows }: Rows): GraphEdge[] {
  const longest = longestSpan(rows.length);
  return edges.filter(({ from, to }) => (rowOf.get(from) ?? 0) - (rowOf.get(to) ?? 0) <= longest);
}

/** Proposition to the left of Opposition in every row. */
function sidesApart({ rows }: Rows): { left: string; right: string }[] {
  const pairs: { left: string; right: string }[] = [];
  for (const row of rows) {
    const own = row.filter(({ side }) => side === 'proposition');
    const others = row.filter(({ side }) => side === 'opposition');
    if (pairs.length + own.length * others.length > mostPairs) continue;
    for (const left of own) for (const right of others) pairs.push({ left: left.id, right: right.id });
  }
  return pairs;
}
