import { textAsMarkdown } from '../projections/textAsMarkdown';
import { addressWithoutTurns, oneLine, paragraphs, unquoted } from '../matching/text/shortText';
import { linkSeqs, noLinks, seqLink, type SeqLinks } from './seqLinks';
import { isOpenEnded } from '../debate/formats/registry';
import { roundTitle } from './facts';
import type { DebateState, Header } from '../debate/fold/state';
import type { RecordView } from '../debate/fold/view';
import { firstSection, roundOfSection, sectionsOf } from '../projections/sections';

/** Builders of Markdown that GitHub and the editor's preview show alike. */

/** Plain text as one line of Markdown that shows it unchanged. Mentions of entries become links. */
export const inline = (text: string, links: SeqLinks = noLinks): string =>
  textAsMarkdown(text, (words) => linkSeqs(words, links));

/** `inline` in one pair of quotation marks. */
export const quotedInline = (text: string, links?: SeqLinks): string => `“${inline(unquoted(text), links)}”`;

/**
 * A text of several lines as Markdown that shows it unchanged. `hasLists`: lines that begin like items of a list are
 * items.
 */
export function plainText(text: string, options: { links?: SeqLinks | undefined; hasLists?: boolean } = {}): string {
  const { links = noLinks, hasLists = false } = options;
  const lines = text.trim().split(/\r\n?|[\n\u0085\u2028\u2029]/);
  let made = '';
  for (const [index, line] of lines.entries()) {
    const [, marker = '', words = line] = (hasLists ? listItem.exec(line) : null) ?? [];
    // Lines of a paragraph are joined; a line that looks like an item of a list stays separate.
    const breaks = marker === '' && likeItem.test(line) && (lines[index - 1] ?? '').trim() !== '';
    made += `${index === 0 ? '' : breaks ? '\\\n' : '\n'}${marker}${inline(words, links)}`;
  }
  return made;
}

const listItem = /^ {0,3}((?:-|\d{1,9}\.) +)(\S.*)$/;
const likeItem = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/;

export function code(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const longest = longestRun(line, '`');
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

export function longestRun(text: string, character: string): number {
  let longest = 0;
  let current = 0;
  for (const found of text) {
    current = found === character ? current + 1 : 0;
    if (current > longest) longest = current;
  }
  return longest;
}

/** A link; `label` is Markdown already. */
export function link(label: string, destination: string): string {
  const isPlain = /^[\w:/?#=&%.,;+@~!$'*-]+$/.test(destination);
  const whole = addressWithoutTurns(destination).replace(/[<>\\\s\p{Cc}|]/gu, encodeURIComponent);
  return `[${label}](${isPlain ? destination : `<${whole}>`})`;
}

/** A label in which brackets are escaped. */
export const linkLabel = (text: string): string => inline(text).replace(/(?<!\\)[[\]]/g, '\\$&');

/** A table whose cells are Markdown already, without line ends. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A pipe ends a cell even inside a code span, but not behind a backslash. */
function inCell(cell: string): string {
  const text = cell
    .trim()
    .replace(/((?<!\\)\\*)\|/g, (_, slashes: string) => `${slashes.length % 2 === 0 ? slashes : slashes.slice(1)}\\|`);
  return text === '' ? '—' : text;
}

export const blockQuote = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

export const bulletList = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/** Replacement for a redacted entry: the reason, and who redacted it. */
export const struckText = (view: RecordView, { by, reason }: { by: number; reason: string }, links: SeqLinks): string =>
  paragraphs([
    `[REDACTED — ${inline(view.mask.text(reason), links)}]`,
    `*Struck from the record by ${seqLink(by, links)}.*`,
  ]);

/** A phase, or a round of the second phase. */
export interface DebatePart {
  title: string;
  headers: Header[];
}

/** The parts of a debate; the unresolved points before the closings are a part of their own. */
export function partsOf(state: DebateState): DebatePart[] {
  const { byPosition } = sectionsOf(state);
  const parts: DebatePart[] = [];
  const known = new Set<string>();
  state.headers.forEach((header, at) => {
    const title = partTitle(state, byPosition[at] ?? firstSection, header);
    const current = parts.at(-1);
    if (current !== undefined && known.has(title ?? current.title)) current.headers.push(header);
    else parts.push({ title: title ?? 'Setup', headers: [header] });
    known.add(parts.at(-1)?.title ?? '');
  });
  return parts;
}

/** Title of the part that an entry begins; undefined if it belongs to the current one. */
function partTitle(state: DebateState, section: string, { kind, phase }: Header): string | undefined {
  switch (section) {
    case 'setup':
    case 'plan':
      return 'Setup';
    case 'opening':
      return isOpenEnded(state.setup?.format) ? 'Openings' : 'Opening statements';
    case 'rounds':
      return 'Debate';
    case 'closing':
      if (kind === 'unresolved') return 'Unresolved points';
      return phase === 'closing' ? 'Closing statements' : undefined;
    case 'conclusion':
      return 'Conclusion';
    case 'documents':
      return undefined;
    default: {
      const round = roundOfSection(section);
      return round > 0 ? `${roundTitle(state)} ${round}` : undefined;
    }
  }
}
