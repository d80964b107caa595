/** A run of lines that is found and cited as one. */
export interface Passage {
  /** 1-based, both included. */
  start: number;
  end: number;
  text: string;
}

/** Long enough to carry a thought, short enough to be shown whole. */
const mostLines = 12;
const mostCharacters = 1_200;
/** A heading, or a few words, stays with what it stands above. */
const shortest = 80;
const heading = /^#{1,6}\s/;

/** Cuts a text into passages: at empty lines where these come soon enough, else where a passage is full. */
export function passagesIn(lines: readonly string[]): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  let length = 0;
  const close = (end: number): void => {
    const text = lines.slice(start, end).join('\n').trimEnd();
    if (text !== '') passages.push({ start: start + 1, end: start + text.split('\n').length, text });
    length = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (length === 0) start = index;
    const isBlank = line.trim() === '';
    const isEnd = (isBlank && length >= shortest) || heading.test(line);
    if (length > 0 && (isEnd || index - start >= mostLines || length + line.length > mostCharacters)) {
      close(index);
      start = index;
    }
    length += isBlank ? 0 : line.length + 1;
  }
  if (length > 0) close(lines.length);
  return passages;
}
