import { normaliseText } from '../../matching/quote/quote';

/** Where the words of a statement stand in a text, whatever quotation marks and spaces. */
export function statementIn(text: string, words = ''): { start: number; end: number } | undefined {
  const sought = normaliseText(words).text.trim();
  if (sought === '') return undefined;
  const flat = normaliseText(text);
  const at = flat.text.indexOf(sought);
  return at < 0 ? undefined : { start: flat.toOriginal(at), end: flat.endInOriginal(at + sought.length) };
}
