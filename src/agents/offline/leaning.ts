import type { Debater } from '../../debate/entryData';
import type { Motion } from './motion';
import { tokensOf } from './valence';

/** For each option of the motion, how far something speaks for it (positive) or against it (negative). */
export type Stance = readonly number[];

const forWords =
  /\b(?:for|favou?rs?|favou?ring|pro|support(?:s|ing|er)?|advocat\w*|proponent|promoter|champion|yes|agree\w*|affirm\w*|optimis\w*|enthusias\w*|believer|should|must|adopt\w*|embrac\w*|welcom\w*)\b/i;
const againstWords =
  /\b(?:against|oppos\w*|opponent|anti|contra|con|critic\w*|scepti\w*|skepti\w*|detractor|reject\w*|resist\w*|doubt\w*|not|no|never|disagree\w*|cautio\w*|pessimis\w*|refus\w*|keep things|stay as|status quo|too (?:early|risky|expensive|much))\b/i;
const keeping =
  /\b(?:keep\w*|stay\w*|retain\w*|stick\w*|remain\w*|defend\w*|preserv\w*|protect\w*|prefer\w*|adopt\w*|choos\w*|use|using|pick|to|for|favou?r\w*|support\w*|embrac\w*|introduc\w*|advocat\w*|champion\w*|promot\w*|pro)\b/gi;
const dropping =
  /\b(?:against|from|replac\w*|drop\w*|abandon\w*|leav\w*|reject\w*|oppos\w*|avoid\w*|instead of|rather than|over|ban\w*|abolish\w*|without|not|no|never|retir\w*|scepti\w*|skepti\w*|doubt\w*|critic\w*|anti|than)\b/gi;

/**
 * Where a debater stands on each option, from -1 to 1; all zeros for a neutral one. Read from the position, else from the
 * persona, else from the name; never from evidence.
 */
export function leaningOf(
  { name, persona, starting_position }: Pick<Debater, 'name' | 'persona' | 'starting_position'>,
  motion: Motion,
): Stance {
  for (const text of [starting_position, persona, name.replaceAll('-', ' ')]) {
    const stance = statedIn(text, motion);
    if (stance.some((value) => value !== 0)) return stance;
  }
  return motion.options.map(() => 0);
}

function statedIn(text: string, motion: Motion): Stance {
  const flat = text.replace(/\s+/g, ' ').trim();
  const none = motion.options.map(() => 0);
  if (flat === '') return none;
  if (startsWith(flat, motion.affirmative)) return side(motion, 1);
  if (startsWith(flat, motion.negative)) return side(motion, -1);
  const direct = byOption(flat, motion);
  if (direct.some((value) => value !== 0)) return scaled(direct);
  if (motion.kind === 'choice') return none;
  const isAgainst = againstWords.test(flat);
  const isFor = forWords.test(flat);
  if (!isAgainst && !isFor) return none;
  return side(motion, isAgainst ? -1 : 1);
}

const startsWith = (text: string, statement: string): boolean =>
  text.toLowerCase().startsWith(statement.toLowerCase().replace(/\.$/, ''));

/** For or against what the topic proposes. */
function side(motion: Motion, direction: 1 | -1): Stance {
  if (motion.options.length === 1) return [direction * motion.sign];
  return motion.kind === 'change' ? [-direction, direction] : motion.options.map(() => 0);
}

function byOption(text: string, motion: Motion): number[] {
  const totals = motion.options.map(() => 0);
  for (const clause of text.split(/[,;.!?]\s+|\s+(?=(?:but|because|since|and not|rather than|instead of|over)\s)/i)) {
    const words = clause.split(/\s+/);
    words.forEach((word, at) => {
      const here = tokensOf(word);
      motion.options.forEach((option, index) => {
        if (!here.some((token) => option.terms.has(token.stem))) return;
        totals[index] = (totals[index] ?? 0) + directionAfter(words.slice(0, at).join(' '));
      });
    });
  }
  return totals;
}

/** Which way the nearest verb before an option points: "keep …", "not move to …", "move from …". */
function directionAfter(before: string): number {
  const kept = lastIndex(keeping, before);
  const dropped = lastIndex(dropping, before);
  if (kept < 0 && dropped < 0) return 0;
  if (dropped > kept) return -1;
  return /\b(?:not|never|no|against|oppos\w*|reject\w*|avoid\w*)\b/i.test(before) ? -1 : 1;
}

const lastIndex = (pattern: RegExp, text: string): number => [...text.matchAll(pattern)].at(-1)?.index ?? -1;

/** Of two options a debater is for one and against the other, however it is worded. */
function scaled(values: readonly number[]): Stance {
  if (values.length === 2) {
    const difference = Math.sign((values[1] ?? 0) - (values[0] ?? 0));
    return [-difference, difference];
  }
  const most = Math.max(...values.map(Math.abs), 1);
  return values.map((value) => value / most);
}
