import { type SeqReference, seqReferences } from '../debate/seqReferences';
import { oneLine } from '../debate/shortText';
import { isOpenEnded } from '../debate/formats/registry';
import { roundTitle } from './facts';
import { type DebateState, type Header, headerOf, isStruck } from '../debate/state';
import { firstSection, roundOfSection, sectionsOf } from '../projections/sections';

/** Builders of Markdown that GitHub and the editor's preview show alike. */

/**
 * Plain text (a name, a title, a reason, a claim) as one line of Markdown that shows it as it is. Mentions of entries
 * become links.
 */
export function inline(text: string, links: SeqLinks = noLinks): string {
  const line = oneLine(text);
  let out = '';
  let copied = 0;
  for (const match of line.matchAll(url)) {
    out += linkSeqs(escaped(line.slice(copied, match.index)), links) + shownUrl(match[0]);
    copied = match.index + match[0].length;
  }
  return withoutBlock(out + linkSeqs(escaped(line.slice(copied)), links));
}

/** What begins a heading, a quotation, a list or a rule at the start of a line is escaped there. */
const withoutBlock = (line: string): string =>
  line.replace(/^[#>+=~|-]/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');

/** Parentheses belong to an address in pairs only; the stop behind it does not. */
const url = /(?<![\p{L}\p{N}])(?:https?:\/\/|workspace:)(?:\([^\s<>`\\()]*\)|[^\s<>`\\()])*(?<![.,;:!?\]'"”’])/giu;

function escaped(text: string): string {
  return text
    .replace(/[\\`*]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~)/g, '\\~')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/!(?=\[)/g, '\\!')
    .replace(/\](?=[([:])/g, ']\\');
}

/** Bare where every viewer links it as a whole, else in angle brackets. */
function shownUrl(address: string): string {
  if (/^[\w:/?#=&%.,;+@()-]+$/.test(address) && !/(?:^|[^\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u.test(address))
    return address;
  return /^https?:/i.test(address) ? `<${address}>` : escaped(address);
}

/** Literal text in code style. */
export function code(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const longest = longestRun(line, '`');
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** The length of the longest unbroken run of a character. */
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
  return `[${label}](${isPlain ? destination : `<${destination.replace(/[<>\\\s|]/g, encodeURIComponent)}>`})`;
}

/** A label for `link`: brackets in pairs or not, they end nothing. */
export const linkLabel = (text: string): string => inline(text).replace(/(?<!\\)[[\]]/g, '\\$&');

/** A table; the cells are Markdown already, without line ends. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A pipe ends a cell even inside a code span; one with a backslash before it does not. */
function inCell(cell: string): string {
  const text = cell
    .trim()
    .replace(/((?<!\\)\\*)\|/g, (_, slashes: string) => `${slashes.length % 2 === 0 ? slashes : slashes.slice(1)}\\|`);
  return text === '' ? '—' : text;
}

/** Each line as a line of a block quote. */
export const blockQuote = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

export const bulletList = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/** A stretch of the debate that navigation and timeline name: a phase, or a round of the second phase. */
export interface DebatePart {
  title: string;
  headers: Header[];
}

/** The record in its parts. The points that are left unresolved stand before the closings as a part of their own. */
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

/** Undefined: of the part that is open. */
function partTitle(state: DebateState, section: string, { kind, phase }: Header): string | undefined {
  switch (section) {
    case 'setup':
    case 'plan':
      return 'Setup';
    case 'opening':
      return isOpenEnded(state.setup?.format) ? `${roundTitle(state)} 0` : 'Opening statements';
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

/** What becomes of a mention of an entry in a document's prose. */
export interface SeqLinks {
  /** Where the entry is to be found; undefined leaves the mention as plain text. */
  href(seq: number): string | undefined;
  /** Why the document must not name this entry; undefined if it may. */
  withheld?(seq: number): 'struck' | 'missing' | undefined;
}

export const noLinks: SeqLinks = { href: () => undefined };

/** Links inside the transcript, to the anchors of its entries. */
export function transcriptLinks(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `#seq-${seq}`) };
}

/** Links from another document into the transcript. */
export function linksToTranscript(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `transcript.md#seq-${seq}`) };
}

/** For the summary, which names only entries that exist and are not redacted, even if the redaction came after it. */
export function summaryLinks(state: DebateState): SeqLinks {
  return {
    ...linksToTranscript(state),
    withheld: (seq) => withheldIn(state, seq),
  };
}

export const withheldIn = (state: DebateState, seq: number): 'struck' | 'missing' | undefined =>
  isStruck(state, seq) ? 'struck' : headerOf(state, seq) === undefined ? 'missing' : undefined;

/** `seq 12` as a link, for text that code writes. */
export function seqLink(seq: number, links: SeqLinks): string {
  const withheld = links.withheld?.(seq);
  return withheld === undefined ? linked(`seq ${seq}`, links.href(seq)) : instead[withheld];
}

/** `seq 3, seq 4`. */
export const seqLinkList = (seqs: readonly number[], links: SeqLinks): string =>
  seqs.map((seq) => seqLink(seq, links)).join(', ');

/** Plain text with its mentions of entries turned into links. The text is taken for Markdown already. */
export function linkSeqs(text: string, links: SeqLinks): string {
  let out = '';
  let copied = 0;
  for (const reference of seqReferences(text)) {
    out += text.slice(copied, reference.start) + linkedReference(text, reference, links);
    copied = reference.end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

const instead = { struck: 'an entry that was struck', missing: 'an entry that does not exist' };

function linkedReference(text: string, { start, end, numbers }: SeqReference, links: SeqLinks): string {
  const [only, ...others] = numbers;
  if (only !== undefined && others.length === 0) {
    const withheld = links.withheld?.(only.seq);
    return withheld === undefined ? linked(text.slice(start, end), links.href(only.seq)) : instead[withheld];
  }
  let out = '';
  let copied = start;
  for (const number of numbers) {
    const shown = text.slice(number.start, number.end);
    const withheld = links.withheld?.(number.seq);
    const made = withheld === undefined ? linked(shown, links.href(number.seq)) : `(${withheld})`;
    out += text.slice(copied, number.start) + made;
    copied = number.end;
  }
  return out + text.slice(copied, end);
}

const linked = (label: string, href: string | undefined): string =>
  href === undefined ? label : `[${label}](${href})`;

/** Links from a document in a folder of its own into the transcript. */
export function linksFromSubfolder(state: DebateState): SeqLinks {
  return { href: (seq) => (headerOf(state, seq) === undefined ? undefined : `../transcript.md#seq-${seq}`) };
}
