import * as l10n from '@vscode/l10n';
import type { Body, FeedRow } from '../../shared/protocol';
import type { Page } from '../page';
import { IconButton, Rich, Speaker } from '../parts/elements';
import { SeqLink } from './seqLink';
import { typeWords } from './words';
import { pageLanguage, whole } from '../parts/figures';

interface EntryHeaderProps {
  page: Page;
  row: FeedRow;
  body: Body | undefined;
  isDebater: boolean;
}

export const headerId = (row: FeedRow): string => `entry-${row.at}`;

export function EntryHeader({ page, row, body, isDebater }: EntryHeaderProps) {
  const { template, seq } = typeWords(row);
  const link = seq === undefined ? [] : [<SeqLink page={page} seq={seq} />];
  const facts = [format(row.time, wholeTime) || l10n.t('Without a time'), ...stepFacts(body)].join('\n');
  return (
    <header class="entry-head">
      <span class="entry-title" id={headerId(row)}>
        <span class="sr">{l10n.t('seq {0},', row.seq)} </span>
        <Speaker name={row.speaker} isDebater={isDebater} />{' '}
        <span class="what">
          <Rich template={template} parts={link} />
        </span>{' '}
        <time class="when" dateTime={isTime(row.time) ? new Date(row.time).toISOString() : undefined} title={facts}>
          {format(row.time, clockTime)}
        </time>
      </span>
      <Tools page={page} at={row.at} />
    </header>
  );
}

/** The keys are said for who wants them faster. */
function Tools({ page, at }: { page: Page; at: number }) {
  return (
    <span class="entry-tools">
      <IconButton
        class="quiet"
        icon="copy"
        label={l10n.t('Copy')}
        title={l10n.t('Copy the entry as Markdown (c)')}
        onPress={() => page.send({ kind: 'copyMarkdown', at: [at] })}
      />
      <IconButton
        class="quiet"
        icon="link"
        label={l10n.t('Link')}
        title={l10n.t('Copy a link to the entry (y)')}
        onPress={() => page.send({ kind: 'copyLink', at })}
      />
      <IconButton
        class="quiet"
        icon="go-to-file"
        label={l10n.t('Log')}
        title={l10n.t('Show the line in the log (o)')}
        onPress={() => page.send({ kind: 'openInLog', at })}
      />
    </span>
  );
}

/** Making a format is slow. By options, which are the same objects each time. */
const formats = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

/** The time in the page's language and the reader's time zone; empty where it is no time. */
function format(ms: number, options: Intl.DateTimeFormatOptions): string {
  if (!isTime(ms)) return '';
  const made = formats.get(options) ?? new Intl.DateTimeFormat(pageLanguage(), options);
  formats.set(options, made);
  return made.format(ms);
}

/** 10:03:17. */
const clockTime = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const wholeTime = { dateStyle: 'full', timeStyle: 'long' } as const;
/** 5/11/2026. */
const day = {};

/** A foreign log may say anything: what is no time would make the formats throw. */
const isTime = (ms: number): boolean => Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;

export const dayOf = (ms: number): string => format(ms, day);

function stepFacts(body: Body | undefined): string[] {
  if (body === undefined) return [];
  const { words, attempt, elapsedMs, line } = body;
  return [
    words === 0 ? '' : words === 1 ? l10n.t('1 word') : l10n.t('{0} words', whole(words)),
    attempt === undefined || attempt < 2 ? '' : l10n.t('accepted at attempt {0}', attempt),
    elapsedMs === undefined ? '' : l10n.t('took {0} s', (elapsedMs / 1_000).toFixed(1)),
    line === undefined ? '' : l10n.t('line {0} of the log', whole(line)),
  ].filter((fact) => fact !== '');
}
