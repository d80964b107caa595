import { join } from 'node:path';
import * as vscode from 'vscode';
import { engineVersion } from '../../session/version';
import type { Disposable } from '../kit/emitter';
import { mcpProviderId, mcpServerCommand } from './mcpServerCommand';
import type { ToolPorts } from './ports';

/** Offers `rostrum mcp` to the editor's agents for the folders of a trusted workspace. */
export function registerMcpServer({ context, settings }: ToolPorts): Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions() {
      const folders = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
        uri.scheme === 'file' ? [uri.fsPath] : [],
      );
      if (!vscode.workspace.isTrusted || folders.length === 0) return [];
      const { command, args, env } = mcpServerCommand({
        program: join(context.extensionPath, 'dist', 'cli.js'),
        folders,
        isWebAllowed: settings.get('research.web'),
      });
      return [new vscode.McpStdioServerDefinition('Rostrum', command, args, env, engineVersion)];
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.lm.registerMcpServerDefinitionProvider(mcpProviderId, provider),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('rostrum.research.web')) changed.fire();
    }),
  );
}
