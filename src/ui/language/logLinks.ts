import * as l10n from '@vscode/l10n';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { commandUri } from '../sources/passageHover';
import { type LogReference, foldedLog } from './foldedLog';

/** Links in a log that is open as text: to the panel, to the lines of other entries, to the sources. */
export async function logLinks(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentLink[]> {
  const found = await foldedLog(document);
  if (token.isCancellationRequested) return [];
  const folder = document.uri.scheme === 'file' ? dirname(document.uri.fsPath) : undefined;
  return found.references.flatMap(({ line, seq, reference }) => {
    const target = targetOf(reference.to, { folder, seq, lines: found.lines, uri: document.uri });
    if (target === undefined) return [];
    const link = new vscode.DocumentLink(new vscode.Range(line, reference.start, line, reference.end), target.uri);
    link.tooltip = target.tooltip;
    return [link];
  });
}

interface LinkContext {
  folder: string | undefined;
  seq: number;
  lines: ReadonlyMap<number, number>;
  uri: vscode.Uri;
}

function targetOf(
  to: LogReference['to'],
  { folder, seq, lines, uri }: LinkContext,
): { uri: vscode.Uri; tooltip: string } | undefined {
  if (to.kind === 'entry') {
    const line = lines.get(to.seq);
    if (line === undefined) return undefined;
    return { uri: uri.with({ fragment: `L${line + 1}` }), tooltip: l10n.t('Go to seq {0} in the log', to.seq) };
  }
  // A log in a comparison or in a commit has no folder to show.
  if (folder === undefined) return undefined;
  if (to.kind === 'source') {
    return {
      uri: commandUri('rostrum.openSource', { folder, seq, url: to.url }),
      tooltip: l10n.t('Open source at passage'),
    };
  }
  return {
    uri: commandUri('rostrum.revealEntry', { folder, seq: to.seq }),
    tooltip: l10n.t('Show seq {0} in the panel', to.seq),
  };
}
