import { collapsed } from './shortText';
import { matchesOf } from './matches';
/** `[start, end)` of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** `text` is `whole.slice(start, end)`. */
export interface TextSpan extends TextRange {
  readonly text: string;
}

/** Bisects a range for the first index from which the condition holds throughout; returns its end if there is none. */
export function firstIndex({ start, end }: TextRange, holds: (index: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Matches a sticky pattern at an index. */
export function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** Marks before a line's words: block quotes, a heading's hashes, a bullet or a number with a full stop. */
const lineLead = /[^\S\n]*(?:>[^\S\n]*)*(?:(?:#{1,6}|[-*+•‣◦▪]|\d{1,3}[.)])[^\S\n]+(?:\[[ xX]\][^\S\n]+)?)*/y;
const opensBlock = /^[^\S\n]*(?:>[^\S\n]*)*(?:#{1,6}[^\S\n]|[-*+•‣◦▪][^\S\n]|\d{1,3}[.)][^\S\n]|\|)/;
const endsBlock = /^[^\S\n]*(?:>[^\S\n]*)*(?:#{1,6}[^\S\n]|\|)/;
const fence = /^[^\S\n]*(?:>[^\S\n]*)*(?:```|~~~)/;
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * The sentences in order. Markdown's headings, list items, table rows and paragraphs end a sentence, and none includes
 * their markers, surrounding white space, or is without a letter or digit.
 */
export function sentences(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const block of blocks(text)) {
    let start = block.start;
    for (const end of [...sentenceEnds(text, block.start, block.end), block.end]) {
      const span = trimmed(text, start, end);
      if (wordCharacter.test(span.text)) found.push(span);
      start = end;
    }
  }
  return found;
}

/** A sentence may cross a line end in them; each begins after its first line's marker. */
function blocks(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let open: { start: number; end: number } | undefined;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const holdsWords = wordCharacter.test(line) && !fence.test(line);
    if (open === undefined || !holdsWords || opensBlock.test(line)) {
      const lead = matchAt(lineLead, text, start)?.[0].length ?? 0;
      open = holdsWords ? { start: Math.min(start + lead, end), end } : undefined;
      if (open !== undefined) found.push(open);
    } else open.end = end;
    if (endsBlock.test(line)) open = undefined;
    start = end + 1;
  }
  return found;
}

function trimmed(text: string, start: number, end: number): TextSpan {
  const raw = text.slice(start, end);
  const from = start + (raw.length - raw.trimStart().length);
  const to = Math.max(from, end - (raw.length - raw.trimEnd().length));
  return { text: text.slice(from, to), start: from, end: to };
}

/** Or a CJK character. */
const wordLike = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s—\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

function* words(text: string): Generator<{ end: number }> {
  for (const match of matchesOf(text, wordLike)) {
    if (wordCharacter.test(match[0])) yield { end: match.index + match[0].length };
  }
}

/** `load-test.md`, `3.5` and `41–46` are one each, as is each CJK character. */
export function wordCount(text: string): number {
  return [...words(text)].length;
}

/** On one line; `…` marks a cut. */
export function firstWords(text: string, count: number): string {
  const flat = collapsed(text);
  const ends = [...words(flat)].map((word) => word.end);
  if (ends.length <= count) return flat;
  return `${flat.slice(0, ends[count - 1] ?? 0).replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** Words between white space. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const stopWords =
  wordSet(`a about above after again all also am an and any are as at be because been before being below between both but by
  can could did do does doing down during each either else ever for from further had has have having he her here hers
  herself him himself his how however i if in into is it its itself just like may me might more most much must my
  myself of off on once only or other our ours out over own per quite rather same shall she should since so some such
  than that the their theirs them themselves then there these they this those though thus to too under until up upon us
  very was we were what when where whether which while who whom whose why will with within would yet you your yours`);

/**
 * In order, with repetitions: lower case, without stop words, endings lightly cut ("reduces", "reduced" and "reducing"
 * are one), numbers without thousands separators. Negations stay. For comparing texts, not for showing.
 */
export function contentWords(text: string): string[] {
  const found: string[] = [];
  for (const [token] of matchesOf(text.normalize('NFKC').toLowerCase(), contentToken)) {
    if (/^\d/.test(token)) found.push(token.replace(/,(?=\d{3}(?!\d))/g, ''));
    else {
      const word = token.replace(/['’]s$/, '').replace(/['’]/g, '');
      if (word.length > 1 && !stopWords.has(word)) found.push(stem(word));
    }
  }
  return found;
}

const contentToken = /\d+(?:[.,]\d+)*[\p{L}\p{M}]*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

const endings: readonly (readonly [RegExp, string])[] = [
  [/^(.{2,})ie[sd]$/, '$1y'],
  [/^(.*(?:ss|sh|ch|x|z))es$/, '$1'],
  [/^(.{2,}[^sui])s$/, '$1'],
];

/** The result need not be a word: a final `e` is cut, so that "make" meets "making". */
function stem(word: string): string {
  if (word.length < 4 || word.length > 40 || /[^a-z]/.test(word)) return word;
  let stemmed = word;
  for (const [ending, replacement] of endings) {
    if (!ending.test(stemmed)) continue;
    stemmed = stemmed.replace(ending, replacement);
    break;
  }
  const verb = /^(.{1,40})(?:ing|(?<!e)ed)$/.exec(stemmed)?.[1];
  if (verb !== undefined && verb.length >= 3 && /[aeiouy]/.test(verb))
    stemmed = verb.replace(/([^aeiouylsz])\1$/, '$1');
  return stemmed.length > 3 ? stemmed.replace(/e$/, '') : stemmed;
}

/** They introduce what follows, so that no sentence ends (a time in "ms." is no title). */
const opening = wordSet('vs cf viz ca approx resp incl excl e.g i.e eg ie z.b d.h bzw u.a vgl ggf sog inkl zzgl zz');
const titles = wordSet('Dr Mr Mrs Ms Mx Prof Gen Sen Rep Gov Lt Col Sgt Capt Rev Hon');
/** No end before a number: "No. 5", "pp. 3–7". */
const numbered = wordSet('no nos nr p pp fig figs eq eqs sec ch vol art para l ll seq seqs v ver n');
/** Only if a word follows that opens sentences. */
const closing =
  wordSet(`etc al bros Inc Ltd Co Corp Jr Sr Dept Est St Ave Blvd Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Wed Thu
  Fri Sat Sun Mio Mrd Tsd usw Str Std Jh`);
const starters =
  wordSet(`a an and although as at but by each even every for from he her here his how however i if in instead it its later many
  meanwhile most my no nor not now of on one only or other others our she since so some still such that the their then
  there therefore these they this those though thus to today under until we what when where which while who why with
  yet you your
  aber alle auch auf bei bis da damit das dass dem den der des die dies diese dieser dieses doch durch ein eine einem einen
  einer er es für hier ich ihr im ist je jede jeder kein keine man mit nach nur ob ohne seit sie sind so um und unter vom von
  vor was weil wenn wer wie wir wird zu zum zur`);

/** End of a sentence with its closing marks: quotation marks, brackets, emphasis, a link's target, footnote marks. */
const stop =
  /(?<![.!?…])[.!?…]+(?:\]\([^()\s]*\)|\[(?:\d{1,3}|\^[^\s[\]]{1,40})\]|["'”’»›)\]*_`¹²³⁴-⁹⁽⁾ᵃ-ᶻʰ-ʸˡ-ˣⁱⁿ\u2060])*(?=\s|$)|[。！？]+[」』”’）]*/gu;
const lowerCaseWord = /^[\p{Ps}\p{Pi}"'*_`\u2060]*\p{Ll}/u;
/** It may open a sentence: `p95`, `gRPC`, `load-test.md`. */
const identifier =
  /^[\p{Ps}\p{Pi}"'*_`]*(?:\p{Ll}[\p{L}-]*(?:\d|\p{Lu})|(?<!_)[A-Za-z\d_-]+(?:\.[a-z][A-Za-z\d_]{0,4}(?![\p{L}\p{N}_])|\())/u;

/** Sentence ends within `[start, end)`, except the range's own end. */
export function sentenceEnds(text: string, start: number, end: number): number[] {
  const block = text.slice(start, end);
  const ends: number[] = [];
  for (const match of matchesOf(block, stop)) {
    const after = match.index + match[0].length;
    const rest = block.slice(after, after + 80).trimStart();
    if (rest !== '' && endsSentence(block, match, rest)) ends.push(start + after);
  }
  return ends;
}

function endsSentence(block: string, stopMatch: RegExpExecArray, rest: string): boolean {
  const [mark] = stopMatch;
  if (/^[。！？]/.test(mark)) return true;
  if (lowerCaseWord.test(rest) && !identifier.test(rest)) return false;
  if (!/^\.(?!\.)/.test(mark)) return true;
  const word = wordBefore(block, stopMatch.index);
  if (isSpacedAbbreviation(block.slice(Math.max(0, stopMatch.index - 8), stopMatch.index), rest)) return false;
  return !isAbbreviation(word, rest) && !(mark === '.' && isOrdinal(block, stopMatch.index, { word, rest }));
}

/**
 * "9. November", "19. Jahrhundert", "100. Sitzung": a few digits with a stop before a word count it, unless the word opens a sentence.
 * English writes no such ordinals: "It replaced 37 buses with 41. Whether …".
 */
function isOrdinal(block: string, index: number, { word, rest }: { word: string; rest: string }): boolean {
  if (!/^\p{Nd}{1,3}$/u.test(word)) return false;
  const next = /^\p{L}[\p{L}\p{M}]*/u.exec(rest)?.[0];
  return (
    next !== undefined && !starters.has(next.toLowerCase()) && !isEnglish(block.slice(Math.max(0, index - 200), index))
  );
}

const fewestEnglish = 2;
const leastEnglish = 0.25;

/** Whether enough of its words are English function words. */
function isEnglish(text: string): boolean {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = all.filter((one) => stopWords.has(one)).length;
  return known >= fewestEnglish && known >= leastEnglish * all.length;
}

function wordBefore(block: string, index: number): string {
  return /(?<![^\s([{"'“‘«—])[^\s([{"'“‘«—]*$/u.exec(block.slice(Math.max(0, index - 40), index))?.[0] ?? '';
}

/** "z. B.", "u. a.": `before` ends with the first letter or with the last part. */
function isSpacedAbbreviation(before: string, rest: string): boolean {
  if (/(?<![\p{L}\p{N}.'’])\p{Ll}$/u.test(before) && /^\p{L}\.(?!\S)/u.test(rest)) return true;
  const next = /[\p{L}\p{N}]+/u.exec(rest)?.[0] ?? '';
  return /(?<![\p{L}\p{N}.'’])\p{Ll}\.\s\p{L}$/u.test(before) && !starters.has(next.toLowerCase());
}

/** Given the text that follows. */
function isAbbreviation(word: string, rest: string): boolean {
  const lower = word.toLowerCase();
  if (opening.has(lower) || titles.has(word)) return true;
  if (numbered.has(lower)) return /^[\p{Ps}"']*\d/u.test(rest);
  const isInitials = /^(?:\p{L}\.)*\p{Lu}$/u.test(word) || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word);
  if (!isInitials && !closing.has(word)) return false;
  const next = /[\p{L}\p{N}]+/u.exec(rest)?.[0] ?? '';
  return !starters.has(next.toLowerCase());
}

/** Function words of other languages, beside stop words: they tie nothing. */
const functionWords =
  wordSet(`der die das den dem des ein eine einer eines einem einen von vom zu zum zur im in an am auf aus bei mit nach für und oder
  aber als wie ist sind war waren wird werden wurde wurden hat haben hatte hatten nur auch noch sich es er sie wir etwa rund
  knapp über unter nicht le la les un une des du de d l à au aux en dans par pour sur avec sans et ou mais est sont était
  étaient a ont avait que qui ne pas plus ce cette ces il elle ils elles on environ el los las una unos unas del al y o u e
  en con por para sin pero es son era eran fue fueron ha han había no se su sus lo más cerca il lo gli uno di da nel nella
  con per tra fra e ed o ma è sono het een van voor met op te dat percent cent per prozent pourcent ciento million thousand
  billion millionen milliarden millions milliards millones about around roughly approximately nearly almost some least
  respectively total year say said report accord`);

/** They distinguish one figure of a sentence from another: content words and years. */
export function tieWords(text: string): string[] {
  return contentWords(text).filter((word) => !functionWords.has(word) && (word.length > 2 || /\p{sc=Han}/u.test(word)));
}
