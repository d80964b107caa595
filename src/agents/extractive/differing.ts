import { figuresIn, type Figure } from '../../debate/figures';
import { contentWords } from '../../debate/text';
import type { Passage } from './passages';

/** What a passage says and with which figures. */
interface Measured {
  passage: Passage;
  terms: ReadonlySet<string>;
  /** Words with a capital inside the sentence, and identifiers: who or what it is about. */
  names: ReadonlySet<string>;
  dates: ReadonlySet<number>;
  figures: readonly Figure[];
}

const fewestShared = 3;
const leastOverlap = 0.6;

/**
 * Passages of other places that speak with the same terms of the same names and dates, and give another figure of the same unit where
 * all other figures are equal in number. Nothing is said of which is right, or whether they speak of the same thing.
 */
export class Differing {
  readonly #byTerm = new Map<string, Measured[]>();
  readonly #known = new Map<Passage, Measured>();

  constructor(passages: readonly Passage[]) {
    for (const passage of passages) {
      const measured = measure(passage);
      if (measured.figures.length === 0) continue;
      this.#known.set(passage, measured);
      for (const term of measured.terms) {
        const known = this.#byTerm.get(term);
        if (known === undefined) this.#byTerm.set(term, [measured]);
        else known.push(measured);
      }
    }
  }

  /** The first passage, in the order of the files, that differs from this one. */
  from(passage: Passage): Passage | undefined {
    const own = this.#known.get(passage);
    if (own === undefined) return undefined;
    const shared = new Map<Measured, number>();
    for (const term of own.terms) for (const other of this.#byTerm.get(term) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    return [...shared].find(([other, count]) => differs(own, other, count))?.[0].passage;
  }
}

function measure(passage: Passage): Measured {
  const { quote } = passage;
  const figures = figuresIn(quote);
  const names = [...quote.matchAll(/(?<=[\p{Ll}\d,;:)] )\p{Lu}[\p{L}\p{N}-]*|\b\p{L}+[-_]?\d[\p{L}\p{N}]*\b/gu)].map(([name]) => name.toLowerCase());
  return {
    ...{ passage, figures: figures.filter(({ kind }) => kind !== 'date' && kind !== 'time'), names: new Set(names) },
    terms: new Set(contentWords(quote).filter((word) => !/^\d/.test(word))),
    dates: new Set(figures.flatMap(({ kind, value }) => (kind === 'date' || (kind === 'number' && value >= 1500 && value < 2200) ? [value] : []))),
  };
}

function differs(own: Measured, other: Measured, shared: number): boolean {
  if (other === own || shared < fewestShared || shared / (own.terms.size + other.terms.size - shared) < leastOverlap) return false;
  const isSameTable = own.passage.path === other.passage.path && own.passage.header !== undefined && own.passage.header === other.passage.header;
  if (isSameTable || own.passage.quote === other.passage.quote) return false;
  if (!areEqual(own.names, other.names) || !areEqual(own.dates, other.dates) || own.figures.length !== other.figures.length) return false;
  const isAlike = own.figures.every((figure, at) => unitOf(figure) === unitOf(other.figures[at]));
  return isAlike && own.figures.some((figure, at) => figure.value !== other.figures[at]?.value);
}

const areEqual = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean => one.size === other.size && [...one].every((item) => other.has(item));

const unitOf = (figure: Figure | undefined): string | undefined => (figure === undefined ? undefined : `${figure.kind} ${figure.unit ?? ''} ${figure.measure ?? ''}`);
