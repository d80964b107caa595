/** Has an element take the focus that nothing has, now or once the page is given it. Returns what cancels that. */
export function takeFocus(element: HTMLElement | null | undefined): () => void {
  const take = (): void => {
    if (document.activeElement === document.body) element?.focus({ preventScroll: true });
  };
  if (document.hasFocus()) take();
  else window.addEventListener('focus', take, { once: true });
  return () => window.removeEventListener('focus', take);
}
