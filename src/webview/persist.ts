import type { PageSetup, PageState } from '../shared/protocol';
import type { VsCodeApi } from './host';
import type { Page } from './page';

const pause = 400;

/** Keeps over a reload which debate is shown and where in it the reader is: never a word of its texts. */
export function keepState(api: VsCodeApi, page: Page, setup: PageSetup): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = shownIn(page);
  const save = (): void => {
    timer = undefined;
    // What was kept before still says where to go.
    if (page.state.stage === 'loading' || page.state.stage === 'unfit') return;
    saved = shownIn(page);
    api.setState(stateOf(page, setup));
  };
  const soon = (): void => {
    // What is shown is kept at once: a reload may come before the pause is over. Where the reader is can wait.
    if (shownIn(page) !== saved) save();
    else timer ??= setTimeout(save, pause);
  };
  if (api.getState() === undefined) api.setState(identityOf(setup));
  page.store.onChange(soon);
  // Scrolling does not bubble.
  document.addEventListener('scroll', soon, { capture: true, passive: true });
  soon();
}

/** What is before the reader: the stage, and which view of the debate. */
const shownIn = ({ state: { stage, view } }: Page): string => `${stage} ${view}`;

const identityOf = ({ folder, draft }: PageSetup): PageState => ({
  ...(folder === undefined ? {} : { folder }),
  ...(draft === undefined ? {} : { draft }),
});

function stateOf(page: Page, setup: PageSetup): PageState {
  const { stage, head, review, filters, view } = page.state;
  const folder = stage === 'log' ? head?.folder : setup.folder;
  const draft = stage === 'review' ? review?.draft : setup.draft;
  const focus = page.topSeq();
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(draft === undefined || stage === 'log' ? {} : { draft }),
    ...(focus === undefined ? {} : { focus }),
    ...(filters.length === 0 ? {} : { filters: [...filters] }),
    ...(view === 'debate' ? {} : { view }),
  };
}
