/** Where a button stands in a table of buttons. */
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
