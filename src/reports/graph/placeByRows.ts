import { largestBox } from './nodeBox';
import type { NodePlaces, Rows } from './layoutGraph';
import type { GraphPoint } from './edgePath';

const gap = { x: 44, y: 90 };

/** For debates of hundreds of exchanges: each row centred, in time that grows with the number of arguments alone. */
export function placeByRows({ rows }: Rows): NodePlaces {
  const nodes = new Map<string, GraphPoint>();
  for (const [index, row] of rows.entries()) {
    const width = row.length * largestBox.width + (row.length - 1) * gap.x;
    for (const [column, { id }] of row.entries()) {
      const x = column * (largestBox.width + gap.x) + (largestBox.width - width) / 2;
      nodes.set(id, { x, y: index * (largestBox.height + gap.y) });
    }
  }
  return { nodes, edges: new Map() };
}
