import type { Debater } from '../../log/entryData';
import { mapStrings } from '../../log/objects';

/**
 * Labels in place of debaters' names, in contents too, so that no verdict hangs on names. Code puts them there and takes
 * them away again. The first debater that is given gets the first label.
 */
export class BlindLabels {
  readonly #names: readonly string[];
  /** The longest first: "data-engineer" must not be taken for "data". */
  readonly #byLength: readonly { name: string; label: string }[];
  /** One group for each of `#byLength`; all at once, as a name may read like another's label. */
  readonly #spellings: RegExp;

  constructor(debaters: readonly Pick<Debater, 'name'>[]) {
    this.#names = debaters.map(({ name }) => name);
    const labelled = this.#names.map((name, index) => ({ name, label: labelAt(index) }));
    this.#byLength = labelled.sort((a, b) => b.name.length - a.name.length);
    const groups = this.#byLength.map(({ name }) => `(${spelling(name)})`);
    this.#spellings = new RegExp(`${before}(?:${groups.join('|')})${after}`, 'gi');
  }

  /** Labels with the names that they stand for. */
  get names(): Record<string, string> {
    return Object.fromEntries(this.#names.map((name, index) => [labelAt(index), name]));
  }

  blind<T>(value: T): T {
    return mapStrings(value, (text) =>
      text.replace(this.#spellings, (match, ...groups) => this.#labelOf(groups) ?? match),
    );
  }

  unblind<T>(value: T): T {
    return mapStrings(value, (text) =>
      text.replace(labels, (match, joined?: string, apart?: string) => this.#nameOf(joined ?? apart ?? '') ?? match),
    );
  }

  #nameOf(letter: string): string | undefined {
    return this.#names[letters.indexOf(letter.toLowerCase())];
  }

  #labelOf(groups: readonly unknown[]): string | undefined {
    return this.#byLength[groups.findIndex((group) => group !== undefined)]?.label;
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const labelAt = (index: number): string => `debater-${letters[index] ?? index}`;
const before = '(?<![\\w-])';
const after = '(?=_wins|(?![\\w-]))';

/** In prose a model may write "Debater A", where the capital letter tells it from the article. */
const labels = new RegExp(`${before}(?:[Dd]ebater|DEBATER)(?:-([a-zA-Z])|[ _]([A-Z]))${after}`, 'g');

/** Pattern that also matches the name's words joined by a space, an underscore or nothing. */
const spelling = (name: string): string => (/^-|-$|--/.test(name) ? name : name.replaceAll('-', '[-_ ]?'));
