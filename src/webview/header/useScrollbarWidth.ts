import { useLayoutEffect } from 'preact/hooks';

/** Tells the style sheet how wide a scrollbar is here (0 where it lies over the text), so that header and list can align. */
export function useScrollbarWidth(): void {
  useLayoutEffect(() => {
    const probe = document.createElement('div');
    probe.className = 'scrollbar-probe';
    document.body.append(probe);
    document.body.style.setProperty('--scrollbar', `${probe.offsetWidth - probe.clientWidth}px`);
    probe.remove();
  }, []);
}
