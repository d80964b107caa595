/**
 * One entry of the list can be reached by Tab, and within it everything; the others are passed over, or the way through
 * a screen of entries to the footer would take hundreds of presses.
 */
export function setTabStops(list: HTMLElement, stop: number | undefined): void {
  for (const article of list.querySelectorAll<HTMLElement>('article')) {
    const isStop = stop !== undefined && article.dataset['at'] === String(stop);
    setTabIndex(article, isStop ? 0 : -1);
    for (const inner of article.querySelectorAll<HTMLElement>('[role="link"], button'))
      setTabIndex(inner, isStop ? 0 : -1);
    // A table that is wider than the page can be scrolled with the keys.
    for (const table of article.querySelectorAll<HTMLElement>('.md-table')) {
      setTabIndex(table, table.scrollWidth > table.clientWidth ? 0 : -1);
    }
  }
}

function setTabIndex(element: HTMLElement, index: number): void {
  if (element.getAttribute('tabindex') !== String(index)) element.tabIndex = index;
}
