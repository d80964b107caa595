import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { draftOf, servicesHere, startedDebate, until } from './startedDebate';

/** With this set, pages say what they have painted: so much of them can be seen from here. */
const bench = 'ROSTRUM_BENCH';

let debate = '';
const painted = new Map<string, number>();

const tabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const panelTabs = (): vscode.Tab[] =>
  tabs().filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('rostrum.panel'));
const logOf = (folder: string): string => join(folder, 'debate-log.jsonl');
const entriesIn = (folder: string): number => readFileSync(logOf(folder), 'utf8').split('\n').length - 1;

async function panels() {
  return (await servicesHere()).panels;
}

const paintedWhole = (folder: string): Promise<void> =>
  until('the whole debate on the page', () => painted.get(folder) === entriesIn(folder));

describe('the panel', () => {
  before(async () => {
    process.env[bench] = '1';
    const { runManager, panels: opened } = await servicesHere();
    opened.onDidPaint(({ folder, entries }) => painted.set(folder, entries));
    debate = await startedDebate();
    await runManager.settled(debate);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    Reflect.deleteProperty(process.env, bench);
    await (await servicesHere()).runManager.stopAll('The test is over.');
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    painted.clear();
  });

  it('shows a debate, named by its topic, once', async () => {
    await (await panels()).show(debate);
    await paintedWhole(debate);
    await until(
      'its tab',
      () =>
        panelTabs()
          .map(({ label }) => label)
          .join() === 'Should the payments service move from REST to gRPC?',
    );
    assert.equal((await panels()).activeFolder, debate);
    await (await panels()).show(debate, { seq: 3 });
    assert.equal(panelTabs().length, 1);
  });

  it('shows what another program appends', async () => {
    await (await panels()).show(debate);
    await paintedWhole(debate);
    const seq = entriesIn(debate);
    const entry = {
      seq,
      timestamp: new Date().toISOString(),
      phase: 'system',
      speaker: 'chair',
      type: 'note',
      content: 'By another program.',
    };
    appendFileSync(logOf(debate), `${JSON.stringify(entry)}\n`);
    await paintedWhole(debate);
    assert.equal(painted.get(debate), seq + 1);
  });

  it('shows everything again after it was hidden', async () => {
    await (await panels()).show(debate);
    await paintedWhole(debate);
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: 'In front of it.' }),
      vscode.ViewColumn.Active,
    );
    painted.clear();
    await (await panels()).show(debate);
    await paintedWhole(debate);
  });

  it('keeps what it shows when the folder goes, and goes on when it is back', async () => {
    await (await panels()).show(debate);
    await paintedWhole(debate);
    renameSync(debate, `${debate}-away`);
    try {
      const { debates } = await servicesHere();
      const held = await debates.acquire(debate);
      await until('that it is gone', () => held.debate.isGone);
      held.dispose();
      assert.equal(panelTabs().length, 1);
    } finally {
      renameSync(`${debate}-away`, debate);
    }
    painted.clear();
    await vscode.commands.executeCommand('workbench.action.webview.reloadWebviewAction');
    await paintedWhole(debate);
  });

  it('opens a log as an editor of its own, read-only', async () => {
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(logOf(debate)), 'rostrum.log');
    await paintedWhole(debate);
    const [tab] = tabs();
    assert.ok(tab?.input instanceof vscode.TabInputCustom);
    assert.equal(tab.label, 'debate-log.jsonl');
    assert.equal((await panels()).activeFolder, debate);
    // The debate is shown already: no second panel.
    await (await panels()).show(debate);
    assert.equal(tabs().length, 1);
  });

  it('reviews a lineup, once', async () => {
    const draft = await draftOf({ topic: 'Is the panel the place to review a lineup?' });
    await (await panels()).review(draft);
    await until(
      'its tab',
      () =>
        panelTabs()
          .map(({ label }) => label)
          .join() === 'Is the panel the place to review a lineup?',
    );
    assert.equal((await panels()).activeFolder, undefined);
    await (await panels()).review(draft);
    assert.equal(panelTabs().length, 1);
    draft.cancel();
  });

  it('follows a debate from its first entry to its end', async () => {
    const folder = await startedDebate({ topic: 'Should the payments service keep REST for one more year?' });
    await (await panels()).show(folder);
    const { runManager } = await servicesHere();
    await runManager.settled(folder);
    await paintedWhole(folder);
  });

  it('shows the verdict of a finished debate before its log is read, unless something was redacted meanwhile', async () => {
    const folder = await startedDebate({ topic: 'Should the payments service be split by region?' });
    const { runManager, debates, panels: opened, context } = await servicesHere();
    await runManager.settled(folder);
    const acquire = debates.acquire.bind(debates);
    let read = (): void => undefined;
    const isVerdictShown: boolean[] = [];
    const listening = opened.onDidPaint(({ isVerdict }) => isVerdictShown.push(isVerdict));
    const openedUnread = async (): Promise<void> => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      painted.clear();
      isVerdictShown.length = 0;
      const gate = new Promise<void>((resolve) => (read = resolve));
      debates.acquire = async (...of) => (await gate, await acquire(...of));
      await opened.show(folder);
    };
    try {
      await opened.show(folder);
      await paintedWhole(folder);
      const kept = join((context.storageUri ?? context.globalStorageUri).fsPath, 'verdicts');
      const isKept = (): boolean =>
        existsSync(kept) && readdirSync(kept).some((name) => readFileSync(join(kept, name), 'utf8').includes(folder));
      await until('the verdict to be kept', isKept);
      await openedUnread();
      await until('the verdict', () => isVerdictShown.length > 0);
      assert.deepEqual([isVerdictShown, painted.get(folder)], [[true], 0]);
      read();
      await paintedWhole(folder);

      const entries = readFileSync(logOf(folder), 'utf8').trimEnd().split('\n');
      const target = entries.findIndex((line) => line.includes('"type":"conclusion"'));
      const redaction = {
        ...{ seq: entries.length, timestamp: new Date().toISOString(), phase: 'system', speaker: 'chair' },
        ...{ type: 'redaction', content: `Seq ${target} is redacted.`, sources: null, rebuttal_to_seq: null },
        ...{ target_seq: target, data: { reason: 'It names a person.' } },
      };
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await until('the log to be released', () => debates.open.every((debate) => debate.folder !== folder));
      appendFileSync(logOf(folder), `${JSON.stringify(redaction)}\n`);
      await openedUnread();
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      assert.deepEqual(isVerdictShown, []);
      read();
      await paintedWhole(folder);
    } finally {
      debates.acquire = acquire;
      listening.dispose();
    }
  });

  it('hands what the page cannot do to nobody where no panel is', async () => {
    const opened = await panels();
    assert.equal(opened.activeFolder, undefined);
    assert.doesNotThrow(() => opened.sendToActive('find'));
  });
});
