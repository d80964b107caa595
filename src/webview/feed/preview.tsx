import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import type { Body, Row } from '../../shared/protocol';
import { markdownTree, runningText } from '../../shared/markdown';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { Rich } from '../parts/rich';
import { statusTitle } from '../../projections/sourceWords';
import { statusIcons } from '../parts/statuses';
import { seatName } from '../../projections/seatName';
import { typeWords } from './words';

interface PreviewProps {
  page: Page;
  at: number;
  /** Said after what the entry is. */
  label?: string | undefined;
}

const mostSources = 2;
const longestPreview = 600;

/** An entry at a glance: who speaks, what it is, its first lines, what was found of its sources. Nothing in it can be pressed. */
export function Preview({ page, at, label }: PreviewProps) {
  const row = page.state.rows[at];
  if (row === undefined) return null;
  const colour = page.state.head?.debaters.find(({ name }) => name === row.speaker)?.colour;
  const body = page.body(at);
  return (
    <span class={colour === undefined ? 'preview' : `preview c${colour % 8}`}>
      <span class="preview-seq">{row.seq}</span>
      <span class="preview-head">
        <b class={colour === undefined ? 'speaker' : 'speaker by'}>{seatName(l10n, row.speaker)}</b>{' '}
        <span class="what">
          <What row={row} />
        </span>
        {label !== undefined && <span class="preview-label"> {label}</span>}
      </span>
      <span class="preview-text">{firstLines(body)}</span>
      <PreviewSources page={page} at={at} />
    </span>
  );
}

function What({ row }: { row: Row }) {
  const { template, seq } = typeWords(row);
  return <Rich template={template} parts={seq === undefined ? [] : [l10n.t('seq {0}', seq)]} />;
}

function firstLines(body: Body | undefined): string {
  if (body === undefined) return '…';
  if (body.struck !== undefined) return l10n.t('Struck from the record: {0}', body.struck.reason);
  const start = body.content.slice(0, longestPreview);
  const tree = markdownTree(start, {});
  return tree === undefined ? start : runningText(tree);
}

/** What was found of an entry's first sources. Asks for its body, and keeps it as long as this is shown. */
export function PreviewSources({ page, at }: { page: Page; at: number }) {
  useEffect(() => page.bodies.hold(at), [page, at]);
  const sources = page.body(at)?.sources ?? [];
  if (sources.length === 0) return null;
  const rest = sources.length - mostSources;
  return (
    <span class="preview-sources">
      {sources.slice(0, mostSources).map((source) => (
        <span key={source.index} class="preview-source">
          <span class="badge is-still" data-status={source.status}>
            <Icon name={statusIcons[source.status]} /> {source.words === '' ? statusTitle(l10n, source) : source.words}
          </span>{' '}
          <span class="dim">{source.label === '' ? source.url : source.label}</span>
        </span>
      ))}
      {rest > 0 && <span class="dim">{l10n.t('{0} more', rest)}</span>}
    </span>
  );
}
