import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { ViewName } from '../../projections/vocabulary';
import type { Page } from '../page';
import { Icon } from '../parts/elements';
import type { State } from '../state';
import { BoardView } from './board/boardView';
import { takeFocus } from '../parts/takeFocus';
import { GraphView } from './graph/graphView';
import { ScoresView } from './scores/scoresView';
import { VerdictView } from './verdict/verdictView';

interface ViewPaneProps {
  page: Page;
  state: State;
  view: Exclude<ViewName, 'debate'>;
}

export function ViewPane({ page, state, view }: ViewPaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const isMade = state.views[view] !== undefined;
  useEffect(() => {
    const stop = firstStops[view];
    if (!isMade) return undefined;
    return takeFocus(pane.current?.querySelector<HTMLElement>(stop));
  }, [view, isMade]);
  return (
    <div ref={pane} class="pane view-pane" id={paneId(view)} role="tabpanel" aria-labelledby={tabId(view)}>
      {content(page, state, view)}
    </div>
  );
}

/** Where the keys of a view begin. */
const firstStops: Readonly<Record<ViewPaneProps['view'], string>> = {
  verdict: '.verdict-scroll',
  board: '[tabindex="0"]',
  scores: '[tabindex="0"]',
  graph: '.graph-canvas',
};

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

export const tabId = (view: ViewName): string => `tab-${view}`;
export const paneId = (view: ViewName): string => `pane-${view}`;

const icons: Readonly<Record<ViewName, string>> = {
  verdict: 'law',
  debate: 'comment-discussion',
  board: 'checklist',
  scores: 'graph-line',
  graph: 'type-hierarchy',
};

const labels = (): Record<ViewName, string> => ({
  verdict: l10n.t('Verdict'),
  debate: l10n.t('Debate'),
  board: l10n.t('Board'),
  scores: l10n.t('Scores'),
  graph: l10n.t('Graph'),
});

interface ViewTabsProps {
  views: readonly ViewName[];
  shown: ViewName;
  onShow: (view: ViewName) => void;
}

/** What to look at. One stop for Tab; arrows, Home and End go from tab to tab, which shows it at once. */
export function ViewTabs({ views, shown, onShow }: ViewTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = views[target(event.key, views.indexOf(shown), views.length)];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onShow(to);
    list.current?.querySelector<HTMLElement>(`#${tabId(to)}`)?.focus();
  };
  return (
    <nav class="view-tabs" aria-label={l10n.t('Views')}>
      <div class="view-tablist" role="tablist" aria-label={l10n.t('What to look at')} ref={list} onKeyDown={onKeyDown}>
        {views.map((view) => (
          <button
            key={view}
            id={tabId(view)}
            type="button"
            role="tab"
            class="view-tab"
            aria-selected={view === shown}
            aria-controls={paneId(view)}
            tabIndex={view === shown ? 0 : -1}
            onClick={() => onShow(view)}
          >
            <Icon name={icons[view]} /> {labels()[view]}
          </button>
        ))}
      </div>
    </nav>
  );
}

function target(key: string, here: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (here + 1) % count;
    case 'ArrowLeft':
      return (here + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
