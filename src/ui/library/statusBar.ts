import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { statusIcons } from '../../projections/statusLook';
import type { DebateSummary } from '../../session/library/summary';
import { DisposableStore, type Disposable, Emitter } from '../kit/emitter';
import { setContext } from '../kit/setContext';
import type { Run } from '../run/runManager';
import type { LibraryPorts } from './ports';
import { stateText, titleOf } from './debateNode';
import { cachedShares, meterOf } from './meter';
import { runText, meterLines } from './statusText';
import type { OpenDebate } from './openDebate';
import type { OpenDebates } from './openDebates';

type StatusBarPorts = Pick<LibraryPorts, 'debates' | 'library' | 'panels' | 'runManager'>;

/** Shows the debates that run here; else the one in the focused panel, as long as it is not done. */
export const registerStatusBar = (services: StatusBarPorts): Disposable => new StatusBar(services);

class StatusBar implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #item = this.#owned.add(
    vscode.window.createStatusBarItem('rostrum.debate', vscode.StatusBarAlignment.Left, 40),
  );
  readonly #followed: FollowedDebate;
  #isRunning: boolean | undefined;
  /** What the item shows; undefined while it is hidden. */
  #shown: string | undefined;

  constructor(private readonly services: StatusBarPorts) {
    const { runManager, panels, library, debates } = services;
    this.#item.name = l10n.t('Rostrum Debate');
    this.#followed = this.#owned.add(new FollowedDebate(debates));
    const update = (): void => this.#update();
    for (const event of [runManager.onDidChange, runManager.onDidWork, runManager.seats.onDidChange])
      this.#owned.add(event(update));
    for (const event of [panels.onDidChangeActive, library.onDidChange, this.#followed.onDidChange])
      this.#owned.add(event(update));
    this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const { runs } = this.services.runManager;
    this.#setMenus(runs.length > 0);
    const [only] = runs;
    // The record is read for the one that is shown with its progress only.
    this.#followed.follow(runs.length === 1 ? only?.folder : undefined);
    if (only === undefined) this.#showActive();
    else if (runs.length === 1) this.#showRun(only);
    else this.#showMany(runs);
  }

  #setMenus(isRunning: boolean): void {
    if (isRunning === this.#isRunning) return;
    this.#isRunning = isRunning;
    void setContext('isRunning', isRunning);
  }

  #showRun(run: Run): void {
    const { folder, ending, working } = run;
    const state = this.#followed.debate?.log.state;
    const asked = this.#askedIn(folder);
    const { language } = vscode.env;
    const text = runText({ state, ending, working, asked, language });
    const lines = state === undefined ? [] : meterLines(meterOf(state), language, cachedShares(state));
    const tooltip = [this.#titleOf(folder), ...lines].join('\n');
    this.#show({ icon: asked === undefined ? 'comment-discussion' : 'bell-dot', text, tooltip, argument: { folder } });
  }

  #showMany(runs: readonly Run[]): void {
    const asking = runs.filter(({ folder }) => this.#askedIn(folder) !== undefined).length;
    const running = l10n.t('{0} debates running', runs.length);
    const text = asking === 0 ? running : l10n.t('{0}, {1} waiting for you', running, asking);
    const tooltip = runs.map(({ folder }) => this.#titleOf(folder)).join('\n');
    this.#show({
      icon: asking === 0 ? 'comment-discussion' : 'bell-dot',
      text,
      tooltip,
      argument: { pick: 'running' },
    });
  }

  #askedIn(folder: string): string | undefined {
    return this.services.runManager.seats.seatsOf(folder).find(({ isChecking }) => !isChecking)?.request.agent;
  }

  #showActive(): void {
    const folder = this.services.panels.activeFolder;
    const summary = folder === undefined ? undefined : this.#summaryOf(folder);
    if (summary === undefined || summary.state === 'done' || summary.state === 'foreign') {
      this.#shown = undefined;
      this.#item.hide();
      return;
    }
    this.#show({
      icon: statusIcons[summary.state].name,
      text: stateText(summary),
      tooltip: titleOf(summary),
      argument: { folder: summary.folder },
    });
  }

  #show({ icon, text, tooltip, argument }: { icon: string; text: string; tooltip: string; argument: object }): void {
    const shown = `$(${icon}) ${text.replaceAll('$(', '$ (')}`;
    // A draft that grows changes nothing of it, ten times a second.
    const all = JSON.stringify([shown, tooltip, argument]);
    if (all === this.#shown) return;
    this.#shown = all;
    this.#item.text = shown;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: l10n.t('Rostrum: {0}. {1}', text, tooltip), role: 'button' };
    this.#item.command = { command: 'rostrum.openPanel', title: l10n.t('Open Debate'), arguments: [argument] };
    this.#item.show();
  }

  #summaryOf(folder: string): DebateSummary | undefined {
    return this.services.library.debates.find((debate) => debate.folder === folder);
  }

  #titleOf(folder: string): string {
    return titleOf(this.#summaryOf(folder) ?? { folder, topic: this.#followed.debate?.log.state.setup?.topic ?? '' });
  }
}

/** Follows at most one debate at a time, held open as long as it is needed. */
class FollowedDebate implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  #folder: string | undefined;
  #debate: OpenDebate | undefined;
  #owned = new DisposableStore();

  constructor(private readonly debates: OpenDebates) {}

  get debate(): OpenDebate | undefined {
    return this.#debate;
  }

  follow(folder: string | undefined): void {
    if (folder === this.#folder) return;
    this.#folder = folder;
    this.#debate = undefined;
    this.#owned.dispose();
    this.#owned = new DisposableStore();
    if (folder !== undefined) void this.#open(folder, this.#owned);
  }

  dispose(): void {
    this.follow(undefined);
    this.#changed.dispose();
  }

  async #open(folder: string, owned: DisposableStore): Promise<void> {
    try {
      const ref = await this.debates.acquire(folder);
      owned.add(ref);
      if (owned.isDisposed) return;
      owned.add(ref.debate.onDidChange(() => this.#changed.fire(undefined)));
      this.#debate = ref.debate;
      this.#changed.fire(undefined);
    } catch {
      // Who opens the debate is told why it cannot be read; the text here does without what stands in it.
    }
  }
}
