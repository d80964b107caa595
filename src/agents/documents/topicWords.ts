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

/** Numbers, identifiers and emoji, too. */
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
 * The words without the stop words of the topic's language, which is the one of which it has most. If nothing is left
 * ("To be or not to be?"), all of them.
 */
export function topicWords(topic: string): string[] {
  const words = [...new Map(wordsIn(topic).map((word) => [word.toLowerCase(), word])).values()];
  const counts = languages.map((language) => words.filter((word) => isStopWord(word, language)).length);
  const language = languages[counts.indexOf(Math.max(...counts))] ?? new Set<string>();
  const distinctive = words.filter((word) => !isStopWord(word, language));
  return distinctive.length > 0 ? distinctive : words;
}

/** All capitals are a name: "WHO", "IT". A single letter says nothing, but a character of a script without spaces, such as 桥, is a word. */
function isStopWord(word: string, language: ReadonlySet<string>): boolean {
  if (/^\p{Lu}{2,}$/u.test(word)) return false;
  const lower = word.toLowerCase();
  if (unspaced.test(word)) return language.has(lower) || /^\p{Script=Hiragana}{1,2}$/u.test(word);
  if (language === languages[0] && (contentWords(word).length === 0 || /^(?:no|not|nor|none|\w+n['’]t)$/.test(lower)))
    return true;
  return language.has(lower) || language.has(lower.replace(/['’].*/, '')) || /^\p{Script=Latin}$/u.test(word);
}

const stemOf = (word: string): string => contentWords(word)[0] ?? word.toLowerCase();

/** All that a `WordSet` would learn: each word once, or the text where words cannot be told apart. */
export const distinctWords = (text: string): string =>
  unspaced.test(text)
    ? text
    : [...new Set(Array.from(matchesOf(text.normalize('NFC'), tokens), ([token]) => token))].join('\n');

/** The evidence's words, asked for in any of their forms. */
export class WordSet {
  /** The words of each stem, as they are written. */
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

  /** How the evidence writes the word: inflected, within a compound, or as the parts of one. */
  formsOf(word: string): string[] {
    if (unspaced.test(word)) return this.#unspaced.some((text) => text.includes(word)) ? [word] : [];
    const stem = stemOf(word);
    const isWhole = /\d/.test(stem) || stem.length < shortestOf(stem);
    const stems = isWhole ? [stem] : [...this.#words.keys()].filter((other) => isForm(stem, other));
    const forms = stems.flatMap((found) => [...(this.#words.get(found) ?? [])]);
    return forms.length > 0 || isWhole ? forms : this.#partsOf(stem);
  }

  /** A compound's last part says what it is: of "Straßenbeleuchtung" a passage on "Beleuchtung" speaks, too. */
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

  /** "Radwegbreite" occurs where "Radweg" and "Breite" do. */
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

/** A letter of Hangul is a syllable, with particles written to it. */
const shortestOf = (stem: string): number => (/^\p{Script=Hangul}+$/u.test(stem) ? 2 : 5);
const shortestPart = 4;
const shortestHead = 7;
const longestEnding = 2;

/** Inflected ("Radweg", "Radwegen"), or a compound that begins or ends with the word ("Radwegbau", "Fernradweg"). */
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

/** "abschalten" and "Abschaltung", "Nachtabschaltung". */
function isNounOf(stem: string, other: string): boolean {
  if (!nounEnding.test(stem) && !nounEnding.test(other)) return false;
  const [own, theirs] = [stem, other].map((word) => word.replace(nounEnding, '').replace(/en$/, '')) as [
    string,
    string,
  ];
  return own.length >= shortestPart && (own === theirs || (own.length > shortestPart && theirs.endsWith(own)));
}

const nounEnding = /ung(?:en|s)?$/;

/** "art" ends "cart": what is left has to be a word. */
const shortestRest = 3;

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
