import type { VisibleEntry } from '../../flow/tasks';
import { collapsed } from '../../../matching/text/shortText';

/** Shorter paragraphs are headings and phrases, which anyone may repeat. */
const leastRepeat = 80;

/** Paragraphs that stand in an earlier entry, word for word, are named instead of shown again: saying a thing twice adds nothing. */
export function withoutRepeats(entries: readonly VisibleEntry[]): VisibleEntry[] {
  const first = new Map<string, number>();
  return entries.map((entry) => ({
    ...entry,
    content: entry.content
      .split(/\n{2,}/)
      .map((paragraph) => {
        const words = collapsed(paragraph).trim();
        if (words.length < leastRepeat) return paragraph;
        const before = first.get(words);
        if (before === undefined) first.set(words, entry.seq);
        return before === undefined || before === entry.seq ? paragraph : `[The same paragraph as in seq ${before}.]`;
      })
      .join('\n\n'),
  }));
}
