import { useEffect, useRef } from 'preact/hooks';

/**
 * Arrow keys in a table of buttons: one stop for Tab, then from cell to cell. `data-row` and `data-column` say where a button
 * stands; columns that a row has not are passed over to the nearest that it has.
 */
export function useGridKeys<E extends HTMLElement>() {
  const box = useRef<E>(null);
  // Cells come and go: one of them is always there for Tab.
  useEffect(() => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const first = all.find(({ dataset }) => Number(dataset['row']) >= 0) ?? all[0];
    if (first !== undefined && all.every(({ tabIndex }) => tabIndex !== 0)) first.tabIndex = 0;
  });
  const onFocusIn = (event: FocusEvent): void => {
    const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (here === null || box.current === null) return;
    for (const other of box.current.querySelectorAll<HTMLElement>('[data-row]'))
      other.tabIndex = other === here ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (here === null || box.current === null) return;
    const to = gridTarget(placesIn(box.current), placeOf(here), event.key);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const element = box.current.querySelector<HTMLElement>(`[data-row="${to.row}"][data-column="${to.column}"]`);
    if (element === null) return;
    element.focus();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return { box, onKeyDown, onFocusIn };
}

const placeOf = ({ dataset }: HTMLElement): GridCell => ({
  row: Number(dataset['row']),
  column: Number(dataset['column']),
});
const placesIn = (box: HTMLElement): GridCell[] => [...box.querySelectorAll<HTMLElement>('[data-row]')].map(placeOf);

/** Where a button stands in a table of buttons. */
interface GridCell {
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
