import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../src/debate/codec';
import type { Entry } from '../../../../src/debate/entry';
import { dialectic } from '../../../../src/debate/formats/dialectic/dialectic';
import { dialecticFacts } from '../../../../src/debate/formats/dialectic/facts';
import { wordBreaches } from '../../../../src/debate/formats/dialectic/options';
import { wordCount } from '../../../../src/debate/text';
import { gatherEvidence } from '../../../../src/session/evidenceSet';
import { moreExchanges } from '../../../../src/session/interventions';
import { PlanError } from '../../../../src/session/planError';
import { prepareOffline, requirePassages } from '../../../../src/session/preparation';
import { expectGoldenDebate } from '../../../support/golden';
import { dialecticFolder, dialecticScript, toulmin } from '../../../support/dialecticScript';
import {
  bridge,
  extractiveDebate,
  extractiveFolder,
  harbour,
  ownWords,
  sideWords,
} from '../../../support/extractiveDebate';
import { lintFile } from '../../../support/lintLog';
import { readEntries } from '../../../support/scriptedDebate';
import { tempFolder } from '../../../support/tempFolder';
import { viewOf } from '../../../support/formats/inMemory';
import { withLog } from '../../../support/logs';
import { runFolder } from '../../../support/testSession';

/** Offline dialectics: passages go to both sides in turn, and nobody scores them. */

const ofType = (entries: readonly Entry[], type: string): Entry[] => entries.filter((entry) => entry.type === type);
const argumentsIn = (entries: readonly Entry[]) =>
  ofType(entries, 'argument').flatMap((entry) => dataOf(entry, 'argument')?.argument ?? []);

const sentencesAbout = (count: number): Record<string, string> => ({
  'notes.txt': Array.from(
    { length: count },
    (_, at) => `The ferry and the bridge were on the agenda of meeting ${at + 1}.`,
  ).join('\n'),
});

const withPassages = (count: number) => ({ format: dialectic, evidence: tempFolder(sentencesAbout(count)) });

const moreOf = (folder: string): Promise<unknown> =>
  withLog(folder, (log) => moreExchanges(log, 1).catch((error: unknown) => error));

describe('an offline dialectic', () => {
  it('is the one that was read: log and documents', async () => {
    const { folder } = await extractiveDebate({ format: dialectic, options: { exchanges: 3 } });
    await expectGoldenDebate('dialectic-extractive', folder, harbour);
  });

  it('makes arguments of passages, each once, all verified at the first attempt, and scores none', async () => {
    const { folder, entries } = await extractiveDebate({ format: dialectic, options: { exchanges: 4 } });
    const all = argumentsIn(entries);
    expect(all).toHaveLength(12);
    for (const { title, claim, grounds, warrant } of all) {
      const quote = grounds[0]?.quote ?? '';
      expect(grounds).toHaveLength(1);
      expect(quote.startsWith(title)).toBe(true);
      expect(wordCount(title)).toBe(Math.min(7, wordCount(quote)));
      expect(
        wordCount(quote) <= 25 ? claim === quote : claim.endsWith('…') && quote.startsWith(claim.slice(0, -1)),
      ).toBe(true);
      expect(wordCount(claim)).toBeLessThanOrEqual(25);
      expect(warrant).toBe('None: chosen by its words');
    }
    const quotes = all.flatMap(({ grounds }) => grounds.map(({ quote }) => quote));
    expect(new Set(quotes).size).toBe(quotes.length);
    expect(
      entries.every(({ data }) => ((data?.['step'] as { attempt?: number } | undefined)?.attempt ?? 1) === 1),
    ).toBe(true);
    for (const entry of ofType(entries, 'judgment'))
      expect(dataOf(entry, 'judgment')?.scores.map(({ score }) => score)).toEqual(
        dataOf(entry, 'judgment')?.scores.map(() => 0),
      );
    expect(await lintFile(join(folder, 'debate-log.jsonl'))).toEqual([]);
  });

  it('sets differing figures against each other, and nothing else', async () => {
    // Without the page that would be dealt between the two.
    const texts = readdirSync(harbour).filter((name) => !name.endsWith('.pdf'));
    const evidence = tempFolder(
      Object.fromEntries(texts.map((name) => [name, readFileSync(join(harbour, name), 'utf8')])),
    );
    const { entries } = await extractiveDebate({ format: dialectic, evidence, options: { exchanges: 3 } });
    const attacks = argumentsIn(entries).flatMap(({ attacks = [] }) => attacks);
    expect(attacks.map(({ target_id }) => target_id).sort()).toEqual(['opp_000a', 'prop_000a']);
    for (const { type, content } of attacks) {
      expect(type).toBe('grounds_attack');
      expect(content).toContain('6.2 million euros');
      expect(content).toContain('5.8 million euros');
    }
    expect(argumentsIn(entries).every(({ defends = [] }) => defends.length === 0)).toBe(true);
  });

  it('takes no side in words of its own, and bears the notice in every document', async () => {
    const { folder, entries } = await extractiveDebate({ format: dialectic, options: { exchanges: 2 } });
    for (const entry of ofType(entries, 'judgment')) expect(ownWords(entry.content)).not.toMatch(sideWords);
    expect(entries[0]?.content).not.toMatch(sideWords);
    const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    for (const name of documents)
      expect(readFileSync(join(folder, name), 'utf8'), name).toContain('what they speak for was not judged');
    const report = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(report).toContain('the lead is even');
    expect(ownWords(report)).not.toMatch(sideWords);
  });

  it('starts no exchange that it has no passages for, says so, and refuses more', async () => {
    const { folder, entries } = await extractiveDebate({ ...withPassages(9), options: { exchanges: 5 } });
    expect(argumentsIn(entries)).toHaveLength(8);
    expect(entries.filter(({ data }) => data?.['kind'] === 'exchange_start')).toHaveLength(2);
    expect(entries.find(({ data }) => data?.['kind'] === 'no_passage')?.content).toBe(
      'The exchanges end: 1 passage of the evidence is left, and an exchange takes 2.',
    );
    expect(dialectic.decide(viewOf(entries).state)).toEqual([]);
    expect(await moreOf(folder)).toMatchObject({ code: 'no_passage' });
    expect(await lintFile(join(folder, 'debate-log.jsonl'))).toEqual([]);
  });

  it('is refused before anything is made where there are fewer than six passages', async () => {
    const { evidence } = withPassages(5);
    const offline = await prepareOffline(await gatherEvidence({ evidence, subject: [], output: tempFolder() }));
    const refused = await requirePassages(offline, bridge, dialectic).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PlanError);
    expect(refused).toMatchObject({ code: 'few_passages', message: expect.stringContaining('5 passages') as unknown });
    const enough = await prepareOffline(
      await gatherEvidence({ evidence: tempFolder(sentencesAbout(6)), subject: [], output: tempFolder() }),
    );
    await requirePassages(enough, bridge, dialectic);
  });
});

describe('a side that is dealt its passages', () => {
  it('may be short of words and cut, and no other side may', () => {
    const short = toulmin('proposition', 1, { title: 'Three words only', claim: 'It was cut here…' });
    expect(wordBreaches(short)).toHaveLength(2);
    expect(wordBreaches(short, { isQuoted: true })).toEqual([]);
    expect(
      wordBreaches(toulmin('proposition', 1, { title: 'One two three four five six seven eight' }), {
        isQuoted: true,
      }),
    ).toHaveLength(1);
  });

  it('argues with a side of a script, under an offline Judge and Reporter: 0.00, even', async () => {
    const script = Object.fromEntries(Object.entries(dialecticScript(2)).filter(([key]) => /\/opposition$/.test(key)));
    const folder = await dialecticFolder({
      script: { ...script, $fallback: 'offline' },
      options: { exchanges: 2 },
      hasFallback: true,
    });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const { totals, arguments: all } = viewOf(entries).state.factsOf(dialecticFacts);
    expect(all.size).toBe(8);
    expect([totals.proposition.hundredths, totals.opposition.hundredths]).toEqual([0, 0]);
    expect(await lintFile(join(folder, 'debate-log.jsonl'))).toEqual([]);
  });

  it('goes on the same where the debate is taken up again', async () => {
    const whole = await extractiveDebate({ format: dialectic, options: { exchanges: 2 } });
    const folder = await extractiveFolder({ format: dialectic, options: { exchanges: 1 } });
    await runFolder(folder);
    await moreOf(folder);
    await runFolder(folder);
    expect(argumentsIn(await readEntries(folder))).toEqual(argumentsIn(whole.entries));
  });
});
