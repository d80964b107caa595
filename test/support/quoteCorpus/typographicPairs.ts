import { isSpaced, pageText, sentencesOf, type CorpusPage } from './corpusPage';
import type { CorpusPair } from './corpusPair';

const ligatures = [
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
] as const;
const fullWidth = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const betweenLetters = (text: string, sign: string) => text.replace(/(?<=\p{L}{3})(?=\p{L}{3})/gu, sign);

/** Forms of the same words from another program, font or keyboard. */
const variants: Readonly<Record<string, (text: string) => string>> = {
  'straight marks': (text) => text.replace(/[“”„«»]/g, '"').replace(/[‘’]/g, "'"),
  'other marks': (text) => text.replace(/[“„]/g, '«').replace(/”/g, '»').replace(/’/g, 'ʼ'),
  'marks of a keyboard': (text) => text.replace(/’/g, '´').replace(/[“”]/g, "''"),
  'hyphen for dash': (text) => text.replace(/ ?— ?/g, ' - '),
  'two hyphens for dash': (text) => text.replace(/ — /g, '--'),
  'tight dash': (text) => text.replace(/ — /g, '—'),
  'en dash': (text) => text.replace(/—/g, '–'),
  'Unicode hyphen': (text) => text.replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2010'),
  'non-breaking hyphen': (text) => text.replace(/(?<=\p{L})-(?=\p{L})/gu, '\u2011'),
  ligatures: (text) => ligatures.reduce((made, [letters, one]) => made.replaceAll(letters, one), text),
  'decomposed letters': (text) => text.normalize('NFD'),
  'composed letters': (text) => text.normalize('NFC'),
  'soft hyphens': (text) => betweenLetters(text, '\u00ad'),
  'zero-width spaces': (text) => betweenLetters(text, '\u200b'),
  'byte order marks': (text) => `\ufeff${text.replace(/ (?=\p{Lu})/gu, ' \ufeff')}`,
  'directional marks': (text) => `\u200f${text.replace(/(?<=\d) /g, '\u200e ')}\u200f`,
  'no-break spaces': (text) => text.replace(/ /g, '\u00a0'),
  'narrow spaces': (text) => text.replace(/(?<=\d) /g, '\u202f'),
  'double spaces and tabs': (text) => text.replace(/ /g, '  ').replace(/ {2}(?=\p{Lu})/gu, '\t'),
  'full width': fullWidth,
  capitals: (text) => text.toUpperCase(),
  'small letters': (text) => text.toLowerCase(),
  'percent sign apart': (text) => text.replace(/(?<=\d) ?%/g, '\u00a0%'),
  'percent sign tight': (text) => text.replace(/(?<=\d)\s%/g, '%'),
  emphasis: (text) => text.replace(/(?<=[ ]|^)(\p{L}{5,})(?= )/gu, '**$1**'),
  'no marks of code': (text) => text.replace(/`/g, ''),
  'enclosed in marks': (text) => `“${text}”`,
  'superscript two': (text) => text.replace(/²/g, '2'),
  'sharp s in full': (text) => text.replace(/ß/g, 'ss'),
  'ideographic marks': (text) => text.replace(/，/g, ',').replace(/：/g, ':'),
};

/** Each variant on either side, if it changes the text. */
export function typographicPairs(page: CorpusPage): CorpusPair[] {
  const source = pageText(page);
  return Object.entries(variants).flatMap(([how, vary]) =>
    sentencesOf(page).flatMap((sentence, index) => {
      const varied = vary(sentence);
      if (varied === sentence) return [];
      const inQuote: CorpusPair = { kind: 'typographic', how, source, quote: varied };
      const inSource: CorpusPair = {
        kind: 'typographic',
        how: `${how}, in the source`,
        source: varySource(page, vary),
        quote: sentence,
      };
      return index % 2 === 0 ? [inQuote, inSource] : [inQuote];
    }),
  );
}

function varySource(page: CorpusPage, vary: (text: string) => string): string {
  return page.paragraphs.map((sentences) => sentences.map(vary).join(isSpaced(page) ? ' ' : '')).join('\n\n');
}

/** Unchanged quotations: whole sentences, their beginnings and ends, and two in a row. */
export function verbatimPairs(page: CorpusPage): CorpusPair[] {
  const source = pageText(page);
  const all = sentencesOf(page).flatMap((sentence) => {
    const words = sentence.split(' ');
    const half = Math.ceil(words.length / 2);
    const halves = words.length < 12 ? [] : [words.slice(0, half).join(' '), words.slice(half).join(' ')];
    return [sentence, ...halves.filter((piece) => !cutsFigure(piece, sentence))];
  });
  const pairs = page.paragraphs
    .filter(({ length }) => length > 1)
    .map((sentences) => sentences.slice(0, 2).join(isSpaced(page) ? ' ' : ''));
  return [...all, ...pairs].map((quote) => ({ kind: 'verbatim', how: 'as it stands', source, quote }));
}

/** Whether a half ends within "64 MB" or "$2.4 million". */
function cutsFigure(piece: string, sentence: string): boolean {
  const at = sentence.indexOf(piece);
  const around = sentence.slice(Math.max(0, at - 2), at) + sentence.slice(at + piece.length, at + piece.length + 12);
  return /\d/.test(around) || /\d$/.test(piece) || /^ (?:%|€|million|mil)/.test(sentence.slice(at + piece.length));
}

/** Pairs that differ only in a comma or the full stop: found, but not as exact. */
export function punctuationPairs(page: CorpusPage): CorpusPair[] {
  const source = pageText(page);
  return sentencesOf(page)
    .map((sentence) => sentence.replace(/(?<=\p{L}), (?=\p{L})/u, ' '))
    .filter((quote) => !source.includes(quote))
    .map((quote) => ({ kind: 'punctuation', how: 'a comma left out', source, quote }));
}
