import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { logFileName } from '../../src/record/logPath';
import { entriesIn } from '../support/logs';
import {
  citedPassages,
  finishedDebate,
  struckDebate,
  struckWords,
  type CitedPassage,
  type DebateFolder,
} from '../support/workbench/debates';
import { goTo } from '../support/workbench/goTo';
import { testFolder, testWindow } from '../support/workbench/inTest';
import { PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const workspace = workspaceFolder({ sample: true });
let debate: DebateFolder;
let passage: CitedPassage;

beforeAll(async () => {
  debate = await finishedDebate(workspace.path);
  const [first] = citedPassages(debate);
  if (first === undefined) throw new Error('The debate quotes nothing.');
  passage = first;
});
afterAll(() => workspace.remove());

/** A window on a workspace with one debate, and the panel of that. */
async function opened(folder = workspace.path): Promise<{ window: Workbench; panel: PanelPage }> {
  const window = await testWindow({ folder, width: 1_400 });
  await window.command('Rostrum: Open Panel');
  const panel = new PanelPage(window.page);
  await panel.stated(/^Done/);
  return { window, panel };
}

async function shownAt({ window, panel }: { window: Workbench; panel: PanelPage }, seq: number): Promise<void> {
  await goTo(window, seq);
  await panel.inSight(seq);
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Waits until exactly these words are highlighted in the active editor. */
async function highlighted({ editor }: Workbench, quote: string): Promise<void> {
  let found = '';
  await until(`“${quote}” to be highlighted`, async () => {
    found = words((await editor.highlights()).join(' '));
    return found === words(quote) ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`Highlighted is “${found}”.`, { cause: error });
  });
}

async function lens({ editor }: Workbench, pattern: RegExp): Promise<void> {
  let found: string[] = [];
  await until(`a lens ${String(pattern)}`, async () => {
    found = await editor.codeLenses();
    return found.some((text) => pattern.test(text)) ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`The lenses are: ${found.join(' | ')}`, { cause: error });
  });
}

describe('a jump', () => {
  it('leads from a mention of an entry to it, and back and forward again', async () => {
    const parts = await opened();
    const { window, panel } = parts;
    const closing = entriesIn(join(debate.path, logFileName)).findLast(({ type }) => type === 'closing_statement');
    const [from, to] = [closing?.seq ?? -1, Number(/\bseq (\d+)/.exec(closing?.content ?? '')?.[1] ?? -1)];
    await shownAt(parts, from);
    await panel.focusedOn(from);
    const before = await panel.atRest(from);
    await (
      await panel.entry(from)
    )
      .getByRole('link', { name: `seq ${to}`, exact: true })
      .first()
      .click();
    await panel.inSight(to);
    await panel.focusedOn(to);
    const there = await panel.atRest(to);
    await window.screenshot('jump-seq');
    const at = (how: string, seq: number, top: number) =>
      until(`${how} to lead to seq ${seq} at ${top}`, async () => {
        const isThere = Math.abs((await panel.inSight(seq)) - top) < 3 && (await panel.focused()) === seq;
        return isThere ? true : undefined;
      });
    await window.page.keyboard.press('Alt+ArrowLeft');
    await at('keys', from, before);
    await window.page.keyboard.press('Alt+ArrowRight');
    await at('keys', to, there);
    await window.command('Rostrum: Go Back in Debate');
    await at('command', from, before);
    await window.command('Rostrum: Go Forward in Debate');
    await at('command', to, there);
    await shownAt(parts, from);
    await panel.focusedOn(from);
    await window.page.keyboard.press('Alt+ArrowLeft');
    await at('back from a link', to, there);
    expect(window.consoleErrors).toEqual([]);
  });

  it('leads from a source to the quoted lines of the file, and from there back to the entry', async () => {
    const parts = await opened();
    const { window, panel } = parts;
    const { editor } = window;
    await shownAt(parts, passage.seq);
    await (await panel.entry(passage.seq)).locator('a.source-label', { hasText: passage.label }).click();
    await editor.shown(basename(passage.file));
    await highlighted(window, passage.quote);
    await lens(window, new RegExp(`^Cited in seq ${passage.seq} by ${passage.speaker} — quoted`));
    await window.screenshot('jump-source');
    const hover = await editor.hover(passage.quote.split(' ').slice(0, 3).join(' '));
    expect(words(hover)).toContain(`Claim ${words(passage.claim)}`);
    expect(hover).toContain(`Cited in seq ${passage.seq} by ${passage.speaker}`);
    // Away from the entry first, so that the way back is one.
    await panel.press(/^Documents/);
    await until('the entry to be out of sight', async () =>
      (await panel.sight()).entries.some(({ at }) => at === passage.seq) ? undefined : true,
    );
    await editor.switchTo(basename(passage.file));
    await editor.clickCodeLens('Go to Citing Entry');
    await panel.inSight(passage.seq);
    await panel.focusedOn(passage.seq);
    await window.screenshot('jump-citing');
    await editor.switchTo(basename(passage.file));
    await window.command('Rostrum: Clear Source Highlight');
    await highlighted(window, '');
    expect(window.consoleErrors).toEqual([]);
  });

  it('leads from a mark to why it stands there, and to the result', async () => {
    const parts = await opened();
    const { window, panel } = parts;
    await shownAt(parts, passage.seq);
    const source = (await panel.entry(passage.seq)).locator('.source', { hasText: passage.label });
    const mark = source.locator('.badge');
    await expect.poll(() => mark.getAttribute('data-status')).toBe('verified');
    await mark.click();
    const why = source.locator('.why');
    expect(words(await why.innerText())).toContain(words(passage.quote));
    expect(words(await why.locator('.passage mark').innerText())).toContain(words(passage.quote));
    await expect.poll(() => why.locator('.checks tbody tr').count()).toBe(5);
    await until('the explanation to be in sight', async () => {
      const [list, box] = [await (await panel.locator('.feed-scroll')).boundingBox(), await why.boundingBox()];
      return list !== null && box !== null && box.y + box.height <= list.y + list.height + 1 ? true : undefined;
    });
    await window.screenshot('jump-why');
    await why.getByRole('button', { name: /^Go to Result/ }).click();
    const entries = entriesIn(join(debate.path, logFileName));
    const result = entries.find(
      ({ type, target_seq: target }) => type === 'verification_result' && target === passage.seq,
    );
    await panel.focusedOn(result?.seq ?? -1);
    await window.page.keyboard.press('Alt+ArrowLeft');
    await panel.inSight(passage.seq);
    await until('the explanation to be open still', async () => ((await why.isVisible()) ? true : undefined));
    await mark.click();
    await why.waitFor({ state: 'hidden' });
    expect(window.consoleErrors).toEqual([]);
  });

  it('lens: opens the snapshot once the file has changed, says so, and shows the file as it is now', async () => {
    const original = readFileSync(passage.file);
    onTestFinished(() => writeFileSync(passage.file, original));
    const parts = await opened();
    const { window, panel } = parts;
    const { editor } = window;
    writeFileSync(passage.file, `A line that was put in later.\n${original.toString()}`);
    await shownAt(parts, passage.seq);
    const label = (await panel.entry(passage.seq)).locator('a.source-label', { hasText: passage.label });
    await label.click();
    await editor.shown(/\(snapshot\)/);
    await highlighted(window, passage.quote);
    await lens(window, /Snapshot of .*changed/i);
    await window.screenshot('jump-snapshot');
    await editor.clickCodeLens('Show the File as It Is Now');
    await editor.shown(basename(passage.file));
    await highlighted(window, passage.quote);
    await lens(window, /as it is now: it has changed/);
    rmSync(passage.file);
    await editor.clickCodeLens('Show What Was Cited');
    await editor.shown(/\(snapshot\)/);
    await lens(window, /Snapshot of .*no longer there/i);
    expect(window.consoleErrors).toEqual([]);
  });

  it('leads from the tree to the source, and from the transcript to entry and source', async () => {
    const { window, panel } = await opened();
    const { editor, page } = window;
    const tree = await window.view('Debates');
    await tree.expand(/^Should the payments service/);
    await tree.expand('Verification');
    await tree.expand('Quoted');
    await tree.click(passage.label);
    await editor.shown(basename(passage.file));
    await highlighted(window, passage.quote);

    await page.keyboard.press('Control+p');
    await window.quickInput.type('transcript.md');
    await window.quickInput.row('transcript.md').first().click();
    await editor.shown('transcript.md');
    await follow(window, `seq ${passage.seq}`);
    await panel.inSight(passage.seq);
    await window.screenshot('jump-transcript');
    await editor.switchTo('transcript.md');
    // Its name may be broken over two lines.
    await follow(window, passage.label.replace(/[.:].*/, ''));
    await editor.shown(basename(passage.file));
    await highlighted(window, passage.quote);
    expect(window.consoleErrors).toEqual([]);
  });

  it('keeps struck text out of the page, and shows it only when asked twice', async () => {
    const folder = testFolder();
    const { path, struck, redaction } = await struckDebate(folder);
    const window = await testWindow({ folder });
    const tree = await window.view('Debates');
    await tree.expand(/^Should the team/);
    await tree.expand('Redactions');
    await tree.row(new RegExp(`seq ${struck}`));
    await window.command('Rostrum: Open Panel');
    const panel = new PanelPage(window.page);
    await panel.stated(/^(Done|Interrupted|Foreign)/);
    await shownAt({ window, panel }, struck);
    const entry = await panel.entry(struck);
    await expect.poll(() => entry.locator('.speaker').innerText()).toBe('ann');
    expect(words(await entry.innerText())).toContain('Struck from the record — there is no such file');
    await window.screenshot('jump-struck');
    expect(await panel.html()).not.toContain('penguins');
    expect(await panel.find('penguins')).toBe('No hits');
    await entry.getByRole('link', { name: `seq ${redaction}` }).click();
    await panel.focusedOn(redaction);
    await window.page.keyboard.press('Alt+ArrowLeft');
    await panel.inSight(struck);

    await entry.getByRole('button', { name: 'Disclose…' }).click();
    expect(await window.notifications.dialogText()).toContain(`Show the text of seq ${struck}?`);
    await window.notifications.answer('Cancel');
    expect(await panel.html()).not.toContain('penguins');
    await entry.getByRole('button', { name: 'Disclose…' }).click();
    await window.notifications.answer('Show the Struck Text');
    await until('the struck text', async () => ((await entry.innerText()).includes(struckWords) ? true : undefined));
    await expect.poll(() => entry.innerText()).toContain('It is not part of the record');
    expect(readFileSync(join(path, logFileName), 'utf8')).toContain(struckWords);
    expect(window.consoleErrors).toEqual([]);
  });
});

/** Follows the link on the first words like these in the editor, as a person does who holds the key for it. */
async function follow({ page, editor }: Workbench, text: string): Promise<void> {
  const link = editor.root.locator('.view-line .detected-link', { hasText: text }).first();
  await until(`a link on “${text}” to be followed`, async () => {
    // The editor draws lines beyond its lower edge, too: these have to be scrolled to.
    const isFollowed =
      (await link.count()) > 0 &&
      (await link.click({ modifiers: ['ControlOrMeta'], timeout: 2_000 }).then(
        () => true,
        () => false,
      ));
    if (isFollowed) return true;
    await editor.root.locator('.monaco-editor').first().hover();
    await page.mouse.wheel(0, 150);
    return undefined;
  });
}
