import type { Page } from '../page';
import { whyKey } from '../state';

export const whyId = (at: number, index: number): string => `why-${at}-${index}`;

/** What opens beyond the edge of what is seen is brought into view. */
export function toggleWhy(page: Page, at: number, index: number): void {
  page.dispatch({ kind: 'toggle', key: whyKey(at, index) });
  requestAnimationFrame(() => document.getElementById(whyId(at, index))?.scrollIntoView({ block: 'nearest' }));
}
