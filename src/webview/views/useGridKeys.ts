import { useEffect, useRef } from 'preact/hooks';
import { gridTarget, type GridCell } from './gridTarget';

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
