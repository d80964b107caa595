import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * Whether a row has room for its items side by side. Measured, because labels are translated and counts vary: a container
 * query knows neither. The row must not shrink its items.
 */
export function useFits(
  box: { current: HTMLElement | null },
  row: { current: HTMLElement | null },
  key: string,
): boolean {
  const [fits, setFits] = useState(true);
  useLayoutEffect(() => {
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
    if (box.current !== null) observer.observe(box.current);
    measure();
    return () => observer.disconnect();
  }, [key]);
  return fits;
}
