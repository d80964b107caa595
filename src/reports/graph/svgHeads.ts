import { edgeStyles, type EdgeHead } from './edgeStyle';

const attack = edgeStyles.claim_attack.colour;
const defence = edgeStyles.reinforce.colour;

/** Drawn in a box of 12 by 12 whose right edge touches the target. */
const shapes: Readonly<Record<EdgeHead, string>> = {
  triangle: `<path d="M1,1 L11.5,6 L1,11 Z" fill="${attack}"/>`,
  'open-triangle': `<path d="M1.5,1.5 L11,6 L1.5,10.5 Z" fill="#ffffff" stroke="${attack}" stroke-width="1.4"/>`,
  'double-triangle': `<path d="M0.5,1.5 L6,6 L0.5,10.5 Z M6,1.5 L11.5,6 L6,10.5 Z" fill="${attack}"/>`,
  bar: `<path d="M10.5,0.5 V11.5 M2,2 L9,6 L2,10" fill="none" stroke="${attack}" stroke-width="1.8"/>`,
  circle: `<circle cx="7" cy="6" r="4.4" fill="${defence}"/>`,
  'open-circle': `<circle cx="7" cy="6" r="4" fill="#ffffff" stroke="${defence}" stroke-width="1.5"/>`,
  diamond: `<path d="M1,6 L6.2,1 L11.5,6 L6.2,11 Z" fill="#ffffff" stroke="${defence}" stroke-width="1.5"/>`,
};

/** The definitions of all heads, named `<prefix>-<head>`. */
export function arrowHeads(prefix: string): string {
  const markers = Object.entries(shapes).map(
    ([name, shape]) =>
      `<marker id="${prefix}-${name}" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto">${shape}</marker>`,
  );
  return `<defs>\n${markers.join('\n')}\n</defs>`;
}
