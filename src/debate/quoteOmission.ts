import type { NormalisedText } from './normalisedText';
import { sentenceEnds } from './text';
import { deniesInAnyLanguage } from './denial';

/** All ellipses of a quotation together may omit this many characters: about a paragraph. */
export const maximumOmission = 600;

/** Indices of the normalised text. */
export interface NormalRange {
  readonly from: number;
  readonly to: number;
}

/** Enough context to see whether a sentence ends there. */
const context = 80;

/**
 * Whether an ellipsis may replace the range. The remaining words have to be one statement of the source:
 * - within a sentence, the range holds no denial, no condition and no clause with its own subject, since the words
 *   after it would then seem to continue the words before it;
 * - across the end of a sentence, it ends where another begins; across the end of a paragraph, it reaches the next one
 *   at most;
 * - a neighbour too short to prove anything (`isShort`) belongs to the same sentence.
 */
export function mayBeOmitted(source: NormalisedText, place: NormalRange, isShort: boolean): boolean {
  if (place.to - place.from > maximumOmission) return false;
  const { original } = source;
  const [start, end] = [source.endInOriginal(place.from), source.toOriginal(place.to)];
  const ends = breaksIn(original, start, end);
  const restOfSentence = original.slice(start, ends[0] ?? end);
  if (deniesInAnyLanguage(restOfSentence) || limits.test(restOfSentence)) return false;
  if (ends.length === 0) return !opensClause(restOfSentence);
  const isNextParagraph = [...original.slice(start, end).matchAll(blankLine)].length <= 1;
  return !isShort && isNextParagraph && !/[\p{L}\p{N}]/u.test(original.slice(ends.at(-1), end));
}

/** Whether words may be inserted: they name a person or thing, and neither deny nor limit. */
export const mayBeInserted = (words: string): boolean =>
  !deniesInAnyLanguage(words) && !limits.test(words) && !/^(?:un|in|im|dis|non|anti|mis)-?$/iu.test(words.trim());

const blankLine = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;

/** The ends of sentences and paragraphs within `[start, end]`, including a sentence that ends right before. */
function breaksIn(text: string, start: number, end: number): number[] {
  const [from, to] = [Math.max(0, start - context), Math.min(text.length, end + context)];
  const paragraphs = Array.from(text.slice(start, end).matchAll(blankLine), ({ index }) => start + index);
  const sentences = sentenceEnds(text, from, to).filter(
    (at) => !abbreviation.test(text.slice(Math.max(0, at - context), at)),
  );
  return [...sentences, ...paragraphs].filter((at) => at >= start && at <= end).sort((one, other) => one - other);
}

/** Abbreviations of other languages than English, which end no sentence before a noun with a capital. */
const abbreviation =
  /(?<!\p{L})(?:Mrd|Mio|Tsd|Mill|Bd|Nr|Abs|Art|Str|bzw|B|h|ca|usw|vgl|Kap|Aufl|MM?|Mlle|Sra?|Dra|núm|pág|art|cap|env|тыс|млн|млрд|им|г)\.$/u;

const word = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu');

/** Words that limit a statement, or mark it as a mere claim. */
const limits = word(
  [
    'rarely|seldom|unless|except|only|few|if|provided|den(?:y|ies|ied)|refus(?:e|es|ed)|reject(?:s|ed)?|doubt(?:s|ed)?|disput(?:e|es|ed)',
    'allegedly|supposedly|purportedly|selten|kaum|außer|sofern|falls|nur|angeblich|bestreitet|bestritt(?:en)?|verneinte?n?',
    'rarement|sauf|peine|prétendument|nie(?:nt)?|apenas|salvo|excepto|supuestamente|niega|negó|raramente',
    'редко|якобы|кроме|σπάνια|μόνο|δήθεν',
  ].join('|'),
);

export const limitsInAnyLanguage = (text: string): boolean => limits.test(text);

/** They open a clause with its own subject, up to the end of the omission. */
const coordinating = word(
  'but|yet|whereas|aber|sondern|doch|hingegen|mais|tandis|alors que|pero|sino|mas|но|а|зато|αλλά|όμως|ενώ|أما|لكن',
);
const subordinating = word(
  'while|although|though|because|since|während|obwohl|weil|da|bien que|parce que|quoique|mientras|aunque|porque|хотя|потому|αν και|επειδή',
);
const subject =
  'the|an?|its|their|his|her|our|some|many|all|most|both|each|th(?:is|at|ese|ose)|it|they|s?he|we|d(?:er|ie|as)|eine?|er|sie|l[ae]s?|ils?|elles?|un[ae]?|el|los|las|он|она|они|ο|η|το|οι';
/** ", and the minister": the comma distinguishes a clause from a list's last item well enough. */
const joined = new RegExp(String.raw`,\s(?:and|und|et|y|и|και)\s(?:${subject})(?!\p{L})[^,]*\S\s*$`, 'iu');
const ideographic = /但是?|而|却|不过|が、|けれど|しかし/u;

function opensClause(omitted: string): boolean {
  const bare = omitted.replace(/(?<!\p{L})(?:all|nothing|anything|last) but(?!\p{L})/giu, ' ');
  if (/[;؛]/.test(bare) || ideographic.test(bare) || joined.test(bare) || coordinating.test(bare)) return true;
  // ", although it is old," is closed before the words that follow.
  return subordinating.test(bare) && !/[,)—–]\s*$/u.test(bare);
}
