import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../src/debate/codec';
import type { Entry } from '../../../../src/debate/entry';
import { tribunal } from '../../../../src/debate/formats/tribunal/tribunal';
import { tribunalFacts } from '../../../../src/debate/formats/tribunal/facts';
import { expectGoldenDebate } from '../../../support/golden';
import { bridge, extractiveDebate, harbour, ownWords, proposal, sideWords } from '../../../support/extractiveDebate';
import { pathOfLog } from '../../../../src/record/logPath';
import { lintFile } from '../../../support/lintLog';
import { tempFolder } from '../../../support/tempFolder';
import { runTribunal } from '../../../support/tribunalRun';
import { tribunalFolder, tribunalScript } from '../../../support/tribunalScript';
import { readEntries } from '../../../support/scriptedDebate';
import { runFolder } from '../../../support/testSession';
import { viewOf } from '../../../support/formats/inMemory';

/** Offline tribunals: what the proposal states is looked up in the evidence, and nobody weighs it. */

const aboutBridge = { format: tribunal, subject: [proposal] };

const ofType = (entries: readonly Entry[], type: string): Entry[] => entries.filter((entry) => entry.type === type);
const objectionsIn = (entries: readonly Entry[]) =>
  ofType(entries, 'critique').flatMap((entry) => dataOf(entry, 'critique')?.objections ?? []);
const rulingIn = (entries: readonly Entry[]) =>
  ofType(entries, 'judges_ruling').map((entry) => dataOf(entry, 'judges_ruling'))[0];

const manyStatements = (count: number): string =>
  Array.from({ length: count }, (_, at) => `Depot number ${at + 1} handled ${1000 + at} parcels last week.`).join('\n');

describe('an offline tribunal', () => {
  it('is the one that was read: log and documents', async () => {
    const { folder } = await extractiveDebate(aboutBridge);
    await expectGoldenDebate('tribunal-extractive', folder, dirname(proposal));
  });

  it('lists what the evidence holds, raises what it does not or has with other figures, and leaves each issue undecided', async () => {
    const { folder, entries } = await extractiveDebate(aboutBridge);
    const [defence] = ofType(entries, 'defense');
    expect(defence?.content).toContain(
      '> “The ferry carried 412,000 passengers in 2023, according to the turnstile counts.”',
    );
    expect(defence?.content).toContain('No passage of the evidence holds “25 minutes”.');
    expect(defence?.content).not.toContain('splendid');
    const titles = objectionsIn(entries).map(({ title = '' }) => title);
    expect(titles.filter((title) => title.endsWith('figures differ'))).toHaveLength(1);
    expect(titles.some((title) => title.includes('412,000'))).toBe(false);
    const ruling = rulingIn(entries);
    expect(ruling).toMatchObject({ outcome: 'undecided', undecided: { why: 'nobody_weighed' } });
    expect(ruling?.verdicts?.map(({ verdict }) => verdict)).toEqual(titles.map(() => 'UNDECIDED'));
    expect(ruling?.verdicts?.some(({ reason }) => reason.includes('5.8 million euros'))).toBe(true);
    expect(
      entries.every(({ data }) => ((data?.['step'] as { attempt?: number } | undefined)?.attempt ?? 1) === 1),
    ).toBe(true);
    expect(ofType(entries, 'verification_result').map(({ data }) => data?.['status'])).toEqual(
      ofType(entries, 'verification_result').map(() => 'verified'),
    );
    expect(await lintFile(join(folder, 'debate-log.jsonl'))).toEqual([]);
  });

  it('does not call absent what it can no longer look up', async () => {
    const evidence = join(tempFolder(), 'evidence');
    cpSync(harbour, evidence, { recursive: true });
    const { folder } = await extractiveDebate({ ...aboutBridge, evidence });
    const lines = readFileSync(pathOfLog(folder), 'utf8').split('\n');
    const first = lines.findIndex((line) => line.includes('"type":"verification_result"'));
    writeFileSync(pathOfLog(folder), `${lines.slice(0, first).join('\n')}\n`);
    for (const name of readdirSync(evidence)) writeFileSync(join(evidence, name), 'Nothing.\n');
    expect((await runFolder(folder)).status).toBe('done');
    const after = (await readEntries(folder)).slice(first);
    const said = after.map(({ content }) => content).join('\n');
    expect(said).not.toMatch(/not in the evidence|No passage of the evidence|no file of the evidence\./);
    expect(said).toContain('No passage of the files that have not changed since holds');
    expect(rulingIn(after)?.overall).toMatch(
      /files have changed since the debate began, or are gone, and were not searched\.$/,
    );
  });

  it('finds the issues that were raised before its files changed', async () => {
    const evidence = join(tempFolder(), 'evidence');
    cpSync(harbour, evidence, { recursive: true });
    const { folder } = await extractiveDebate({ ...aboutBridge, evidence });
    const raised = (entries: readonly Entry[]): string | undefined =>
      /Raised as issues: (?<count>\d+)/.exec(rulingIn(entries)?.overall ?? '')?.groups?.['count'];
    const before = raised(await readEntries(folder));
    expect(Number(before)).toBeGreaterThan(0);
    const lines = readFileSync(pathOfLog(folder), 'utf8').split('\n');
    const last = lines.findIndex((line) => line.includes('"type":"judges_ruling"'));
    writeFileSync(pathOfLog(folder), `${lines.slice(0, last).join('\n')}\n`);
    for (const name of readdirSync(evidence)) writeFileSync(join(evidence, name), 'Nothing.\n');
    expect((await runFolder(folder)).status).toBe('done');
    expect(raised(await readEntries(folder))).toBe(before);
  });

  it('says nothing of its own that takes a side, scores nobody, and bears the notice in every document', async () => {
    const { folder, entries } = await extractiveDebate(aboutBridge);
    for (const entry of entries.filter(({ speaker }) => ['advocate', 'critic', 'judge'].includes(speaker)))
      expect(ownWords(entry.content)).not.toMatch(sideWords);
    for (const entry of ofType(entries, 'assessment')) expect(dataOf(entry, 'assessment')?.round_score).toBeUndefined();
    const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(documents).toEqual(
      expect.arrayContaining(['issue-tracker.md', 'ruling.md', 'round-1/moderator.md', 'round-1/advocate.md']),
    );
    for (const name of documents)
      expect(readFileSync(join(folder, name), 'utf8'), name).toContain('what they speak for was not judged');
  });

  it('is the same twice', async () => {
    const [one, other] = await Promise.all([extractiveDebate(aboutBridge), extractiveDebate(aboutBridge)]);
    const plain = (entries: readonly Entry[]) => entries.slice(1).map(({ content, sources }) => ({ content, sources }));
    expect(plain(one.entries)).toEqual(plain(other.entries));
  });

  it('goes on as long as there is something to list, and ends before its time where there is not', async () => {
    const base = tempFolder({ 'evidence/depots.txt': manyStatements(12), 'proposal.txt': manyStatements(12) });
    const long = {
      format: tribunal,
      evidence: join(base, 'evidence'),
      subject: [join(base, 'proposal.txt')],
      topic: 'Should the depots handle more parcels?',
    };
    const planned = await extractiveDebate({ ...long, options: { rounds: 'auto' } });
    const rounds = ofType(planned.entries, 'defense').length;
    expect(rounds).toBeGreaterThan(1);
    expect(ofType(planned.entries, 'assessment')).toHaveLength(rounds);
    for (const { sources } of ofType(planned.entries, 'defense')) expect(sources?.length ?? 0).toBeLessThanOrEqual(5);
    const given = await extractiveDebate({ ...long, options: { rounds: 9 } });
    expect(ofType(given.entries, 'assessment')).toHaveLength(rounds);
    expect(rulingIn(given.entries)).toMatchObject({ outcome: 'undecided', early: true });
    expect(await lintFile(join(given.folder, 'debate-log.jsonl'))).toEqual([]);
    // Of how many, nobody but the Judge is told.
    for (const { content } of [...ofType(given.entries, 'announcement'), ...ofType(given.entries, 'assessment')])
      expect(content).not.toMatch(/\bof 9\b|nine rounds/i);
  });

  it('has nothing to list where the proposal cites nothing and carries no figure', async () => {
    const { folder, entries } = await extractiveDebate({ format: tribunal, topic: bridge });
    expect(objectionsIn(entries)).toEqual([]);
    expect(viewOf(entries).state.factsOf(tribunalFacts).tracker).toEqual([]);
    expect(rulingIn(entries)).toMatchObject({ outcome: 'undecided', verdicts: [] });
    expect(await lintFile(join(folder, 'debate-log.jsonl'))).toEqual([]);
  });

  it('looks the figures of a topic up where there is no other proposal', async () => {
    const { entries } = await extractiveDebate({
      format: tribunal,
      topic: 'The ferry carried 500,000 passengers in 2023, so keep the ferry.',
    });
    expect(objectionsIn(entries).map(({ title }) => title)).toEqual([expect.stringContaining('500,000')]);
  });
});

describe('an offline Judge between sides that argue', () => {
  it('weighs nothing: every issue as it was raised, undecided', async () => {
    const { plan, ruling, ...script } = tribunalScript(2);
    const spoken = Object.fromEntries(Object.entries(script).filter(([key]) => !/judge/.test(key)));
    expect([plan, ruling]).toHaveLength(2);
    const folder = await tribunalFolder({
      script: { ...spoken, $fallback: 'offline' },
      options: { rounds: 2 },
      hasFallback: true,
    });
    expect(await runTribunal(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const { tracker } = viewOf(entries).state.factsOf(tribunalFacts);
    expect(tracker.length).toBeGreaterThan(0);
    expect(rulingIn(entries)?.verdicts?.map(({ verdict }) => verdict)).toEqual(tracker.map(() => 'UNDECIDED'));
    expect(await lintFile(join(folder, 'debate-log.jsonl'))).toEqual([]);
  });
});
