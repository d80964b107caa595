import { percentEncoded } from '../../debate/sourceUrl';

/** Characters of a quotation that are named at each end when it is long: enough to be found, short enough for an address. */
const longestWhole = 200;
const endWords = 6;

/**
 * The address with a text fragment that takes a browser to the quotation. A string, because the editor's `Uri` encodes the fragment
 * again and destroys it. Without a quotation, or with a fragment directive in it already, the address stays as it is.
 */
export function withTextFragment(url: string, quote: string | undefined): string {
  const text = firstPart(quote ?? '');
  if (text === '' || url.includes(':~:')) return url;
  const words = text.split(' ');
  const isWhole = text.length <= longestWhole || words.length < endWords * 3;
  const directive = isWhole
    ? encoded(text)
    : `${encoded(words.slice(0, endWords).join(' '))},${encoded(words.slice(-endWords).join(' '))}`;
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${directive}`;
}

/** An ellipsis leaves out words that stand in the page: the longest part without one is looked for. */
function firstPart(quote: string): string {
  const parts = quote
    .replace(/^\s*["“„«‹'‘‚]|["”“»›'’‘]\s*$/gu, '')
    .split(/[[(]?(?:…|\.\s?\.\s?\.)[\])]?/u)
    .map((part) => part.replace(/\s+/g, ' ').trim());
  return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
}

/** `-`, `,` and `&` mean something in a directive. */
const encoded = (text: string): string => percentEncoded(text).replaceAll('-', '%2D');
