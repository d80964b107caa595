import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { ViewName } from '../../projections/vocabulary';
import type { Page } from '../page';
import type { State } from '../state';
import { BoardView } from './board/boardView';
import { GraphView } from './graph/graphView';
import { ScoresView } from './scores/scoresView';
import { VerdictView } from './verdict/verdictView';
import { paneId, tabId } from './viewTabs';

interface ViewPaneProps {
  page: Page;
  state: State;
  view: Exclude<ViewName, 'debate'>;
}

/** One of the views beside the entries, under its tab. */
export function ViewPane({ page, state, view }: ViewPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const isMade = state.views[view] !== undefined;
  useEffect(() => (isMade ? focused(stopIn(pane.current, firstStops[view])) : undefined), [view, isMade]);
  return (
    <div ref={pane} class="pane view-pane" id={paneId(view)} role="tabpanel" aria-labelledby={tabId(view)}>
      {content(page, state, view)}
    </div>
  );
}

/** Where the keys of a view begin; those of the verdict are the page's own. */
const firstStops: Readonly<Partial<Record<ViewName, string>>> = {
  board: '[tabindex="0"]',
  scores: '[tabindex="0"]',
  graph: '.graph-canvas',
};

const stopIn = (pane: HTMLElement | null, selector: string | undefined): HTMLElement | undefined =>
  (selector === undefined ? undefined : pane?.querySelector<HTMLElement>(selector)) ?? undefined;

/** Has it take the focus that nothing has, now or once the page is given it. Returns what leaves that be. */
function focused(element: HTMLElement | undefined): () => void {
  const take = (): void => {
    if (document.activeElement === document.body) element?.focus({ preventScroll: true });
  };
  if (document.hasFocus()) take();
  else window.addEventListener('focus', take, { once: true });
  return () => window.removeEventListener('focus', take);
}

function content(
  page: Page,
  { views: { verdict, board, scores, graph }, head, spans, mark }: State,
  view: ViewPaneProps['view'],
) {
  if (view === 'verdict') return <VerdictView page={page} card={verdict} head={head} />;
  if (view === 'board' && board !== undefined) return <BoardView page={page} board={board} mark={mark} />;
  if (view === 'scores' && scores !== undefined) return <ScoresView page={page} scores={scores} />;
  if (view === 'graph' && graph !== undefined) return <GraphView page={page} graph={graph} spans={spans} mark={mark} />;
  return <p class="view-empty">{l10n.t('This is being put together…')}</p>;
}
