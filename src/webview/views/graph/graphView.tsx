import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState, useId } from 'preact/hooks';
import type { Graph, GraphNode, EntryRange, EdgeType } from '../../../shared/protocol';
import type { Page } from '../../page';
import { whole } from '../../parts/figures';
import { Icon } from '../../parts/elements';
import { Beside } from './beside';
import { GraphCanvas, type GraphHandle, type GraphPlace } from './canvas';
import { SideBadge } from '../sideBadge';
import { edgeText, sideText, exchangeText } from '../words';
import { edgeLooks, edgeTypes, headOf } from './drawing';
import { isIn, mostChips, spansOf, toggledExchange } from './exchangeChoice';

interface GraphViewProps {
  page: Page;
  graph: Graph;
  spans: readonly EntryRange[];
  mark: { readonly id: string } | undefined;
}

/** Where the reader was in the graph of a page, by what was asked for: tabs come and go. */
const places = new WeakMap<Page, { choice: string; place: GraphPlace; chosen?: string | undefined }>();

/** Narrower or lower than this, the legend is folded. */
const roomForLegend = '(min-width: 620px) and (min-height: 560px)';

export function GraphView({ page, graph, spans, mark }: GraphViewProps) {
  const canvas = useRef<GraphHandle | undefined>(undefined);
  const body = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(100);
  const choice = JSON.stringify(spans);
  const before = places.get(page);
  const [chosenId, setChosen] = useState(before?.chosen);
  const chosen = graph.nodes.find(({ id }) => id === chosenId);
  const choose = (id: string | undefined): void => {
    setChosen(id);
    const place = places.get(page);
    if (place !== undefined) places.set(page, { ...place, chosen: id });
  };
  // The second press of an argument leads to it in the debate.
  const press = (node: GraphNode): void => (node.id === chosenId ? page.jumpToSeq(node.seq, node.id) : choose(node.id));
  const back = (): void => {
    choose(undefined);
    body.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(chosenId ?? '')}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || chosen === undefined) return;
    event.stopPropagation();
    back();
  };
  if (graph.total === 0) {
    return (
      <p class="view-empty">{l10n.t('There are no arguments yet: the graph grows with what both sides bring.')}</p>
    );
  }
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
      <div class="graph-body" ref={body} onKeyDown={onKeyDown}>
        <GraphCanvas
          page={page}
          handle={canvas}
          graph={graph}
          place={before?.choice === choice ? before.place : undefined}
          onPlace={(place) => places.set(page, { choice, place, chosen: places.get(page)?.chosen })}
          choice={choice}
          mark={mark}
          onScale={setPercent}
          onChoose={press}
          chosen={chosen}
        />
        {chosen !== undefined && <Beside page={page} node={chosen} onClose={back} />}
      </div>
      <Legend />
    </div>
  );
}

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

/** What shapes, sizes and lines mean. Folded where there is little room, and where it becomes little. */
function Legend() {
  const [isOpen, setOpen] = useState(() => matchMedia(roomForLegend).matches);
  useEffect(() => {
    const room = matchMedia(roomForLegend);
    const follow = (): void => setOpen(room.matches);
    room.addEventListener('change', follow);
    return () => room.removeEventListener('change', follow);
  }, []);
  return (
    <details class="legend" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{l10n.t('Legend')}</summary>
      <ul>
        <li>
          <SideBadge side="proposition" /> {l10n.t('{0}: square corners', sideText('proposition'))}
        </li>
        <li>
          <SideBadge side="opposition" /> {l10n.t('{0}: cut corners', sideText('opposition'))}
        </li>
        <li>{l10n.t('The larger, the higher the score')}</li>
        {edgeTypes.map((type) => (
          <li key={type}>
            <EdgeSample type={type} /> {edgeText(type)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function EdgeSample({ type }: { type: EdgeType }) {
  return (
    <svg class={`arrow arrow-${type}`} width="46" height="14" viewBox="0 0 46 14" aria-hidden="true">
      <path class="arrow-line" d="M1 7H45" stroke-dasharray={edgeLooks[type].dash} marker-end={headOf(type)} />
    </svg>
  );
}

interface ExchangeFilterProps {
  graph: Graph;
  spans: readonly EntryRange[];
  onNarrow: (spans: readonly EntryRange[]) => void;
}

function ExchangeFilter({ graph, spans, onNarrow }: ExchangeFilterProps) {
  const { exchanges } = graph;
  if (exchanges.length < 2) return null;
  if (exchanges.length > mostChips) return <Range graph={graph} spans={spans} onNarrow={onNarrow} />;
  return (
    <div class="graph-exchanges" role="group" aria-label={l10n.t('Exchanges that are drawn')}>
      <button type="button" class="chip" aria-pressed={spans.length === 0} onClick={() => onNarrow([])}>
        {l10n.t('All exchanges')}
      </button>
      {exchanges.map((exchange) => (
        <button
          key={exchange}
          type="button"
          class="chip"
          data-exchange={exchange}
          aria-pressed={spans.length > 0 && isIn(spans, exchange)}
          aria-label={exchangeText(exchange)}
          title={exchangeText(exchange)}
          onClick={() => onNarrow(toggledExchange(spans, exchange, exchanges))}
        >
          {exchange}
        </button>
      ))}
    </div>
  );
}

function Range({ graph: { exchanges, rows, isCut }, spans, onNarrow }: ExchangeFilterProps) {
  const [fromId, toId] = [useId(), useId()];
  const [first = 0, last = 0] = [exchanges[0], exchanges.at(-1)];
  // What is drawn, where it is less than was asked for.
  const drawn = rows.map(({ exchange }) => exchange);
  const from = isCut ? Math.min(...drawn) : (spans[0]?.from ?? first);
  const to = spans.at(-1)?.to ?? last;
  const choose = (low: number, high: number): void => {
    const chosen = exchanges.filter((exchange) => exchange >= Math.min(low, high) && exchange <= Math.max(low, high));
    onNarrow(spansOf(new Set(chosen), exchanges));
  };
  return (
    <div class="graph-exchanges" role="group" aria-label={l10n.t('Exchanges that are drawn')}>
      <label for={fromId}>{l10n.t('Exchanges from')}</label>
      <ExchangeSelect id={fromId} value={from} exchanges={exchanges} onChoose={(value) => choose(value, to)} />
      <label for={toId}>{l10n.t('to')}</label>
      <ExchangeSelect id={toId} value={to} exchanges={exchanges} onChoose={(value) => choose(from, value)} />
    </div>
  );
}

function ExchangeSelect({
  id,
  value,
  exchanges,
  onChoose,
}: {
  id: string;
  value: number;
  exchanges: readonly number[];
  onChoose: (value: number) => void;
}) {
  return (
    <select id={id} class="select" value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
      {exchanges.map((exchange) => (
        <option key={exchange} value={exchange}>
          {exchange}
        </option>
      ))}
    </select>
  );
}
