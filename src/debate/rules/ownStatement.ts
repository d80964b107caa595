import * as z from 'zod';
import { correctionFields, correctionsOf } from '../log/data/common';
import type { Entry, Source } from '../log/entry';
import { unlessTooComplex } from '../../matching/figures/figures';
import { formats } from '../formats/registry';
import { MatchingSteps, TooComplex } from '../../matching/text/matchingSteps';
import { normaliseText, sameStatement } from '../../matching/quote/quote';
import { turningWordIn } from '../../matching/quote/turningWords';
import { withoutCorrectionLines } from './spokenRules';
import { seqReferences } from '../log/seqReferences';
import { escapeRegExp } from '../../matching/text/shortText';
import { StatedSentences, withoutCitations } from './statedSentences';
import type { SaidBySource } from '../flow/step';
import { contentWords, type TextSpan } from '../../matching/text/text';

const said: ReadonlyMap<string, SaidBySource> = new Map(formats.flatMap((format) => Object.entries(format.said ?? {})));

const correctionFieldsSchema = z.looseObject(correctionFields);

type Citing = Pick<Entry, 'type' | 'content' | 'sources' | 'data'>;

/** An entry's use of a source. */
export type Use =
  /** The text for the judge of support: the sentences that carry the quotation, or those of the claim. */
  | { readonly kind: 'statement'; readonly text: string }
  /** The entry repeats the passage and adds nothing about it. */
  | { readonly kind: 'repeats' }
  /** The entry does not show which sentence the source is for, so the judge is not asked. `why` is for people. */
  | { readonly kind: 'unplaced'; readonly why: string };

const repeats: Use = { kind: 'repeats' };
const unplaced = (why: string): Use => ({ kind: 'unplaced', why });
const statement = (spans: readonly { readonly text: string }[]): Use => ({
  kind: 'statement',
  text: spans.map(({ text }) => withoutCitations(text)).join(' '),
});

/** Finds the use in the named sentence, never in the whole entry. */
export function useOf(entry: Citing, source: Source, steps = new MatchingSteps()): Use {
  const use = unlessTooComplex(() => new CitedUse(entry, source, steps).use());
  return use instanceof TooComplex
    ? unplaced(`What the entry uses the source for was not looked for, too complex: ${use.message}.`)
    : use;
}

/** The claim of a correction to this source, which the source has to support. */
function correctedTo({ data }: Citing, { url }: Source): string | undefined {
  const made = correctionsOf(correctionFieldsSchema.safeParse(data ?? {}).data ?? {});
  const said = made.flatMap(({ new_url: by, instead = '' }) =>
    by === url && instead.trim() !== '' ? [instead.trim()] : [],
  );
  return said.length === 0 ? undefined : said.join(' ');
}

interface Sentence {
  readonly span: TextSpan;
  readonly isOwn: boolean;
  readonly carriesQuote: boolean;
}

class CitedUse {
  readonly #quote: string;
  readonly #own: OwnWords;

  constructor(
    private readonly entry: Citing,
    private readonly source: Source,
    private readonly steps: MatchingSteps,
  ) {
    this.#quote = source.quote ?? '';
    this.#own = new OwnWords(entry.sources ?? [source], this.#quote, steps);
  }

  use(): Use {
    const { entry, source } = this;
    const instead = correctedTo(entry, source);
    if (instead !== undefined)
      return sameStatement(instead, this.#quote) ? repeats : { kind: 'statement', text: instead };
    const { text, whole } = said.get(entry.type)?.(entry, source) ?? { text: entry.content };
    const stated = new StatedSentences(withoutCorrectionLines(text), this.steps);
    const spoken = this.#spoken(stated);
    // A ground is judged with its argument's claim.
    if (whole !== undefined) return spoken.some(({ isOwn }) => isOwn) ? { kind: 'statement', text: whole } : repeats;
    const claimed = this.#claimed(stated);
    const carrying = spoken.filter(({ carriesQuote }) => carriesQuote);
    if (carrying.length === 0) return claimed.length > 0 ? statement(claimed) : unplaced(this.#whyUnplaced());
    if (carrying.some(({ isOwn }) => isOwn)) return statement(carrying.map(({ span }) => span));
    return this.#besideQuote(spoken, claimed);
  }

  /** If the sentence holds only the quotation, the claim counts if it differs, else the next sentence. */
  #besideQuote(spoken: readonly Sentence[], claimed: readonly TextSpan[]): Use {
    const quoting = new Set(spoken.flatMap(({ span, carriesQuote }) => (carriesQuote ? [span.start] : [])));
    const others = claimed.filter(({ start }) => !quoting.has(start));
    if (others.length > 0) return statement(others);
    if (claimed.length > 0) return repeats;
    if (hasWords(this.source.claim)) return unplaced(this.#whyUnplaced());
    const isBeside = (index: number, step: 1 | -1): boolean => spoken[index - step]?.carriesQuote === true;
    const own = [...spoken.entries()].filter(([, { isOwn, carriesQuote }]) => isOwn && !carriesQuote);
    const [, next] = own.find(([index]) => isBeside(index, 1)) ?? own.find(([index]) => isBeside(index, -1)) ?? [];
    if (next !== undefined) return statement([next.span]);
    return own.length === 0
      ? repeats
      : unplaced('The quotation stands by itself in the entry, and no claim says what it is used for.');
  }

  #claimed(stated: StatedSentences): TextSpan[] {
    const own = stated.claimed(this.source);
    if (own.length > 0 || !hasWords(this.source.claim)) return own;
    return new StatedSentences(withoutCorrectionLines(this.entry.content), this.steps).claimed(this.source);
  }

  #whyUnplaced(): string {
    return hasWords(this.source.claim)
      ? 'The claim that was named is no sentence of the entry.'
      : 'The quotation does not stand in the entry, and no claim says what it is used for.';
  }

  /** Sentences that do more than locate a passage. */
  #spoken(stated: StatedSentences): Sentence[] {
    const carrying = new Set(stated.carrying(this.#quote));
    return stated.all.flatMap((span) => {
      const own = this.#own.of(span.text);
      const carriesQuote = carrying.has(span);
      if (!carriesQuote && contentWords(own).length === 0) return [];
      return [{ span, isOwn: this.#own.isAbout(own), carriesQuote }];
    });
  }
}

const hasWords = (text = ''): boolean => text.trim() !== '';

/**
 * Extracts a sentence's own words, besides quotations and words that only locate them. All texts from sources are
 * normalised once.
 */
class OwnWords {
  readonly #links: RegExp | undefined;
  /** Texts from sources, the longest first. */
  readonly #given: readonly string[];
  readonly #passage: ReadonlySet<string>;
  readonly #known = new Map<string, string>();

  constructor(
    sources: readonly Source[],
    quote: string,
    private readonly steps: MatchingSteps,
  ) {
    const linked = sources.map(({ url }) => escapeRegExp(url)).join('|');
    if (linked !== '') this.#links = new RegExp(String.raw`\[[^\]\n]{0,500}\]\(<?(?:${linked})>?\)`, 'gu');
    // A title of a word or two may be the sentence's subject.
    const given = sources.flatMap(({ url, title, quote: own = '' }) => [
      url,
      own,
      ...(contentWords(title).length > 2 ? [title] : []),
    ]);
    this.steps.take(given.reduce((sum, { length }) => sum + 2 * length, 0));
    const flat = given.map((text) => normaliseText(text).text.trim()).filter((text) => text !== '');
    this.#given = [...new Set(flat)].sort((one, other) => other.length - one.length);
    this.#passage = new Set(contentWords(quote));
  }

  of(sentence: string): string {
    const known = this.#known.get(sentence);
    if (known !== undefined) return known;
    this.steps.take(20 * sentence.length + this.#given.reduce((sum, { length }) => sum + (length >> 3), 0));
    const bare = this.#links === undefined ? sentence : sentence.replace(this.#links, ' ');
    let left = ` ${normaliseText(bare).text} `;
    for (const words of this.#given) {
      // A passage may have several sentences.
      if (left.length <= words.length + 2 && words.includes(left.trim())) left = '';
      else if (words.length <= left.length) left = left.replaceAll(words, ' ');
    }
    for (const { start, end } of seqReferences(left).toReversed()) left = `${left.slice(0, start)} ${left.slice(end)}`;
    left = left.trim();
    this.#known.set(sentence, left);
    return left;
  }

  /**
   * Two content words may only introduce the quotation ("Look at the record."), unless they turn it around ("Nobody
   * believes:").
   */
  isAbout(words: string): boolean {
    const own = contentWords(words);
    if (own.length === 0) return false;
    return (
      own.length > 2 ||
      refers.test(words) ||
      turningWordIn(words) !== undefined ||
      own.some((word) => this.#passage.has(word))
    );
  }
}

const refers =
  /(?<!\p{L})(?:this|that|these|those|it|its|they|their|so|thus|hence|therefore|such|which|das|dies|dass|daher|also|cela|donc|esto|eso)(?!\p{L})/iu;
