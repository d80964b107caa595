import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Entry } from '../../src/debate/log/entry';
import { logFileName } from '../../src/record/logPath';
import { entriesIn } from '../support/logs';
import { bridge } from '../support/web/pages/texts';
import { axeViolations } from '../support/workbench/axe';
import { goTo } from '../support/workbench/goTo';
import { keepFailure, openWindow } from '../support/workbench/inTest';
import { openedAddresses } from '../support/workbench/openedAddresses';
import { PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain, until } from '../support/workbench/patience';
import { ProblemsView } from '../support/workbench/problemsView';
import { clearedWith } from '../support/workbench/sharedWindow';
import { allThemes, shortTheme } from '../support/workbench/themes';
import { WebScene, webTopic, type WebSource } from '../support/workbench/webScene';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

let scene: WebScene;
const made = workspaceFolder();
const workspace = workspaceFolder();
let original = '';
let window: Workbench;
let panel: PanelPage;

beforeAll(async () => {
  scene = await WebScene.open();
  await scene.web.host('blog').cut();
  original = await scene.finishedDebate(made.path);
  window = await openWindow({ folder: workspace.path, width: 1_500, height: 900 });
  panel = new PanelPage(window.page);
});
beforeEach(async () => {
  await window.resize(1_500, 900);
  await clearedWith(window, workspace.path, { settings: scene.settings });
});
afterEach((context) => keepFailure(window, context));
afterAll(async () => {
  await window.close();
  await scene.close();
  made.remove();
  workspace.remove();
});

let copies = 0;

/** Opens the panel of a copy of the debate; returns the copy's folder, each another: highlights of a source stay. */
async function opened(): Promise<string> {
  const folder = join(workspace.path, 'output', `copy-${(copies += 1)}`);
  cpSync(original, folder, { recursive: true });
  await window.tree('Debates').row(webTopic);
  await window.command('Rostrum: Open Debate');
  await panel.stated(/^Done/);
  return folder;
}

const recordIn = (folder: string): Entry[] => entriesIn(join(folder, logFileName));

const citing = ({ url, quote }: WebSource): number =>
  recordIn(original).find(({ sources }) => sources?.some((source) => source.url === url && source.quote === quote))
    ?.seq ?? -1;

/** Goes to the entry that cites a source, and gives the source's line in it. */
async function sourceLine(source: WebSource): Promise<Locator> {
  const seq = citing(source);
  await goTo(window, seq);
  await panel.inSight(seq);
  return (await panel.entry(seq)).locator('.source', { hasText: source.title });
}

const textOf = async (part: Locator): Promise<string> => plain((await part.allInnerTexts()).join(' '));

/** Waits for the words of a part to be these. */
const says = (part: Locator, words: RegExp): Promise<string> =>
  until(`words like ${String(words)}`, async () => {
    const text = await textOf(part);
    return words.test(text) ? text : undefined;
  });

/** Waits until exactly these words are marked in the active editor, beside the headings that a document of a page has of its own. */
async function highlighted(quote: string): Promise<void> {
  const passage = async (): Promise<string> =>
    plain((await window.editor.marked()).filter((text) => !/ — not (the page’s|its) own words$/.test(text)).join(' '));
  await expect.poll(passage).toBe(plain(quote));
}

/** The name of a page's document: its title, perhaps with its site's name, and what it is. */
const snapshotOf = ({ title }: WebSource): RegExp => new RegExp(`^${title}.* \\(snapshot\\)\\.txt$`);

/** What of the page is highlighted for a quotation that does not stand there. */
const nearest = 'does not say that salt was the cause of the cracks.';

/** Follows what leads to a source in the panel, which keeps the keys, and goes there. */
async function read(link: Locator, source: WebSource): Promise<void> {
  await link.click({ timeout: patienceMs });
  await window.editor.shownBeside(snapshotOf(source));
  await window.editor.switchTo(snapshotOf(source));
}

const label = (line: Locator): Locator => line.locator('a.source-label');

const button = (part: Locator, name: string): Locator => part.getByRole('button', { name, exact: true });

const press = (part: Locator, name: string): Promise<void> => button(part, name).click({ timeout: patienceMs });

/** The lines above the text of a snapshot. */
async function metadata(): Promise<string> {
  await window.page.keyboard.press('Control+Home');
  return await until('the top of the snapshot', async () => {
    const text = plain(await window.editor.visibleText());
    return text.includes('SHA-256') ? text : undefined;
  });
}

describe('pages of the web as sources', () => {
  it('that are verified open at the passage, with what is known of the page, and lead back and into the browser', async () => {
    await opened();
    const { editor } = window;
    const { sound, pdf, moved } = scene.sources;
    const line = await sourceLine(sound);
    await expect
      .poll(() => textOf(line.locator('.badge')))
      .toBe('Verified: exists · quote · figures · attribution · supports');
    await read(label(line), sound);
    await highlighted(sound.quote);
    const lenses = [
      `Claim: ${sound.claim}`,
      `Cited in seq ${citing(sound)} by ada — verified: exists · quote · figures · attribution · supports`,
    ];
    await expect.poll(() => editor.codeLenses()).toEqual(expect.arrayContaining(lenses));
    await window.screenshot('web-snapshot');
    const hover = await editor.hover('The harbour bridge');
    expect(hover).toContain(`Claim ${sound.claim}`);
    expect(hover).toContain('Open in Browser');
    await window.screenshot('web-snapshot-hover');
    await expect.poll(metadata).toMatch(/Authors Mina Solberg Site The Harbour Herald Published 2025-03-03/);
    await expect.poll(metadata).toContain(`Address ${sound.url}`);
    await window.screenshot('web-snapshot-metadata');
    await window.command('Rostrum: Go to Citing Entry');
    await panel.focusedOn(citing(sound));

    const addresses = await openedAddresses(window);
    await editor.switchTo(snapshotOf(sound));
    await window.command('Rostrum: Open Source in Browser');
    expect(await window.notifications.dialogText()).toContain(`${sound.url}#:~:text=The%20harbour%20bridge`);
    await window.notifications.answer('Open');
    await expect.poll(addresses).toEqual([`${sound.url}#:~:text=${encodeURIComponent(sound.quote)}`]);

    await read(label(await sourceLine(pdf)), pdf);
    await highlighted(pdf.quote);
    await expect.poll(() => editor.visibleText()).toMatch(/— Page 2 —/);
    await window.screenshot('web-snapshot-pdf');
    const gone = await sourceLine(moved);
    await expect
      .poll(() => textOf(gone.locator('.badge')))
      .toBe('Verified: gone; archive copy · quote · figures · attribution · supports');
    await read(label(gone), moved);
    await highlighted(moved.quote);
    await expect
      .poll(metadata)
      .toMatch(/Archived copy The page is gone. This is the copy that .+ took on 2024-06-07: http/);
    await window.screenshot('web-snapshot-archived');
    expect(window.consoleErrors).toEqual([]);
  });

  it('that failed say why, in the panel and at the place that comes nearest', async () => {
    const debate = await opened();
    const { notifications } = window;
    const { misquoted, walled, invented } = scene.sources;
    const line = await sourceLine(misquoted);
    await expect.poll(() => textOf(line.locator('.badge'))).toBe('Unreliable: quote not found');
    await line.locator('.badge').click();
    const why = line.locator('.why');
    await expect.poll(() => textOf(why)).toContain('does not say');
    await window.screenshot('web-why-unreliable');
    await read(button(why, 'Open Source'), misquoted);
    await highlighted(nearest);
    await window.screenshot('web-snapshot-near');
    const closed = await sourceLine(walled);
    await expect.poll(() => textOf(closed.locator('.badge'))).toBe('Unverified: blocked (403)');
    await closed.locator('.badge').click();
    await expect.poll(() => textOf(closed.locator('.why'))).toContain('the server refuses to show it to us (403)');
    await label(closed).click();
    await notifications.shown(/No text of .* is kept.*the server refuses to show it to us \(403\)/);
    await window.screenshot('web-unread');

    const seq = citing(invented);
    await goTo(window, seq);
    const redacted = await panel.entry(seq);
    await expect
      .poll(() => textOf(redacted))
      .toMatch(/Struck from the record — Fabricated source .*by two witnesses there never was/);
    expect(await panel.html()).not.toContain('scrapped within the year');
    await window.screenshot('web-fabricated');
    expect(
      recordIn(debate).some(
        ({ type, data }) =>
          type === 'verification_result' && data?.['url'] === invented.url && data['status'] === 'fabricated',
      ),
    ).toBe(true);
    expect(window.consoleErrors).toEqual([]);
  });

  it('are checked again once their host is back, and vouched for by who has read them', async () => {
    const debate = await opened();
    const { notifications } = window;
    const { away, walled } = scene.sources;
    const before = recordIn(debate).length;
    const line = await sourceLine(away);
    const [badge, why] = [line.locator('.badge'), line.locator('.why')];
    await expect.poll(() => textOf(badge)).toBe('Unverified: not reached');
    await badge.click();
    await press(why, 'Check Again');
    await notifications.shown(/was checked again.*unverified/);
    await expect.poll(() => textOf(badge)).toBe('Unverified: not reached');

    const host = scene.web.host('blog');
    await host.mend();
    onTestFinished(() => host.cut());
    await press(why, 'Check Again');
    // The passage stands there; nobody has judged what it supports.
    await says(badge, /^Unverified: support not judged/);
    await window.screenshot('web-checked-again');
    await read(label(line), away);
    await highlighted(away.quote);
    const results = recordIn(debate).slice(before);
    expect(results.map(({ type, data, target_seq: target }) => [type, data?.['status'], target])).toEqual([
      ['verification_result', 'unverified', citing(away)],
      ['verification_result', 'unverified', citing(away)],
    ]);

    const closed = await sourceLine(walled);
    await closed.locator('.badge').click();
    await press(closed.locator('.why'), 'I Read It…');
    expect(await notifications.dialogText()).toContain(`Vouch for`);
    await window.screenshot('web-vouch');
    await notifications.answer('Cancel');
    expect(recordIn(debate)).toHaveLength(before + 2);
    await press(closed.locator('.why'), 'I Read It…');
    await notifications.answer('I Read It');
    await says(closed, /vouched for by the user/);
    await expect.poll(() => textOf(closed.locator('.badge'))).toBe('Unverified: blocked (403)');
    expect(recordIn(debate).at(-1)).toMatchObject({
      speaker: 'user',
      type: 'verification_result',
      target_seq: citing(walled),
    });
    await window.screenshot('web-vouched');
    expect(window.consoleErrors).toEqual([]);
  });

  it('in trouble stand in the Problems view, in the tree and on its badge', async () => {
    await opened();
    const { editor } = window;
    const { misquoted, sound } = scene.sources;
    const problems = new ProblemsView(window);
    await problems.open();
    const counts = async (): Promise<number[]> => {
      const rows = await problems.rows(/quote not found/);
      return [
        rows.filter((row) => /^fabricated.* — http.*\/never-written/.test(row)).length,
        rows.filter((row) => row.startsWith(`unreliable: quote not found — ${misquoted.url}`)).length,
        rows.filter((row) => /not reached|blocked/.test(row)).length,
      ];
    };
    await expect.poll(counts).toEqual([1, 1, 2]);
    await window.screenshot('web-problems');
    await problems.press(/What was cited, as it was read/);
    await editor.shown(snapshotOf(scene.sources.sound));
    await until('the passage in view', async () =>
      (await editor.visibleText()).includes(bridge.sentences.noCause.slice(0, 30)) ? true : undefined,
    );
    await window.screenshot('web-problem-passage');
    await problems.press(/^unreliable: quote not found/);
    await editor.shown(logFileName);
    await expect.poll(async () => (await editor.cursor())?.line).toBe(citing(misquoted) + 1);

    const tree = await window.view('Debates');
    await tree.expand(webTopic);
    await tree.expand('Verification');
    const found = async (): Promise<(string | undefined)[]> =>
      (await tree.rows())
        .filter(({ ariaLabel }) => /^(fabricated|unreliable|unverified):/.test(ariaLabel))
        .map(({ ariaLabel }) => ariaLabel.split(':')[0]);
    await expect.poll(found).toEqual(['fabricated', 'unreliable', 'unverified', 'unverified']);
    await expect.poll(async () => (await tree.rows()).find(({ label }) => label === 'Verified')?.description).toBe('3');
    const rostrum = window.page.locator('[aria-label^="Rostrum"]');
    const badge = window.page.locator('.activitybar .action-item', { has: rostrum }).locator('.badge');
    await expect.poll(() => textOf(badge)).toBe('2');
    await tree.expand('Verified');
    await tree.click(bridge.title);
    await editor.shown(snapshotOf(scene.sources.sound));
    await highlighted(sound.quote);
    await window.screenshot('web-tree');
    await window.command('View: Toggle Panel Visibility');
    expect(window.consoleErrors).toEqual([]);
  });

  it('are reached, read, checked again and vouched for by keys alone', async () => {
    const debate = await opened();
    const { page, editor, notifications } = window;
    const { keyboard } = page;
    const { sound, walled } = scene.sources;
    await goTo(window, citing(sound));
    await panel.focusedOn(citing(sound));
    await keyboard.press('Enter');
    await editor.shownBeside(snapshotOf(sound));
    await panel.focusedOn(citing(sound));
    await keyboard.press('Control+Enter');
    await editor.shown(snapshotOf(sound));
    await highlighted(sound.quote);
    await window.command('Rostrum: Go to Citing Entry');
    await panel.focusedOn(citing(sound));
    await goTo(window, citing(walled));
    await panel.focusedOn(citing(walled));
    await tabTo(/^button Unverified.*\(403\)/);
    await keyboard.press('Enter');
    const why = (await panel.entry(citing(walled))).locator('.why');
    await why.waitFor();
    await tabTo(/Check Again/);
    await window.screenshot('web-keys');
    await keyboard.press('Enter');
    await notifications.shown(/was checked again/);
    const before = recordIn(debate).length;
    await tabTo(/I Read It/);
    await keyboard.press('Enter');
    // The keys go to its first button.
    await notifications.dialog.locator(':focus').waitFor();
    await keyboard.press('Enter');
    await until('the word of the user in the record', () =>
      Promise.resolve(recordIn(debate).length > before ? true : undefined),
    );
    expect(recordIn(debate).at(-1)).toMatchObject({ speaker: 'user', type: 'verification_result' });
    expect(window.consoleErrors).toEqual([]);
  });

  it('look as they should in every theme and in a narrow window; axe finds nothing', async () => {
    await opened();
    const { away, misquoted } = scene.sources;
    const line = await sourceLine(away);
    await line.locator('.badge').click();
    for (const theme of allThemes) {
      await window.setTheme(theme);
      await window.screenshot(`web-panel-${shortTheme(theme)}`);
      expect(await axeViolations(await panel.frame()), theme).toEqual([]);
    }
    await window.command('View: Close Primary Side Bar');
    await window.resize(380, 800);
    const frame = await panel.frame();
    await expect
      .poll(() => frame.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
      .toBeLessThanOrEqual(0);
    await window.screenshot('web-panel-narrow');
    await window.resize(1_500, 900);
    await read(label(await sourceLine(misquoted)), misquoted);
    for (const theme of allThemes) {
      await window.setTheme(theme);
      await highlighted(nearest);
      await window.screenshot(`web-snapshot-${shortTheme(theme)}`);
    }
    expect(window.consoleErrors).toEqual([]);
  });

  it('are read and checked by a debate of this window', async () => {
    const debate = await scene.debate(workspace.path);
    await scene.model.setKey({ command: (title) => window.command(title), quickInput: window.quickInput });
    await window.notifications.shown('The key for Anthropic is kept.');
    const reading = scene.model.hold('opening/ada', 0);
    const tree = await window.view('Debates');
    await tree.action(webTopic, 'Resume Debate');
    await reading.reached();
    const activity = await panel.locator('.provisional .activity');
    await says(activity, new RegExp(`^reading ${scene.web.host('herald').place}$`));
    await window.screenshot('web-reading');
    reading.letGo();
    await panel.stated(/^Done ada wins/, 2 * patienceMs);
    const statuses = (folder: string): string[] =>
      recordIn(folder).flatMap(({ type, data }) =>
        type === 'verification_result' ? [`${String(data?.['url'])} ${String(data?.['status'])}`] : [],
      );
    // What nobody could read is no source here; in the other debate it was read once, and then lost.
    const readable = statuses(original).filter((status) => !status.endsWith(' unverified'));
    expect(statuses(debate).sort()).toEqual(readable.sort());
    expect(scene.web.trap.connections()).toBe(0);
    expect(window.consoleErrors).toEqual([]);
  });
});

/** Presses Tab until the focus of the panel is on something that has these words. */
async function tabTo(wanted: RegExp): Promise<void> {
  const seen: string[] = [];
  await until(`the focus on ${String(wanted)}`, async () => {
    if (seen.length > 60) throw new Error(`Not among: ${seen.join(' | ')}`);
    await window.page.keyboard.press('Tab');
    seen.push(await panel.focus());
    return wanted.test(seen.at(-1) ?? '') ? true : undefined;
  });
}
