import { matchAround } from '../text/matches';
import type { NormalisedText } from '../text/normalisedText';
import type { Token } from './quoteTokens';
import { sentenceEnds, isNegated, type TextRange } from '../text/text';
import { Needle } from './verbatimSearch';

/** All ellipses together; about a paragraph. */
export const maximumOmission = 600;

/** Indices of the normalised text. */
export interface NormalRange {
  readonly from: number;
  readonly to: number;
}

/** To see whether a sentence ends there. */
const context = 80;

/**
 * Whether an ellipsis may replace the range, so that the remaining words are one statement of the source. Within a
 * sentence it holds no denial, no condition and no clause with its own subject; across a sentence's end, it ends where
 * another begins; across a paragraph's, it reaches the next one at most. A neighbour too short to prove anything
 * (`isShort`) belongs to the same sentence.
 */
export function mayBeOmitted(source: NormalisedText, place: NormalRange, isShort: boolean): boolean {
  if (place.to - place.from > maximumOmission) return false;
  const { original } = source;
  const [start, end] = [source.endInOriginal(place.from), source.toOriginal(place.to)];
  const ends = breaksIn(original, start, end);
  const restOfSentence = original.slice(start, ends[0] ?? end);
  const around = original.slice(Math.max(0, start - reach), end + reach);
  if (deniesInAnyLanguage(restOfSentence, around) || limits.test(restOfSentence)) return false;
  if (ends.length === 0) return !opensClause(restOfSentence);
  const isNextParagraph = [...original.slice(start, end).matchAll(blankLine)].length <= 1;
  return !isShort && isNextParagraph && !/[\p{L}\p{N}]/u.test(original.slice(ends.at(-1), end));
}

/** They name a person or thing. */
export const mayBeInserted = (words: string): boolean =>
  !deniesInAnyLanguage(words) && !limits.test(words) && !/^(?:un|in|im|dis|non|anti|mis)-?$/iu.test(words.trim());

const blankLine = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;

/** In `[start, end]`, with one right before. */
function breaksIn(text: string, start: number, end: number): number[] {
  const [from, to] = [Math.max(0, start - context), Math.min(text.length, end + context)];
  const paragraphs = Array.from(text.slice(start, end).matchAll(blankLine), ({ index }) => start + index);
  const sentences = sentenceEnds(text, from, to).filter(
    (at) => !abbreviation.test(text.slice(Math.max(0, at - context), at)),
  );
  return [...sentences, ...paragraphs].filter((at) => at >= start && at <= end).sort((one, other) => one - other);
}

/** Of other languages: they end no sentence before a noun with a capital. */
const abbreviation =
  /(?<!\p{L})(?:Mrd|Mio|Tsd|Mill|Bd|Nr|Abs|Art|Str|bzw|B|h|ca|usw|vgl|Kap|Aufl|MM?|Mlle|Sra?|Dra|núm|pág|art|cap|env|тыс|млн|млрд|им|г)\.$/u;

/** Vowels of Indic scripts are marks. */
const word = (words: string) => new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${words})(?![\p{L}\p{M}\p{N}])`, 'iu');

/** Or mark it as a mere claim. */
const limits = word(
  [
    'rarely|seldom|unless|except|only|few|if|provided|den(?:y|ies|ied)|refus(?:e|es|ed)|reject(?:s|ed)?|doubt(?:s|ed)?|disput(?:e|es|ed)',
    'allegedly|supposedly|purportedly|selten|kaum|außer|sofern|falls|nur|angeblich|bestreitet|bestritt(?:en)?|verneinte?n?',
    'rarement|sauf|peine|prétendument|nie(?:nt)?|apenas|salvo|excepto|supuestamente|niega|negó|raramente',
    'редко|якобы|кроме|σπάνια|μόνο|δήθεν',
  ].join('|'),
);

/** A clause with its own subject begins, up to the end of the omission. */
const coordinating = word(
  'but|yet|whereas|aber|sondern|doch|hingegen|mais|tandis|alors que|pero|sino|mas|но|а|зато|αλλά|όμως|ενώ|أما|لكن',
);
const subordinating = word(
  'while|although|though|because|since|während|obwohl|weil|da|bien que|parce que|quoique|mientras|aunque|porque|хотя|потому|αν και|επειδή',
);
const subject =
  'the|an?|its|their|his|her|our|some|many|all|most|both|each|th(?:is|at|ese|ose)|it|they|s?he|we|d(?:er|ie|as)|eine?|er|sie|l[ae]s?|ils?|elles?|un[ae]?|el|los|las|он|она|они|ο|η|το|οι';
/** ", and the minister": the comma tells a clause from a list's last item. */
const joined = new RegExp(String.raw`,\s(?:and|und|et|y|и|και)\s(?:${subject})(?!\p{L})[^,]*\S\s*$`, 'iu');
const ideographic = /但是?|而|却|不过|が、|けれど|しかし/u;

function opensClause(omitted: string): boolean {
  const bare = omitted.replace(/(?<!\p{L})(?:all|nothing|anything|last) but(?!\p{L})/giu, ' ');
  if (/[;؛]/.test(bare) || ideographic.test(bare) || joined.test(bare) || coordinating.test(bare)) return true;
  // ", although it is old," is closed before the words that follow.
  return subordinating.test(bare) && !/[,)—–]\s*$/u.test(bare);
}

/** Of the languages quoted most; none is a common word of another one. */
const denials = [
  'nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand|nichts|ohne|weder|nirgends',
  'pas|jamais|aucune?|nullement|sans',
  'nunca|jamás|ning[uú]n[ao]?|nadie|tampoco|sin|non|mai|nessun[ao]?|senza|não|nenhuma?|sem|niet|geen|nooit|zonder',
  'inte|ikke|ingen|aldrig|aldri|nie ma|bez|не|нет|нельзя|никогда|никто|ничего|без|ні|немає',
  'δεν|δε|μην|μη|όχι|χωρίς|ποτέ|κανείς|κανένας|καμία|değil|yok|[وف]?(?:لا|لم|لن|ليست?|غير|بدون)',
  'tidak|bukan|belum|tanpa|jangan|chưa|chẳng|đừng|(?<!hàng\\s)không(?!\\s(?:khí|gian|quân|lực))|niciodată|nimeni|nici(?:\\s?un[ae]?|\\s?o)|fără',
  'eivät|emme|eikä|ilman|nincs(?:en|enek)?|soha|senki|nélkül',
  'není|nejsou|nebyl[aioy]?|nebude|nebudou|nemá|nemají|nemůže|nemohou|nelze|nikdy|nikdo|žádn\\p{L}+|nebol[aio]?',
  'नहीं|नही|नाही|না|নেই|ন(?:\u09df|\u09af\u09bc)|نہیں|نہ|ن[یي]ست(?:ند)?|نبود|ندارد|نم[یي]\\p{L}*|هیچ|[וש]{0,2}(?:לא|אין|אינו|אינה|אינם|אינן|בלי|ללא)',
].join('|');
const spaced = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:${denials})(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{N}])n['’](?=\p{L})|(?<!\p{L})no(?!\p{L})`,
  'iu',
);
/** Denials that mean something else in other languages, and letters that tell their own. */
const ofLetters: readonly { letters: RegExp; denial: RegExp }[] = [
  // Romanian; "now" in Dutch and Swedish.
  { letters: /[țţș]/iu, denial: word('nu|n-(?:am?|ai|au|ar)') },
  // Finnish and Estonian; an egg in German.
  { letters: /ä\p{L}?ä|öö|yy/iu, denial: word('ei') },
  // Hungarian; "easy" in Danish.
  { letters: /[őű]/iu, denial: word('nem') },
];
const unspaced = /[不没沒無无非未勿莫]|ない|なかっ|ません|ずに|なし|않|없|못|ไม่|มิได้/u;

/** Wider than `isNegated`: an overlooked denial costs more here than a false one. `around`: more of its text. */
function deniesInAnyLanguage(text: string, around = text): boolean {
  if (isNegated(text) || spaced.test(text) || unspaced.test(text)) return true;
  return ofLetters.some(({ letters, denial }) => denial.test(text) && letters.test(around));
}

const wordsAsked = 12;
const piecesAsked = 12;
/** About four words, which seldom occur together twice. */
const pieceLength = 24;
/** Close together, and only there. */
const enoughPieces = 2;
const hitsPerPiece = 2000;
const windowsKept = 3;
const longestWord = 60;
/** Aligned as a whole. */
const smallRange = 4000;

interface Sought {
  readonly text: string;
  readonly words: readonly Token[];
  /** Of the source, to be covered. */
  readonly span: number;
}

/**
 * Where a quotation of about `span` characters may be, most promising first: its pieces and longest words, weighted by
 * rarity, are there at about the same distances. In a text of few different words only pieces tell ranges apart.
 */
export function likelyWindows(text: string, range: TextRange, { text: quote, words, span }: Sought): TextRange[] {
  if (range.end - range.start <= smallRange + 2 * span) return [range];
  const votes = new Map<number, number>();
  const searched = text.slice(0, range.end);
  const vote = (piece: QuotePiece) => {
    const hits = positions(searched, piece.text, range.start);
    for (const hit of hits) {
      const bin = Math.max(0, Math.floor((hit - piece.from) / span));
      votes.set(bin, (votes.get(bin) ?? 0) + 1 / hits.length);
    }
  };
  pieces(quote, words).forEach(vote);
  // Each lookup in a long text costs.
  if (Math.max(0, ...votes.values()) < enoughPieces) longest(words).forEach(vote);
  return [...votes.keys()]
    .map((bin) => ({ bin, score: (votes.get(bin) ?? 0) + (votes.get(bin + 1) ?? 0) }))
    .sort((one, other) => other.score - one.score || one.bin - other.bin)
    .slice(0, windowsKept)
    .map(({ bin }) => atSpaces(text, range, { start: bin * span - (span >> 1), end: (bin + 3) * span + (span >> 1) }));
}

interface QuotePiece {
  readonly text: string;
  readonly from: number;
}

/** Each begins with a word. */
function pieces(quote: string, words: readonly Token[]): QuotePiece[] {
  const step = Math.max(1, Math.floor(words.length / piecesAsked));
  return words
    .filter((_, index) => index % step === 0)
    .slice(0, piecesAsked)
    .map(({ from }) => ({ from, text: quote.slice(from, from + pieceLength) }))
    .filter(({ text }) => text.length === pieceLength);
}

function longest(words: readonly Token[]): QuotePiece[] {
  const distinct = new Map(words.filter((word) => word.solid).map((word) => [word.text, word]));
  return [...distinct.values()].sort((one, other) => other.text.length - one.text.length).slice(0, wordsAsked);
}

function positions(text: string, piece: string, from: number): number[] {
  const found: number[] = [];
  const next = new Needle(piece).placesIn(text);
  for (let hit = next(from); hit >= 0 && found.length < hitsPerPiece; hit = next(hit + 1)) found.push(hit);
  return found;
}

/** To the next spaces, but within the range. */
function atSpaces(text: string, range: TextRange, window: TextRange): TextRange {
  const start = Math.max(range.start, window.start);
  const end = Math.min(range.end, window.end);
  const before = text.slice(Math.max(range.start, start - longestWord), start).lastIndexOf(' ');
  const after = text.slice(end, Math.min(range.end, end + longestWord)).indexOf(' ');
  return {
    start: before < 0 ? start : Math.max(range.start, start - longestWord) + before,
    end: after < 0 ? end : end + after,
  };
}

/** Farther than any sentence extends beyond a passage. */
const reach = 500;
/** Somebody else's claim. */
const claimed =
  /(?<!\p{L})(?:claim(?:s|ed)?|alleg(?:e|es|ed)|rumou?rs?|believed|supposed|behauptet\p{L}*|angeblich|prétend\p{L}*|afirma\p{L}*)(?!\p{L})/iu;
/** Words, and beginnings of words. */
const untrue = [
  'false(?:ly|hoods?)?|fals[oa]s?|wrong(?:ly)?|untrue|mistaken(?:ly)?|disproof|lie[sd]? (?:about|that|to|when)|fallac(?:y|ies)',
  'faux|menti|bulos?|mitos?|onzin|asılsız|мифы?|ложь|μύθο[ςι]',
];
const untrueStems = [
  'myth|refut|debunk|disprov|discredit|rebut|misconce|misinform|disinform|hoax|nonsens|absurd|baseless|unfounded|groundless',
  'unsubstantiated|conspira|pseudo-?scien|falsch|widerleg|entkräft|unbegründet|haltlos|irrtum|irrtüm|irrglaube|unsinn',
  'verschwörung|gelogen|lüg|réfut|démenti|infondé|mensong|canular|complotis|erroné|fausse|desment|desmient|infundad|erróne',
  'mentira|smentit|infondat|weerleg|ontkracht|ongegrond|motbevis|modbevis|nieprawd|zdementowa|obalon|bezpodstawn|опров',
  'ложн|выдум|необоснован|спросту|διαψε|ψευδ|ανυπόστατ|yalan|çürüt|uydurma|(?:ال)?(?:كاذب|زائف|خاطئ|خراف)|دحض',
];
const falsified = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${untrue.join('|')})(?!\p{L})|${untrueStems.join('|')})|谣言|謠言|辟谣|闢謠|谬论|謬論|错误|錯誤|虚假|虛假|驳斥|駁斥|デマ|誤り|虚偽|반박|허위|거짓`,
  'iu',
);
/** Whether the words deny, limit or disown what they stand beside. `around`: more of their text. */
export const turnsMeaning = (text: string, around = text): boolean =>
  deniesInAnyLanguage(text, around) || limits.test(text) || disowned(text);
const disowned = (text: string): boolean => claimed.test(text) || falsified.test(text);

const words = (all: string): string => String.raw`(?<!\p{L})(?:${all})(?!\p{L})`;
/** Right before a quotation: how much, how many, how certain. */
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
const amount = String.raw`(?:\p{Sc}\s?)?\p{Nd}{1,12}(?:[.,]\p{Nd}{1,12}){0,4}`;
const range = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:between|zwischen|entre|tra|tussen|mellan|mellem|mellom|między|между|μεταξύ)\s(?:[^.!?\n]|\.\d){1,40}?\s(?:and|und|et|y|e|en|och|og|a|i|и|και)\s(?:${amount}|\p{L}{1,40})`,
    String.raw`${amount}[^\s.,;]?(?:\s\p{L}{1,20}\.?){0,2}\s(?:to|till|until|bis|à|a|tot|til|до|έως)\s${amount}`,
  ].join('|'),
  'giu',
);

const asks = /[?？؟]["'”’)\]]*\s*$/u;
const turningWord =
  'but|however|yet|although|though|whereas|while|until|unless|nevertheless|nonetheless|despite|instead|except|only to|aber|jedoch|doch|obwohl|trotzdem|bis|mais|cependant|pourtant|toutefois|jusqu|pero|aunque|sin embargo|hasta que';
/** After the passage. */
const contrasts = new RegExp(words(turningWord), 'iu');
/** In the next sentence's first words, or by saying until when. */
const opensContrast = new RegExp(
  String.raw`^[^\p{L}]*(?:${words(turningWord)}|(?:\p{L}+[^\p{L}]+){0,4}${words('however|nevertheless|nonetheless|until|jedoch|allerdings|cependant|pourtant|sin embargo')})`,
  'iu',
);
/** "This is false.", after the statement. */
const answered =
  /^\s*["'“‘(]?(?:(?:but|yet|however,?|in fact,?|aber|doch|mais|pero)\s)?(?:(?:this|that|it|which|the (?:claim|statement))\s(?:is|was|has been|is simply|is plainly)\s(?:not (?:true|so|the case|correct)|untrue|false|wrong|incorrect|nonsense|a (?:myth|lie|mistake|hoax)|mistaken|refuted|disproved)|(?:false|wrong|untrue|not (?:true|so)|nonsense|falsch|faux|falso)[.!:]|(?:das|dies|es)\s(?:ist\s(?:falsch|nicht\s\p{L}+|ein (?:mythos|irrtum))|stimmt nicht)|c[’']est (?:faux|inexact)|ce n[’']est pas|(?:esto|eso) (?:es falso|no es))/iu;
/** Of the statement. */
const takenUp =
  /^[^\p{L}]*(?:this|that|it|the (?:claim|statement|idea|notion|theory)|das|dies|es|diese \p{L}+|cela|cette \p{L}+|esto|eso|esta \p{L}+)(?!\p{L})/iu;
/** It reports what follows without asserting it; also before a colon. */
const underHeading =
  /^(?:[^\p{L}]*)(?:(?:common |popular |viral )?(?:myths?|misconceptions?|false claims?|claims?|rumou?rs?|hoax(?:es)?|mythos|mythen|irrtum|irrtümer|behauptung(?:en)?|gerüchte?|mythes?|idées reçues|mitos?|bulos?|false|falsch|faux|falso|what (?:critics|opponents|people) (?:say|claim|believe))(?!\p{L})[^.!?]{0,40})$/iu;

/**
 * What the sentences of a passage `[start, end)` say outside it, if that denies, limits or disowns it, as "no evidence
 * that" before "the benefit lasts": word for word there, and the opposite meant. Also if it only asks, has a heading
 * such as "Myth", is called false by the next sentence, or is one bound of a range.
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
  const around = text.slice(from, to);
  const turns = (words: string) => turnsMeaning(words, around);
  const cut = [head, tail].map((words) => words.trim()).find(turns);
  if (cut !== undefined) return cut;
  if (contrasts.test(tail)) return tail.trim();
  const next = firstSentence(text.slice(end + tail.length, to));
  if (opensContrast.test(next) || (takenUp.test(next) && falsified.test(next))) return next;
  if (bound.test(head) || asks.test(tail)) return (bound.test(head) ? head : tail).trim();
  const halved = matchAround(text, start, range) ?? matchAround(text, end, range);
  if (halved !== undefined) return halved;
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

/** If it introduces the passage's own paragraph. */
function leadOf(before: string, turns: (words: string) => boolean): string | undefined {
  const blocks = before.trimEnd().split(/\n[^\S\n]*\n/);
  const last = blocks.at(-1)?.trim() ?? '';
  if (!/\n[^\S\n]*$/.test(before) || last === '') return undefined;
  // Items of a list.
  const lead = /[:：]$/.test(last)
    ? last
    : [...last.split('\n'), ...(blocks.at(-2)?.split('\n').slice(-1) ?? [])].find((line) => /[:：]\s*$/.test(line));
  if (lead !== undefined && turns(lead.slice(-200))) return lead.slice(-200).trim();
  return underHeading.test(last) ? last : undefined;
}

function blankLinesIn(text: string, offset: number): number[] {
  return Array.from(text.matchAll(blankLine), ({ index }) => offset + index);
}
