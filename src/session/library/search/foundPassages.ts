import { matchesOf } from '../../../matching/text/matches';
import type { DebateHit } from './debateHit';

/** One passage of a debate with the places where the debate says it: an entry, the source it cites, its result, a document. */
export interface PassageHit {
  /** The best of its hits. */
  first: DebateHit;
  /** All of them: sources, then entries, results and documents, each in the order of the hits. */
  occurrences: readonly DebateHit[];
}

/** Groups hits that hold the same words around what was found, in the order of the best of each. */
export function foundPassages(hits: readonly DebateHit[]): PassageHit[] {
  const groups: { folder: string; hits: DebateHit[]; contexts: Context[] }[] = [];
  for (const hit of hits) {
    const context = contextOf(hit);
    const known = groups.find(({ folder, contexts }) => folder === hit.folder && contexts.some(isSameAs(context)));
    if (known === undefined) groups.push({ folder: hit.folder, hits: [hit], contexts: [context] });
    else {
      known.hits.push(hit);
      known.contexts.push(context);
    }
  }
  return groups.flatMap(({ hits: [first, ...others] }) =>
    first === undefined ? [] : [{ first, occurrences: [first, ...others].sort((a, b) => rankOf(a) - rankOf(b)) }],
  );
}

const rankOf = ({ kind, type }: DebateHit): number => {
  if (kind === 'source') return 0;
  if (kind === 'document') return 3;
  return type === 'verification_result' ? 2 : 1;
};

/** Words of a passage, and the positions among them of what was found. */
interface Context {
  words: readonly string[];
  found: readonly number[];
}

const word = /[\p{L}\p{N}]+/gu;
const mostFound = 4;

function contextOf({ passage: { text, ranges } }: DebateHit): Context {
  const words = [...matchesOf(text, word)];
  const found = ranges
    .slice(0, mostFound)
    .map(({ start }) => words.findIndex((one) => one.index + one[0].length > start))
    .filter((at) => at >= 0);
  return { words: words.map(([one]) => one.toLowerCase()), found };
}

/** Nobody writes as many words in a row like somebody else by chance. */
const sameWords = 4;

const isSameAs =
  (one: Context) =>
  (other: Context): boolean => {
    if (one.words.length > 0 && one.words.join(' ') === other.words.join(' ')) return true;
    return one.found.some((at) => other.found.some((beside) => commonRun(one, other, [at, beside]) >= sameWords));
  };

/** Number of words in a row that both have around these positions. */
function commonRun({ words }: Context, other: Context, [at, beside]: [number, number]): number {
  const isSame = (by: number): boolean => words[at + by] !== undefined && words[at + by] === other.words[beside + by];
  if (!isSame(0)) return 0;
  let [from, to] = [0, 0];
  while (isSame(from - 1)) from -= 1;
  while (isSame(to + 1)) to += 1;
  return to - from + 1;
}
