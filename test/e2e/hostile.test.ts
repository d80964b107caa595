import { existsSync } from 'node:fs';
import { chmod, cp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseStatus } from '../../src/record/lease';
import { readEntries } from '../support/scriptedDebate';
import { openWindow, shares, testWindow } from '../support/workbench/inTest';
import { Harm } from '../support/workbench/harm';
import { hostileHost, hostileLog, type HostileLog } from '../support/workbench/hostileLog';
import { pacedDebate, parcelTopic, runThrough } from '../support/workbench/pacedDebate';
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

/** Hosts that a window asks by itself: the files of webviews, its gallery of extensions. */
const ofWorkbench = /(^|\.)(vscode-cdn\.net|open-vsx\.org)$/;

const logOf = (folder: string): string => join(folder, 'debate-log.jsonl');

/** Elements that load something, lead somewhere or run. */
const active =
  'img, picture, video, audio, iframe, object, embed, svg, math, base, meta, link, style, script, form, input, a[href], [style], [srcdoc]';
const articles = `[...document.querySelectorAll('article')].map((article) => [article.getAttribute('aria-labelledby'), article.textContent])`;
const handlers = `[...document.querySelectorAll('.feed-scroll *')].filter((element) => element.getAttributeNames().some((name) => name.startsWith('on'))).length`;

/** Scrolls from the beginning to the end, and returns what each entry and each other line says. */
async function readThrough(): Promise<string[]> {
  const frame = await panel.frame();
  const seen = new Map<string, string>();
  await frame.evaluate("document.querySelector('.feed-scroll').scrollTo(0, 0)");
  for (;;) {
    const { fromEnd } = await until('the entries in sight', async () => {
      const sight = await panel.sight();
      return sight.entries.every(({ hasText }) => hasText) ? sight : undefined;
    });
    for (const [id, text] of await frame.evaluate<[string, string][]>(articles)) seen.set(id, text);
    expect(await frame.locator(`.feed-scroll .entry :is(${active})`).count()).toBe(0);
    expect(await frame.evaluate(handlers)).toBe(0);
    if (fromEnd < 2) return [...seen.values()];
    await frame.evaluate(
      "document.querySelector('.feed-scroll').scrollBy(0, document.querySelector('.feed-scroll').clientHeight * 0.8)",
    );
  }
}

/** Every entry, and every line that is none, can be read. */
function expectWhole(texts: readonly string[], log: HostileLog): void {
  for (const words of log.plain)
    expect(
      texts.some((text) => text.includes(words)),
      words,
    ).toBe(true);
  for (const line of log.raw)
    expect(
      texts.some((text) => text.startsWith('Not an entry') && text.endsWith(line)),
      line,
    ).toBe(true);
}

/** Clicks on a link of the web; the editor asks before it leads anywhere. */
async function refuseToFollow(): Promise<void> {
  const link = (await panel.locator('.md .link', { hasText: hostileHost })).first();
  await link.click();
  expect(await window.notifications.dialogText()).toContain(hostileHost);
  await window.notifications.answer('Cancel');
}

/** An engine of another machine that holds a debate, by a name that would be a link. */
async function heldBy(folder: string, program: string): Promise<void> {
  const path = join(folder, 'lock.1');
  await writeFile(path, JSON.stringify({ pid: 7, host: 'elsewhere', since: new Date().toISOString(), program }));
  // It gives signs of life for as long as the test takes.
  const later = Date.now() / 1_000 + 3_600;
  await utimes(path, later, later);
}

describe('a log that means harm', () => {
  it('is shown whole, and nothing in it is run, followed or fetched', async () => {
    const log = hostileLog();
    fillFolder(folder, { files: { 'records/hostile/debate-log.jsonl': log.text } });
    const harm = new Harm(window.page);
    const view = await window.view('Debates');
    // Neither run nor turned around.
    await expect
      .poll(async () => (await view.rows())[0]?.label)
      .toContain('<img src=x onerror=alert(1)> [run](command:x) evil $(trash) topic');
    await view.click(view.rowLocators.first());
    await panel.chips();
    expect(await window.editor.title()).not.toMatch(/[\u202a-\u202e]/);
    expect(plain(await (await panel.locator('.notice-warning')).innerText())).toBe(
      `${log.raw.length} lines of the log could not be read`,
    );
    await refuseToFollow();
    expectWhole(await readThrough(), log);

    await heldBy(join(folder, 'records', 'hostile'), 'evil [here](command:workbench.action.files.newUntitledFile)');
    await window.command('Rostrum: Resume Debate');
    const refusal = await window.notifications.shown('Two engines cannot run one debate');
    await expect.poll(() => refusal.innerText()).toContain('evil [here] (command:');
    expect(await refusal.locator('.notification-list-item-message a').count()).toBe(0);
    await window.notifications.dismiss('Two engines cannot run one debate');

    await view.expand(/onerror/);
    await until('the rows below', async () => ((await view.rows()).length > 3 ? true : undefined));
    await view.expand('Sources');
    const sources = async (): Promise<string[]> =>
      (await view.rows()).filter(({ level }) => level === 3).map(({ label }) => label);
    await expect.poll(sources).toContain('file:///etc/passwd');
    await window.command('Rostrum: Open Log');
    await window.editor.shown('debate-log.jsonl');
    await window.screenshot('hostile');
    const hosts = [...harm.hosts].filter((host) => !ofWorkbench.test(host));
    expect({ hosts, seen: harm.seen }).toEqual({ hosts: [], seen: [] });
    await expect.poll(() => window.editor.titles()).toEqual([expect.stringMatching(/^<img/), 'debate-log.jsonl']);
    expect(window.consoleErrors.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
  });
});

describe('a log that is open', () => {
  it('is cut, replaced, deleted and put back', async () => {
    const [parcels, cats] = await Promise.all(
      [parcelTopic, 'Who feeds the cats?'].map((topic) => pacedDebate(folder, () => 0, { topic, rounds: 3 })),
    );
    if (parcels === undefined || cats === undefined) throw new Error('no debates');
    await runThrough(parcels);
    await runThrough(cats);
    await (await window.view('Debates')).click(parcelTopic);
    await panel.stated(/^Done/);
    const whole = await panel.size();
    const kept = join(folder, 'kept.jsonl');
    await cp(logOf(parcels.path), kept);
    const lines = (await readEntries(parcels.path)).slice(0, 9).map((entry) => JSON.stringify(entry));
    await truncate(logOf(parcels.path), Buffer.byteLength(`${lines.join('\n')}\n`));
    await expect.poll(() => panel.size()).toBeLessThan(9);
    await panel.entry(2);
    // Another program's way to write: a new file in its place.
    await cp(logOf(cats.path), join(folder, 'other.jsonl'));
    await rename(join(folder, 'other.jsonl'), logOf(parcels.path));
    await window.editor.shown(cats.topic);
    await expect.poll(() => panel.size()).toBe(whole);
    await rm(logOf(parcels.path));
    expect(await panel.stated(/^Needs you/)).toContain(
      'What was read of it is shown here. If it was moved or renamed, open it there.',
    );
    await expect.poll(() => panel.size()).toBe(whole);
    await rename(kept, logOf(parcels.path));
    await panel.stated(/^Done/);
    await window.editor.shown(parcelTopic);
    expect(await window.notifications.messages()).toEqual([]);
  });

  it('whose folder goes away while it runs rests, says so, and goes on when it is back', async () => {
    const debate = await pacedDebate(folder, (task) => (task === 'r1/turn/bob' ? 4_000 : 0));
    const view = await window.view('Debates');
    await view.action(parcelTopic, 'Resume Debate');
    await panel.stated(/^Live/);
    await until('bob to be at work', async () =>
      (await readEntries(debate.path)).some(
        ({ data }) => (data?.['step'] as { id?: string } | undefined)?.id === 'r1/turn/ada/review',
      )
        ? true
        : undefined,
    );
    const away = join(folder, 'moved-away');
    await rename(debate.path, away);
    expect(await panel.stated(/^Needs you/)).toContain('If it was moved or renamed, open it there.');
    await window.notifications.shown('was stopped, because its folder was deleted or moved.');
    expect(existsSync(debate.path)).toBe(false);
    await rename(away, debate.path);
    await panel.stated(/^Interrupted/);
    await panel.press('Resume');
    await panel.stated(/^Done/);
    expect((await leaseStatus(debate.path)).state).toBe('released');
  });
});

describe('where no debate can be written', () => {
  it('a window without a folder says what to do, in the list and at the start', async () => {
    const window = await testWindow({});
    const view = await window.view('Debates');
    await expect
      .poll(() => view.welcome())
      .toMatch(/Start Debate New here\? Watch the sample.* No folder is open: you choose where a debate is saved\./);
    await window.command('Rostrum: Start Debate');
    await window.quickInput.shown('Start Debate');
    await window.quickInput.cancel();
    await window.quickInput.gone();
    await view.root.getByRole('button', { name: 'Watch the sample' }).click();
    const question = 'No folder is open. Choose a folder in which to save the debate.';
    expect(await window.notifications.dialogText()).toContain(question);
    await window.notifications.answer('Choose Folder…');
    await window.quickInput.shown('Where should the debate be saved?');
    await window.quickInput.cancel();
    await window.quickInput.gone();
    expect(await window.editor.titles()).toEqual([]);
  });

  it('a place that is a file is refused, with the way out', async () => {
    await sampleIn('notes.txt/debates', { 'notes.txt': 'x' });
    await window.notifications.shown(
      /notes\.txt is a file, so the debate’s folder cannot be made in it\. .* the setting “Output Directory”/,
    );
    expect((await window.view('Debates').then((view) => view.rows())).length).toBe(0);
  });

  // Root may write everywhere, whatever the mode of a folder says: then the test above says it.
  const canBeRefused = process.getuid?.() !== 0;
  if (canBeRefused)
    it('a folder without write access is refused, with the way out', async () => {
      await sampleIn('locked/debates', { 'locked/': '' }, 0o555);
      await window.notifications.shown(/locked cannot be written to, so the debate’s folder cannot be made there\./);
    });
});

/** A sample is tried in a workspace that has its debates made at a place inside itself, of which the first part is there. */
async function sampleIn(place: string, files: Record<string, string>, mode = 0o755): Promise<void> {
  // The title tells that the window knows the settings.
  const settings = { 'rostrum.outputDirectory': place, 'window.title': place };
  fillFolder(folder, { files: { ...files, '.vscode/settings.json': JSON.stringify(settings) } });
  await chmod(join(folder, dirname(place)), mode);
  await until('the settings', async () => ((await window.page.title()) === place ? true : undefined));
  await (await window.view('Debates')).root.getByRole('button', { name: 'Watch the sample' }).click();
}
