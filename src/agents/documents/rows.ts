import { isObject, jsonOf } from '../../debate/log/objects';
import { collapsed } from '../../matching/text/shortText';
import type { TextRange } from '../../matching/text/text';
import type { LineOfText } from './lines';

/** A row of a table, or a flat object of JSON, by its place in the text. */
export interface TableRow extends TextRange {
  header?: TextRange | undefined;
}

/** Names and values of a row, as they are shown; no names if the table has no header. */
export interface RowCells {
  columns: string[];
  cells: string[];
}

export function cellsOf(row: string, header: string | undefined, kind: 'csv' | 'json' | 'table'): RowCells | undefined {
  if (kind === 'json') return recordCells(row);
  const split = kind === 'csv' ? csvSplitter(header ?? row) : tableCells;
  const columns = header === undefined ? [] : split(header);
  const cells = split(row);
  return cells.length < 2 || (columns.length > 0 && columns.length !== cells.length) ? undefined : { columns, cells };
}

function recordCells(text: string): RowCells | undefined {
  const value = jsonOf(text);
  if (!isObject(value)) return undefined;
  const fields = Object.entries(value);
  return {
    columns: fields.map(([key]) => key),
    cells: fields.map(([, cell]) => (typeof cell === 'string' ? cell : JSON.stringify(cell))),
  };
}

const tableCells = (row: string): string[] =>
  (row.includes('\t')
    ? row.split('\t')
    : row
        .trim()
        .replace(/^\||(?<!\\)\|$/g, '')
        .split(/(?<!\\)\|/)
  ).map((cell) => collapsed(cell));

function csvSplitter(line: string): (row: string) => string[] {
  const separator = separatorOf(line);
  const cell = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g');
  return (row) =>
    [...row.matchAll(cell)].map(([, quoted, plain = '']) => collapsed(quoted?.replaceAll('""', '"') ?? plain));
}

/** Rows of Markdown and markup. A table's first row is its header, unless it has figures. */
export function tableRows(text: string, lines: readonly LineOfText[]): TableRow[] {
  const rows: TableRow[] = [];
  const lastBar = text.lastIndexOf('|');
  let header: TextRange | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.kind !== 'row') continue;
    const own = trimmed(text, line);
    const before = lines[at - 1];
    const isFirst = before?.kind !== 'row' && !(before?.kind === 'other' && lines[at - 2]?.kind === 'row');
    if (isFirst)
      header = isHeader(text.slice(own.start, own.end).split(/[|\t]/)) || lastBar >= own.start ? own : undefined;
    if (!isFirst || header === undefined) rows.push({ ...own, header });
  }
  return rows;
}

const trimmed = (text: string, { start, end }: TextRange): TextRange => {
  const raw = text.slice(start, end);
  return { start: start + raw.length - raw.trimStart().length, end: start + raw.trimEnd().length };
};

/** Years may head columns, other figures may not. */
const isHeader = (cells: readonly string[]): boolean =>
  cells.every(
    (cell) =>
      !isFigure(cell.replace(/["'\s]+/g, '')) || /^\D*(?:1[5-9]|20|21)\d\d\D*$/.test(cell) || cell.trim() === '',
  );

const isFigure = (cell: string): boolean => /^[-+]?[\d.,]+%?$/.test(cell);

/** Rows of a comma-, semicolon- or tab-separated file; quoted cells may hold line ends. */
export function csvRows(text: string): TableRow[] {
  const records = csvRecords(text);
  const [first] = records;
  if (first === undefined) return [];
  const separator = separatorOf(text.slice(first.start, first.end));
  const header = isHeader(text.slice(first.start, first.end).split(separator)) ? first : undefined;
  return records.slice(header === undefined ? 0 : 1).map((record) => ({ ...record, header }));
}

const separatorOf = (line: string): string => ['\t', ';', ','].find((candidate) => line.includes(candidate)) ?? ',';

function csvRecords(text: string): TextRange[] {
  const records: TextRange[] = [];
  let start = text.startsWith('\ufeff') ? 1 : 0;
  let isQuoted = false;
  for (let at = start; at <= text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (at < text.length && (isQuoted || (character !== '\n' && character !== '\r'))) continue;
    const record = trimmed(text, { start, end: at });
    if (record.end > record.start) records.push(record);
    start = at + 1;
  }
  return records;
}

/** Characters; a longer record is not quoted as a whole. */
const longestRecord = 420;

/**
 * Objects that contain no others: the records of a JSON file. Reads character by character, because an expression
 * overflows the stack in a string of some megabytes.
 */
export function flatObjects(text: string): TableRow[] {
  const found: TableRow[] = [];
  let open: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open = at;
    else if (character === '[' || character === ']') open = undefined;
    else if (character === '}') {
      if (open !== undefined && at > open + 1) found.push({ start: open, end: at + 1 });
      open = undefined;
    } else if (character === '"') {
      const string = stringAt(text, at);
      // No JSON can follow a string without an end.
      if (!string.ends) break;
      at = string.end - 1;
    }
  }
  return found;
}

/** Strings without escapes that are not part of a record. */
export function jsonStrings(text: string): TextRange[] {
  const records = flatObjects(text).filter(({ start, end }) => end - start <= longestRecord);
  const found: TextRange[] = [];
  let next = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const string = stringAt(text, at, '\n');
    const span = { start: at + 1, end: string.end - 1 };
    at = string.end;
    while ((records[next]?.end ?? Infinity) <= span.start) next += 1;
    const isInside = (records[next]?.start ?? Infinity) < span.start;
    if (string.ends && !string.isEscaped && !isInside) found.push(span);
  }
  return found;
}

interface JsonString {
  /** Offset behind its last quotation mark, or where reading stopped. */
  end: number;
  ends: boolean;
  isEscaped: boolean;
}

/** Reads a string from its quotation mark, up to `limit`. */
function stringAt(text: string, start: number, limit?: string): JsonString {
  let isEscaped = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return { end: at + 1, ends: true, isEscaped };
    if (character === '\\') {
      isEscaped = true;
      at += 1;
    }
    if (limit !== undefined && text[at] === limit) return { end: at, ends: false, isEscaped };
  }
  return { end: text.length, ends: false, isEscaped };
}
