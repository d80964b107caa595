import * as vscode from 'vscode';
import type { PromptName } from '../../agents/model/promptBook';
import { readPromptFiles } from '../../session/plan/configFiles';

type WorkspacePrompts = Partial<Record<PromptName, string>>;

/**
 * Prompts with which the workspace around a debate's folder replaces ours, in trusted workspaces only.
 *
 * @throws PlanError `prompt` when a file does not match one of our prompts.
 */
export async function workspacePrompts(debateFolder: string): Promise<WorkspacePrompts> {
  if (!vscode.workspace.isTrusted) return {};
  const around =
    vscode.workspace.getWorkspaceFolder(vscode.Uri.file(debateFolder)) ?? vscode.workspace.workspaceFolders?.[0];
  return around?.uri.scheme === 'file' ? await readPromptFiles(around.uri.fsPath) : {};
}
