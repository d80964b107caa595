/** Text as the content or an attribute of XML: escaped, without characters that XML has not. */
export const xmlText = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff\u202a-\u202e\u2066-\u2069]/g,
      '',
    )
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** How wide a character is, in widths of an average Latin one. */
function widthOf(character: string): number {
  if (wide.test(character)) return 1.8;
  return /[MWmw@%]/.test(character) ? 1.35 : 1;
}

const widthOfText = (text: string): number => Array.from(text).reduce((sum, character) => sum + widthOf(character), 0);

/**
 * The text in lines of at most `width` average characters; words that are longer are cut. What does not fit into `lines`
 * is left out, and the last one ends in “…”.
 */
export function wrapped(text: string, { width, lines }: { width: number; lines: number }): string[] {
  const out: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((long) => pieces(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOfText(longer) <= width) line = longer;
    else {
      out.push(line);
      line = word;
    }
  }
  if (line !== '') out.push(line);
  if (out.length <= lines) return out;
  const kept = out.slice(0, lines);
  const last = Array.from(kept.pop() ?? '');
  while (last.length > 0 && widthOfText(last.join('')) > width - 1) last.pop();
  return [...kept, `${last.join('').trimEnd()}…`];
}

function pieces(word: string, width: number): string[] {
  if (widthOfText(word) <= width) return word === '' ? [] : [word];
  const out: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOfText(piece + character) > width) {
      out.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...out, piece];
}
