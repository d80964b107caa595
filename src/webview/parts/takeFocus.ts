/** Has an element take the focus that nothing has, now or once the page is given it. Returns what cancels that. */
export function takeFocus(element: HTMLElement | null | undefined): () => void {
  const take = (): void => {
    if (document.activeElement === document.body) element?.focus({ preventScroll: true });
  };
  if (document.hasFocus()) take();
  else window.addEventListener('focus', take, { once: true });
  return () => window.removeEventListener('focus', take);
}

let last: Element | null = null;

/** Makes `lastFocused` known, for as long as the page lives. */
export function rememberFocus(): void {
  document.addEventListener('focusin', () => (last = document.activeElement));
}

/** The element that has the focus, or had it when the editor took it: the browser may leave none when the page gets it back. */
export const lastFocused = (): Element | null =>
  document.activeElement === document.body ? last : document.activeElement;
