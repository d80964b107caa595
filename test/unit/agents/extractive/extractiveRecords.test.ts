import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/entry';
import { formatNamed } from '../../../../src/debate/formats/registry';
import { pathOfLog } from '../../../../src/record/logPath';
import { extractiveDebate, offlineFixtures } from '../../../support/extractiveDebate';
import { expectGoldenDebate } from '../../../support/golden';
import { faultsOf } from '../../../support/heldAgainstFiles';
import { readEntries } from '../../../support/scriptedDebate';
import { tempFolder } from '../../../support/tempFolder';
import { runFolder } from '../../../support/testSession';
import { flatObjects, jsonStrings } from '../../../../src/agents/extractive/rows';

/** Records on two folders of evidence with Markdown, CSV and PDF, in all formats, held against the files by means of their own. */

const told = (those: readonly Entry[]): string =>
  JSON.stringify(those.slice(1).map(({ type, speaker, content, sources }) => ({ type, speaker, content, sources })));

describe('an offline record', () => {
  it.each(offlineFixtures)(
    'quotes nothing that is not in the files, says no figure of its own, and takes no side: $name',
    async ({ name, debate, proposal }) => {
      const { folder, entries } = await extractiveDebate(debate);
      expect(entries.flatMap(({ sources }) => sources ?? []).length).toBeGreaterThan(2);
      const files = { evidence: debate.evidence, subject: proposal, topic: debate.topic };
      expect(faultsOf(entries, files)).toEqual([]);
      await expectGoldenDebate(`extractive/${name}`, folder, dirname(debate.evidence));
      expect(told((await extractiveDebate(debate)).entries)).toBe(told(entries));
      // The check finds what was changed.
      const cited = entries.find(({ sources }) => (sources ?? []).length > 0);
      const altered = entries.map((entry) =>
        entry === cited
          ? { ...entry, content: `${entry.content}\nThis speaks for 987,654 more.\n\n> “Nobody wrote this.”` }
          : entry,
      );
      expect(faultsOf(altered, files)).toHaveLength(3);
    },
  );
});

describe('an offline debate that goes on when its evidence has changed', () => {
  it('still says what it has quoted, and claims nothing of what it can no longer read', async () => {
    const evidence = tempFolder({
      'ferry.md': '# Ferry\n\nThe ferry carried 14,200 riders a day in 2019.\n',
      'bridge.md': '# Bridge\n\nThe bridge would cost the city 31 million crowns.\n',
    });
    const panel = formatNamed('panel');
    if (panel === undefined) throw new Error('no panel');
    const { folder, entries } = await extractiveDebate({ format: panel, evidence });
    const conclusion = (those: readonly Entry[]): string =>
      those.find(({ type }) => type === 'conclusion')?.content ?? 'none';
    const quoted = [
      'The ferry carried 14,200 riders a day in 2019.',
      'The bridge would cost the city 31 million crowns.',
    ];
    for (const words of quoted) expect(conclusion(entries)).toContain(`“${words}”`);
    expect(conclusion(entries)).toContain('occur nowhere in the evidence: “replace”, “harbour”');
    const lines = (await readFile(pathOfLog(folder), 'utf8')).split('\n');
    const end = lines.findIndex((line) => line.includes('"type":"conclusion"'));
    await writeFile(pathOfLog(folder), `${lines.slice(0, end).join('\n')}\n`);
    await writeFile(join(evidence, 'ferry.md'), 'Nothing.\n');
    await rm(join(evidence, 'bridge.md'));
    expect((await runFolder(folder)).status).toBe('done');
    const then = conclusion(await readEntries(folder));
    for (const words of quoted) expect(then).toMatch(new RegExp(`- “${words}” \\(seq \\d+\\)`));
    expect(then).toContain('Every file that was read at the start has changed since.');
    expect(then).toContain('Words of the topic that none of the unchanged files holds:');
    // They are quoted above, and not told as not read.
    expect(then).not.toContain('ferry.md”: ');
    expect(then).not.toMatch(/Nothing of the evidence was quoted|occurs in the evidence|Every file of the evidence/);
  });
});

describe('records and strings of JSON', () => {
  const flat = (text: string) => flatObjects(text).map(({ start, end }) => text.slice(start, end));
  const strings = (text: string) => jsonStrings(text).map(({ start, end }) => text.slice(start, end));

  it('are those of the file, not what looks like one within a string', () => {
    const text = '[{"a": 1, "b": "x{y}"}, {"c": {"d": 2}}, {}, "a {z} b", "say \\"no\\""]';
    expect(flat(text)).toEqual(['{"a": 1, "b": "x{y}"}', '{"d": 2}']);
    expect(strings(text)).toEqual(['c', 'a {z} b']);
  });

  it('are found behind a string of ten megabytes', () => {
    const long = 'x'.repeat(10 * 1024 * 1024);
    expect(flatObjects(`[{"a":"${long}"},{"b":1}]`)).toHaveLength(2);
    expect(strings(`["${long}","end"]`).at(-1)).toBe('end');
  });

  it('end where a string does not', () => {
    expect(flat('{"a":1} "open {"b":2')).toEqual(['{"a":1}']);
    expect(strings('"one" "two\n"three"')).toEqual(['one', 'three']);
  });
});
