import type { TextLayout, SourcePart } from '../../matching/text/sourceText';

interface LayoutLine {
  start: number;
  end: number;
  text: string;
}

/**
 * The bibliographies of a text that keeps its order, marked in place; text after one is body again. In Markdown a
 * section ends with the next heading; elsewhere a heading is a line alone, and every entry below has to look like one.
 */
export function textLayout(text: string, { isMarkdown }: { isMarkdown: boolean }): TextLayout | undefined {
  const lines = linesOf(text);
  const plain = isMarkdown ? undefined : new PlainSections(lines);
  const found: SourcePart[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const rank = isMarkdown ? markdownRank(lines, at) : plainRank(lines, at);
    if (rank === undefined || !isBibliographyHeading(lines[at]?.text ?? '')) continue;
    const last = lastEntry(lines, at, plain ?? markdownSection(lines, rank));
    if (last === undefined) continue;
    found.push({ kind: 'bibliography', start: lines[at]?.start ?? 0, end: lines[last]?.end ?? text.length });
    at = last;
  }
  return found.length === 0 ? undefined : { parts: withBody(found, text.length) };
}

interface Section {
  isEnd(line: number): boolean;
  /** Ends an entry: an empty line, a rule, a heading within the section. */
  isBlank(line: number): boolean;
  /** The line after the last of the paragraph that begins here. */
  blockEnd(start: number): number;
  isEntries(start: number, end: number): boolean;
}

const isEmptyOrRule = ({ text }: LayoutLine): boolean => /^\s*(?:[=-]{3,}\s*)?$/.test(text);

/** No paragraph is read twice: none has a heading, and a section ends with the next of its rank. */
function markdownSection(lines: readonly LayoutLine[], rank: number): Section {
  const isEnd = (at: number): boolean => (markdownRank(lines, at) ?? 7) <= rank;
  const isBlank = (at: number): boolean =>
    lines[at] === undefined || isEmptyOrRule(lines[at]) || markdownRank(lines, at) !== undefined;
  return {
    isEnd,
    isBlank,
    blockEnd(start) {
      let end = start + 1;
      while (end < lines.length && !isBlank(end) && !isEnd(end)) end += 1;
      return end;
    },
    isEntries: (start, end) => looksLikeEntry(textOf(lines.slice(start, end)).slice(0, 1_400)),
  };
}

const textOf = (lines: readonly LayoutLine[]): string => lines.map(({ text }) => text).join('\n');

/** The facts about the paragraph that begins with a line. */
interface PlainBlock {
  end: number;
  /** Lines that begin like entries, and how many of those entries have a year or an address. */
  entries: number;
  proven: number;
  /** Of the text before the next entry; has it a year or an address? */
  length: number;
  isProven: boolean;
  beginsAsEntry: boolean;
}

/**
 * Any line may be a heading with entries below it. Facts are computed from the last line on: a text of nothing but
 * headings would be read once for each.
 */
class PlainSections implements Section {
  readonly #blocks: (PlainBlock | undefined)[];

  constructor(private readonly lines: readonly LayoutLine[]) {
    this.#blocks = new Array<PlainBlock | undefined>(lines.length);
    let next: PlainBlock | undefined;
    for (let at = lines.length - 1; at >= 0; at -= 1) {
      next = this.isBlank(at) || this.isEnd(at) ? undefined : this.#block(at, next);
      this.#blocks[at] = next;
    }
  }

  #block(at: number, next: PlainBlock | undefined): PlainBlock {
    const text = this.lines[at]?.text ?? '';
    // A name may continue on the next line.
    const beginsAsEntry = entryStart.test(next === undefined ? text : `${text}\n${this.lines[at + 1]?.text ?? ''}`);
    const rest =
      next === undefined || next.beginsAsEntry
        ? { length: 0, isProven: false }
        : { length: next.length + 1, isProven: next.isProven };
    const length = rest.length + text.length;
    const isProven = rest.isProven || hasYearOrAddress(text);
    const [entries, proven] = [next?.entries ?? 0, next?.proven ?? 0];
    const own = beginsAsEntry
      ? { entries: entries + 1, proven: proven + (isProven && length < longestEntry ? 1 : 0) }
      : { entries, proven };
    return { end: next?.end ?? at + 1, length, isProven, beginsAsEntry, ...own };
  }

  isEnd(at: number): boolean {
    const text = this.lines[at]?.text.trim() ?? '';
    return text.length <= 80 && otherHeading.test(text);
  }

  isBlank(at: number): boolean {
    const line = this.lines[at];
    return line === undefined || isEmptyOrRule(line);
  }

  blockEnd(start: number): number {
    return this.#blocks[start]?.end ?? start + 1;
  }

  /** Begins like an entry, and most such lines have a year or an address. */
  isEntries(start: number): boolean {
    const block = this.#blocks[start];
    return block?.beginsAsEntry === true && block.proven * 2 >= block.entries;
  }
}

function linesOf(text: string): LayoutLine[] {
  const lines: LayoutLine[] = [];
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end, text: text.slice(start, Math.min(end, start + 2_000)) });
    start = end + 1;
  }
  return lines;
}

/** 1 to 6; undefined if it is no heading. */
function markdownRank(lines: readonly LayoutLine[], at: number): number | undefined {
  const hashes = /^ {0,3}(#{1,6})\s/.exec(lines[at]?.text ?? '')?.[1];
  if (hashes !== undefined) return hashes.length;
  const [, underline] = /^ {0,3}(=|-){3,}\s*$/.exec(lines[at + 1]?.text ?? '') ?? [];
  if (underline === undefined || (lines[at]?.text ?? '').trim() === '') return undefined;
  return underline === '=' ? 1 : 2;
}

/** Alone: a sentence may begin with “References”. */
function plainRank(lines: readonly LayoutLine[], at: number): number | undefined {
  const text = lines[at]?.text.trim() ?? '';
  return text !== '' && text.length <= 60 && /^[\s\d.IVX)]*\p{Lu}/u.test(text) ? 1 : undefined;
}

const otherHeading =
  /^(?:(?:\d+(?:\.\d+)*|[A-Z])[.)]?\s+)?(?:appendi(?:x|ces)|annex(?:es)?|acknowledge?ments?|supplement|author(?:s|’s|'s)?\b|about the|biograph|notes?\b|index\b|glossary|list of (?:tables|figures)|anhang|danksagung|annexe|apéndice)/i;

/** The first line unlike an entry is text again. */
function lastEntry(lines: readonly LayoutLine[], heading: number, section: Section): number | undefined {
  let last: number | undefined;
  for (let at = heading + 1; at < lines.length && !section.isEnd(at);) {
    if (section.isBlank(at)) at += 1;
    else {
      const end = section.blockEnd(at);
      if (!section.isEntries(at, end)) break;
      last = end - 1;
      at = end;
    }
  }
  return last;
}

const entryStart =
  /^\s*(?:[-*+•–]\s|\[?\d{1,3}[\].)]\s|\[\p{L}[^\]\n]{1,30}\]|\p{Lu}[\p{L}'’-]+(?:,|\s\p{Lu}(?![\p{L}\p{N}]))|https?:)/u;

function withBody(found: readonly SourcePart[], length: number): SourcePart[] {
  const parts: SourcePart[] = [];
  let end = 0;
  for (const part of found) {
    if (part.start > end) parts.push({ kind: 'body', start: end, end: part.start });
    parts.push(part);
    end = part.end;
  }
  if (end < length) parts.push({ kind: 'body', start: end, end: length });
  return parts;
}

/** Lists of other people's works, in the languages of most papers. */
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

/** Numbers before a heading and marks around it do not count. */
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
const longestEntry = 1_500;

/** Sentences seldom have a year, an address, a DOI. */
export function looksLikeEntry(text: string): boolean {
  return text.length < longestEntry && hasYearOrAddress(text);
}

function hasYearOrAddress(text: string): boolean {
  return /(?<!\d)(?:1[4-9]|20)\d\d[a-z]?(?![\d%])|\bdoi\b|https?:\/\/|\bwww\.|\bisbn\b|arxiv/i.test(text);
}

/** How an entry begins: authors' own notes may have a year as well. */
export const beginsAsEntry = (text: string): boolean =>
  /^[\s^\d.[\]]*(?:["“«]|\p{Lu}[\p{L}'’-]+,? \p{Lu}\p{L}*[.,])/u.test(text) && looksLikeEntry(text);

/** Notes may be the author's own words, or a list of other people's works. */
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
