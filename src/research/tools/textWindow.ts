/** The maximum text of one answer, in bytes of UTF-8: across all scripts a better measure of tokens than characters. */
const windowBytes = 11_000;

interface TextWindow {
  text: string;
  /** Where the next part begins; undefined at the end. */
  next: number | undefined;
}

/** A part of the text from `offset` on, ending with a line or a word if possible; undefined beyond the end. */
export function textWindow(text: string, offset: number, bytes = windowBytes): TextWindow | undefined {
  if (offset >= text.length && offset > 0) return undefined;
  const ahead = text.slice(offset, offset + bytes);
  const fitting = fits(ahead, bytes);
  if (offset + fitting >= text.length) return { text: ahead, next: undefined };
  const end = breakBefore(ahead, fitting);
  return { text: ahead.slice(0, end), next: offset + end };
}

/** The number of UTF-16 units from the start that fit the bytes, without splitting a surrogate pair. */
function fits(text: string, bytes: number): number {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return read;
}

function breakBefore(text: string, end: number): number {
  const part = text.slice(0, end);
  const earliest = end * 0.8;
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = part.lastIndexOf(mark);
    if (at > earliest) return at + mark.length;
  }
  return end;
}
