import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * Measured, because labels are translated and counts vary. The row must not shrink its items. `key`: what it depends
 * on; without one it does not fit.
 */
export function useFits(
  box: { current: HTMLElement | null },
  row: { current: HTMLElement | null },
  key: string | undefined,
): boolean {
  const [fits, setFits] = useState(true);
  useLayoutEffect(() => {
    if (key === undefined) return undefined;
    const measure = (): void => {
      if (box.current === null || row.current === null) return;
      // Measured as a row, whatever it is shown as; put back before anything is painted.
      const { classList } = row.current;
      const before = classList.contains('is-row');
      classList.add('is-row');
      const hasRoom = row.current.scrollWidth <= box.current.clientWidth;
      classList.toggle('is-row', before);
      setFits(hasRoom);
    };
    const observer = new ResizeObserver(measure);
    // It tells of the first size, too.
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, [key]);
  return fits && key !== undefined;
}
