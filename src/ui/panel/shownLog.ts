import type { OpenDebate } from '../debates/openDebate';
import { bodiesAt } from './bodies';
import { Feed } from './feed';
import { HeadMaker } from './head';
import { isProcedural, type Body, type Row } from '../../shared/protocol';

/** Rows around the one that is shown first, whose bodies go with the snapshot. */
const before = 12;
const behind = 36;

/** A log as one page is shown it; another one is needed once the log was truncated or replaced. */
export class ShownLog {
  readonly feed: Feed;
  readonly heads: HeadMaker;

  constructor(
    readonly debate: OpenDebate,
    /** Tells the page that positions mean other entries now. */
    readonly epoch: number,
  ) {
    this.feed = new Feed(debate.log);
    this.heads = new HeadMaker(debate.folder, debate.log.view, this.feed);
  }

  bodies(positions: readonly number[], options: { isWhole?: boolean; isBeingChecked: boolean }): Body[] {
    return bodiesAt(this.debate.log, positions, options);
  }

  /** The bodies of what is seen first: around an entry, else at the end of a debate that runs, at the beginning of one that rests. */
  window(
    focus: number | undefined,
    { isRunning, isBeingChecked }: { isRunning: boolean; isBeingChecked: boolean },
  ): Body[] {
    const { rows } = this.feed;
    const atEdge = isRunning ? backwards(rows, rows.length, before + behind) : walked(rows, 0, 1, before + behind);
    return this.bodies(focus === undefined ? atEdge : around(rows, focus), { isBeingChecked });
  }

  /** Seq of the last entry. */
  get last(): number | undefined {
    return this.feed.rows.at(-1)?.seq;
  }

  /** Where the first entry with this seq stands. */
  positionOf(seq: number | undefined): number | undefined {
    return seq === undefined ? undefined : this.feed.positionsOf(seq)[0];
  }
}

const around = (rows: readonly Row[], at: number): number[] => [
  ...backwards(rows, at, before),
  at,
  ...walked(rows, at + 1, 1, behind),
];

const backwards = (rows: readonly Row[], at: number, count: number): number[] =>
  walked(rows, at - 1, -1, count).reverse();

/** The next entries in a direction that are shown without being asked for. */
function walked(rows: readonly Row[], from: number, by: 1 | -1, count: number): number[] {
  const found: number[] = [];
  for (let at = from; found.length < count; at += by) {
    const row = rows[at];
    if (row === undefined) break;
    if (!isProcedural(row.type)) found.push(at);
  }
  return found;
}
