import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { replacementFor, type ShownCitation } from './shownCitations';
import { type CitationChecks, rangeIn } from './citationChecks';
import { citationHover, problemWords, showCommand } from './citationWords';

const { Error: Wrong, Warning, Information } = vscode.DiagnosticSeverity;
const severities = { missing: Wrong, gone: Wrong, figure: Warning, approximate: Warning, unread: Information } as const;

const selector: vscode.DocumentSelector = [{ scheme: 'file' }, { scheme: 'vscode-remote' }];

/** Shows what was found of citations: in the Problems view, in hovers and by quick fixes. */
export function showCitations(checks: CitationChecks): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('rostrum-citations');
  const show = async (uri: vscode.Uri): Promise<void> => {
    const shown = checks.of(uri);
    if (shown?.all.some(({ finding }) => finding !== undefined) !== true) {
      collection.delete(uri);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    if (checks.of(uri) !== shown) return;
    collection.set(
      uri,
      shown.all.flatMap((citation) => diagnosticOf(citation, document) ?? []),
    );
  };
  const fixes = new CitationFixes(checks);
  return vscode.Disposable.from(
    collection,
    checks.onDidChange((uri) => void show(uri)),
    vscode.languages.registerHoverProvider(selector, {
      provideHover(document, position) {
        const shown = checks.of(document.uri)?.at(document.offsetAt(position));
        if (shown === undefined) return undefined;
        return new vscode.Hover(citationHover(shown, argumentOf(document, shown)), rangeIn(document, shown));
      },
    }),
    vscode.languages.registerCodeActionsProvider(selector, fixes, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

/** What the command that shows the passage is given. */
const argumentOf = ({ uri }: vscode.TextDocument, { start }: ShownCitation): { document: string; offset: number } => ({
  document: uri.toString(),
  offset: start,
});

function diagnosticOf(shown: ShownCitation, document: vscode.TextDocument): vscode.Diagnostic | undefined {
  const { finding } = shown;
  if (finding === undefined) return undefined;
  const diagnostic = new vscode.Diagnostic(rangeIn(document, shown), problemWords(finding), severities[finding.kind]);
  diagnostic.source = 'Rostrum';
  diagnostic.code = finding.kind;
  return diagnostic;
}

/** One citation at a time: what the source says is a decision of the author. */
class CitationFixes implements vscode.CodeActionProvider {
  constructor(private readonly checks: CitationChecks) {}

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const found = this.checks.of(document.uri)?.touching(from, to) ?? [];
    return found.flatMap((shown) => {
      if (shown.finding === undefined) return [];
      const place = rangeIn(document, shown);
      const own = diagnostics.filter((one) => one.source === 'Rostrum' && one.range.isEqual(place));
      return [replacement(shown, document, own), showing(shown, document, own)].filter((one) => one !== undefined);
    });
  }
}

function replacement(
  shown: ShownCitation,
  document: vscode.TextDocument,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction | undefined {
  const range = rangeIn(document, shown);
  const words = replacementFor(shown, document.getText(range));
  if (words === undefined) return undefined;
  const action = new vscode.CodeAction(l10n.t('Replace by the Source’s Words'), vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, range, words);
  action.diagnostics = diagnostics;
  return action;
}

function showing(
  shown: ShownCitation,
  document: vscode.TextDocument,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction | undefined {
  if (shown.finding?.kind === 'gone' || shown.finding?.kind === 'unread') return undefined;
  const title = l10n.t('Show What Stands There');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: showCommand, title, arguments: [argumentOf(document, shown)] };
  action.diagnostics = diagnostics;
  return action;
}
