import type { Side } from '../../../debate/entryData';
import { isPlural, lowerFirst } from '../grammar';
import type { Stance } from '../leaning';
import type { Motion } from '../motion';

/** What a side stands for, in words that fit into a sentence. */
export interface Stand {
  /** For each option of the motion, how far the side is for it. */
  leaning: Stance;
  /** "for the motion", "against the motion". */
  verdict: string;
  /** A clause after "that": "the payments service should not move from REST to gRPC". */
  position: string;
  /** Of two options the side's own, and the other; absent where the motion has not two. */
  favoured: string | undefined;
  other: string | undefined;
}

/** The same motion gives the two sides contrary leanings, so that no passage helps both. */
export function standOf(side: Side, motion: Motion): Stand {
  const isFor = side === 'proposition';
  const [favoured, other] = pairOf(isFor, motion);
  return {
    leaning: leaningOf(isFor ? 1 : -1, motion),
    verdict: isFor ? 'for the motion' : 'against the motion',
    position: positionOf(isFor, motion),
    favoured,
    other,
  };
}

/** Among several things the first named is what the motion is taken to stand for. */
function leaningOf(direction: 1 | -1, { kind, options, sign }: Motion): Stance {
  if (options.length === 1) return [direction * sign];
  const own = kind === 'change' ? options.length - 1 : 0;
  return options.map((_, at) => (at === own ? direction : -direction / (options.length - 1)));
}

function pairOf(isFor: boolean, { kind, options }: Motion): readonly [string | undefined, string | undefined] {
  const [first, second] = options;
  if (first === undefined || second === undefined || options.length > 2) return [undefined, undefined];
  const isFirst = kind === 'change' ? !isFor : isFor;
  return isFirst ? [first.phrase, second.phrase] : [second.phrase, first.phrase];
}

function positionOf(isFor: boolean, motion: Motion): string {
  const [first, second] = motion.options;
  if (motion.kind !== 'choice' || first === undefined) {
    return plainly(lowerFirst((isFor ? motion.affirmative : motion.negative).replace(/\.$/, '')));
  }
  const better = (phrase: string, word: string): string => `${phrase} ${isPlural(phrase) ? 'are' : 'is'} ${word}`;
  if (isFor) return better(first.phrase, 'the better choice');
  return second !== undefined && motion.options.length === 2
    ? better(second.phrase, 'the better choice')
    : better(first.phrase, 'not the best choice');
}

/** What a house would do is, outside of debating halls, what it is right to do. */
const plainly = (statement: string): string =>
  statement.replace(/^this house would not\s+/i, 'it is wrong to ').replace(/^this house would\s+/i, 'it is right to ');
