import { matchAt } from '../text/text';

/** The unit of a figure: at most one of percent, a currency or a measure. */
export interface FigureUnit {
  /** `%`, `pp` (percentage points), a currency's code, or `$`, `¥` and `kr`, which several currencies share. */
  readonly unit?: string;
  /** The measure in its canonical form: `ms`, `h`, `MB`. */
  readonly measure?: string;
}

const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD'];
const codes = [...dollars, ...'EUR GBP JPY CNY CHF INR SEK NOK DKK PLN CZK HUF KRW BRL MXN ZAR TRY RUB ILS'.split(' ')];
const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  R$: 'BRL',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  $: '$',
  '¥': '¥',
  kr: 'kr',
  Rs: 'INR',
  zł: 'PLN',
  Kč: 'CZK',
};
const currencyWords: Readonly<Record<string, string>> = {
  dollar: '$',
  dollars: '$',
  euro: 'EUR',
  Euro: 'EUR',
  euros: 'EUR',
  yen: 'JPY',
  yuan: 'CNY',
  rupees: 'INR',
  francs: 'CHF',
  'US dollars': 'USD',
  'US dollar': 'USD',
  'US-Dollar': 'USD',
  'pounds sterling': 'GBP',
  Dollar: '$',
  dólares: '$',
  Yen: 'JPY',
  'Swiss francs': 'CHF',
  Franken: 'CHF',
  kr: 'kr',
  kronor: 'SEK',
  zł: 'PLN',
  Kč: 'CZK',
  rubles: 'RUB',
  roubles: 'RUB',
  рублей: 'RUB',
  евро: 'EUR',
  ευρώ: 'EUR',
  долларов: '$',
  元: 'CNY',
  円: 'JPY',
  renminbi: 'CNY',
};

const measures: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'ns nanosecond nanoseconds',
    'µs μs microsecond microseconds',
    'ms millisecond milliseconds msec',
    's sec secs second seconds',
    'min mins minute minutes',
    'h hr hrs hour hours',
    'd day days',
    'week weeks',
    'month months',
    'year years yr yrs',
    'B byte bytes',
    'kB KB kilobyte kilobytes',
    'MB megabyte megabytes',
    'GB gigabyte gigabytes',
    'TB terabyte terabytes',
    'PB petabyte petabytes',
    'KiB',
    'MiB',
    'GiB',
    'TiB',
    'kbit kbps',
    'Mbit Mbps',
    'Gbit Gbps',
    'inch inches',
    'ft foot feet',
    'yd yard yards',
    'mm millimetre millimetres millimeter millimeters',
    'cm centimetre centimetres centimeter centimeters',
    'm metre metres meter meters',
    'km kilometre kilometres kilometer kilometers kph kmh',
    'mile miles mph',
    'nmi knot knots nautical_mile nautical_miles',
    'ha hectare hectares Hektar',
    'acre acres',
    'ml millilitre millilitres milliliter milliliters',
    'litre litres liter liters Liter',
    'gallon gallons',
    'oz ounce ounces',
    'lb lbs',
    'mg milligram milligrams',
    'g gram grams',
    'kg kilogram kilograms',
    'tonne tonnes',
    'Hz hertz',
    'kHz',
    'MHz',
    'GHz',
    'W watt watts',
    'kW kilowatt kilowatts',
    'MW megawatt megawatts',
    'GW gigawatt gigawatts',
    'kWh',
    'MWh',
    'GWh',
    'TWh',
    '°C',
    '°F',
    '‰',
    'bp bps',
    'px pixel pixels',
    'token tokens',
    'point points Punkte punti puntos',
  ].flatMap((line) =>
    line.split(' ').map((word, _, [canonical = word]) => [word.replace('_', ' '), canonical] as const),
  ),
);

const alternatives = (words: readonly string[]) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/\$/g, '\\$'))
    .join('|');

export const currencyCode = alternatives(codes);
export const currencyPrefix = `(?<currency>(?<!\\p{L})(?:${alternatives(Object.keys(signs))}|${currencyCode}))`;

const points = String.raw`(?:[Pp]ercentage|%)[ -]?(?:points?|Punkten?)|pp|p\.p\.|ppts?|Prozentpunkten?|points? de pourcentage|puntos? porcentual(?:es)?`;
const percentAfter = String.raw`%|(?:[Pp]er ?cent|pct|Prozent|pour ?cent|por ciento|per cento|procent|процент(?:а|ов)?|τοις εκατό)(?!\p{L})`;
const measureAfter = String.raw`(?:${alternatives(Object.keys(measures))})(?![\p{L}\p{N}])`;
const currencyAfter = String.raw`[€£¥₹₩元円]|\$(?!\d)|(?:d['’])?(?:${currencyCode}|${alternatives(Object.keys(currencyWords))})(?!\p{L})`;
/** A letter by itself on the next line is no unit: it may be the next row. */
export const gapBefore = String.raw`[*_]{0,3}(?:[^\S\n]|-|\n(?!\p{L}(?!\p{L}))|&nbsp;)?`;
const unitAfter = new RegExp(
  String.raw`${gapBefore}(?:(?<points>${points})(?!\p{L})|(?<percent>${percentAfter})|(?<measure>${measureAfter})|(?<currency>${currencyAfter}))`,
  'uy',
);

export function currencyOf(written: string): string {
  return signs[written] ?? currencyWords[written] ?? written;
}

/** After a number that ends at `index`; capitals count ("MB" is not "mb"). */
export function unitAt(text: string, index: number): (FigureUnit & { end: number }) | undefined {
  const match = matchAt(unitAfter, text, index);
  if (match?.groups === undefined) return undefined;
  const { points: ofPercent, percent, measure, currency } = match.groups;
  const end = index + match[0].length;
  if (ofPercent !== undefined) return { unit: 'pp', end };
  if (percent !== undefined) return { unit: '%', end };
  if (measure !== undefined) return { measure: measures[measure] ?? measure, end };
  return currency === undefined ? undefined : { unit: currencyOf(currency.replace(/^d['’]/, '')), end };
}

/** "27ms", "3rd", "1990s", but not "3D", which is a name. */
export function isUnitSuffix(letters: string): boolean {
  return (
    Object.hasOwn(measures, letters) ||
    /^(?:[万萬億亿兆]*[元円年月日년월일]?|[年月년월]\d.*|st|nd|rd|th|s|x|us|k|K|m|M|b|B|t|T|bn|mn|tn|am|pm|T\d\d|Z|C|F|[eE]\d+|[eE])$/.test(
      letters,
    )
  );
}

export const isCalendarSpan = (measure: string): boolean => ['d', 'week', 'month', 'year'].includes(measure);

/** Percentage points are another quantity than percentages. */
export function isShare(unit: string | undefined): boolean {
  return unit === '%' || unit === 'pp';
}

/** Percentages need percentages; currencies and measures must not contradict. */
export function agree(claimed: FigureUnit, found: FigureUnit): boolean {
  // "Rose by 5 points" is what newspapers say of percentage points.
  if (arePoints(claimed, found) || arePoints(found, claimed)) return true;
  if (isShare(claimed.unit) || (isShare(found.unit) && (claimed.unit ?? claimed.measure) !== undefined)) {
    return claimed.unit === found.unit;
  }
  if (claimed.measure !== undefined && found.measure !== undefined) return claimed.measure === found.measure;
  if (claimed.unit === undefined || found.unit === undefined) return true;
  const units = [claimed.unit, found.unit];
  const isShared =
    share('$', dollars, units) || share('¥', ['JPY', 'CNY'], units) || share('kr', ['SEK', 'NOK', 'DKK'], units);
  return claimed.unit === found.unit || isShared;
}

function arePoints(one: FigureUnit, other: FigureUnit): boolean {
  return one.unit === 'pp' && other.measure === 'point';
}

function share(sign: string, currencies: readonly string[], units: readonly string[]): boolean {
  return units.includes(sign) && units.every((unit) => unit === sign || currencies.includes(unit));
}
