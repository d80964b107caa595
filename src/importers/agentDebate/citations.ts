import type { Source } from '../../debate/entry';
import { parseSourceUrl } from '../../debate/sourceUrl';
import { sentences, type TextSpan } from '../../debate/text';

const link = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)\)/gi;
const bare = /https?:\/\/[^\s<>()[\]"'`]+/gi;

/**
 * The addresses that a text cites, each once, in their order, with the sentence that it stands in as the claim. Addresses below `until`,
 * where the list of sources begins, are tied to no sentence.
 */
export function citationsIn(text: string, { until, accessed }: { until: number; accessed: string }): Source[] {
  const spans = sentences(text.slice(0, until));
  const links = [...text.matchAll(link)].map((match) => ({
    at: match.index,
    title: titleIn(match[1] ?? ''),
    url: match[2] ?? '',
  }));
  const covered = (at: number): boolean =>
    links.some(
      (one) =>
        at >= one.at && at < one.at + one.title.length + one.url.length + 60 && text.indexOf(one.url, one.at) === at,
    );
  const plain = [...text.matchAll(bare)]
    .filter(({ index }) => !covered(index))
    .map((match) => ({ at: match.index, title: '', url: match[0].replace(/(?<![.,;:!?*_])[.,;:!?*_]+$/, '') }));
  const found = new Map<string, Source>();
  for (const { at, title, url } of [...links, ...plain].sort((one, other) => one.at - other.at)) {
    if (found.has(url) || parseSourceUrl(url).kind === 'invalid') continue;
    const claim = at < until ? sentenceAt(spans, at) : undefined;
    found.set(url, { url, title: title === '' ? url : title, accessed, ...(claim === undefined ? {} : { claim }) });
  }
  return [...found.values()];
}

/** `Source: "Title", Author, Year` is how the system marks a citation. */
const titleIn = (words: string): string =>
  words
    .replace(/^\s*source:\s*/i, '')
    .replace(/\s+/g, ' ')
    .trim();

function sentenceAt(spans: readonly TextSpan[], at: number): string | undefined {
  return spans.find(({ start, end }) => at >= start && at <= end)?.text;
}
