import type { ArgumentEdge } from '../../projections/formats/argumentGraph';

interface Stretch {
  top: number;
  bottom: number;
}

interface LaneSide {
  /** `x` of the outermost node edge on this side. */
  edge: number;
  /** Occupied stretches by lane, from the innermost. */
  taken: Stretch[][];
  beyond: number;
}

const first = 26;
const step = 10;
const most = 40;

/**
 * The lanes to the left and right of all nodes. Overlapping stretches have lanes of their own, as long as lanes are
 * left.
 */
class Lanes {
  readonly #left: LaneSide;
  readonly #right: LaneSide;

  constructor(nodes: readonly { x: number; width: number }[]) {
    let [left, right] = [Infinity, -Infinity];
    for (const { x, width } of nodes) {
      left = Math.min(left, x - width / 2);
      right = Math.max(right, x + width / 2);
    }
    this.#left = { edge: left, taken: [], beyond: 0 };
    this.#right = { edge: right, taken: [], beyond: 0 };
  }

  /** @returns the `x` of the innermost lane that is free from `top` to `bottom`, to the left for `outwards` -1. */
  take(outwards: number, top: number, bottom: number): number {
    const side = outwards < 0 ? this.#left : this.#right;
    const free = side.taken.findIndex((stretches) =>
      stretches.every((other) => bottom < other.top || top > other.bottom),
    );
    const isFull = free < 0 && side.taken.length >= most;
    const number = free >= 0 ? free : isFull ? side.beyond++ % most : side.taken.length;
    // Further stretches would only cost time in searches.
    if (!isFull) (side.taken[number] ??= []).push({ top, bottom });
    return side.edge + outwards * (first + number * step);
  }
}

/** A box in its row, counted from the top. `x`, `y`: centre. */
interface Station extends GraphPoint {
  width: number;
  height: number;
  row: number;
}

export interface EdgeLine {
  points: GraphPoint[];
  /** `swung`: straight through rows, with curves between them; `cornered`: at right angles, in a lane. */
  form: 'swung' | 'cornered';
}

/** An edge between its ends, which runs by `via`, or in a lane beside all nodes. */
interface EdgeWay {
  edge: ArgumentEdge;
  source: Station;
  target: Station;
  via: readonly GraphPoint[] | undefined;
  /** Direction: -1 for the lanes on the left. */
  outwards: number;
  start: number;
  end: number;
}

/**
 * The lines of all edges, by id, from `from` to `to`. Each leaves its node at the top and enters its (older) target at
 * the bottom; ends have separate points along the box, ordered by direction. An edge without points in `via` runs
 * through the gaps beside its rows and a lane outside all nodes, so it crosses no node.
 */
export function routes(
  edges: readonly ArgumentEdge[],
  nodes: ReadonlyMap<string, Station>,
  via: ReadonlyMap<string, readonly GraphPoint[]>,
): Map<string, EdgeLine> {
  const all = [...nodes.values()];
  const middle = middleOf(all);
  const ways = edges.flatMap((edge): EdgeWay[] => {
    const source = nodes.get(edge.from);
    const target = nodes.get(edge.to);
    if (source === undefined || target === undefined) return [];
    const outwards = source.x + target.x < 2 * middle ? -1 : 1;
    return [{ edge, source, target, via: via.get(edge.id), outwards, start: source.x, end: target.x }];
  });
  spread(ways);
  const lanes = new Lanes(all);
  const heights = heightsOf(all);
  return new Map(ways.map((way) => [way.edge.id, lineOf(way, lanes, heights)]));
}

function middleOf(all: readonly Station[]): number {
  let [left, right] = [Infinity, -Infinity];
  for (const { x } of all) {
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return (left + right) / 2;
}

const isUpwards = ({ source, target }: EdgeWay): boolean => target.row <= source.row;

function spread(ways: readonly EdgeWay[]): void {
  interface End {
    towards: number;
    set: (x: number) => void;
    station: Station;
  }
  const ends = new Map<string, End[]>();
  const add = (key: string, end: End): void => {
    const known = ends.get(key);
    if (known === undefined) ends.set(key, [end]);
    else known.push(end);
  };
  for (const way of ways) {
    const { edge, source, target, via, outwards } = way;
    const up = isUpwards(way);
    const aside = outwards * Number.MAX_SAFE_INTEGER;
    const [first, last] = [
      via?.[0]?.x ?? (via === undefined ? aside : target.x),
      via?.at(-1)?.x ?? (via === undefined ? aside : source.x),
    ];
    add(`${edge.from} ${up ? 'top' : 'bottom'}`, { towards: first, set: (x) => (way.start = x), station: source });
    add(`${edge.to} ${up ? 'bottom' : 'top'}`, { towards: last, set: (x) => (way.end = x), station: target });
  }
  for (const group of ends.values()) {
    group.sort((a, b) => a.towards - b.towards);
    for (const [index, { set, station }] of group.entries()) {
      const share = (index + 1) / (group.length + 1) - 0.5;
      set(rounded(station.x + share * station.width * 0.9));
    }
  }
}

function lineOf(way: EdgeWay, lanes: Lanes, rowHeight: ReadonlyMap<number, number>): EdgeLine {
  const { source, target, via, start, end, outwards } = way;
  const up = isUpwards(way) ? -1 : 1;
  const from = { x: start, y: source.y + (up * source.height) / 2 };
  const to = { x: end, y: target.y - (up * target.height) / 2 };
  if (via !== undefined) {
    const passed = via.flatMap(({ x, y }, index) => {
      const half = (rowHeight.get(source.row + up * (index + 1)) ?? 0) / 2;
      return [
        { x, y: y - up * half },
        { x, y: y + up * half },
      ];
    });
    return { points: [from, ...passed, to], form: 'swung' };
  }
  // Heights depend on the distance of the ends, so that lines in one gap do not overlap.
  const leave = from.y + up * (14 + depth(start, source));
  const enter = to.y - up * (16 + depth(end, target));
  const x = lanes.take(outwards, Math.min(leave, enter), Math.max(leave, enter));
  return {
    points: [from, { x: start, y: leave }, { x, y: leave }, { x, y: enter }, { x: end, y: enter }, to],
    form: 'cornered',
  };
}

const depth = (x: number, { x: centre, width }: Station): number => (Math.abs(x - centre) / width) * 24;

function heightsOf(all: readonly Station[]): Map<number, number> {
  const heights = new Map<number, number>();
  for (const { row, height } of all) heights.set(row, Math.max(height, heights.get(row) ?? 0));
  return heights;
}

export interface GraphPoint {
  x: number;
  y: number;
}

/** Rounds to a tenth of a pixel. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

const at = ({ x, y }: GraphPoint): string => `${rounded(x)},${rounded(y)}`;

/** An SVG path along these points, with its corners cut. */
export function cornered(points: readonly GraphPoint[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${at(first)}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    path +=
      next === undefined
        ? `L${at(point)}`
        : `L${at(towards(point, points[index] ?? point))}Q${at(point)} ${at(towards(point, next))}`;
  }
  return path;
}

const corner = 10;

/** A point on the way at a corner's width, or half of the way if that is less. */
function towards(from: GraphPoint, to: GraphPoint): GraphPoint {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const share = distance === 0 ? 0 : Math.min(0.5, corner / distance);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** An SVG path that passes these points straight up or down, with curves between them. */
export function swung(points: readonly GraphPoint[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  return rest.reduce(
    (path, point, index) => {
      const before = points[index] ?? point;
      if (before.x === point.x) return `${path}L${at(point)}`;
      const middle = (before.y + point.y) / 2;
      return `${path}C${at({ x: before.x, y: middle })} ${at({ x: point.x, y: middle })} ${at(point)}`;
    },
    `M${at(first)}`,
  );
}
