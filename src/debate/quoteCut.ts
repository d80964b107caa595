import { deniesInAnyLanguage } from './denial';
import { limitsInAnyLanguage } from './quoteOmission';
import { sentenceEnds } from './sentenceEnds';

/** Farther than any sentence goes beyond a passage. */
const reach = 500;
const blankLine = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;
/** What is said is said to be false, or somebody else's claim. */
const disowned =
  /(?<!\p{L})(?:claim(?:s|ed)?|alleg(?:e|es|ed)|myth|false(?:ly)?|wrong(?:ly)?|untrue|rumou?rs?|mistaken(?:ly)?|believed|supposed|behauptet\p{L}*|angeblich|falsch|prétend\p{L}*|faux|afirma\p{L}*|falso)(?!\p{L})/iu;

/**
 * What the sentences of a passage `[start, end)` say outside it, when that denies, limits or disowns what the passage says alone:
 * "no evidence that" before "the benefit lasts". Such a passage stands in the source word for word and still may say the
 * opposite of it.
 */
export function turningWords(text: string, { start, end }: { start: number; end: number }): string | undefined {
  const from = Math.max(0, start - reach);
  const before = text.slice(from, start);
  const openings = [...sentenceEnds(text, from, Math.min(text.length, start + reach)), ...blankLinesIn(before, from)];
  const head = text.slice(Math.max(from, ...openings.filter((at) => at <= start)), start);
  const to = Math.min(text.length, end + reach);
  const after = text.slice(end, to);
  // The passage may end with its stop.
  const endings = [...sentenceEnds(text, Math.max(from, end - reach), to), ...blankLinesIn(after, end)].filter((at) => at >= end);
  const tail = text.slice(end, Math.min(to, ...endings));
  const turns = (words: string) => deniesInAnyLanguage(words) || limitsInAnyLanguage(words) || disowned.test(words);
  return [head, tail].map((words) => words.trim()).find(turns);
}

function blankLinesIn(text: string, offset: number): number[] {
  return Array.from(text.matchAll(blankLine), ({ index }) => offset + index);
}
