/** The share of a size or of opacity below which nothing is visible. */
export const nearNothing = 0.1;

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
