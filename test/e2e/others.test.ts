import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseStatus } from '../../src/record/lease';
import { readEntries } from '../support/scriptedDebate';
import { commandLine, ended, runByCommandLine } from '../support/workbench/commandLine';
import { goTo } from '../support/workbench/goTo';
import { openWindow, shares, testFolder } from '../support/workbench/inTest';
import { furtherLine, writeLongDebate } from '../support/workbench/longDebate';
import { pacedDebate, PacedScript, parcelTopic, runThrough, waitingAt } from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { plain, until } from '../support/workbench/patience';
import { clearedWith } from '../support/workbench/sharedWindow';
import type { Workbench } from '../support/workbench/workbench';
import { fillFolder, workspaceFolder } from '../support/workbench/workspaceFolder';

const workspace = workspaceFolder();
const folder = workspace.path;
let window: Workbench;
let panel: PanelPage;

beforeAll(async () => {
  window = await openWindow({ folder });
  panel = new PanelPage(window.page);
});
beforeEach(() => clearedWith(window, folder));
shares(() => window, workspace);

const logOf = (folder: string): string => join(folder, 'debate-log.jsonl');

/** A line as another program writes it, and of its own fields. */
const foreignLine = (seq: number, content: string, fields: object = {}): string =>
  `${JSON.stringify({ seq, timestamp: '2026-03-01T10:00:00Z', phase: 'rebuttal', speaker: 'ada', type: 'new_point', content, ...fields })}\n`;

/** A log of another program in the workspace; returns the debate's folder. */
function writtenElsewhere(log: string): string {
  fillFolder(folder, { files: { 'records/elsewhere/debate-log.jsonl': log } });
  return join(folder, 'records', 'elsewhere');
}

const topics = async (): Promise<string[]> => (await window.tree('Debates').rows()).map(({ label }) => label).sort();

describe('a debate that another program runs', () => {
  it('rest: appears by itself and is shown live; when its program dies it can be resumed here', async () => {
    const view = await window.view('Debates');
    await expect.poll(() => view.welcome()).toContain('New here? Watch the sample');
    const script = new PacedScript(folder, 'parcels', 2);
    await script.pace((task) => (task === 'r2/turn/ada' ? waitingAt(task)(task) : 300));
    const cli = await runByCommandLine(folder, { topic: parcelTopic, script });
    await view.click(parcelTopic);
    const who = new RegExp(
      `^Live Run by rostrum \\S+ \\(command line\\), process ${String(cli.child.pid)} on \\S+, since `,
    );
    await panel.stated(who);
    const round = await until('the second round', async () =>
      (await readEntries(cli.folder)).find(({ data }) => data?.['round'] === 2 && data['kind'] === 'round_start'),
    );
    await panel.inSight(round.seq);

    await writeFile(join(folder, 'guidance.txt'), 'Mind the weekends.');
    const guidance = [
      '--speaker',
      'user',
      '--type',
      'intervention',
      '--phase',
      'system',
      '--content-file',
      join(folder, 'guidance.txt'),
    ];
    const seq = Number(
      await ended(commandLine(['append', cli.folder, ...guidance, '--data', '{"guidance":"Mind the weekends."}'])),
    );
    await expect.poll(async () => (await panel.entry(seq)).innerText()).toContain('Mind the weekends.');

    await window.command('Rostrum: Resume Debate');
    const refusal = await window.notifications.shown(
      'Two engines cannot run one debate; this window shows what the other one writes.',
    );
    expect(plain(await refusal.innerText())).toContain(`process ${String(cli.child.pid)} on`);
    expect(await refusal.innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/);
    await window.notifications.dismiss('Two engines cannot run one debate');
    expect((await leaseStatus(cli.folder)).state).toBe('held');

    cli.child.kill('SIGKILL');
    await panel.stated(
      /^Interrupted rostrum \S+ \(command line\), process \d+ on \S+ ended while it held this debate\./,
    );
    await until('the list to say so', async () =>
      (await view.rows())[0]?.description.startsWith('Interrupted') === true ? true : undefined,
    );
    await script.pace(() => 0);
    await panel.press('Resume');
    await panel.stated(/^Done Draw/);
    await expect.poll(async () => (await view.rows())[0]?.description).toMatch(/^draw/);
  });

  it('may be written by any program: its lines appear as it appends them', async () => {
    const debate = writtenElsewhere(foreignLine(0, 'The first word.') + foreignLine(1, 'The second word.'));
    await (await window.view('Debates')).click('elsewhere');
    await panel.stated(/^Foreign Written by another program: it can be read, not run\./);
    await panel.entry(1);
    await appendFile(logOf(debate), foreignLine(2, 'A word **more**.'));
    await expect.poll(async () => (await panel.entry(2)).innerText()).toContain('A word more.');
    // A line is shown when it is whole.
    const line = foreignLine(3, 'In two pieces.');
    await appendFile(logOf(debate), line.slice(0, 40));
    await appendFile(logOf(debate), line.slice(40) + foreignLine(4, 'The last word.'));
    await expect.poll(async () => (await panel.entry(3)).innerText()).toContain('In two pieces.');
    await expect.poll(async () => (await panel.entry(4)).innerText()).toContain('The last word.');
    await expect.poll(() => panel.size()).toBe(5);
    expect(await (await panel.locator('.notice-warning')).count()).toBe(0);
    await window.command('Rostrum: Resume Debate');
    await window.notifications.shown('This debate cannot be run.');
  });
});

describe('a log as text', () => {
  it('of more than 50 MB is opened in the panel', async () => {
    const long = writeLongDebate(folder, 400);
    const filler = 'The depot is large. '.repeat(40_000);
    for (let seq = 400; seq < 470; seq += 1)
      await appendFile(logOf(long.path), furtherLine(seq, `Filler ${seq}. ${filler}`));
    expect((await stat(logOf(long.path))).size).toBeGreaterThan(50 * 1024 * 1024);
    const view = await window.view('Debates');
    await view.menu(/^Where should the parcels go/, 'Open Log');
    await window.notifications.shown('The log is over 50 MB, which the editor shows without links or colours.');
    // Now: it hides after some seconds, and the panel may take longer.
    await window.notifications.dismiss('The log is over 50 MB');
    await panel.chips();
    await window.command('View: Close All Editors');
    // As a file, from the explorer's search.
    await window.command('Go to File...');
    await window.quickInput.type('debate-log.jsonl');
    await window.quickInput.pick('debate-log.jsonl');
    await window.notifications.shown('This log is over 50 MB');
    await panel.chips();
    await goTo(window, 460);
    await panel.inSight(460);
    await expect.poll(async () => (await panel.entry(460)).innerText()).toContain('Filler 460. The depot is large.');
  });

  it('is a Rostrum Debate Log, cannot be typed into, and its numbers lead to entries', async () => {
    const count = 90;
    const lines = Array.from({ length: count }, (_, seq) => foreignLine(seq, `Word ${seq}.`));
    const last = JSON.stringify({
      seq: count,
      target_seq: 3,
      timestamp: '2026-03-01T10:00:00Z',
      phase: 'system',
      speaker: 'chair',
      type: 'ruling',
      content: 'So be it.',
    });
    const log = `${lines.join('')}${last}\n`;
    const debate = writtenElsewhere(log);
    await (await window.view('Debates')).menu('elsewhere', 'Open Log');
    await window.editor.shown('debate-log.jsonl');
    await window.statusBar.item('Rostrum Debate Log');
    await window.editor.root.locator('.view-line').first().click();
    await window.page.keyboard.press('Control+End');
    await expect.poll(() => window.editor.cursor()).toEqual({ line: count + 2, column: 1 });
    await window.page.keyboard.type('more');
    await expect.poll(() => window.page.locator('.monaco-editor-overlaymessage').innerText()).toContain('read-only');
    expect(await window.editor.visibleText()).not.toContain('more');
    // The message lies over the line, and stays while the pointer is on it.
    await window.page.keyboard.press('Escape');
    await expect.poll(() => window.editor.title()).toBe('debate-log.jsonl');
    expect(await readFile(logOf(debate), 'utf8')).toBe(log);

    await window.editor.follow('"target_seq":3', /^3$/, async () => (await window.editor.cursor())?.line === 4);
    const webviews = window.page.locator('iframe.webview:visible');
    await window.editor.follow('"seq":5,', /^5$/, async () => (await webviews.count()) > 0);
    await panel.inSight(5);
  });
});

describe('a debate outside the workspace', () => {
  it('is opened by its folder, listed until it is removed, and opened by a link', async () => {
    const debate = await pacedDebate(testFolder(), () => 0, { rounds: 1 });
    await runThrough(debate);
    const view = await window.view('Debates');
    await window.command('Rostrum: Open Debate Folder…');
    await window.quickInput.shown('Open the Folder of a Debate');
    // The dialogue looks at the disk before it takes what is typed, and again before it can be accepted.
    await window.quickInput.row('..').waitFor();
    await window.quickInput.type(debate.path);
    await window.quickInput.row(basename(debate.path)).waitFor();
    await window.quickInput.accept();
    await panel.stated(/^Done/);
    await expect.poll(topics).toEqual([parcelTopic]);

    await view.menu(parcelTopic, 'Copy Link to Debate');
    const link = await until('the link', async () => {
      const text = await window.page.evaluate<string>('navigator.clipboard.readText()');
      return text.includes('rostrum.rostrum') ? text : undefined;
    });
    await view.menu(parcelTopic, 'Remove from List');
    await expect.poll(topics).toEqual([]);
    expect(await readEntries(debate.path)).not.toEqual([]);
    await window.command('View: Close All Editors');

    await window.command('Developer: Open URL');
    await window.quickInput.type(`${link}&seq=5`);
    await window.quickInput.accept();
    // The editor asks whether the link may be followed at all, then Rostrum whether that folder may be read.
    expect(await window.notifications.dialogText()).toMatch(/^Allow 'Rostrum' extension to open this URI\?/);
    await window.notifications.dialog.getByRole('button', { name: 'Open', exact: true }).click();
    const question = `A link asks to open the debate in ${debate.path}.`;
    await expect.poll(() => window.notifications.dialogText()).toContain(question);
    await window.notifications.answer('Open');
    await panel.inSight(5);
  });
});
