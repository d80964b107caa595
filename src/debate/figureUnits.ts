/** Units that stand with figures. A figure has at most one: percent, a currency or a measure. */
export interface FigureUnit {
  /** `%`, a currency's code (`USD`), or `$` and `¥`, which several currencies share. */
  readonly unit?: string;
  /** A canonical unit of measure: `ms`, `h`, `MB`. */
  readonly measure?: string;
}

const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD'];
const codes = [...dollars, ...'EUR GBP JPY CNY CHF INR SEK NOK DKK PLN CZK HUF KRW BRL MXN ZAR TRY RUB ILS'.split(' ')];
const signs: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₽': 'RUB', '₺': 'TRY', '₪': 'ILS', 'R$': 'BRL' },
  ...{ US$: 'USD', A$: 'AUD', AU$: 'AUD', C$: 'CAD', CA$: 'CAD', NZ$: 'NZD', HK$: 'HKD', S$: 'SGD', $: '$', '¥': '¥' },
};
const currencyWords: Readonly<Record<string, string>> = {
  ...{ dollar: '$', dollars: '$', euro: 'EUR', Euro: 'EUR', euros: 'EUR', yen: 'JPY', yuan: 'CNY', rupees: 'INR', francs: 'CHF' },
  ...{ 'US dollars': 'USD', 'US dollar': 'USD', 'pounds sterling': 'GBP' },
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
    'mm millimetre millimetres millimeter millimeters',
    'cm centimetre centimetres centimeter centimeters',
    'm metre metres meter meters',
    'km kilometre kilometres kilometer kilometers',
    'mile miles',
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
  ].flatMap((line) => line.split(' ').map((word, _, [canonical = word]) => [word, canonical] as const)),
);

const alternatives = (words: readonly string[]) =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/\$/g, '\\$'))
    .join('|');

export const currencyCode = alternatives(codes);
/** A currency before a number; the group `currency` holds it. */
export const currencyPrefix = `(?<currency>(?<!\\p{L})(?:${alternatives(Object.keys(signs))}|${currencyCode}))`;

const percentAfter = String.raw`%|(?:[Pp]er ?cent|pct|percentage[ -]points?|pp)(?!\p{L})`;
const measureAfter = String.raw`(?:${alternatives(Object.keys(measures))})(?![\p{L}\p{N}])`;
const currencyAfter = String.raw`[€£¥₹₩]|\$(?!\d)|(?:${currencyCode}|${alternatives(Object.keys(currencyWords))})(?!\p{L})`;
const unitAfter = new RegExp(
  String.raw`[*_]{0,3}[\s-]?(?:(?<percent>${percentAfter})|(?<measure>${measureAfter})|(?<currency>${currencyAfter}))`,
  'uy',
);

export function currencyOf(written: string): string {
  return signs[written] ?? currencyWords[written] ?? written;
}

/** The unit written after a number that ends at `index`, and where it ends; capitals count ("MB" is not "mb"). */
export function unitAt(text: string, index: number): (FigureUnit & { end: number }) | undefined {
  unitAfter.lastIndex = index;
  const match = unitAfter.exec(text);
  if (match?.groups === undefined) return undefined;
  const { percent, measure, currency } = match.groups;
  const end = index + match[0].length;
  if (percent !== undefined) return { unit: '%', end };
  if (measure !== undefined) return { measure: measures[measure] ?? measure, end };
  return currency === undefined ? undefined : { unit: currencyOf(currency), end };
}

/** Whether letters right after digits are a unit or an ending ("27ms", "3rd", "1990s"), and not part of a name ("3D"). */
export function isUnitSuffix(letters: string): boolean {
  return Object.hasOwn(measures, letters) || /^(?:st|nd|rd|th|s|x|us|k|K|m|M|b|B|t|T|bn|mn|tn|am|pm|T\d\d|Z|C|F|[eE]\d+|[eE])$/.test(letters);
}

/** A percentage has to be one in the source; currencies and measures must not contradict. */
export function agree(claimed: FigureUnit, found: FigureUnit): boolean {
  if (claimed.unit === '%' || (found.unit === '%' && (claimed.unit ?? claimed.measure) !== undefined)) {
    return claimed.unit === found.unit;
  }
  if (claimed.measure !== undefined && found.measure !== undefined) return claimed.measure === found.measure;
  if (claimed.unit === undefined || found.unit === undefined) return true;
  const units = [claimed.unit, found.unit];
  return claimed.unit === found.unit || share('$', dollars, units) || share('¥', ['JPY', 'CNY'], units);
}

function share(sign: string, currencies: readonly string[], units: readonly string[]): boolean {
  return units.includes(sign) && units.every((unit) => unit === sign || currencies.includes(unit));
}
