import * as l10n from '@vscode/l10n';
import { isLined, readLined } from '../../debate/linedText';
import { parseSourceUrl } from '../../debate/sourceUrl';
import type { PartKind, TextLayout } from '../../debate/sourceText';
import type { SnapshotMetadata } from '../../record/snapshots';
import { layoutInsertions, ShownReading, ShownText, type InsertedLines } from './shownText';
import { snapshotFacts, type SnapshotFacts } from './snapshotFacts';

/** A snapshot as it is kept. */
export interface KeptText {
  readonly metadata: SnapshotMetadata;
  readonly text: string;
  readonly layout?: TextLayout | undefined;
}

/** A file is shown as it is, of HTML what it says; above a page stands what is known of it, and in either what is no text of its author is told apart. */
export function snapshotText({ metadata, text, layout }: KeptText): ShownText {
  const isPage = parseSourceUrl(metadata.url).kind === 'web';
  const header: InsertedLines[] = isPage ? [{ at: 0, kind: 'header', text: headerText(snapshotFacts(metadata)) }] : [];
  const reading = isLined(metadata) ? readLined(text, layout) : undefined;
  const shown = (reading ?? { layout }).layout ?? {};
  const insertions = [
    ...header,
    ...layoutInsertions(shown, { part: partHeading, page: (page) => l10n.t('— Page {0} —', page) }),
  ];
  return reading === undefined ? new ShownText(text, insertions) : new ShownReading(text, reading, insertions);
}

function headerText(facts: SnapshotFacts): string {
  const { title, authors, site, published, archived } = facts;
  const about = [
    [l10n.t('Authors'), authors.join(', ')],
    [l10n.t('Site'), site],
    [l10n.t('Published'), published],
    [l10n.t('Address'), facts.url],
    [l10n.t('Found at'), facts.finalUrl],
    [l10n.t('Answer'), answer(facts)],
    [
      l10n.t('Archived copy'),
      archived === undefined
        ? undefined
        : l10n.t(
            'The page is gone. This is the copy that {0} took on {1}: {2}',
            archived.by,
            archived.date,
            archived.url,
          ),
    ],
    [l10n.t('Read on'), facts.accessed],
    [l10n.t('Way'), facts.isProxied ? l10n.t('It came through a proxy.') : undefined],
    [l10n.t('Text by'), facts.extractor],
    ['SHA-256', facts.sha256],
  ].filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
  const width = Math.max(...about.map(([name]) => name.length));
  const rows = about.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  return `${title === '' ? facts.url : title}\n\n${rows.join('\n')}\n\n${'─'.repeat(40)}\n\n`;
}

const answer = ({ status, contentType }: SnapshotFacts): string =>
  status === undefined ? contentType : l10n.t('HTTP {0}, {1}', status, contentType);

function partHeading(kind: Exclude<PartKind, 'body'>): string {
  switch (kind) {
    case 'beside':
      return l10n.t('Beside the article — not its own words');
    case 'navigation':
      return l10n.t('Navigation — not the page’s own words');
    case 'notice':
      return l10n.t('Notices — not the page’s own words');
    case 'comments':
      return l10n.t('Comments of readers — not the page’s own words');
    case 'bibliography':
      return l10n.t('Bibliography — not the page’s own words');
  }
}
