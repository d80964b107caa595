import { codesOf, isIdeographic } from './folding';

/** What the original has before the index `at`: a list marker, a note's mark, a line end's hyphen. */
export interface OptionalText {
  readonly at: number;
  readonly text: string;
  /** UTF-16 offset in the original. */
  readonly start: number;
}

const space = 0x20;
/** French sets a space before these, and so do texts extracted from tables. */
const tight = codesOf('?!;:,');
const percent = 0x25;
/** Far below any engine's limit. */
const chunk = 8192;

/** Writes text with the original offset of each code unit. Spaces wait until a character follows. */
export class NormalisedWriter {
  #codes: Uint16Array;
  #offsets: Uint32Array;
  #length = 0;
  #spaceAt = -1;
  #refusesSpace = false;
  readonly #optional: OptionalText[] = [];

  constructor(expectedLength: number) {
    // Compatibility forms may be longer than their originals.
    const capacity = expectedLength + (expectedLength >> 4) + 32;
    this.#codes = new Uint16Array(capacity);
    this.#offsets = new Uint32Array(capacity);
  }

  put(code: number, offset: number): void {
    if (this.#spaceAt >= 0) {
      if (this.#length > 0) this.#writeSpace(code);
      this.#spaceAt = -1;
    }
    this.#append(code, offset);
    this.#refusesSpace = false;
  }

  /** A space next to an ideograph or kana is a line's end, or a matter of taste between scripts. */
  #writeSpace(next: number): void {
    if (!isIdeographic(next) && !isIdeographic(this.#codes[this.#length - 1] ?? 0)) {
      this.#append(space, this.#spaceAt);
      return;
    }
    for (let last = this.#optional.length - 1; (this.#optional[last]?.at ?? 0) > this.#length; last -= 1) {
      const item = this.#optional[last];
      if (item !== undefined) this.#optional[last] = { ...item, at: this.#length };
    }
  }

  putOnce(code: number, offset: number): void {
    if (this.#spaceAt >= 0 || this.#codes[this.#length - 1] !== code) this.put(code, offset);
  }

  putAll(text: string, offset: number): void {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === space) this.space(offset);
      else this.putSign(code, offset);
    }
  }

  putSign(code: number, offset: number): void {
    if (tight.has(code) || (code === percent && this.endsWithDigit())) this.dropSpace();
    this.put(code, offset);
  }

  space(offset: number): void {
    if (!this.#refusesSpace && this.#spaceAt < 0) this.#spaceAt = offset;
  }

  dropSpace(): void {
    this.#spaceAt = -1;
  }

  dropNextSpace(): void {
    this.#refusesSpace = true;
  }

  /** Spaces apart. */
  endsWithDigit(): boolean {
    const code = this.#codes[this.#length - 1] ?? 0;
    return this.#length > 0 && code >= 0x30 && code <= 0x39;
  }

  optional(text: string, start: number): void {
    const at = this.#length + (this.#spaceAt >= 0 && this.#length > 0 ? 1 : 0);
    this.#optional.push({ at, text, start });
  }

  finish(originalLength: number): { text: string; optional: OptionalText[]; toOriginal: (index: number) => number } {
    const offsets = this.#offsets.slice(0, this.#length);
    return {
      text: textOf(this.#codes.subarray(0, this.#length)),
      optional: this.#optional,
      toOriginal: (index) => offsets[Math.max(index, 0)] ?? originalLength,
    };
  }

  #append(code: number, offset: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = code;
    this.#offsets[this.#length] = offset;
    this.#length += 1;
  }

  #grow(): void {
    const codes = new Uint16Array(this.#length * 2);
    const offsets = new Uint32Array(this.#length * 2);
    codes.set(this.#codes);
    offsets.set(this.#offsets);
    this.#codes = codes;
    this.#offsets = offsets;
  }
}

/** The text of these UTF-16 code units. */
export function textOf(codes: Uint16Array): string {
  const parts: string[] = [];
  for (let from = 0; from < codes.length; from += chunk) {
    // Spread, the codes would go one by one through an iterator: six times slower.
    parts.push(String(Reflect.apply(String.fromCharCode, null, codes.subarray(from, from + chunk))));
  }
  return parts.join('');
}
