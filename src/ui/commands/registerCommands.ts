import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../kit/emitter';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { CommandPorts } from './ports';

/** A module, loaded when one of its commands is first called. */
interface CommandModule {
  readonly ids: readonly string[];
  readonly load: () => Promise<CommandHandlers<CommandPorts>>;
}

/** Lists a module's commands; the compiler reports a missing one. */
const commandsIn = <Id extends string>(
  ids: readonly Id[],
  load: () => Promise<Readonly<Record<Id, CommandHandlers<CommandPorts>[string]>>>,
): CommandModule => ({ ids, load });

const modules: readonly CommandModule[] = [
  commandsIn(
    [
      'rostrum.openPanel',
      'rostrum.openLog',
      'rostrum.openDocument',
      'rostrum.revealFolder',
      'rostrum.copyLink',
      'rostrum.openInRostrum',
      'rostrum.openDebateFolder',
      'rostrum.forgetDebateFolder',
      'rostrum.refreshDebates',
      'rostrum.revealEntry',
      'rostrum.revealEntryInLog',
      'rostrum.goToEntry',
      'rostrum.copyDebateAsMarkdown',
      'rostrum.openWalkthrough',
      'rostrum.openSettings',
      'rostrum.showOutput',
    ],
    async () => (await import('./openCommands')).openCommands,
  ),
  commandsIn(
    [
      'rostrum.resumeDebate',
      'rostrum.pauseDebate',
      'rostrum.stopDebate',
      'rostrum.skipToEnd',
      'rostrum.concludeNow',
      'rostrum.changeModel',
    ],
    async () => (await import('./runCommands')).runCommands,
  ),
  commandsIn(
    ['rostrum.moreExchanges', 'rostrum.skipStep'],
    async () => (await import('./exchangeCommands')).exchangeCommands,
  ),
  commandsIn(
    ['rostrum.sendGuidance', 'rostrum.askAsAudience'],
    async () => (await import('./sayCommands')).sayCommands,
  ),
  commandsIn(['rostrum.citeInMyTurn'], async () => (await import('./citeInTurn')).citeCommands),
  commandsIn(['rostrum.checkRules'], async () => (await import('../problems/checkCommand')).checkCommands),
  commandsIn(['rostrum.importDebate'], async () => (await import('./importDebate')).importCommands),
  commandsIn(['rostrum.checkRecord'], async () => (await import('./checkRecord')).checkRecordCommands),
  commandsIn(['rostrum.exportDebate'], async () => (await import('./exportDebate')).exportCommands),
  commandsIn(['rostrum.deleteDebate'], async () => (await import('./deleteDebate')).deleteCommands),
  commandsIn(['rostrum.reportIssue'], async () => (await import('./reportIssue')).issueCommands),
  commandsIn(
    ['rostrum.setApiKey', 'rostrum.clearApiKey', 'rostrum.chooseEditorTools'],
    async () => (await import('../models/modelCommands')).modelCommands,
  ),
];

export const registerCommands = (services: CommandPorts): Disposable => {
  const owned = new DisposableStore();
  for (const { ids, load } of modules)
    for (const id of ids)
      owned.add(
        vscode.commands.registerCommand(id, async (...given: unknown[]) => (await load())[id]?.(services, ...given)),
      );
  return owned;
};
