import { figuresIn, type Figure } from '../../debate/figures';
import { contentWords } from '../../debate/text';
import type { EvidencePassage } from './passages';

interface MeasuredPassage {
  passage: EvidencePassage;
  terms: ReadonlySet<string>;
  /** Who or what it is about: capitalised words inside the sentence, and identifiers. */
  names: ReadonlySet<string>;
  /** Small words that set one thing apart from another. */
  relations: ReadonlySet<string>;
  dates: ReadonlySet<number>;
  figures: readonly Figure[];
}

const fewestShared = 3;
const leastOverlap = 0.6;

/**
 * Passages of other places with the same terms, names and dates, as many figures of the same units, and another value.
 * Nothing is said of which is right, or whether they speak of the same thing.
 */
export class Differing {
  /** Where a term stands, by the numbers of the passages. */
  readonly #byTerm = new Map<string, number[]>();
  readonly #sizes: number[] = [];
  /** Kept, because measuring takes a while. */
  readonly #measured = new Map<EvidencePassage, MeasuredPassage>();
  readonly #found = new Map<EvidencePassage, EvidencePassage | undefined>();

  constructor(private readonly passages: readonly EvidencePassage[]) {
    for (const [number, { quote }] of passages.entries()) {
      const terms = termsOf(quote);
      this.#sizes.push(terms.size);
      for (const term of terms) {
        const known = this.#byTerm.get(term);
        if (known === undefined) this.#byTerm.set(term, [number]);
        else known.push(number);
      }
    }
  }

  /** The first other passage that differs, by the first shared term, then in their order. */
  from(passage: EvidencePassage): EvidencePassage | undefined {
    if (!this.#found.has(passage)) this.#found.set(passage, this.#search(passage));
    return this.#found.get(passage);
  }

  #search(passage: EvidencePassage): EvidencePassage | undefined {
    const own = this.#measure(passage);
    if (own.figures.length === 0) return undefined;
    const shared = this.#sharedWith(own.terms);
    for (const [number, count] of shared) {
      const isNear =
        count >= fewestShared && count / (own.terms.size + (this.#sizes[number] ?? 0) - count) >= leastOverlap;
      const other = isNear ? this.passages[number] : undefined;
      if (other !== undefined && differs(own, this.#measure(other))) return other;
    }
    return undefined;
  }

  /** How many of the terms each passage has. */
  #sharedWith(terms: ReadonlySet<string>): Map<number, number> {
    const shared = new Map<number, number>();
    for (const term of terms)
      for (const number of this.#byTerm.get(term) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1);
    return shared;
  }

  #measure(passage: EvidencePassage): MeasuredPassage {
    const known = this.#measured.get(passage) ?? measure(passage);
    this.#measured.set(passage, known);
    return known;
  }
}

/** “Rows under nets” and “rows without nets” share their terms. */
const relation =
  /(?<!\p{L})(?:not?|never|without|outside|inside|under|over|above|below|before|after|until|except|excluding|including|ohne|nicht|kein\p{L}*|unter|über|vor|nach|außer|sans|pas|avant|après|sous|sin|antes|después|bajo)(?!\p{L})/giu;

/** Its content words without figures. */
export const termsOf = (quote: string): Set<string> => new Set(contentWords(quote).filter((word) => !/^\d/.test(word)));

function measure(passage: EvidencePassage): MeasuredPassage {
  const { quote } = passage;
  const figures = figuresIn(quote);
  const names = [...quote.matchAll(/(?<=[\p{Ll}\d,;:)] )\p{Lu}[\p{L}\p{N}-]*|(?<![\p{L}\p{N}_])\p{L}+[-_]?\d[\p{L}\p{N}]*(?![\p{L}\p{N}_])/gu)].map(
    ([name]) => name.toLowerCase(),
  );
  return {
    passage,
    figures: figures.filter(({ kind }) => kind !== 'date' && kind !== 'time'),
    names: new Set(names),
    terms: termsOf(quote),
    relations: new Set((quote.match(relation) ?? []).map((word) => word.toLowerCase())),
    dates: new Set(
      figures.flatMap(({ kind, value }) =>
        kind === 'date' || (kind === 'number' && value >= 1500 && value < 2200) ? [value] : [],
      ),
    ),
  };
}

function differs(own: MeasuredPassage, other: MeasuredPassage): boolean {
  if (other === own) return false;
  const isSameTable =
    own.passage.path === other.passage.path &&
    own.passage.header !== undefined &&
    own.passage.header === other.passage.header;
  if (isSameTable || own.passage.quote === other.passage.quote) return false;
  if (
    !areEqual(own.relations, other.relations) ||
    !areEqual(own.names, other.names) ||
    !areEqual(own.dates, other.dates) ||
    own.figures.length !== other.figures.length
  )
    return false;
  const isAlike = own.figures.every((figure, at) => unitOf(figure) === unitOf(other.figures[at]));
  return isAlike && own.figures.some((figure, at) => figure.value !== other.figures[at]?.value);
}

const areEqual = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  one.size === other.size && [...one].every((item) => other.has(item));

const unitOf = (figure: Figure | undefined): string | undefined =>
  figure === undefined ? undefined : `${figure.kind} ${figure.unit ?? ''} ${figure.measure ?? ''}`;
