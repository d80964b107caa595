/** Search within a debate: the same for the host, which counts, and the page, which marks. */

/** Boundary that no match crosses. */
export const partEnd = '\u0000';

const ownLines = 'p h1 h2 h3 h4 h5 h6 blockquote ul ol li pre table thead tbody tr th td hr'.split(' ');

/** Whether the element begins and ends a line. */
export const isOwnLine = (tag: string): boolean => ownLines.includes(tag);

/** Text without differences of case, white space and accents' encoding. */
export const foldedText = (text: string): string => foldedWord(text.replace(/\s{2,}|[^\S ]/g, ' ').trim());

/** Folds a text that has no white space, or whose white space may stay. */
export const foldedWord = (text: string): string => (isAscii.test(text) ? text : text.normalize('NFC')).toLowerCase();
const isAscii = /^\p{ASCII}*$/u;

/** Offsets of all matches, without overlap; both texts are folded. */
export function placesIn(text: string, sought: string): number[] {
  const places: number[] = [];
  if (sought === '') return places;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}

interface Stretch<T> {
  readonly source: T;
  /** Offset of the piece in its source, and in the folded text. */
  readonly offset: number;
  readonly start: number;
}

/** Text folded piece by piece, which finds the piece at each offset. */
export class FoldedPieces<T> {
  text = '';
  readonly #stretches: Stretch<T>[] = [];

  add(piece: string, source: T): void {
    for (const { 0: found, index } of piece.matchAll(/\s+|\S+/g)) {
      const word = found.trim() === '' ? ' ' : foldedWord(found);
      if (word === ' ' && this.text.endsWith(' ')) continue;
      this.#stretches.push({ source, offset: index, start: this.text.length });
      this.text += word;
    }
  }

  gap(): void {
    if (!this.text.endsWith(' ')) this.text += ' ';
  }

  endPart(): void {
    this.text += partEnd;
  }

  /** Position in the source; only approximate within a word whose folded form has another length. */
  sourceOf(place: number): { source: T; offset: number } | undefined {
    const stretch = this.#stretches.findLast(({ start }) => start <= place);
    return stretch === undefined
      ? undefined
      : { source: stretch.source, offset: stretch.offset + place - stretch.start };
  }
}
