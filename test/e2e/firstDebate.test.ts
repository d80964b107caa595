import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { durationText } from '../../src/reports/facts';
import { sampleQuestion } from '../support/workbench/debates';
import { openWindow, sharesWithoutErrors, testFolder, testWindow } from '../support/workbench/inTest';
import { askedPage, LineupPage } from '../support/workbench/lineupPage';
import { ModelScene } from '../support/workbench/modelScene';
import { pacedDebate, parcelTopic, waitingAt } from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { plain, until } from '../support/workbench/patience';
import { ProblemsView } from '../support/workbench/problemsView';
import { ViewPage } from '../support/workbench/viewPage';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/** What somebody meets who holds a first debate, in the window that `npm run vscode` opens. */

const workspace = workspaceFolder({ sample: true });
let window: Workbench;
let panel: PanelPage;

beforeAll(async () => {
  window = await openWindow({ folder: workspace.path, width: 1_440, height: 900 });
  panel = new PanelPage(window.page);
});
sharesWithoutErrors(() => window, workspace);

/** Whether the centre of what has the focus in a page is in sight, and the window's own focus is in that page. */
async function hasSeenFocus(page: PanelPage | LineupPage): Promise<boolean> {
  const isIn = await window.page.evaluate<boolean>("document.activeElement?.tagName === 'IFRAME'");
  const seen = `((at) => {
    const { left, top, width, height } = at.getBoundingClientRect();
    return at !== document.body && at.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  })(document.activeElement)`;
  return isIn && (await (await page.frame()).evaluate<boolean>(seen));
}

/** Takes a folder in the editor's own dialogue, which goes there before it can be accepted. */
async function takeFolder({ quickInput }: Workbench, path: string): Promise<void> {
  await until(`${path} to be taken`, async () => {
    await quickInput.type(`${path}/`);
    await quickInput.row('..').waitFor({ timeout: 10_000 });
    await quickInput.accept();
    await quickInput.root.waitFor({ state: 'hidden', timeout: 5_000 });
    return true;
  });
}

describe('the first debate', () => {
  it('toast: what is refused (a revision, evidence, a start) is said beside its field, and nothing lies over Start Debate', async () => {
    mkdirSync(join(workspace.path, 'empty'));
    const lineup = await askedPage(window, sampleQuestion);
    await lineup.documents();
    const start = await lineup.button('Start Debate');
    const isFree = async (): Promise<boolean> => {
      await start.click({ trial: true, timeout: 5_000 });
      return (await window.notifications.messages()).length === 0;
    };

    await (await lineup.button('Choose Folder…')).click();
    await window.quickInput.shown('Evidence');
    await takeFolder(window, join(workspace.path, 'empty'));
    const evidence = (await lineup.frame()).locator('.overview-item', { has: await lineup.field('evidence') });
    await expect.poll(async () => plain(await evidence.innerText())).toMatch(/The evidence was not changed: .*empty/);
    expect(await isFree()).toBe(true);

    const [at, away] = [join(workspace.path, 'evidence'), join(workspace.path, 'elsewhere')];
    renameSync(at, away);
    await start.click();
    await lineup.problem('The debate was not started: ');
    renameSync(away, at);
    expect(await isFree()).toBe(true);
    await window.screenshot('first-unstarted');

    await (await lineup.field('provider')).selectOption('anthropic');
    await (await lineup.button('Let the Chair Propose')).click();
    expect(await lineup.unrevised()).toMatch(/^The lineup is unchanged: /);
    expect(await isFree()).toBe(true);
    await window.screenshot('first-unrevised');
    await (await lineup.button('Cancel')).click();
  });

  it('focus: the page begins at its question; Start leads into the debate, v to the verdict, and what decided has short names', async () => {
    const lineup = await askedPage(window, sampleQuestion);
    await expect.poll(() => lineup.focus()).toBe('textarea Question');
    expect(await hasSeenFocus(lineup)).toBe(true);
    await (await lineup.field('provider')).selectOption('offline');
    await lineup.documents();
    await (await lineup.field('maxRounds')).fill('1');
    await (await lineup.button('Start Debate')).press('Enter');
    await panel.stated(/^Done/, 120_000);
    await expect.poll(() => hasSeenFocus(panel)).toBe(true);
    await window.page.keyboard.press('v');
    await new ViewPage(panel).shown('Verdict');
    await expect.poll(() => hasSeenFocus(panel)).toBe(true);
    for (const name of await (await panel.locator('.verdict-decided a')).allInnerTexts())
      expect(name.length, name).toBeLessThan(100);
  });

  it('clock: never goes back while a debate runs, is stopped and goes on, and is the same at the end in panel, documents and JSON', async () => {
    const parcels = await pacedDebate(workspace.path, waitingAt('r1/turn/bob'));
    const cats = await pacedDebate(workspace.path, waitingAt('r1/turn/bob'), { topic: 'Who feeds the cats?' });
    const view = await window.view('Debates');
    for (const { topic } of [cats, parcels]) {
      await view.action(topic, 'Resume Debate');
      await window.editor.shown(topic);
      await panel.stated(/^Live/);
    }
    // Both run, and each row says whose it is.
    await window.statusBar.click('2 debates running');
    await expect.poll(() => window.quickInput.items()).toEqual([cats.topic, parcels.topic]);
    await window.quickInput.cancel();
    await expect
      .poll(async () => (await view.rows()).filter(({ description }) => description.startsWith('Running')).length)
      .toBe(2);

    const elapsed = async (): Promise<number> => {
      const time = await (await panel.locator('[data-fact="time"] b')).first().innerText();
      const [minutes = 0, seconds = 0] = plain(time).split(':').map(Number);
      return 60 * minutes + seconds;
    };
    await expect.poll(elapsed).toBeGreaterThan(3);
    const before = await elapsed();
    await parcels.script.pace(() => 300);
    await panel.press('Stop');
    await window.notifications.dismiss('The debate is stopped.');
    await panel.press('Resume');
    await panel.stated(/^Live/);
    const seen: number[] = [before];
    await until('the end', async () => {
      seen.push(await elapsed());
      return (await panel.state()).startsWith('Done') ? true : undefined;
    });
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    const metadata = join(parcels.path, 'metadata.json');
    const { elapsed_ms: ms } = JSON.parse(readFileSync(metadata, 'utf8')) as { elapsed_ms: number };
    await expect.poll(elapsed).toBe(Math.floor(ms / 1_000));
    expect(readFileSync(join(parcels.path, 'transcript.md'), 'utf8')).toContain(`UTC (${durationText(ms)})`);
    await window.editor.switchTo(cats.topic);
    await panel.press('Stop');
    await window.notifications.dismiss('The debate is stopped.');
    expect(parcels.topic).toBe(parcelTopic);
  });

  it('changed: one edited line of evidence warns of the passage that no longer stands, says the rest in one line, and is compared', async () => {
    // The debate of the documents, which was started above, cites it.
    await window.command('View: Close All Editors');
    await window.command('Go to File...');
    await window.quickInput.type('developer-survey.md:14:9');
    await window.quickInput.pick('developer-survey.md');
    await window.editor.shown('developer-survey.md');
    await expect.poll(() => window.editor.cursor()).toEqual({ line: 14, column: 9 });
    await window.page.keyboard.type(' all');
    await window.page.keyboard.press('ControlOrMeta+S');
    const problems = new ProblemsView(window);
    await problems.open();
    const filter = window.page.locator('.part.panel .viewpane-filter input');
    await filter.fill('changed since');
    const said = async (): Promise<string[]> => {
      const labels = await window.page
        .locator('.markers-panel .monaco-list-row')
        .evaluateAll((rows: { getAttribute: (name: string) => string | null }[]) =>
          rows.map((row) => row.getAttribute('aria-label') ?? ''),
        );
      return labels.map(plain).filter((label) => /^(?:Error|Warning|Info): .*changed since/.test(label));
    };
    await expect
      .poll(said)
      .toEqual([
        expect.stringMatching(/^Warning: changed: .*developer-survey\.md:14/),
        expect.stringMatching(/^Info: developer-survey\.md has changed .* \d+ citations take from it still stands/),
      ]);
    await window.screenshot('first-changed');
    await filter.fill('');
    await window.command('View: Toggle Panel Visibility');
    await (await window.view('Debates')).click(sampleQuestion);
    await panel.stated(/^Done/);
    await (await panel.locator('article[data-at="2"] a.source-label')).first().dblclick();
    await window.editor.shown(/\(snapshot\)/);
    await window.editor.clickCodeLens('Compare with the File');
    await window.editor.shown('developer-survey.md: as cited, and as it is now');
    await window.page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    await window.screenshot('first-compared');
  });

  it('rest: the list of models begins at the present one, a budget below the estimate is said, and more of it keeps the focus', async () => {
    const scene = await ModelScene.start();
    await window.command('View: Close All Editors');
    await window.settle(scene.settings);
    await scene.setKey({ command: (title) => window.command(title), quickInput: window.quickInput });
    const lineup = await askedPage(window, sampleQuestion);
    await (await lineup.field('provider')).selectOption('anthropic');
    const model = await lineup.field('model');
    await expect.poll(() => model.inputValue()).toContain('claude-sonnet-5-5');
    await (await lineup.button('Choose Model…')).click();
    await expect
      .poll(async () => (await window.quickInput.root.locator('.monaco-list-row.focused').allInnerTexts()).map(plain))
      .toEqual([expect.stringContaining('Sonnet 5.5')]);
    await window.quickInput.cancel();
    await (await lineup.field('budgetUsd')).fill('0.01');
    await expect.poll(() => lineup.text()).toContain('The budget of $0.01 is below the estimate');
    await (await lineup.button('Start Debate')).click();
    await panel.says(/^Needs you The budget of \$0\.01/);
    await window.notifications.dismiss('is paused: The budget');
    await panel.press('Resume');
    expect(await window.notifications.dialogText()).toContain('The budget of $0.01 is spent.');
    await window.notifications.answer('Raise the Budget…');
    await window.quickInput.shown('Raise the Budget');
    await window.quickInput.type('5');
    await window.quickInput.accept();
    // The model has no answer for these debaters, and is asked again until somebody stops it.
    await panel.says(/^Live/);
    await expect.poll(() => hasSeenFocus(panel)).toBe(true);
    await window.screenshot('first-raised');
    await panel.press('Stop');
    await window.notifications.dismiss('The debate is stopped.');
  });

  it('no-folder: without an open folder the page takes evidence below where the debate is kept, and another place to keep it', async () => {
    const folder = testFolder({ sample: true, files: { 'debates/kept.txt': 'Kept.' } });
    const bare = await testWindow({ width: 1_440, height: 900 });
    await bare.command('Rostrum: Start Debate');
    await bare.quickInput.shown('Start Debate');
    await bare.quickInput.type(sampleQuestion);
    await bare.quickInput.accept();
    expect(await bare.notifications.dialogText()).toContain('No folder is open.');
    await bare.notifications.answer('Choose Folder…');
    await bare.quickInput.shown('Where should the debate be saved?');
    await takeFolder(bare, folder);
    const lineup = new LineupPage(bare.page);
    await (await lineup.button('Choose Folder…')).click();
    await bare.quickInput.shown('Evidence');
    await takeFolder(bare, join(folder, 'evidence'));
    await lineup.documents();
    expect(await lineup.problems()).toEqual([]);
    await (await lineup.button('Change Folder…')).click();
    await bare.quickInput.shown('Where should the debate be saved?');
    await takeFolder(bare, join(folder, 'debates'));
    await expect.poll(async () => (await lineup.field('parent')).inputValue()).toBe(join(folder, 'debates'));
    await (await lineup.field('maxRounds')).fill('1');
    await (await lineup.button('Start Debate')).click();
    await new PanelPage(bare.page).stated(/^Done/, 120_000);
    expect(readdirSync(join(folder, 'debates'))).toHaveLength(2);
  });
});
