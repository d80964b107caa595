import { isSpaced, pageText, sentencesOf, type CorpusPage } from './corpusPage';
import type { CorpusPair, NoMatchClass } from './corpusPair';

type Change = readonly [RegExp, string];

/** Every change at every place of the sentence where it applies, one at a time. */
function changed(sentence: string, [pattern, replacement]: Change): string[] {
  const global = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  return Array.from(sentence.matchAll(global), (match) => {
    const before = sentence.slice(0, match.index);
    const single = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}y`);
    single.lastIndex = match.index;
    return before + sentence.replace(single, replacement).slice(before.length);
  });
}

function pairs(page: CorpusPage, kind: NoMatchClass, change: (sentence: string) => readonly string[]): CorpusPair[] {
  const source = pageText(page);
  return sentencesOf(page).flatMap((sentence) =>
    change(sentence)
      .filter((quote) => quote !== sentence)
      .map((quote) => ({ kind, how: `from: ${sentence}`, source, quote })),
  );
}

/** Three content words of each sentence, each exchanged for another one of the same page. */
export function wordPairs(page: CorpusPage): CorpusPair[] {
  if (!isSpaced(page)) return pairs(page, 'word', (sentence) => [4, 9, 14].map((at) => exchange(sentence, at)));
  const pool = [...new Set(pageText(page).match(/(?<![\p{L}\p{M}’'-])\p{Ll}[\p{L}\p{M}]{4,}(?![\p{L}’'-])/gu) ?? [])];
  return pairs(page, 'word', (sentence) => {
    const words = [...sentence.matchAll(/(?<![\p{L}\p{M}’'-])\p{Ll}[\p{L}\p{M}]{4,}(?![\p{L}’'-])/gu)];
    return [1, 3, 5].flatMap((nth) => {
      const word = words[nth % Math.max(words.length, 1)];
      const other = word === undefined ? undefined : pool[(pool.indexOf(word[0]) + 7 * nth) % pool.length];
      if (word === undefined || other === undefined || other === word[0]) return [];
      return [sentence.slice(0, word.index) + other + sentence.slice(word.index + word[0].length)];
    });
  });
}

/** Two letters in the other order. */
function exchange(sentence: string, from: number): string {
  const at = from + Math.max(0, sentence.slice(from).search(/[\p{sc=Han}\p{sc=Hiragana}]{2}/u));
  const [one, other] = [sentence.charAt(at), sentence.charAt(at + 1)];
  return sentence.slice(0, at) + other + one + sentence.slice(at + 2);
}

const numberChanges: readonly Change[] = [
  [/(?<=\d)0(?!\d)|(?<=\d)5(?!\d)/u, '1'],
  [/(?<![\d.,])1(?=\d)/u, '2'],
  [/(?<![\d.,])[3-9](?=[\d.,]*\d?)/u, '1'],
  // The comma between thousands is left out here, since the number would be the same.
  [/(?<=\d)(?:\.|,(?!\d{3}(?!\d)))(?=\d)/u, ''],
  [/(?<=\d),(?=\d)/u, '.'],
  [/(?<=\d)\.(?=\d)/u, ','],
  [/(?<=\d)(?=\s?%)/u, '0'],
  [/(?<=\d)\s?%/u, ''],
  [/(?<=\d)(?=\s)/u, '0'],
  [/(?<!\d)(?=\d+%)/u, '-'],
  [/ million(?!s)/u, ' billion'],
  [/ Millionen/u, ' Milliarden'],
  [/ millions/u, ' milliards'],
  [/ millones/u, ' mil millones'],
  [/ Mrd\./u, ' Mio.'],
  [/fourteen|eleven|twelve|sixteen/u, 'fifteen'],
  [/forty|ninety/u, 'sixty'],
  [/(?<!\p{L})(?:two|three|five|ten|seven)(?!\p{L})/iu, 'four'],
  [/first two/u, 'first three'],
  [/zwei|drei/u, 'vier'],
  [/trois|deux/u, 'cinq'],
  [/cinco/u, 'cuatro'],
  [/миллионов/u, 'миллиардов'],
  [/εκατομμύρια/u, 'δισεκατομμύρια'],
  [/億/u, '万'],
  [/万/u, '亿'],
  [/مليون/u, 'مليار'],
];

export const numberPairs = (page: CorpusPage): CorpusPair[] =>
  pairs(page, 'number', (sentence) => numberChanges.flatMap((change) => changed(sentence, change)));

const unitChanges: readonly Change[] = [
  [/\$(?=\d)/u, '€'],
  [/€(?=\d)/u, '£'],
  [/£(?=\d)/u, '$'],
  [/€/u, '$'],
  [/(?<!\p{L})ms(?!\p{L})/u, 's'],
  [/(?<!\p{L})MB(?!\p{L})/u, 'GB'],
  [/(?<!\p{L})GB(?!\p{L})/u, 'MB'],
  [/(?<!\p{L})mg(?!\p{L})/u, 'g'],
  [/m²/u, 'km²'],
  [/%/u, '‰'],
  [/per cent/u, 'percentage points'],
  [/Prozent/u, 'Promille'],
  [/tonnes/u, 'kilograms'],
  [/yards/u, 'metres'],
  [/minutes/u, 'hours'],
  [/hours/u, 'days'],
  [/(?<!\p{L})days/u, 'weeks'],
  [/nights/u, 'weeks'],
  [/an hour/u, 'a day'],
  [/euros/u, 'dollars'],
  [/Euro(?!\p{L})/u, 'Dollar'],
  [/kilometres/u, 'miles'],
  [/Kilometern/u, 'Meilen'],
  [/kilomètres/u, 'milles'],
  [/kilómetros/u, 'millas'],
  [/mois/u, 'ans'],
  [/τόνους/u, 'κιλά'],
  [/ευρώ/u, 'δολάρια'],
  [/рублей/u, 'долларов'],
  [/元/u, '円'],
  [/公里/u, '英里'],
  [/円/u, 'ドル'],
  [/دولار/u, 'يورو'],
];

export const unitPairs = (page: CorpusPage): CorpusPair[] =>
  pairs(page, 'unit', (sentence) => unitChanges.flatMap((change) => changed(sentence, change)));
