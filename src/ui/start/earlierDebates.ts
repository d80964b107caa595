import * as l10n from '@vscode/l10n';
import { topicWords, WordSet } from '../../agents/documents/topicWords';
import { foldedText } from '../../research/searchTerms';
import type { DebateSummary } from '../../session/library/summary';
import { stateText, titleOf } from '../library/debateNode';

/** Another topic is much the same if it holds this share of the distinctive words. */
const leastShare = 0.5;
const mostShown = 8;

/** `debates`: those that are known by now, the newest first. */
export class EarlierDebates {
  readonly #words = new Map<string, WordSet>();

  constructor(private readonly debates: () => readonly DebateSummary[]) {}

  /** Those on the same topic, then those that share most of its distinctive words; of equals the newest first. A single word says too little. */
  like(topic: string): DebateSummary[] {
    const key = keyOf(topic);
    const distinctive = topicWords(topic);
    const shareOf = (other: string): number => {
      if (keyOf(other) === key) return key === '' ? 0 : 2;
      if (distinctive.length < 2) return 0;
      const words = this.#wordsOf(other);
      return distinctive.filter((word) => words.has(word)).length / distinctive.length;
    };
    return this.debates()
      .map((debate) => ({ debate, share: shareOf(debate.topic) }))
      .filter(({ share }) => share >= leastShare)
      .sort((one, other) => other.share - one.share)
      .slice(0, mostShown)
      .map(({ debate }) => debate);
  }

  #wordsOf(other: string): WordSet {
    const known = this.#words.get(other);
    if (known !== undefined) return known;
    const words = new WordSet();
    words.add(other);
    this.#words.set(other, words);
    return words;
  }
}

/** The same of a topic however it is capitalised, accented, spaced and ended. Signs count: C is not C++. */
const keyOf = (topic: string): string =>
  foldedText(topic)
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/** Said below a topic that is being typed. */
export function earlierWords(found: readonly DebateSummary[]): string | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const one = l10n.t('“{0}” ({1})', titleOf(first), stateText(first));
  return found.length === 1
    ? l10n.t('Debated before: {0}.', one)
    : l10n.t('Debated before: {0}, and {1} more.', one, found.length - 1);
}
