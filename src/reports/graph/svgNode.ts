import type { Side } from '../../debate/entryData';
import { rounded } from './edgePath';
import type { PlacedNode } from './layoutGraph';
import { wrapped, xmlText } from './svgText';
import { signed } from '../../debate/shortText';

interface SideStyle {
  name: string;
  letter: string;
  stroke: string;
  fill: string;
}

export const sideStyles: Readonly<Record<Side, SideStyle>> = {
  proposition: { name: 'Proposition', letter: 'P', stroke: '#17694a', fill: '#eaf5ef' },
  opposition: { name: 'Opposition', letter: 'O', stroke: '#8c1d4f', fill: '#fbedf3' },
};

const titleSize = 12.5;
const lineHeight = 15;
const cut = 14;

/** An argument: straight corners are the Proposition's, cut ones the Opposition's. Title, claim and scores on hovering. */
export function svgNode(node: PlacedNode, href: string | undefined): string {
  const { x, y, width, height, side, struck } = node;
  const { stroke, fill } = sideStyles[side];
  const [left, top] = [rounded(x - width / 2), rounded(y - height / 2)];
  const lines = wrapped(node.title, {
    width: Math.floor((width - 20) / (titleSize * 0.54)),
    lines: Math.floor((height - 34) / lineHeight),
  });
  const dashes = struck ? ' stroke-dasharray="5 4"' : '';
  const drawing = [
    `<title>${xmlText(hoverText(node))}</title>`,
    `<path d="${outline(side, { width, height })}" fill="${struck ? '#f3f3f3' : fill}" stroke="${stroke}" stroke-width="2"${dashes}/>`,
    badge(side, { x: 18, y: 18 }),
    `<text x="32" y="22.5" font-size="12" font-family="ui-monospace, Consolas, monospace">${xmlText(node.id)}</text>`,
    `<text x="${width - 10}" y="22.5" font-size="13" font-weight="700" text-anchor="end">${node.score === null ? 'not judged' : signed(node.score)}</text>`,
    ...lines.map(
      (line, index) => `<text x="10" y="${45 + index * lineHeight}" font-size="${titleSize}">${xmlText(line)}</text>`,
    ),
  ].join('');
  const group = `<g transform="translate(${left} ${top})">${drawing}</g>`;
  return href === undefined ? group : `<a href="${xmlText(href)}">${group}</a>`;
}

export function outline(side: Side, { width: w, height: h }: { width: number; height: number }): string {
  if (side === 'proposition') return `M0,0 H${w} V${h} H0 Z`;
  return `M${cut},0 H${w - cut} L${w},${cut} V${h - cut} L${w - cut},${h} H${cut} L0,${h - cut} V${cut} Z`;
}

/** The side's letter: in a square for the Proposition, in a circle for the Opposition. */
export function badge(side: Side, { x, y }: { x: number; y: number }): string {
  const { letter, stroke } = sideStyles[side];
  const shape =
    side === 'proposition'
      ? `<rect x="${x - 9}" y="${y - 9}" width="18" height="18" fill="${stroke}"/>`
      : `<circle cx="${x}" cy="${y}" r="9.5" fill="${stroke}"/>`;
  return `${shape}<text x="${x}" y="${y + 4.5}" font-size="12" font-weight="700" text-anchor="middle" fill="#ffffff">${letter}</text>`;
}

function hoverText({ id, side, title, claim, history, exchange }: PlacedNode): string {
  const scores = history.map(({ score, exchange: at }) => `exchange ${at}: ${signed(score)}`);
  return [
    `${id} (${sideStyles[side].name}, exchange ${exchange}): ${title}`,
    ...(claim === '' ? [] : [claim]),
    scores.length === 0 ? 'Not judged yet.' : `Score by ${scores.join('; ')}`,
  ].join('\n');
}
