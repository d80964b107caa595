import { textOf, TreeElement, TreeText, type TreeDocument } from './markupTree';
import type { Work } from './work';

/** Names that pages give to what only a screen reader says: a label, or a second notation of what stands beside it. */
const forListeners = new Set(
  (
    'sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only screenreader-only screenreader-text a11y-hidden ' +
    'assistive-text element-invisible u-visually-hidden u-hidden-visually is-visually-hidden hidden-visually mw-editsection'
  ).split(' '),
);
/** Formulas that are written once to be drawn and once to be said. */
const saidFormula = /^(?:katex-mathml|mjx[_-]assistive[_-](?:mathml|mml)|mwe-math-mathml-a11y)$/i;

const classesOf = (element: TreeElement): string[] => (element.getAttribute('class') ?? '').split(/\s+/);
const isForListeners = (element: TreeElement): boolean =>
  classesOf(element).some((name) => forListeners.has(name.toLowerCase()));
const isSaidFormula = (element: TreeElement): boolean =>
  classesOf(element).some((name) => saidFormula.test(name)) || element.localName.toLowerCase() === 'mjx-assistive-mml';

/**
 * Leaves what a reader sees of a text that a page gives twice, for eyes and for screen readers: removes labels for listeners, formulas that
 * are only said, and what repeats a neighbour that is hidden from listeners (`aria-hidden`).
 */
export function readOnce(document: TreeDocument, work: Work): void {
  const words = (element: TreeElement): string => textOf(element, work).replace(/\s+/g, ' ').trim();
  for (const element of document.querySelectorAll('[class]')) {
    const isSaid = isSaidFormula(element) && siblingsOf(element).some((other) => words(other) !== '');
    if (isSaid || isForListeners(element)) element.remove();
  }
  for (const element of document.querySelectorAll('mjx-assistive-mml')) element.remove();
  for (const seen of document.querySelectorAll('[aria-hidden="true"]')) {
    const own = seen.parent === null ? '' : words(seen);
    if (own === '') continue;
    // Another text beside it may be its continuation.
    for (const other of neighboursOf(seen)) if (words(other) === own) other.remove();
  }
}

function siblingsOf(element: TreeElement): TreeElement[] {
  const siblings: TreeElement[] = [];
  for (
    let one = element.previousElementSibling, left = few;
    one !== null && left > 0;
    one = one.previousElementSibling, left -= 1
  )
    siblings.push(one);
  for (
    let one = element.nextElementSibling, left = few;
    one !== null && left > 0;
    one = one.nextElementSibling, left -= 1
  )
    siblings.push(one);
  return siblings;
}

const few = 8;

/** The elements right before and after, with nothing but white space between. */
const neighboursOf = (element: TreeElement): TreeElement[] =>
  [nearest(element, 'previous'), nearest(element, 'next')].filter((one) => one !== undefined);

function nearest(element: TreeElement, side: 'previous' | 'next'): TreeElement | undefined {
  let node = element[side];
  while (node instanceof TreeText && node.nodeValue.trim() === '') node = node[side];
  return node instanceof TreeElement ? node : undefined;
}
