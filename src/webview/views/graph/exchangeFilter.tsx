import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { Graph, EntryRange } from '../../../shared/protocol';
import { exchangeText } from '../words';
import { isIn, mostChips, spansOf, toggledExchange } from './exchangeChoice';

interface ExchangeFilterProps {
  graph: Graph;
  spans: readonly EntryRange[];
  onNarrow: (spans: readonly EntryRange[]) => void;
}

/** Which exchanges are drawn: chips for a few, from one to another for many. */
export function ExchangeFilter({ graph, spans, onNarrow }: ExchangeFilterProps) {
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
