import { contrast, leastContrast, nearNothing, type Color } from './cssValues';
import type { Work } from './work';

/** `[left, bottom, right, top]`, in the units of the page. */
export type PageBox = readonly [number, number, number, number];
export type PagePoint = readonly [number, number];

/** An area that a page paints. */
export interface Area {
  /** The corners of each of its outlines: x, y, x, y … */
  readonly outlines: readonly (readonly number[])[];
  readonly isEvenOdd: boolean;
  /** Nothing outside it is painted. */
  readonly box: PageBox;
  /** Undefined if it is not known. */
  readonly color: Color | undefined;
  /** An image, a pattern, a shading, or a form that was not read. */
  readonly isPicture: boolean;
  /** It is known to hide what lies below it. */
  readonly covers: boolean;
}

interface Placed extends Area {
  readonly order: number;
}

interface Range {
  readonly point: PagePoint;
  /** Orders. */
  readonly from: number;
  readonly to: number;
}

const white: Color = { red: 255, green: 255, blue: 255, alpha: 1 };
/** Cells along the longer side of a page. */
const cells = 32;
/** Areas over more of them stand in a list of their own. */
const mostCells = 64;
/** Going over so many cells, corners or areas takes about as long as one step. */
const looksPerStep = 2;

/** The areas of one page in the order in which they are painted, found by their places. */
export class Areas {
  readonly #cells = new Map<number, Placed[]>();
  /** Areas over many cells. */
  readonly #large: Placed[] = [];
  readonly #size: number;
  #looks = 0;
  #corners = 0;
  count = 0;

  constructor(
    private readonly page: PageBox,
    private readonly work: Work,
  ) {
    this.#size = Math.max(page[2] - page[0], page[3] - page[1], 1) / cells;
  }

  add(area: Area): void {
    const { box, outlines } = area;
    const seen = common(box, this.page);
    if (seen === undefined) return;
    this.#corners += outlines.reduce((sum, { length }) => sum + length / 2, 0);
    this.work.check('corners of areas on one page', this.#corners);
    const placed = { ...area, order: this.count };
    this.count += 1;
    const [[left, bottom], [right, top]] = [this.#cellOf([seen[0], seen[1]]), this.#cellOf([seen[2], seen[3]])];
    const size = (right - left + 1) * (top - bottom + 1);
    this.#look(Math.min(size, mostCells));
    if (size > mostCells) {
      this.#large.push(placed);
      return;
    }
    for (let x = left; x <= right; x += 1)
      for (let y = bottom; y <= top; y += 1) {
        const cell = this.#cells.get(keyOf([x, y]));
        if (cell === undefined) this.#cells.set(keyOf([x, y]), [placed]);
        else cell.push(placed);
      }
  }

  /** Whether something of this colour, painted when there were so many areas, is told apart from what lies below it. */
  isTold(color: Color | undefined, point: PagePoint, order: number): boolean {
    this.#look(1);
    const ground = this.#groundAt(point, order);
    if (color === undefined || ground === undefined) return true;
    if (color.alpha < nearNothing) return false;
    return contrast(mixed(color, ground), ground) >= leastContrast;
  }

  isCovered(point: PagePoint, order: number): boolean {
    return this.#find({ point, from: order, to: this.count }, ({ covers }) => covers) !== undefined;
  }

  isOnPicture(point: PagePoint): boolean {
    return this.#find({ point, from: 0, to: this.count }, ({ isPicture }) => isPicture) !== undefined;
  }

  #groundAt(point: PagePoint, order: number): Color | undefined {
    const above: Color[] = [];
    const opaque = this.#find({ point, from: 0, to: order }, ({ color }) => {
      if (color === undefined || color.alpha === 1) return true;
      above.push(color);
      return false;
    });
    if (opaque !== undefined && opaque.color === undefined) return undefined;
    return above.reduceRight((ground, color) => mixed(color, ground), opaque?.color ?? white);
  }

  /** The topmost of the areas at the point that fulfils the condition. */
  #find({ point, from, to }: Range, isWanted: (area: Placed) => boolean): Placed | undefined {
    const [small, large] = [this.#cells.get(keyOf(this.#cellOf(point))) ?? [], this.#large];
    let [one, other] = [indexOf(small, to) - 1, indexOf(large, to) - 1];
    for (;;) {
      const isSmall = (small[one]?.order ?? -1) > (large[other]?.order ?? -1);
      const area = isSmall ? small[one] : large[other];
      if (area === undefined || area.order < from) return undefined;
      this.#look(1);
      if (this.#holds(area, point) && isWanted(area)) return area;
      if (isSmall) one -= 1;
      else other -= 1;
    }
  }

  #holds({ box, outlines, isEvenOdd }: Area, point: PagePoint): boolean {
    if (!isWithin(point, box)) return false;
    let turns = 0;
    for (const outline of outlines) {
      this.#look(outline.length);
      turns += turnsAround(outline, point);
    }
    return isEvenOdd ? turns % 2 !== 0 : turns !== 0;
  }

  #cellOf([x, y]: PagePoint): [number, number] {
    const at = (from: number): number => Math.min(2 * cells - 1, Math.max(0, Math.floor(from / this.#size)));
    return [at(x - this.page[0]), at(y - this.page[1])];
  }

  #look(by: number): void {
    this.#looks += by;
    if (this.#looks < looksPerStep) return;
    this.work.count('steps', Math.floor(this.#looks / looksPerStep));
    this.#looks %= looksPerStep;
  }
}

const keyOf = ([x, y]: PagePoint): number => x * 2 * cells + y;

/** The index of the first area that was painted when there were so many. */
function indexOf(cell: readonly Placed[], order: number): number {
  let [from, to] = [0, cell.length];
  while (from < to) {
    const at = (from + to) >> 1;
    if ((cell[at]?.order ?? 0) < order) from = at + 1;
    else to = at;
  }
  return from;
}

export const isWithin = ([x, y]: PagePoint, [left, bottom, right, top]: PageBox): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

/** How often an outline goes round a point, to the left less to the right; odd where it is inside by the other rule, too. */
function turnsAround(outline: readonly number[], [x, y]: PagePoint): number {
  let turns = 0;
  let [fromX, fromY] = [outline.at(-2) ?? 0, outline.at(-1) ?? 0];
  for (let at = 0; at + 1 < outline.length; at += 2) {
    const [toX, toY] = [outline[at] ?? 0, outline[at + 1] ?? 0];
    if (fromY <= y !== toY <= y && fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) > x)
      turns += fromY < toY ? 1 : -1;
    [fromX, fromY] = [toX, toY];
  }
  return turns;
}

export function common(one: PageBox, other: PageBox): PageBox | undefined {
  const box: PageBox = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
  return box[0] <= box[2] && box[1] <= box[3] ? box : undefined;
}

export function boxOf(outlines: readonly (readonly number[])[]): PageBox {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const outline of outlines)
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const [x, y] = [outline[at] ?? 0, outline[at + 1] ?? 0];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
    }
  return [left, bottom, right, top];
}

function mixed(color: Color, ground: Color): Color {
  const mix = (own: number, below: number): number => own * color.alpha + below * (1 - color.alpha);
  return {
    red: mix(color.red, ground.red),
    green: mix(color.green, ground.green),
    blue: mix(color.blue, ground.blue),
    alpha: 1,
  };
}
