import * as vscode from 'vscode';

type ProgressReport = vscode.Progress<{ message?: string; increment?: number }>;

/** Does something that the user is shown and may call off. Undefined where it was called off. */
export async function cancellable<T>(
  title: string,
  work: (signal: AbortSignal, progress: ProgressReport) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(abort.signal, progress);
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      throw error;
    } finally {
      listening.dispose();
    }
  });
}
