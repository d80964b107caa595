import { collapsed, firstUnits } from '../../matching/text/shortText';

/**
 * The date, as precise as stated: `2024`, `2024-05` or `2024-05-17`. Undefined for anything but an existing date; times
 * and zones are left out.
 */
export function publishedDate(stated: string): string | undefined {
  const text = collapsed(stated.slice(0, 200));
  for (const read of [numeric, compact, dayFirst, monthFirst, slashed]) {
    const found = read(text);
    if (found !== undefined) return found === 'none' ? undefined : found;
  }
  return undefined;
}

/** `none`: it has the form of a date that does not exist. */
type Read = (text: string) => string | undefined;

const numeric: Read = (text) => {
  const found = /^(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?(?=$|[T ,])/.exec(text);
  return found === null ? undefined : dated(found[1], found[3], found[4]);
};

const compact: Read = (text) => {
  const found = /^(\d{4})(\d\d)(\d\d)(?=$|T\d)/.exec(text);
  return found === null ? undefined : dated(found[1], found[2], found[3]);
};

/** “Fri, 17 May 2024 10:00:00 GMT”, “17. Mai 2024”. */
const dayFirst: Read = (text) => {
  const found =
    /^(?:\p{L}{2,12}\.?,? )?(\d{1,2})(?:\.|st|nd|rd|th)? (?:of |de )?(\p{L}{3,12})\.?,? (?:de )?(\d{4})(?!\d)/u.exec(
      text,
    );
  return found === null ? undefined : inMonth(found[3], found[2], found[1]);
};

/** “May 17, 2024”, “May 2024”. */
const monthFirst: Read = (text) => {
  const found = /^(?:\p{L}{6,9}, )?(\p{L}{3,12})\.?(?: (\d{1,2})(?:st|nd|rd|th)?,?)? (\d{4})(?!\d)/u.exec(text);
  return found === null ? undefined : inMonth(found[3], found[1], found[2]);
};

/** `5/17/2024`: if both could be the month, only the year is certain. */
const slashed: Read = (text) => {
  const [, first, second, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?=$|[ ,T])/.exec(text) ?? [];
  if (year === undefined) return undefined;
  if (Number(first) > 12) return dated(year, second, first);
  return Number(second) > 12 ? dated(year, first, second) : dated(year);
};

function inMonth(year: string | undefined, name: string | undefined, day: string | undefined): string | undefined {
  const at = months.findIndex((names) => names.split(' ').includes((name ?? '').toLowerCase()));
  return at < 0 ? undefined : dated(year, String(at + 1), day);
}

const months = [
  'january jan januar janvier enero gennaio janeiro januari',
  'february feb februar février fevrier febrero febbraio fevereiro februari',
  'march mar märz maerz mars marzo março maart mrz',
  'april apr avril abril aprile',
  'may mai mayo maggio maio mei',
  'june jun juni juin junio giugno junho',
  'july jul juli juillet julio luglio julho',
  'august aug août aout agosto augustus',
  'september sep sept septembre septiembre settembre setembro',
  'october oct oktober okt octobre octubre ottobre outubro',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre decembre diciembre dicembre dezembro',
];

/** First year of printing, and the last year that may be cited. */
const years = { first: 1400, last: 2100 };

function dated(year: string | undefined, month?: string, day?: string): string {
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  const lastDay = new Date(Date.UTC(y, m, 0)).getUTCDate();
  if (y < years.first || y > years.last || m < 1 || m > 12 || d < 1 || d > lastDay) return 'none';
  const parts = [year, month, month === undefined ? undefined : day].filter((part) => part !== undefined);
  return parts.map((part, at) => part.padStart(at === 0 ? 4 : 2, '0')).join('-');
}

const most = 100;
const longest = 120;

/** Names in order, without repetitions, addresses and non-names. Undefined if none is left. */
export function namedAuthors(stated: Iterable<string>): string[] | undefined {
  const names = new Set<string>();
  for (const text of stated) {
    for (const part of text.slice(0, 2_000).split(/;|\n/)) {
      const name = oneLine(part)
        .replace(/^(?:written )?by:? /i, '')
        .replace(/(?<![\s,])[\s,]+$/, '');
      if (isName(name)) names.add(name);
      if (names.size >= most) return [...names];
    }
  }
  return names.size === 0 ? undefined : [...names];
}

/** Values of programs and templates for an unknown author. */
const nobody =
  /^(?:admin(?:istrator)?|author|by|anonymous|user|owner|root|unknown|n\/?a|none|null|undefined|editor|staff|\[object object\])$/i;

function isName(name: string): boolean {
  if (name.length < 2 || name.length > longest || !/\p{L}/u.test(name)) return false;
  return !nobody.test(name) && !/^(?:https?:|www\.|mailto:|@)|\{\{|%[sd]\b/i.test(name) && !/^[^\s@]+@\S+$/.test(name);
}

/** Drops control characters, and the tag characters that can hide instructions. Offsets count after it. */
export function readableText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u{e0000}-\u{e007f}]/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** The text on one line, no longer than a title. */
export const oneLine = (text: string): string => firstUnits(collapsed(readableText(text)), 300);
