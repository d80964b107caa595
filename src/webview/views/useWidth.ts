import { useLayoutEffect, useState } from 'preact/hooks';

/** How wide an element is, in CSS pixels; `otherwise` until it is known. For drawings whose words must keep their size. */
export function useWidth(box: { current: HTMLElement | null }, otherwise: number): number {
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const measure = (): void => {
      const now = box.current?.clientWidth ?? 0;
      if (now > 0) setWidth(now);
    };
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}
