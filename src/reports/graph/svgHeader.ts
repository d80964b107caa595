import { sides } from '../../debate/entryData';
import type { ArgumentGraph } from './argumentGraph';
import { edgeStyles, edgeTypes } from './edgeStyle';
import { badge, outline, sideStyles } from './svgNode';
import { wrapped, xmlText } from './svgText';
import { signed } from '../../debate/shortText';

const left = 24;
const titleSize = 19;
const columnWidth = 190;
const legendRow = 26;

export interface SvgHeader {
  svg: string;
  width: number;
  height: number;
}

/** Above the graph: what is debated, how the sides stand, and what the shapes and lines mean. */
export function header(
  { totals }: ArgumentGraph,
  { title, width, prefix }: { title: string; width: number; prefix: string },
): SvgHeader {
  const lines = wrapped(title, { width: Math.floor((width - 2 * left) / (titleSize * 0.56)), lines: 3 });
  const titles = lines.map(
    (line, index) =>
      `<text x="${left}" y="${38 + index * 25}" font-size="${titleSize}" font-weight="700">${xmlText(line)}</text>`,
  );
  const y = 38 + lines.length * 25 + 6;
  const standing = sides.map((side, index) => {
    const { total, count } = totals[side];
    const x = left + index * 300;
    const words = `${sideStyles[side].name} ${signed(total)} from ${count} judged`;
    return `${badge(side, { x: x + 10, y })}<text x="${x + 28}" y="${y + 5}" font-size="14" font-weight="700">${words}</text>`;
  });
  const legend = legendItems(prefix);
  const perRow = Math.max(1, Math.floor((width - 2 * left) / columnWidth));
  const cells = legend.map((item, index) => {
    const [column, row] = [index % perRow, Math.floor(index / perRow)];
    return `<g transform="translate(${left + column * columnWidth} ${y + 30 + row * legendRow})">${item}</g>`;
  });
  const height = y + 30 + Math.ceil(legend.length / perRow) * legendRow + 10;
  const rule = `<path d="M${left},${height} H${width - left}" stroke="#bbbbbb" fill="none"/>`;
  return { svg: [...titles, ...standing, `<g font-size="12">${cells.join('')}</g>`, rule].join('\n'), width, height };
}

function legendItems(prefix: string): string[] {
  const nodes = sides.map((side) => {
    const { stroke, fill, name, letter } = sideStyles[side];
    const shape = `<g transform="translate(0 -4) scale(0.5)"><path d="${outline(side, { width: 76, height: 40 })}" fill="${fill}" stroke="${stroke}" stroke-width="4"/></g>`;
    return `${shape}<text x="48" y="11">${letter}: ${name}</text>`;
  });
  const size =
    '<rect x="2" y="2" width="12" height="9" fill="none" stroke="#555555"/><rect x="18" y="-3" width="21" height="15" fill="none" stroke="#555555"/><text x="48" y="11">larger: higher score</text>';
  const edges = edgeTypes.map((type) => {
    const { colour, dash, head, label } = edgeStyles[type];
    const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
    const line = `<path d="M0,7 H40" fill="none" stroke="${colour}" stroke-width="1.6"${dashes} marker-end="url(#${prefix}-${head})"/>`;
    return `${line}<text x="48" y="11">${label}</text>`;
  });
  return [...nodes, size, ...edges];
}
