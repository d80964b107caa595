import type { ArgumentEdge } from './argumentGraph';

/** The head of an arrow: attacks have triangles, defences round or square ones, so that the two differ without colour. */
export type EdgeHead = 'triangle' | 'open-triangle' | 'bar' | 'double-triangle' | 'circle' | 'open-circle' | 'diamond';

export interface EdgeStyle {
  /** In words, for the legend. */
  label: string;
  colour: string;
  /** `stroke-dasharray`; empty for a full line. */
  dash: string;
  head: EdgeHead;
}

/** Dark enough on white, and in grey on paper. */
const attackColour = '#b23b00';
const defenceColour = '#0b5cad';

export const edgeStyles: Readonly<Record<ArgumentEdge['type'], EdgeStyle>> = {
  claim_attack: { label: 'attacks the claim', colour: attackColour, dash: '', head: 'triangle' },
  grounds_attack: { label: 'attacks the grounds', colour: attackColour, dash: '9 4', head: 'open-triangle' },
  warrant_attack: { label: 'attacks the warrant', colour: attackColour, dash: '10 3 2 3', head: 'double-triangle' },
  backing_attack: { label: 'attacks the backing', colour: attackColour, dash: '2 4', head: 'bar' },
  reinforce: { label: 'reinforces', colour: defenceColour, dash: '', head: 'circle' },
  clarify: { label: 'clarifies', colour: defenceColour, dash: '9 4', head: 'open-circle' },
  concede_and_pivot: { label: 'concedes and pivots', colour: defenceColour, dash: '2 4', head: 'diamond' },
};

/** In the order of the legend. */
export const edgeTypes = Object.keys(edgeStyles) as ArgumentEdge['type'][];
