import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { commandUri } from '../sources/passageHover';
import { referencesInLine, type LogReference } from './logReferences';

export const logLanguage = 'rostrum-debate-log';

/** Links in one log: more would cost the editor more than they are worth. The first ones count. */
const mostLinks = 20_000;
/** Characters after which others get their turn: a few milliseconds of work. */
const charactersAtOnce = 500_000;

/** Links in a log that is open as text: to the panel, to the lines of other entries, to the sources. */
export const logLinks: vscode.DocumentLinkProvider = {
  async provideDocumentLinks(document, token) {
    const found = await referencesIn(document, token);
    if (found === undefined) return [];
    const folder = document.uri.scheme === 'file' ? dirname(document.uri.fsPath) : undefined;
    return found.all.flatMap(({ line, seq, reference }) => {
      const target = targetOf(reference.to, { folder, seq, lines: found.lines, uri: document.uri });
      if (target === undefined) return [];
      const link = new vscode.DocumentLink(new vscode.Range(line, reference.start, line, reference.end), target.uri);
      link.tooltip = target.tooltip;
      return [link];
    });
  },
};

interface LinkTable {
  all: { line: number; seq: number; reference: LogReference }[];
  /** Where each entry stands, the first one where a seq stands in the log twice. */
  lines: Map<number, number>;
  /** Lines that were looked at, and the last of them. */
  looked: number;
  last: string;
}

/** What was found in a log that is open: it only grows, so that only the new lines have to be looked at. */
const known = new WeakMap<vscode.TextDocument, LinkTable>();

/** Undefined when it was given up. */
async function referencesIn(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<LinkTable | undefined> {
  const found = knownOf(document) ?? { all: [], lines: new Map(), looked: 0, last: '' };
  known.delete(document);
  let characters = 0;
  while (found.looked < linesIn(document) && found.all.length < mostLinks) {
    const { text } = document.lineAt(found.looked);
    take(found, text);
    characters += text.length;
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await new Promise(setImmediate);
    if (token.isCancellationRequested) return undefined;
  }
  known.set(document, found);
  return found;
}

/** Without the empty one behind the last line end. */
const linesIn = (document: vscode.TextDocument): number =>
  document.lineCount - (document.lineAt(document.lineCount - 1).text === '' ? 1 : 0);

function knownOf(document: vscode.TextDocument): LinkTable | undefined {
  const found = known.get(document);
  // The last line may have been unfinished, and a log may have been replaced by another.
  if (found === undefined || found.looked === 0 || found.looked > document.lineCount) return undefined;
  return document.lineAt(found.looked - 1).text === found.last ? found : undefined;
}

function take(found: LinkTable, text: string): void {
  const { seq, references } = referencesInLine(text);
  const line = found.looked;
  found.looked += 1;
  found.last = text;
  if (seq === undefined) return;
  if (!found.lines.has(seq)) found.lines.set(seq, line);
  for (const reference of references) found.all.push({ line, seq, reference });
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
    return { uri: uri.with({ fragment: `L${line + 1}` }), tooltip: vscode.l10n.t('Go to seq {0} in the log', to.seq) };
  }
  // A log in a comparison or in a commit has no folder to show.
  if (folder === undefined) return undefined;
  if (to.kind === 'source') {
    return {
      uri: commandUri('rostrum.openSource', { folder, seq, url: to.url }),
      tooltip: vscode.l10n.t('Open source at passage'),
    };
  }
  return {
    uri: commandUri('rostrum.revealEntry', { folder, seq: to.seq }),
    tooltip: vscode.l10n.t('Show seq {0} in the panel', to.seq),
  };
}
