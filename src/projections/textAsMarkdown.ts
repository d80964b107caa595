import { matchesOf } from '../matching/text/matches';
import { oneLine } from '../matching/text/shortText';

/** A text as one line of Markdown that shows it as it is. `linked` makes links in words that are escaped already. */
export function textAsMarkdown(text: string, linked = (words: string): string => words): string {
  const line = oneLine(text);
  let out = '';
  let copied = 0;
  for (const match of matchesOf(line, url)) {
    out += linked(escaped(line.slice(copied, match.index))) + shownUrl(match[0]);
    copied = match.index + match[0].length;
  }
  return withoutBlock(out + linked(escaped(line.slice(copied))));
}

/** Escapes what would begin a block. */
const withoutBlock = (line: string): string =>
  line.replace(/^[#>+=~|:-]/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** Parentheses belong to an address in pairs only. */
const url = /(?<![\p{L}\p{N}])(?:https?:\/\/|workspace:)(?:\([^\s<>`\\()]*\)|[^\s<>`\\()])*(?<![.,;:!?\]'"”’])/giu;

function escaped(text: string): string {
  return text
    .replace(/[\\`*]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~)/g, '\\~')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/!(?=\[)/g, '\\!')
    .replace(/\](?=[([:])/g, ']\\');
}

/** Bare where every viewer links it as a whole, else in angle brackets. */
function shownUrl(address: string): string {
  if (/^[\w:/?#=&%.,;+@()-]+$/.test(address) && !/(?:^|[^\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.test(address))
    return address;
  return /^https?:/i.test(address) ? `<${address}>` : escaped(address);
}
