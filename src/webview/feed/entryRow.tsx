import * as l10n from '@vscode/l10n';
import { Component, Fragment } from 'preact';
import type { Body, FeedRow } from '../../shared/protocol';
import type { Page } from '../page';
import type { State } from '../state';
import { EntryHeader, headerId } from './entryHeader';
import { Sources } from './sources';
import { clamped, edgeOf } from './words';
import { SeqText, SeqLink, Link } from './seqLink';
import { useEffect, useState } from 'preact/hooks';
import { Icon, inColour, Rich } from '../parts/elements';
import { MarkdownView } from './markdownView';
import { whole } from '../parts/figures';

interface EntryRowProps {
  page: Page;
  row: FeedRow;
  body: Body | undefined;
  /** 0-based colour of the debater; absent for the Chair and other officials. */
  colour: number | undefined;
  position: number;
  count: number;
  heading: string | undefined;
  opened: ReadonlySet<string>;
  passages: State['passages'];
}

const shown = ['row', 'body', 'colour', 'position', 'count', 'heading', 'opened', 'passages'] as const;

/** Drawn again only when something of it has changed. */
export class EntryRow extends Component<EntryRowProps> {
  override shouldComponentUpdate(next: EntryRowProps): boolean {
    return shown.some((key) => next[key] !== this.props[key]);
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
        <div class={inColour(edge === undefined ? 'entry' : `entry edge edge-${edge}`, colour)}>
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
    const { page, row, body, opened, passages } = this.props;
    if (row.redacted !== undefined) return <Redacted page={page} row={row} by={row.redacted} body={body} />;
    if (body === undefined) return <Waiting row={row} />;
    return (
      <>
        <Content page={page} row={row} body={body} isOpen={opened.has(`more:${row.at}`)} />
        <Sources page={page} body={body} opened={opened} passages={passages} />
        <Asides page={page} body={body} />
      </>
    );
  }
}

/** Of the editor's own menus: an extension may add to the menu of an entry. */
const menuContext = (row: FeedRow): string => JSON.stringify({ webviewSection: 'entry', at: row.at, seq: row.seq });

/** Never what the reading position is held by. */
function Waiting({ row }: { row: FeedRow }) {
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

function Asides({ page, body }: { page: Page; body: Body }) {
  if (body.asides.length === 0) return null;
  return (
    <p class="asides">
      {body.asides.map((aside, index) => (
        <Fragment key={index}>
          {index > 0 && <span class="between"> · </span>}
          <SeqText page={page} text={aside.text} />
        </Fragment>
      ))}
    </p>
  );
}

const shownFor = 1_500;

function SeqMargin({ page, row }: { page: Page; row: FeedRow }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const onPress = (event: MouseEvent | KeyboardEvent): void => {
    page.send(event.altKey ? { kind: 'openInLog', at: row.at } : { kind: 'copyLink', at: row.at });
    setCopied(!event.altKey);
  };
  return (
    <div class="margin">
      <Link
        class="seq"
        title={l10n.t('Copy a link to seq {0}. With Alt: show its line in the log', row.seq)}
        onPress={onPress}
      >
        <span class="sr">{l10n.t('Copy a link to seq')} </span>
        {row.seq}
      </Link>
      {isCopied && (
        <span class="copied" role="status">
          <Icon name="check" />
          <span class="sr">{l10n.t('Link copied')}</span>
        </span>
      )}
    </div>
  );
}

interface RedactedProps {
  page: Page;
  row: FeedRow;
  /** Seq of the redaction. */
  by: number;
  body: Body | undefined;
}

/** Its text is gone, unless an auditor asked to see it. */
function Redacted({ page, row, by, body }: RedactedProps) {
  const reason = body?.redacted?.reason ?? '';
  const link = <SeqLink page={page} seq={body?.redacted?.by ?? by} />;
  return (
    <>
      <p class="redacted">
        <Icon name="circle-slash" /> <s>{l10n.t('Struck from the record')}</s>{' '}
        <span class="redacted-reason">
          — {reason !== '' && <span class="redacted-why">{reason}</span>}{' '}
          <Rich template={l10n.t('(redaction at {0})')} parts={[link]} />
        </span>
      </p>
      {body?.disclosed === undefined ? (
        <button type="button" class="more" onClick={() => page.send({ kind: 'disclose', at: row.at })}>
          {l10n.t('Disclose…')}
        </button>
      ) : (
        <section class="disclosed" aria-label={l10n.t('Struck text')}>
          <p class="disclosed-warning">
            <Icon name="warning" /> {l10n.t('Struck text, shown for audit. It is not part of the record.')}
          </p>
          <MarkdownView page={page} text={body.disclosed} form={body.form} />
        </section>
      )}
    </>
  );
}

interface ContentProps {
  page: Page;
  row: FeedRow;
  body: Body;
  isOpen: boolean;
}

/** Long ones are shown in part until they are asked for. */
function Content({ page, row, body, isOpen }: ContentProps) {
  const part = isOpen ? undefined : clamped(row, body.content);
  const toggle = (): void => page.dispatch({ kind: 'toggle', key: `more:${row.at}` });
  // What folds away under the reader's eyes leaves them at its beginning.
  const fold = (): void => {
    toggle();
    page.go(row.at);
  };
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
        <button type="button" class="more" aria-expanded={true} onClick={fold}>
          {l10n.t('Show less')}
        </button>
      )}
    </>
  );
}
