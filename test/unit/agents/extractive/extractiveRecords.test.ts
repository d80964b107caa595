import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DebateEvent } from '../../../../src/engine/events';
import { Session } from '../../../../src/session/session';
import type { Entry } from '../../../../src/debate/entry';
import { formatNamed } from '../../../../src/debate/formats/registry';
import { pathOfLog } from '../../../../src/record/logPath';
import { phrases } from '../../../../src/agents/extractive/phrases';
import { TaskError } from '../../../../src/agents/performer';
import { panel } from '../../../../src/debate/formats/panel/panel';
import type { TaskRequest } from '../../../../src/debate/tasks';
import { changeModels } from '../../../../src/session/interventions';
import { logIn } from '../../../support/logs';
import { sampled } from '../../../support/depth';
import { extractiveDebate, extractiveFolder, offlineFixtures } from '../../../support/extractiveDebate';
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
  it('does not say of what a person said and quoted that it was dealt', async () => {
    const dealt = await extractiveDebate({ format: panel });
    const opening = dealt.entries.find(({ type }) => type === 'opening_statement');
    const { speaker = '', sources } = opening ?? {};
    const folder = await extractiveFolder({ format: panel });
    await changeModels(await logIn(folder), { [speaker]: 'human' });
    const ask = async ({ kind }: TaskRequest): Promise<unknown> => {
      const content = 'I have read it myself.';
      if (kind === 'debater/opening') return { entries: [{ type: 'opening_statement', content, sources }] };
      await changeModels(await logIn(folder), { [speaker]: 'offline' });
      throw new TaskError('skipped', 'Given up.');
    };
    expect(await runFolder(folder, { participants: { humanTasks: { ask } } })).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const said = entries.find(({ type }) => type === 'opening_statement');
    const closing = entries.find((entry) => entry.type === 'closing_statement' && entry.speaker === speaker);
    const [seqs = ''] = /stands in [^,]*(?:, seq \d+)*/.exec(closing?.content ?? '') ?? [];
    expect(said?.speaker).toBe(speaker);
    expect(`${seqs},`).not.toContain(`seq ${said?.seq},`);
    const documents = await Promise.all(['summary.md', 'brief.md'].map((name) => readFile(join(folder, name), 'utf8')));
    expect(entries.find(({ type }) => type === 'conclusion')?.content).toContain(phrases.undecidedOthers);
    for (const text of documents) {
      expect(text).toContain('what was said and quoted');
      expect(text).not.toMatch(/dealt to the seats in turn|were dealt from the evidence/);
    }
  });

  it.each(sampled('records held against the files', offlineFixtures, 2))(
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
    expect(then).toContain('Every file that was read at the start has changed since, or is gone.');
    expect(then).toContain('No file is left in which the words of the topic could be looked for.');
    expect(then).toContain('No file is left in which figures could be compared.');
    // They are quoted above, and not told as not read.
    expect(then).not.toContain('ferry.md”: ');
    expect(then).not.toMatch(/Nothing of the evidence was quoted|occurs in the evidence|Every file of the evidence/);
  });
});

describe('an offline debate that was killed between a turn and its check, and then lost its evidence', () => {
  const broken = async () => {
    const evidence = tempFolder({
      'ferry.md': '# Ferry\n\nThe ferry carried 14,200 riders a day in 2019.\n',
      'bridge.md': '# Bridge\n\nThe bridge would cost the city 31 million crowns.\n',
    });
    const panel = formatNamed('panel');
    if (panel === undefined) throw new Error('no panel');
    const { folder } = await extractiveDebate({ format: panel, evidence });
    const lines = (await readFile(pathOfLog(folder), 'utf8')).split('\n');
    const first = lines.findIndex((line) => line.includes('"type":"verification_result"'));
    await writeFile(pathOfLog(folder), `${lines.slice(0, first).join('\n')}\n`);
    await rm(join(folder, 'sources'), { recursive: true });
    await writeFile(join(evidence, 'ferry.md'), 'Nothing.\n');
    await rm(join(evidence, 'bridge.md'));
    return folder;
  };

  const errorsOf = async (folder: string): Promise<string[]> => {
    const errors: string[] = [];
    const onEvent = (event: DebateEvent): void => void (event.kind === 'error' && errors.push(event.message));
    const session = await Session.open({ folder, program: 'test', onEvent });
    expect((await session.run()).status).toBe('done');
    return errors;
  };

  it('accuses nobody, and says only what is known', async () => {
    const folder = await broken();
    expect(await errorsOf(folder)).toEqual([
      'bridge.md is gone, or can no longer be read, and is not argued from.',
      'ferry.md has changed since the debate began and is not argued from.',
    ]);
    const entries = await readEntries(folder);
    const turn = entries.find(({ sources }) => (sources ?? []).length > 0);
    const results = entries.filter(({ type }) => type === 'verification_result');
    expect(results.length).toBeGreaterThan(0);
    expect(results.map(({ data }) => data?.['status'])).toEqual(results.map(() => 'unverified'));
    const said = entries.map(({ content }) => content).join('\n');
    expect(said).toContain('unresolved points: not known, for no file is left as it was when the debate began');
    expect(said).toContain(`that no check found to stand: seq ${turn?.seq}.`);
    expect(said).toContain('“bridge.md”: it is gone, or can no longer be read');
    expect(said).toContain('“ferry.md”: it has changed since the debate began');
    expect(said).not.toMatch(/Nothing of the evidence was quoted|none found by code|no passage left/);
  });

  it('says nothing of its files when it is over and resumed', async () => {
    const folder = await broken();
    await errorsOf(folder);
    expect(await errorsOf(folder)).toEqual([]);
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
