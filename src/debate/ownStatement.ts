import { correctionSchema } from './data/common';
import { argumentTypes, type Entry, type Source } from './entry';
import { normaliseText, sameStatement } from './quote';
import { startsLikeCorrection } from './rules/correction';
import { claimStands, tiedSentences } from './rules/evidenceGate';
import { seqReferences } from './seqReferences';
import { contentWords, sentences } from './text';

type Citing = Pick<Entry, 'type' | 'content' | 'sources' | 'data'>;

/** What a correction says instead: the new source has to bear that out. */
function correctedTo({ data }: Citing, { url }: Source): string | undefined {
  const { new_url: by, instead = '' } = correctionSchema.safeParse(data?.['correction']).data ?? {};
  return by === url && instead.trim() !== '' ? instead : undefined;
}

/**
 * What an entry uses a source for: the sentences of its text that carry the quotation; where those only quote, what stands beside them;
 * where the quotation is not in the text, the claim. Undefined where the entry says nothing about the passage but the passage.
 */
export function ownStatement(entry: Citing, source: Source): string | undefined {
  const { claim = '', quote = '' } = source;
  const instead = correctedTo(entry, source);
  if (instead !== undefined) return sameStatement(instead, quote) ? undefined : instead;
  const said = sentences(withoutCorrection(entry.content)).map(({ text }) => text);
  const { sentences: carrying } = tiedSentences({ content: entry.content }, { quote });
  const isOwn = said.map((sentence) => isAbout(bare(sentence, entry.sources ?? []), quote));
  const hasClaim = claim.trim() !== '' && !sameStatement(claim, quote) && claimStands(entry.content, source);
  const places = said.flatMap((sentence, at) => (carrying.includes(sentence) ? [at] : []));
  if (places.length === 0) return hasClaim ? claim : entry.content;
  if (!isOwn.includes(true)) return undefined;
  if (places.some((at) => isOwn[at])) return places.map((at) => said[at]).join(' ');
  if (hasClaim) return claim;
  const beside = said.filter(
    (_, at) => places.includes(at) || (isOwn[at] && places.some((place) => Math.abs(place - at) === 1)),
  );
  return beside.length > places.length ? beside.join(' ') : said.filter((_, at) => isOwn[at]).join(' ');
}

/** Whether a source is used for words of the entry's own: in free text, and for what a correction says in any. */
export const usesForOwn = (entry: Citing, source: Source): boolean =>
  isFreeText(entry) || correctedTo(entry, source) !== undefined;

/** Whether the text is free: the parts of other formats' entries stand under headings of their own. */
const isFreeText = ({ type }: Pick<Entry, 'type'>): boolean => argumentTypes.has(type);

const withoutCorrection = (content: string): string =>
  startsLikeCorrection(content) ? content.trimStart().replace(/^[^\n]*/, '') : content;

/** A sentence without what is quoted in it, and without what only says where that stands. */
function bare(sentence: string, sources: readonly Source[]): string {
  let left = ` ${normaliseText(sentence).text} `;
  const quoted = sources.flatMap(({ url, title, quote = '' }) => [url, title, quote]);
  for (const words of quoted.map((text) => normaliseText(text).text.trim()).sort((a, b) => b.length - a.length)) {
    if (words === '') continue;
    // A passage may be of several sentences, and this one of them.
    left = words.includes(left.trim()) ? '' : left.replaceAll(words, ' ');
  }
  for (const { start, end } of seqReferences(left).toReversed()) left = `${left.slice(0, start)} ${left.slice(end)}`;
  return left.trim();
}

const refers =
  /(?<!\p{L})(?:this|that|these|those|it|its|they|their|so|thus|hence|therefore|such|which|das|dies|dass|daher|also|cela|donc|esto|eso)(?!\p{L})/iu;

/** Two words of content may open what is quoted ("Look at the record."); more of them, or one of the passage's own, say something. */
function isAbout(words: string, quote: string): boolean {
  const own = contentWords(words);
  if (own.length === 0) return false;
  const passage = new Set(contentWords(quote));
  return own.length > 2 || refers.test(words) || own.some((word) => passage.has(word));
}
