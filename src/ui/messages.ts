import * as vscode from 'vscode';
import { plainMessage } from './plainMessage';

type Show = typeof vscode.window.showInformationMessage;

/** The editor's own, of which every message goes through `plainMessage`. */
const plain =
  (show: () => Show): Show =>
  (message: string, ...rest: []) =>
    show()(plainMessage(message), ...rest);

export const showInformationMessage = plain(() => vscode.window.showInformationMessage);
export const showWarningMessage = plain(() => vscode.window.showWarningMessage);
export const showErrorMessage = plain(() => vscode.window.showErrorMessage);
