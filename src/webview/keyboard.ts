import { isFollowing } from './feed/seqLink';
import { toggleWhy } from './feed/sources';
import { seatFolded } from './seat/seatField';
import type { Do, Page } from './page';
import { viewOf } from './state';

/** Something else than the host may post to the window. */
export const perform = (page: Page, what: Do): void => {
  if (Object.hasOwn(performed, what)) performed[what](page);
};

type KeyAct = (page: Page) => void;

const performed: Readonly<Record<Do, KeyAct>> = {
  find,
  findNext: (page) => page.hit(1),
  findPrevious: (page) => page.hit(-1),
  back: (page) => page.step(-1),
  forward: (page) => page.step(1),
  help: (page) => page.dispatch({ kind: 'help', isOpen: true }),
  copyEntry: (page) => onActed(page, (at) => page.send({ kind: 'copyMarkdown', at: [at] })),
  focusComposer: goToComposer,
  focusReading,
  showVerdict: (page) => page.show('verdict'),
  showDebate: (page) => page.show('debate'),
  showBoard: (page) => page.show('board'),
  showScores: (page) => page.show('scores'),
  showGraph: (page) => page.show('graph'),
};

/** Folded away it is unfolded first, and there once the page is drawn. */
function goToComposer(page: Page): void {
  if (page.state.opened.has(seatFolded)) page.dispatch({ kind: 'toggle', key: seatFolded });
  requestAnimationFrame(() => setTimeout(focusComposer));
}

function focusReading(page: Page): void {
  if (document.activeElement === document.body && viewOf(page.state) === 'debate') page.feed?.focus();
}

function onActed(page: Page, act: (at: number) => void): void {
  const at = page.acted();
  if (at !== undefined) act(at);
}

/** Those of an input, a menu or a dialog come first: these stop what they have dealt with. */
export function onKey(page: Page, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || page.state.stage !== 'log') return;
  const what = commandOf(event);
  if (what !== undefined && (viewOf(page.state) === 'debate' || what !== 'copyEntry')) {
    event.preventDefault();
    // What reaches the window is passed on to the editor, which has the same keys for its commands.
    event.stopPropagation();
    perform(page, what);
    return;
  }
  if (isFollowing(event) && isEntry(event.target)) onActed(page, (at) => openFirst(page, at, true));
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === 'v') showNext(page);
  if (event.key === 'h') pressFold();
  const shown = viewOf(page.state);
  const isAmongEntries = shown === 'debate';
  const act = isAmongEntries
    ? (plainKeys[event.key] ?? (isEntry(event.target) ? entryKeys[event.key] : undefined))
    : shown === 'verdict' && event.key === 'Enter' && !isPressable(event.target)
      ? (): void => page.read()
      : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act(page);
}

/** Behind another view the box cannot take the focus before it is drawn. */
function find(page: Page): void {
  if (viewOf(page.state) === 'debate') focusFind();
  else {
    page.show('debate');
    requestAnimationFrame(() => setTimeout(focusFind));
  }
}

function pressFold(): void {
  const button = document.querySelector<HTMLElement>('.head .fold');
  if (button?.checkVisibility() === true) button.click();
}

function showNext(page: Page): void {
  const views = page.state.head?.views ?? ['debate'];
  page.show(views[(views.indexOf(viewOf(page.state)) + 1) % views.length] ?? 'debate');
  // The view that had the focus is out of sight: what is shown now takes it by itself, and the list of entries here.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  requestAnimationFrame(() => setTimeout(() => focusReading(page)));
}

function commandOf(event: KeyboardEvent): Do | undefined {
  if (event.key === 'F3') return event.shiftKey ? 'findPrevious' : 'findNext';
  if (event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return 'find';
  if (isTyping(event.target)) return undefined;
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    if (event.key === 'ArrowLeft') return 'back';
    return event.key === 'ArrowRight' ? 'forward' : undefined;
  }
  if (event.ctrlKey || event.metaKey) return undefined;
  return singleKeys[event.key];
}

const singleKeys: Readonly<Record<string, Do>> = {
  '/': 'find',
  '?': 'help',
  '[': 'back',
  ']': 'forward',
  c: 'copyEntry',
  i: 'focusComposer',
};

const plainKeys: Readonly<Record<string, KeyAct>> = {
  j: (page) => page.move(1),
  k: (page) => page.move(-1),
  g: (page) => page.toEdge('first'),
  G: (page) => page.toEdge('last'),
  o: (page) => onActed(page, (at) => page.send({ kind: 'openInLog', at })),
  y: (page) => onActed(page, (at) => page.send({ kind: 'copyLink', at })),
  w: (page) => onActed(page, (at) => toggleFirstWhy(page, at)),
};

/** Only where an entry itself has the focus: elsewhere these keys scroll, or press what has it. */
const entryKeys: Readonly<Record<string, KeyAct>> = {
  ArrowDown: (page) => page.move(1),
  ArrowUp: (page) => page.move(-1),
  Enter: (page) => onActed(page, (at) => openFirst(page, at, false)),
};

function openFirst(page: Page, at: number, isFollowed: boolean): void {
  const first = page.body(at)?.sources.find((source) => source.place !== 'invalid');
  if (first === undefined) toggleFirstWhy(page, at);
  else page.openSource(at, first.index, isFollowed);
}

function toggleFirstWhy(page: Page, at: number): void {
  const index = page.body(at)?.sources[0]?.index;
  if (index !== undefined) toggleWhy(page, at, index);
}

const isEntry = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches('article');

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, [role=link], [role=tab], summary') !== null;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select');
}

function focusFind(): void {
  const box = document.getElementById('find');
  if (!(box instanceof HTMLInputElement)) return;
  box.focus();
  box.select();
}

const focusComposer = (): void => document.getElementById('composer')?.focus();
