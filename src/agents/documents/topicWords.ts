import {
  ara,
  ces,
  dan,
  deu,
  ell,
  eng,
  fin,
  fra,
  hun,
  ita,
  jpn,
  nld,
  nob,
  pol,
  por,
  ron,
  rus,
  spa,
  swe,
  tur,
  ukr,
  zho,
} from 'stopword';
import { contentWords } from '../../matching/text/text';
import { unspaced } from '../../research/searchTerms';
import { matchesOf } from '../../matching/text/matches';

const languages = [
  eng,
  deu,
  fra,
  spa,
  ita,
  por,
  nld,
  pol,
  swe,
  dan,
  nob,
  fin,
  rus,
  ukr,
  ces,
  ron,
  hun,
  tur,
  ell,
  ara,
  jpn,
  zho,
].map((words) => new Set(words.map((word) => word.toLowerCase())));

/** The content words of a topic, and those of them that occur nowhere in the evidence. */
export interface TopicWords {
  all: readonly string[];
  nowhere: readonly string[];
}

const tokens = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.,_][\p{L}\p{N}\p{M}]+)*|\p{Extended_Pictographic}/gu;

/** Words of the text, including numbers, identifiers and emoji. */
export function wordsIn(text: string): string[] {
  return [...matchesOf(text.normalize('NFC'), tokens)].flatMap(([token]) =>
    unspaced.test(token) ? segmented(token) : [token],
  );
}

function segmented(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments).flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

/**
 * The words without the stop words of the topic's language, which is the one with the most stop words in it. If nothing
 * is left ("To be or not to be?"), all words.
 */
export function topicWords(topic: string): string[] {
  const words = [...new Map(wordsIn(topic).map((word) => [word.toLowerCase(), word])).values()];
  const counts = languages.map((language) => words.filter((word) => isStopWord(word, language)).length);
  const language = languages[counts.indexOf(Math.max(...counts))] ?? new Set<string>();
  const distinctive = words.filter((word) => !isStopWord(word, language));
  return distinctive.length > 0 ? distinctive : words;
}

/**
 * Words in all capitals are names: "WHO", "IT". A single letter is ignored, but a character of a script without spaces,
 * like 桥, is a word.
 */
function isStopWord(word: string, language: ReadonlySet<string>): boolean {
  if (/^\p{Lu}{2,}$/u.test(word)) return false;
  const lower = word.toLowerCase();
  if (unspaced.test(word)) return language.has(lower) || /^\p{Script=Hiragana}{1,2}$/u.test(word);
  if (language === languages[0] && (contentWords(word).length === 0 || /^(?:no|not|nor|none|\w+n['’]t)$/.test(lower)))
    return true;
  return language.has(lower) || language.has(lower.replace(/['’].*/, '')) || /^\p{Script=Latin}$/u.test(word);
}

const stemOf = (word: string): string => contentWords(word)[0] ?? word.toLowerCase();

/** Text that is enough for a `WordSet`: each word once, or the whole text in a script without spaces. */
export const distinctWords = (text: string): string =>
  unspaced.test(text)
    ? text
    : [...new Set(Array.from(matchesOf(text.normalize('NFC'), tokens), ([token]) => token))].join('\n');

/** The evidence's words, which can be looked up in any of their forms. */
export class WordSet {
  /** Written forms of each stem. */
  readonly #words = new Map<string, Set<string>>();
  readonly #unspaced: string[] = [];

  add(text: string): void {
    if (unspaced.test(text)) this.#unspaced.push(text);
    for (const [token] of matchesOf(text.normalize('NFC'), tokens)) {
      const stem = stemOf(token);
      const known = this.#words.get(stem);
      if (known === undefined) this.#words.set(stem, new Set([token]));
      else known.add(token);
    }
  }

  has = (word: string): boolean => this.formsOf(word).length > 0;

  /** Forms of the word in the evidence: inflected, within a compound, or as the parts of one. */
  formsOf(word: string): string[] {
    if (unspaced.test(word)) return this.#unspaced.some((text) => text.includes(word)) ? [word] : [];
    const stem = stemOf(word);
    const isWhole = /\d/.test(stem) || stem.length < shortestOf(stem);
    const stems = isWhole ? [stem] : [...this.#words.keys()].filter((other) => isForm(stem, other));
    const forms = stems.flatMap((found) => [...(this.#words.get(found) ?? [])]);
    return forms.length > 0 || isWhole ? forms : this.#partsOf(stem);
  }

  /**
   * Last part of a compound, which gives its meaning: a passage on "Beleuchtung" is also about "Straßenbeleuchtung".
   */
  headsOf(word: string): string[] {
    const stem = stemOf(word);
    const heads = [...this.#words.keys()].filter(
      (other) =>
        other.length >= shortestHead &&
        stem.length - other.length >= shortestPart &&
        stem.endsWith(other) &&
        contentWords(stem.slice(0, -other.length)).length > 0,
    );
    return heads.flatMap((found) => [...(this.#words.get(found) ?? [])]);
  }

  /** Parts of a compound: "Radwegbreite" occurs where "Radweg" and "Breite" do. */
  #partsOf(stem: string): string[] {
    for (let at = shortestPart; at <= stem.length - shortestPart; at += 1) {
      const parts = [stem.slice(0, at), stem.slice(at)];
      const found = parts.map((part) => (part.length < shortestPart ? [] : this.#inflected(part)));
      if (found.every((forms) => forms.length > 0)) return found.flat();
    }
    return [];
  }

  #inflected(part: string): string[] {
    const stems = [part, part.replace(/(?:es|s|en|n|e)$/, '')].map(stemOf);
    return stems.flatMap((stem) => [...(this.#words.get(stem) ?? [])]);
  }
}

/**
 * Shortest stem that is searched within words. A Hangul letter is a syllable, and particles follow it without a space.
 */
const shortestOf = (stem: string): number => (/^\p{Script=Hangul}+$/u.test(stem) ? 2 : 5);
const shortestPart = 4;
const shortestHead = 7;
const longestEnding = 2;

/**
 * Whether the other word is inflected ("Radweg", "Radwegen"), or a compound that begins or ends with the word
 * ("Radwegbau", "Fernradweg").
 */
function isForm(stem: string, other: string): boolean {
  if (stem === other || isNounOf(stem, other)) return true;
  const [short, long] = stem.length < other.length ? [stem, other] : [other, stem];
  const least = Math.max(shortestOf(stem), stem.length - longestEnding);
  const shared = sharedLength(stem, other);
  if (shared >= least && other.length - shared <= longestEnding) return true;
  return (
    short === stem && long.length - short.length >= shortestRest && (long.startsWith(short) || long.endsWith(short))
  );
}

/** Whether the nouns belong to the verb: "abschalten" and "Abschaltung", "Nachtabschaltung". */
function isNounOf(stem: string, other: string): boolean {
  if (!nounEnding.test(stem) && !nounEnding.test(other)) return false;
  const [own, theirs] = [stem, other].map((word) => word.replace(nounEnding, '').replace(/en$/, '')) as [
    string,
    string,
  ];
  return own.length >= shortestPart && (own === theirs || (own.length > shortestPart && theirs.endsWith(own)));
}

const nounEnding = /ung(?:en|s)?$/;

/** Letters that must be left to form a word: "art" ends "cart", but "c" is none. */
const shortestRest = 3;

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
