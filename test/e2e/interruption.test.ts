import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../../src/debate/log/entry';
import { leaseStatus } from '../../src/record/lease';
import { maximumWordsLength } from '../../src/session/run/runnability';
import { readEntries, shape } from '../support/scriptedDebate';
import { finishedDebate, sampleQuestion } from '../support/workbench/debates';
import { goTo } from '../support/workbench/goTo';
import { openWindow, shares, testFolder } from '../support/workbench/inTest';
import { keptPlace } from '../support/workbench/keptState';
import {
  pacedDebate,
  parcelTopic,
  runThrough,
  silent,
  waitingAt,
  type PacedDebate,
} from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { plain, until } from '../support/workbench/patience';
import { clearedWith } from '../support/workbench/sharedWindow';
import { ViewPage } from '../support/workbench/viewPage';
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

const everyTask = (milliseconds: number) => (): number => milliseconds;

/** Resumes a debate from the list; its panel opens by that. */
async function resumed(topic = parcelTopic): Promise<void> {
  const view = await window.view('Debates');
  await view.action(topic, 'Resume Debate');
  // Another debate's panel may be in front until then, and live too.
  await window.editor.shown(topic);
  await panel.stated(/^Live/);
}

/** Waits until an agent is at this task, as the log says. */
async function atWork({ path }: PacedDebate, before: string): Promise<Entry[]> {
  return await until(`the step ${before}`, async () => {
    const entries = await readEntries(path);
    return shape(entries).some((line) => line.endsWith(` ${before}`)) ? entries : undefined;
  });
}

/** The entry that is at the top of the list. */
async function atTop(): Promise<number> {
  const { entries } = await panel.sight();
  return (entries.findLast(({ top }) => top <= 1) ?? entries[0])?.at ?? -1;
}

describe('a debate that is run in the window', () => {
  it('words: is paused after its task and resumed, stopped and left, stopped and concluded', async () => {
    const debate = await pacedDebate(folder, everyTask(1_500), { rounds: 20 });
    await resumed();
    await panel.press('Pause');
    expect((await panel.stated(/^Paused/)).match(/Paused( by the user\.)?/gi)).toEqual(['Paused by the user.']);
    await new ViewPage(panel).show('Verdict');
    // The title says the state; why, without saying it again, stands below it.
    await expect
      .poll(async () => plain(await (await panel.locator('.verdict-card')).innerText()))
      .toMatch(/Paused by the user\./i);
    await panel.toEntries();
    expect((await leaseStatus(debate.path)).state).toBe('released');
    await debate.script.pace(silent);
    await panel.press('Resume');
    await panel.stated(/^Live/);
    await panel.press('Stop');
    await window.notifications.dismiss('The debate is stopped. It can be resumed at the exact step.');
    await panel.stated(/^Stopped.*resuming goes on at the exact step/);
    await panel.press('Resume');
    await panel.stated(/^Live/);
    await panel.press('Stop');
    await window.notifications.press('The debate is stopped.', 'Conclude Now');
    // Whoever had spoken by then wins over who had not.
    await panel.stated(/^Done (?:Draw|ada wins)/);
    // The panel is in view: it is not offered.
    const toast = await window.notifications.shown('Debate complete.');
    const buttons = toast.locator('.notification-list-item-buttons-container').getByRole('button');
    expect(await buttons.allInnerTexts()).toEqual(['Open Summary']);
    const words = (await readEntries(debate.path)).map(({ content }) => content);
    expect(words.filter((content) => content.startsWith('The user asks to conclude now'))).toHaveLength(1);
  });

  it('rests after a reload until somebody resumes it, and then goes as if nothing had happened', async () => {
    const debate = await pacedDebate(folder, waitingAt('r6/turn/bob'), { rounds: 6 });
    await resumed();
    const before = await atWork(debate, 'r6/turn/ada/review');
    const place = before.findIndex(({ data }) => data?.['round'] === 3);
    await goTo(window, place);
    await panel.atRest(place);
    const top = await atTop();
    await keptPlace(window.page, top);
    // Whoever resumes it from here on would come to its end.
    await debate.script.pace(everyTask(0));
    await window.reload();
    const notice = `“${parcelTopic}” was interrupted. Nothing is lost: resuming goes on at the exact step.`;
    // It would hide after some seconds, which a slow machine may take for what follows; under the pointer it stays.
    await (await window.notifications.shown(notice)).hover();
    await panel.stated(/^Interrupted The window was closed or reloaded\. Nothing is lost/);
    await expect.poll(atTop).toBe(top);
    await expect.poll(async () => (await panel.button('Resume')).isEnabled()).toBe(true);
    expect(await readEntries(debate.path)).toEqual(before);
    expect((await leaseStatus(debate.path)).state).toBe('released');
    await window.notifications.press(notice, 'Resume');
    await panel.stated(/^Done/);
    const undisturbed = await pacedDebate(testFolder(), everyTask(0), { rounds: 6 });
    await runThrough(undisturbed);
    expect(shape(await readEntries(debate.path))).toEqual(shape(await readEntries(undisturbed.path)));
  });

  it('is one of several: commands act on that of the focused panel', async () => {
    const [parcels, cats] = await Promise.all(
      [parcelTopic, 'Who feeds the cats?'].map((topic) => pacedDebate(folder, waitingAt('r1/turn/bob'), { topic })),
    );
    if (parcels === undefined || cats === undefined) throw new Error('no debates');
    await resumed(parcels.topic);
    await atWork(parcels, 'r1/turn/ada/review');
    await resumed(cats.topic);
    await atWork(cats, 'r1/turn/ada/review');
    await window.statusBar.item('2 debates running');
    await window.editor.switchTo(parcels.topic);
    await window.command('Rostrum: Stop Debate');
    await window.notifications.dismiss('The debate is stopped.');
    expect((await leaseStatus(parcels.path)).state).toBe('released');
    expect((await leaseStatus(cats.path)).state).toBe('held');
    await window.statusBar.item('Round 1 of 2 · bob is writing');
    await window.editor.switchTo(cats.topic);
    await panel.stated(/^Live/);
    await cats.script.pace(silent);
    await window.command('Rostrum: Stop Debate');
    await window.notifications.press('The debate is stopped.', 'Conclude Now');
    await panel.stated(/^Done/);
    expect((await leaseStatus(parcels.path)).state).toBe('released');
    const view = await window.view('Debates');
    const states = async () =>
      Object.fromEntries(
        (await view.rows()).map(({ label, description }) => [label, description.split(' · ')[0] ?? '']),
      );
    await expect.poll(states).toEqual({ [parcels.topic]: 'Stopped', [cats.topic]: 'draw' });
  });

  it('takes guidance and questions from the foot of the panel, and keeps there what is refused', async () => {
    const debate = await pacedDebate(folder, waitingAt('r1/turn/bob'), { rounds: 1 });
    await resumed();
    const before = (await atWork(debate, 'r1/turn/ada/review')).length;
    const box = await panel.locator('#composer');
    const said = async (): Promise<string> =>
      plain((await (await panel.locator('.foot-message')).allInnerTexts()).join(' '));

    await box.fill('Speak to the *weekends*.');
    await panel.press('Send');
    await expect.poll(said).toBe('The Chair will read it.');
    expect(await box.inputValue()).toBe('');

    const tooLong = 'x'.repeat(maximumWordsLength + 1);
    await box.fill(tooLong);
    await box.press('Enter');
    await expect.poll(said).toMatch(/4001 characters; at most 4000 are allowed/);
    await expect.poll(() => box.inputValue()).toBe(tooLong);

    await (await panel.locator('.switch-choice', { hasText: 'Question' })).click();
    await box.fill('What of the holidays?');
    await box.press('Enter');
    await expect.poll(said).toContain('ada has no turn left in which to answer.');
    await expect.poll(() => box.inputValue()).toBe('What of the holidays?');
    await (await panel.locator('select')).selectOption('bob');
    await panel.press('Send');
    await expect.poll(said).toBe('The question is queued.');

    const added = (await readEntries(debate.path)).slice(before);
    expect(added.map(({ speaker, type, content, data }) => ({ speaker, type, content, data }))).toMatchObject([
      {
        speaker: 'user',
        type: 'intervention',
        content: 'Speak to the *weekends*.',
        data: { guidance: 'Speak to the *weekends*.' },
      },
      {
        speaker: 'user',
        type: 'audience_question',
        content: 'To bob: What of the holidays?',
        data: { to: 'bob', round: 1 },
      },
    ]);
    await panel.entry(added[1]?.seq ?? -1);

    // The page is taken down behind another tab: what was being written is there again.
    await box.fill('And what of the');
    await (await panel.locator('select')).selectOption('bob');
    await window.command('Help: Welcome');
    await window.editor.switchTo(debate.topic);
    await expect.poll(async () => await (await panel.locator('#composer')).inputValue()).toBe('And what of the');
    expect(await (await panel.locator('select')).inputValue()).toBe('bob');
    // The next test's debate is the only one that runs.
    await panel.press('Stop');
    await window.notifications.shown('The debate is stopped.');
  });
});

describe('a debate that is shown', () => {
  it('stands at the same place when its panel was behind another', async () => {
    fillFolder(folder, { sample: true });
    await finishedDebate(folder, { rounds: 2 });
    await (await window.view('Debates')).click(sampleQuestion);
    await panel.stated(/^Done/);
    const list = await panel.locator('.feed-scroll');
    await list.hover();
    await window.page.mouse.wheel(0, 2_500);
    let before = -1;
    const top = await until('the list to rest where it was scrolled to', async () => {
      const { entries, fromEnd } = await panel.sight();
      const isAtRest = fromEnd === before && entries.every(({ hasText }) => hasText);
      before = fromEnd;
      const at = await atTop();
      return at > 5 && isAtRest ? at : undefined;
    });
    await keptPlace(window.page, top);
    await window.command('Rostrum: Open Log');
    await window.editor.shown('debate-log.jsonl');
    await window.editor.switchTo(/^Should the payments/);
    await panel.stated(/^Done/);
    await expect.poll(atTop).toBe(top);
  });

  it('is deleted when that was confirmed, also while it runs', async () => {
    const debate = await pacedDebate(folder, waitingAt('r1/turn/bob'));
    await resumed();
    await atWork(debate, 'r1/turn/ada/review');
    const view = await window.view('Debates');
    await view.menu(parcelTopic, 'Delete Debate');
    expect(await window.notifications.dialogText()).toMatch(/^Stop and delete this debate\?/);
    await window.notifications.answer('Cancel');
    expect((await leaseStatus(debate.path)).state).toBe('held');
    await view.menu(parcelTopic, 'Delete Debate');
    expect(await window.notifications.dialogText()).toContain(debate.path);
    await window.notifications.dialog.getByRole('button', { name: 'Stop and Move to Trash', exact: true }).click();
    // A server has no trash: the next question may be there before the first was seen to go.
    await expect
      .poll(() => window.notifications.dialogText())
      .toMatch(/^There is no trash here that the debate could be moved to\. Delete it for good\?/);
    expect(existsSync(join(debate.path, 'debate-log.jsonl'))).toBe(true);
    await window.notifications.answer('Delete Permanently');
    await expect.poll(() => existsSync(debate.path)).toBe(false);
    await expect.poll(() => view.rows()).toEqual([]);
    expect(await panel.stated(/is gone/)).toMatch(/^Needs you/);
    expect(await window.notifications.messages()).toEqual([]);
  });
});
