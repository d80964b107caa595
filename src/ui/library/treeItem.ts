import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TreeNode } from '../formats/treeNode';

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
  if (row.click !== undefined) item.command = { ...commands()[row.click], arguments: [row] };
  return item;
}

const commands = (): Record<NonNullable<TreeNode['click']>, { command: string; title: string }> => ({
  debate: { command: 'rostrum.openPanel', title: l10n.t('Open Debate') },
  entry: { command: 'rostrum.revealEntry', title: l10n.t('Show Entry in Panel') },
  source: { command: 'rostrum.openSource', title: l10n.t('Open Source at Passage') },
  document: { command: 'rostrum.openDocument', title: l10n.t('Open Document') },
  line: { command: 'rostrum.revealEntryInLog', title: l10n.t('Show Entry in Log') },
});
