import { cpSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { logFileName } from '../../src/record/logPath';
import { kept } from '../support/oldRecords';
import { panelRecord } from '../support/panelRecord';
import { logText } from '../support/recordBuilder';
import { axeViolations } from '../support/workbench/axe';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { onlyPanel, type PanelPage } from '../support/workbench/panelPage';
import { plain } from '../support/workbench/patience';
import { ProblemsView } from '../support/workbench/problemsView';
import { allThemes, shortTheme } from '../support/workbench/themes';
import { ViewPage } from '../support/workbench/viewPage';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/** The end of a debate, in a real workbench: of each format, of an import, of one that stopped. */

/** Records by what the card says of each; three are made to end otherwise than they did. */
const endings: readonly (readonly [string, RegExp])[] = [
  ['tribunal-scripted-done', /By issue/i],
  ['dialectic-scripted-done', /leads|even/],
  ['imported-agent-debate', /another program/],
  ['imported-ai-debate', /rules of Rostrum/],
  ['imported-dialectic', /The proposition leads/],
  ['panel-offline-done', /nobody/],
  ['panel-scripted-paused-rounds', /Paused.*Resume/],
  ['panel-scripted-paused-opening', /Failed.*The disk is full\..*Resume/],
  ['panel-offline-killed-rounds', /Interrupted.*Take Over/],
  ['panel-concluded', /Void.*Nobody was left to debate/],
];
const holder = {
  pid: 4_242,
  host: 'elsewhere',
  since: '2026-11-22T12:14:38.852Z',
  program: 'rostrum',
  reason: 'The disk is full.',
};

/** Too long for a title, shorter than a line. */
const hebrew = `המחסן הצפוני נבדק ${'פעם ופעמיים '.repeat(7)}ונמצא תקין.`;

const workspace = workspaceFolder();
const debateIn = (folder: string): string => join(workspace.path, 'output', folder);
let window: Workbench;

beforeAll(async () => {
  for (const folder of ['panel-struck', ...endings.map(([name]) => name)])
    cpSync(kept(folder), debateIn(folder), { recursive: true });
  const lock = (folder: string): string => join(debateIn(folder), 'lock.1');
  writeFileSync(lock('panel-scripted-paused-opening'), JSON.stringify({ ...holder, released: 'failed' }));
  utimesSync(lock('panel-offline-killed-rounds'), 1, 1);
  const data = { outcome: 'void', reason: 'Nobody was left to debate.', evaluations: [] };
  cpSync(kept('panel-concluded'), debateIn('panel-hebrew'), { recursive: true });
  writeFileSync(
    join(debateIn('panel-hebrew'), logFileName),
    logText(
      panelRecord()
        .edit('opening/ann', { content: `${hebrew}\n\n- ${hebrew}\n\nAnd one from left to right.` })
        .edit('conclusion', { data: { outcome: 'draw', reason: `${hebrew} ${hebrew}`, evaluations: [] } })
        .build(),
    ),
  );
  writeFileSync(
    join(debateIn('panel-concluded'), logFileName),
    logText(panelRecord().edit('conclusion', { data }).build()),
  );
  window = await openWindow({ folder: workspace.path, width: 1_280, height: 1_000 });
  await window.command('View: Close Primary Side Bar');
});
sharesWithoutErrors(() => window, workspace);

async function opened(folder: string): Promise<{ panel: PanelPage; views: ViewPage }> {
  await window.resize(1_280, 1_000);
  await window.setTheme('Default Dark Modern');
  const panel = await onlyPanel(window, folder);
  return { panel, views: new ViewPage(panel) };
}

async function card(panel: PanelPage): Promise<string> {
  const found = await panel.locator('.verdict-card');
  await found.waitFor();
  return plain(await found.innerText());
}

/** In the page: the side at which the last line of a block begins. */
const sideOf = `block => {
  const range = document.createRange();
  range.selectNodeContents(block);
  const line = [...range.getClientRects()].at(-1);
  const box = block.getBoundingClientRect();
  return box.right - line.right < line.left - box.left ? 'right' : 'left';
}`;

describe('the verdict', () => {
  it('end: is what a finished debate opens at, in all themes and widths, and the keyboard leads on and back', async () => {
    const { panel, views } = await opened('panel-struck');
    await views.shown('Verdict');
    await expect.poll(() => card(panel)).toMatch(/wins|Draw|Void|Undecided/);
    for (const theme of allThemes) {
      await window.setTheme(theme);
      await window.screenshot(`verdict-${shortTheme(theme)}`);
      expect(await axeViolations(await panel.frame()), theme).toEqual([]);
    }
    await window.setTheme('Default Dark Modern');
    for (const width of [320, 600, 1_600]) {
      await window.resize(width, 900);
      const overflow = async (): Promise<number> =>
        await (
          await panel.frame()
        ).evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      await expect.poll(overflow, { message: `${width} px` }).toBeLessThanOrEqual(0);
      await window.screenshot(`verdict-${width}`);
    }
    await window.resize(1_280, 1_000);
    await (await panel.locator('.verdict-scroll')).focus();
    await window.page.keyboard.press('Enter');
    await views.shown('Debate');
    await panel.focusedOn(await readAt(panel));
    await window.page.keyboard.press('v');
    await views.shown('Verdict');
  });

  it('leads from a count of sources to the entries that cite such a source, and back', async () => {
    const { panel, views } = await opened('panel-struck');
    await views.show('Verdict');
    const count = (await panel.locator('.verdict-sources button')).filter({ hasText: 'fabricated' });
    const words = plain(await count.innerText());
    await count.click();
    await views.shown('Debate');
    const pressed = await panel.locator('.chip[aria-pressed="true"]');
    await expect.poll(async () => plain(await pressed.innerText())).toContain(words);
    await window.screenshot('verdict-sources-led-to');
    expect(await axeViolations(await panel.frame())).toEqual([]);
    await (await panel.locator('.chip-clear')).click();
    await pressed.waitFor({ state: 'detached' });
    await window.page.keyboard.press('Alt+ArrowLeft');
    await views.shown('Verdict');
  });

  it('is of each format, of each import, and of what failed, was interrupted or came to nothing', async () => {
    for (const [folder, words] of endings) {
      const { panel, views } = await opened(folder);
      await views.show('Verdict');
      const found = await panel.locator('.verdict-card');
      await expect.poll(async () => plain(await found.innerText()), { message: folder }).toMatch(words);
      // The page ships no icon but those that its own texts name.
      const icon = found.locator('.verdict-title .codicon');
      expect(await icon.evaluate("icon => getComputedStyle(icon, '::before').content"), folder).not.toBe('none');
      await window.screenshot(`verdict-of-${folder}`);
      expect(await axeViolations(await panel.frame()), folder).toEqual([]);
    }
  });

  it('bidi: what is written from right to left stands so, on the card and in the entries, and the rest as ever', async () => {
    const { panel, views } = await opened('panel-hebrew');
    await views.show('Verdict');
    const side = async (selector: string, text: string): Promise<string> => {
      await (await panel.locator(selector)).filter({ hasText: text }).first().waitFor();
      const blocks = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
      const block = `${blocks}.find(({ textContent }) => textContent.includes(${JSON.stringify(text)}))`;
      return await (await panel.frame()).evaluate<string>(`(${sideOf})(${block})`);
    };
    expect(await side('.verdict-why', 'נבדק')).toBe('right');
    expect(await side('.verdict-title', 'Draw')).toBe('left');
    await window.screenshot('verdict-right-to-left');
    await views.show('Debate');
    for (const block of ['.md p', '.md li']) expect(await side(block, 'נבדק'), block).toBe('right');
    expect(await side('.md p', 'from left')).toBe('left');
    await window.screenshot('feed-right-to-left');
  });

  it('shows what breaks the rules before anything is pressed, and what each number leads to on hover and focus, until Escape', async () => {
    const { panel, views } = await opened('imported-ai-debate');
    await views.shown('Verdict');
    const strip = await panel.locator('.verdict-card .faults');
    await strip.waitFor();
    expect(await strip.innerText()).toMatch(/rules of Rostrum/);
    for (const theme of allThemes) {
      await window.setTheme(theme);
      await window.screenshot(`verdict-faults-${shortTheme(theme)}`);
    }
    await strip.locator('summary').focus();
    await window.page.keyboard.press('Enter');
    await window.screenshot('verdict-faults-open');
    expect(await axeViolations(await panel.frame())).toEqual([]);
    const seq = strip.getByRole('link').first();
    const at = await seq.getAttribute('data-peek');
    await window.page.keyboard.press('Tab');
    const peek = await panel.locator('#peek');
    await peek.waitFor();
    expect(plain(await peek.innerText())).toMatch(new RegExp(`^${(await seq.innerText()).replace('seq ', '')} `));
    expect(await seq.getAttribute('aria-describedby')).toBe('peek');
    // It does not stay where the link was: it goes with the width, and is there again beside the link.
    const { width = 1_280, height = 800 } = window.page.viewportSize() ?? {};
    await window.resize(320, height);
    await peek.waitFor({ state: 'detached' });
    await window.page.keyboard.press('Shift+Tab');
    await window.page.keyboard.press('Tab');
    await peek.waitFor();
    const [box, page] = [await peek.boundingBox(), await (await panel.locator('body')).boundingBox()];
    if (box === null || page === null) throw new Error('The preview is not there.');
    expect(box.x).toBeGreaterThanOrEqual(page.x);
    expect(box.x + box.width).toBeLessThanOrEqual(page.x + page.width);
    await window.screenshot('verdict-peek-320');
    await window.resize(width, height);
    await peek.waitFor({ state: 'detached' });
    await window.page.keyboard.press('Shift+Tab');
    await window.page.keyboard.press('Tab');
    await peek.waitFor();
    await window.page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    expect(await seq.getAttribute('aria-describedby')).toBeNull();
    await seq.hover();
    await peek.waitFor();
    await seq.click();
    await panel.focusedOn(Number(at));
  });

  it('lint: what the rules hold against an import is information among the problems and a strip in the panel, and asks for no change', async () => {
    const { panel } = await opened('imported-ai-debate');
    const strip = await panel.locator('.verdict-card .faults > summary');
    await expect
      .poll(async () => plain(await strip.innerText()))
      .toMatch(/^By the rules of Rostrum, which it was not written under: 1 entry does not keep rule \d+: /);
    const problems = new ProblemsView(window);
    await problems.open();
    onTestFinished(() => window.command('View: Toggle Panel Visibility'));
    await problems.only('imported-ai-debate');
    const rows = await problems.rows(/Rostrum rule/);
    const kinds = window.page.locator('.markers-panel .monaco-list-row');
    await expect.poll(() => kinds.locator('.codicon-info').count()).toBeGreaterThan(1);
    expect(await kinds.locator('.codicon-error, .codicon-warning').count()).toBe(0);
    for (const row of rows) expect(row).not.toMatch(/\b(?:please|add|change|correct|fix|keep the|remove|write)\b/i);
    await window.screenshot('verdict-lint');
  });

  it('shows the graph of a dialectic in small, and leads from an argument in it to that argument', async () => {
    const { panel, views } = await opened('dialectic-scripted-done');
    await views.show('Verdict');
    const small = await panel.locator('.verdict-graph');
    await small.scrollIntoViewIfNeeded();
    for (const theme of allThemes) {
      await window.setTheme(theme);
      await window.screenshot(`verdict-graph-${shortTheme(theme)}`);
    }
    const node = small.locator('[data-node]').last();
    const id = await node.getAttribute('data-node');
    await node.click();
    await views.shown('Graph');
    await expect.poll(async () => await (await panel.locator(':focus')).getAttribute('data-node')).toBe(id);
    await (await panel.locator('.graph-tip .preview-source')).first().waitFor();
    await window.screenshot('verdict-graph-opened');
    await window.page.keyboard.press('Alt+ArrowLeft');
    await views.shown('Verdict');
  });
});

/** The entry that has the focus after reading began. */
async function readAt(panel: PanelPage): Promise<number> {
  const { entries } = await panel.sight();
  return entries[0]?.at ?? -1;
}
