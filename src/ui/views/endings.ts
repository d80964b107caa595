import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../emitter';
import { RememberedFolders } from '../library/debateList';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../messages';
import { documentsIn, summaryName } from '../panel/documents';
import type { RunEnding } from '../run/runManager';
import type { Feature, Services } from '../services';
import type { EndingButton, EndingNotice } from './endingWords';

/** Tells how the debates of this window end, and offers to go on with those that a reload or a crash cut short. */
export const registerEndings: Feature = (services) => new Endings(services);

/** A run that is stopped because the window goes away ends like one that the user stopped: it is forgotten only if we live on. */
const forgetDelayMs = 5_000;

class Endings implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #running: RememberedFolders;
  readonly #asked = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(private readonly services: Services) {
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
      title: titleOf(summary),
      place: vscode.workspace.asRelativePath(folder),
      outcome: outcomeIn(summary),
      wasAsked,
      isTaken: summary.state === 'running',
      notifications: this.services.settings.get('notifications'),
    });
  }

  async #show(folder: string, { severity, message, buttons }: EndingNotice): Promise<void> {
    const { list } = await documentsIn(folder);
    // The one that sums it up stands first.
    const report = list[0]?.name;
    const items = buttons
      .filter((button) => button !== 'openSummary' || report !== undefined)
      .filter((button) => button !== 'openPanel' || !this.services.panels.isVisible(folder))
      .map((button) => ({
        title: button === 'openSummary' && report !== summaryName ? l10n.t('Open Report') : buttonTitle(button),
        button,
      }));
    const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[
      severity
    ];
    const picked = await show(message, ...items);
    if (picked !== undefined) await press(picked.button, folder, report);
  }
}

function buttonTitle(button: EndingButton): string {
  switch (button) {
    case 'openPanel':
      return l10n.t('Open Panel');
    case 'openSummary':
      return l10n.t('Open Summary');
    case 'resume':
      return l10n.t('Resume');
    case 'showOutput':
      return l10n.t('Show Output');
    case 'setApiKey':
      return l10n.t('Set API Key');
    case 'changeModel':
      return l10n.t('Change Model');
    case 'showSettings':
      return l10n.t('Show Settings');
    case 'tryAgain':
      return l10n.t('Try Again');
  }
}

async function press(button: EndingButton, folder: string, report = summaryName as string): Promise<void> {
  const commands: Readonly<Record<EndingButton, [string, (object | string)?]>> = {
    openPanel: ['rostrum.openPanel', { folder }],
    openSummary: ['rostrum.openDocument', { folder, name: report }],
    resume: ['rostrum.resumeDebate', { folder }],
    tryAgain: ['rostrum.resumeDebate', { folder }],
    showOutput: ['rostrum.showOutput'],
    setApiKey: ['rostrum.setApiKey', { folder }],
    changeModel: ['rostrum.changeModel', { folder }],
    showSettings: ['workbench.action.openSettings', '@ext:rostrum.rostrum'],
  };
  await vscode.commands.executeCommand(...commands[button]);
}
