import * as vscode from 'vscode';
import type { PromptName } from '../../agents/model/promptBook';
import { readPromptFiles } from '../../session/plan/configFiles';

type WorkspacePrompts = Partial<Record<PromptName, string>>;

/**
 * The prompts that the workspace around a debate's folder puts in place of ours: of trusted workspaces only.
 *
 * @throws PlanError `prompt` when a file is no prompt of ours.
 */
export async function workspacePrompts(debateFolder: string): Promise<WorkspacePrompts> {
  if (!vscode.workspace.isTrusted) return {};
  const around =
    vscode.workspace.getWorkspaceFolder(vscode.Uri.file(debateFolder)) ?? vscode.workspace.workspaceFolders?.[0];
  return around?.uri.scheme === 'file' ? await readPromptFiles(around.uri.fsPath) : {};
}
