import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepOf, type Entry } from '../../../../src/debate/log/entry';
import type { TaskRequest } from '../../../../src/debate/flow/tasks';
import { lintFile } from '../../../support/lintLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { statusOf } from '../../../../src/session/library/status';
import { faultsOf } from '../../../support/checkDocuments.mjs';
import { conclusionOf } from '../../../support/conclusions';
import { bridge, documentsDebate, documentsFolder, harbour, nets, orchard } from '../../../support/documentsDebate';
import { expectGoldenDebate } from '../../../support/golden';
import { withLog } from '../../../support/logs';
import { pdfText } from '../../../support/pdfWords';
import { readEntries } from '../../../support/scriptedDebate';
import { tempFolder } from '../../../support/tempFolder';
import { runFolder } from '../../../support/testSession';

/** Offline debates: what the documents say, held against the files by means of their own. */

const read = (path: string): string => (path.endsWith('.pdf') ? pdfText(path) : readFileSync(path, 'utf8'));
const told = (entries: readonly Entry[]): string =>
  JSON.stringify(entries.slice(1).map(({ type, speaker, content, sources }) => ({ type, speaker, content, sources })));
const stepsOf = (entries: readonly Entry[]): string[] => entries.flatMap((entry) => stepOf(entry)?.id ?? []);
const page = (folder: string, name = 'summary.md'): string => readFileSync(join(folder, name), 'utf8');

function evidenceOf(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('a debate of documents', () => {
  it.each([
    ['harbour', bridge, harbour],
    ['orchard', nets, orchard],
  ])(
    'quotes nothing that is not in the files, counts right, and comes out the same twice: %s',
    async (name, topic, evidence) => {
      const { folder, entries } = await documentsDebate({ topic, evidence });
      expect(faultsOf(folder, evidence, read)).toMatchObject({ faults: [] });
      await expectGoldenDebate(`documents-${name}`, folder, dirname(evidence));
      expect(told((await documentsDebate({ topic, evidence })).entries)).toBe(told(entries));
      // The check finds what was changed.
      const altered = page(folder).replace(/^- “/m, '- “Nobody wrote this 987,654 times.” (x)\n- “');
      writeFileSync(join(folder, 'summary.md'), altered);
      expect(faultsOf(folder, evidence, read).faults.length).toBeGreaterThan(1);
    },
  );

  it('holds no step that takes a reader, and misses none', async () => {
    const { folder, entries } = await documentsDebate();
    expect(entries[0]?.data).toMatchObject({ offline: 'documents', debaters: expect.any(Array) as unknown });
    const steps = stepsOf(entries);
    expect(steps).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/audience|closing|unresolved|review|assessor/)]),
    );
    expect(entries.find(({ type }) => type === 'conclusion')?.data).toMatchObject({
      outcome: 'undecided',
      undecided: { why: 'nobody_weighed' },
    });
    expect(steps.at(-1)).toBe('documents');
    expect(await lintFile(pathOfLog(folder))).toEqual([]);
    expect(await withLog(folder, (log) => statusOf(log))).toMatchObject({ status: 'done', phase: 'done', next: [] });
    expect(page(folder, 'brief.md')).toBe(page(folder));
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['blog-post.md', 'assessor-report.md']));
    for (const name of ['summary.md', 'brief.md', 'transcript.md', 'verifier-report.md'])
      expect(page(folder, name).split('Made offline, without a model').length, name).toBe(2);
  });

  it('prints no quotation twice on its page or in its transcript', async () => {
    const { folder, entries } = await documentsDebate();
    const quotes = entries.flatMap(({ sources }) => (sources ?? []).map(({ quote = '' }) => quote));
    expect(quotes.length).toBeGreaterThan(5);
    expect(new Set(quotes).size).toBe(quotes.length);
    for (const quote of quotes) {
      expect(page(folder).split(`“${quote}”`).length, quote).toBeLessThan(3);
      expect(page(folder, 'transcript.md').split(`“${quote}”`).length, quote).toBeLessThan(3);
    }
  });

  it('sets differing figures side by side, whatever else their sentences say', async () => {
    const evidence = evidenceOf({
      'maker.md': '# Lumo street lamp\n\n## Power\n\nThe Lumo street lamp draws 38 watts at full output.\n',
      'test.md':
        '# Field test\n\nOver ten nights our technicians measured the Lumo lamp and found that it draws 45 watts, which nobody had told us.\n',
    });
    const { folder, entries } = await documentsDebate({ topic: 'Should we buy the Lumo lamp?', evidence });
    const first = entries.find(({ sources }) => sources?.some(({ quote }) => quote?.includes('38 watts')));
    const second = entries.find(({ sources }) => sources?.some(({ quote }) => quote?.includes('45 watts')));
    const [early, late, figures] =
      (first?.seq ?? 0) < (second?.seq ?? 0)
        ? [first, second, '38 watts, 45 watts']
        : [second, first, '45 watts, 38 watts'];
    expect(late?.content).toContain(`Differs from entry ${early?.seq ?? ''}: ${figures}.`);
    expect(page(folder).match(/^## .*$/gm)?.[0]).toBe('## What differs');
    expect(page(folder)).toMatch(/\*\*(?:38 watts · 45 watts|45 watts · 38 watts)\*\*/);
    expect(page(folder)).toContain(`[entry ${early?.seq ?? ''}](transcript.md#seq-${early?.seq ?? ''})`);
  });

  it('shows rows under their header and records as keys with values, and checks both', async () => {
    const evidence = evidenceOf({
      'costs.csv': 'lamp,watts,price\nLumo,38,310\nVela,52,198\n',
      'survey.json': '[{"street":"Harbour Street","lamps":42}]',
      'notes.md': '# Notes\n\nThe lamp was chosen by the committee in March.\n',
    });
    const { folder, entries } = await documentsDebate({ topic: 'Which lamp should the street have?', evidence });
    const said = entries.map(({ content }) => content).join('\n');
    expect(said).toContain('| lamp | watts | price |\n| --- | --- | --- |\n| Lumo | 38 | 310 |');
    expect(said).toContain('> street: Harbour Street; lamps: 42');
    const results = entries.filter(({ type }) => type === 'verification_result');
    expect(new Set(results.map(({ data }) => data?.['status']))).toEqual(new Set(['verified']));
    expect(faultsOf(folder, evidence, read)).toMatchObject({ faults: [] });
  });

  it('lets the main sections of a single document speak', async () => {
    const evidence = evidenceOf({
      'report.md':
        '# Street lamps\n\n## Power\n\nThe lamps draw 38 watts each at night.\n\n## Price\n\n### Purchase\n\nThe lamps cost 310 euros each to buy.\n\n## Weather\n\nIt rained on most days of the month.\n',
    });
    const { entries } = await documentsDebate({ topic: 'Should the street get lamps?', evidence });
    const { debaters } = entries[0]?.data as { debaters: { name: string; document: string; section: string }[] };
    expect(debaters).toMatchObject([
      { document: 'report.md', section: expect.stringMatching(/Power|Price/) as string },
      { document: 'report.md', section: expect.stringMatching(/Power|Price/) as string },
      { document: 'report.md', section: 'Weather' },
    ]);
  });

  it('names documents of one file name by their folders, and shows what many files say by a few, after what two say', async () => {
    const evidence = tempFolder();
    for (let number = 1; number <= 12; number += 1) {
      const branch = join(evidence, `branch${number}`);
      mkdirSync(branch);
      writeFileSync(
        join(branch, 'report.md'),
        `# Library report\n\n## Library report\n\nThe library was visited by ${number * 7} people on a Monday.\n`,
      );
    }
    writeFileSync(join(evidence, 'a.md'), 'The roof of the library costs 900 euros to mend.\n');
    writeFileSync(join(evidence, 'b.md'), 'To mend the roof of the library costs 700 euros.\n');
    const { folder, entries } = await documentsDebate({ topic: 'Should the library open on Monday?', evidence });
    const { debaters } = entries[0]?.data as { debaters: { name: string }[] };
    expect(debaters.map(({ name }) => name)).toContain('branch1-report');
    const [, differs = ''] = page(folder).split(/^## .*$/m);
    expect(differs).toMatch(/^\s*\*\*900 euros · 700 euros\*\*/);
    expect(differs).toMatch(/ people · 9 more\*\*/);
    expect(differs.match(/^- /gm)).toHaveLength(5);
    expect(page(folder)).not.toContain('**Library report**');
  });

  it('names files without a passage and why, words that occur nowhere, and links what is not quoted', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `Lamp number ${at + 1} stands in the old street.`).join('\n\n');
    const evidence = evidenceOf({
      'lamps.md': `# Survey\n\n${many}\n`,
      'street.md': '# Street\n\nThe street is paved with stones of the quarry.\n',
      'garden.md': '# Garden\n\nTomatoes were planted in the month of May.\n',
    });
    const { folder } = await documentsDebate({ topic: 'Should every street have a lamp of bronze?', evidence });
    expect(page(folder)).toContain('- garden.md: no passage shares a word with the topic');
    expect(page(folder)).toMatch(/## Words of the topic that occur nowhere\n\n(?:“every”, )?“bronze”/);
    expect(page(folder)).toMatch(/\| lamps\.md \| 13 of 30 \| .*\[L\d+\]\([^)]*lamps\.md#L\d+\)/);
    expect(faultsOf(folder, evidence, read)).toMatchObject({ faults: [], onTopic: 31 });
  });
});

describe('a person who debates against two documents', () => {
  it('has the format’s course, closes alone, and concludes', async () => {
    const evidence = evidenceOf({
      'maker.md': '# Lumo\n\nThe Lumo lamp draws 38 watts at full output.\n\nThe Lumo lamp costs 310 euros.\n',
      'test.md': '# Test\n\nOur technicians found that the Lumo lamp draws 45 watts.\n\nThe lamp starts in a second.\n',
    });
    const folder = await documentsFolder({
      topic: 'Should we buy the Lumo lamp?',
      evidence,
      people: ['ada'],
      seats: { conclusion: 'human' },
    });
    const asked: string[] = [];
    const ask = async ({ kind, input }: TaskRequest): Promise<unknown> => {
      asked.push(kind);
      if (asked.length > 20) throw new Error(`asked without end: ${asked.join(', ')}`);
      if (kind === 'chair/conclude') return Promise.resolve(conclusionOf(debatersOf(input), 'draw', [2]));
      const content =
        kind === 'debater/closing' ? 'I close here.' : `[CONJECTURE] I take the lamp for dear, ${asked.length}.`;
      const type =
        kind === 'debater/opening'
          ? 'opening_statement'
          : kind === 'debater/closing'
            ? 'closing_statement'
            : 'conjecture';
      return Promise.resolve({
        entries: [
          {
            type,
            content: type === 'opening_statement' ? 'I doubt it. “The Lumo lamp costs 310 euros.”' : content,
            ...(type === 'opening_statement' ? { sources: [price] } : {}),
          },
        ],
      });
    };
    expect(await runFolder(folder, { participants: { humanTasks: { ask } } })).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    expect(new Set(asked)).toEqual(new Set(['debater/opening', 'debater/turn', 'debater/closing', 'chair/conclude']));
    expect(entries.filter(({ type }) => type === 'closing_statement').map(({ speaker }) => speaker)).toEqual(['ada']);
    expect(entries.filter(({ type }) => type === 'opening_statement').map(({ speaker }) => speaker)).toHaveLength(3);
    expect(entries.find(({ type }) => type === 'conclusion')?.data).toMatchObject({ outcome: 'draw' });
    expect((await lintFile(pathOfLog(folder))).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(page(folder)).toContain('## What differs');
    expect(page(folder)).toContain('**Outcome:** Draw');
  });
});

const price = {
  url: 'workspace:maker.md#L5',
  title: 'Lumo',
  quote: 'The Lumo lamp costs 310 euros.',
  claim: 'The Lumo lamp costs 310 euros.',
};

/** The names that the Chair is asked to weigh. */
const debatersOf = (input: unknown): string[] =>
  (input as { brief: { debaters: readonly { name: string }[] } }).brief.debaters.map(({ name }) => name);
