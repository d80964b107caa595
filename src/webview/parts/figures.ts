import * as l10n from '@vscode/l10n';

/** That of the editor, which need not be the browser's. */
export const pageLanguage = (): string | undefined => document.documentElement.lang || undefined;

function format(value: number, options: Intl.NumberFormatOptions): string {
  const made = formats.get(options) ?? new Intl.NumberFormat(pageLanguage(), options);
  formats.set(options, made);
  return made.format(value);
}

/** Making one is slow, and a page shows hundreds of numbers. By options, which are the same objects each time. */
const formats = new Map<Intl.NumberFormatOptions, Intl.NumberFormat>();

const noDigits = { maximumFractionDigits: 0 };
const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;

const oneDigit = { minimumFractionDigits: 0, maximumFractionDigits: 1 };

export function whole(value: number): string {
  return format(value, noDigits);
}

/** 950, 48.1k, 2.3M: enough to see where it goes. */
export function short(value: number): string {
  if (value < 1_000) return whole(value);
  if (value < 999_950) return l10n.t('{0}k', format(value / 1_000, oneDigit));
  return l10n.t('{0}M', format(value / 1_000_000, oneDigit));
}

/** Less than a cent is not nothing. */
export function usd(value: number): string {
  return value > 0 && value < 0.005 ? l10n.t('<{0}', format(0.01, dollars)) : format(value, dollars);
}

/** $0.40–$0.60; one figure where both read the same. */
export function usdRange({ low, high }: { low: number; high: number }): string {
  return usd(low) === usd(high) ? usd(high) : l10n.t('{0}–{1}', usd(low), usd(high));
}

/** 1 kB is 1,000 bytes, as the editor's explorer and most file managers count. */
export function bytes(value: number): string {
  if (value < 1_000) return value === 1 ? l10n.t('1 byte') : l10n.t('{0} bytes', whole(value));
  if (value < 999_950) return l10n.t('{0} kB', format(value / 1_000, oneDigit));
  return l10n.t('{0} MB', format(value / 1_000_000, oneDigit));
}

/** 12 s, 2 min 5 s: of a wait. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? l10n.t('{0} s', whole(seconds)) : l10n.t('{0} min {1} s', whole(minutes), whole(seconds % 60));
}

/** 7:05, 11:42, 1:02:09. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const pad = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = pad(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${rest}`;
}

const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' } as const;

/** +0.35, −0.10, 0.00: a score in points. */
export const points = (value: number): string => format(value, hundredths).replace('-', '−');
