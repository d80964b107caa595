import { pageText, sentencesOf, type CorpusPage, type Language } from './corpusPage';
import type { CorpusPair } from './corpusPair';

type Change = readonly [RegExp, string];

/** Changes that remove a denial from a sentence, or add one. */
const changes: Readonly<Record<Language, readonly Change[]>> = {
  en: [
    [/ not(?= )/u, ''],
    [/(?<=do|does)n’t/u, ''],
    [/never /u, ''],
    [/\bnever /u, 'always '],
    [/cannot/u, 'can'],
    [/^No /u, 'The '],
    [/ no /u, ' '],
    [/ no /u, ' some '],
    [/without/u, 'with'],
    [/(?<=\b)un(?=likely|enforceable|fit|reliable|treated)/u, ''],
    [/ nor /u, ' and '],
    [/unless/u, 'if'],
    [/\bfewer\b/u, 'no fewer'],
    [/ (is|are|was|were|has|had|can|may|will|should|must) (?!not)/u, ' $1 not '],
    [/ (is|are|was|were|has|had) (?!not)/u, ' $1n’t '],
    [/ (is|are|was|were|can|will) (?!not)/u, ' $1 never '],
    [
      / (rose|fell|counted|received|measures|supported|opposed|paid|passed|approved|rejected|writes|flushes) /u,
      ' never $1 ',
    ],
    [/with(?= the)/u, 'without'],
  ],
  de: [
    [/ nicht/u, ''],
    [/keinen/u, 'einen'],
    [/ nie /u, ' '],
    [/[Oo]hne/u, 'Mit'],
    [/ (wird|wurde|wurden|müssen|dürfen|überlebten) /u, ' $1 nicht '],
    [/ einen /u, ' keinen '],
  ],
  fr: [
    [/ n[e’] ?(\S+) (?:pas|jamais|plus)/u, ' $1'],
    [/ pas(?= )/u, ''],
    [/jamais /u, ''],
    [/Aucune/u, 'Une'],
    [/ (doivent|peuvent|doit|réduit|coûtera|mesure) /u, ' ne $1 pas '],
    [/ a été /u, ' n’a pas été '],
    [/ mais /u, ' mais non '],
  ],
  es: [
    [/ no /u, ' '],
    [/ nunca /u, ' '],
    [/ sin /u, ' con '],
    [/ningún/u, 'algún'],
    [/ ya no /u, ' ya '],
    [/ (pueden|deben|tienen|tenía|pagó|costará|perdió|bajaron|publicó|se inauguró) /u, ' no $1 '],
  ],
  el: [
    [/ δεν/u, ''],
    [/ (ενέκρινε|δέχθηκε|περιμένουν|έφτασε) /u, ' δεν $1 '],
  ],
  ru: [
    [/ не(?= )/u, ''],
    [/ (закрыли|завершится|обойдётся|разрешено|должны) /u, ' не $1 '],
  ],
  zh: [
    [/不(?=再|会)/u, ''],
    [/没有/u, ''],
    [/可以/u, '不可以'],
    [/必须/u, '不必'],
    [/需要/u, '不需要'],
  ],
  ja: [
    [/なくなった/u, 'なった'],
    [/終わらない/u, '終わる'],
    [/できる/u, 'できない'],
    [/閉鎖された/u, '閉鎖されなかった'],
    [/降りなければならない/u, '降りなくてもよい'],
  ],
  ar: [
    [/ لم /u, ' '],
    [/ولن /u, 'و'],
    [/^يسمح/u, 'لا يسمح'],
    [/^ستكلف/u, 'لن تكلف'],
  ],
};

export function negationPairs(page: CorpusPage): CorpusPair[] {
  const source = pageText(page);
  return sentencesOf(page).flatMap((sentence) =>
    changes[page.language].flatMap(([pattern, replacement]): CorpusPair[] => {
      const quote = sentence.replace(pattern, replacement);
      return quote === sentence ? [] : [{ kind: 'negation', how: `${pattern.source} → ${replacement}`, source, quote }];
    }),
  );
}
