import * as vscode from 'vscode';
import { DisposableStore } from '../kit/emitter';
import { clickedOrOpen } from '../kit/workspaceFolders';
import type { CitationCommands } from './citationCommands';
import type { CitationPorts } from './ports';

/** Registers the commands; what they take is loaded with the first of them. */
export const registerCitations = (services: CitationPorts): vscode.Disposable => {
  const owned = new DisposableStore();
  const { registerCommand } = vscode.commands;
  let made: Promise<CitationCommands> | undefined;
  const commands = (): Promise<CitationCommands> =>
    (made ??= import('./citationCommands').then(({ CitationCommands }) => owned.add(new CitationCommands(services))));
  owned.add(
    registerCommand('rostrum.checkCitations', async (uri: unknown, uris: unknown) =>
      (await commands()).check(clickedOrOpen(uri, uris)),
    ),
  );
  owned.add(
    registerCommand('rostrum.showWhatStandsThere', async (argument: unknown) => (await commands()).show(argument)),
  );
  owned.add(
    registerCommand('rostrum.debateThisDocument', async (uri: unknown) =>
      (await commands()).debate(clickedOrOpen(uri, undefined)),
    ),
  );
  return owned;
};
