import type { Source } from '../../debate/entry';
import type { VisibleEntry } from '../../debate/tasks';
import { readableUrl } from '../../projections/sourcePlace';
import type { SearchKind } from './query';

/** One text that is found as one. */
interface FindableText {
  kind: SearchKind;
  text: string;
  /** Of a source, as it is cited. */
  url?: string;
}

/** What can be found of an entry as anyone may see it: nothing of one that is struck. */
export function findableTexts({ struck, type, content, sources }: VisibleEntry): FindableText[] {
  if (struck !== undefined) return [];
  return [
    { kind: type === 'document' ? 'document' : 'entry', text: content },
    ...(sources ?? []).map((source) => ({ kind: 'source' as const, text: sourceText(source), url: source.url })),
  ];
}

const sourceText = ({ title, url, quote = '' }: Source): string => [title, readableUrl(url), quote].join('\n').trim();
