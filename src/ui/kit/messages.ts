import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isFolded, plainMessage } from './plainMessage';

type Show = typeof vscode.window.showInformationMessage;

/** The editor's messages; each passes through `plainMessage`, and is shown in full. */
const plain =
  (show: () => Show): Show =>
  (message: string, ...rest: []) => {
    const text = plainMessage(message);
    return isFolded(text, rest) ? show()(text, l10n.t('OK')) : show()(text, ...rest);
  };

/** Shows a message with buttons for possible actions; runs the chosen one. */
export async function offer(
  show: Show,
  message: string,
  choices: Readonly<Record<string, () => unknown>>,
): Promise<void> {
  const chosen = await show(message, ...Object.keys(choices));
  if (chosen !== undefined) await choices[chosen]?.();
}

export const showInformationMessage = plain(() => vscode.window.showInformationMessage);
export const showWarningMessage = plain(() => vscode.window.showWarningMessage);
export const showErrorMessage = plain(() => vscode.window.showErrorMessage);

/** Asks before an action; returns whether the user agrees by that button. */
export const isAgreed = async (message: string, detail: string, button: string): Promise<boolean> =>
  (await showWarningMessage(message, { modal: true, detail }, button)) === button;

const doneShownMs = 5_000;

/** Shown in the status bar, because the user need not act on it. */
export function showDone(message: string): void {
  vscode.window.setStatusBarMessage(message, doneShownMs);
}
