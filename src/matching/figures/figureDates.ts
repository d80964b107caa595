import type { FigureTally } from './figureTally';
import type { MatchGroups } from './numerals';

/**
 * `[start, end)` of the text. A date's value is year × 10000 + month × 100 + day, with 0 for absent parts; a time's is
 * minutes since midnight.
 */
export interface DateFigure {
  readonly kind: 'date' | 'time';
  readonly start: number;
  readonly end: number;
  /** The likeliest first: "03/04/2025" is in March or in April. */
  readonly readings: readonly number[];
}

const months = [
  ...['Jan(?:uary)?', 'Feb(?:ruary)?', 'Mar(?:ch)?', 'Apr(?:il)?', 'May', 'June?', 'July?', 'Aug(?:ust)?'],
  ...['Sep(?:t(?:ember)?)?', 'Oct(?:ober)?', 'Nov(?:ember)?', 'Dec(?:ember)?'],
];
const monthStarts = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month = String.raw`(?<month>(?:${months.join('|')}|${months.join('|').toUpperCase()})(?!\p{L})\.?)`;
/** Languages with Latin letters, in order of the months. */
const foreignMonths = [
  ['Januar', 'Jänner', 'janvier', 'enero', 'gennaio', 'janeiro'],
  ['Februar', 'février', 'febrero', 'febbraio', 'fevereiro'],
  ['März', 'mars', 'marzo', 'março'],
  ['April', 'avril', 'abril', 'aprile'],
  ['Mai', 'mai', 'mayo', 'maggio', 'maio'],
  ['Juni', 'juin', 'junio', 'giugno', 'junho'],
  ['Juli', 'juillet', 'julio', 'luglio', 'julho'],
  ['August', 'août', 'agosto'],
  ['September', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['Oktober', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['November', 'novembre', 'noviembre', 'novembro'],
  ['Dezember', 'décembre', 'diciembre', 'dicembre', 'dezembro'],
];
const foreignMonth = String.raw`(?<month>(?:${foreignMonths
  .flat()
  .sort((one, other) => other.length - one.length)
  .join('|')})(?!\p{L}))`;
const day = String.raw`(?<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?(?![\d%]|[.,]\d|\s%)`;
const year = String.raw`(?<year>(?:1\d|20|21)\d\d)(?![\d%]|[.,]\d)`;
const notInNumber = String.raw`(?<![\p{L}\p{N}.,/-])`;

const datePatterns = [
  String.raw`${notInNumber}${day}\s(?:of\s)?${month}(?:,?\s${year})?`,
  String.raw`(?<!\p{L})${month}\s${day}(?:,?\s${year})?`,
  String.raw`(?<!\p{L})${month},?\s(?:of\s)?${year}`,
  String.raw`(?<!\d|\d[-/.])(?<year>\d{4})(?<sign>[-/])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?!\d|[-/]\d)`,
  String.raw`(?<!\d|\d[-/.])(?<year>(?:1[5-9]|20|21)\d\d)-(?<month>0[1-9])(?!\d|[-/.]\d)`,
  String.raw`${notInNumber}${day}(?:\.|er)?\s(?:de\s)?${foreignMonth}(?:,?\s(?:de\s)?${year})?`,
  String.raw`(?<!\p{L})${foreignMonth}\s(?:de\s)?${year}`,
  String.raw`(?<!\d)(?<year>\d{4})[年년]\s?(?<month>\d{1,2})[月월](?:\s?(?<day>\d{1,2})[日일])?`,
].map((pattern) => new RegExp(pattern, 'gu'));

const numericDate = /(?<!\d|\d[-/.])(?<one>\d{1,2})(?<sign>[./])(?<two>\d{1,2})\k<sign>(?<year>\d{4})(?!\d|[-/.]\d)/g;
const time =
  /(?<![\d:.,])(?<hour>\d{1,2})(?::(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?:\s?(?<half>[ap]\.?m\b\.?))?|\s?(?<only>[ap]\.?m\b\.?))(?![\d:])/gi;

/** The dates in a text, in order. English months are named with a capital, as "may" and "march" are other words. */
export function datesIn(text: string, tally: FigureTally): DateFigure[] {
  const named = datePatterns.flatMap((pattern) =>
    Array.from(tally.matches(text, pattern), (match) => dateFigure(match, [namedDate(match.groups ?? {})])),
  );
  const numeric = Array.from(tally.matches(text, numericDate), (match) =>
    dateFigure(match, numericReadings(match.groups ?? {})),
  );
  const times = Array.from(tally.matches(text, time), (match) => ({
    ...dateFigure(match, [minutes(match.groups ?? {})]),
    kind: 'time' as const,
  }));
  return withoutOverlaps([...named, ...numeric, ...times].filter((figure) => figure.readings.length > 0));
}

function dateFigure(match: RegExpExecArray, values: readonly (number | undefined)[]): DateFigure {
  const readings = values.filter((value) => value !== undefined);
  return { kind: 'date', start: match.index, end: match.index + match[0].length, readings };
}

function namedDate({ year: inYear = '0', month: inMonth = '', day: onDay = '0' }: MatchGroups): number | undefined {
  const number = /^\d/.test(inMonth) ? Number(inMonth) : monthNumber(inMonth);
  return dateValue(Number(inYear), number, Number(onDay));
}

function monthNumber(name: string): number {
  const foreign = foreignMonths.findIndex((names) => names.includes(name));
  return 1 + (foreign >= 0 ? foreign : monthStarts.indexOf(name.slice(0, 3).toLowerCase()));
}

function dateValue(inYear: number, inMonth: number, onDay: number): number | undefined {
  return inMonth >= 1 && inMonth <= 12 && onDay <= 31 ? inYear * 10_000 + inMonth * 100 + onDay : undefined;
}

/** With full stops the day comes first; with slashes either may. */
function numericReadings({ one, two, sign, year: inYear }: MatchGroups): (number | undefined)[] {
  const [first, second] = [Number(one), Number(two)];
  const dayFirst = dateValue(Number(inYear), second, first);
  return sign === '.' ? [dayFirst] : [...new Set([dateValue(Number(inYear), first, second), dayFirst])];
}

function minutes({ hour, minute = '0', second = '0', half, only }: MatchGroups): number | undefined {
  const inHalf = (half ?? only)?.charAt(0).toLowerCase();
  const number = Number(hour);
  if (number > 24 || (inHalf !== undefined && (number > 12 || number === 0))) return undefined;
  const hours = inHalf === undefined ? number : (number % 12) + (inHalf === 'p' ? 12 : 0);
  return hours * 60 + Number(minute) + Number(second) / 60;
}

/** The first of those that share characters, the longest of those that begin together. */
function withoutOverlaps(figures: readonly DateFigure[]): DateFigure[] {
  const kept: DateFigure[] = [];
  for (const figure of [...figures].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (figure.start >= (kept.at(-1)?.end ?? 0)) kept.push(figure);
  }
  return kept;
}
