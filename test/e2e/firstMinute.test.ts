import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { kept } from '../support/oldRecords';
import { repository } from '../support/workbench/artefacts';
import { commandLine, ended } from '../support/workbench/commandLine';
import { finishedDebate } from '../support/workbench/debates';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { onlyPanel, PanelPage } from '../support/workbench/panelPage';
import { patienceMs, plain, until } from '../support/workbench/patience';
import { ProblemsView } from '../support/workbench/problemsView';
import { run } from '../support/workbench/run';
import { ViewPage } from '../support/workbench/viewPage';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

/** What somebody reads in the first minute with finished debates, in the window that `npm run vscode` opens. */

const workspace = workspaceFolder({ sample: true });
const output = join(workspace.path, 'output');
/** Folders of debates by what is in them. */
const debates = { panel: '', tribunal: '', dialectic: '', documents: '' };
let window: Workbench;
let panel: PanelPage;
let views: ViewPage;

async function sampleOf(format: 'panel' | 'tribunal' | 'dialectic'): Promise<string> {
  const before = existsSync(output) ? readdirSync(output) : [];
  const options = ['--format', format, '--yes', '--quiet', '--pace', 'off', '--out', output];
  await run(process.execPath, [join(repository, 'dist', 'cli.js'), 'run', '--sample', ...options], {
    cwd: workspace.path,
  });
  return readdirSync(output).find((name) => !before.includes(name)) ?? '';
}

beforeAll(async () => {
  debates.panel = await sampleOf('panel');
  window = await openWindow({ folder: workspace.path, width: 1_440, height: 900 });
  panel = new PanelPage(window.page);
  views = new ViewPage(panel);
});
sharesWithoutErrors(() => window, workspace);

const pathOf = (folder: string): string => join(output, folder);

/** What is shown of a view, on one line. */
async function shown(selector: string): Promise<string> {
  const found = (await panel.locator(selector)).first();
  await found.waitFor({ timeout: patienceMs });
  return plain(await found.innerText());
}

describe('the first minute with what is there', () => {
  it('first-row: a finished sample lights no badge and no red problem', async () => {
    const view = await window.view('Debates');
    await until('the sample', async () => ((await view.rows()).length === 1 ? true : undefined));
    const problems = new ProblemsView(window);
    await problems.open();
    // The check of the debate has been made once its one remark is there.
    await problems.rows(/fabricated/);
    expect(await window.page.locator('.markers-panel .codicon-error, .markers-panel .codicon-warning').count()).toBe(0);
    const badges = await window.page.locator('.activitybar .badge').allInnerTexts();
    expect(badges.map(plain).filter((text) => text !== '')).toEqual([]);
    await window.screenshot('first-row');
    await window.command('View: Toggle Panel Visibility');

    // For the rows below.
    debates.documents = basename((await finishedDebate(workspace.path)).path);
    debates.tribunal = await sampleOf('tribunal');
    debates.dialectic = await sampleOf('dialectic');
    await cp(kept('panel-scripted-paused-rounds'), pathOf('stopped'), { recursive: true });
    const holder = { pid: 4_242, host: 'elsewhere', since: '2026-11-22T12:14:38.852Z', program: 'rostrum' };
    writeFileSync(join(pathOf('stopped'), 'lock.1'), JSON.stringify({ ...holder, released: 'stopped' }));
  });

  it('no-answer: the verdict begins with the question, then its answer or one line that nobody judged, said once', async () => {
    await onlyPanel(window, debates.panel);
    expect(await shown('.verdict-question + *')).toMatch(/^Neither keep the school as it is nor close it/);
    await onlyPanel(window, debates.documents);
    const card = await shown('.verdict-card');
    const [, unjudged = ''] = /^Verdict.*? gRPC\? (Nobody judged this debate\. [^.]*\.) /.exec(card) ?? [];
    expect(unjudged).toMatch(/quotations from \d+ sources/);
    expect(card.match(/nobody|not judged|unjudged/gi)).toHaveLength(1);
    await window.screenshot('first-no-answer');
  });

  it('json: `--json` and `metadata.json` count quoted apart from verified, as the panel does', async () => {
    await onlyPanel(window, debates.panel);
    const { verification } = JSON.parse(
      await ended(commandLine(['status', pathOf(debates.panel), '--json'])),
    ) as Record<'verification', Record<string, number>>;
    const { verification_results: metadata } = JSON.parse(
      readFileSync(join(pathOf(debates.panel), 'metadata.json'), 'utf8'),
    ) as Record<'verification_results', Record<string, number>>;
    expect(metadata).toMatchObject(verification);
    const words = Object.entries(metadata).flatMap(([status, count]) =>
      count === 0 ? [] : [`${count} ${status === 'quoted' ? 'quoted only' : status}`],
    );
    expect(metadata).toMatchObject({ verified: 17, quoted: 6, corrected: 1 });
    expect((await (await panel.locator('.verdict-sources li')).allInnerTexts()).map(plain)).toEqual(words);
  });

  it('header: one line high when one reads, at 1600, 800 and 360 px, with the pressed filter in sight', async () => {
    await onlyPanel(window, debates.panel);
    await panel.toEntries();
    await window.command('View: Close Primary Side Bar');
    await panel.chip('sourceIssues');
    await window.page.keyboard.press('Escape');
    for (const width of [1_600, 800, 360]) {
      await window.resize(width, 900);
      const head = await panel.locator('.head');
      await expect.poll(async () => (await head.boundingBox())?.height, { message: `${width} px` }).toBeLessThan(40);
      // The centre of the chip is the chip's own: nothing lies over it, and it is not cut off.
      const chip = `document.querySelector('[data-chip="sourceIssues"][aria-pressed="true"]')`;
      const isSeen = `((chip) => {
        const { left, top, width, height } = chip.getBoundingClientRect();
        return chip.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })(${chip})`;
      await expect
        .poll(async () => (await panel.frame()).evaluate<boolean>(isSeen), { message: `${width} px` })
        .toBe(true);
      await window.screenshot(`first-header-${width}`);
    }
    await window.resize(1_440, 900);
    await panel.chip('sourceIssues');
    await window.command('View: Toggle Primary Side Bar Visibility');
  });

  it('dead-links: numbers of entries in each document lead, in a browser window, to the entry in the transcript', async () => {
    for (const [folder, document] of [
      [debates.documents, 'Brief'],
      [debates.panel, 'Verifier Report'],
    ] as const) {
      await onlyPanel(window, folder);
      await views.show('Verdict');
      await panel.press(document);
      // The page of a preview is replaced while it loads: then it is looked at again.
      const id = await until(`a number in ${document} to be pressed`, async () => {
        const preview = await window.webview('.markdown-body');
        const link = preview.getByRole('link', { name: /^(?:seq|entry) \d+$/ }).last();
        const text = plain(await link.innerText({ timeout: 5_000 }));
        await link.click({ timeout: 5_000 });
        return text.replace(/^\w+ /, 'seq-');
      });
      await window.editor.shown(/transcript\.md/);
      await until(`${id} to be in sight`, async () => {
        const preview = await window.webview('.markdown-body');
        const top = await preview.evaluate<number>(
          `document.getElementById('${id}').nextElementSibling.getBoundingClientRect().top`,
        );
        return top >= 0 && top < 100 ? true : undefined;
      });
    }
  });

  it('log: as text its lines wrap', async () => {
    await onlyPanel(window, debates.panel);
    await window.command('Rostrum: Open Log');
    await window.editor.shown('debate-log.jsonl');
    // A first line of thousands of characters takes more than one line of the window, none of which is cut.
    const [first = ''] = readFileSync(join(pathOf(debates.panel), 'debate-log.jsonl'), 'utf8').split('\n');
    expect(first.length).toBeGreaterThan(1_000);
    await expect
      .poll(async () => {
        const { lines, beyond } = await window.page.evaluate<{ lines: number; beyond: number }>(`(() => {
          const editor = document.querySelector('.editor-group-container.active .editor-scrollable');
          const lines = [...editor.querySelectorAll('.view-line > span')].map((line) => line.getBoundingClientRect().right);
          return { lines: lines.length, beyond: Math.max(...lines) - editor.getBoundingClientRect().right };
        })()`);
        return lines > 10 && beyond <= 0;
      })
      .toBe(true);
    await window.screenshot('first-log');
  });

  it('search: finds a passage once, with the places where it stands beneath it, and no name inside an address', async () => {
    const view = window.tree('Search');
    const found = async (query: string, says: RegExp, isFound = true): Promise<string[]> => {
      await window.command('Rostrum: Search Debates');
      await window.quickInput.shown('Search Debates');
      await window.quickInput.type(query);
      await window.quickInput.accept();
      await window.quickInput.gone();
      await expect.poll(async () => plain(await view.root.locator('.message').innerText())).toMatch(says);
      const hits = async (): Promise<string[]> =>
        (await view.rows()).filter(({ level }) => level === 2).map(({ label }) => label);
      // The rows are drawn a moment after the words above them.
      await expect.poll(async () => (await hits()).length > 0).toBe(isFound);
      return await hits();
    };
    const documents = readFileSync(join(pathOf(debates.documents), 'debate-log.jsonl'), 'utf8');
    const passage = 'Four of the nine pupils have nobody of their own age in the school';
    const log = readFileSync(join(pathOf(debates.panel), 'debate-log.jsonl'), 'utf8');
    expect(log.split(passage).length - 1).toBeGreaterThan(1);
    const [hit = '', ...others] = await found(`"${passage}"`, /^1 hit in 1 debate/);
    expect(hit).toContain(passage);
    expect(others).toEqual([]);
    // In the documents that the log holds it is in the address of links alone.
    expect(documents).toMatch(/\]\(workspace:[\w-]+\.md#L\d+/);
    expect(await found('workspace type:document', /^Nothing was found/, false)).toEqual([]);
    await window.screenshot('first-search');
  });

  it('small: one word and one spelling for one thing, no quotation in quotation marks, a stopped debate is Stopped, no empty column of notes', async () => {
    const rows = await until('the debates', async () => {
      const all = await (await window.view('Debates')).rows();
      return all.some(({ description }) => description.startsWith('Stopped')) ? all : undefined;
    });
    expect(rows.map(({ description }) => description).join()).not.toMatch(/Interrupted/);
    for (const [folder, names] of [
      [debates.tribunal, ['Verdict', 'Board', 'Debate']],
      [debates.dialectic, ['Verdict', 'Scores', 'Debate']],
      [debates.panel, ['Verdict', 'Debate']],
    ] as const) {
      await onlyPanel(window, folder);
      for (const view of names) {
        await views.show(view);
        const text = await shown('.app');
        expect(text, view).not.toMatch(/exchange 0|defense|[“"][“"]|[”"][”"]/i);
      }
    }
    const tables = readdirSync(output).flatMap((folder) =>
      readdirSync(pathOf(folder))
        .filter((name) => name.endsWith('.md'))
        .flatMap(
          (name) => readFileSync(join(pathOf(folder), name), 'utf8').match(/^\|.*\bNotes? \|\n(?:\|.*\n)+/gm) ?? [],
        ),
    );
    for (const table of tables) {
      const [, , ...cells] = table
        .trimEnd()
        .split('\n')
        .map((row) => row.split(' | ').at(-1));
      expect(
        cells.some((cell) => (cell ?? '').replace('|', '').trim() !== ''),
        table.slice(0, 200),
      ).toBe(true);
    }
  });
});
