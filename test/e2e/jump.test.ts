import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { logFileName } from '../../src/record/logPath';
import { entriesIn } from '../support/logs';
import {
  citedPassages,
  finishedDebate,
  redactedDebate,
  redactedWords,
  type CitedPassage,
  type DebateFolder,
} from '../support/workbench/debates';
import { goTo } from '../support/workbench/goTo';
import { openWindow, shares } from '../support/workbench/inTest';
import { onlyPanel, PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import { cleared } from '../support/workbench/sharedWindow';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const workspace = workspaceFolder({ sample: true });
let debate: DebateFolder;
let redactedOne: Awaited<ReturnType<typeof redactedDebate>>;
let passage: CitedPassage;
let window: Workbench;
let panel: PanelPage;

beforeAll(async () => {
  debate = await finishedDebate(workspace.path);
  redactedOne = await redactedDebate(workspace.path);
  const [first] = citedPassages(debate);
  if (first === undefined) throw new Error('The debate quotes nothing.');
  passage = first;
  window = await openWindow({ folder: workspace.path, width: 1_400 });
  panel = new PanelPage(window.page);
});
beforeEach(() => cleared(window));
shares(() => window, workspace);

async function opened(): Promise<void> {
  await onlyPanel(window, basename(debate.path));
  await panel.stated(/^Done/);
}

async function shownAt(seq: number): Promise<void> {
  await goTo(window, seq);
  await panel.inSight(seq);
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Waits until exactly these words are highlighted in the active editor. */
async function highlighted(quote: string): Promise<void> {
  let found = '';
  await until(`“${quote}” to be highlighted`, async () => {
    found = words((await window.editor.highlights()).join(' '));
    return found === words(quote) ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`Highlighted is “${found}”.`, { cause: error });
  });
}

async function lens(pattern: RegExp): Promise<void> {
  let found: string[] = [];
  await until(`a lens ${String(pattern)}`, async () => {
    found = await window.editor.codeLenses();
    return found.some((text) => pattern.test(text)) ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`The lenses are: ${found.join(' | ')}`, { cause: error });
  });
}

describe('a jump', () => {
  it('leads from a mention of an entry to it, and back and forward again', async () => {
    await opened();
    const mention = /Differs from (entry (\d+))/;
    const differing = entriesIn(join(debate.path, logFileName)).findLast(({ content }) => mention.test(content));
    const [, name = '', target] = mention.exec(differing?.content ?? '') ?? [];
    const [from, to] = [differing?.seq ?? -1, Number(target ?? -1)];
    await shownAt(from);
    await panel.focusedOn(from);
    const before = await panel.atRest(from);
    await (await panel.entry(from)).getByRole('link', { name, exact: true }).first().click();
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
    await shownAt(from);
    await panel.focusedOn(from);
    await window.page.keyboard.press('Alt+ArrowLeft');
    await at('back from a link', to, there);
    expect(window.consoleErrors).toEqual([]);
  });

  it('leads from the number of an entry in the log to the entry, by the keyboard, and the focus goes along', async () => {
    await opened();
    await window.command('Rostrum: Open Log');
    await window.editor.shown(logFileName);
    const seq = 3;
    await window.page.keyboard.press('Control+g');
    await window.page.keyboard.type(`${seq + 1}:8`);
    await window.page.keyboard.press('Enter');
    await window.editor.root.locator('.view-line .detected-link').first().waitFor();
    await window.command('Open Link');
    await window.editor.shown(/^Should the payments/);
    await panel.inSight(seq);
    await panel.focusedOn(seq);
  });

  it('leads from a source to the quoted lines of the file, and from there back to the entry', async () => {
    await opened();
    const { editor } = window;
    await shownAt(passage.seq);
    const label = (await panel.entry(passage.seq)).locator('a.source-label', { hasText: passage.label });
    await label.click();
    await editor.shownBeside(basename(passage.file));
    expect(await editor.title()).toMatch(/^Should the payments/);
    await label.dblclick();
    await editor.shown(basename(passage.file));
    await highlighted(passage.quote);
    await lens(new RegExp(`^Cited in seq ${passage.seq} by ${passage.speaker} — quoted`));
    await window.screenshot('jump-source');
    const hover = await editor.hover(passage.quote.split(' ').slice(0, 3).join(' '));
    expect(words(hover)).toContain(`Claim ${words(passage.claim)}`);
    expect(hover).toContain(`Cited in seq ${passage.seq} by ${passage.speaker}`);
    // Away from the entry first, so that the way back is one.
    // The header of a debate that is over is one line: unfolded, its phases can be pressed.
    await panel.press('More');
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
    await highlighted('');
    expect(window.consoleErrors).toEqual([]);
  });

  it('leads from a mark to why it stands there, and to the result', async () => {
    await opened();
    await shownAt(passage.seq);
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

  it('leads from the tree to the source, and from the transcript to entry and source', async () => {
    await opened();
    const { editor, page } = window;
    const tree = await window.view('Debates');
    await tree.collapse(/^Should the team/);
    await tree.expand(/^Should the payments service/);
    await tree.expand('Verification');
    await tree.expand('Quoted');
    await tree.click(passage.label);
    await editor.shownBeside(basename(passage.file));
    await editor.switchTo(basename(passage.file));
    await highlighted(passage.quote);

    await page.keyboard.press('Control+p');
    await window.quickInput.type('transcript.md');
    await window.quickInput.row('transcript.md').first().click();
    await editor.shown('transcript.md');
    await follow(new RegExp(`seq\\s${passage.seq}(?!\\d)`));
    await panel.inSight(passage.seq);
    await window.screenshot('jump-transcript');
    await editor.switchTo('transcript.md');
    // Its name may be broken over two lines.
    await follow(new RegExp(passage.label.replace(/[.:].*/, '')));
    await editor.shown(basename(passage.file));
    await highlighted(passage.quote);
    expect(window.consoleErrors).toEqual([]);
  });

  it('keeps struck text out of the page, and shows it only when asked twice', async () => {
    const { path, redacted, redaction } = redactedOne;
    const tree = await window.view('Debates');
    await tree.collapse(/^Should the payments service/);
    await tree.expand(/^Should the team/);
    await tree.expand('Redactions');
    await tree.row(new RegExp(`seq ${redacted}`));
    await onlyPanel(window, basename(path));
    await panel.stated(/^(Done|Interrupted|Foreign)/);
    await shownAt(redacted);
    const entry = await panel.entry(redacted);
    await expect.poll(() => entry.locator('.speaker').innerText()).toBe('ann');
    expect(words(await entry.innerText())).toContain('Struck from the record — there is no such file');
    await window.screenshot('jump-struck');
    expect(await panel.html()).not.toContain('penguins');
    expect(await panel.find('penguins')).toBe('No hits');
    await entry.getByRole('link', { name: `seq ${redaction}` }).click();
    await panel.focusedOn(redaction);
    await window.page.keyboard.press('Alt+ArrowLeft');
    await panel.inSight(redacted);

    await entry.getByRole('button', { name: 'Disclose…' }).click();
    expect(await window.notifications.dialogText()).toContain(`Show the text of seq ${redacted}?`);
    await window.notifications.answer('Cancel');
    expect(await panel.html()).not.toContain('penguins');
    await entry.getByRole('button', { name: 'Disclose…' }).click();
    await window.notifications.answer('Show the Struck Text');
    await until('the struck text', async () => ((await entry.innerText()).includes(redactedWords) ? true : undefined));
    await expect.poll(() => entry.innerText()).toContain('It is not part of the record');
    expect(readFileSync(join(path, logFileName), 'utf8')).toContain(redactedWords);
    expect(window.consoleErrors).toEqual([]);
  });

  it('lens: opens the snapshot once the file has changed, says so, and shows the file as it is now', async () => {
    const original = readFileSync(passage.file);
    onTestFinished(() => writeFileSync(passage.file, original));
    await opened();
    const { editor } = window;
    writeFileSync(passage.file, `A line that was put in later.\n${original.toString()}`);
    await shownAt(passage.seq);
    const label = (await panel.entry(passage.seq)).locator('a.source-label', { hasText: passage.label });
    await label.dblclick();
    await editor.shown(/\(snapshot\)/);
    await highlighted(passage.quote);
    await lens(/Snapshot of .*changed/i);
    await window.screenshot('jump-snapshot');
    await editor.clickCodeLens('Show the File as It Is Now');
    await editor.shown(basename(passage.file));
    await highlighted(passage.quote);
    await lens(/as it is now: it has changed/);
    rmSync(passage.file);
    await editor.clickCodeLens('Show What Was Cited');
    await editor.shown(/\(snapshot\)/);
    await lens(/Snapshot of .*no longer there/i);
    expect(window.consoleErrors).toEqual([]);
  });
});

/** Follows the first link of the transcript on words like these, as a person does who holds the key for it. */
async function follow(text: RegExp): Promise<void> {
  const { page, editor } = window;
  const link = editor.root.locator('.view-line .detected-link', { hasText: text }).first();
  await until(`a link on ${String(text)} to be followed`, async () => {
    // A click may have been given up when it had led on already.
    if ((await editor.title()) !== 'transcript.md') return true;
    // The editor draws lines beyond its lower edge, too: these have to be scrolled to.
    const isClicked =
      (await link.count()) > 0 &&
      (await link.click({ modifiers: ['ControlOrMeta'], timeout: 2_000 }).then(
        () => true,
        () => false,
      ));
    // Where it was given up, the key is still down.
    await page.keyboard.up('ControlOrMeta');
    if (isClicked) return true;
    await editor.root.locator('.monaco-editor').first().hover({ timeout: 2_000 });
    await page.mouse.wheel(0, 150);
    return undefined;
  });
}
