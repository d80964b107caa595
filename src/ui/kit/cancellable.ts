import * as vscode from 'vscode';

type ProgressReport = vscode.Progress<{ message?: string; increment?: number }>;

/** Shows progress that the user can cancel; returns undefined then. */
export async function cancellable<T>(
  title: string,
  work: (signal: AbortSignal, progress: ProgressReport) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const { signal } = abortOn(token);
    try {
      return await work(signal, progress);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

interface Cancelling extends vscode.Disposable {
  token: vscode.CancellationToken;
  cancel(): void;
}

/** A token that a signal cancels, until it is disposed of. */
export function cancelledBy(signal: AbortSignal): Cancelling {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const dispose = (): void => {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  };
  return { token: source.token, cancel, dispose };
}

export function abortOn(token: vscode.CancellationToken): AbortController {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort(new vscode.CancellationError());
  token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
  return controller;
}
