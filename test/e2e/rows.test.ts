import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { webDebate } from '../support/citedPages';
import { kept } from '../support/oldRecords';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { looksOf } from '../support/workbench/looks';
import { pacedDebate, parcelTopic, waitingAt } from '../support/workbench/pacedDebate';
import { onlyPanel, PanelPage } from '../support/workbench/panelPage';
import { plain, until } from '../support/workbench/patience';
import { ProblemsView } from '../support/workbench/problemsView';
import { ViewPage } from '../support/workbench/viewPage';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/** Small things that a first reader trips over, one after the other in one window. */

const importFixtures = resolve(import.meta.dirname, '..', 'fixtures', 'import');
const unreadable = Array.from({ length: 29 }, (_, line) => `line ${line} is no entry\n`).join('');
const workspace = workspaceFolder({ files: { 'output/unreadable/debate-log.jsonl': unreadable } });
const records = {
  redacted: 'panel-struck',
  depots: 'dialectic-scripted-done',
  trams: 'imported-agent-debate',
  issues: 'tribunal-scripted-done',
};
let window: Workbench;
let panel: PanelPage;
let views: ViewPage;

beforeAll(async () => {
  for (const [name, record] of Object.entries(records))
    cpSync(kept(record), join(workspace.path, 'output', name), { recursive: true });
  await webDebate(join(workspace.path, 'output'), 'https://press.example');
  await pacedDebate(workspace.path, waitingAt('r1/turn/bob'));
  cpSync(join(importFixtures, 'agent-debate'), join(workspace.path, 'elsewhere'), { recursive: true });
  window = await openWindow({ folder: workspace.path });
  panel = new PanelPage(window.page);
  views = new ViewPage(panel);
});
sharesWithoutErrors(() => window, workspace);

describe('what a first reader trips over', () => {
  it('unseen-trouble: of a debate that nobody opened, the row and the badge tell of a fabricated source', async () => {
    const tree = await window.view('Debates');
    const row = await until('the trouble in the row', async () =>
      (await tree.rows()).find(({ label, description }) => label.includes('harbour') && description.includes('✗')),
    );
    expect(row.description).toMatch(/\d ✗/);
    expect(row.ariaLabel).toMatch(/\d doubtful sources/);
    const rostrum = window.page.locator('[aria-label^="Rostrum"]');
    const badge = window.page.locator('.activitybar .action-item', { has: rostrum }).locator('.badge');
    await expect.poll(async () => Number(plain(await badge.innerText()))).toBeGreaterThan(0);
    expect(await window.editor.titles()).toEqual([]);
    await window.screenshot('row-unseen-trouble');
  });

  it('lint: what breaks the rules in a log stands among the problems', async () => {
    const problems = new ProblemsView(window);
    await problems.open();
    const rows = await problems.rows(/Rostrum rule/);
    expect(rows.length).toBeGreaterThan(1);
    await window.screenshot('row-lint');
    await window.command('View: Toggle Panel Visibility');
  });

  it('hover: a mention shows what it leads to, under the pointer and with the focus; from an argument one is back at the graph', async () => {
    await onlyPanel(window, 'depots');
    await views.show('Graph');
    const node = (await panel.locator('[data-node]')).first();
    await node.waitFor();
    const id = await node.getAttribute('data-node');
    // The picture opens where its words can be read, which may be without its edges.
    await panel.press(/^Fit/);
    await node.click();
    await panel.press('Show in the Debate');
    await views.shown('Debate');
    await window.page.keyboard.press('Alt+ArrowLeft');
    await views.shown('Graph');
    await expect.poll(() => views.focusedNode()).toBe(id);

    await views.show('Verdict');
    const peek = await panel.locator('#peek');
    const peeked = async (seq: string): Promise<void> => {
      const text = async (): Promise<string> => plain((await peek.allInnerTexts()).join());
      await expect.poll(text).toMatch(new RegExp(`^${plain(seq).replace('seq ', '')} `));
    };
    const mention = (await panel.locator('.verdict-card [data-peek]', { hasText: /^seq \d+$/ })).first();
    await mention.hover();
    await peeked(await mention.innerText());
    await window.page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await (await panel.locator('.verdict-scroll')).focus();
    const focused = await panel.locator('[data-peek]:focus');
    await until('the focus on a mention', async () => {
      await window.page.keyboard.press('Tab');
      return (await focused.count()) > 0 ? true : undefined;
    });
    await peeked(await focused.innerText());
    await window.screenshot('row-hover');
  });

  it('preview-link: a number in the preview of a document leads, in a browser window, to its entry in the transcript', async () => {
    await onlyPanel(window, 'redacted');
    await panel.toEntries();
    await panel.press('Open Summary');
    // The page of a preview is replaced while it loads: then it is looked at again.
    const id = await until('a number in the preview to be pressed', async () => {
      const preview = await window.webview('.markdown-body');
      const link = preview.getByRole('link', { name: /^seq \d+$/ }).last();
      const text = plain(await link.innerText({ timeout: 5_000 }));
      await link.click({ timeout: 5_000 });
      return text.replace('seq ', 'seq-');
    });
    await window.editor.shown(/transcript\.md/);
    await until(`${id} to be in sight`, async () => {
      const preview = await window.webview('.markdown-body');
      // The anchor stands before its heading, and has no height.
      const top = await preview.evaluate<number>(
        `document.getElementById('${id}').nextElementSibling.getBoundingClientRect().top`,
      );
      return top >= 0 && top < 100 ? true : undefined;
    });
    await window.screenshot('row-preview-link');
  });

  it('menu: behind the dots is what can be done with a debate', async () => {
    await onlyPanel(window, 'redacted');
    await panel.press('More actions');
    const items = await (await panel.locator('[role=menuitem]')).allInnerTexts();
    expect(items.map(plain).join(' | ')).toMatch(
      /^Open Log \| Reveal Folder \| Copy Link to Debate \| .*Start Again… \| Export… \| Copy as Markdown \| Delete… \| Show Settings$/,
    );
    await window.page.keyboard.press('Escape');
  });

  it('unreadable: a log of nothing but lines that are no entries says so', async () => {
    await onlyPanel(window, 'unreadable');
    const said = `${await panel.says(/^Cannot be read/)} ${plain(await (await panel.locator('.app')).innerText())}`;
    expect(said).toContain('29 lines');
    expect(said).not.toMatch(/holds no entry|Empty/);
    await window.screenshot('row-unreadable');
  });

  it('times: what an import took is told of its entries', async () => {
    await onlyPanel(window, 'trams');
    const time = (await panel.locator('[data-fact="time"]')).first();
    await expect.poll(async () => plain(await time.innerText())).toMatch(/^\d+:\d\d/);
    expect(plain(await time.innerText())).not.toMatch(/^0:00/);
  });

  it('tree: the question comes first in each row, then how the debate ended', async () => {
    const tree = await window.view('Debates');
    const rows = async (): Promise<string[]> =>
      (await tree.rows()).map(({ label, description }) => `${label} | ${description}`);
    const ended = [/\| bob wins · \d ✗/, /\| revise/, /\| Interrupted/].map((one): unknown =>
      expect.stringMatching(one),
    );
    await expect.poll(rows).toEqual(expect.arrayContaining(ended));
    for (const row of await rows()) expect(row).not.toMatch(/^(?:bob wins|revise|Interrupted)/);
    await window.screenshot('row-tree');
  });

  it('toasts: the next step is a button, after an import and after a stop', async () => {
    await window.command('Rostrum: Import Debate…');
    await window.quickInput.shown('Import a Debate of dialectic, agent-debate, ai-debate: Choose Its Folder');
    // Before it has looked into the folder it takes no answer, and while it looks Enter may lead to the folder above: then once more.
    await until('the folder to be taken', async () => {
      await window.quickInput.type(`${join(workspace.path, 'elsewhere')}/`);
      await window.quickInput.row('round-1').waitFor({ timeout: 10_000 });
      await window.quickInput.accept();
      await window.quickInput.root.waitFor({ state: 'hidden', timeout: 5_000 });
      return true;
    });
    await window.notifications.press('elsewhere was imported', 'Check Against the Rules');

    const tree = await window.view('Debates');
    await tree.action(parcelTopic, 'Resume Debate');
    await window.editor.shown(parcelTopic);
    await panel.stated(/^Live/);
    await panel.press('Stop');
    const toast = await window.notifications.shown('The debate is stopped.');
    await window.screenshot('row-toasts');
    const buttons = toast.locator('.notification-list-item-buttons-container').getByRole('button');
    expect(await buttons.allInnerTexts()).toContain('Conclude Now');
    await window.notifications.dismiss('The debate is stopped.');
  });

  it('settings: stand in groups, in the order in which they are come upon', async () => {
    await onlyPanel(window, 'redacted');
    await panel.press('More actions');
    await (await panel.frame()).getByRole('menuitem', { name: 'Show Settings' }).click();
    const groups = window.page.locator('.settings-toc-container .settings-toc-entry');
    const names = async (): Promise<string[]> => (await groups.allInnerTexts()).map(plain);
    await expect.poll(names).toEqual(['Extensions', 'Rostrum', 'Debates', 'Editor']);
    // What costs money or chooses who is asked is of the machine, which here is the server's.
    await window.page.getByRole('tab', { name: /^Remote/ }).click();
    await expect.poll(names).toEqual(['Extensions', 'Rostrum', 'Debates', 'Models', 'Research', 'Editor']);
    await window.screenshot('row-settings');
    await window.page.keyboard.press('Escape');
    await groups.first().waitFor({ state: 'detached' });
  });

  it('start: what leads through a first debate begins with the sample, and follows its flow', async () => {
    await window.command('View: Close All Editors');
    await window.command('Rostrum: Get Started with Rostrum');
    const steps = window.page.locator('.getting-started-step .step-title');
    await expect
      .poll(async () => (await steps.allInnerTexts()).map(plain))
      .toEqual(['Watch the sample', 'Ask your own question', 'Choose who argues', 'Read the verdict', 'Open a source']);
    await window.screenshot('row-start');
  });

  it('light: what is dim has a colour of its own that can be read, all views begin at one edge, and no label lies below a node', async () => {
    await window.setTheme('Default Light Modern');
    for (const [folder, view] of [
      ['issues', 'Board'],
      ['depots', 'Scores'],
      ['depots', 'Graph'],
    ] as const) {
      await onlyPanel(window, folder);
      await views.show(view);
      await (await panel.locator('.board, .scores, [data-node]')).first().waitFor();
      const { contrast, starts, labels, nodes } = await looksOf(await panel.frame());
      await window.screenshot(`row-light-${view.toLowerCase()}`);
      expect(contrast.dim).toBeGreaterThan(4.5);
      expect(contrast.dim).toBeLessThan(contrast.text - 2);
      const { header = 0, ...others } = starts;
      for (const [part, start] of Object.entries(others)) expect(start, part).toBeCloseTo(header, 0);
      expect(Object.keys(others)).toHaveLength(view === 'Graph' ? 1 : 3);
      expect(labels).toHaveLength(view === 'Graph' ? 2 : 0);
      for (const label of labels) for (const node of nodes) expect(label.right).toBeLessThan(node.left);
    }
  });
});
