import * as l10n from '@vscode/l10n';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `just now`, `5 min. ago`, `2 days ago`; after a week the day itself. */
export function relativeTime(then: number, now: number, language: string): string {
  const past = now - then;
  if (past < minute) return l10n.t('just now');
  if (past >= 7 * day) return dayText(then, now, language);
  const format = inLanguage(language, (tag) => new Intl.RelativeTimeFormat(tag, { style: 'short' }));
  if (past < hour) return format.format(-Math.floor(past / minute), 'minute');
  if (past < day) return format.format(-Math.floor(past / hour), 'hour');
  return format.format(-Math.floor(past / day), 'day');
}

function dayText(then: number, now: number, language: string): string {
  const isThisYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return inLanguage(
    language,
    (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', ...year }),
  ).format(then);
}

/** The date and the time of day, in full. */
export const fullTime = (then: number, language: string): string =>
  inLanguage(language, (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' })).format(then);

/** Display languages of the editor that are no languages to the system are shown as English. */
function inLanguage<T>(language: string, make: (tag: string) => T): T {
  try {
    return make(language);
  } catch {
    return make('en');
  }
}
