/** A number written in digits, `[start, end)` of the text. */
export interface Numeral {
  readonly end: number;
  /** What it may mean, the likeliest first: "1.234" is 1.234 or 1234. */
  readonly readings: readonly number[];
}

const groupSigns = ",.'’ \\u00a0\\u2007\\u2009\\u202f";
const numeral = new RegExp(
  [
    String.raw`(?<vulgar>(?:\d{1,6}[ \u2009\u202f]?)?[½¼¾⅓⅔⅕⅛⅜⅝⅞])`,
    String.raw`(?<grouped>\d{1,3}(?<group>[${groupSigns}])\d{3}(?:\k<group>\d{3}){0,6})(?<fraction>(?!\k<group>)[.,]\d+)?(?!\d)`,
    String.raw`(?<indian>\d{1,2}(?:,\d{2}){1,6},\d{3}(?:\.\d+)?)(?!\d)`,
    String.raw`(?<plain>\d+\.\d+|\d{1,3},\d+|\d+,\d{1,2}(?!\d)|\d+|\.\d+)`,
  ].join('|'),
  'uy',
);
const power = String.raw`(?:(?:\^|\*\*)(?<power>[-−]?\d{1,2})(?!\d)|(?<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,2}))`;
const exponent = new RegExp(String.raw`[eE](?<written>[-+]?\d{1,2})(?![\p{L}\d])|\s?[×x·⋅*]\s?10${power}`, 'uy');
const powerOfTen = new RegExp(power, 'uy');

/** The number that begins at `index`, with its thousands separators, decimals and power of ten. */
export function numeralAt(text: string, index: number): Numeral | undefined {
  const match = matchAt(numeral, text, index);
  if (match?.groups === undefined) return undefined;
  const end = index + match[0].length;
  const raised = match[0] === '10' ? matchAt(powerOfTen, text, end) : undefined;
  if (raised?.groups !== undefined) {
    return { end: end + raised[0].length, readings: [Number(`1e${exponentOf(raised.groups)}`)] };
  }
  const readings = readingsOf(match.groups);
  const times = matchAt(exponent, text, end);
  if (times?.groups === undefined) return { end, readings };
  const by = exponentOf(times.groups);
  return { end: end + times[0].length, readings: readings.map((reading) => Number(`${reading}e${by}`)) };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function exponentOf({ written, power: ascii, raised }: Groups): string {
  if (raised === undefined) return (written ?? ascii ?? '0').replace('−', '-');
  return raised.normalize('NFKC').replace('−', '-');
}

const fractions: Readonly<Record<string, number>> = {
  ...{ '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3, '⅕': 1 / 5, '⅛': 1 / 8, '⅜': 3 / 8, '⅝': 5 / 8, '⅞': 7 / 8 },
};

function readingsOf({ vulgar, grouped, group, fraction, indian, plain }: Groups): number[] {
  if (vulgar !== undefined) return [Number(vulgar.slice(0, -1)) + (fractions[vulgar.slice(-1)] ?? 0)];
  if (indian !== undefined) return [Number(indian.replace(/,/g, ''))];
  if (grouped === undefined || group === undefined) return [decimal(plain ?? '')];
  const whole = grouped.split(group).join('');
  if (fraction !== undefined) return [decimal(whole + fraction)];
  const canBeDecimal = (group === '.' || group === ',') && grouped.split(group).length === 2;
  if (!canBeDecimal) return [Number(whole)];
  if (grouped.startsWith('0')) return [decimal(grouped)];
  return group === '.' ? [decimal(grouped), Number(whole)] : [Number(whole), decimal(grouped)];
}

function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}
