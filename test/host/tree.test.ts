import assert from 'node:assert/strict';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { RostrumApi } from '../../src/extension';
import { createDebateFolder } from '../../src/record/debateFolder';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import type { Services } from '../../src/extension';
import { DebateRows } from '../../src/ui/library/debateRows';
import type { TreeRow } from '../../src/ui/formats/treeNode';
import { setupDraft } from '../support/setupDraft';
import { until } from './startedDebate';

describe('the tree of debates', () => {
  let services: Services;
  let rows: DebateRows;
  let parent: string;
  let folder: string;

  const debateRow = async (): Promise<TreeRow> => {
    const row = (await rows.getChildren()).find((candidate) => candidate.folder === folder);
    assert.ok(row);
    return row;
  };
  /** Whether the rules are checked by then is a matter of time. */
  const labels = (shown: readonly TreeRow[]): string[] =>
    shown.map(({ label }) => label).filter((label) => label !== 'Rules');

  before(async () => {
    const api = (await vscode.extensions.getExtension<RostrumApi>('rostrum.rostrum')?.activate()) as RostrumApi;
    services = api.services;
    parent = join(realpathSync(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''), 'tree-test');
    folder = await createDebateFolder({ parent, topic: 'Tabs or spaces?', setup: setupDraft, now: () => new Date() });
    await services.library.refresh();
    rows = new DebateRows(services);
  });

  after(async () => {
    rows.dispose();
    rmSync(parent, { recursive: true, force: true });
    await services.library.refresh();
  });

  it('gives commands what they act on, and a screen reader what it says', async () => {
    const row = await debateRow();
    const item = rows.getTreeItem(row);
    assert.equal(row.label, 'Tabs or spaces?');
    assert.match(row.description ?? '', /^Interrupted/);
    assert.match(item.contextValue ?? '', /^debate .*\bresumable\b.*\bopen\b/);
    assert.match(item.accessibilityInformation?.label ?? '', /^Tabs or spaces\?, Interrupted: /);
    assert.equal(item.command?.command, 'rostrum.openPanel');
    assert.deepEqual(item.command.arguments, [row]);
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
  });

  it('tree: stands in a group by its state where the user wants that, and the group is its parent', async () => {
    await vscode.commands.executeCommand('rostrum.arrangeDebates', { by: 'state' });
    try {
      const groups = await rows.getChildren();
      assert.ok(groups.every(({ key }) => key.startsWith('state/')));
      const paused = groups.find(({ key }) => key === 'state/paused');
      assert.ok(paused);
      const row = (await rows.getChildren(paused)).find((one) => one.folder === folder);
      assert.equal(row && rows.getParent(row), paused);
      assert.equal(await rows.rowFor(folder), row);
    } finally {
      await vscode.commands.executeCommand('rostrum.arrangeDebates', { by: 'newest' });
    }
    assert.equal(rows.getParent(await debateRow()), undefined);
  });

  it('follows an expanded debate and tells of its subtree only', async () => {
    const row = await debateRow();
    const groups = await rows.getChildren(row);
    assert.deepEqual(labels(groups), ['Debaters']);
    assert.equal(rows.getParent(groups[0] as TreeRow), row);
    const told: unknown[] = [];
    const listening = rows.onDidChangeTreeData((changed) => told.push(changed));
    const log = await DebateLog.open(pathOfLog(folder));
    try {
      await log.append([{ phase: 'opening', speaker: 'ada', type: 'opening_statement', content: 'Tabs, of course.' }]);
      await until('the change to be told', () => told.flat().includes(row));
      assert.ok(!told.includes(undefined), 'the whole tree was refreshed');
      const now = await rows.getChildren(row);
      assert.deepEqual(labels(now), ['Debaters', 'Rounds']);
      // The editor knows rows by identity.
      assert.equal(
        now.find(({ label }) => label === 'Debaters'),
        groups.find(({ label }) => label === 'Debaters'),
      );
    } finally {
      listening.dispose();
      await log.close();
    }
  });

  it('shows an entry in the log, and copies link and transcript', async () => {
    const row = await debateRow();
    const [opening] = await rows.getChildren((await rows.getChildren(row)).find(({ label }) => label === 'Rounds'));
    const [turn] = await rows.getChildren(opening);
    assert.equal(turn?.label, 'ada');
    await vscode.commands.executeCommand('rostrum.revealEntryInLog', turn);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, pathOfLog(folder));
    assert.equal(vscode.window.activeTextEditor.selection.active.line, 1);
    await vscode.commands.executeCommand('rostrum.copyLink', turn);
    assert.match(await vscode.env.clipboard.readText(), /:\/\/rostrum\.rostrum\/debate\?folder=.*&seq=1$/);
    await vscode.commands.executeCommand('rostrum.copyDebateAsMarkdown', row);
    assert.match(await vscode.env.clipboard.readText(), /^# Debate Transcript: Tabs or spaces\?/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('asks for a debate anew that was collapsed and is expanded again', async () => {
    const row = await debateRow();
    await rows.getChildren(row);
    const told: unknown[] = [];
    const listening = rows.onDidChangeTreeData((changed) => told.push(changed));
    rows.collapsed(row);
    rows.expanded(row);
    rows.expanded(row);
    listening.dispose();
    assert.deepEqual(told, [row]);
  });
});
