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
import { LineupPage } from '../support/workbench/lineupPage';
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

/** Waits for a step of the flow. */
async function step(number: number, { quickInput } = window): Promise<void> {
  await until(`step ${number}`, async () => ((await quickInput.step())?.step === number ? true : undefined));
  await quickInput.shown('Start Debate');
}

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

/** Answers all steps from the topic on, as they are offered. */
async function answerAll(): Promise<void> {
  const { quickInput } = window;
  await step(1);
  await quickInput.type(question);
  await quickInput.accept();
  await step(2);
  await quickInput.pick('Panel, short');
  await step(3);
  await quickInput.pick('Let the Chair propose');
  await step(4);
  await quickInput.pick('Offline');
  await step(5);
  await quickInput.pick('evidence');
}

describe('Start Debate', () => {
  it('flow: asks step by step, says what is wrong as one types, and remembers answers when it is left', async () => {
    await clearedWith(window, folder, { sample: true });
    const { quickInput } = window;
    await window.command('Rostrum: Start Debate');
    await step(1);
    await expect.poll(() => quickInput.step()).toEqual({ step: 1 });
    await expect.poll(() => quickInput.message()).toContain('What is to be debated?');
    await quickInput.accept();
    await until('a reason against an empty topic', async () =>
      (await quickInput.message()) === 'Say what is to be debated.' ? true : undefined,
    );
    await quickInput.type('x'.repeat(2_001));
    await until('a reason against a long topic', async () =>
      (await quickInput.message()).startsWith('2001 characters; at most 2000') ? true : undefined,
    );
    await window.screenshot('start-topic-too-long');
    await quickInput.accept();
    await expect.poll(() => quickInput.step()).toMatchObject({ step: 1 });
    await quickInput.type(question);
    await until('no reason any more', async () =>
      (await quickInput.message()).startsWith('What is to be debated?') ? true : undefined,
    );
    await quickInput.accept();

    await step(2);
    await expect.poll(() => quickInput.items()).toEqual(['Panel', 'Panel, short', 'Tribunal', 'Dialectic']);
    await quickInput.pick('Panel, short');
    await step(3);
    expect(await quickInput.cut()).toEqual([]);
    await quickInput.type('a build engineer, an auditor');
    await quickInput.pick('a build engineer, an auditor');
    await step(4);
    const providers = ['Offline', 'Anthropic', 'Models of this editor', 'OpenAI-compatible server'];
    await expect.poll(() => quickInput.items()).toEqual(providers);
    await quickInput.pick('Models of this editor');
    await until('that the editor has none', async () =>
      (await quickInput.items())[0]?.includes('No models') === true ? true : undefined,
    );
    await window.screenshot('start-no-models');
    await quickInput.back();
    await until('the providers again', async () =>
      (await quickInput.items()).length === providers.length ? true : undefined,
    );
    await quickInput.pick('OpenAI-compatible server');
    // A further question of the same step, which is not counted again.
    await quickInput.shown('OpenAI-compatible server');
    expect(await quickInput.step()).toBeUndefined();
    await until('that no server is there', async () =>
      (await quickInput.items())[0]?.includes('No list of models') === true ? true : undefined,
    );
    await quickInput.back();
    await until('the providers once more', async () =>
      (await quickInput.items()).length === providers.length ? true : undefined,
    );
    await quickInput.pick('Anthropic');
    await until('the question for a key', async () =>
      (await quickInput.message()).includes('API key for https://api.anthropic.com') ? true : undefined,
    );
    await quickInput.type('not a key');
    await until('why that is none', async () =>
      (await quickInput.message()).includes('without spaces') ? true : undefined,
    );
    await window.screenshot('start-key');
    await quickInput.back();
    await until('the providers at last', async () =>
      (await quickInput.items()).length === providers.length ? true : undefined,
    );
    await quickInput.pick('Offline');
    await step(5);
    await quickInput.pick('None');
    await until('why nothing will not do', async () =>
      (await quickInput.placeholder()).includes('quot') ? true : undefined,
    );

    await quickInput.back();
    await step(4);
    await quickInput.back();
    await step(3);
    await expect.poll(async () => (await quickInput.items())[0]).toBe('a build engineer, an auditor');
    await quickInput.back();
    await step(2);
    await quickInput.root.locator('.monaco-list-row.focused', { hasText: 'Panel, short' }).waitFor();
    await quickInput.back();
    await step(1);
    await expect.poll(() => quickInput.value()).toBe(question);
    await quickInput.type(`${question} Soon?`);
    await quickInput.cancel();
    await quickInput.gone();
    expect(existsSync(join(folder, 'output'))).toBe(false);

    await window.command('Rostrum: Start Debate');
    await step(1);
    await expect.poll(() => quickInput.value()).toBe(`${question} Soon?`);
    await quickInput.accept();
    await step(2);
    await quickInput.acceptRow();
    await step(3);
    await expect.poll(async () => (await quickInput.items())[0]).toBe('a build engineer, an auditor');
    await quickInput.cancel();
    await quickInput.gone();
    expect(existsSync(join(folder, 'output'))).toBe(false);
    expect(window.consoleErrors).toEqual([]);
  });

  it('shows a lineup to change, makes nothing before Start, and runs to the end', async () => {
    await clearedWith(window, folder, { sample: true });
    const { quickInput } = window;
    await window.command('Rostrum: Start Debate');
    await answerAll();
    const lineup = new LineupPage(window.page);
    const [first = '', second = '', ...others] = await lineup.documents();
    await window.screenshot('start-lineup');
    // Offline nobody is there to propose or to revise who debates.
    expect(await lineup.text()).not.toMatch(/Chair (has revised|sees|can propose)/);
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
    await window.notifications.press(/Debate complete/, 'Open Summary');
    await window.editor.shown(/summary\.md/);
    const files = readdirSync(join(folder, 'output', debate));
    expect(files).toEqual(expect.arrayContaining(['debate-log.jsonl', 'metadata.json', 'sources', ...documents]));
    const tree = await window.view('Debates');
    await tree.row(question);
    await expect.poll(async () => (await tree.rows())[0]?.label).toMatch(/undecided/i);

    // The last choices come first the next time; the next debate is about something else.
    await window.command('Rostrum: Start Debate');
    await step(1);
    expect(await quickInput.value()).toBe('');
    await quickInput.type(`${question} Again?`);
    await quickInput.accept();
    await step(2);
    await quickInput.acceptRow();
    await step(3);
    await quickInput.pick('Let the Chair propose');
    await step(4);
    await quickInput.pick('Offline');
    await step(5);
    await expect.poll(async () => (await quickInput.items())[0]).toBe('evidence');
    await quickInput.cancel();
    expect(window.consoleErrors).toEqual([]);
  });

  it('asks what a tribunal or a dialectic needs, shows their settings, and runs one to its ruling', async () => {
    const scene = await ModelScene.start({ script: tribunalByTurns });
    const counts = (side: string): string => Array.from({ length: 60 }, (_, at) => `${fact(side, at + 1)}\n`).join('');
    const files = Object.fromEntries(sideFiles.map((side) => [`evidence/${side}.md`, counts(side)]));
    await clearedWith(window, folder, { files, settings: scene.settings });
    const { quickInput } = window;
    await scene.setKey({ command: (title) => window.command(title), quickInput });
    await window.command('Rostrum: Start Debate');
    await step(1);
    await quickInput.type(question);
    await quickInput.accept();
    await step(2);
    await expect.poll(() => quickInput.step()).toEqual({ step: 2 });
    expect(await quickInput.cut()).toEqual([]);
    await quickInput.pick('Dialectic');
    await step(3);
    await expect.poll(() => quickInput.step()).toEqual({ step: 3, total: 7 });
    // What leaves the machine, and who pays.
    expect(await quickInput.cut()).toEqual([]);
    await window.screenshot('start-providers');
    await quickInput.pick('Offline');
    await step(4);
    await expect.poll(() => quickInput.items()).toEqual([question]);
    await quickInput.type('This house would move the payments service to gRPC.');
    await quickInput.accept();
    await step(5);
    await expect.poll(() => quickInput.items()).toEqual(['No definitions', 'From a file…']);
    expect(await quickInput.cut()).toEqual([]);
    await quickInput.pick('No definitions');
    await step(6);
    await expect.poll(() => quickInput.items()).toEqual(['3 exchanges', '5 exchanges', '8 exchanges']);
    expect(await quickInput.cut()).toEqual([]);
    await expect.poll(() => quickInput.step()).toEqual({ step: 6, total: 7 });
    for (const back of [5, 4, 3, 2]) {
      await quickInput.back();
      await step(back);
    }
    await quickInput.pick('Tribunal');
    await step(3);
    await expect
      .poll(() => quickInput.items())
      .toEqual(['Let the Judge recommend', '2 rounds', '3 rounds', '5 rounds']);
    await expect.poll(() => quickInput.step()).toEqual({ step: 3, total: 5 });
    expect(await quickInput.cut()).toEqual([]);
    await quickInput.pick('2 rounds');
    await step(4);
    await quickInput.pick('Offline');
    await step(5);
    await quickInput.pick('evidence');

    const lineup = new LineupPage(window.page);
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

  it('begins from the view: its button, and the sample of its welcome', async () => {
    await clearedWith(window, folder, { files: { 'readme.md': '# Nothing here' } });
    const tree = await window.view('Debates');
    await until('the welcome', async () => ((await tree.welcome()).includes('Try the Sample') ? true : undefined));
    await tree.titleAction('Start Debate');
    await step(1);
    await window.quickInput.cancel();
    await window.quickInput.gone();
    await tree.root.getByRole('button', { name: 'Try the Sample' }).click();
    await window.quickInput.shown('Try the Sample');
    await expect.poll(() => window.quickInput.items()).toHaveLength(3);
    await window.quickInput.cancel();
    await window.quickInput.gone();
    expect(readdirSync(folder)).toEqual(['readme.md']);

    await tree.root.getByRole('button', { name: 'Try the Sample' }).click();
    await window.quickInput.shown('Try the Sample');
    await window.quickInput.pick('Dialectic');
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
    await step(1, other);
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
    await step(1, other);
    await expect.poll(() => quickInput.value()).toContain('The scheduler drops one job in ten thousand');
    await quickInput.accept();
    await step(2, other);
    await quickInput.pick('Panel, short');
    await step(3, other);
    await quickInput.pick('Let the Chair propose');
    await step(4, other);
    await quickInput.pick('Offline');
    await step(5, other);
    await expect.poll(async () => (await quickInput.items())[0]).toMatch(/^Only plan/);
    await quickInput.pick('evidence');
    const lineup = new LineupPage(page);
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
