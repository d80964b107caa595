import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../../src/debate/log/entry';
import { logFileName } from '../../src/record/logPath';
import { isProcedural } from '../../src/shared/protocol';
import { openWindow, sharesWithoutErrors } from '../support/workbench/inTest';
import { furtherLine, rareWords, writeLongDebate } from '../support/workbench/longDebate';
import { onlyPanel, type PanelPage } from '../support/workbench/panelPage';
import { until } from '../support/workbench/patience';
import type { Workbench } from '../support/workbench/workbench';
import { workspaceFolder } from '../support/workbench/workspaceFolder';

const entries = 10_000;
const workspace = workspaceFolder();
const debate = writeLongDebate(workspace.path, entries, 'long-debate');
const followed = writeLongDebate(workspace.path, 2_000, 'followed');
let window: Workbench;

beforeAll(async () => {
  window = await openWindow({ folder: workspace.path });
});
sharesWithoutErrors(() => window, workspace);

async function opened(folder = 'long-debate'): Promise<PanelPage> {
  const panel = await onlyPanel(window, folder);
  await panel.stated(/Interrupted|Paused/);
  return panel;
}

/** Seqs of the drafts that pass a test. */
const seqsOf = (test: (draft: Draft) => boolean): number[] =>
  debate.drafts.flatMap((draft, seq) => (test(draft) ? [seq] : []));
const whole = (count: number): string => count.toLocaleString('en-US');

const statusOf = ({ type, data }: Draft): string => (type === 'verification_result' ? String(data?.['status']) : '');
const isDoubtful = (draft: Draft): boolean => /unreliable|fabricated/.test(statusOf(draft));

describe('ten thousand entries', () => {
  it('are counted and filtered by the chips', async () => {
    const panel = await opened();
    const spoken = (name: string) => seqsOf(({ speaker }) => speaker === name);
    const rulings = seqsOf(({ type }) => type === 'ruling');
    const redactions = seqsOf(({ type }) => type === 'redaction');
    const procedure = seqsOf(({ type }) => isProcedural(type));
    const doubtful = debate.drafts.filter(isDoubtful);
    const chips = await until('the chips', async () => {
      const read = await panel.chips();
      return read.size > 0 ? read : undefined;
    });
    expect(chips.get('by:ada')).toBe(`ada ${whole(spoken('ada').length)} entries`);
    expect(chips.get('rulings')).toBe(`Rulings ${whole(rulings.length)}`);
    expect(chips.get('redactions')).toBe(`Redactions ${whole(redactions.length)}`);
    expect(chips.get('procedure')).toBe(`Procedure ${whole(procedure.length)}`);
    expect(chips.get('sourceIssues')).toContain(`Source issues ${whole(doubtful.length)}`);
    const sized = (count: number, what: string) =>
      until(`${count} entries by ${what}`, async () => ((await panel.size()) === count ? true : undefined));
    await sized(entries - procedure.length, 'default');
    await panel.chip('rulings');
    await sized(rulings.length, 'rulings');
    // The reader was at the beginning, and still is.
    await until('the first ruling in sight', async () =>
      (await panel.sight()).entries[0]?.at === rulings[0] ? true : undefined,
    );
    await panel.chip('by:ada');
    await sized(rulings.length + spoken('ada').length, 'rulings and ada');
    await window.screenshot('filter-rulings-and-ada');
    const { entries: seen } = await panel.sight();
    expect(seen.length).toBeGreaterThan(0);
    for (const { at } of seen) expect([...rulings, ...spoken('ada')]).toContain(at);
    await panel.chip('rulings');
    await panel.chip('by:ada');
    await panel.chip('sourceIssues');
    await sized(new Set(doubtful.map(({ target_seq: target }) => target)).size, 'source issues');
    await panel.chip('procedure');
    await panel.chip('sourceIssues');
    await sized(entries, 'procedure');
    await panel.press(/Show All/);
    await sized(entries - procedure.length, 'default again');
  });

  it('find: are searched as a whole, and every hit is shown, however far, within what the filters show', async () => {
    const panel = await opened();
    const { keyboard } = window.page;
    const hits = seqsOf(({ content }) => content.includes(rareWords));
    expect(hits).toHaveLength(4);
    await panel.chip('redactions');
    await window.page.keyboard.press('Control+f');
    expect(await panel.find(rareWords)).toBe('4 hits hidden');
    await panel.press('Show them');
    await panel.counted((count) => /^4 hits$| of 4$/.test(count));
    await window.page.keyboard.press('Control+f');
    await (await panel.locator('#find')).fill('');
    // The first one from where the reader is.
    const [, first = ''] = /^(\d) of 4$/.exec(await panel.find(rareWords)) ?? [];
    const order = hits.map((_, index) => (Number(first) - 1 + index) % hits.length);
    for (const index of order) {
      await panel.counted((count) => count === `${index + 1} of 4`);
      await panel.inSight(hits[index] ?? -1);
      await until('the words to be marked', async () =>
        (await markedWords(panel)).includes(rareWords) ? true : undefined,
      );
      await keyboard.press('Enter');
    }
    await panel.counted((count) => count === `${first} of 4`);
    await keyboard.press('Shift+Enter');
    const last = order.at(-1) ?? -1;
    await panel.counted((count) => count === `${last + 1} of 4`);
    await panel.inSight(hits[last] ?? -1);
    await window.screenshot('find-last');
    await keyboard.press('Escape');
    await panel.focusedOn(hits[last] ?? -1);
    expect(await panel.counted((count) => count === '')).toBe('');

    const [redacted = -1] = debate.redacted.keys();
    const words = /^Turn \d+ of \w+/.exec(debate.drafts[redacted]?.content ?? '')?.[0] ?? '?';
    expect(await panel.find(`${words}:`)).toBe('No hits');
    expect(await panel.find('OTTER of trondheim')).toMatch(/ 4|4 /);
  });

  it('are scrolled by the wheel and by the bar, and what comes to rest in sight has its text', async () => {
    const panel = await opened();
    const { page } = window;
    await page.mouse.move(...(await middle(panel)));
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 400 + 40 * step);
    await settled(panel);
    for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, -900);
    await settled(panel);
    // As one who drags the bar: to places that were never measured.
    for (const share of [0.5, 0.9, 0.2]) {
      const scroller = "document.querySelector('.feed-scroll')";
      await (await panel.frame()).evaluate(`${scroller}.scrollTop = ${scroller}.scrollHeight * ${share}`);
      await settled(panel);
    }
    await window.screenshot('scrolled');
  });

  it('are followed at the end only', async () => {
    const log = join(followed.path, logFileName);
    let next = 2_000;
    const append = (count: number): number => {
      const content = `Something further. ${'It is said at some length. '.repeat(12)}`;
      for (let index = 0; index < count; index += 1) appendFileSync(log, furtherLine(next++, content));
      return next - 1;
    };
    const panel = await opened('followed');
    const { page } = window;
    await page.mouse.move(...(await middle(panel)));
    const atTop = async (): Promise<number | undefined> => (await panel.sight()).entries[0]?.at;
    const first = await atTop();
    await page.mouse.wheel(0, 1_500);
    // The wheel has turned before the list has moved.
    await expect.poll(atTop).toBeGreaterThan(first ?? 0);
    const before = await settled(panel);
    append(3);
    const button = await panel.locator('.new-entries');
    await until('3 new entries', async () =>
      (await button.innerText()).startsWith('3 new entries') ? true : undefined,
    );
    expect((await panel.sight()).entries[0]).toEqual(before.entries[0]);
    await button.click();
    await panel.inSight(next - 1);
    await button.waitFor({ state: 'hidden' });
    for (let index = 0; index < 3; index += 1) {
      await panel.inSight(append(2));
      await until('the end', async () => ((await panel.sight()).fromEnd < 2 ? true : undefined));
    }
    await window.screenshot('follow');
    await page.mouse.wheel(0, -700);
    await expect.poll(async () => (await panel.sight()).fromEnd).toBeGreaterThan(400);
    const away = await settled(panel);
    expect(away.fromEnd).toBeGreaterThan(400);
    append(1);
    await until('1 new entry', async () => ((await button.innerText()).startsWith('1 new entry') ? true : undefined));
    expect((await panel.sight()).entries[0]).toEqual(away.entries[0]);
    await page.mouse.wheel(0, 5_000);
    await until('the end again', async () => ((await panel.sight()).fromEnd < 2 ? true : undefined));
    await button.waitFor({ state: 'hidden' });
  });
});

const markedWords = async (panel: PanelPage): Promise<string[]> =>
  await (await panel.frame()).evaluate<string[]>("[...(CSS.highlights.get('rostrum-find-current') ?? [])].map(String)");

/** The middle of the list, for the mouse. */
async function middle(panel: PanelPage): Promise<[number, number]> {
  const box = await (await panel.locator('.feed-scroll')).boundingBox();
  if (box === null) throw new Error('The list is not there.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Waits until nothing moves any more and all that is in sight has its text. */
async function settled(panel: PanelPage): Promise<Awaited<ReturnType<PanelPage['sight']>>> {
  let before = '';
  return await until('the list to rest', async () => {
    const sight = await panel.sight();
    const now = JSON.stringify(sight);
    const isAtRest =
      now === before && sight.blank < 100 && sight.entries.length > 0 && sight.entries.every(({ hasText }) => hasText);
    before = now;
    return isAtRest ? sight : undefined;
  });
}
