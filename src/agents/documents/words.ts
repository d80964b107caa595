import { oneLine } from '../../matching/text/shortText';
import type { EvidencePassage } from './passages';

/** All sentences that the documents performer adds to the files' own words; English only. */
export const phrases = {
  acknowledged: (redacted: number) => `Seq ${redacted} is struck.`,
  framework: (name: string, seq: number) =>
    `The framework “${name}” (seq ${seq}) is left aside: a document only quotes.`,
  asked: (seq: number) => `On what was asked at seq ${seq}:`,
  differs: (entry: number, there: string, here: string) => `Differs from entry ${entry}: ${there}, ${here}.`,
  differsAbove: (there: string, here: string) => `Differs from the quotation above: ${there}, ${here}.`,
  noPassage: 'The document has no further passage on the topic.',
  noVoice: (name: string) =>
    `${name} is no document of the evidence. Give the seat to a model or a person, then resume.`,
  noAnswer: 'Nobody answers questions of procedure offline. The debate goes on in its order.',
  notHeld: 'not available offline.',
  noDifference: 'No two passages with the same terms and different figures were found.',
  nothingQuoted: 'Nothing was quoted.',
  more: (count: number) => `${count} more`,
} as const;

export const whySilent = {
  nothing_quotable: 'nothing in it can be quoted as it stands',
  too_much: 'the evidence is larger than what is searched',
  unreadable: 'it can no longer be read',
  not_matching: 'no passage shares a word with the topic',
  changed: 'it has changed since the debate began',
  gone: 'it is gone, or can no longer be read',
} as const;

/** File name on one line, because it may hold a line break. */
export const fileName = (path: string): string => oneLine(path);

/** Lines of a passage, as `L3–L5`, or `page 3`. */
export function linesOf({ page, start: first, end, header, quote }: EvidencePassage): string {
  if (page !== undefined) return `page ${page}`;
  // A row's place is its own line, although its header is quoted with it.
  const start = header !== undefined && quote.startsWith(header) ? end : first;
  return start === end ? `L${start}` : `L${start}–L${end}`;
}

/** Heading and lines, as `**Costs**, L3–L5`. */
export const placeOf = (passage: EvidencePassage): string =>
  (passage.heading ?? '') === '' ? linesOf(passage) : `**${plain(passage.heading ?? '')}**, ${linesOf(passage)}`;

/** A line within a word, as in `price_eur`, is not markup. */
export const plain = (text: string): string =>
  oneLine(text).replace(/[*`[\]<>|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');

const cellText = (text: string): string => oneLine(text).replaceAll('\\|', '|').replaceAll('|', '\\|');

/** A table with its header. Each row may have cells of its own in front. */
export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellText).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A record of JSON, one `key: value` per line. */
export const recordOf = ({ columns = [], cells = [] }: EvidencePassage): string =>
  columns.map((column, at) => `${plain(column)}: ${plain(cells[at] ?? '')}`).join('; ');

export const isRecord = ({ quote, cells }: EvidencePassage): boolean => cells !== undefined && quote.startsWith('{');
export const isRow = (passage: EvidencePassage): boolean =>
  passage.cells !== undefined && (passage.columns?.length ?? 0) > 0 && !isRecord(passage);
