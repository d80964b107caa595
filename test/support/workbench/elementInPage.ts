/** Properties of an element inside the page that tests use, because this program does not load a page's types. */
export interface ElementInPage {
  readonly textContent: string;
  readonly innerText: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  getAttribute(name: string): string | null;
  getClientRects(): { length: number };
  getBoundingClientRect(): { y: number; right: number };
  querySelectorAll(selector: string): Iterable<ElementInPage>;
}
