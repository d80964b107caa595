import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/debate/entry';
import { leaseStatus } from '../../src/record/lease';
import { maximumWordsLength } from '../../src/session/interventionChecks';
import { readEntries, shape } from '../support/scriptedDebate';
import { finishedDebate, sampleQuestion } from '../support/workbench/debates';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { keptPlace } from '../support/workbench/keptState';
import { pacedDebate, parcelTopic, runThrough, silent, waitingAt, type PacedDebate } from '../support/workbench/pacedDebate';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain, until } from '../support/workbench/patience';
import type { Workbench } from '../support/workbench/workbench';

const everyTask = (milliseconds: number) => (): number => milliseconds;

/** Resumes a debate from the list and returns its panel, which opens by that. */
async function resumed(window: Workbench, topic = parcelTopic): Promise<PanelPage> {
  const view = await window.view('Debates');
  await view.action(topic, 'Resume Debate');
  const panel = new PanelPage(window.page);
  await panel.stated(/^Live/);
  return panel;
}

/** Waits until an agent is at this task, as the log says. */
async function atWork({ path }: PacedDebate, before: string): Promise<Entry[]> {
  return await until(`the step ${before}`, async () => {
    const entries = await readEntries(path);
    return shape(entries).some((line) => line.endsWith(` ${before}`)) ? entries : undefined;
  });
}

/** The entry that is at the top of the list. */
async function atTop(panel: PanelPage): Promise<number> {
  const { entries } = await panel.sight();
  return (entries.findLast(({ top }) => top <= 1) ?? entries[0])?.at ?? -1;
}

/** A box that lost the focus, because the panel was just made, is asked for again. */
async function goTo(window: Workbench, seq: number): Promise<void> {
  await until('the question for an entry', async () => {
    await window.command('Rostrum: Go to Entry…');
    await until('its box', async () => ((await window.quickInput.title()) === 'Go to Entry' ? true : undefined), 5_000);
    await window.quickInput.type(String(seq));
    await window.quickInput.accept();
    return true;
  });
}

describe('a debate that is run in the window', () => {
  it('is paused after its task and resumed, stopped and left, stopped and concluded', async () => {
    const folder = testFolder();
    const debate = await pacedDebate(folder, everyTask(1_500), { rounds: 20 });
    const window = await testWindow({ folder });
    const panel = await resumed(window);
    await panel.press('Pause');
    expect(await panel.stated(/^Paused/)).toContain('Paused by the user.');
    expect((await leaseStatus(debate.path)).state).toBe('released');
    await debate.script.pace(silent);
    await panel.press('Resume');
    await panel.stated(/^Live/);
    await panel.press('Stop');
    await window.notifications.press('The debate is stopped. It can be resumed at the exact step.', 'Leave It');
    await panel.stated(/^Interrupted.*resuming goes on at the exact step/);
    await panel.press('Resume');
    await panel.stated(/^Live/);
    await panel.press('Stop');
    await window.notifications.press('The debate is stopped.', 'Conclude Now');
    await panel.stated(/^Done Draw/);
    const words = (await readEntries(debate.path)).map(({ content }) => content);
    expect(words.filter((content) => content.startsWith('The user asks to conclude now'))).toHaveLength(1);
  });

  it('rests after a reload until somebody resumes it, and then goes as if nothing had happened', async () => {
    const folder = testFolder();
    const debate = await pacedDebate(folder, waitingAt('r6/turn/bob'), { rounds: 6 });
    const window = await testWindow({ folder });
    const panel = await resumed(window);
    const before = await atWork(debate, 'r6/turn/ada/review');
    const place = before.findIndex(({ data }) => data?.['round'] === 3);
    await goTo(window, place);
    await panel.inSight(place);
    const top = await atTop(panel);
    await keptPlace(window.page, top);
    // Whoever resumes it from here on would come to its end.
    await debate.script.pace(everyTask(0));
    await window.reload();
    await panel.stated(/^Interrupted The window was closed or reloaded\. Nothing is lost/);
    await expect.poll(() => atTop(panel), { timeout: patienceMs }).toBe(top);
    expect(await (await panel.button('Resume')).isEnabled()).toBe(true);
    expect(await readEntries(debate.path)).toEqual(before);
    const notice = `“${parcelTopic}” was interrupted. Nothing is lost: resuming goes on at the exact step.`;
    await window.notifications.shown(notice);
    expect((await leaseStatus(debate.path)).state).toBe('released');
    await window.notifications.press(notice, 'Resume');
    await panel.stated(/^Done/);
    const undisturbed = await pacedDebate(testFolder(), everyTask(0), { rounds: 6 });
    await runThrough(undisturbed);
    expect(shape(await readEntries(debate.path))).toEqual(shape(await readEntries(undisturbed.path)));
  });
});
