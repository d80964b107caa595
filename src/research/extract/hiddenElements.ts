import type { TreeDocument, TreeElement } from './markupTree';

/** Takes away what no reader sees. What a click shows is seen. */
export function removeHidden(document: TreeDocument): void {
  for (const element of document.querySelectorAll(neverShown)) element.remove();
  const opened = openedByClick(document);
  const isOpened = (element: TreeElement): boolean => opened.has(element.getAttribute('id') ?? '');
  for (const element of document.querySelectorAll('[hidden]')) {
    if (element.getAttribute('hidden') !== 'until-found' && !isOpened(element)) element.remove();
  }
  for (const element of document.querySelectorAll('[style]')) {
    const style = element.getAttribute('style') ?? '';
    if (
      (notThere.test(style) && !isOpened(element)) ||
      isOutOfSight(style) ||
      (noSize.test(style) && element.firstElementChild === null)
    )
      element.remove();
  }
}

/** Not what is hidden from those who listen (`aria-hidden`): others see it. */
const neverShown =
  'script, style, noscript, template, svg, iframe, object, embed, canvas, head > :not(title):not(meta):not(base), ' +
  'input, select, textarea, dialog:not([open])';

const notThere = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const outOfSight = /text-indent\s*:\s*-\d{3,}|(?<![-\w])(?:left|top)\s*:\s*-\d{4,}px|clip\s*:\s*rect\(\s*0/i;
const decoration = /text-decoration(?:-line)?\s*:/i;
/** Struck out, too: it is not what the page says. */
const isStruck = (declaration: string): boolean => {
  const found = decoration.exec(declaration);
  return found !== null && /line-through/i.test(declaration.slice(found.index));
};
const isOutOfSight = (style: string): boolean => outOfSight.test(style) || style.split(';').some(isStruck);
/** Of an element with others inside it, these may have a size again. */
const noSize = /(?<![-\w])font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)/i;

/** Tabs and accordions: the identifiers of what their buttons show. */
function openedByClick(document: TreeDocument): ReadonlySet<string> {
  const names = ['aria-controls', 'data-target', 'data-bs-target'];
  const opened = new Set<string>();
  for (const name of names) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/)) opened.add(id.replace(/^#/, ''));
    }
  }
  opened.delete('');
  return opened;
}
