import { rounded, type GraphPoint } from './edgePath';
import type { NodePlaces, RowNode, Rows } from './layoutGraph';

const gap = 44;

/**
 * The layered layout lets the rows of a long debate drift to a side. Each row is moved so that its middle stands where all
 * others have theirs, and what runs between two rows by as much as lies between their shifts: nothing of one height comes
 * nearer to anything else. Where it mixed the sides in a row, they are put apart.
 */
export function straightened({ nodes, edges }: NodePlaces, { rows }: Rows): NodePlaces {
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

/** Proposition to the left of Opposition; else each side in the order in which it was. */
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

/** The index of the first level that is not above `y`, by halving: a long debate has many levels and more points. */
function firstAtOrBelow(levels: readonly GraphLevel[], y: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((levels[middle]?.y ?? Infinity) >= y) high = middle;
    else low = middle + 1;
  }
  return low;
}
