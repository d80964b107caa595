/** The box for finding, with what stands in it selected, as an editor does it. */
export function focusFind(): void {
  const box = document.getElementById('find');
  if (!(box instanceof HTMLInputElement)) return;
  box.focus();
  box.select();
}

export const focusComposer = (): void => document.getElementById('composer')?.focus();
