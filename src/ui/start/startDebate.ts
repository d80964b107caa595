import * as vscode from 'vscode';
import type { Disposable } from '../kit/emitter';
import { clickedOrOpen } from '../kit/workspaceFolders';
import type { StartPorts } from './ports';
import type { Starter } from './starter';

/** What the commands take is loaded with the first of them. */
export const registerStart = (services: StartPorts): Disposable => {
  const { commands } = vscode;
  let made: Promise<Starter> | undefined;
  const starter = (): Promise<Starter> => (made ??= import('./starter').then(({ Starter }) => new Starter(services)));
  return vscode.Disposable.from(
    commands.registerCommand('rostrum.startDebate', async (argument: unknown) => (await starter()).start(argument)),
    commands.registerCommand('rostrum.debateThisFile', async (uri: unknown, uris: unknown, findings: unknown) =>
      (await starter()).aboutFiles(clickedOrOpen(uri, uris), findings),
    ),
    commands.registerCommand('rostrum.debateSelection', async () =>
      (await starter()).aboutSelection(vscode.window.activeTextEditor),
    ),
  );
};
