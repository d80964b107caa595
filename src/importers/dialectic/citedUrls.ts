import { parseSourceUrl } from '../../debate/sourceUrl';

const address = /\b(?:https?:\/\/|workspace:)[^\s<>"'`]+/gi;

/** The addresses in a text, without the punctuation and brackets that only close the sentence; each once. */
export function urlsIn(text: string): string[] {
  const found = [...text.matchAll(address)].map(([url]) => trimmedUrl(url));
  return [...new Set(found)].filter((url) => parseSourceUrl(url).kind !== 'invalid');
}

/** A bracket at the end belongs to the address only where it was opened in it. */
function trimmedUrl(url: string): string {
  let trimmed = url;
  for (;;) {
    const last = trimmed.at(-1) ?? '';
    const isOpen =
      (last === ')' && count(trimmed, '(') >= count(trimmed, ')')) ||
      (last === ']' && count(trimmed, '[') >= count(trimmed, ']'));
    if (isOpen || !/[.,;:!?)\]}*_|]/.test(last)) return trimmed;
    trimmed = trimmed.slice(0, -1);
  }
}

const count = (text: string, char: string): number => text.split(char).length - 1;

/** The words around the addresses of a text: the source's title. The text itself if nothing else is left. */
export function titleOf(text: string): string {
  const bare = urlsIn(text).reduce((rest, url) => rest.replaceAll(url, ''), text);
  const title = bare
    .replace(/\[([^[\]]*)\]\(\)/g, '$1')
    .replace(/[(\[]\s*(?:[,;.]\s*)?[)\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')
    .trim();
  return title === '' ? text.trim() : title;
}
