import type { Graph, GraphNode } from '../../../shared/protocol';

/** Reading order: exchange by exchange, from left to right. */
export const readingOrder = ({ nodes }: Graph): readonly GraphNode[] =>
  [...nodes].sort((a, b) => a.exchange - b.exchange || a.x - b.x);

/**
 * Left and right follow the reading order; up leads to what the argument attacks or defends, down to what does so to
 * it, else to the nearest of the next exchange that way.
 */
export function walked(graph: Graph, from: string, key: string): GraphNode | undefined {
  const order = readingOrder(graph);
  const index = order.findIndex(({ id }) => id === from);
  const here = order[index];
  if (here === undefined) return order[0];
  switch (key) {
    case 'ArrowRight':
      return order[index + 1];
    case 'ArrowLeft':
      return order[index - 1];
    case 'Home':
      return order[0];
    case 'End':
      return order.at(-1);
    case 'ArrowUp':
      return nearest(linked(graph, here, 'to'), here) ?? nearest(beside(order, here, -1), here);
    case 'ArrowDown':
      return nearest(linked(graph, here, 'from'), here) ?? nearest(beside(order, here, 1), here);
    default:
      return undefined;
  }
}

/** `to`: what it attacks or defends; `from`: what does so to it. */
function linked({ nodes, edges }: Graph, { id }: GraphNode, end: 'from' | 'to'): GraphNode[] {
  const other = end === 'to' ? 'from' : 'to';
  const ids = new Set(edges.filter((edge) => edge[other] === id).map((edge) => edge[end]));
  return nodes.filter((node) => ids.has(node.id));
}

function beside(order: readonly GraphNode[], { exchange }: GraphNode, by: -1 | 1): GraphNode[] {
  const next =
    by === 1 ? order.find((node) => node.exchange > exchange) : order.findLast((node) => node.exchange < exchange);
  return order.filter((node) => node.exchange === next?.exchange);
}

const nearest = (nodes: readonly GraphNode[], { x, y }: GraphNode): GraphNode | undefined =>
  [...nodes].sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];
