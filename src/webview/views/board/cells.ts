import type { Board, BoardIssue, BoardRound, IssueMark } from '../../../shared/protocol';

type Cell =
  | { readonly kind: 'mark'; readonly mark: IssueMark; readonly assessment: number | undefined }
  /** The issue was raised later. */
  | { readonly kind: 'before' }
  /** Nobody assessed the round (yet). */
  | { readonly kind: 'unassessed'; readonly isMissing: boolean };

export function cellOf(issue: BoardIssue, { round, assessment, failed }: BoardRound): Cell {
  const mark = issue.marks.find((one) => one.round === round);
  if (mark !== undefined) return { kind: 'mark', mark, assessment };
  if (assessment === undefined) return { kind: 'unassessed', isMissing: failed.includes('judge') };
  return { kind: 'before' };
}

interface Counts {
  readonly open: number;
  readonly resolved: number;
  readonly stalled: number;
}

export function countsOf({ issues }: Board): Counts {
  const of = (status: BoardIssue['status']): number => issues.filter((issue) => issue.status === status).length;
  return { open: of('open'), resolved: of('resolved'), stalled: of('stalled') };
}

export interface BoardChange {
  readonly rounds: readonly number[];
  readonly raised: readonly string[];
  /** Ids of the issues whose status or severity is another one. */
  readonly moved: readonly string[];
  readonly isRuled: boolean;
}

export function changeBetween(before: Board, now: Board): BoardChange {
  const assessed = new Set(
    before.rounds.filter(({ assessment }) => assessment !== undefined).map(({ round }) => round),
  );
  const known = new Map(before.issues.map((issue) => [issue.id, issue]));
  return {
    rounds: now.rounds
      .filter(({ round, assessment }) => assessment !== undefined && !assessed.has(round))
      .map(({ round }) => round),
    raised: now.issues.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    moved: now.issues
      .filter(({ id, status, severity }) => {
        const was = known.get(id);
        return was !== undefined && (was.status !== status || was.severity !== severity);
      })
      .map(({ id }) => id),
    isRuled: before.ruling === undefined && now.ruling !== undefined,
  };
}

export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** Where a key leads; undefined for keys that lead nowhere. */
export function gridTarget(places: readonly GridCell[], { row, column }: GridCell, key: string): GridCell | undefined {
  const inRow = places.filter((place) => place.row === row).sort((a, b) => a.column - b.column);
  switch (key) {
    case 'ArrowRight':
      return inRow.find((place) => place.column > column);
    case 'ArrowLeft':
      return inRow.findLast((place) => place.column < column);
    case 'Home':
      return inRow[0];
    case 'End':
      return inRow.at(-1);
    case 'ArrowDown':
      return nearest(places, Math.min(...rowsOf(places).filter((other) => other > row)), column);
    case 'ArrowUp':
      return nearest(places, Math.max(...rowsOf(places).filter((other) => other < row)), column);
    default:
      return undefined;
  }
}

const rowsOf = (places: readonly GridCell[]): number[] => places.map(({ row }) => row);

function nearest(places: readonly GridCell[], row: number, column: number): GridCell | undefined {
  const inRow = places.filter((place) => place.row === row);
  return inRow.sort((a, b) => Math.abs(a.column - column) - Math.abs(b.column - column))[0];
}
