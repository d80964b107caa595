import type { Stance } from './leaning';
import type { Motion } from './motion';
import type { Passage } from './passages';
import { countedIn } from './countedStance';
import { tokensOf, valenceOfTokens } from './valence';
import { mentioned } from './mentions';

export type Place = Pick<Passage, 'text' | 'heading' | 'title'> & { before?: string | undefined };

const clauseEnd =
  /(?:,|;|:|—|–)\s+|\s+(?=(?:while|whereas|but|although|though|because|since|so that|compared|unlike|instead of|rather than|than|yet)\s|against (?:the |an? )?[\d£$€])/i;
const comparing = /^(?:than|against|compared|unlike|instead|rather)$/;
const comparatives =
  /\b(?:better|worse|slower|faster|harder|easier|safer|cheaper|dearer|quicker|simpler|superior|inferior)\b/i;
const alike =
  /\b(?:same way|alike|equally|no difference|not differ|not measurable|within the (?:noise|error)|either way)\b/i;
const transition = /\b(?:move|migration|switch-?over|transition|rewrite|pilot|cut-over|roll-?out|adoption)\b/i;
const moves = /\b(?:mov\w*|switch\w*|migrat\w*|replac\w*|chang\w*|from|side by side|in parallel)\b/i;

/** A little word that nearly every English sentence has; the lexicon would misread other languages. */
const english =
  /\b(?:the|of|and|to|for|with|that|than|by|from|were|are|is|has|have|not|no|their|its|it|on|at|be|would|which)\b/i;

interface Clause {
  valence: number;
  /** In the order of the text. */
  options: number[];
  text: string;
  firstWord: string;
}

interface Context {
  option: number | undefined;
  weight: number;
  onlyLosses?: boolean;
}

/**
 * What a passage does for each option. A heuristic on words: gains and losses are given to the option that their clause
 * names, else to the clause's before, else to what the section or the title is about.
 */
export function effectOf(passage: Place, motion: Motion): Stance {
  const totals = motion.options.map(() => 0);
  if (!english.test(passage.text)) return totals;
  const counted = comparatives.test(passage.text) ? undefined : countedIn(passage.text, motion);
  const clauses = clausesOf(passage.text, motion);
  const context = contextOf(passage, clauses, motion);
  if (counted === undefined) addClauses(clauses, context, totals);
  else counted.forEach((value, at) => add(totals, at, value));
  const [named] = mentioned(tokensOf(passage.heading ?? ''), motion);
  const headed = named ?? (motion.kind === 'change' ? motion.options.length - 1 : context.option);
  add(totals, headed, 0.5 * headingValence(passage.heading));
  creditIn(passage.text, motion).forEach((value, at) => add(totals, at, value));
  const scale = alike.test(passage.text) ? 0.2 : 1;
  return againstLoss(relative(totals), passage.heading, motion).map((value) => value * scale);
}

/** Under "What we would lose", whatever is said of the old speaks against the new. */
function againstLoss(
  totals: readonly number[],
  heading: string | undefined,
  { kind, options }: Motion,
): readonly number[] {
  const isLoss =
    kind === 'change' && options.length === 2 && /\b(?:los(?:e|t|ing)|give up|giving up)\b/i.test(heading ?? '');
  return isLoss && (totals[1] ?? 0) > 0 ? totals.map((value) => -value) : totals;
}

function addClauses(clauses: readonly Clause[], context: Context, totals: number[]): void {
  const belittles = clauses[0]?.firstWord === 'only';
  clauses.forEach((clause, at) => {
    const { option, weight, onlyLosses } = subjectOf(clauses, at, context);
    const valence = belittles && clause.valence > 0 ? -0.5 * clause.valence : clause.valence;
    if (!comparing.test(clause.firstWord) && !(onlyLosses === true && valence > 0))
      add(totals, option, weight * valence);
  });
  addComparisons(clauses, totals);
}

function clausesOf(text: string, motion: Motion): Clause[] {
  return text.split(clauseEnd).map((part) => {
    const tokens = tokensOf(part);
    const valence = Math.max(-2, Math.min(2, valenceOfTokens(tokens)));
    return { valence, options: mentioned(tokens, motion), text: part, firstWord: tokens[0]?.word ?? '' };
  });
}

function contextOf(passage: Place, clauses: readonly Clause[], motion: Motion): Context {
  const first = clauses.flatMap((clause) => clause.options)[0];
  if (first !== undefined) return { option: first, weight: 0.8 };
  // "A move to B would cost us … Across eleven members those days add up."
  const earlier = mentioned(tokensOf(passage.before ?? ''), motion);
  const inherited = earlier.length > 1 && moves.test(passage.before ?? '') ? earlier.at(-1) : earlier[0];
  if (inherited !== undefined) return { option: inherited, weight: 0.6 };
  const isTransition = motion.kind === 'change' && motion.options.length === 2;
  if (isTransition && transition.test(passage.text)) return { option: 1, weight: 0.7 };
  const heading = passage.heading?.endsWith('?') === true ? '' : (passage.heading ?? '');
  for (const [text, weight] of [
    [heading, 0.4],
    [passage.title, 0.3],
  ] as const) {
    const named = mentioned(tokensOf(text), motion);
    // "from A to B": a file about the move is about where it leads.
    const option = named.length > 1 && moves.test(text) ? named.at(-1) : named[0];
    if (option === undefined || (named.length > 1 && motion.kind !== 'change')) continue;
    return { option, weight: motion.options.length === 1 ? 0.7 : weight };
  }
  if (isTransition && headingValence(passage.heading) < 0) return { option: 1, weight: 0.4 };
  // What goes wrong today speaks against today's choice; what goes well is no news.
  return {
    option: motion.kind === 'choice' ? undefined : 0,
    weight: isTransition ? 0.25 : 0.7,
    onlyLosses: isTransition,
  };
}

/** "comes from the mesh and not from B", "can be had over A": credit that is withdrawn or given by name. */
function creditIn(text: string, motion: Motion): number[] {
  const words = text.toLowerCase();
  const after = (pattern: RegExp): number[] =>
    [...words.matchAll(pattern)].flatMap(({ index, 0: found }) => {
      const [next] = mentioned(tokensOf(words.slice(index + found.length, index + found.length + 24)), motion);
      return next === undefined ? [] : [next];
    });
  const totals = motion.options.map(() => 0);
  // Blame that is withdrawn is a credit: "was lost to the database and not to A".
  const blamed = valenceOfTokens(tokensOf(words.split(/\bnot\b/)[0] ?? '')) < 0 ? -1 : 1;
  for (const option of after(
    /\bnot (?:(?:come |result )?from|to|of|by|due to|because of|thanks to|a privilege of|unique to)\b/g,
  ))
    add(totals, option, -2.5 * blamed);
  for (const option of after(
    /\bcan(?: also)? be (?:had|done|got|reached|achieved)\b[^,;]{0,30}?\b(?:over|with|in|by|using|under)\b/g,
  ))
    add(totals, option, 3);
  for (const option of after(/\b(?:keep|keeps|keeping|kept|retain|stay with|stick with|prefer)\b/g))
    add(totals, option, 1.2);
  return totals;
}

/** A clause that names no option goes on about the one before it. */
function subjectOf(clauses: readonly Clause[], at: number, context: Context): Context {
  const clause = clauses[at];
  const [one, ...others] = clause?.options ?? [];
  if (clause !== undefined && one !== undefined) {
    // "moving from A to B costs …" is about B.
    return { option: others.length > 0 && moves.test(clause.text) ? others.at(-1) : one, weight: 1 };
  }
  const before = clauses.slice(0, at).findLast((earlier) => earlier.options.length > 0);
  return before === undefined ? context : { option: before.options[0], weight: 0.7 };
}

/** "A is faster than B": what is good for one is bad for the other. */
function addComparisons(clauses: readonly Clause[], totals: number[]): void {
  clauses.forEach((clause, at) => {
    if (!comparing.test(clause.firstWord)) return;
    const before = clauses.slice(0, at).findLast((earlier) => earlier.valence !== 0);
    for (const option of clause.options) {
      if (before !== undefined && !before.options.includes(option)) add(totals, option, -0.7 * before.valence);
    }
  });
}

/** Where one thing is chosen, what speaks for it speaks against the others. */
function relative(totals: readonly number[]): number[] {
  if (totals.length < 2) return [...totals];
  const sum = totals.reduce((all, one) => all + one, 0);
  return totals.map((own) => own - (sum - own) / (totals.length - 1));
}

const badHeading =
  /\b(?:lose|losses|risks?|badly|wrong|drawbacks?|against|problems?|obstacles?|concerns?|costs?|stands? in the way|limits|displaces|not ready)\b/i;
const goodHeading =
  /\b(?:benefits?|went well|gains?|advantages?|speaks? for|in favour|strengths?|savings?|give us|faster|fewer failures)\b/i;

function headingValence(heading: string | undefined): number {
  if (heading === undefined || heading.endsWith('?')) return 0;
  if (badHeading.test(heading)) return -1;
  return goodHeading.test(heading) ? 1 : 0;
}

function add(totals: number[], at: number | undefined, amount: number): void {
  const before = at === undefined ? undefined : totals[at];
  if (at !== undefined && before !== undefined) totals[at] = before + amount;
}

/** How far an effect serves whoever leans so: positive helps, negative hurts. */
export function helpOf(effect: Stance, leaning: Stance): number {
  return effect.reduce((sum, value, at) => sum + value * (leaning[at] ?? 0), 0);
}
