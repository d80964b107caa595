/** What tests ask of an element inside the page; the types of a page are not those of this program. */
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
