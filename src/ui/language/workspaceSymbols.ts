import { basename } from 'node:path';
import * as vscode from 'vscode';
import { pathOfLog } from '../../record/logPath';
import type { Services } from '../services';

/** More than the editor shows. */
const most = 500;

const kinds = {
  ruling: vscode.SymbolKind.Event,
  argument: vscode.SymbolKind.Interface,
  issue: vscode.SymbolKind.Field,
} as const;

/** Rulings, arguments and issues of all debates of the list that were checked in the background: no log is read for it. */
export function workspaceSymbols(
  { checks, library }: Pick<Services, 'checks' | 'library'>,
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
      found.push(new vscode.SymbolInformation(name, kinds[kind], topic === '' ? basename(folder) : topic, place));
    }
  }
  return found;
}
