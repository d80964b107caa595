import { contentWords, hasContrast, isNegated } from '../../debate/text';
import { figuresIn } from '../../debate/figures';
import { helpIn, helpOfQuote, subjectIn, type CaseFile } from './caseFile';
import type { Indexed } from './evidenceIndex';
import { leansOnContext, qualityOf } from './quality';
import type { Quoted } from './record';
import { units } from './subject';
import { rootOf, termsIn } from './terms';

/**
 * How a passage stands to a quotation. `continues`: the file's next sentence, which takes something back; `opposes`: it
 * speaks for the other side of the same subject, `figures` with other figures; `qualifies`: it denies or limits.
 */
export type Relation = 'continues' | 'opposes' | 'figures' | 'qualifies';

export interface Counter {
  readonly target: Quoted;
  readonly passage: Indexed;
  readonly relation: Relation;
  readonly strength: number;
}

/** That both speak of days or of per cent makes no common subject. */
const unitStems = new Set([...units].flatMap((word) => termsIn(word)));
/** Below this a passage merely shares words with what was quoted. */
const weakest = 0.74;

/** The unused passage that best answers a quotation, or undefined. */
export function counterTo(file: CaseFile, target: Quoted): Counter | undefined {
  const { index } = file;
  const words = termsIn(target.quote);
  const query = new Map(words.map((word) => [word, weightIn(file, word)]));
  const source = index.find(target.quote, target.path);
  const next = source === undefined ? undefined : index.after(source);
  const found = index.search(query, 80).map(({ passage }) => passage);
  const candidates = next === undefined || found.includes(next) ? found : [next, ...found];
  const targetHelp = helpOfQuote(file, target);
  let best: Counter | undefined;
  for (const passage of candidates) {
    if (passage === source || file.used.has(passage)) continue;
    const counter = judged(file, { target, passage, targetHelp, isNext: passage === next });
    if (counter !== undefined && (best === undefined || counter.strength > best.strength)) best = counter;
  }
  return best;
}

interface Pair {
  target: Quoted;
  passage: Indexed;
  targetHelp: number;
  isNext: boolean;
}

function judged(file: CaseFile, { target, passage, targetHelp, isNext }: Pair): Counter | undefined {
  const help = helpIn(file, passage);
  const takesSides = file.leaning.some((value) => value !== 0);
  if (takesSides && help < -0.2) return undefined;
  const shared = sharedWeight(file, target.quote, passage);
  if (!isNext && leansOnContext(passage.text)) return undefined;
  const opposes = takesSides && help > 0.6 && targetHelp < 0.1;
  const figures = differingFigures(target.quote, passage.text);
  const turns = hasContrast(passage.text) || (isNegated(passage.text) && !isNegated(target.quote));
  if (isNext && takesSides && help < 0.2) return undefined;
  const relation = relationOf({ isNext, opposes, figures, turns });
  if (relation === undefined) return undefined;
  const isOnSubject =
    isNext ||
    (shared.count >= 2 && shared.share >= 0.3) ||
    (shared.share >= 0.15 && namesSubject(file, target, passage));
  if (!isOnSubject) return undefined;
  const strength =
    1.3 * Math.min(0.6, shared.share) +
    (opposes ? 0.45 : 0) +
    (figures ? 0.15 : 0) +
    (turns ? 0.15 : 0) +
    (relation === 'continues' ? 0.3 : 0) +
    0.25 * Math.tanh(help) -
    0.2 * Math.tanh(targetHelp) +
    0.4 * qualityOf(passage.text);
  return strength < weakest ? undefined : { target, passage, relation, strength };
}

function relationOf(signs: {
  isNext: boolean;
  opposes: boolean;
  figures: boolean;
  turns: boolean;
}): Relation | undefined {
  if (signs.isNext && signs.turns) return 'continues';
  if (signs.opposes) return signs.figures ? 'figures' : 'opposes';
  return signs.turns ? 'qualifies' : undefined;
}

/** Whether the passage speaks of what the quotation is about. */
function namesSubject(file: CaseFile, target: Quoted, passage: Indexed): boolean {
  // Whole words here: "employers" and "employees" have one root and are two subjects.
  const words = contentWords(subjectIn(file, target) ?? '').filter((word) => !file.topicTerms.has(rootOf(word)));
  const terms = new Set(contentWords(passage.text));
  return words.length > 0 && words.filter((word) => terms.has(word)).length * 2 >= words.length;
}

/** How telling a word is between two passages; the topic's own words, which stand everywhere, hardly count. */
function weightIn({ index, topicTerms }: Pick<CaseFile, 'index' | 'topicTerms'>, word: string): number {
  return index.weightOf(word) * (topicTerms.has(word) ? 0.25 : 1);
}

/** The share of the quotation's telling words that the passage has too, and how many they are. */
export function sharedWeight(
  file: Pick<CaseFile, 'index' | 'topicTerms'>,
  quote: string,
  passage: Pick<Indexed, 'text'>,
): { share: number; count: number } {
  const terms = 'id' in passage ? file.index.termsOf(passage as Indexed) : new Set(termsIn(passage.text));
  let all = 0;
  let shared = 0;
  let count = 0;
  for (const word of new Set(termsIn(quote))) {
    if (/^\d/.test(word) || unitStems.has(word)) continue;
    const weight = weightIn(file, word);
    all += weight;
    if (!terms.has(word)) continue;
    shared += weight;
    if (!file.topicTerms.has(word)) count += 1;
  }
  return { share: all === 0 ? 0 : shared / all, count };
}

/** Figures of one kind and unit of which none is the same: 27 ms here, 44 ms there. */
function differingFigures(one: string, other: string): boolean {
  const theirs = figuresIn(other);
  return figuresIn(one).some((figure) => {
    const alike = theirs.filter(
      ({ kind, measure }) => kind === figure.kind && measure === figure.measure && kind !== 'date',
    );
    return (
      alike.length > 0 &&
      (figure.measure !== undefined || figure.kind !== 'number') &&
      alike.every(({ value }) => value !== figure.value)
    );
  });
}
