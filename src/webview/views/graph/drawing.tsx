import * as l10n from '@vscode/l10n';
import { Component, type ComponentChildren } from 'preact';
import type { EdgeType, Graph, GraphEdge, GraphNode } from '../../../shared/protocol';
import { points } from '../../parts/figures';
import { SideBadge } from '../sideBadge';
import { exchangeText, sideColour, sideText } from '../words';
import type { Box, Size } from './viewport';

export const nodeElementId = (id: string): string => `node-${id}`;

interface DrawingProps {
  graph: Graph;
  /** The argument that the keys act on: the one stop for Tab. */
  active: string | undefined;
  /** The argument that is looked at: its edges stand out. */
  near: string | undefined;
  tipId: string;
  /** `pointer`: a press that may have been a drag. */
  onOpen: (node: GraphNode, how: 'pointer' | 'key') => void;
  onNear: (id: string | undefined, how: 'pointer' | 'focus') => void;
}

/** The graph itself. Moving and zooming do not draw it again. */
export class Drawing extends Component<DrawingProps> {
  override shouldComponentUpdate(next: DrawingProps): boolean {
    const { graph, active, near } = this.props;
    return next.graph !== graph || next.active !== active || next.near !== near;
  }

  override render() {
    const { graph, active, near, tipId, onOpen, onNear } = this.props;
    const linked = new Set(graph.edges.flatMap(({ from, to }) => (from === near ? [to] : to === near ? [from] : [])));
    return (
      <>
        <RowsAndEdges graph={graph} near={near} />
        {graph.nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            look={node.id === near ? 'near' : linked.has(node.id) ? 'linked' : ''}
            tipId={node.id === near ? tipId : undefined}
            isStop={node.id === active}
            onOpen={onOpen}
            onNear={onNear}
          />
        ))}
      </>
    );
  }
}

/** The whole picture as it is from far away: nothing in it acts. */
export function StillDrawing({ graph }: Pick<DrawingProps, 'graph'>) {
  const { width, height } = paperOf(graph);
  return (
    <svg
      class="graph is-far"
      viewBox={`0 0 ${width} ${height}`}
      width={width / 2}
      height={height / 2}
      aria-hidden="true"
    >
      <Heads />
      <g transform={`translate(${labelRoom} 0)`}>
        <RowsAndEdges graph={graph} near={undefined} />
        {graph.nodes.map((node) => (
          <g key={node.id} class={classOf(node)} data-node={node.id} transform={cornerOf(node)}>
            <Shape node={node} />
          </g>
        ))}
      </g>
    </svg>
  );
}

const RowsAndEdges = ({ graph, near }: Pick<DrawingProps, 'graph' | 'near'>) => (
  <g aria-hidden="true">
    {graph.rows.map(({ exchange, y }) => (
      <g key={exchange} class="row-label">
        <text class="row-near" x={16 - labelRoom} y={y + 4}>
          {exchangeText(exchange)}
        </text>
        <text class="row-far" x={16 - labelRoom} y={y + 9}>
          {exchange}
        </text>
      </g>
    ))}
    {graph.edges.map((edge) => (
      <Edge key={edge.id} edge={edge} isNear={near !== undefined && (edge.from === near || edge.to === near)} />
    ))}
  </g>
);

const Edge = ({ edge: { type, path }, isNear }: { edge: GraphEdge; isNear: boolean }) => (
  <g class={`arrow arrow-${type}${isNear ? ' is-near' : ''}`}>
    <path class="arrow-line" d={path} stroke-dasharray={edgeLooks[type].dash} marker-end={headOf(type)} />
  </g>
);

interface NodeProps extends Pick<DrawingProps, 'onOpen' | 'onNear'> {
  node: GraphNode;
  look: 'near' | 'linked' | '';
  tipId: string | undefined;
  isStop: boolean;
}

const lineHeight = 16;
const headHeight = 38;

function Node({ node, look, tipId, isStop, onOpen, onNear }: NodeProps) {
  const { id, side, width, height } = node;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    onOpen(node, 'key');
  };
  return (
    <g
      id={nodeElementId(id)}
      class={look === '' ? classOf(node) : `${classOf(node)} is-${look}`}
      data-node={id}
      transform={cornerOf(node)}
      role="link"
      tabindex={isStop ? 0 : -1}
      aria-describedby={tipId}
      onClick={() => onOpen(node, 'pointer')}
      onKeyDown={onKeyDown}
      onFocus={() => onNear(id, 'focus')}
      onBlur={() => onNear(undefined, 'focus')}
      onPointerMove={() => onNear(id, 'pointer')}
      onPointerLeave={() => onNear(undefined, 'pointer')}
    >
      <path class="node-ring" d={outline(side, { x: -4, y: -4, width: width + 8, height: height + 8 })} />
      <Shape node={node} />
      <NodeText node={node} />
    </g>
  );
}

const classOf = ({ side, isContext, redacted }: GraphNode): string =>
  `node ${sideColour(side)}${isContext ? ' is-context' : ''}${redacted ? ' is-redacted' : ''}`;

const cornerOf = ({ x, y, width, height }: GraphNode): string => `translate(${x - width / 2} ${y - height / 2})`;

const Shape = ({ node }: { node: GraphNode }) => (
  <>
    <path class="node-shape" d={outline(node.side, { ...node, x: 0, y: 0 })} />
    <g aria-hidden="true">
      <text class="node-far" x={node.width / 2} y={node.height / 2 - 4} text-anchor="middle">
        {node.id}
      </text>
      <text class="node-far" x={node.width / 2} y={node.height / 2 + 26} text-anchor="middle">
        {scoreText(node)}
      </text>
    </g>
  </>
);

/** What is read of it, and its name for a screen reader: claim and history follow as its description. */
function NodeText({ node }: { node: GraphNode }) {
  const { id, side, exchange, title, width, height, redacted } = node;
  const lines = Math.max(1, Math.floor((height - headHeight) / lineHeight));
  return (
    <foreignObject class="node-near" width={width} height={height}>
      <div class="node-text">
        <p class="node-head">
          <SideBadge side={side} />
          <span class="node-id">{id}</span> <b class="node-score">{scoreText(node)}</b>
        </p>{' '}
        <p class="node-title" style={{ '-webkit-line-clamp': String(lines) }}>
          {redacted ? l10n.t('struck from the record') : title}
        </p>
        <span class="sr"> {l10n.t('{0}, {1}', sideText(side), exchangeText(exchange))}</span>
      </div>
    </foreignObject>
  );
}

export const scoreText = ({ score }: Pick<GraphNode, 'score'>): string =>
  score === null ? l10n.t('not judged') : points(score);

const cut = 14;

/** Square corners for the Proposition, cut ones for the Opposition. */
function outline(side: GraphNode['side'], { x, y, width: w, height: h }: Box): string {
  if (side === 'proposition') return `M${x} ${y}h${w}v${h}h${-w}Z`;
  return `M${x + cut} ${y}h${w - 2 * cut}l${cut} ${cut}v${h - 2 * cut}l${-cut} ${cut}h${2 * cut - w}l${-cut} ${-cut}v${2 * cut - h}Z`;
}

export const labelRoom = 92;

export const paperOf = ({ width, height }: Graph): Size => ({ width: width + labelRoom, height });

export const boxOf = ({ x, y, width, height }: GraphNode): Box => ({ x: x + labelRoom, y, width, height });

/** The dashes of a line and the head of its arrow: types differ in both, so that colour need not tell them apart. */
interface EdgeLook {
  readonly dash: string;
  readonly head: string;
}

export const edgeLooks: Readonly<Record<EdgeType, EdgeLook>> = {
  claim_attack: { dash: '', head: 'triangle' },
  grounds_attack: { dash: '9 4', head: 'open-triangle' },
  warrant_attack: { dash: '10 3 2 3', head: 'double-triangle' },
  backing_attack: { dash: '2 4', head: 'bar' },
  reinforce: { dash: '', head: 'circle' },
  clarify: { dash: '9 4', head: 'open-circle' },
  concede_and_pivot: { dash: '2 4', head: 'diamond' },
};

export const edgeTypes = Object.keys(edgeLooks) as EdgeType[];

const headId = (head: string): string => `head-${head}`;
export const headOf = (type: EdgeType): string => `url(#${headId(edgeLooks[type].head)})`;

/** Drawn in a box of 12 by 12 whose right edge touches the target. */
export function Heads() {
  return (
    <defs>
      <Head name="triangle">
        <path class="head-attack" d="M1 1L11.5 6L1 11Z" />
      </Head>
      <Head name="open-triangle">
        <path class="head-attack is-open" d="M1.5 1.5L11 6L1.5 10.5Z" />
      </Head>
      <Head name="double-triangle">
        <path class="head-attack" d="M0.5 1.5L6 6L0.5 10.5ZM6 1.5L11.5 6L6 10.5Z" />
      </Head>
      <Head name="bar">
        <path class="head-attack is-line" d="M10.5 0.5V11.5M2 2L9 6L2 10" />
      </Head>
      <Head name="circle">
        <circle class="head-defence" cx="7" cy="6" r="4.4" />
      </Head>
      <Head name="open-circle">
        <circle class="head-defence is-open" cx="7" cy="6" r="4" />
      </Head>
      <Head name="diamond">
        <path class="head-defence is-open" d="M1 6L6.2 1L11.5 6L6.2 11Z" />
      </Head>
    </defs>
  );
}

function Head({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <marker
      id={headId(name)}
      viewBox="0 0 12 12"
      refX="11"
      refY="6"
      markerWidth="12"
      markerHeight="12"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      {children}
    </marker>
  );
}
