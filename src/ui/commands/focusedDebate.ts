import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { logFileName } from '../../record/logPath';
import { isOnDisk } from '../library/findDebates';
import type { Services } from '../services';

/** The debate of the tab that has the focus: its panel, or its log as text. A panel that is only in view does not count. */
export function focusedDebate({ panels }: Pick<Services, 'panels'>): string | undefined {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // The editor puts a prefix before the type.
  if (input instanceof vscode.TabInputWebview)
    return input.viewType.endsWith('rostrum.panel') ? panels.activeFolder : undefined;
  const isText = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isText && isOnDisk(input.uri) && basename(input.uri.fsPath) === logFileName
    ? dirname(input.uri.fsPath)
    : undefined;
}
