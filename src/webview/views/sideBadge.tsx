import { sideColour, sideLetter, type GraphSide } from './words';

/** The side's letter on its shape: square for the Proposition, round for the Opposition. Decoration: the word stands beside it. */
export function SideBadge({ side }: { side: GraphSide }) {
  return (
    <span class={`side-badge ${sideColour(side)}`} data-side={side} data-letter={sideLetter(side)} aria-hidden="true" />
  );
}
