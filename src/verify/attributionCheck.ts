import type { SourceCitation, CheckedText, Verdict } from './verdict';

/**
 * Whether title, authors and year are those that were cited. Only a clear contradiction fails: sites rename pages, debaters shorten and
 * translate titles, and neither is a lie.
 */
export function checkAttribution({ source, entry, url }: SourceCitation, page: CheckedText): Verdict {
  if (url.kind !== 'web') return { result: 'not_applicable' };
  const year = checkYear({ cited: [source.title], named: [source.claim ?? '', entry.content] }, page);
  if (year !== undefined) return { result: 'fail', note: year };
  return checkTitle(source.title, page);
}

function checkTitle(title: string, page: CheckedText): Verdict {
  const cited = words(title);
  if (cited.length === 0 || /^https?:/i.test(title.trim())) return { result: 'not_applicable' };
  const own = words(page.title);
  const around = [...(page.authors ?? []), page.site ?? ''].flatMap(words);
  // "Lee (2021): The title", "The title | The site".
  const bare = (all: readonly string[]): string[] =>
    all.filter((word) => !around.includes(word) && !/^\d{4}$/.test(word));
  if (isPartOf(bare(cited), own) || isPartOf(bare(own), cited)) return { result: 'pass' };
  if (isContradicted(title, page)) {
    const known = page.site === undefined ? `“${page.title}”` : `“${page.title}” of ${page.site}`;
    return {
      result: 'fail',
      note: `It was cited as “${title}”, but what stands there is ${known}, which has none of these words.`,
    };
  }
  return { result: 'not_judged', note: `It was cited as “${title}”; the page calls itself “${page.title}”.` };
}

const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length > 0 && part.every((word) => whole.includes(word));

/** Titles of a few words, and those of another language than the page, are nobody's mistake. */
function isContradicted(title: string, page: CheckedText): boolean {
  const cited = words(title);
  if (cited.length < 3 || words(page.title).length < 2 || !isEnglish(title) || !isEnglish(page.text.slice(0, 20_000)))
    return false;
  const known = new Set(
    [page.title, page.site ?? '', ...(page.authors ?? []), page.finalUrl ?? '', page.text].flatMap(words),
  );
  return !cited.some((word) => known.has(word));
}

/** By its little words, of which a text has many and a title at least one. */
function isEnglish(text: string): boolean {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const little = all.filter((word) => englishWords.has(word)).length;
  const foreign = all.filter((word) => foreignWords.has(word)).length;
  return little > 0 && foreign === 0 ? true : little > foreign * 10;
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const englishWords = wordSet(
  'the of and to is are for with how why what that this from by its their which has have was were',
);
const foreignWords = wordSet(
  'der die das und ist für mit ein eine von zu den le la les et est pour dans une des du el los las y de del que para il lo gli e di che per un una het een van en',
);
const littleWords = wordSet(
  'a an the of and or to in on at for with how why what that this from by its is are was were as et al com org net www http https html',
);

function words(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !littleWords.has(word));
}

/**
 * A year in brackets after an author's name, or anywhere in the cited title in brackets, against the year in which the page says that it was
 * published. A year more or less is the time between writing and print; one that stands on the page has a reason.
 */
function checkYear(
  { cited, named }: { cited: readonly string[]; named: readonly string[] },
  page: CheckedText,
): string | undefined {
  const published = /^\d{4}/.exec(page.published ?? '')?.[0];
  if (published === undefined) return undefined;
  const surnames = (page.authors ?? []).flatMap((author) =>
    author.includes(',') ? words(author.replace(/,.*/s, '')) : words(author).slice(-1),
  );
  const years = [
    ...cited.flatMap((title) => [...title.matchAll(/\(((?:19|20)\d\d)[a-z]?\)/g)].map(([, year = '']) => year)),
    ...named.flatMap((text) =>
      [
        ...text.matchAll(
          /(\p{Lu}[\p{L}'’-]{1,60})(?:,? et al\.?| and [^\s(]+| & [^\s(]+)?,? \(((?:19|20)\d\d)[a-z]?\)/gu,
        ),
      ]
        .filter(([, name = '']) => words(name).some((word) => surnames.includes(word)))
        .map(([, , year = '']) => year),
    ),
  ];
  const stated = new Set(`${page.title} ${page.finalUrl ?? ''} ${page.text}`.match(/(?:19|20)\d\d/g) ?? []);
  const wrong = years.filter((year) => Math.abs(Number(year) - Number(published)) > 1 && !stated.has(year));
  // A title may name several works; one year that fits is enough.
  if (wrong.length === 0 || wrong.length < years.length) return undefined;
  return `It was cited as of ${wrong[0] ?? ''}, but the page says that it was published in ${published}.`;
}
