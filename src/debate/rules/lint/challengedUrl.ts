import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import type { Header } from '../../state';

/** The source that a challenge is about; undefined where only its author knows. */
export function challengedUrl(challenge: Entry, target: Header): string | undefined {
  return dataOf(challenge, 'source_challenge')?.url ?? namedUrl(challenge.content, target);
}

/** The one source of the target that a text names; without data, as the ancestors write it. */
export function namedUrl(text: string, target: Header): string | undefined {
  const named = [...new Set(target.urls)].filter((url) => text.includes(url));
  // One URL may begin like another: the longest is meant.
  const longest = named.filter((url) => !named.some((other) => other !== url && other.startsWith(url)));
  return longest.length === 1 ? longest[0] : undefined;
}
