import type { ArgumentEdge, ArgumentGraph, ArgumentNode } from '../../projections/formats/argumentGraph';
import { type EdgeLine, routes, cornered, type GraphPoint, rounded, swung } from './routes';
import { placeWithDagre, type NodePlaces, type Rows } from './placeWithDagre';

/** CSS pixels. A higher score makes a larger node; the smallest still holds its title. */
const smallest = { width: 176, height: 82 };
const largest = { width: 256, height: 114 };

/** Scores of the smallest and the largest node; cumulative scores have no limits. */
const bounds = { low: -1, high: 1 };

/** Size of a node; an argument without a score is as large as one with 0. */
function nodeBox(score: number | null): { width: number; height: number } {
  const clamped = Math.min(bounds.high, Math.max(bounds.low, score ?? 0));
  const share = (clamped - bounds.low) / (bounds.high - bounds.low);
  const between = (low: number, high: number): number => Math.round(low + (high - low) * share);
  return { width: between(smallest.width, largest.width), height: between(smallest.height, largest.height) };
}

const gap = { x: 44, y: 90 };

/** Places hundreds of exchanges: each row is centred, in time linear in the number of arguments. */
function placeByRows({ rows }: Rows): NodePlaces {
  const nodes = new Map<string, GraphPoint>();
  for (const [index, row] of rows.entries()) {
    const width = row.length * largest.width + (row.length - 1) * gap.x;
    for (const [column, { id }] of row.entries()) {
      const x = column * (largest.width + gap.x) + (largest.width - width) / 2;
      nodes.set(id, { x, y: index * (largest.height + gap.y) });
    }
  }
  return { nodes, edges: new Map() };
}

/** `x`, `y`: centre in CSS pixels from the picture's upper left corner. */
interface NodeBox extends GraphPoint {
  width: number;
  height: number;
}

export interface PlacedNode extends ArgumentNode, NodeBox {}

export interface PlacedEdge extends ArgumentEdge {
  /** Points from the edge of the box of `from` to that of `to`. */
  points: GraphPoint[];
  /** The line as the `d` of an SVG path. */
  path: string;
}

/** One exchange, whose arguments are in a row. */
interface GraphRow {
  exchange: number;
  /** Middle of the row. */
  y: number;
}

/** The layout as plain JSON. */
export interface GraphLayout extends Omit<ArgumentGraph, 'nodes' | 'edges'> {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
  rows: GraphRow[];
  width: number;
  height: number;
}

/** Number of arguments above which dagre's graph is unreadable and takes too long. */
const mostForDagre = 500;

const margin = 32;

/**
 * A row for each exchange, the oldest on top, Proposition to the left of Opposition. The same graph gives the same
 * picture.
 */
export function layoutGraph(graph: ArgumentGraph): GraphLayout {
  const rows = rowsOf(graph);
  const places = graph.nodes.length > mostForDagre ? placeByRows(rows) : placeWithDagre(rows);
  const nodes = graph.nodes.map((node) => {
    const { x, y } = places.nodes.get(node.id) ?? { x: 0, y: 0 };
    return { ...node, ...nodeBox(node.score), x, y };
  });
  const boxes = new Map(nodes.map((node) => [node.id, { ...node, row: rows.rowOf.get(node.id) ?? 0 }]));
  const routed = routes(graph.edges, boxes, places.edges);
  const lines = graph.edges.flatMap((edge) => {
    const line = routed.get(edge.id);
    return line === undefined ? [] : [{ edge, ...line }];
  });
  return framed(graph, { nodes, lines, rows });
}

function rowsOf({ nodes, edges }: ArgumentGraph): Rows {
  const exchanges = [...new Set(nodes.map(({ exchange }) => exchange))].sort((a, b) => a - b);
  const sideOrder = { proposition: 0, opposition: 1 };
  const rows = exchanges.map((exchange) =>
    nodes
      .filter((node) => node.exchange === exchange)
      .sort((a, b) => sideOrder[a.side] - sideOrder[b.side])
      .map((node) => ({ ...node, ...nodeBox(node.score) })),
  );
  const rowOf = new Map(rows.flatMap((row, index) => row.map(({ id }) => [id, index] as const)));
  const row = (id: string): number => rowOf.get(id) ?? 0;
  // Other edges would point upwards, and no engine allows them.
  return { rows, rowOf, edges: edges.filter(({ from, to }) => row(from) > row(to)) };
}

interface Picture {
  nodes: PlacedNode[];
  lines: (EdgeLine & { edge: ArgumentEdge })[];
  rows: Rows;
}

function framed(graph: ArgumentGraph, { nodes, lines, rows }: Picture): GraphLayout {
  const corners = nodes.flatMap(({ x, y, width, height }) => [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ]);
  const extent = extentOf([...corners, ...lines.flatMap(({ points }) => points)]);
  const moved = ({ x, y }: GraphPoint): GraphPoint => ({
    x: rounded(x - extent.left + margin),
    y: rounded(y - extent.top + margin),
  });
  const placed = nodes.map((node) => ({ ...node, ...moved(node) }));
  const byId = new Map(placed.map((node) => [node.id, node]));
  return {
    ...graph,
    nodes: placed,
    edges: lines.map(({ edge, points, form }) => {
      const route = points.map(moved);
      return { ...edge, points: route, path: form === 'swung' ? swung(route) : cornered(route) };
    }),
    rows: rows.rows.flatMap(([first]) =>
      first === undefined ? [] : [{ exchange: first.exchange, y: byId.get(first.id)?.y ?? 0 }],
    ),
    width: Math.ceil(extent.right - extent.left + 2 * margin),
    height: Math.ceil(extent.bottom - extent.top + 2 * margin),
  };
}

function extentOf(points: readonly GraphPoint[]): { left: number; right: number; top: number; bottom: number } {
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    extent.left = Math.min(extent.left, x);
    extent.right = Math.max(extent.right, x);
    extent.top = Math.min(extent.top, y);
    extent.bottom = Math.max(extent.bottom, y);
  }
  return points.length === 0 ? { left: 0, right: 0, top: 0, bottom: 0 } : extent;
}
