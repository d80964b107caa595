import { Graph, layout } from '@dagrejs/dagre';
import { sides } from '../../debate/log/entryData';
import type { ArgumentEdge, ArgumentNode } from '../../projections/formats/argumentGraph';
import { type GraphPoint, rounded } from './routes';

type RowNode = Pick<ArgumentNode, 'id' | 'side' | 'exchange'> & { width: number; height: number };

/** Rows from the top: the exchanges, oldest first. */
export interface Rows {
  rows: readonly (readonly RowNode[])[];
  rowOf: ReadonlyMap<string, number>;
  /** Edges from a later row to an earlier one. */
  edges: readonly ArgumentEdge[];
}

/** Positions of nodes and edges, with any origin. */
export interface NodePlaces {
  nodes: ReadonlyMap<string, GraphPoint>;
  /** Points at which an edge passes rows, from `from` to `to`, by its id. Other edges run beside the nodes. */
  edges: ReadonlyMap<string, readonly GraphPoint[]>;
}

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

/** CSS pixels between two rows. dagre halves it, for labels. */
const rowGap = 84;

/**
 * Rows that an edge may pass. In a graph with many exchanges, such edges push everything apart, so they run beside the
 * nodes.
 */
const longestSpan = (rows: number): number => (rows <= 40 ? 2 : 1);

/** Cost of an edge that crosses a spine, in crossings of other edges. */
const spineWeight = 24;

/**
 * Order within the given rows, and routes, by dagre's layered layout; its own ranking is replaced. @returns places of
 * all nodes, and of the edges that span few rows.
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
  // Reversed, so that the older row is above.
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
  // dagre's ranking leaves a point on every edge for its label; edges that pass no row need one, too.
  for (const edge of graph.edges()) graph.edge(edge).points = [{ x: 0, y: 0 }];
}

const spanOf = ({ rowOf }: Rows, { from, to }: ArgumentEdge): number => (rowOf.get(from) ?? 0) - (rowOf.get(to) ?? 0);

function shortEdges(input: Rows): ArgumentEdge[] {
  const longest = longestSpan(input.rows.length);
  return input.edges.filter((edge) => spanOf(input, edge) <= longest);
}

const passedBy = (graph: Layered, { id, from, to }: ArgumentEdge): GraphPoint[] =>
  (graph.edge(to, from, id).points ?? []).slice(1, -1).reverse();

/** Invisible edges from row to row on each side, which keep its arguments in one column. */
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

const gap = 44;

/**
 * Shifts each row so that all middles align, because the layout lets a long debate's rows drift sideways. A point
 * between two rows is shifted by a value between theirs, so that distances at one height stay. Mixed sides in a row are
 * separated.
 */
function straightened({ nodes, edges }: NodePlaces, { rows }: Rows): NodePlaces {
  const levels: GraphLevel[] = [];
  const placed = new Map<string, GraphPoint>();
  for (const row of rows) {
    const found = row.flatMap((node) => {
      const point = nodes.get(node.id);
      return point === undefined ? [] : [{ ...node, ...point }];
    });
    const [first] = found;
    if (first === undefined) continue;
    const left = Math.min(...found.map(({ x, width }) => x - width / 2));
    const right = Math.max(...found.map(({ x, width }) => x + width / 2));
    const shift = -(left + right) / 2;
    levels.push({ y: first.y, shift });
    for (const { id, x, y } of sidesApart(found)) placed.set(id, { x: rounded(x + shift), y });
  }
  const moved = ({ x, y }: GraphPoint): GraphPoint => ({ x: rounded(x + shiftAt(levels, y)), y });
  return { nodes: placed, edges: new Map([...edges].map(([id, points]) => [id, points.map(moved)])) };
}

type RowPlace = RowNode & GraphPoint;

function sidesApart(row: readonly RowPlace[]): readonly RowPlace[] {
  const before = [...row].sort((a, b) => a.x - b.x);
  const after = [
    ...before.filter(({ side }) => side === 'proposition'),
    ...before.filter(({ side }) => side === 'opposition'),
  ];
  if (after.every((node, index) => node === before[index])) return row;
  const [first, last] = [before[0], before.at(-1)];
  const middle =
    first === undefined || last === undefined ? 0 : (first.x - first.width / 2 + last.x + last.width / 2) / 2;
  let left = middle - (after.reduce((sum, { width }) => sum + width, 0) + gap * (after.length - 1)) / 2;
  return after.map((node) => {
    const x = left + node.width / 2;
    left += node.width + gap;
    return { ...node, x };
  });
}

interface GraphLevel {
  y: number;
  shift: number;
}

function shiftAt(levels: readonly GraphLevel[], y: number): number {
  const below = firstAtOrBelow(levels, y);
  const next = levels[below];
  const before = levels[below - 1];
  if (next === undefined) return before?.shift ?? 0;
  if (before === undefined) return next.shift;
  const share = (y - before.y) / (next.y - before.y);
  return before.shift + (next.shift - before.shift) * share;
}

/** Finds the level by halving, since a long debate has many levels and more points. */
function firstAtOrBelow(levels: readonly GraphLevel[], y: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((levels[middle]?.y ?? Infinity) >= y) high = middle;
    else low = middle + 1;
  }
  return low;
}
