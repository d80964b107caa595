/** Channels from 0 to 255, alpha from 0 to 1. */
export interface Color {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

const named: Readonly<Record<string, string>> = {
  white: '#ffffff',
  snow: '#fffafa',
  ivory: '#fffff0',
  azure: '#f0ffff',
  mintcream: '#f5fffa',
  ghostwhite: '#f8f8ff',
  floralwhite: '#fffaf0',
  aliceblue: '#f0f8ff',
  whitesmoke: '#f5f5f5',
  seashell: '#fff5ee',
  honeydew: '#f0fff0',
  lightyellow: '#ffffe0',
  beige: '#f5f5dc',
  gainsboro: '#dcdcdc',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  silver: '#c0c0c0',
  darkgray: '#a9a9a9',
  gray: '#808080',
  grey: '#808080',
  dimgray: '#696969',
  black: '#000000',
  red: '#ff0000',
  maroon: '#800000',
  yellow: '#ffff00',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  aqua: '#00ffff',
  cyan: '#00ffff',
  teal: '#008080',
  blue: '#0000ff',
  navy: '#000080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  purple: '#800080',
  orange: '#ffa500',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gold: '#ffd700',
  transparent: '#00000000',
};

/** Such as that of a `background`; undefined if none is known. */
export function cssColor(value: string): Color | undefined {
  const [, hex] = /#([\da-f]{3,8})\b/.exec(value) ?? [];
  if (hex !== undefined) return ofHex(hex);
  const [, name, list] = /\b(rgb|hsl)a?\(([^()]{0,100})\)/.exec(value) ?? [];
  if (name !== undefined && list !== undefined) return ofFunction(name, list);
  const word = (value.match(/[a-z]+/g) ?? []).find((one) => Object.hasOwn(named, one));
  return word === undefined || value.includes('(') ? undefined : ofHex((named[word] ?? '').slice(1));
}

function ofHex(hex: string): Color | undefined {
  const long = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
  if (long.length !== 6 && long.length !== 8) return undefined;
  const at = (index: number): number => Number.parseInt(long.slice(index, index + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: long.length === 8 ? at(6) / 255 : 1 };
}

function ofFunction(name: string, list: string): Color | undefined {
  const parts = list.trim().split(/[\s,/]+/);
  const [one, two, three, alpha = 1] = parts.map((part) =>
    part.endsWith('%')
      ? (Number(part.slice(0, -1)) / 100) * (name === 'rgb' && part !== parts[3] ? 255 : 1)
      : Number(part.replace(/deg$/, '')),
  );
  if (one === undefined || two === undefined || three === undefined) return undefined;
  if (![one, two, three, alpha].every(Number.isFinite)) return undefined;
  if (name === 'rgb') return { red: one, green: two, blue: three, alpha };
  const channel = (shift: number): number => {
    const place = (shift + one / 30) % 12;
    return 255 * (three - two * Math.min(three, 1 - three) * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

/** Contrast from 1 (the same) to 21, as the guidelines for accessible pages define it. */
export function contrast(one: Color, other: Color): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance({ red, green, blue }: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The share of a size or of opacity below which nothing is visible. */
export const nearNothing = 0.1;
/**
 * As in the guidelines for accessible pages: 1 is the same colour, 4.5 the minimum for text; yellow on white has 1.07.
 */
export const leastContrast = 1.05;

/** A number or a percentage; 1 if unknown. */
export function amount(value: string): number {
  const [, number, percent] = /^([+-]?[\d.]+(?:e-?\d+)?)(%)?$/.exec(value.trim()) ?? [];
  if (number === undefined) return 1;
  return percent === undefined ? Number(number) : Number(number) / 100;
}

const units: Readonly<Record<string, number>> = {
  px: 1,
  '': 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  pt: 4 / 3,
  pc: 16,
  cm: 38,
  mm: 3.8,
  in: 96,
  vw: 10,
  vh: 10,
};

/** Undefined if it depends on other values. */
export function pixelsOf(value: string): number | undefined {
  const [, number, unit = ''] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z]*)$/.exec(value.trim()) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** Sizes of one pixel belong to texts for screen readers only. */
export const isNoLength = (value: string): boolean =>
  /^0*(?:\.0*)?%$/.test(value) ? true : (pixelsOf(value) ?? 100) <= 1;

export function fontSize(value: string, above: number): number | undefined {
  const size = /(?:^|\s)([\d.]+(?:e-?\d+)?)(px|em|rem|pt|%|ex|ch|vw|vh)?(?=$|\s|\/)/.exec(
    value.replace(/\b[1-9]00\b(?![%a-z])/g, ' '),
  );
  if (size === null) return undefined;
  const [, number, unit] = size;
  if (unit === 'em') return Number(number) * above;
  if (unit === '%') return (Number(number) / 100) * above;
  return unit === undefined && Number(number) !== 0 ? undefined : pixelsOf(`${number ?? ''}${unit ?? ''}`);
}

export function isNoScale(value: string): boolean {
  for (const [, name = '', list = ''] of value.matchAll(/(scale(?:x|y|3d)?|matrix|rotate[xy])\(([^()]{0,200})\)/g)) {
    const numbers = list.split(',').map((one) => one.trim());
    if (name.startsWith('rotate')) {
      if (/^[+-]?(?:90|270)deg$/.test(numbers[0] ?? '')) return true;
    } else if (name === 'matrix') {
      const [a = 1, b = 0, c = 0, d = 1] = numbers.slice(0, 4).map(amount);
      if (Math.abs(a * d - b * c) < nearNothing ** 2) return true;
    } else if (numbers.slice(0, 2).some((one) => Math.abs(amount(one)) < nearNothing / 2)) return true;
  }
  return false;
}

export function isNoRect(value: string): boolean {
  const [, list] = /^rect\(([^()]{0,100})\)$/.exec(value) ?? [];
  const [top, right, bottom, left] = (list ?? '')
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map(pixelsOf);
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return bottom - top <= 1 || right - left <= 1;
}

export function isNoShape(value: string): boolean {
  const [, name, list = ''] = /^(inset|circle|ellipse|polygon|rect|xywh)\(([^()]{0,300})\)$/.exec(value) ?? [];
  const lengths = list
    .replace(/\b(?:at|round)\b.*/, '')
    .trim()
    .split(/[\s,]+/);
  switch (name) {
    case 'inset': {
      const [top = 0, right = top, bottom = top, left = right] = lengths.map((one) =>
        one.endsWith('%') ? amount(one) : 0,
      );
      return top + bottom >= 1 || left + right >= 1;
    }
    case 'circle':
    case 'ellipse':
      return lengths.some((one) => isNoLength(one));
    case 'polygon':
      return new Set(list.split(',').map((point) => point.trim().replace(/\b0(?:px|%)/g, '0'))).size <= 2;
    case 'rect':
      return isNoRect(`rect(${list})`);
    case 'xywh':
      return lengths.slice(2, 4).some((one) => isNoLength(one));
    default:
      return false;
  }
}
