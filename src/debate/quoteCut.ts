import { limitsInAnyLanguage, deniesInAnyLanguage } from './quoteOmission';
import { sentenceEnds } from './text';

/** Farther than any sentence extends beyond a passage. */
const reach = 500;
const blankLine = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;
/** They call the statement false, or somebody else's claim. */
const disowned =
  /(?<!\p{L})(?:claim(?:s|ed)?|alleg(?:e|es|ed)|myth|false(?:ly)?|wrong(?:ly)?|untrue|rumou?rs?|mistaken(?:ly)?|believed|supposed|behauptet\p{L}*|angeblich|falsch|prétend\p{L}*|faux|afirma\p{L}*|falso)(?!\p{L})/iu;

const words = (all: string): string => String.raw`(?<!\p{L})(?:${all})(?!\p{L})`;
/** Right before a quotation they limit how much, how many or how certain. */
const bound = new RegExp(
  words(
    [
      'some|few|most|many|several|half|part of|up to|at (?:least|most)|(?:more|less|fewer) than|over|under|above|below|nearly|almost|about|around|roughly',
      'may|might|could|would|should|can|perhaps|possibly|probably|likely|einige|manche|viele|bis zu|mindestens|höchstens|weniger als|mehr als|fast|etwa',
      "möglicherweise|vielleicht|könnten?|kann|können|soll(?:en|ten?)?|certain(?:e?s)|quelques|jusqu[’']à|au moins|peut-être|pourrai(?:t|ent)|peu de",
      'algun[ao]s|hasta|al menos|casi|quizás?|podrían?|pocos|menos de|más de',
    ].join('|'),
  ) + String.raw`(?:\s(?:of|the|have|has|had|be|been|a|an))*\s*$`,
  'iu',
);
const asks = /[?？؟]["'”’)\]]*\s*$/u;
const turningWord =
  'but|however|yet|although|though|whereas|while|until|unless|nevertheless|nonetheless|despite|instead|except|only to|aber|jedoch|doch|obwohl|trotzdem|bis|mais|cependant|pourtant|toutefois|jusqu|pero|aunque|sin embargo|hasta que';
/** After the passage they introduce a contrast. */
const contrasts = new RegExp(words(turningWord), 'iu');
/** The next sentence does so: with its first words, or by saying until when. */
const opensContrast = new RegExp(
  String.raw`^\W*(?:${words(turningWord)}|(?:\p{L}+\W+){0,4}${words('however|nevertheless|nonetheless|until|jedoch|allerdings|cependant|pourtant|sin embargo')})`,
  'iu',
);
/** "This is false.", after the statement. */
const answered =
  /^\s*["'“‘(]?(?:(?:but|yet|however,?|in fact,?|aber|doch|mais|pero)\s)?(?:(?:this|that|it|which|the (?:claim|statement))\s(?:is|was|has been|is simply|is plainly)\s(?:not (?:true|so|the case|correct)|untrue|false|wrong|incorrect|nonsense|a (?:myth|lie|mistake|hoax)|mistaken|refuted|disproved)|(?:false|wrong|untrue|not (?:true|so)|nonsense|falsch|faux|falso)[.!:]|(?:das|dies|es)\s(?:ist\s(?:falsch|nicht\s\p{L}+|ein (?:mythos|irrtum))|stimmt nicht)|c[’']est (?:faux|inexact)|ce n[’']est pas|(?:esto|eso) (?:es falso|no es))/iu;
/** A heading, or words before a colon, that reports what follows without asserting it. */
const underHeading =
  /^(?:[^\p{L}]*)(?:(?:common |popular |viral )?(?:myths?|misconceptions?|false claims?|claims?|rumou?rs?|hoax(?:es)?|mythos|mythen|irrtum|irrtümer|behauptung(?:en)?|gerüchte?|mythes?|idées reçues|mitos?|bulos?|false|falsch|faux|falso|what (?:critics|opponents|people) (?:say|claim|believe))(?!\p{L})[^.!?]{0,40})$/iu;

/**
 * What the sentences of a passage `[start, end)` say outside it, if that denies, limits or disowns the passage: "no
 * evidence that" before "the benefit lasts". Such a passage is in the source word for word and may still mean the
 * opposite. The same holds for a passage that only asks, that has a heading such as "Myth", or that the next sentence
 * calls false.
 */
export function turningWords(text: string, { start, end }: { start: number; end: number }): string | undefined {
  const from = Math.max(0, start - reach);
  const before = text.slice(from, start);
  const openings = [...sentenceEnds(text, from, Math.min(text.length, start + reach)), ...blankLinesIn(before, from)];
  const head = text.slice(Math.max(from, ...openings.filter((at) => at <= start)), start);
  const to = Math.min(text.length, end + reach);
  const after = text.slice(end, to);
  // The passage may end with its stop.
  const endings = [...sentenceEnds(text, Math.max(from, end - reach), to), ...blankLinesIn(after, end)].filter(
    (at) => at >= end,
  );
  const tail = text.slice(end, Math.min(to, ...endings));
  const turns = (words: string) => deniesInAnyLanguage(words) || limitsInAnyLanguage(words) || disowned.test(words);
  const cut = [head, tail].map((words) => words.trim()).find(turns);
  if (cut !== undefined) return cut;
  if (contrasts.test(tail)) return tail.trim();
  const next = firstSentence(text.slice(end + tail.length, to));
  if (opensContrast.test(next)) return next;
  if (bound.test(head) || asks.test(tail)) return (bound.test(head) ? head : tail).trim();
  return (
    answerIn(text.slice(end + tail.length, to)) ?? leadOf(text.slice(from, start - head.trimStart().length), turns)
  );
}

const answerIn = (after: string): string | undefined =>
  answered.test(after) ? after.trim().split(/(?<=[.!])\s|\n/u)[0] : undefined;

function firstSentence(after: string): string {
  const paragraph = after.split(blankLine)[0] ?? '';
  const [stop = paragraph.length] = sentenceEnds(paragraph, 0, paragraph.length).filter(
    (at) => paragraph.slice(0, at).trim().length > 1,
  );
  return paragraph.slice(0, stop).trim();
}

/** The previous paragraph, if it introduces the passage's own. */
function leadOf(before: string, turns: (words: string) => boolean): string | undefined {
  const blocks = before.trimEnd().split(/\n[^\S\n]*\n/);
  const last = blocks.at(-1)?.trim() ?? '';
  if (!/\n[^\S\n]*$/.test(before) || last === '') return undefined;
  // The items of a list stand one below the other.
  const lead = /[:：]$/.test(last)
    ? last
    : [...last.split('\n'), ...(blocks.at(-2)?.split('\n').slice(-1) ?? [])].find((line) => /[:：]\s*$/.test(line));
  if (lead !== undefined && turns(lead.slice(-200))) return lead.slice(-200).trim();
  return underHeading.test(last) ? last : undefined;
}

function blankLinesIn(text: string, offset: number): number[] {
  return Array.from(text.matchAll(blankLine), ({ index }) => offset + index);
}
