import * as l10n from '@vscode/l10n';
import type { Graph, GraphNode } from '../../../shared/protocol';
import { PreviewSources } from '../../feed/preview';
import type { Page } from '../../page';
import { points } from '../../parts/figures';
import { SideBadge } from '../sideBadge';
import { edgeText, exchangeText, sideText } from '../words';
import { scoreText } from './drawing';
import type { placeOf, Size } from './viewport';

interface TipProps {
  page: Page;
  id: string;
  graph: Graph;
  node: GraphNode;
  /** Where the node is seen, in pixels of the canvas. */
  at: ReturnType<typeof placeOf>;
  canvas: Size;
  /** Where the page begins and ends above and below the canvas, in pixels of it: the canvas may be too low for what is said. */
  sight: { top: number; bottom: number };
  onEnter: () => void;
  onLeave: () => void;
}

const room = 8;
const widest = 380;

/** It may be pointed at, and stays then. */
export function Tip({ page, id, graph, node, at, canvas, sight, onEnter, onLeave }: TipProps) {
  const entry = page.atOf(node.seq);
  return (
    <div
      class="graph-tip"
      id={id}
      role="tooltip"
      style={tipPlace(at, canvas, sight)}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      <p class="tip-head">
        <SideBadge side={node.side} /> <b>{node.id}</b> {sideText(node.side)} · {exchangeText(node.exchange)} ·{' '}
        <b>{scoreText(node)}</b>
      </p>
      {!node.redacted && <p class="tip-title">{node.title}</p>}
      <p>{node.redacted ? l10n.t('Struck from the record: what it said is gone.') : node.claim}</p>
      {entry !== undefined && <PreviewSources page={page} at={entry} />}
      <History node={node} />
      <Relations graph={graph} node={node} />
    </div>
  );
}

function History({ node: { history } }: { node: GraphNode }) {
  if (history.length === 0) return <p class="dim">{l10n.t('Not judged yet.')}</p>;
  return (
    <ul class="tip-list">
      {history.map(({ exchange, score, spread }) => (
        <li key={exchange}>
          {exchangeText(exchange)}: <b>{points(score)}</b>
          {spread !== undefined && (
            <span class="dim"> {l10n.t('(the passes are apart by {0})', spread.toFixed(2))}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const mostRelations = 6;

function Relations({ graph: { edges }, node: { id } }: { graph: Graph; node: GraphNode }) {
  const lines = [
    ...edges.filter(({ from }) => from === id).map(({ type, to }) => l10n.t('{0}: {1}', edgeText(type), to)),
    ...edges.filter(({ to }) => to === id).map(({ type, from }) => l10n.t('from {0}: {1}', from, edgeText(type))),
  ];
  if (lines.length === 0) return null;
  return (
    <ul class="tip-list dim">
      {lines.slice(0, mostRelations).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > mostRelations && <li>{l10n.t('and {0} more', lines.length - mostRelations)}</li>}
    </ul>
  );
}

/** Place of the tip: below the node where there is more room than above it, within the canvas to both sides. */
function tipPlace(at: TipProps['at'], { width, height }: Size, sight: TipProps['sight']): Record<string, string> {
  const across = Math.min(widest, width - 2 * room);
  const left = Math.min(Math.max(room, at.left), Math.max(room, width - across - room));
  const [above, below] = [at.top - sight.top, sight.bottom - at.bottom];
  const isBelow = below >= above;
  const most = Math.max(90, (isBelow ? below : above) - 2 * room);
  const place = isBelow
    ? { top: `${Math.min(at.bottom + room, sight.bottom - 100)}px` }
    : { bottom: `${Math.min(height - at.top + room, height - sight.top - 100)}px` };
  return { left: `${left}px`, width: `${across}px`, 'max-height': `${most}px`, ...place };
}

/** Scrolls what does not fit by a page of it. False: all of it is seen. */
export function scrolledTip(id: string, key: string): boolean {
  const tip = document.getElementById(id);
  const by = { PageUp: -0.9, PageDown: 0.9 }[key];
  if (by === undefined || tip === null || tip.scrollHeight <= tip.clientHeight) return false;
  tip.scrollBy({ top: by * tip.clientHeight });
  return true;
}
