import { pageText, sentencesOf, type CorpusPage } from './corpusPage';
import type { CorpusPair } from './corpusPair';

const menu = ['Home | News | Weather | Sport | About us | Contact', 'Sign in to read more articles like this one'];

/** Quotations from the menu, a comment or the references, which the author never said. */
export function outsideBodyPairs(page: CorpusPage, others: readonly CorpusPage[]): CorpusPair[] {
  const body = pageText(page);
  return others
    .filter((other) => other.name !== page.name && other.language === page.language)
    .flatMap((other) =>
      sentencesOf(other).map((quote, index): CorpusPair => {
        const outside =
          index % 2 === 0 ? [...menu, quote].join('\n') : `References\n\n1. ${quote} Quarterly Review 12, 2019.`;
        return {
          kind: 'outside body',
          how: index % 2 === 0 ? 'menu' : 'bibliography',
          source: `${body}\n\n${outside}`,
          quote,
          within: { start: 0, end: body.length },
        };
      }),
    );
}

/** Sentences in another language, from pages with the same content. */
export function translatedPairs(parallel: readonly CorpusPage[]): CorpusPair[] {
  return parallel.flatMap((page) =>
    parallel
      .filter(({ language }) => language !== page.language)
      .flatMap((other) =>
        sentencesOf(other).map((quote): CorpusPair => ({
          kind: 'other language',
          how: `${other.language} in ${page.language}`,
          source: pageText(page),
          quote,
        })),
      ),
  );
}

const latin: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ы: 'y',
  ь: '',
  ъ: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** The same words in Latin letters. */
export function transliteratedPairs(page: CorpusPage): CorpusPair[] {
  if (page.language !== 'ru' && page.language !== 'el') return [];
  const spell = (text: string) =>
    Array.from(
      text
        .normalize('NFD')
        .toLowerCase()
        .replace(/[\u0300\u0301]/g, ''),
      (letter) => latin[letter] ?? letter,
    ).join('');
  return sentencesOf(page).map((sentence) => ({
    kind: 'other language',
    how: 'in Latin letters',
    source: pageText(page),
    quote: spell(sentence),
  }));
}

/** The first words of each sentence that stay under twelve characters. */
export function shortPairs(page: CorpusPage): CorpusPair[] {
  return sentencesOf(page).map((sentence) => {
    const piece = sentence.slice(0, 11);
    const quote = /\p{L}$/u.test(piece) && piece.includes(' ') ? piece.slice(0, piece.lastIndexOf(' ')) : piece;
    return { kind: 'too short', how: 'its first words', source: pageText(page), quote: quote.trim() };
  });
}

export function unrelatedPairs(page: CorpusPage, others: readonly CorpusPage[]): CorpusPair[] {
  return others
    .filter((other) => other.name !== page.name)
    .flatMap((other, index) => sentencesOf(other).filter((_, at) => (at + index) % 4 === 0))
    .map((quote) => ({ kind: 'unrelated', how: 'of another page', source: pageText(page), quote }));
}
