import { OPS } from 'unpdf/pdfjs';
import { boxOf, type PageBox } from './pdfAreas';

/** `[a, b, c, d, e, f]`, as the format has it. */
export type Matrix = ArrayLike<number>;

const curveParts = [0.25, 0.5, 0.75, 1];
/** Units of the page. */
const straight = 0.01;

/** The path that a content draws, in units of the page. Pages may have a million of these operators. */
export class Outlines {
  all: number[][] = [];
  #open: number[] = [];
  /** The last and the first place, in units of the content. */
  #x = 0;
  #y = 0;
  #firstX = 0;
  #firstY = 0;

  /** @returns whether the operator draws. */
  draw(id: number, args: readonly unknown[], matrix: Matrix): boolean {
    if (id < OPS.moveTo || id > OPS.rectangle) return false;
    const [a, b, c, d, e, f] = [at(args, 0), at(args, 1), at(args, 2), at(args, 3), at(args, 4), at(args, 5)] as const;
    if (id === OPS.moveTo) this.#move(a, b, matrix);
    else if (id === OPS.lineTo) this.#line(a, b, matrix);
    else if (id === OPS.curveTo) this.#curve([a, b, c, d, e, f], matrix);
    else if (id === OPS.curveTo2) this.#curve([this.#x, this.#y, a, b, c, d], matrix);
    else if (id === OPS.curveTo3) this.#curve([a, b, c, d, c, d], matrix);
    else if (id === OPS.closePath) this.#line(this.#firstX, this.#firstY, matrix);
    else {
      this.#move(a, b, matrix);
      this.#line(a + c, b, matrix);
      this.#line(a + c, b + d, matrix);
      this.#line(a, b + d, matrix);
      this.#line(a, b, matrix);
    }
    return true;
  }

  /** Whether they are one rectangle along the page. */
  areBox(): boolean {
    const [outline = [], more] = this.all.filter(({ length }) => length > 2);
    if (more !== undefined || outline.length < 8 || outline.length > 10) return false;
    const [left, bottom, right, top] = boxOf([outline]);
    const corners = [0, 2, 4, 6].map((at) => {
      const [x = 0, y = 0] = outline.slice(at, at + 2);
      return isNear(y, bottom) || isNear(y, top) ? [isNear(x, left), isNear(x, right), isNear(y, top)].join(' ') : '';
    });
    return new Set(corners).size === 4 && !corners.includes('');
  }

  #move(x: number, y: number, matrix: Matrix): void {
    this.#open = [];
    this.all.push(this.#open);
    [this.#firstX, this.#firstY] = [x, y];
    this.#line(x, y, matrix);
  }

  #line(x: number, y: number, matrix: Matrix): void {
    const { 0: a = 1, 1: b = 0, 2: c = 0, 3: d = 1, 4: e = 0, 5: f = 0 } = matrix;
    this.#open.push(a * x + c * y + e, b * x + d * y + f);
    this.#x = x;
    this.#y = y;
  }

  #curve(numbers: readonly [number, number, number, number, number, number], matrix: Matrix): void {
    const [fromX, fromY] = [this.#x, this.#y];
    const [x1, y1, x2, y2, x3, y3] = numbers;
    for (const part of curveParts) this.#line(bent(part, fromX, x1, x2, x3), bent(part, fromY, y1, y2, y3), matrix);
  }
}

function at(args: readonly unknown[], index: number): number {
  const arg = args[index];
  return typeof arg === 'number' ? arg : 0;
}

/** A curve's coordinate at a part of its way. */
function bent(part: number, ...[from, one, other, to]: [number, number, number, number]): number {
  const rest = 1 - part;
  return rest * rest * (rest * from + 3 * part * one) + part * part * (3 * rest * other + part * to);
}

const isNear = (value: number, edge: number): boolean => Math.abs(value - edge) <= straight;

export const placed = (
  x: number,
  y: number,
  { 0: a = 1, 1: b = 0, 2: c = 0, 3: d = 1, 4: e = 0, 5: f = 0 }: Matrix,
): [number, number] => [a * x + c * y + e, b * x + d * y + f];

/** What the first matrix means in the second one's space. */
export function within(inner: Matrix, outer: Matrix): number[] {
  const { 0: a = 1, 1: b = 0, 2: c = 0, 3: d = 1, 4: e = 0, 5: f = 0 } = inner;
  const [zeroX, zeroY] = placed(0, 0, outer);
  const turned = (x: number, y: number): number[] => {
    const [toX, toY] = placed(x, y, outer);
    return [toX - zeroX, toY - zeroY];
  };
  return [...turned(a, b), ...turned(c, d), ...placed(e, f, outer)];
}

const asItIs: Matrix = [1, 0, 0, 1, 0, 0];

/** Units of the page per unit of the content. */
export const scaleOf = ({ 0: a = 1, 1: b = 0, 2: c = 0, 3: d = 1 }: Matrix): number =>
  Math.sqrt(Math.abs(a * d - b * c));

/** The corners of a rectangle. */
export const rectangle = ([left, bottom, right, top]: PageBox, matrix = asItIs): number[] => [
  ...placed(left, bottom, matrix),
  ...placed(right, bottom, matrix),
  ...placed(right, top, matrix),
  ...placed(left, top, matrix),
];

/** The areas of lines of this width along outlines. */
export function lineAreas(outlines: readonly (readonly number[])[], width: number): number[][] {
  return outlines.flatMap((outline) => {
    const lines: number[][] = [];
    for (let at = 0; at + 3 < outline.length; at += 2) {
      const [x = 0, y = 0, toX = 0, toY = 0] = outline.slice(at, at + 4);
      const length = Math.hypot(toX - x, toY - y);
      if (length === 0) continue;
      const [across, up] = [((y - toY) / length) * (width / 2), ((toX - x) / length) * (width / 2)];
      lines.push([x + across, y + up, toX + across, toY + up, toX - across, toY - up, x - across, y - up]);
    }
    return lines;
  });
}
