import type { Scores } from '../../../shared/protocol';

/** Lengths of a chart of totals by exchange; `y` grows downwards. */
export interface ChartScale {
  /** Horizontal place of an exchange, 0 for the first. */
  readonly x: (index: number) => number;
  /** Vertical place of a total in points. */
  readonly y: (total: number) => number;
  /** Totals at which a line is drawn, from below. */
  readonly ticks: readonly number[];
  /** Every so many exchanges have their number below. */
  readonly labelEvery: number;
}

interface ChartBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const labelWidth = 34;
const steps = [0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** The same above and below 0, in steps that are easy to read; at least from −0.5 to 0.5. */
export function extentOf({ exchanges, totals }: Scores): number {
  const most = exchanges.reduce(
    (max, { proposition, opposition }) => Math.max(max, Math.abs(proposition), Math.abs(opposition)),
    0,
  );
  const wanted = Math.max(0.5, most, Math.abs(totals.proposition), Math.abs(totals.opposition));
  const step = stepFor(wanted);
  return Math.ceil(wanted / step - 1e-9) * step;
}

/** Step that gives at most four lines on each side of 0. */
const stepFor = (extent: number): number => steps.find((step) => extent / step <= 4) ?? extent;

export function chartScale(scores: Scores, { width, height, left, right, top, bottom }: ChartBox): ChartScale {
  const extent = extentOf(scores);
  const step = stepFor(extent);
  const { length: count } = scores.exchanges;
  const [across, down] = [Math.max(1, width - left - right), Math.max(1, height - top - bottom)];
  const lines = Math.round(extent / step);
  return {
    x: (index) => left + (count < 2 ? across / 2 : (index * across) / (count - 1)),
    y: (total) => top + ((extent - total) / (2 * extent)) * down,
    ticks: Array.from({ length: 2 * lines + 1 }, (_, index) => (index - lines) * step),
    labelEvery: Math.max(1, Math.ceil((count * labelWidth) / across)),
  };
}
