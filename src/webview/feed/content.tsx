import * as l10n from '@vscode/l10n';
import type { Body, Row } from '../../shared/protocol';
import type { Page } from '../page';
import { whole } from '../parts/figures';
import { clamped } from './clamp';
import { MarkdownView } from './markdownView';

interface ContentProps {
  page: Page;
  row: Row;
  body: Body;
  isOpen: boolean;
}

/** The text of an entry. Documents and other long ones are shown in part until they are asked for. */
export function Content({ page, row, body, isOpen }: ContentProps) {
  const part = isOpen ? undefined : clamped(row, body.content);
  const toggle = (): void => page.dispatch({ kind: 'toggle', key: `more:${row.at}` });
  return (
    <>
      <div class={part === undefined ? 'text' : 'text is-clamped'}>
        <MarkdownView page={page} text={part ?? body.content} body={body} />
      </div>
      {part !== undefined && (
        <button type="button" class="more" aria-expanded={false} onClick={toggle}>
          {l10n.t('Show more ({0} words)', whole(body.words))}
        </button>
      )}
      {part === undefined && body.wholeLength !== undefined && (
        <button type="button" class="more" onClick={() => page.bodies.requestWhole(row.at)}>
          {l10n.t('Show all: {0} of {1} characters are shown', whole(body.content.length), whole(body.wholeLength))}
        </button>
      )}
      {isOpen && clamped(row, body.content) !== undefined && (
        <button type="button" class="more" aria-expanded={true} onClick={() => fold(page, row.at)}>
          {l10n.t('Show less')}
        </button>
      )}
    </>
  );
}

/** What folds away under the reader's eyes leaves them at its beginning. */
function fold(page: Page, at: number): void {
  page.dispatch({ kind: 'toggle', key: `more:${at}` });
  page.go(at);
}
