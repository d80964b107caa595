/** What one line of the bench's table says. */
export interface Figure {
  what: string;
  figure: string;
  /** What it is held against, measured in the same run. */
  baseline: string;
  ratio: string;
  aim: string;
  /** Undefined where no aim is set: a figure for comparison. */
  isMet?: boolean;
}

export interface Bench {
  name: string;
  /** `folder` is the bench's own; it is removed afterwards. */
  run(folder: string): Promise<Figure[]>;
  /** Work that needs a process of its own, by name; started with `inChild`. Its result must survive JSON. */
  children?: Record<string, (args: readonly string[]) => Promise<unknown>>;
}

/** The middle one: a figure that a single disturbed run cannot move. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const microseconds = (value: number): string => `${(value * 1_000).toFixed(0)} µs`;
export const times = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)}×`;
export const perSecond = (value: number): string => `${value.toFixed(0)}/s`;
