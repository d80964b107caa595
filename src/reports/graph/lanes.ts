interface Stretch {
  top: number;
  bottom: number;
}

interface LaneSide {
  /** The outermost edge of the nodes on this side. */
  edge: number;
  /** By lane, from within: how far down it is taken. */
  taken: Stretch[][];
  /** How many were given away beyond the last lane. */
  beyond: number;
}

const first = 26;
const step = 10;
const most = 40;

/** The lanes to the left and to the right of all nodes. Stretches that overlap have lanes of their own, as long as there are any. */
export class Lanes {
  readonly #left: LaneSide;
  readonly #right: LaneSide;

  constructor(nodes: readonly { x: number; width: number }[]) {
    let [left, right] = [Infinity, -Infinity];
    for (const { x, width } of nodes) {
      left = Math.min(left, x - width / 2);
      right = Math.max(right, x + width / 2);
    }
    this.#left = { edge: left, taken: [], beyond: 0 };
    this.#right = { edge: right, taken: [], beyond: 0 };
  }

  /** @returns the `x` of the innermost lane that is free from `top` to `bottom`, to the left for `outwards` -1. */
  take(outwards: number, top: number, bottom: number): number {
    const side = outwards < 0 ? this.#left : this.#right;
    const free = side.taken.findIndex((stretches) =>
      stretches.every((other) => bottom < other.top || top > other.bottom),
    );
    const isFull = free < 0 && side.taken.length >= most;
    const number = free >= 0 ? free : isFull ? side.beyond++ % most : side.taken.length;
    // What is full is full: more stretches would only be looked through.
    if (!isFull) (side.taken[number] ??= []).push({ top, bottom });
    return side.edge + outwards * (first + number * step);
  }
}
