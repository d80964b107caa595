import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Keyboard } from 'playwright-core';
import { expect, it } from 'vitest';
import { criteria } from '../../src/debate/formats/panel/points';
import { readEntries } from '../support/scriptedDebate';
import { sampleQuestion } from '../support/workbench/debates';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { askedPage } from '../support/workbench/lineupPage';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain, until } from '../support/workbench/patience';
import type { Workbench } from '../support/workbench/workbench';

const sentence = 'Of 64 developers who call or maintain the payments service, 58 answered, which is 91 per cent.';
const limits = { 'rostrum.provider': 'offline', 'rostrum.rounds.minimum': 1, 'rostrum.rounds.maximum': 1 };

/** The composer of a person's seat, by its keys alone. */
class Composer {
  constructor(
    private readonly panel: PanelPage,
    private readonly keyboard: Keyboard,
  ) {}

  /** Waits until this is asked, and goes there. */
  async asked(title: RegExp): Promise<void> {
    await until(
      `the composer to ask ${String(title)}`,
      async () => (title.test(plain(await (await this.panel.locator('#seat-title')).innerText())) ? true : undefined),
      2 * patienceMs,
    );
    if ((await this.focused()) === 'composer') return;
    await this.keyboard.press('i');
    await until('the focus in the composer', async () => ((await this.focused()) === 'composer' ? true : undefined));
  }

  /** Tab by Tab until something of this name has the focus: its id, or what it says. */
  async tabTo(wanted: RegExp, key = 'Tab'): Promise<void> {
    const seen: string[] = [];
    while (!wanted.test(seen.at(-1) ?? '')) {
      if (seen.length > 60) throw new Error(`Not among: ${seen.join(' | ')}`);
      await this.keyboard.press(key);
      seen.push(await this.focused());
    }
  }

  async write(field: RegExp, text: string): Promise<void> {
    if (!field.test(await this.focused())) await this.tabTo(field);
    // Not Control+A, which the window carries out once more by a command of its own, a moment later.
    await this.keyboard.press('Control+End');
    await this.keyboard.press('Control+Shift+Home');
    await this.keyboard.type(text);
  }

  submit(): Promise<void> {
    return this.keyboard.press('Control+Enter');
  }

  async problems(): Promise<string> {
    return plain((await (await this.panel.locator('.seat-problems')).allInnerTexts()).join(' '));
  }

  focused(): Promise<string> {
    return this.panel
      .frame()
      .then((frame) =>
        frame.evaluate<string>("document.activeElement?.id || document.activeElement?.textContent?.trim() || ''"),
      );
  }
}

/** From the palette to a debate of a document and a person, who takes the seat of another document. */
async function started(window: Workbench): Promise<{ panel: PanelPage; models: string[] }> {
  const lineup = await askedPage(window, sampleQuestion);
  const [, , ...others] = await lineup.documents();
  for (const _ of others) await lineup.remove(2);
  await lineup.rename(1, 'auditor');
  await lineup.write(1, 'persona', 'Somebody who was there.');
  await lineup.write(1, 'model', 'human');
  const fields = await (await lineup.frame()).locator('.card [id$="-model"]').all();
  const models = await Promise.all(fields.map((field) => field.inputValue()));
  await (await lineup.button('Start Debate')).press('Enter');
  return { panel: new PanelPage(window.page), models };
}

it('seat: a person debates and decides, with the keyboard alone: asked, refused with the reason, mended, skipped, decided', async () => {
  const workspace = testFolder({ sample: true });
  const seats = { conclusion: 'human' };
  const window = await testWindow({ folder: workspace, settings: { ...limits, 'rostrum.models': seats } });
  const { panel, models } = await started(window);
  expect(models).toEqual(['offline', 'human']);
  await panel.stated(/^Needs you auditor, it is your turn\.$/, 2 * patienceMs);
  await window.statusBar.item('auditor, it is your turn');
  const composer = new Composer(panel, window.page.keyboard);
  await composer.asked(/^auditor: Your opening statement$/);
  const brief = plain(await (await panel.locator('.seat-body')).innerText());
  expect(brief).toContain('Your seat');
  expect(brief).toContain('Spoken already');
  await window.screenshot('seat-opening');

  await composer.write(/^composer$/, 'Trust me.');
  await composer.submit();
  await expect
    .poll(() => composer.problems())
    .toMatch(/^Sent back for one reason: An opening statement needs at least one source/);
  await expect.poll(async () => (await panel.locator('#composer')).inputValue()).toBe('Trust me.');
  await window.screenshot('seat-refused');
  const folder = join(workspace, 'output', readdirSync(join(workspace, 'output'))[0] ?? '');
  const opening = async () =>
    (await readEntries(folder)).find(({ speaker, type }) => speaker === 'auditor' && type === 'opening_statement');
  expect(await opening()).toBeUndefined();

  await composer.asked(/opening statement/);
  // The box grows with its text, and the entries that it answers stay in sight above it.
  const height = async (selector: string) => (await (await panel.locator(selector)).boundingBox())?.height ?? 0;
  const before = await height('#composer');
  await composer.write(/^composer$/, `The developers were asked. ${sentence.repeat(8)}`);
  await expect.poll(() => height('#composer')).toBeGreaterThan(2 * before);
  expect(await height('.feed-scroll')).toBeGreaterThan(100);
  await composer.write(/^composer$/, 'The developers were asked.  That is many.');
  for (const _ of ' That is many.') await window.page.keyboard.press('ArrowLeft');
  // The file is cited where it is read, beside the debate; its words stand where the cursor was.
  await window.command('Go to File...');
  await window.quickInput.type('developer-survey.md:7');
  await window.quickInput.row('developer-survey.md').first().waitFor();
  await window.page.keyboard.press('Control+Enter');
  await window.editor.shown('developer-survey.md');
  await window.command('Expand Line Selection');
  await window.command('Rostrum: Cite in My Turn');
  await window.editor.switchTo(sampleQuestion);
  await composer.asked(/opening statement/);
  const typed = async (part: string) => (await panel.locator(`.seat-row [id$="-0-${part}"]`)).inputValue();
  await expect.poll(() => typed('url')).toBe('workspace:developer-survey.md#L7');
  expect(await typed('quote')).toContain(sentence);
  expect(plain(await (await panel.locator('#composer')).inputValue())).toMatch(
    /^The developers were asked\. “Of 64 developers .*” That is many\.$/,
  );
  await window.screenshot('seat-cited');
  await composer.write(/^composer$/, `The developers were asked. ${sentence}`);
  await composer.write(/-0-quote$/, sentence);
  await composer.write(/-0-claim$/, sentence);
  await composer.submit();
  await expect.poll(async () => (await opening())?.content).toBe(`The developers were asked. ${sentence}`);
  await panel.entry((await opening())?.seq ?? -1);

  await composer.asked(/^auditor: Your turn in round 1$/);
  await composer.tabTo(/^Skip Turn…$/);
  await window.page.keyboard.press('Enter');
  await until('the safe answer to have the focus', async () =>
    (await composer.focused()) === 'Keep Writing' ? true : undefined,
  );
  await composer.tabTo(/^Skip Turn$/, 'Shift+Tab');
  await window.page.keyboard.press('Enter');
  await expect
    .poll(async () => (await readEntries(folder)).map(({ content }) => content).join('\n'))
    .toMatch(/auditor.*(gave it up|skipped)/);

  await composer.asked(/^auditor: Your closing statement$/);
  await composer.write(/^composer$/, 'What I showed before stands.');
  await composer.submit();

  await composer.asked(/^Chair: Your decision as the Chair$/);
  expect(await (await panel.button('Skip Turn…')).count()).toBe(0);
  await window.screenshot('seat-chair');
  await composer.submit();
  await expect.poll(() => composer.problems()).toMatch(/“The answer to the question” is still empty/);
  await composer.asked(/decision/);
  // Code adds the points, and tells the winner by them.
  for (const [at, { points, words }] of [
    { points: 3, words: 'Much was quoted.' },
    { points: 8, words: 'One good source.' },
  ].entries()) {
    for (const criterion of criteria.keys()) {
      const isFirst = at === 0 && criterion === 0;
      await composer.write(isFirst ? /^composer$/ : new RegExp(`^seat-points${at}\\.${criterion}$`), String(points));
    }
    await composer.write(new RegExp(`^seat-evaluation${at}$`), words);
  }
  await composer.write(/^seat-reason$/, 'The survey was the better evidence.');
  await composer.write(/^seat-answer\.text$/, 'Those who maintain the service were asked.');
  await composer.write(/^seat-answer\.seqs$/, String((await opening())?.seq));
  await composer.submit();
  await panel.stated(/^Done auditor wins: The survey was the better evidence\./, 2 * patienceMs);
  expect(window.consoleErrors).toEqual([]);
});
