import {
  clusterEnd,
  foldCluster,
  isDash,
  isNumeral,
  isQuoteMark,
  isSkipped,
  isSubscript,
  isSuperscript,
  isWideDash,
} from './folding';
import { NormalisedWriter, type OptionalText } from './normalisedWriter';
import { footnoteAt, footnotesOf, noteMarkAt } from './noteMarks';
import { skeletonOf, type Skeleton, type Spelling } from './skeleton';
import { matchAt } from './text';

/**
 * A text as the matching sees it: compatibility forms resolved (NFKC), case folded, one quotation mark, one hyphen,
 * soft hyphens and emphasis gone, white-space runs one space. `toOriginal` maps an index of `text` to the UTF-16 offset
 * in `original`; `endInOriginal` the index after a character to the offset after it.
 */
export interface NormalisedText {
  readonly original: string;
  readonly text: string;
  /** Optional texts, in order of `at`. */
  readonly optional: readonly OptionalText[];
  readonly toOriginal: (index: number) => number;
  readonly endInOriginal: (index: number) => number;
  /** Made when it is first asked for. */
  readonly skeleton: (spelling: Spelling) => Skeleton;
}

/**
 * What may not belong to the words: the hyphen at a line's end ("docu-\nment", but "long-\nterm"), which only the other
 * text can tell, and numbers of a list, which look like figures. `source`: left out and noted as optional; `quote`:
 * hyphens joined, bullets left out, list numbers kept, as a quoted number has to match; `verbatim`: kept.
 */
type NormalisationMode = 'source' | 'quote' | 'verbatim';

/** Linear; about 5 bytes of memory per character. */
export function normaliseText(text: string, mode: NormalisationMode = 'source'): NormalisedText {
  return new Normaliser(text, mode).run();
}

const lineMarkers =
  /[^\S\r\n]*((?:>[^\S\r\n]?)*)[^\S\r\n]*(?:(#{1,6})(?=[^\S\r\n])|([-*•‣◦▪–])(?=[^\S\r\n])|((\d{1,3})[.)])(?=[^\S\r\n]))?/y;
const hyphenatedLineEnd = /[^\S\r\n]*(?:\r\n|[\r\n])[^\S\r\n]*(?:>[^\S\r\n]?)*(?=[\p{L}\p{N}])/uy;
const whiteSpace = /\s/;
const digit = /\p{Nd}/uy;
const spacedDigit = /\s+\p{Nd}/uy;
/** People see "[words](address)" as the words; "a[i](x)" is code. */
const link =
  /(?<![\p{L}\p{N}_)\]])\[(?<label>[^[\]\n]{0,100}\p{L}[^[\]\n]{0,200})\](?:\((?:<[^<>\n]{0,2000}>|[^\s()]{0,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)(?:\s"[^"\n]{0,200}")?\)|\[\d{0,3}\](?=[\s.,;:!?]|$))/uy;
/** Escapes in a string of a program. */
const escaped = /\\(?=[\\"'/*_`[\]#|~<>])/y;
/** Within a word or range, or between words; "A &nbsp; is a space" is about the sign. */
const entityOfMark =
  /(?<=\S)(?:(?<space>&(?:nbsp|#160|#x[aA]0);)(?=\S)|(?<ellipsis>&(?:hellip|#8230|#x2026);))|(?<=\p{L}\p{M}*)(?<apostrophe>&(?:apos|rsquo|#0?39|#x27|#8217|#x2019);)(?=\p{L})|(?<=\p{Nd}\s?)&(?:ndash|#8211|#x2013);(?=\s?\p{Nd})/uy;
/** The numerator of "2¹⁄₂" is no power. */
const raisedNumerator = /[⁰¹²³⁴-⁹]{1,3}(?:\u2044[\d₀-₉]|\/[₀-₉])/y;
const wordCharacter = /[\p{L}\p{M}\p{N}]/u;
/** Words that differ with and without their hyphen: "re-sign", "resign". */
const isOtherWord = (before: string, rest: string): boolean =>
  /(?<!\p{L})re$/iu.test(before) &&
  /^(?:sign|cover|form|creat|leas|sort|treat|serv|sent|press|mark|dress|fuse|bound|prov|collect|place|lay|count|sound|pos|tort|strain)/.test(
    rest,
  );

const letterAtEnd = /\p{L}\p{M}*$/u;
const softHyphen = 0xad;

class Normaliser {
  readonly #writer: NormalisedWriter;
  /** Folded forms by cluster. */
  readonly #folded = new Map<string, string>();
  readonly #marks = new Map<string, string>();
  #position = 0;
  #lineIsQuoted = false;
  /** Number of the backticks, or tildes of a fence, that began the code here. */
  #codeMarks = 0;
  #codeSign = '';
  readonly #footnotes: ReadonlySet<string>;
  #startsBlock = true;
  #lastListNumber = Number.NaN;
  #link: { start: number; end: number } | undefined;

  constructor(
    private readonly original: string,
    private readonly mode: NormalisationMode,
  ) {
    this.#writer = new NormalisedWriter(original.length);
    this.#footnotes = mode === 'source' ? footnotesOf(original) : new Set();
  }

  run(): NormalisedText {
    this.#lineStart();
    while (this.#position < this.original.length) this.#step();
    const { original } = this;
    const finished = this.#writer.finish(original.length);
    const skeletons = new Map<Spelling, Skeleton>();
    return {
      original,
      ...finished,
      endInOriginal: (index) => this.#endOf(finished.toOriginal, index),
      skeleton(spelling) {
        const made = skeletons.get(spelling) ?? skeletonOf(original, spelling);
        skeletons.set(spelling, made);
        return made;
      },
    };
  }

  #step(): void {
    const at = this.#position;
    const code = this.original.charCodeAt(at);
    if (this.mode === 'source' && this.#noteMark(at)) return;
    const next = this.original.charCodeAt(at + 1);
    if (isPlain(code) && !(next >= 0x300 && !isPlain(next))) {
      // Only capitals of ASCII lack the bit.
      this.#writer.put(code < 0x5b && code > 0x40 ? code | 0x20 : code, at);
      this.#position = at + 1;
    } else if (code === 0x0a || code === 0x0d) this.#newline(code, next);
    else if (isDash(code)) this.#dash(code);
    else if (code === softHyphen) this.#softHyphen();
    else if (isSkipped(code)) this.#position = at + 1;
    else if (code <= 0x20 || (code > 0x7f && whiteSpace.test(this.original.charAt(at)))) {
      this.#writer.space(at);
      this.#position = at + 1;
    } else if (code === 0x2a || code === 0x5f || code === 0x60 || code === 0x7e) this.#emphasis(code);
    else if (code === 0x5b && this.#opensLink(at)) this.#position = at + 1;
    else if (at === this.#link?.start) this.#position = this.#link.end;
    else if (code === 0x5c && this.#isAt(escaped, at)) this.#position = at + 1;
    else if (isQuoteMark(code)) this.#quoteMark(code, at);
    else if (code === 0x26 && this.#entity(at)) return;
    else if (code < 0x80 && !(next >= 0x300)) {
      this.#writer.putSign(code, at);
      this.#position = at + 1;
    } else this.#cluster();
  }

  #newline(code: number, next: number): void {
    this.#writer.space(this.#position);
    if (this.#codeMarks < 3) this.#codeMarks = 0;
    this.#position += code === 0x0d && next === 0x0a ? 2 : 1;
    this.#lineStart();
  }

  /** A blank line makes the next one the start of a block. */
  #lineStart(): void {
    const match = matchAt(lineMarkers, this.original, this.#position);
    if (match === undefined) return;
    const [all, quoteMarks = '', , bullet, marker, number] = match;
    const after = this.#position + all.length;
    const nextCharacter = this.original.charAt(after);
    const isQuoted = quoteMarks !== '' && (this.#lineIsQuoted || !/\d/.test(nextCharacter));
    // "> 50" alone is a comparison.
    if (quoteMarks !== '' && !isQuoted) {
      this.#startsBlock = false;
      return;
    }
    this.#lineIsQuoted = isQuoted;
    if (nextCharacter === '\n' || nextCharacter === '\r' || nextCharacter === '') {
      this.#startsBlock = bullet === undefined && marker === undefined;
      this.#position = after - (bullet ?? marker ?? '').length;
      return;
    }
    if (bullet !== undefined) this.#marker('- ', after, bullet.length);
    else if (marker !== undefined) this.#listNumber(marker, Number(number), after);
    else this.#position = after;
    this.#startsBlock = false;
  }

  /** "12." in the middle of a paragraph is the end of a wrapped sentence, not the twelfth item. */
  #listNumber(marker: string, number: number, after: number): void {
    if (this.#startsBlock || number === this.#lastListNumber + 1) {
      this.#lastListNumber = number;
      this.#marker(`${marker} `, after, marker.length);
    } else this.#position = after - marker.length;
  }

  #marker(text: string, after: number, length: number): void {
    const start = after - length;
    const isNumber = text !== '- ';
    if (this.mode === 'source') this.#writer.optional(text, start);
    else if (this.mode === 'verbatim' || isNumber) {
      for (const character of text.trimEnd()) this.#writer.put(character.charCodeAt(0), start);
      this.#writer.space(after - 1);
    }
    this.#position = after;
  }

  /** Two or more, and the long dash, separate words; one is part of a word or a sign. */
  #dash(code: number): void {
    const start = this.#position;
    let end = start + 1;
    while (isDash(this.original.charCodeAt(end))) end += 1;
    if ((code === 0x2d || code === 0x2010) && end === start + 1 && this.#hyphenatedLineEnd(start)) return;
    this.#position = end;
    if (this.#joinsDigits(start, end)) {
      this.#writer.dropSpace();
      this.#writer.put(0x2d, start);
      this.#writer.dropNextSpace();
    } else if (end > start + 1 || isWideDash(code)) {
      this.#writer.space(start);
      this.#writer.put(0x2d, start);
      this.#writer.space(start);
    } else this.#writer.put(0x2d, start);
  }

  /** "41–46" and "41 – 46" are one range; "5 -3" is not. */
  #joinsDigits(start: number, end: number): boolean {
    if (!this.#writer.endsWithDigit()) return false;
    const isSpaced = whiteSpace.test(this.original.charAt(start - 1));
    return this.#isAt(isSpaced ? spacedDigit : digit, end);
  }

  #hyphenatedLineEnd(start: number): boolean {
    const before = this.original.slice(Math.max(0, start - 4), start);
    if (!/[\p{L}\p{N}]\p{M}*$/u.test(before) || !this.#skipLineEnd(start + 1)) return false;
    const rest = this.original.slice(this.#position, this.#position + 12);
    const joins = letterAtEnd.test(before) && /^\p{Ll}/u.test(rest) && !isOtherWord(before, rest);
    if (joins && this.mode === 'source') this.#writer.optional('-', start);
    else if (!joins || this.mode === 'verbatim') this.#writer.put(0x2d, start);
    return true;
  }

  /** "growth[3] of": a quotation of the sentence may leave the mark out. */
  #noteMark(at: number): boolean {
    const footnote = this.#codeMarks === 0 ? footnoteAt(this.original, at, this.#footnotes) : undefined;
    const mark = footnote ?? noteMarkAt(this.original, at);
    if (mark === undefined) return false;
    let text = this.#marks.get(mark.text);
    if (text === undefined) this.#marks.set(mark.text, (text = normaliseText(mark.text, 'verbatim').text));
    if (mark.isSpaced) this.#writer.dropSpace();
    this.#writer.optional(mark.isSpaced ? ` ${text}` : text, at);
    this.#position = mark.end;
    return true;
  }

  #softHyphen(): void {
    const at = this.#position;
    if (!this.#skipLineEnd(at + 1)) this.#position = at + 1;
  }

  #skipLineEnd(at: number): boolean {
    const match = matchAt(hyphenatedLineEnd, this.original, at);
    if (match === undefined) return false;
    this.#position = at + match[0].length;
    this.#startsBlock = false;
    return true;
  }

  /** Stars between spaces or digits are signs, underscores between letters are letters. */
  #emphasis(code: number): void {
    const start = this.#position;
    let end = start + 1;
    while (this.original.charCodeAt(end) === code) end += 1;
    const before = this.original.charAt(start - 1);
    const after = this.original.charAt(end);
    this.#position = end;
    if (code === 0x60 || (code === 0x7e && end > start + 2)) this.#codeMark(start, end);
    const stays =
      (code === 0x2a && isSign(before, after)) ||
      (code === 0x5f && wordCharacter.test(before) && wordCharacter.test(after)) ||
      // Struck out in Markdown: the text does not say it.
      code === 0x7e ||
      (isDigit(before) && isDigit(after));
    if (stays) for (let at = start; at < end; at += 1) this.#writer.put(code, at);
  }

  #codeMark(start: number, end: number): void {
    const [length, sign] = [end - start, this.original.charAt(start)];
    if (this.#codeMarks === 0) {
      if (!this.#opensCode(start, end)) return;
      [this.#codeMarks, this.#codeSign] = [length, sign];
    } else if (
      sign === this.#codeSign &&
      (length === this.#codeMarks || (this.#codeMarks > 2 && length > this.#codeMarks))
    ) {
      // A longer run closes a fence, too, but not code in a line.
      this.#codeMarks = 0;
    }
  }

  #opensCode(start: number, end: number): boolean {
    const before = this.original.slice(Math.max(0, start - 12), start);
    if (this.original.charAt(start) === '~') return /(?:^|[\r\n])[ \t>]*$/.test(before);
    return !before.endsWith('\\') && (end > start + 2 || this.#closesInLine(end, end - start));
  }

  /** An odd backtick is no code. Linear: the next run of the same length ends the search. */
  #closesInLine(from: number, length: number): boolean {
    for (let at = this.original.indexOf('`', from); at >= 0;) {
      let end = at;
      while (this.original.charCodeAt(end) === 0x60) end += 1;
      if (end - at === length) return !/[\r\n]/.test(this.original.slice(from, at));
      at = this.original.indexOf('`', end);
    }
    return false;
  }

  #cluster(): void {
    const start = this.#position;
    const end = clusterEnd(this.original, start);
    this.#position = end;
    const cluster = this.original.slice(start, end);
    let folded = this.#folded.get(cluster);
    if (folded === undefined) {
      folded = foldCluster(cluster);
      this.#folded.set(cluster, folded);
    }
    const code = cluster.charCodeAt(0);
    const grows = isNumeral(cluster) && !isSubscript(this.original.charCodeAt(start - 1));
    if (isSuperscript(code)) {
      if (this.#isAt(raisedNumerator, start)) {
        if (this.#writer.endsWithDigit()) this.#writer.space(start);
      } else if (this.#needsCaret(start)) this.#writer.put(0x5e, start);
    } else if (grows && this.#writer.endsWithDigit()) this.#writer.space(start);
    this.#writer.putAll(folded, start);
    if (isNumeral(cluster) && this.#isAt(digit, end)) this.#writer.space(start);
  }

  #entity(at: number): boolean {
    const isMeant = this.mode === 'verbatim' || this.#codeMarks > 0;
    const match = isMeant ? undefined : matchAt(entityOfMark, this.original, at);
    if (match === undefined) return false;
    this.#position = at + match[0].length;
    if (match.groups?.['space'] !== undefined) this.#writer.space(at);
    else if (match.groups?.['ellipsis'] !== undefined) this.#writer.putAll('...', at);
    else if (match.groups?.['apostrophe'] !== undefined) this.#writer.put(0x27, at);
    else {
      this.#writer.dropSpace();
      this.#writer.put(0x2d, at);
      this.#writer.dropNextSpace();
    }
    return true;
  }

  #isAt(pattern: RegExp, at: number): boolean {
    return matchAt(pattern, this.original, at) !== undefined;
  }

  #opensLink(at: number): boolean {
    const match = matchAt(link, this.original, at);
    if (match === undefined) return false;
    this.#link = { start: at + 1 + (match.groups?.['label'] ?? '').length, end: at + match[0].length };
    return true;
  }

  /** A run is one mark; spaces inside guillemets are dropped. A prime after a digit is a unit. */
  #quoteMark(code: number, start: number): void {
    this.#position = start + 1;
    if ((code === 0x2032 || code === 0x2033) && this.#writer.endsWithDigit()) {
      this.#writer.put(code, start);
      return;
    }
    if (code === 0xbb) this.#writer.dropSpace();
    this.#writer.putOnce(0x27, start);
    if (code === 0xab) this.#writer.dropNextSpace();
  }

  /** "10⁶" must not become "106", but "km²" may be "km2". */
  #needsCaret(start: number): boolean {
    const before = this.original.slice(Math.max(0, start - 3), start);
    if (isSuperscript(before.charCodeAt(before.length - 1))) return false;
    return before !== '' && !/(?:\s|[([]|(?<!\p{L})\p{L}{1,2})$/u.test(before);
  }

  #endOf(toOriginal: (index: number) => number, index: number): number {
    return index <= 0 ? 0 : clusterEnd(this.original, toOriginal(index - 1));
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isSign(before: string, after: string): boolean {
  const isSpaced = (character: string) => character === '' || whiteSpace.test(character);
  return (isSpaced(before) && isSpaced(after)) || (isDigit(before) && isDigit(after));
}

/** They need no folding except for capitals, and are no marks. */
function isPlain(code: number): boolean {
  if (code >= 0x3041) {
    return code <= 0x9fff && (code >= 0x3400 || code <= 0x3096 || (code >= 0x30a1 && code <= 0x30fa));
  }
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}
