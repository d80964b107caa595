import * as vscode from 'vscode';
import type { Feature } from '../services';
import type { Starter } from './starter';

/** What the commands take is loaded with the first of them. */
export const registerStart: Feature = (services) => {
  const { commands } = vscode;
  let made: Promise<Starter> | undefined;
  const starter = (): Promise<Starter> => (made ??= import('./starter').then(({ Starter }) => new Starter(services)));
  return vscode.Disposable.from(
    commands.registerCommand('rostrum.startDebate', async (argument: unknown) => (await starter()).start(argument)),
    commands.registerCommand('rostrum.debateThisFile', async (uri: unknown, uris: unknown) =>
      (await starter()).aboutFiles(filesIn(uri, uris)),
    ),
    commands.registerCommand('rostrum.debateSelection', async () =>
      (await starter()).aboutSelection(vscode.window.activeTextEditor),
    ),
  );
};

/** The explorer passes the file that was clicked and all that are selected; the palette passes nothing. */
function filesIn(uri: unknown, uris: unknown): vscode.Uri[] {
  const selected = Array.isArray(uris) ? uris.filter((one) => one instanceof vscode.Uri) : [];
  const clicked = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
  const isAmong = selected.some((one) => one.toString() === clicked?.toString());
  return isAmong ? selected : clicked === undefined ? [] : [clicked];
}
