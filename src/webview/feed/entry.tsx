import * as l10n from '@vscode/l10n';
import { Component } from 'preact';
import type { Body, Row } from '../../shared/protocol';
import type { Page } from '../page';
import { Asides } from './asides';
import { Content } from './content';
import { EntryHeader, headerId } from './entryHeader';
import { SeqMargin } from './seqMargin';
import { Sources } from './sources';
import { Struck } from './struck';
import { edgeOf } from './words';

export interface EntryProps {
  page: Page;
  row: Row;
  body: Body | undefined;
  /** 0-based colour of the debater; absent for the Chair and other officials. */
  colour: number | undefined;
  position: number;
  count: number;
  /** Of the section that begins with it. */
  heading: string | undefined;
  opened: ReadonlySet<string>;
}

/** One entry of the record. It is drawn again only when something of it has changed. */
export class Entry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    const now = this.props;
    return (
      next.row !== now.row ||
      next.body !== now.body ||
      next.colour !== now.colour ||
      next.position !== now.position ||
      next.count !== now.count ||
      next.heading !== now.heading ||
      next.opened !== now.opened
    );
  }

  override render() {
    const { page, row, body, colour, position, count, heading } = this.props;
    const edge = edgeOf(row);
    return (
      <article
        data-at={row.at}
        data-vscode-context={menuContext(row)}
        aria-labelledby={headerId(row)}
        aria-posinset={position}
        aria-setsize={count}
        aria-busy={body === undefined}
      >
        {heading !== undefined && <h2 class="section">{heading}</h2>}
        <div
          class={`entry${edge === undefined ? '' : ` edge edge-${edge}`}${colour === undefined ? '' : ` c${colour % 8}`}`}
        >
          <SeqMargin page={page} row={row} />
          <div class="entry-main">
            <EntryHeader page={page} row={row} body={body} isDebater={colour !== undefined} />
            {this.#text()}
          </div>
        </div>
      </article>
    );
  }

  #text() {
    const { page, row, body, opened } = this.props;
    if (row.struck !== undefined) return <Struck page={page} row={row} by={row.struck} body={body} />;
    if (body === undefined) return <Waiting row={row} />;
    return (
      <>
        <Content page={page} row={row} body={body} isOpen={opened.has(`more:${row.at}`)} />
        <Sources page={page} body={body} opened={opened} />
        <Asides page={page} body={body} />
      </>
    );
  }
}

/** Of the editor's own menus: an extension may add to the menu of an entry. */
const menuContext = (row: Row): string => JSON.stringify({ webviewSection: 'entry', at: row.at, seq: row.seq });

/** Stands for a text that is on its way; never what the reading position is held by. */
function Waiting({ row }: { row: Row }) {
  const lines = row.type === 'document' ? 8 : 4;
  return (
    <div class="waiting">
      <span class="sr">{l10n.t('The text is being read.')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="waiting-line" aria-hidden="true" />
      ))}
    </div>
  );
}
