import { Graph, layout } from '@dagrejs/dagre';
import { sides } from '../../debate/entryData';
import type { ArgumentEdge } from './argumentGraph';
import type { GraphPoint } from './edgePath';
import type { NodePlaces, Rows } from './layoutGraph';
import { straightened } from './straightened';

interface NodeLabel extends Partial<GraphPoint> {
  width: number;
  height: number;
  rank?: number;
}
interface EdgeLabel {
  weight?: number;
  width: number;
  height: number;
  points?: GraphPoint[];
}
type Layered = Graph<object, NodeLabel, EdgeLabel>;

/** Between two rows. dagre halves what it is given, to make room for labels that we have not. */
const rowGap = 84;

/** In a debate of many exchanges edges that pass rows push everything apart: they are left to be routed beside. */
const longestSpan = (rows: number): number => (rows <= 40 ? 2 : 1);

/** What it costs an edge to cross a spine, in crossings of other edges. */
const spineWeight = 24;

/**
 * Rows, order within the rows and routes by dagre's layered layout. The rows are given, because the exchange is what they
 * mean, so dagre's own ranking is replaced.
 *
 * @returns places of all nodes, and of the edges that span few rows.
 */
export function placeWithDagre(input: Rows): NodePlaces {
  const graph: Layered = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: 'TB',
    nodesep: 44,
    edgesep: 18,
    ranksep: 2 * rowGap,
    ranker: (ranked: Layered) => rankByRow(ranked, input),
  });
  for (const row of input.rows) for (const { id, width, height } of row) graph.setNode(id, { width, height });
  const edges = shortEdges(input);
  // From the older to the newer, so that the older stands above.
  for (const { id, from, to } of edges) graph.setEdge(to, from, { width: 0, height: 0 }, id);
  for (const [above, below] of spines(input))
    graph.setEdge(above, below, { width: 0, height: 0, weight: spineWeight }, 'spine');
  layout(graph);
  const places = {
    nodes: new Map(graph.nodes().map((id) => [id, pointOf(graph.node(id))])),
    edges: new Map(edges.map((edge) => [edge.id, spanOf(input, edge) === 1 ? [] : passedBy(graph, edge)])),
  };
  return straightened(places, input);
}

const pointOf = ({ x = 0, y = 0 }: NodeLabel): GraphPoint => ({ x, y });

function rankByRow(graph: Layered, { rowOf }: Rows): void {
  for (const id of graph.nodes()) graph.node(id).rank = rowOf.get(id) ?? -1;
  // dagre's own ranking leaves room for a label on every edge, hence a point; where edges pass no row it has to be given one.
  for (const edge of graph.edges()) graph.edge(edge).points = [{ x: 0, y: 0 }];
}

const spanOf = ({ rowOf }: Rows, { from, to }: ArgumentEdge): number => (rowOf.get(from) ?? 0) - (rowOf.get(to) ?? 0);

function shortEdges(input: Rows): ArgumentEdge[] {
  const longest = longestSpan(input.rows.length);
  return input.edges.filter((edge) => spanOf(input, edge) <= longest);
}

/** Where it passes rows, from `from` to `to`: without its ends at the boxes. */
const passedBy = (graph: Layered, { id, from, to }: ArgumentEdge): GraphPoint[] =>
  (graph.edge(to, from, id).points ?? []).slice(1, -1).reverse();

/** From row to row along each side, never drawn: they keep a side's arguments in a column of their own. */
function spines({ rows }: Rows): [string, string][] {
  return sides.flatMap((side) => {
    const own = rows.flatMap((row) => {
      const inRow = row.filter((node) => node.side === side);
      return inRow.length === 0 ? [] : [inRow.map(({ id }) => id)];
    });
    return own.slice(1).flatMap((row, index) => {
      const above = own[index] ?? [];
      const middle = above[Math.floor((above.length - 1) / 2)];
      return middle === undefined ? [] : row.map((id): [string, string] => [middle, id]);
    });
  });
}
