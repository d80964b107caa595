import * as l10n from '@vscode/l10n';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { canRun } from '../../session/run/runnability';
import type { DebateSummary } from '../../session/library/summary';
import type { Disposable } from '../kit/emitter';
import type { RememberedFolders } from './debateList';
import { offer, showWarningMessage } from '../kit/messages';
import type { LibraryPorts } from './ports';
import { titleOf } from './debateNode';
import { interruptedNotice } from './endingWords';

/** The engine of the window before may still be letting go of a debate. */
const looks = 5;
const lookAgainMs = 2_000;

/** Offered once. None is resumed by itself: the user may have closed the window to end it. */
export function offerInterrupted(services: LibraryPorts, running: RememberedFolders): Disposable {
  const folders = running.all;
  const gone = new AbortController();
  if (folders.length > 0) {
    void offerThem(services, { folders, running, signal: gone.signal }).catch((error: unknown) => {
      if (!gone.signal.aborted)
        services.log.error(
          'Interrupted debates could not be looked for.',
          error instanceof Error ? error : String(error),
        );
    });
  }
  return { dispose: () => gone.abort() };
}

interface Offered {
  folders: readonly string[];
  running: RememberedFolders;
  signal: AbortSignal;
}

async function offerThem(services: LibraryPorts, { folders, running, signal }: Offered): Promise<void> {
  const interrupted = await interruptedAmong(services, folders, signal);
  signal.throwIfAborted();
  // Offered once: later they are found in the list.
  for (const folder of folders) if (services.runManager.runOf(folder) === undefined) await running.remove(folder);
  if (interrupted.length === 0) return;
  const [only] = interrupted;
  const { executeCommand } = vscode.commands;
  const choices =
    interrupted.length === 1
      ? {
          [l10n.t('Resume')]: () => executeCommand('rostrum.resumeDebate', { folder: only?.folder }),
          [l10n.t('Open Debate')]: () => executeCommand('rostrum.openPanel', { folder: only?.folder }),
        }
      : { [l10n.t('Show Debates')]: () => executeCommand('rostrum.debates.focus') };
  await offer(showWarningMessage, interruptedNotice(interrupted.map(titleOf)), choices);
}

async function interruptedAmong(
  { summaries, runManager }: LibraryPorts,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<DebateSummary[]> {
  const found = new Map<string, DebateSummary>();
  let open = [...folders];
  for (let look = 1; open.length > 0; look += 1) {
    const read = await summaries.summariesOf(open, signal);
    for (const summary of read)
      if (summary.state === 'interrupted' && canRun(summary) && runManager.runOf(summary.folder) === undefined)
        found.set(summary.folder, summary);
    open = read
      .filter(({ state, folder }) => state === 'running' && runManager.runOf(folder) === undefined)
      .map(({ folder }) => folder);
    if (look >= looks) break;
    if (open.length > 0) await sleep(lookAgainMs, undefined, { signal });
  }
  return [...found.values()];
}
