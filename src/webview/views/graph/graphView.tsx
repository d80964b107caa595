import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import type { Graph, EntryRange } from '../../../shared/protocol';
import type { Page } from '../../page';
import { whole } from '../../parts/figures';
import { Icon } from '../../parts/icon';
import { GraphCanvas, type GraphHandle, type GraphPlace } from './canvas';
import { ExchangeFilter } from './exchangeFilter';
import { Legend } from './legend';

interface GraphViewProps {
  page: Page;
  graph: Graph;
  spans: readonly EntryRange[];
  /** The argument to bring into sight. */
  mark: { readonly id: string } | undefined;
}

/** Where the reader was in the graph of a page, by what was asked for: tabs come and go. */
const places = new WeakMap<Page, { choice: string; place: GraphPlace }>();

/** Narrower or lower than this, the legend is folded. */
const roomForLegend = { width: 620, height: 560 };

/** The arguments of a dialectic, and what they do to each other. */
export function GraphView({ page, graph, spans, mark }: GraphViewProps) {
  const canvas = useRef<GraphHandle | undefined>(undefined);
  const [percent, setPercent] = useState(100);
  const choice = JSON.stringify(spans);
  const before = places.get(page);
  if (graph.total === 0) {
    return (
      <p class="view-empty">{l10n.t('There are no arguments yet: the graph grows with what both sides bring.')}</p>
    );
  }
  const hasRoom = window.innerWidth >= roomForLegend.width && window.innerHeight >= roomForLegend.height;
  return (
    <div class="graph-view">
      <div class="graph-tools">
        <ExchangeFilter
          graph={graph}
          spans={spans}
          onNarrow={(chosen) => page.dispatch({ kind: 'narrow', spans: chosen })}
        />
        <ZoomTools canvas={canvas} percent={percent} />
        <button
          type="button"
          class="button"
          title={l10n.t('Export as SVG…')}
          onClick={() => page.send({ kind: 'exportGraph', spans: [...spans] })}
        >
          <Icon name="export" /> <span class="wide-word">{l10n.t('Export as SVG…')}</span>
        </button>
      </div>
      <p class="graph-note" role="status">
        {noteOf(graph)}
      </p>
      <GraphCanvas
        handle={canvas}
        graph={graph}
        place={before?.choice === choice ? before.place : undefined}
        onPlace={(place) => places.set(page, { choice, place })}
        choice={choice}
        mark={mark}
        onOpen={({ seq }) => page.jumpToSeq(seq)}
        onScale={setPercent}
      />
      <Legend isOpen={hasRoom} />
    </div>
  );
}

/** What is not drawn, in words. */
function noteOf({ isCut, most, total, nodes, rows }: Graph): string {
  if (isCut) {
    const [first, last] = [rows[0]?.exchange ?? 0, rows.at(-1)?.exchange ?? 0];
    return l10n.t(
      '{0} arguments at most are drawn at once: these are those of exchanges {1} to {2}. Choose others above.',
      whole(most),
      first,
      last,
    );
  }
  return nodes.length === total ? '' : l10n.t('{0} of {1} arguments are drawn.', whole(nodes.length), whole(total));
}

function ZoomTools({ canvas, percent }: { canvas: { current: GraphHandle | undefined }; percent: number }) {
  return (
    <div class="graph-zoom" role="group" aria-label={l10n.t('Zoom')}>
      <ZoomButton icon="zoom-out" label={l10n.t('Zoom out (-)')} onPress={() => canvas.current?.zoom(1 / 1.25)} />
      <span class="graph-percent">{l10n.t('{0} %', percent)}</span>
      <ZoomButton icon="zoom-in" label={l10n.t('Zoom in (+)')} onPress={() => canvas.current?.zoom(1.25)} />
      <button type="button" class="button" title={l10n.t('Show all of it (0)')} onClick={() => canvas.current?.fit()}>
        <Icon name="screen-full" /> <span class="wide-word">{l10n.t('Fit')}</span>
      </button>
    </div>
  );
}

function ZoomButton({ icon, label, onPress }: { icon: string; label: string; onPress: () => void }) {
  return (
    <button type="button" class="button icon-only" title={label} aria-label={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
