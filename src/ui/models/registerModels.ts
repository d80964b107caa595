import * as vscode from 'vscode';
import type { Feature } from '../services';
import { chooseEditorTools } from './chooseEditorTools';
import { setKeyFor } from './debateKey';
import { clearApiKey } from './keyCommands';

/** Set API Key, Clear API Key, Choose Tools of the Editor. */
export const registerModels: Feature = (services) => {
  const { commands } = vscode;
  return vscode.Disposable.from(
    commands.registerCommand('rostrum.setApiKey', (argument: unknown) => setKeyFor(services, argument)),
    commands.registerCommand('rostrum.clearApiKey', () => clearApiKey(services)),
    commands.registerCommand('rostrum.chooseEditorTools', () => chooseEditorTools(services.settings)),
  );
};
