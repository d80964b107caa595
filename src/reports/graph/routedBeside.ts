import type { GraphEdge } from './argumentGraph';
import { rounded, type Point } from './edgePath';

/** What a route must not cross. `row` counts from the top. */
export interface Obstacle {
  x: number;
  y: number;
  width: number;
  height: number;
  row: number;
}

const lane = { first: 26, step: 10, most: 40 };
const corner = 12;

/**
 * Routes for the edges that the layered layout did not take: into the gap beside the row that they come from, outwards,
 * along a lane beside all nodes, and by the gap at their target's row back in. They cross no node. Edges whose stretches
 * overlap have lanes of their own, as long as there are any.
 *
 * @returns points by the edge's id, from `from` to `to`.
 */
export function routedBeside(edges: readonly GraphEdge[], nodes: ReadonlyMap<string, Obstacle>): Map<string, Point[]> {
  const routes = new Map<string, Point[]>();
  if (edges.length === 0) return routes;
  const sides = sidesOf([...nodes.values()]);
  const ends = new Map<string, number>();
  // Each end of an edge at a node has a place of its own: 0, 1, -1, 2, -2 …
  const placeAt = (id: string): number => {
    const count = ends.get(id) ?? 0;
    ends.set(id, count + 1);
    return (count % 2 === 1 ? 1 : -1) * (Math.ceil(count / 2) % 8);
  };
  for (const { id, from, to } of edges) {
    const source = nodes.get(from);
    const target = nodes.get(to);
    if (source === undefined || target === undefined) continue;
    const start = gate(source, { up: target.row <= source.row, place: placeAt(from) });
    const end = gate(target, { up: target.row > source.row, place: placeAt(to) });
    const side = start.at.x + end.at.x < sides.left.edge + sides.right.edge ? sides.left : sides.right;
    const x = laneX(side, [start.gap, end.gap]);
    const turns = [start.at, { x: start.at.x, y: start.gap }, { x, y: start.gap }, { x, y: end.gap }, { x: end.at.x, y: end.gap }, end.at];
    routes.set(id, withRoundCorners(turns));
  }
  return routes;
}

interface Side {
  /** The outermost edge of the nodes, and -1 for the left. */
  edge: number;
  outwards: number;
  /** By lane: how far down it is taken. */
  taken: { top: number; bottom: number }[][];
  used: number;
}

function sidesOf(all: readonly Obstacle[]): { left: Side; right: Side } {
  const side = (edge: number, outwards: number): Side => ({ edge, outwards, taken: [], used: 0 });
  let [left, right] = [Infinity, -Infinity];
  for (const { x, width } of all) {
    left = Math.min(left, x - width / 2);
    right = Math.max(right, x + width / 2);
  }
  return { left: side(left, -1), right: side(right, 1) };
}

/** Where an edge leaves or enters a node, and how high the gap is in which it runs on. */
function gate({ x, y, width, height }: Obstacle, { up, place }: { up: boolean; place: number }): { at: Point; gap: number } {
  const outwards = up ? -1 : 1;
  const edge = y + (outwards * height) / 2;
  return { at: { x: x + place * (width / 20), y: edge }, gap: edge + outwards * (20 + 2 * Math.abs(place)) };
}

/** The innermost lane that is free along the whole stretch. */
function laneX(side: Side, ends: readonly number[]): number {
  const [top, bottom] = [Math.min(...ends), Math.max(...ends)];
  const isFree = (stretches: Side['taken'][number]): boolean => stretches.every((other) => bottom < other.top || top > other.bottom);
  const free = side.taken.findIndex(isFree);
  const isFull = free < 0 && side.taken.length >= lane.most;
  const number = free >= 0 ? free : isFull ? side.used++ % lane.most : side.taken.length;
  // What is full is full: more stretches would only be looked through.
  if (!isFull) (side.taken[number] ??= []).push({ top, bottom });
  return side.edge + side.outwards * (lane.first + number * lane.step);
}

/** Two points more at each corner, so that the curve keeps to the corridor. */
function withRoundCorners(turns: readonly Point[]): Point[] {
  return turns.flatMap((point, index) => {
    const before = turns[index - 1];
    const after = turns[index + 1];
    if (before === undefined || after === undefined) return [point];
    return [towards(point, before), point, towards(point, after)];
  });
}

/** A corner's width from one point to another, no further than half the way. */
function towards(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const share = distance === 0 ? 0 : Math.min(0.5, corner / distance);
  return { x: rounded(from.x + (to.x - from.x) * share), y: rounded(from.y + (to.y - from.y) * share) };
}
