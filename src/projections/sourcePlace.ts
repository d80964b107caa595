import { parseSourceUrl } from '../matching/text/sourceUrl';
import { english, type Translator } from './vocabulary';

/** `docs/load-test.md:10–20`, `https://example.org/page`: what a person reads. */
export function sourcePlace(l10n: Translator, url: string): string {
  const parsed = parseSourceUrl(url);
  if (parsed.kind !== 'workspace') return url;
  const { path, lines, page } = parsed;
  if (lines !== undefined) return `${path}:${lines.start}${lines.end === lines.start ? '' : `–${lines.end}`}`;
  return page === undefined ? path : l10n.t('{0}, page {1}', path, page);
}

/** The same in plain English, for documents. */
export const readableUrl = (url: string): string => sourcePlace(english, url);

/** An address within a sentence, without what ends the sentence. */
const inSentence = /\bworkspace:[^\s<>"'“”‘’„«»()[\]{}]*[^\s<>"'“”‘’„«»()[\]{}.,;:!?…]/giu;

/** A sentence with the places that people read in place of the addresses of files. */
export const withPlaces = (l10n: Translator, text: string): string =>
  text.replace(inSentence, (url) => sourcePlace(l10n, url));
