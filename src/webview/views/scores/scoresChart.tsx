import * as l10n from '@vscode/l10n';
import { useRef, useLayoutEffect, useState } from 'preact/hooks';
import type { Scores } from '../../../shared/protocol';
import type { Page } from '../../page';
import { points } from '../../parts/figures';
import { exchangeText, sideColour, sideText, type GraphSide } from '../words';
import { chartScale, type ChartScale } from './chartScale';

const height = 210;
const frame = { left: 52, right: 16, top: 12, bottom: 26 };
/** With more exchanges the marks run into each other: then the lines say it alone, and the table all of it. */
const mostMarks = 60;

const sides: readonly GraphSide[] = ['proposition', 'opposition'];

/** Each judgment is a link to its entry. */
export function ScoresChart({ page, scores }: { page: Page; scores: Scores }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 640);
  const scale = chartScale(scores, { width, height, ...frame });
  const { exchanges } = scores;
  return (
    <div class="chart" ref={box}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={l10n.t('Totals by exchange')}
      >
        <Grid scale={scale} width={width} />
        {exchanges.map(({ exchange }, index) =>
          index % scale.labelEvery === 0 ? (
            <text
              key={exchange}
              class="chart-label"
              x={scale.x(index)}
              y={height - 8}
              text-anchor="middle"
              aria-hidden="true"
            >
              {exchange}
            </text>
          ) : null,
        )}
        {sides.map((side) => (
          <path
            key={side}
            class={`chart-line ${sideColour(side)}`}
            data-side={side}
            d={lineOf(scores, side, scale)}
            aria-hidden="true"
          />
        ))}
        {exchanges.length <= mostMarks &&
          exchanges.map((exchange, index) => (
            <Marks key={exchange.exchange} page={page} at={exchange} index={index} scale={scale} />
          ))}
      </svg>
      <p class="chart-legend">
        {sides.map((side) => (
          <span key={side} class={sideColour(side)}>
            <svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true">
              <path class="chart-line" data-side={side} d="M1 6H33" />
              <Mark side={side} x={17} y={6} />
            </svg>{' '}
            {sideText(side)}
          </span>
        ))}
        <span class="dim">{l10n.t('Below: the number of the exchange')}</span>
      </p>
    </div>
  );
}

function Grid({ scale, width }: { scale: ChartScale; width: number }) {
  return (
    <g aria-hidden="true">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <path
            class={Math.abs(tick) < 1e-9 ? 'chart-zero' : 'chart-tick'}
            d={`M${frame.left} ${scale.y(tick)}H${width - frame.right}`}
          />
          <text class="chart-label" x={frame.left - 8} y={scale.y(tick) + 4} text-anchor="end">
            {points(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

const lineOf = ({ exchanges }: Scores, side: GraphSide, { x, y }: ChartScale): string =>
  exchanges.map((exchange, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(exchange[side])}`).join('');

function Marks({
  page,
  at,
  index,
  scale,
}: {
  page: Page;
  at: Scores['exchanges'][number];
  index: number;
  scale: ChartScale;
}) {
  const words = l10n.t(
    '{0}: Proposition {1}, Opposition {2}',
    exchangeText(at.exchange),
    points(at.proposition),
    points(at.opposition),
  );
  const go = (): void => page.jumpToSeq(at.seq);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    go();
  };
  const ys = sides.map((side) => scale.y(at[side]));
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return (
    <g
      class="chart-marks"
      role="link"
      tabindex={0}
      aria-label={words}
      data-peek={page.atOf(at.seq)}
      data-peek-label={words}
      onClick={go}
      onKeyDown={onKeyDown}
    >
      {/* Large enough to be hit, and to show the focus. */}
      <rect class="chart-target" x={scale.x(index) - 12} y={top - 12} width={24} height={bottom - top + 24} rx={4} />
      {sides.map((side) => (
        <Mark key={side} side={side} x={scale.x(index)} y={scale.y(at[side])} />
      ))}
    </g>
  );
}

/** Square for the Proposition, round for the Opposition, as everywhere. */
function Mark({ side, x, y }: { side: GraphSide; x: number; y: number }) {
  const names = `chart-mark ${sideColour(side)}`;
  return side === 'proposition' ? (
    <rect class={names} x={x - 4.5} y={y - 4.5} width={9} height={9} />
  ) : (
    <circle class={names} cx={x} cy={y} r={5} />
  );
}

/** How wide an element is, in CSS pixels; `otherwise` until it is known. For drawings whose words must keep their size. */
function useWidth(box: { current: HTMLElement | null }, otherwise: number): number {
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const measure = (): void => {
      const now = box.current?.clientWidth ?? 0;
      if (now > 0) setWidth(now);
    };
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}
