/** What is sought within a debate, and what it is sought in: the same for the host, which counts, and for the page, which marks. */

/** Stands between parts that nothing sought runs across. */
export const partEnd = '\u0000';

const ownLines = 'p h1 h2 h3 h4 h5 h6 blockquote ul ol li pre table thead tbody tr th td hr'.split(' ');

/** Whether an element begins and ends a line. */
export const isOwnLine = (tag: string): boolean => ownLines.includes(tag);

/** The same whatever the case, the white space, and however accents are written. */
export const foldedText = (text: string): string => foldedWord(text.replace(/\s{2,}|[^\S ]/g, ' ').trim());

/** The same, of what holds no white space or may keep it. */
export const foldedWord = (text: string): string => (isAscii.test(text) ? text : text.normalize('NFC')).toLowerCase();
const isAscii = /^\p{ASCII}*$/u;

/** Where something stands, without overlap. Both are folded. */
export function placesIn(text: string, sought: string): number[] {
  const places: number[] = [];
  if (sought === '') return places;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}

interface Stretch<T> {
  readonly source: T;
  /** Where it begins in its source, and in the folded text. */
  readonly offset: number;
  readonly start: number;
}

/** A text that is put together piece by piece and folded, and knows from which piece each place of it comes. */
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

  /** A line break. */
  gap(): void {
    if (!this.text.endsWith(' ')) this.text += ' ';
  }

  endPart(): void {
    this.text += partEnd;
  }

  /** Where a place comes from. Within a word whose folded form has another length it is only near. */
  sourceOf(place: number): { source: T; offset: number } | undefined {
    const stretch = this.#stretches.findLast(({ start }) => start <= place);
    return stretch === undefined
      ? undefined
      : { source: stretch.source, offset: stretch.offset + place - stretch.start };
  }
}
