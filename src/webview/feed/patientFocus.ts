/** Moves the focus only while the page has it: else that would take it from wherever it is in the editor. Then it waits for it. */
export class PatientFocus {
  #due: (() => void) | undefined;

  mount(): () => void {
    const onFocus = (): void => {
      this.#due?.();
      this.#due = undefined;
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }

  move(move: () => void): void {
    this.#due = document.hasFocus() ? undefined : move;
    if (this.#due === undefined) move();
  }
}
