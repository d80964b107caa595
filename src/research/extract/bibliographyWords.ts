/** Headings of lists of other people's works, in the languages of most papers. */
const names = new Set(
  [
    'references|reference list|list of references|references cited|cited references|references and notes|notes and references',
    'references and further reading|references and bibliography|bibliography|selected bibliography|bibliography and references',
    'works cited|cited works|literature cited|cited literature|literature|sources cited|sources|list of sources|citations|further reading|key references',
    'literatur|literaturverzeichnis|literaturliste|literaturangaben|literaturhinweise|weiterführende literatur|quellen|quellenverzeichnis',
    'quellenangaben|quellennachweise|einzelnachweise|fußnoten und quellen|références|références bibliographiques|bibliographie|ouvrages cités',
    'sources et références|notes et références|bibliografía|referencias|referencias bibliográficas|obras citadas|bibliografia|riferimenti',
    'riferimenti bibliografici|referências|referências bibliográficas|literatuur|literatuurlijst|referenties|bronnen|referenser|källor|litteratur',
    'litteraturliste|kilder|bibliografie|piśmiennictwo|literatura|kirjallisuus|lähteet|литература|список литературы|источники|参考文献|参考资料|참고문헌',
  ].flatMap((line) => line.split('|')),
);

/** Whether a heading, without its markup, is one of these. Numbers before it and marks around it do not count. */
export function isBibliographyHeading(heading: string): boolean {
  if (heading.length > 80) return false;
  const bare = heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/\[[^\]]{0,40}\]|\(\d+\)/g, '')
    .replace(/^[\s#*_]*(?:(?:section |chapter )?(?:\d+(?:\.\d+)*|[ivx]{1,5}|[a-z])[.):]?\s+)?/u, '')
    .replace(/(?<![\s:.*_#¶§])[\s:.*_#¶§]+$/u, '')
    .replace(/\s+/g, ' ');
  return names.has(bare) || names.has(heading.trim().toLowerCase());
}

/** In characters; longer is no entry. */
export const longestEntry = 1_500;

/** Features of bibliography entries that sentences seldom have: a year, an address, a DOI. */
export function looksLikeEntry(text: string): boolean {
  return text.length < longestEntry && hasYearOrAddress(text);
}

export function hasYearOrAddress(text: string): boolean {
  return /(?<!\d)(?:1[4-9]|20)\d\d[a-z]?(?![\d%])|\bdoi\b|https?:\/\/|\bwww\.|\bisbn\b|arxiv/i.test(text);
}

/** How an entry begins: authors' own notes may have a year as well. */
export const beginsAsEntry = (text: string): boolean =>
  /^[\s^\d.[\]]*(?:["“«]|\p{Lu}[\p{L}'’-]+,? \p{Lu}\p{L}*[.,])/u.test(text) && looksLikeEntry(text);

/** What is above notes, which may be the author's own words, or a list of other people's works. */
export const isNotesHeading = (heading: string): boolean =>
  /^(?:(?:foot|end)?notes?|citations? and notes|fußnoten|anmerkungen|notes de bas de page|notas|note|voetnoten|noter|примечания|脚注|注釈)$/i.test(
    heading.replace(/\[[^\]]{0,40}\]/g, '').trim(),
  );

const teasers = new Set(
  [
    'related|related articles|related stories|related posts|related content|related news|read next|read also|also read|see also|read more|more stories',
    'most read|most popular|trending|trending now|you may also like|you might also like|recommended|recommended for you|up next|more on this story',
    'mehr zum thema|das könnte sie auch interessieren|lesen sie auch|auch interessant|meistgelesen|weitere artikel|à lire aussi|lire aussi',
    'sur le même sujet|articles liés|les plus lus|noticias relacionadas|te puede interesar|lea también|más noticias|leggi anche|lees ook',
  ].flatMap((line) => line.split('|')),
);

/** Headings of links to other articles. */
export const isTeaserHeading = (heading: string): boolean =>
  teasers.has(
    heading
      .toLowerCase()
      .replace(/(?<![\s:…])[\s:…]+$/u, '')
      .trim(),
  );
