import { clusterEnd, foldCluster, isDash, isIdeographic, isWideDash } from './folding';
import { digitsApart } from './linedText';
import type { TextRange } from './text';

/**
 * A text reduced to its letters, its digits and the signs that have a meaning: two texts with one skeleton differ in nothing but spelling
 * and marks. Spaces, punctuation, icons and invisible signs are left out, but digits that do not touch stay apart.
 */
export interface Skeleton {
  readonly text: string;
  readonly original: string;
  /** UTF-16 offsets in the original, of the character that an index comes from. */
  toOriginal(index: number): TextRange;
}

/**
 * How letters with marks are written without them: by the bare letter ("Zurich"), or as they are spelled out ("Zuerich"). `unspaced`: bare,
 * and without the spaces between words, which a document may have lost or added.
 */
export type Spelling = 'bare' | 'spelledOut' | 'unspaced';

const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ĸ: 'k', ŋ: 'n', ŧ: 't', ə: 'e', ƒ: 'f', ſ: 's', ß: 'ss',
}; // prettier-ignore
const greek: Readonly<Record<string, string>> = Object.fromEntries(
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ο omicron π pi ρ rho σ sigma ς sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega'
    .split(' ')
    .flatMap((word, index, words) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [])),
);
/** Signs with a meaning, as people type them where they have no such key. */
const signs: Readonly<Record<string, string>> = {
  '≥': '>=', '⩾': '>=', '≧': '>=', '≤': '<=', '⩽': '<=', '≦': '<=', '±': '+/-', '×': 'x', '⨯': 'x', '≠': '!=', '≈': '~', '∼': '~', '→': '->',
  '⇒': '=>', '←': '<-', '©': 'c', '®': 'r', '™': 'tm', '℠': 'sm', '№': 'no', '…': '', '−': '-', '÷': '/', '∕': '/', '⁄': '/', '&': 'and', '℃': '°c', '℉': '°f',
}; // prettier-ignore
/** Beside letters and digits these alone change what is said. */
const meaningful = /[<>=+%‰‱°$€£¥₹₩₽₺₪^~#@]/u;
/** "->" and "<-" are arrows, "!=" denies. */
const letter = /^[\p{L}\p{M}]/u;
const dividesWords = /[\s,;:!?().[\]|/]|--/;
/** Without the strokes that strike a letter out: the text does not say it. */
const markOf = /(?![\u0335-\u0338])\p{M}/gu;
const scriptWithMarks = /^[\p{sc=Latn}\p{sc=Grek}]/u;
/** Marks of Vietnamese make other words: the horn, the hook, the letters with two marks. */
const vietnamese = /[ơưỏảẻỉủỷẩẫậấầắằẳẵặếềểễệốồổỗộớờởỡợứừửữự]/iu;

export function skeletonOf(text: string, spelling: Spelling = 'bare'): Skeleton {
  return new SkeletonWriter(text, spelling).run();
}

class SkeletonWriter {
  readonly #pieces: string[] = [];
  /** Where the character of each code unit of the skeleton begins. */
  readonly #starts: number[] = [];
  readonly #known = new Map<string, string>();
  readonly #keepsMarks: boolean;
  #last = '';
  /** The sign that stood between two digits. */
  #between = '';
  #spaceBefore = true;

  constructor(
    private readonly original: string,
    private readonly spelling: Spelling,
  ) {
    this.#keepsMarks = vietnamese.test(original.normalize('NFC'));
  }

  run(): Skeleton {
    const { original } = this;
    for (let at = 0; at < original.length;) {
      const end = clusterEnd(original, at);
      this.#cluster(original.slice(at, end), at);
      at = end;
    }
    const starts = Uint32Array.from(this.#starts);
    return {
      text: this.#pieces.join(''),
      original,
      toOriginal: (index) => {
        const start = starts[index] ?? original.length;
        return { start, end: clusterEnd(original, start) };
      },
    };
  }

  #cluster(cluster: string, at: number): void {
    if (/^\s/u.test(cluster)) {
      this.#between += cluster === digitsApart ? cluster : ' ';
      this.#spaceBefore = true;
      return;
    }
    const folded = this.#foldedOf(cluster);
    for (const character of folded) this.#put(dashOf(character) ?? character, at);
    this.#spaceBefore = false;
  }

  #put(character: string, at: number): void {
    const isDigit = character >= '0' && character <= '9';
    if (isDigit && /[0-9]/.test(this.#last)) this.#write(separatorOf(this.#between), at);
    else if (isDigit && /[-]$/.test(this.#between) && this.#spaceBeforeSign) this.#write('-', at);
    else if (this.#startsWord(character)) this.#write(' ', at);
    if (isDigit || letter.test(character) || meaningful.test(character)) {
      this.#write(character, at);
      this.#last = character;
      this.#between = '';
      this.#spaceBeforeSign = false;
    } else {
      if (character === '-') this.#spaceBeforeSign = this.#spaceBefore;
      this.#between += character;
    }
  }

  #spaceBeforeSign = false;

  /** After a space, a dash or a mark between two letters; hyphens and apostrophes join, and some scripts have no spaces. */
  #startsWord(character: string): boolean {
    if (this.spelling === 'unspaced' || !letter.test(character) || !letter.test(this.#last)) return false;
    if (isIdeographic(character.charCodeAt(0)) || isIdeographic(this.#last.charCodeAt(0))) return false;
    return dividesWords.test(this.#between);
  }

  #write(piece: string, at: number): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit += 1) this.#starts.push(at);
  }

  #foldedOf(cluster: string): string {
    const known = this.#known.get(cluster);
    if (known !== undefined) return known;
    const folded = this.#folded(cluster);
    this.#known.set(cluster, folded);
    return folded;
  }

  #folded(cluster: string): string {
    const sign = signs[cluster];
    if (sign !== undefined) return sign;
    // Icons of a font, and what could not be decoded.
    if (/^[\p{Co}\p{Cn}\p{Cs}\p{Cc}\p{Cf}\p{So}\ufffd]/u.test(cluster)) return '';
    const isRaised = /^[⁰¹²³⁴-⁹⁺⁻]/u.test(cluster);
    const plain = foldCluster(cluster);
    if (isRaised) return `^${plain}`;
    if (!scriptWithMarks.test(plain)) return plain;
    if (this.#keepsMarks) return plain;
    const spelled = this.spelling === 'spelledOut' ? spelledOut[plain.normalize('NFC')] : undefined;
    if (spelled !== undefined) return spelled;
    const bare = plain.normalize('NFD').replace(markOf, '');
    return Array.from(bare, (one) => letters[one] ?? greek[one] ?? one).join('');
  }
}

/** A long dash stands between words. */
const dashOf = (character: string): string | undefined =>
  isDash(character.charCodeAt(0)) ? (isWideDash(character.charCodeAt(0)) ? '--' : '-') : undefined;

/** "1,250" is no "1.250", and neither is "1 250": what stands between two digits stays, without its spaces. */
function separatorOf(between: string): string {
  // Of two elements: they may be one number to the reader.
  if (between === '' || between === digitsApart) return '';
  const kept = between.match(/[.,:/'’-]/g);
  return kept === null ? ' ' : kept.join('');
}
