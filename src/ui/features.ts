import * as vscode from 'vscode';
import { registerChat } from './chat/participant';
import { registerCitations } from './citations/registerCitations';
import { registerCommands } from './commands/registerCommands';
import { registerLanguage } from './language/registerLanguage';
import { registerDebatesTree } from './library/debatesTree';
import { registerEndings } from './library/endings';
import { registerEventLog } from './library/eventLog';
import { registerSearch } from './library/registerSearch';
import { registerSeatNotices } from './library/seatNotices';
import { registerLmTools } from './lmTools/registerLmTools';
import { registerMcpServer } from './lmTools/registerMcpServer';
import { registerStart } from './start/startDebate';
import type { Parts } from './kit/parts';
import type { ChatPorts } from './chat/ports';
import type { CitationPorts } from './citations/ports';
import type { CommandPorts } from './commands/ports';
import type { LanguagePorts } from './language/ports';
import type { LibraryPorts } from './library/ports';
import type { ToolPorts } from './lmTools/ports';
import type { ProblemPorts } from './problems/ports';
import type { StartPorts } from './start/ports';

type FeaturePorts = ChatPorts &
  CitationPorts &
  CommandPorts &
  LanguagePorts &
  LibraryPorts &
  ToolPorts &
  ProblemPorts &
  StartPorts;

/** Registers the features; each takes from the services what its ports name. */
export function registerFeatures(services: FeaturePorts, parts: Parts): void {
  parts.start('start', () => registerStart(services));
  parts.start('commands', () => registerCommands(services));
  parts.start('citations', () => registerCitations(services));
  parts.start('tree', () => registerDebatesTree(services));
  parts.start('search', () => registerSearch(services));
  parts.start('language', () => registerLanguage(services));
  parts.start('links', () => {
    const handleUri = async (uri: vscode.Uri) => (await import('./uriHandler')).openLink(uri, services);
    return vscode.window.registerUriHandler({ handleUri });
  });
  parts.startOnFirst(
    'status',
    () => [services.runManager.onDidChange, services.panels.onDidChangeActive],
    async () => {
      const { registerStatusBar } = await import('./library/statusBar');
      return () => registerStatusBar(services);
    },
  );
  parts.start('endings', () => registerEndings(services));
  parts.start('seats', () => registerSeatNotices(services));
  parts.start('events', () => registerEventLog(services));
  parts.startOnFirst(
    'problems',
    () => [services.debates.onDidOpen, services.checks.onDidCheck],
    async () => {
      const { registerProblems } = await import('./problems/registerProblems');
      return () => registerProblems(services);
    },
  );
  parts.start('chat', () => registerChat(services));
  parts.start('tools', () => registerLmTools(services));
  parts.start('agents', () => registerMcpServer(services));
}
