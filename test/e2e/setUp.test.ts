import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startChatServer } from '../support/chatServer/chatServer';
import { axeViolations } from '../support/workbench/axe';
import { sampleQuestion } from '../support/workbench/debates';
import { openWindow, shares } from '../support/workbench/inTest';
import { LineupPage } from '../support/workbench/lineupPage';
import { PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import { clearedWith } from '../support/workbench/sharedWindow';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const workspace = workspaceFolder();
const folder = workspace.path;
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder });
});
beforeEach(() => clearedWith(window, folder, { sample: true }));
shares(() => window, workspace);

describe('the page on which a debate is set up', () => {
  it('takes the topic, proposes the rest, and is edited and started by keyboard', async () => {
    const { page, quickInput } = window;
    const { keyboard } = page;
    await window.commandByKeys('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await keyboard.type(sampleQuestion);
    await keyboard.press('Enter');

    const lineup = new LineupPage(page);
    const [first = '', second = '', , ...others] = await lineup.documents();
    const valueOf = async (id: string): Promise<string> => (await lineup.field(id)).inputValue();
    await until('the evidence', async () => ((await lineup.text()).includes('12 files') ? true : undefined));
    await expect.poll(() => valueOf('topic')).toBe(sampleQuestion);
    await expect.poll(() => valueOf('evidence')).toContain('evidence');
    await expect.poll(() => lineup.text()).toContain('Nothing leaves this machine');
    expect(await lineup.problems()).toEqual([]);
    await window.screenshot('setup-page');
    expect(await axeViolations(await lineup.frame())).toEqual([]);

    // To the format and back: what was written of the panel is there again.
    const tabTo = async (id: string): Promise<void> => {
      await until(`the focus on ${id}`, async () => {
        const at = await (await lineup.frame()).evaluate<string>('document.activeElement?.id ?? ""');
        if (at === `setup-${id}`) return true;
        await keyboard.press('Tab');
        return undefined;
      });
    };
    const settled = (id: string, value: string) =>
      until(`${id} to be ${value}`, async () => ((await valueOf(id)) === value ? true : undefined));
    await (await lineup.field('topic')).focus();
    await tabTo('maxRounds');
    await keyboard.press('Control+A');
    await keyboard.type('many');
    await lineup.problem('Write a whole number');
    await window.screenshot('setup-refused');
    await keyboard.press('Control+A');
    await keyboard.type('1');
    await until('no problem', async () => ((await lineup.problems()).length === 0 ? true : undefined));
    await lineup.move(1, 'Up');
    await lineup.remove(2);
    await until('the lineup to be changed', async () =>
      (await lineup.names()).join() === [second, first, ...others].join() ? true : undefined,
    );
    await (await lineup.field('topic')).focus();
    await tabTo('format');
    await keyboard.press('ArrowDown');
    await until('the seats of a tribunal', async () =>
      (await lineup.names()).join() === 'advocate,critic' ? true : undefined,
    );
    await lineup.problem('Offline there is no tribunal');
    await window.screenshot('setup-tribunal');
    await keyboard.press('ArrowUp');
    await until('the panel again', async () =>
      (await lineup.names()).join() === [second, first, ...others].join() ? true : undefined,
    );
    await settled('maxRounds', '1');

    await (await lineup.button('Start Debate')).focus();
    await keyboard.press('Enter');
    await new PanelPage(page).stated(/^Done/, 120_000);
    const [debate = ''] = readdirSync(join(folder, 'output'));
    const [setup = ''] = readFileSync(join(folder, 'output', debate, 'debate-log.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(setup)).toMatchObject({
      data: {
        topic: sampleQuestion,
        limits: { max_rounds: 1 },
        debaters: [second, first, ...others].map((name) => ({ name })),
      },
    });

    // The next one is proposed as this one was.
    await window.commandByKeys('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    expect(await quickInput.value()).toBe('');
    await keyboard.type('Is the ferry worth its cost?');
    await expect.poll(() => quickInput.value()).toBe('Is the ferry worth its cost?');
    await keyboard.press('Enter');
    await until('the other topic', async () =>
      (await valueOf('topic').catch(() => '')) === 'Is the ferry worth its cost?' ? true : undefined,
    );
    await expect.poll(() => valueOf('evidence')).toContain('evidence');

    // Of a topic that was debated a line says so, here and where it is typed; a button leads there.
    const near = 'Could the payments service move to gRPC?';
    const before = `Debated before: “${sampleQuestion}”`;
    expect(await lineup.text()).not.toContain('Debated before');
    await (await lineup.field('topic')).fill(near);
    await expect.poll(() => lineup.text()).toContain(before);
    await window.screenshot('setup-debated-before');
    await window.commandByKeys('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await quickInput.type(near);
    await expect.poll(() => quickInput.message()).toContain(before);
    await quickInput.button('Show Debates Like This');
    await quickInput.shown('Debated Before');
    await quickInput.pick(sampleQuestion);
    await window.editor.shown(sampleQuestion);
    await new PanelPage(page).stated(/^Done/);
    expect(window.consoleErrors).toEqual([]);
  });

  it('says what models are sent before anything is sent, and stays readable when it is narrow', async () => {
    const { quickInput, page } = window;
    await window.command('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await quickInput.type(sampleQuestion);
    await quickInput.accept();
    const lineup = new LineupPage(page);
    const documents = await lineup.documents();
    await (await lineup.field('provider')).selectOption('anthropic');
    // Documents debate nothing by a model.
    await expect.poll(() => lineup.names()).toEqual(['yes', 'no']);
    // Keys are looked up after the page has been shown: what is sent stands there before.
    await until('that a key is missing', async () =>
      (await lineup.text()).includes('No API key is saved.') ? true : undefined,
    );
    const text = await lineup.text();
    expect(text).toContain('To https://api.anthropic.com');
    expect(text).toContain('nothing was sent.');
    expect(text).toContain('Estimated cost');
    await window.screenshot('setup-models');
    await lineup.unfold();
    await (await lineup.field('seat.chair')).fill('human');
    await (await lineup.field('provider')).selectOption('offline');
    await until('nothing sent', async () =>
      (await lineup.text()).includes('Nothing leaves this machine') ? true : undefined,
    );
    await expect.poll(() => lineup.names()).toEqual(documents);
    await expect.poll(async () => (await lineup.field('seat.chair')).inputValue()).toBe('human');
    await (await lineup.field('topic')).fill('');
    await lineup.problem('Write the question.');
    await window.screenshot('setup-seats');
    await page.setViewportSize({ width: 700, height: 900 });
    await window.setTheme('Default Light Modern');
    await window.screenshot('setup-narrow-light');
    // Warnings are a line each, also where a line has no room for one; buttons stand below each other.
    window.changeSettings({ 'rostrum.efforts': { bob: 'extreme' }, 'rostrum.prices': { sonnet: 'cheap' } });
    const frame = await lineup.frame();
    const warnings = frame.getByRole('group', { name: 'Warnings' });
    await expect.poll(() => warnings.getByRole('listitem').count()).toBe(2);
    await window.command('View: Close Primary Side Bar');
    for (const width of [700, 248]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = 'document.documentElement.scrollWidth - innerWidth';
      await expect.poll(() => frame.evaluate<number>(overflow), { message: `${width} px` }).toBeLessThanOrEqual(0);
    }
    await warnings.scrollIntoViewIfNeeded();
    await window.screenshot('setup-narrowest-light');
    expect(window.consoleErrors).toEqual([]);
  });

  it('sets a server up: address, key and model in place, checked when they are left', async () => {
    const { quickInput, page } = window;
    const server = await startChatServer({
      answer: () => ({ text: 'No.' }),
      key: 'sk-right',
      models: [{ id: 'little-one' }, { id: 'big-one' }],
    });
    onTestFinished(() => server.close());
    // The whole page is in sight: what the bar at its foot covers in part would be measured too small.
    await page.setViewportSize({ width: 1_400, height: 1_900 });
    await window.command('Rostrum: Start Debate');
    await quickInput.shown('Start Debate');
    await quickInput.type(sampleQuestion);
    await quickInput.accept();
    const lineup = new LineupPage(page);
    await lineup.documents();
    await expect.poll(() => lineup.focus()).toMatch(/Question/);
    const [address, key] = [await lineup.field('address'), await lineup.field('key')];
    await (await lineup.field('provider')).selectOption('openai-compatible');
    await address.waitFor();
    await expect.poll(() => lineup.text()).toContain('(no model is chosen yet)');
    expect(await lineup.text()).not.toContain('Nothing leaves this machine');
    expect(await lineup.text()).not.toContain('Estimated cost');
    await lineup.problem('Choose a model');

    await address.fill('nowhere');
    await key.focus();
    await lineup.problem('is no address');
    await window.screenshot('setup-server-address');
    await address.fill(server.baseUrl);
    await address.press('Enter');
    await expect.poll(() => lineup.text()).toContain(`To ${server.origin} (no model is chosen yet)`);
    const addressItem = (await lineup.frame()).locator('.overview-item', { has: address });
    await expect.poll(() => addressItem.innerText()).toMatch(/key/i);
    await addressItem.getByRole('button', { name: 'Try Again' }).waitFor();

    await key.fill('sk-wrong');
    await key.press('Enter');
    await lineup.problem('does not accept this key');
    expect(await key.inputValue()).toBe('');
    await key.fill('sk-right');
    await (await lineup.field('topic')).focus();
    await expect.poll(() => addressItem.innerText()).toContain('The server answers: 2 models.');
    expect(await key.inputValue()).toBe('');
    const model = await lineup.field('model');
    await expect.poll(() => model.inputValue()).toMatch(/^openai-compatible:(little|big)-one$/);
    await until('no problem', async () => ((await lineup.problems()).length === 0 ? true : undefined));
    await expect.poll(() => lineup.text()).toContain('no price is known');
    await (await lineup.button('Choose Model…')).click();
    await quickInput.pick('big-one');
    await expect.poll(() => model.inputValue()).toBe('openai-compatible:big-one');
    await expect.poll(() => lineup.text()).toContain(`To ${server.origin} (big-one)`);
    await model.fill('other-one');
    await expect.poll(() => lineup.text()).toContain('The provider does not list this model.');
    await window.screenshot('setup-server');
    expect(await axeViolations(await lineup.frame())).toEqual([]);
    // Keys went to the server alone, and nothing of them comes back to the page.
    expect(server.wire.map(({ headers }) => headers['authorization'])).toContain('Bearer sk-right');
    expect(await (await lineup.frame()).content()).not.toContain('sk-');

    // The editor brings no model: what was said of the server is gone.
    await (await lineup.field('provider')).selectOption('vscode');
    await (await lineup.button('Install a Model Provider…')).waitFor();
    await expect.poll(() => lineup.text()).toContain('To the editor, and whoever brings its model');
    expect(await lineup.text()).not.toContain(server.origin);
    await window.screenshot('setup-editor-without-models');
    await (await lineup.field('provider')).selectOption('openai-compatible');
    await address.waitFor();
    await (await lineup.field('parent')).fill('elsewhere');
    await (await lineup.field('topic')).focus();
    await expect.poll(async () => (await lineup.field('parent')).inputValue()).toBe(join(folder, 'elsewhere'));
    // The settings file is written anew, as by hand: the page follows, and says nothing of the address before.
    window.changeSettings({ 'rostrum.openaiCompatible.baseUrl': 'http://127.0.0.1:9/v1' });
    await expect.poll(() => address.inputValue()).toBe('http://127.0.0.1:9/v1');
    await expect.poll(() => lineup.text()).toContain('To http://127.0.0.1:9 (');
    await (await lineup.button('Try Again')).waitFor();
    expect(await lineup.text()).not.toContain(server.origin);
    await window.screenshot('setup-server-unreachable');
    window.changeSettings({ 'rostrum.openaiCompatible.baseUrl': server.baseUrl });
    await expect.poll(() => addressItem.innerText()).toContain('The server answers: 2 models.');
    for (const theme of ['Default Light Modern', 'Default High Contrast', 'Default Dark Modern'] as const) {
      await window.setTheme(theme);
      await window.screenshot(`setup-server-${theme.replaceAll(' ', '-')}`);
    }
    await window.command('View: Close Primary Side Bar');
    await page.setViewportSize({ width: 360, height: 1_800 });
    await window.screenshot('setup-server-360');
    await page.setViewportSize({ width: 1_600, height: 1_300 });
    await window.screenshot('setup-server-wide');
    expect(window.consoleErrors).toEqual([]);
  });
});
