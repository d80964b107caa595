import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../kit/emitter';
import { exists, pathOfLog } from '../../record/logPath';
import { RememberedFolders } from './debateList';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../kit/messages';
import { documentsIn, firstToRead } from './documents';
import type { RunEnding } from '../run/runManager';
import type { ReadingAction } from '../../shared/head';
import type { LibraryPorts } from './ports';
import type { EndingButton, EndingNotice } from './endingWords';

/** Offers to go on with debates that a reload or a crash cut short, too. */
export const registerEndings = (services: LibraryPorts): Disposable => new Endings(services);

/** A run that is stopped because the window goes away is forgotten only if we live on. */
const forgetDelayMs = 5_000;

class Endings implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #running: RememberedFolders;
  readonly #asked = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(private readonly services: LibraryPorts) {
    const { runManager, context } = services;
    this.#running = new RememberedFolders(context.workspaceState, 'rostrum.running');
    this.#owned.add(runManager.onDidChange((folder) => this.#onChange(folder)));
    this.#owned.add(runManager.onDidEnd((ending) => void this.#onEnd(ending)));
    if (this.#running.all.length > 0) void this.#offerInterrupted();
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#owned.dispose();
  }

  async #offerInterrupted(): Promise<void> {
    const { offerInterrupted } = await import('./interrupted');
    this.#owned.add(offerInterrupted(this.services, this.#running));
  }

  #onChange(folder: string): void {
    const run = this.services.runManager.runOf(folder);
    if (run === undefined) return;
    if (run.ending === undefined) {
      this.#asked.delete(folder);
      void this.#running.add(folder);
    } else this.#asked.add(folder);
  }

  async #onEnd(ending: RunEnding): Promise<void> {
    const { folder } = ending;
    const wasAsked = this.#asked.delete(folder);
    this.#forget(folder, wasAsked ? forgetDelayMs : 0);
    try {
      const notice = await this.#noticeOf(ending, wasAsked);
      if (notice !== undefined) await this.#show(folder, notice);
    } catch (error) {
      this.services.log.error(
        `The end of ${folder} could not be told.`,
        error instanceof Error ? error : String(error),
      );
    }
  }

  #forget(folder: string, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.services.runManager.runOf(folder) === undefined) void this.#running.remove(folder);
    }, delayMs);
    this.#timers.add(timer);
  }

  async #noticeOf({ folder, end }: RunEnding, wasAsked: boolean): Promise<EndingNotice | undefined> {
    const [summary, { endingNotice }, { titleOf }, { outcomeIn }] = await Promise.all([
      this.services.summaries.summaryOf(folder),
      import('./endingWords'),
      import('./debateNode'),
      import('../../projections/outcome'),
    ]);
    return endingNotice(end, {
      isGone: !(await exists(pathOfLog(folder))),
      title: titleOf(summary),
      outcome: outcomeIn(summary),
      wasAsked,
      isTaken: summary.state === 'running',
      notifications: this.services.settings.get('notifications'),
    });
  }

  async #show(folder: string, { severity, message, buttons }: EndingNotice): Promise<void> {
    const { list } = await documentsIn(folder);
    const report = firstToRead(list);
    const items = buttons
      .filter((button) => button !== 'openFirst' || report !== undefined)
      .filter((button) => button !== 'openPanel' || !this.services.panels.isVisible(folder))
      .map((button) => pressable(button, folder, report));
    const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[
      severity
    ];
    const picked = await show(message, ...items);
    if (picked !== undefined) await vscode.commands.executeCommand(...picked.command);
  }
}

function pressable(button: EndingButton, folder: string, report: ReturnType<typeof firstToRead>) {
  const reading: Record<ReadingAction, string> = {
    openBrief: l10n.t('Open Brief'),
    openSummary: l10n.t('Open Summary'),
    openReport: l10n.t('Open Report'),
  };
  const acts: Record<EndingButton, [title: string, command: string, argument?: object | string]> = {
    openPanel: [l10n.t('Open Debate'), 'rostrum.openPanel', { folder }],
    openFirst: [reading[report?.action ?? 'openReport'], 'rostrum.openDocument', { folder, name: report?.name }],
    resume: [l10n.t('Resume'), 'rostrum.resumeDebate', { folder }],
    tryAgain: [l10n.t('Try Again'), 'rostrum.resumeDebate', { folder }],
    showOutput: [l10n.t('Show Output'), 'rostrum.showOutput'],
    setApiKey: [l10n.t('Set API Key'), 'rostrum.setApiKey', { folder }],
    changeModel: [l10n.t('Change Model'), 'rostrum.changeModel', { folder }],
    showSettings: [l10n.t('Show Settings'), 'workbench.action.openSettings', '@ext:rostrum.rostrum'],
  };
  const [title, ...command] = acts[button];
  return { title, command };
}
