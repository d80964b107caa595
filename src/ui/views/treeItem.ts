import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TreeNode } from './treeNode';

export function treeItem(row: TreeNode): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const label = row.highlights === undefined ? row.label : { label: row.label, highlights: [...row.highlights] };
  const item = new vscode.TreeItem(label, !row.isParent ? None : row.isOpen === true ? Expanded : Collapsed);
  item.id = row.id;
  item.contextValue = row.context;
  item.accessibilityInformation = { label: row.spoken };
  if (row.description !== undefined) item.description = row.description;
  if (row.tooltip !== undefined) item.tooltip = row.tooltip;
  if (row.icon !== undefined) {
    const { name, colour } = row.icon;
    item.iconPath = new vscode.ThemeIcon(name, colour === undefined ? undefined : new vscode.ThemeColor(colour));
  }
  const command = commandOf(row);
  if (command !== undefined) item.command = { ...command, arguments: [row] };
  return item;
}

function commandOf({ click }: TreeNode): { command: string; title: string } | undefined {
  switch (click) {
    case 'debate':
      return { command: 'rostrum.openPanel', title: l10n.t('Open Panel') };
    case 'entry':
      return { command: 'rostrum.revealEntry', title: l10n.t('Show Entry in Panel') };
    case 'source':
      return { command: 'rostrum.openSource', title: l10n.t('Open Source at Passage') };
    case 'document':
      return { command: 'rostrum.openDocument', title: l10n.t('Open Document') };
    case 'line':
      return { command: 'rostrum.revealEntryInLog', title: l10n.t('Show Entry in Log') };
    case undefined:
      return undefined;
  }
}
