import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../src/agents/scripted';
import { logFileName } from '../../src/record/logPath';
import { entriesIn } from '../support/logs';
import { fact } from '../support/scriptedDebate';
import { assessment, critique, defence, rulingAnswer, sideFiles } from '../support/tribunalScript';
import { answerAt } from '../support/conclusions';
import { chooseFromMenu } from '../support/workbench/contextMenu';
import { sampleQuestion } from '../support/workbench/debates';
import { openWindow, shares, testFolder, testWindow } from '../support/workbench/inTest';
import { askedPage, LineupPage } from '../support/workbench/lineupPage';
import { ModelScene } from '../support/workbench/modelScene';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, until } from '../support/workbench/patience';
import { clearedWith } from '../support/workbench/sharedWindow';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const question = sampleQuestion;
const documents = ['summary.md', 'brief.md', 'transcript.md', 'verifier-report.md'];
const plan =
  '# Should we rewrite the scheduler in Rust?\n\nThe scheduler drops one job in ten thousand.\n\nA rewrite takes two quarters.\n';

const workspace = workspaceFolder();
const folder = workspace.path;
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder });
});
shares(() => window, workspace);

const turns = (round: number): Script => ({
  [`advocate/defend#${round}`]: defence(round),
  [`critic/critique#${round}`]: critique(round),
  [`judge/assess#${round}`]: assessment(round),
});

/** For a model that is told no round: by how often each was asked. The first argument is seq 4. */
const tribunalByTurns: Script = { ...turns(1), ...turns(2), 'judge/rule': rulingAnswer(answerAt([4])) };

const debatersOf = (debate: string): string[] => {
  const [setup] = entriesIn(join(debate, logFileName));
  return (setup?.data?.['debaters'] as { name: string }[]).map(({ name }) => name);
};

describe('Start Debate', () => {
  it('flow: asks the question, says what is wrong with it as one types, and opens the page', async () => {
    await clearedWith(window, folder, { sample: true });
    const { quickInput } = window;
    await window.command('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await expect.poll(() => quickInput.message()).toContain('What is the question?');
    await quickInput.accept();
    await until('a reason against an empty topic', async () =>
      (await quickInput.message()) === 'Write the question.' ? true : undefined,
    );
    await quickInput.type('x'.repeat(2_001));
    await until('a reason against a long topic', async () =>
      (await quickInput.message()).startsWith('2001 characters; at most 2000') ? true : undefined,
    );
    await window.screenshot('start-topic-too-long');
    await quickInput.accept();
    await quickInput.type(`${question} Soon?`);
    await until('no reason any more', async () =>
      (await quickInput.message()).startsWith('What is the question?') ? true : undefined,
    );
    await quickInput.cancel();
    await quickInput.gone();
    expect(existsSync(join(folder, 'output'))).toBe(false);

    // What was typed is there again, and no other question follows it.
    await window.command('Rostrum: Start Debate');
    await expect.poll(() => quickInput.value()).toBe(`${question} Soon?`);
    await quickInput.accept();
    const lineup = new LineupPage(window.page);
    await expect.poll(async () => (await lineup.field('topic')).inputValue()).toBe(`${question} Soon?`);
    await quickInput.gone();
    await lineup.documents();
    expect(existsSync(join(folder, 'output'))).toBe(false);
    expect(window.consoleErrors).toEqual([]);
  });

  it('shows a lineup to change, makes nothing before Start, and runs to the end', async () => {
    await clearedWith(window, folder, { sample: true });
    const lineup = await askedPage(window, question);
    await (await lineup.field('maxRounds')).fill('2');
    const [first = '', second = '', ...others] = await lineup.documents();
    await window.screenshot('start-lineup');
    // Offline nobody is there to propose or to revise who debates.
    expect(await lineup.text()).not.toMatch(/Chair (has revised|reads|can propose)/);
    for (const _ of others) await lineup.remove(2);
    await expect.poll(() => lineup.names()).toEqual([first, second]);
    await (await lineup.button('Add Debater')).click();
    await expect.poll(() => lineup.names()).toEqual([first, second, '']);
    await (await lineup.button('Start Debate')).click();
    await lineup.problem('A debater needs a name.');
    await lineup.rename(2, 'two words');
    await lineup.problem('letters, digits and hyphens');
    await lineup.rename(2, 'chair');
    await lineup.problem('is the name of a role');
    await lineup.rename(2, first.toUpperCase());
    await lineup.problem('Another debater is called');
    await window.screenshot('start-lineup-problem');
    const last = others.at(-1) ?? '';
    await lineup.rename(2, last);
    await until('no problem', async () => ((await lineup.problems()).length === 0 ? true : undefined));
    await lineup.move(2, 'Up');
    await expect.poll(() => lineup.names()).toEqual([first, last, second]);
    await lineup.remove(2);
    await expect.poll(() => lineup.names()).toEqual([first, last]);
    expect(existsSync(join(folder, 'output'))).toBe(false);
    await window.screenshot('start-lineup-changed');

    await (await lineup.button('Start Debate')).click();
    const panel = new PanelPage(window.page);
    const done = await panel.says(/^Done/, 120_000);
    await (await panel.locator('.verdict-card')).waitFor();
    await window.screenshot('start-done');
    const [debate = '', ...more] = readdirSync(join(folder, 'output'));
    expect(more).toEqual([]);
    expect(debatersOf(join(folder, 'output', debate))).toEqual([first, last]);
    expect(done).toMatch(/undecided/i);
    await window.notifications.shown(/Debate complete\. Outcome: /);
    await window.notifications.press(/Debate complete/, 'Open Brief');
    await window.editor.shown(/brief\.md/);
    const files = readdirSync(join(folder, 'output', debate));
    expect(files).toEqual(expect.arrayContaining(['debate-log.jsonl', 'metadata.json', 'sources', ...documents]));
    const tree = await window.view('Debates');
    await tree.row(question);
    await expect.poll(async () => (await tree.rows())[0]?.description).toMatch(/undecided/i);

    // The next debate is about something else, on the same evidence.
    await window.command('Rostrum: Start Debate');
    await window.quickInput.shown('Start Debate');
    expect(await window.quickInput.value()).toBe('');
    await window.quickInput.cancel();
    const again = await askedPage(window, `${question} Again?`);
    await expect.poll(async () => (await again.field('evidence')).inputValue()).toContain('evidence');
    expect(window.consoleErrors).toEqual([]);
  });

  it('asks what a tribunal or a dialectic needs, shows their settings, and runs one to its ruling', async () => {
    const scene = await ModelScene.start({ script: tribunalByTurns });
    const counts = (side: string): string => Array.from({ length: 60 }, (_, at) => `${fact(side, at + 1)}\n`).join('');
    const files = Object.fromEntries(sideFiles.map((side) => [`evidence/${side}.md`, counts(side)]));
    await clearedWith(window, folder, { files, settings: scene.settings });
    const { quickInput } = window;
    await scene.setKey({ command: (title) => window.command(title), quickInput });
    const lineup = await askedPage(window, question);
    await (await lineup.field('format')).selectOption('dialectic');
    await expect.poll(async () => (await lineup.field('motion')).inputValue()).toBe(question);
    for (const field of ['terms', 'exchanges', 'judgePasses']) await (await lineup.field(field)).waitFor();
    await window.screenshot('start-dialectic');
    await (await lineup.field('format')).selectOption('tribunal');
    await lineup.unfold();
    await (await lineup.field('rounds')).selectOption('2');
    await until('the seats', async () => ((await lineup.text()).includes('The sides are not told') ? true : undefined));
    const review = await lineup.text();
    expect(review).not.toMatch(/Add Debater|Revise/);
    await window.screenshot('start-tribunal');
    // Offline nobody argues: it says so, and takes a model in place.
    await lineup.problem('Offline there is no tribunal: nobody can argue its sides.');
    await window.screenshot('start-tribunal-offline');
    await (await lineup.field('provider')).selectOption('anthropic');
    await until('no problem', async () => ((await lineup.problems()).length === 0 ? true : undefined));
    await (await lineup.button('Start Debate')).click();
    const done = await new PanelPage(window.page).stated(/^Done/, 2 * patienceMs);
    expect(done).toMatch(/revision required/i);
    const tree = await window.view('Debates');
    await tree.expand(question);
    await tree.row('Rounds');
    await window.screenshot('start-tribunal-done');
    expect(window.consoleErrors).toEqual([]);
  });

  it('walkthrough: begins from the view: its button, and the sample of its welcome at one click', async () => {
    await clearedWith(window, folder, { files: { 'readme.md': '# Nothing here' } });
    const tree = await window.view('Debates');
    await until('the welcome', async () => ((await tree.welcome()).includes('Watch the sample') ? true : undefined));
    await tree.titleAction('Start Debate');
    await window.quickInput.shown('Start Debate');
    await window.quickInput.cancel();
    await window.quickInput.gone();
    expect(readdirSync(folder)).toEqual(['readme.md']);

    // One click, and it plays.
    await tree.root.getByRole('button', { name: 'Watch the sample' }).click();
    const panel = new PanelPage(window.page);
    await panel.stated(/Done/);
    await window.screenshot('start-sample');
    expect(readdirSync(join(folder, 'output'))).toHaveLength(1);
    expect(window.consoleErrors).toEqual([]);
  });

  it('debates a file of the explorer, and what is selected in an editor', async () => {
    // One of its own: in the other, what was argued from before comes first.
    const own = testFolder({ sample: true, files: { 'plan.md': plan } });
    const other = await testWindow({ folder: own });
    const { quickInput, page } = other;
    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'plan.md' });
    await file.click({ button: 'right' });
    await chooseFromMenu(page, 'Debate This File');
    await quickInput.shown('Start Debate');
    await expect.poll(() => quickInput.value()).toBe('Should we rewrite the scheduler in Rust?');
    await expect.poll(() => quickInput.message()).toContain('plan.md');
    await quickInput.cancel();
    await quickInput.gone();

    await file.dblclick();
    await other.editor.shown('plan.md');
    await page.locator('.view-line', { hasText: 'drops one job' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.locator('.view-line', { hasText: 'drops one job' }).click({ button: 'right' });
    await chooseFromMenu(page, 'Debate Selection');
    await quickInput.shown('Start Debate');
    await expect.poll(() => quickInput.value()).toContain('The scheduler drops one job in ten thousand');
    await quickInput.accept();
    const lineup = new LineupPage(page);
    const evidence = await lineup.field('evidence');
    await expect.poll(() => evidence.locator('option:checked').innerText()).toMatch(/^Only plan/);
    await evidence.selectOption({ label: 'evidence' });
    await (await lineup.field('maxRounds')).fill('2');
    await lineup.documents();
    await expect.poll(() => lineup.text()).toMatch(/13 files/);
    await (await lineup.button('Start Debate')).click();
    const panel = new PanelPage(page);
    await panel.stated(/^Done/, 120_000);
    const [debate = ''] = readdirSync(join(own, 'output'));
    expect(readdirSync(join(own, 'output', debate, 'subject'))).toHaveLength(1);
    expect(other.consoleErrors).toEqual([]);
  });
});
