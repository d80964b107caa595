import * as l10n from '@vscode/l10n';
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
  return (
    <div class="pane view-pane" id={paneId(view)} role="tabpanel" aria-labelledby={tabId(view)}>
      {content(page, state, view)}
    </div>
  );
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
