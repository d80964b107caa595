import { burdens, counters, decreases, gains, increases, losses } from '../lexicon';
import { baseName, type Indexed } from '../evidenceIndex';
import { isPlainEnglishish, isPlural, joined } from '../grammar';
import { headingOf, linesOf, placeOf, sourceName } from '../place';
import { subjectName } from '../subjectName';
import { termsIn } from '../terms';
import { tokensOf } from '../valence';
import { wordCount } from '../../../debate/text';
import { wordsOf } from './matter';
import type { SideFile } from './sideFile';

/** By which words a passage was found, and by which it was taken to lean one way: what a warrant can honestly state. */
export interface Reasons {
  /** Of the passage, as it writes them; those that the motion has too. */
  terms: string[];
  /** Words of gain and loss. */
  stance: string[];
}

const most = 3;
const longestSubject = 4;

export function reasonsFor(file: Pick<SideFile, 'topicTerms'>, { text }: Pick<Indexed, 'text'>): Reasons {
  const words = wordsOf(text);
  const terms = distinct(words.filter((word) => termsIn(word).some((term) => file.topicTerms.has(term))));
  const stance = distinct(words.filter((word) => !terms.includes(word) && tellsStance(word)));
  return { terms: terms.slice(0, most), stance: stance.slice(0, most) };
}

function tellsStance(word: string): boolean {
  const [token, ...more] = tokensOf(word);
  if (token === undefined || more.length > 0 || token.word === 'against') return false;
  const lists = [gains, losses, burdens, counters];
  return lists.some((list) => list.has(token.stem)) || increases.has(token.word) || decreases.has(token.word);
}

function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const [key = word.toLowerCase()] = termsIn(word);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** “fell”, “faster” and “fewer” */
export const listedWords = (words: readonly string[]): string => joined(words.map((word) => `“${word}”`));

/** How many of the motion's words a text has, each counted once. */
export function sharedTerms(topicTerms: ReadonlySet<string>, text: string): number {
  return new Set(termsIn(text).filter((term) => topicTerms.has(term))).size;
}

/** What a passage is about, to stand after "on": its subject, else its section, else its file. Never empty, and not the motion itself. */
export function terrainOf(file: SideFile, passage: Indexed): string {
  const own = subjectName(passage, file.index, file.topicTerms);
  return (own !== undefined && isTerrain(own, file.topicTerms) ? withArticle(own) : fileTerrain(passage)) ?? 'the evidence';
}

/** A lone noun gets its article back, unless it is a plural, a name or one that goes without: "passenger" → "the passenger". */
export function withArticle(name: string): string {
  const isLone = /^\p{Ll}+$/u.test(name) && !isPlural(name) && !massNoun.test(name);
  return isLone ? `the ${name}` : name;
}

const massNoun = /(?:ing|ion|ment|ity|cy|ance|ence|ness|ship|ware|age|delivery|memory|energy|history|safety|time|work|pay|staff|health|morale|traffic|noise|crime|output|revenue|growth|money|water|food)$/;

/** Whether a subject can be named as what an argument is about: not the motion itself, short, in English, and no lone adjective. */
export function isTerrain(name: string, topicTerms: ReadonlySet<string>): boolean {
  const isStale = termsIn(name).every((term) => topicTerms.has(term));
  return !isStale && isPlainEnglishish(name) && wordCount(name) <= longestSubject && !loneAdjective.test(name);
}

const loneAdjective = /^[\p{L}-]+(?:ous|ive|ful|less|able|ible|ic|ense|ish|ed)$/iu;

function fileTerrain({ path }: Indexed): string | undefined {
  const stem = baseName(path)
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
  if (stem === '' || /\d/.test(stem) || !isPlainEnglishish(stem) || wordCount(stem) >= longestSubject) return undefined;
  return /(?:memo|report|note|notes|review|letter|survey|register|retrospective|minutes|study|log|paper|list|plan|summary)$/.test(stem) ? `the ${stem}` : `the ${stem} file`;
}

/** "Load test of the gateway, under “Latency”, lines 37–38": where people find it. */
export function sourceLine(file: SideFile, passage: Indexed): string {
  const title = passage.title.replace(/\s+/g, ' ').trim();
  const heading = file.naming.namesPaths ? headingOf(passage) : undefined;
  const name = file.naming.namesPaths ? title : sourceName({ path: passage.path, title });
  return [name, ...(heading === undefined ? [] : [`under “${heading}”`]), linesOf(passage)].join(', ');
}

export const placeIn = (file: SideFile, passage: Indexed): string => placeOf(passage, file.naming);
