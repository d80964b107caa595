import * as l10n from '@vscode/l10n';
import type { Body } from '../../shared/protocol';
import { whole } from '../parts/figures';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The page's language is the editor's; making a format is slow. */
function format(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = document.documentElement.lang;
  const id = `${language} ${key}`;
  const made = formats.get(id) ?? new Intl.DateTimeFormat(language === '' ? undefined : language, options);
  formats.set(id, made);
  return made;
}

const shortOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

/** A foreign log may say anything: what is no time would make the formats throw. */
const isTime = (ms: number): boolean => Number.isFinite(ms) && Math.abs(ms) <= 8.64e15;

/** 10:03:17, in the reader's time zone. */
export const shortTime = (ms: number): string => (isTime(ms) ? format('short', shortOptions).format(ms) : '');

export const fullTime = (ms: number): string =>
  isTime(ms) ? format('full', { dateStyle: 'full', timeStyle: 'long' }).format(ms) : l10n.t('Without a time');

/** For machines. */
export const isoTime = (ms: number): string | undefined => (isTime(ms) ? new Date(ms).toISOString() : undefined);

/** What the step took: words, attempts, time. */
export function stepFacts(body: Body | undefined): string[] {
  if (body === undefined) return [];
  const { words, attempt, elapsedMs, line } = body;
  return [
    words === 0 ? '' : words === 1 ? l10n.t('1 word') : l10n.t('{0} words', whole(words)),
    attempt === undefined || attempt < 2 ? '' : l10n.t('accepted at attempt {0}', attempt),
    elapsedMs === undefined ? '' : l10n.t('took {0} s', (elapsedMs / 1_000).toFixed(1)),
    line === undefined ? '' : l10n.t('line {0} of the log', whole(line)),
  ].filter((fact) => fact !== '');
}
