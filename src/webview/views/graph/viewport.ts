/** What part of the drawing is seen: a point of it stands at `x + k · px`, `y + k · py`, in CSS pixels from the upper left corner. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  /** 1: as it is laid out. */
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box of the drawing; `x`, `y`: its middle. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

const least = 0.05;
const most = 2.5;
/** The scale below which words on the nodes cannot be read. */
export const farScale = 0.55;
/** The scale at which the smallest words on the nodes, of 12 px, are 11 px high. */
export const readScale = 11 / 12;
/** So much of the drawing stays in sight, wherever it is moved. */
const kept = 60;

const within = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** All of it, in the middle, and never larger than it is laid out. */
export function fitted(drawing: Size, window: Size): Viewport {
  const k = within(Math.min(window.width / drawing.width, window.height / drawing.height), least, 1);
  return { k, x: (window.width - k * drawing.width) / 2, y: (window.height - k * drawing.height) / 2 };
}

/** All of it where its words can be read then, else its whole width from the top, else its upper middle at a size that can be read. */
export function opening(drawing: Size, window: Size): Viewport {
  const whole = fitted(drawing, window);
  if (whole.k >= readScale) return whole;
  const k = within(window.width / drawing.width, readScale, 1);
  return { k, x: (window.width - k * drawing.width) / 2, y: 0 };
}

/** Moved by so many pixels, as far as some of the drawing is left in sight. */
export function panned(
  { x, y, k }: Viewport,
  by: { x: number; y: number },
  { drawing, window }: { drawing: Size; window: Size },
): Viewport {
  return {
    k,
    x: within(x + by.x, kept - k * drawing.width, window.width - kept),
    y: within(y + by.y, kept - k * drawing.height, window.height - kept),
  };
}

/** Larger or smaller, with this point of the window in its place. */
export function zoomed({ x, y, k }: Viewport, factor: number, at: { x: number; y: number }): Viewport {
  const scale = within(k * factor, least, most);
  const share = scale / k;
  return { k: scale, x: at.x - share * (at.x - x), y: at.y - share * (at.y - y) };
}

/** Moved no further than needed for a box to be seen whole, with some room around it. */
export function revealing(view: Viewport, box: Box, window: Size): Viewport {
  const room = 16;
  const { left, top, right, bottom } = placeOf(view, box);
  const shift = (low: number, high: number, length: number): number =>
    low < room || high - low > length - 2 * room ? room - low : Math.min(0, length - room - high);
  return { ...view, x: view.x + shift(left, right, window.width), y: view.y + shift(top, bottom, window.height) };
}

/** Where a box of the drawing is seen, in pixels of the window. */
export function placeOf({ x, y, k }: Viewport, box: Box): { left: number; top: number; right: number; bottom: number } {
  const [left, top] = [x + k * (box.x - box.width / 2), y + k * (box.y - box.height / 2)];
  return { left, top, right: left + k * box.width, bottom: top + k * box.height };
}

export const transformOf = ({ x, y, k }: Viewport): string => `translate(${x} ${y}) scale(${k})`;
