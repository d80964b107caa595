import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { RecordError } from '../../record/recordError';
import { PlanError } from '../../session/plan/planError';
import type { OpenDebate } from './openDebate';
import { offer, showErrorMessage } from '../kit/messages';
import type { LibraryPorts } from './ports';
import { wordsFor } from '../kit/wordsFor';

/** Runs with a debate that is read up to now. On failure the user is told, and nothing returned. */
export async function withDebate<T>(
  services: Pick<LibraryPorts, 'log' | 'debates'>,
  folder: string,
  work: (debate: OpenDebate) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await services.debates.withCurrent(folder, work);
  } catch (error) {
    showFailure(services, error);
    return undefined;
  }
}

export async function showingFailures(
  services: Pick<LibraryPorts, 'log'>,
  work: () => Promise<unknown> | undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFailure(services, error);
  }
}

/** Ours are written for the user; anything else is a fault, of which the output channel knows more. */
export function showFailure({ log }: Pick<LibraryPorts, 'log'>, error: unknown): void {
  const message = wordsFor(error);
  const isForeseen = error instanceof PlanError || error instanceof RecordError;
  log[isForeseen ? 'warn' : 'error'](isForeseen ? message : (error instanceof Error && error.stack) || message);
  if (isForeseen) {
    void showErrorMessage(message);
    return;
  }
  void offer(showErrorMessage, message, {
    [l10n.t('Show Output')]: () => vscode.commands.executeCommand('rostrum.showOutput'),
  });
}
