export interface GraphPoint {
  x: number;
  y: number;
}

/** A tenth of a pixel, finer than anybody sees. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

const at = ({ x, y }: GraphPoint): string => `${rounded(x)},${rounded(y)}`;

/** The `d` of an SVG path by these points with its corners taken off. */
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

/** A corner's width from one point to another, no further than half the way. */
function towards(from: GraphPoint, to: GraphPoint): GraphPoint {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const share = distance === 0 ? 0 : Math.min(0.5, corner / distance);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The `d` of an SVG path that passes each of these points straight up or down and swings over between them. */
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
