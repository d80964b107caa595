import type { Graph, GraphNode } from '../../../shared/protocol';
import type { Box, Size } from './viewport';

/** Left of the arguments: the exchanges' numbers stand there. */
export const labelRoom = 92;

/** All that is drawn: the graph, and what is written beside it. */
export const paperOf = ({ width, height }: Graph): Size => ({ width: width + labelRoom, height });

/** Where an argument stands on the paper. */
export const boxOf = ({ x, y, width, height }: GraphNode): Box => ({ x: x + labelRoom, y, width, height });
