import type { ArgumentGraph } from './argumentGraph';
import { edgeStyles, edgeTypes } from './edgeStyle';
import type { GraphLayout, PlacedEdge } from './layoutGraph';
import { arrowHeads } from './svgHeads';
import { header } from './svgHeader';
import { svgNode } from './svgNode';
import { xmlText } from './svgText';
import { counted } from '../../debate/counted';
import { signed } from '../../debate/shortText';

export interface SvgOptions {
  /** What is debated, in a line. */
  title: string;
  /** Where the argument itself stands; nodes are links then. */
  hrefOf?: (id: string) => string | undefined;
  /** Before every id in the picture: two pictures in one page must not share any. */
  idPrefix?: string;
}

/** Between the left edge and the rows: the exchange's number stands there. */
const rowLabels = 96;
const narrowest = 760;

/**
 * The argument graph as a picture of its own: no script, no style sheet, no font, nothing from elsewhere. It is light in
 * any theme, for it is also printed; sides and types of edges differ in form as well as in colour.
 */
export function graphSvg(layout: GraphLayout, options: SvgOptions): string {
  const prefix = options.idPrefix ?? 'argument-graph';
  const head = header(layout, { title: options.title, width: Math.max(layout.width + rowLabels, narrowest), prefix });
  const foot = footLines(layout);
  const height = head.height + layout.height + 18 * foot.length;
  const { width } = head;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${prefix}-title ${prefix}-desc" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" fill="#1a1a1a">`,
    `<title id="${prefix}-title">Argument graph: ${xmlText(options.title)}</title>`,
    `<desc id="${prefix}-desc">${xmlText(described(layout))}</desc>`,
    arrowHeads(prefix),
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    head.svg,
    `<g transform="translate(${rowLabels} ${head.height})">`,
    ...layout.rows.map(
      ({ exchange, y }) =>
        `<text x="${24 - rowLabels}" y="${y}" font-size="12" fill="#555555">Exchange ${exchange}</text>`,
    ),
    ...layout.edges.map((edge) => edgeSvg(edge, prefix)),
    ...layout.nodes.map((node) => svgNode(node, options.hrefOf?.(node.id))),
    ...foot.map(
      (line, index) =>
        `<text x="${24 - rowLabels}" y="${layout.height + 18 * index}" font-size="12">${xmlText(line)}</text>`,
    ),
    '</g>',
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function edgeSvg({ from, to, type, path }: PlacedEdge, prefix: string): string {
  const { colour, dash, label, head } = edgeStyles[type];
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  const line = `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.6" stroke-opacity="0.85"${dashes} marker-end="url(#${prefix}-${head})"/>`;
  return `<g>${line}<title>${xmlText(`${from} ${label}: ${to}`)}</title></g>`;
}

/** The graph in words, for those who do not see it. */
export function described({ nodes, edges, totals }: ArgumentGraph): string {
  const types = edgeTypes.flatMap((type) => {
    const count = edges.filter((edge) => edge.type === type).length;
    return count === 0 ? [] : [`${edgeStyles[type].label}: ${count}`];
  });
  const { proposition, opposition } = totals;
  return [
    `${counted(nodes.length, 'argument')} in rows by exchange, the oldest on top, Proposition on the left; larger is a higher score.`,
    `Proposition ${signed(proposition.total)}, Opposition ${signed(opposition.total)}.`,
    types.length === 0 ? 'Nothing is attacked or defended.' : `Edges: ${types.join('; ')}.`,
  ].join(' ');
}

const footLines = ({ dangling }: GraphLayout): string[] =>
  dangling.map(({ from, to, type }) => `Not drawn: ${from} ${edgeStyles[type].label}: ${to}, which does not exist.`);
