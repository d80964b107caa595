/** Never at the end of a sentence: words that introduce what follows, and titles (a time in "ms." is none). */
const opening = new Set('vs cf viz ca approx resp incl excl e.g i.e eg ie z.b d.h bzw u.a'.split(' '));
const titles = new Set('Dr Mr Mrs Ms Mx Prof Gen Sen Rep Gov Lt Col Sgt Capt Rev Hon'.split(' '));
/** No end before a number: "No. 5", "pp. 3–7". */
const numbered = new Set('no nos nr p pp fig figs eq eqs sec ch vol art para l ll seq seqs v ver n'.split(' '));
/** May end a sentence; they do if a word follows that opens sentences. */
const closing = new Set(
  `etc al bros Inc Ltd Co Corp Jr Sr Dept Est St Ave Blvd Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Wed Thu
  Fri Sat Sun`.split(/\s+/),
);
const starters = new Set(
  `a an and although as at but by each even every for from he her here his how however i if in instead it its later many
  meanwhile most my no nor not now of on one only or other others our she since so some still such that the their then
  there therefore these they this those though thus to today under until we what when where which while who why with
  yet you your`.split(/\s+/),
);

/** A stop with what may close after it: quotation marks, brackets, emphasis, a link's target, footnote marks. */
const stop = /(?<![.!?…])[.!?…]+(?:\]\([^()\s]*\)|\[\d{1,3}\]|["'”’»›)\]*_`¹²³⁴-⁹])*(?=\s|$)|[。！？]+[」』”’）]*/gu;
const lowerCaseWord = /^[\p{Ps}\p{Pi}"'*_`]*\p{Ll}/u;
/** A word in lower case that may open a sentence nevertheless: `p95`, `gRPC`, `load-test.md`. */
const identifier = /^[\p{Ps}\p{Pi}"'*_`]*(?:\p{Ll}[\p{L}-]*(?:\d|\p{Lu})|(?<!_)[\w-]+(?:\.[a-z]\w{0,4}\b|\())/u;

/** The offsets after each sentence that ends within `[start, end)` of the text; the range's own end is not among them. */
export function sentenceEnds(text: string, start: number, end: number): number[] {
  const block = text.slice(start, end);
  const ends: number[] = [];
  for (const match of block.matchAll(stop)) {
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
  return !/^\.(?!\.)/.test(mark) || !isAbbreviation(wordBefore(block, stopMatch.index), rest);
}

function wordBefore(block: string, index: number): string {
  return /(?<![^\s([{"'“‘«—])[^\s([{"'“‘«—]*$/u.exec(block.slice(Math.max(0, index - 40), index))?.[0] ?? '';
}

/** Whether the stop after `word` belongs to the word, given the text that follows. */
function isAbbreviation(word: string, rest: string): boolean {
  const lower = word.toLowerCase();
  if (opening.has(lower) || titles.has(word)) return true;
  if (numbered.has(lower)) return /^[\p{Ps}"']*\d/u.test(rest);
  const isInitials = /^(?:\p{L}\.)*\p{Lu}$/u.test(word) || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word);
  if (!isInitials && !closing.has(word)) return false;
  const next = /[\p{L}\p{N}]+/u.exec(rest)?.[0] ?? '';
  return !starters.has(next.toLowerCase());
}
