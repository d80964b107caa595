import type { Debater } from '../../debate/entryData';

/**
 * Neutral labels in place of the debaters' names, in contents too, so that the Chair's verdict hangs on what was said and
 * not on who is called what. Code puts them there and code takes them away again.
 */
export class BlindLabels {
  readonly #toLabel: readonly (readonly [RegExp, string])[];
  readonly #toName: readonly (readonly [RegExp, string])[];

  constructor(debaters: readonly Pick<Debater, 'name'>[]) {
    const pairs = debaters.map(({ name }, index) => ({ name, label: `debater-${String.fromCharCode(97 + index)}` }));
    // The longest name first: "data-engineer" must not be taken for "data".
    const byLength = [...pairs].sort((a, b) => b.name.length - a.name.length);
    this.#toLabel = byLength.map(({ name, label }) => [spelling(name), label] as const);
    this.#toName = pairs.map(({ name, label }) => [new RegExp(`(?<![\\w-])${label}(?=_wins|(?![\\w-]))`, 'gi'), name] as const);
  }

  /** Every text in the value with labels for names. */
  blind<T>(value: T): T {
    return mapTexts(value, (text) => replaced(text, this.#toLabel)) as T;
  }

  /** Every text in the value with names for labels. */
  unblind<T>(value: T): T {
    return mapTexts(value, (text) => replaced(text, this.#toName)) as T;
  }
}

const replaced = (text: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce((result, [pattern, to]) => result.replace(pattern, () => to), text);

/** As it is written, in any case, with spaces for hyphens, and in an outcome (`name_wins`). */
function spelling(name: string): RegExp {
  const words = name.split('-').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\w-])${words.join('[- ]')}(?=_wins|(?![\\w-]))`, 'gi');
}

/** Keys stay: they are ours. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}
