import type { ArgumentEdge, ArgumentGraph } from '../../projections/formats/argumentGraph';
import type { GraphLayout, PlacedEdge, PlacedNode } from './layoutGraph';
import { counted, markupText, signed, withoutTurns } from '../../matching/text/shortText';
import { sides, type Side } from '../../debate/log/entryData';
import { keysOf } from '../../debate/log/objects';
import { rounded } from './routes';
import { exchangeStage } from '../../projections/stage';
import { english } from '../../projections/vocabulary';
import { stageTitle } from '../../projections/words';

const exchangeTitle = (exchange: number): string => stageTitle(english, exchangeStage(exchange));

/** Attacks have triangles, defences round or square heads, so that they differ without colour. */
type EdgeHead = 'triangle' | 'open-triangle' | 'bar' | 'double-triangle' | 'circle' | 'open-circle' | 'diamond';

interface EdgeStyle {
  label: string;
  colour: string;
  /** Value of `stroke-dasharray`; empty for a full line. */
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

/** Types in the order of the legend. */
export const edgeTypes = keysOf(edgeStyles);

/** Heads drawn in a box of 12 by 12 whose right edge touches the target. */
const shapes: Readonly<Record<EdgeHead, string>> = {
  triangle: `<path d="M1,1 L11.5,6 L1,11 Z" fill="${attackColour}"/>`,
  'open-triangle': `<path d="M1.5,1.5 L11,6 L1.5,10.5 Z" fill="#ffffff" stroke="${attackColour}" stroke-width="1.4"/>`,
  'double-triangle': `<path d="M0.5,1.5 L6,6 L0.5,10.5 Z M6,1.5 L11.5,6 L6,10.5 Z" fill="${attackColour}"/>`,
  bar: `<path d="M10.5,0.5 V11.5 M2,2 L9,6 L2,10" fill="none" stroke="${attackColour}" stroke-width="1.8"/>`,
  circle: `<circle cx="7" cy="6" r="4.4" fill="${defenceColour}"/>`,
  'open-circle': `<circle cx="7" cy="6" r="4" fill="#ffffff" stroke="${defenceColour}" stroke-width="1.5"/>`,
  diamond: `<path d="M1,6 L6.2,1 L11.5,6 L6.2,11 Z" fill="#ffffff" stroke="${defenceColour}" stroke-width="1.5"/>`,
};

function arrowHeads(): string {
  const markers = Object.entries(shapes).map(
    ([name, shape]) =>
      `<marker id="argument-graph-${name}" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto">${shape}</marker>`,
  );
  return `<defs>\n${markers.join('\n')}\n</defs>`;
}

interface SvgOptions {
  title: string;
  /** Address of an argument; if given, nodes are links. */
  hrefOf?: (id: string) => string | undefined;
}

/** Width left of the rows, for the exchange's number. */
const rowLabels = 96;
const narrowest = 760;

/**
 * The argument graph as a self-contained picture: no script, style sheet or font. It is light in any theme, because it
 * is also printed; sides and edges differ in form as well as in colour.
 */
export function graphSvg(layout: GraphLayout, options: SvgOptions): string {
  const head = header(layout, { title: options.title, width: Math.max(layout.width + rowLabels, narrowest) });
  const foot = footLines(layout);
  const height = head.height + layout.height + 18 * foot.length;
  const { width } = head;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="argument-graph-title argument-graph-desc" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13" fill="#1a1a1a">`,
    `<title id="argument-graph-title">Argument graph: ${xmlText(options.title)}</title>`,
    `<desc id="argument-graph-desc">${xmlText(described(layout))}</desc>`,
    arrowHeads(),
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    head.svg,
    `<g transform="translate(${rowLabels} ${head.height})">`,
    ...layout.rows.map(
      ({ exchange, y }) =>
        `<text x="${24 - rowLabels}" y="${y}" font-size="12" fill="#555555">${xmlText(exchangeTitle(exchange))}</text>`,
    ),
    ...layout.edges.map((edge) => edgeSvg(edge)),
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

const edgeSvg = ({ from, to, type, path }: PlacedEdge): string =>
  `<g>${arrow(type, path, ' stroke-opacity="0.85"')}<title>${xmlText(`${from} ${edgeStyles[type].label}: ${to}`)}</title></g>`;

function arrow(type: ArgumentEdge['type'], path: string, more = ''): string {
  const { colour, dash, head } = edgeStyles[type];
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.6"${more}${dashes} marker-end="url(#argument-graph-${head})"/>`;
}

function described({ nodes, edges, totals }: ArgumentGraph): string {
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

const left = 24;
const titleSize = 19;
const columnWidth = 190;
const legendRow = 26;

interface SvgHeader {
  svg: string;
  width: number;
  height: number;
}

function header({ totals }: ArgumentGraph, { title, width }: { title: string; width: number }): SvgHeader {
  const lines = wrapped(title, { width: Math.floor((width - 2 * left) / (titleSize * 0.56)), lines: 3 });
  const titles = lines.map(
    (line, index) =>
      `<text x="${left}" y="${38 + index * 25}" font-size="${titleSize}" font-weight="700">${xmlText(line)}</text>`,
  );
  const y = 38 + lines.length * 25 + 6;
  const scores = sides.map((side, index) => {
    const { total, count } = totals[side];
    const x = left + index * 300;
    const words = `${sideStyles[side].name} ${signed(total)} from ${count} judged`;
    return `${badge(side, { x: x + 10, y })}<text x="${x + 28}" y="${y + 5}" font-size="14" font-weight="700">${words}</text>`;
  });
  const legend = legendItems();
  const perRow = Math.max(1, Math.floor((width - 2 * left) / columnWidth));
  const cells = legend.map((item, index) => {
    const [column, row] = [index % perRow, Math.floor(index / perRow)];
    return `<g transform="translate(${left + column * columnWidth} ${y + 30 + row * legendRow})">${item}</g>`;
  });
  const height = y + 30 + Math.ceil(legend.length / perRow) * legendRow + 10;
  const rule = `<path d="M${left},${height} H${width - left}" stroke="#bbbbbb" fill="none"/>`;
  return { svg: [...titles, ...scores, `<g font-size="12">${cells.join('')}</g>`, rule].join('\n'), width, height };
}

function legendItems(): string[] {
  const nodes = sides.map((side) => {
    const { stroke, fill, name, letter } = sideStyles[side];
    const shape = `<g transform="translate(0 -4) scale(0.5)"><path d="${outline(side, { width: 76, height: 40 })}" fill="${fill}" stroke="${stroke}" stroke-width="4"/></g>`;
    return `${shape}<text x="48" y="11">${letter}: ${name}</text>`;
  });
  const size =
    '<rect x="2" y="2" width="12" height="9" fill="none" stroke="#555555"/><rect x="18" y="-3" width="21" height="15" fill="none" stroke="#555555"/><text x="48" y="11">larger: higher score</text>';
  const edges = edgeTypes.map(
    (type) => `${arrow(type, 'M0,7 H40')}<text x="48" y="11">${edgeStyles[type].label}</text>`,
  );
  return [...nodes, size, ...edges];
}

interface SideStyle {
  name: string;
  letter: string;
  stroke: string;
  fill: string;
}

const sideStyles: Readonly<Record<Side, SideStyle>> = {
  proposition: { name: 'Proposition', letter: 'P', stroke: '#17694a', fill: '#eaf5ef' },
  opposition: { name: 'Opposition', letter: 'O', stroke: '#8c1d4f', fill: '#fbedf3' },
};

const nodeTitleSize = 12.5;
const lineHeight = 15;
const cut = 14;

/** A node with title, claim and scores on hovering; the Proposition's corners are straight, the Opposition's cut. */
function svgNode(node: PlacedNode, href: string | undefined): string {
  const { x, y, width, height, side, redacted } = node;
  const { stroke, fill } = sideStyles[side];
  const [left, top] = [rounded(x - width / 2), rounded(y - height / 2)];
  const lines = wrapped(node.title, {
    width: Math.floor((width - 20) / (nodeTitleSize * 0.54)),
    lines: Math.floor((height - 34) / lineHeight),
  });
  const dashes = redacted ? ' stroke-dasharray="5 4"' : '';
  const drawing = [
    `<title>${xmlText(hoverText(node))}</title>`,
    `<path d="${outline(side, { width, height })}" fill="${redacted ? '#f3f3f3' : fill}" stroke="${stroke}" stroke-width="2"${dashes}/>`,
    badge(side, { x: 18, y: 18 }),
    `<text x="32" y="22.5" font-size="12" font-family="ui-monospace, Consolas, monospace">${xmlText(node.id)}</text>`,
    `<text x="${width - 10}" y="22.5" font-size="13" font-weight="700" text-anchor="end">${node.score === null ? 'not judged' : signed(node.score)}</text>`,
    ...lines.map(
      (line, index) =>
        `<text x="10" y="${45 + index * lineHeight}" font-size="${nodeTitleSize}">${xmlText(line)}</text>`,
    ),
  ].join('');
  const group = `<g transform="translate(${left} ${top})">${drawing}</g>`;
  return href === undefined ? group : `<a href="${xmlText(href)}">${group}</a>`;
}

function outline(side: Side, { width: w, height: h }: { width: number; height: number }): string {
  if (side === 'proposition') return `M0,0 H${w} V${h} H0 Z`;
  return `M${cut},0 H${w - cut} L${w},${cut} V${h - cut} L${w - cut},${h} H${cut} L0,${h - cut} V${cut} Z`;
}

/** The side's letter, in a square for the Proposition, in a circle for the Opposition. */
function badge(side: Side, { x, y }: { x: number; y: number }): string {
  const { letter, stroke } = sideStyles[side];
  const shape =
    side === 'proposition'
      ? `<rect x="${x - 9}" y="${y - 9}" width="18" height="18" fill="${stroke}"/>`
      : `<circle cx="${x}" cy="${y}" r="9.5" fill="${stroke}"/>`;
  return `${shape}<text x="${x}" y="${y + 4.5}" font-size="12" font-weight="700" text-anchor="middle" fill="#ffffff">${letter}</text>`;
}

function hoverText({ id, side, title, claim, history, exchange }: PlacedNode): string {
  const scores = history.map(({ score, exchange: at }) => `${exchangeTitle(at)}: ${signed(score)}`);
  return [
    `${id} (${sideStyles[side].name}, ${exchangeTitle(exchange)}): ${title}`,
    ...(claim === '' ? [] : [claim]),
    scores.length === 0 ? 'Not judged yet.' : `Scores: ${scores.join('; ')}`,
  ].join('\n');
}

/** Escaped text without characters that XML does not allow. */
const xmlText = (text: string): string =>
  markupText(
    withoutTurns(text)
      .replace(/\p{Cs}/gu, '\ufffd')
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g, ''),
  );

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Width in average Latin characters. */
function widthOf(character: string): number {
  if (wide.test(character)) return 1.8;
  return /[MWmw@%]/.test(character) ? 1.35 : 1;
}

const widthOfText = (text: string): number => Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);

/**
 * Wraps text into lines of at most `width` average characters; longer words are cut. Text beyond `lines` is dropped,
 * with “…” at the end.
 */
function wrapped(text: string, { width, lines }: { width: number; lines: number }): string[] {
  const out: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((long) => pieces(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOfText(longer) <= width) line = longer;
    else {
      out.push(line);
      line = word;
    }
  }
  if (line !== '') out.push(line);
  if (out.length <= lines) return out;
  const kept = out.slice(0, lines);
  const last = Array.from(kept.pop() ?? '');
  while (last.length > 0 && widthOfText(last.join('')) > width - 1) last.pop();
  return [...kept, `${last.join('').trimEnd()}…`];
}

function pieces(word: string, width: number): string[] {
  if (widthOfText(word) <= width) return word === '' ? [] : [word];
  const out: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOfText(piece + character) > width) {
      out.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...out, piece];
}
