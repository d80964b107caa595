import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import type { ViewName } from '../../projections/vocabulary';
import { Icon } from '../parts/icon';

export const tabId = (view: ViewName): string => `tab-${view}`;
export const paneId = (view: ViewName): string => `pane-${view}`;

const icons: Readonly<Record<ViewName, string>> = {
  verdict: 'law',
  debate: 'comment-discussion',
  board: 'checklist',
  scores: 'graph-line',
  graph: 'type-hierarchy',
};

function viewLabel(view: ViewName): string {
  switch (view) {
    case 'verdict':
      return l10n.t('Verdict');
    case 'debate':
      return l10n.t('Debate');
    case 'board':
      return l10n.t('Board');
    case 'scores':
      return l10n.t('Scores');
    case 'graph':
      return l10n.t('Graph');
  }
}

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
            <Icon name={icons[view]} /> {viewLabel(view)}
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
