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

/** The first colour in a value, such as that of a `background`; undefined if there is none that is known. */
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

/** The contrast of two colours, from 1 (the same) to 21, as the guidelines for accessible pages define it. */
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
