export interface Point {
  x: number;
  y: number;
}

/** A tenth of a pixel is as fine as anybody sees. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

const at = ({ x, y }: Point): string => `${rounded(x)},${rounded(y)}`;

/**
 * The `d` of an SVG path that begins and ends at the outer points and runs smoothly by the others: quadratic curves
 * between the middles of its pieces, so that it never leaves the corridor that the layout found.
 */
export function edgePath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return '';
  let path = `M${at(first)}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    const end = next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    path += `Q${at(point)} ${at(end)}`;
  }
  return rest.length === 0 ? `${path}L${at(last)}` : path;
}
