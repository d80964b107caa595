import * as z from 'zod';
import { correctionFields, correctionsOf } from './data/common';
import type { Entry, Source } from './entry';
import { formats } from './formats/registry';
import { normaliseText, sameStatement } from './quote';
import { claimStands, tiedSentences } from './rules/evidenceGate';
import { withoutCorrectionLines } from './rules/spokenRules';
import { seqReferences } from './seqReferences';
import { escapeRegExp } from './shortText';
import type { SaidBySource } from './step';
import { contentWords, sentences } from './text';

const said: ReadonlyMap<string, SaidBySource> = new Map(formats.flatMap((format) => Object.entries(format.said ?? {})));

const correctionFieldsSchema = z.looseObject(correctionFields);

type Citing = Pick<Entry, 'type' | 'content' | 'sources' | 'data'>;

/** The new source has to support it. */
function correctedTo({ data }: Citing, { url }: Source): string | undefined {
  const made = correctionsOf(correctionFieldsSchema.safeParse(data ?? {}).data ?? {});
  const said = made.flatMap(({ new_url: by, instead = '' }) =>
    by === url && instead.trim() !== '' ? [instead.trim()] : [],
  );
  return said.length === 0 ? undefined : said.join(' ');
}

/**
 * The sentences that carry the quotation; if those only quote, the sentences beside them; without the quotation, the
 * claim. Undefined if the entry only repeats the passage.
 */
export function ownStatement(entry: Citing, source: Source): string | undefined {
  const { quote = '' } = source;
  const instead = correctedTo(entry, source);
  if (instead !== undefined) return sameStatement(instead, quote) ? undefined : instead;
  const { text, whole } = said.get(entry.type)?.(entry, source) ?? { text: entry.content };
  const spoken = spokenSentences(withoutCorrectionLines(text), entry, source);
  if (whole === undefined) return usedFor(spoken, { content: text }, source);
  return spoken.some(({ isOwn }) => isOwn) ? whole : undefined;
}

interface Sentence {
  text: string;
  isOwn: boolean;
  carriesQuote: boolean;
}

/** Without sentences that only locate a passage. */
function spokenSentences(text: string, { sources }: Citing, { quote = '' }: Source): Sentence[] {
  const { sentences: carrying } = tiedSentences({ content: text }, { quote });
  return sentences(text).flatMap((sentence) => {
    const own = bare(sentence.text, sources ?? []);
    const carriesQuote = carrying.includes(sentence.text);
    if (!carriesQuote && contentWords(own).length === 0) return [];
    return [{ text: sentence.text, isOwn: isAbout(own, quote), carriesQuote }];
  });
}

function usedFor(said: readonly Sentence[], entry: Pick<Citing, 'content'>, source: Source): string | undefined {
  const { claim = '', quote = '' } = source;
  const hasClaim = claim.trim() !== '' && !sameStatement(claim, quote) && claimStands(entry.content, source);
  const places = said.flatMap(({ carriesQuote }, at) => (carriesQuote ? [at] : []));
  if (places.length === 0) return hasClaim ? claim : entry.content;
  const own = said.filter(({ isOwn }) => isOwn);
  if (own.length === 0) return undefined;
  const carrying = said.filter(({ carriesQuote }) => carriesQuote);
  if (carrying.some(({ isOwn }) => isOwn)) return wordsOf(carrying);
  if (hasClaim) return claim;
  const beside = said.filter(
    ({ isOwn, carriesQuote }, at) => carriesQuote || (isOwn && places.some((place) => Math.abs(place - at) === 1)),
  );
  return wordsOf(beside.length > places.length ? beside : own);
}

const wordsOf = (said: readonly Sentence[]): string => said.map(({ text }) => text).join(' ');

/** Without quotations, and words that only locate them. */
function bare(sentence: string, sources: readonly Source[]): string {
  const linked = sources.map(({ url }) => escapeRegExp(url)).join('|');
  const links = new RegExp(String.raw`\[[^\]\n]{0,500}\]\(<?(?:${linked})>?\)`, 'gu');
  let left = ` ${normaliseText(linked === '' ? sentence : sentence.replace(links, ' ')).text} `;
  // A title of a word or two may be the sentence's subject.
  const quoted = sources.flatMap(({ url, title, quote = '' }) => [
    url,
    quote,
    ...(contentWords(title).length > 2 ? [title] : []),
  ]);
  for (const words of quoted.map((text) => normaliseText(text).text.trim()).sort((a, b) => b.length - a.length)) {
    if (words === '') continue;
    // A passage may have several sentences.
    left = words.includes(left.trim()) ? '' : left.replaceAll(words, ' ');
  }
  for (const { start, end } of seqReferences(left).toReversed()) left = `${left.slice(0, start)} ${left.slice(end)}`;
  return left.trim();
}

const refers =
  /(?<!\p{L})(?:this|that|these|those|it|its|they|their|so|thus|hence|therefore|such|which|das|dies|dass|daher|also|cela|donc|esto|eso)(?!\p{L})/iu;

/** Two content words may only introduce the quotation ("Look at the record."). */
function isAbout(words: string, quote: string): boolean {
  const own = contentWords(words);
  if (own.length === 0) return false;
  const passage = new Set(contentWords(quote));
  return own.length > 2 || refers.test(words) || own.some((word) => passage.has(word));
}
