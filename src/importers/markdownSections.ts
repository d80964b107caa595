import { sampleWords } from '../debate/flow/seats';
import { escapeRegExp } from '../matching/text/shortText';
import { parseSourceUrl } from '../matching/text/sourceUrl';

/** A heading with the text below it. */
export interface MarkdownSection {
  /** Heading level, 1 to 6. */
  level: number;
  title: string;
  /** Text up to the next heading of any level, trimmed. */
  text: string;
  /** Text up to the next heading of the same or a higher level, trimmed. */
  whole: string;
  /** Headings nested in it, of all deeper levels. */
  inner: MarkdownSection[];
  /** Line of the heading, counted from 1. */
  line: number;
  /** Offset of the heading in the text. */
  start: number;
}

const heading = /^ {0,3}(#{1,6})[ \t](.*)$/;
const fence = /^ {0,3}(```|~~~)/;

type HeadingMark = Omit<MarkdownSection, 'text' | 'whole' | 'inner'> & { end: number };

/** The notice at the foot of Rostrum's documents, which is no part of the last section. */
const footer = new RegExp(
  String.raw`\n---\n\n\*[^*\n]*(?:no language model(?: was used)?|(?:not|was) made here|${escapeRegExp(sampleWords)})\*\s*$`,
);

/** Sections in order. Headings inside code fences do not count. */
export function sectionsOf(file: string): MarkdownSection[] {
  const text = file.replace(footer, '');
  const marks = marksOf(text);
  const sections: MarkdownSection[] = [];
  // Goes backwards, so that nested sections are complete before the section around them.
  for (const [index, { end, ...mark }] of [...marks.entries()].reverse()) {
    const after = sections.findIndex((other) => other.level <= mark.level);
    sections.unshift({
      ...mark,
      text: text.slice(end, marks[index + 1]?.start).trim(),
      whole: text.slice(end, sections[after]?.start).trim(),
      inner: after < 0 ? [...sections] : sections.slice(0, after),
    });
  }
  return sections;
}

function marksOf(text: string): HeadingMark[] {
  const marks: HeadingMark[] = [];
  let start = 0;
  let opened: string | undefined;
  text.split('\n').forEach((content, index) => {
    const end = start + content.length;
    const ticks = fence.exec(content)?.[1];
    if (ticks !== undefined) opened = opened === undefined ? ticks : opened === ticks ? undefined : opened;
    const [, hashes, title] = opened === undefined ? (heading.exec(content) ?? []) : [];
    if (hashes !== undefined)
      marks.push({
        level: hashes.length,
        title: (title ?? '')
          .trim()
          .replace(/(?<!#)#+$/, '')
          .trimEnd(),
        line: index + 1,
        start,
        end,
      });
    start = end + 1;
  });
  return marks;
}

/** Whether the text holds more than marks, lines and blanks. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Title in lower case without decoration (`2.`, `**`, a colon at the end). */
export const plainTitle = (title: string): string =>
  title
    .replace(/[*_`]/g, '')
    .replace(/^\s*(?:\d+(?:\.\d+)*[.)]?|[a-z][.)])\s+/i, '')
    .replace(/[’‘]/g, "'")
    .trim()
    .replace(/(?<!\s)\s*:$/, '')
    .toLowerCase();

/** Returns the first section whose plain title matches. */
export const sectionNamed = (sections: readonly MarkdownSection[], title: RegExp): MarkdownSection | undefined =>
  sections.find((section) => title.test(plainTitle(section.title)));

/** Rostrum's Markdown as plain text: without escapes and links to entries. */
export const unescaped = (line: string): string =>
  line
    .replace(/\[([^[\]]*)\]\([^()\s]*#seq-\d+\)/g, '$1')
    .replace(/<(https?:[^<>\s]*)>/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt);/g, (_, name: string) => (name === 'amp' ? '&' : '<'));

/** Items of a list, each with all its lines; without a list, the paragraphs. */
export function itemsOf(text: string): string[] {
  const isList = bullet.test(text);
  const items: string[] = [];
  let isFresh = true;
  for (const line of text.split('\n')) {
    const item = /^ ?(?:[-*+]|\d+[.)])\s(.*)$/.exec(line)?.[1];
    if (item !== undefined || (isFresh && line.trim() !== '')) items.push(item ?? line);
    else if (items.length > 0) items.push(`${items.pop() ?? ''}\n${line}`);
    isFresh = line.trim() === '' && (!isList || items.length === 0);
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** Whether the item only says that there is none. */
export const isNone = (item: string): boolean => /^[\s*_(]*(?:none|n\/a|nothing)\b/i.test(item);

const bullet = /^ ?(?:[-*+]|\d+[.)])\s/m;

const tableLine = /^\s*\|.*\|\s*$/;

/** Removes the lines of tables. */
export const withoutTables = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !tableLine.test(line))
    .join('\n');

/** Rows of a table, the heading row first, without the line of dashes. */
export function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => tableLine.test(line) && !/^\s*\|[\s:|-]+\|\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.replace(/\\\|/g, '|').trim()),
    );
}

/** Rows by the heads of their columns, without bold; a missing cell is empty. */
export function tableRecords<Name extends string>(
  text: string,
  columns: Readonly<Record<Name, RegExp>>,
): ((name: Name) => string)[] {
  const [heads = [], ...rows] = tableRows(text).map((cells) => cells.map((cell) => cell.replace(/\*\*/g, '').trim()));
  const at = (name: Name): number => heads.findIndex((head) => columns[name].test(head.replace(/\*/g, '')));
  return rows.map((cells) => (name) => cells[at(name)] ?? '');
}

const address = /\b(?:https?:\/\/|workspace:)[^\s<>"'`]+/gi;

/** URLs in the text, each once, without the punctuation that closes a sentence. */
export function urlsIn(text: string): string[] {
  const found = [...text.matchAll(address)].map(([url]) => trimmedUrl(url));
  return [...new Set(found)].filter((url) => parseSourceUrl(url).kind !== 'invalid');
}

/** Removes a closing bracket, unless the address opened it. */
function trimmedUrl(url: string): string {
  let trimmed = url;
  for (;;) {
    const last = trimmed.at(-1) ?? '';
    const isOpen =
      (last === ')' && count(trimmed, '(') >= count(trimmed, ')')) ||
      (last === ']' && count(trimmed, '[') >= count(trimmed, ']'));
    if (isOpen || !/[.,;:!?)\]}*_|]/.test(last)) return trimmed;
    trimmed = trimmed.slice(0, -1);
  }
}

const count = (text: string, char: string): number => text.split(char).length - 1;

/** The words around a text's addresses, as the source's title; the text itself if nothing is left. */
export function titleOf(text: string): string {
  const bare = urlsIn(text).reduce((rest, url) => rest.replaceAll(url, ''), text);
  const title = bare
    .replace(/\[([^[\]]*)\]\(\)/g, '$1')
    .replace(/[(\[]\s*(?:[,;.]\s*)?[)\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')
    .trim();
  return title === '' ? text.trim() : title;
}
