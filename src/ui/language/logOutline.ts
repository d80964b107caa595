import { basename } from 'node:path';
import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { isRedacted } from '../../debate/fold/state';
import { stageIn } from '../../projections/formats/registry';
import { stageTitle } from '../../projections/words';
import { pathOfLog } from '../../record/logPath';
import type { LanguagePorts } from './ports';
import { rowText } from '../formats/treeNode';
import { foldedLog, type FoldedLog, type PlacedEntry } from './foldedLog';
import { typeText } from '../library/entryWords';

interface Part {
  section: string;
  entries: PlacedEntry[];
}

/** Symbols for Outline, breadcrumbs and Go to Symbol. */
export async function logSymbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
  const log = await foldedLog(document);
  return partsOf(log).flatMap(({ section, entries }) => {
    const range = rangeOf(document, entries);
    if (range === undefined) return [];
    const symbol = new vscode.DocumentSymbol(
      stageTitle(l10n, stageIn(log.view.state, section)),
      '',
      vscode.SymbolKind.Namespace,
      range,
      new vscode.Range(range.start, range.start),
    );
    symbol.children = entries.map((entry) => entrySymbol(document, log, entry));
    return [symbol];
  });
}

export async function logFolding(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
  return partsOf(await foldedLog(document)).flatMap(({ entries }) => {
    const range = rangeOf(document, entries);
    return range === undefined || range.isSingleLine
      ? []
      : [new vscode.FoldingRange(range.start.line, range.end.line, vscode.FoldingRangeKind.Region)];
  });
}

function partsOf({ entries }: FoldedLog): Part[] {
  const parts: Part[] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last?.section === entry.section) last.entries.push(entry);
    else parts.push({ section: entry.section, entries: [entry] });
  }
  return parts;
}

function rangeOf(document: vscode.TextDocument, entries: readonly PlacedEntry[]): vscode.Range | undefined {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return new vscode.Range(first.line, 0, last.line, document.lineAt(last.line).text.length);
}

function entrySymbol(document: vscode.TextDocument, { view }: FoldedLog, { line, header }: PlacedEntry) {
  const { seq, speaker, type } = header;
  const what = isRedacted(view.state, seq) ? l10n.t('struck from the record') : typeText(view, type);
  // All words are in the name, because Go to Symbol does not search a detail, and screen readers do not read it.
  const name = rowText(`${seq} ${view.mask.text(speaker)} · ${what}`);
  const { range } = document.lineAt(line);
  return new vscode.DocumentSymbol(name, '', kinds.get(type) ?? vscode.SymbolKind.String, range, range);
}

/** A map, because an unknown type may be named "toString". */
const kinds: ReadonlyMap<string, vscode.SymbolKind> = new Map([
  ['ruling', vscode.SymbolKind.Event],
  ['judges_ruling', vscode.SymbolKind.Event],
  ['conclusion', vscode.SymbolKind.Event],
  ['redaction', vscode.SymbolKind.Null],
  ['verification_result', vscode.SymbolKind.Boolean],
  ['setup', vscode.SymbolKind.Object],
  ['document', vscode.SymbolKind.File],
  ['note', vscode.SymbolKind.Key],
]);

const most = 500;

const symbolKinds = {
  ruling: vscode.SymbolKind.Event,
  argument: vscode.SymbolKind.Interface,
  issue: vscode.SymbolKind.Field,
} as const;

/** Symbols of all debates that were checked in the background; reads no log. */
export function workspaceSymbols(
  { checks, library }: Pick<LanguagePorts, 'checks' | 'library'>,
  query: string,
): vscode.SymbolInformation[] {
  const words = query.toLowerCase().split(/\s+/);
  const found: vscode.SymbolInformation[] = [];
  for (const { folder, topic } of library.debates) {
    const check = checks.of(folder);
    for (const { name, kind, line } of check.kind === 'checked' ? check.found.symbols : []) {
      if (found.length >= most) return found;
      const text = name.toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      const place = new vscode.Location(vscode.Uri.file(pathOfLog(folder)), new vscode.Position(line - 1, 0));
      found.push(new vscode.SymbolInformation(name, symbolKinds[kind], topic === '' ? basename(folder) : topic, place));
    }
  }
  return found;
}
