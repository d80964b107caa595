import { contentWords } from '../../debate/text';

/** Long words are cut, so that "diagnose" meets "diagnosis" and "develop" meets "development". */
const rootLength = 7;

/** The words by which passages are found and compared: content words, cut to their roots; with repetitions. */
export function termsIn(text: string): string[] {
  return contentWords(text).map(rootOf);
}

export function rootOf(word: string): string {
  return word.length > rootLength && /^\p{L}+$/u.test(word) ? word.slice(0, rootLength) : word;
}
