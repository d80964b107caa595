import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import type { Argument, EntryData } from '../../../../src/debate/log/entryData';
import { serialiseEntry } from '../../../../src/debate/log/codec';
import { importDebate } from '../../../../src/importers/importDebate';
import { pathOfLog } from '../../../../src/record/logPath';
import { dialecticFolder, dialecticScript } from '../../../support/dialecticScript';
import { lintFile, lintText } from '../../../support/lintLog';
import { readEntries } from '../../../support/scriptedDebate';
import { runFolder } from '../../../support/testSession';

/** Each check of a dialectic's structure, on a clean record with one thing broken; and on the ancestor's real debate. */

let clean: Entry[];

beforeAll(async () => {
  const folder = await dialecticFolder({ script: dialecticScript(3) });
  expect(await runFolder(folder)).toEqual({ status: 'done' });
  clean = await readEntries(folder);
});

const lintEntries = async (entries: readonly Entry[]) =>
  (await lintText(entries.map(serialiseEntry).join(''))).filter(({ rule }) => rule === 'structure');

const idIn = (entry: Entry): string | undefined => (entry.data?.['argument'] as { id?: string } | undefined)?.id;

async function withArgument(id: string, change: (argument: Argument) => Partial<Argument>): Promise<string[]> {
  const entries = clean.map((entry) => {
    if (idIn(entry) !== id) return entry;
    const argument = entry.data?.['argument'] as Argument;
    return { ...entry, data: { ...entry.data, argument: { ...argument, ...change(argument) } } };
  });
  const found = await lintEntries(entries);
  // A length is a wish.
  for (const { severity, message } of found)
    expect(severity).toBe(/ words; .* are asked for, so /.test(message) ? 'warning' : 'error');
  return found.map(({ message }) => message);
}

async function withJudgment(
  exchange: number,
  change: (judgment: EntryData['judgment']) => Partial<EntryData['judgment']>,
): Promise<string[]> {
  const entries = clean.map((entry) => {
    if (entry.type !== 'judgment' || entry.data?.['exchange'] !== exchange) return entry;
    const judgment = entry.data as EntryData['judgment'];
    return { ...entry, data: { ...judgment, ...change(judgment) } };
  });
  return (await lintEntries(entries)).map(({ message }) => message);
}

const attack = (target_id: string, type: 'claim_attack' | 'backing_attack' = 'claim_attack') => ({
  target_id,
  type,
  content: 'So it is not.',
});
const defence = (target_id: string) => ({ target_id, type: 'clarify' as const, content: 'So it is.' });

describe('lint of arguments', () => {
  it('finds nothing in a clean record', async () => {
    expect(await lintText(clean.map(serialiseEntry).join(''))).toEqual([]);
  });

  it.each<[string, string, Partial<Argument>, string]>([
    [
      'a long claim',
      'prop_001',
      { claim: `${'word '.repeat(26)}end.` },
      'prop_001: its claim has 27 words; at most 25 are asked for, so 2 too many.',
    ],
    [
      'a short title',
      'prop_001',
      { title: 'Too short' },
      'prop_001: its title has 2 words; 5 to 7 are asked for, so 3 too few.',
    ],
    ['no ground', 'prop_001', { grounds: [] }, 'prop_001: its grounds are 0; at least 1 is asked for.'],
    [
      'a target that is not there',
      'prop_001',
      { attacks: [attack('opp_077')] },
      'prop_001: its 1st attack names opp_077, which is not in this record.',
    ],
    [
      'a target that is no earlier one',
      'prop_001',
      { attacks: [attack('opp_001')] },
      'prop_001: its 1st attack names opp_001 of exchange 1; only arguments of earlier exchanges can be named.',
    ],
    [
      'an attack on its own side',
      'prop_001',
      { attacks: [attack('prop_000a')] },
      "prop_001: its 1st attack names prop_000a, an argument of its own side; an attack is on the other one's.",
    ],
    [
      'a defence of the other side',
      'prop_001',
      { defends: [defence('opp_000a')] },
      "prop_001: its 1st defence names opp_000a, an argument of the other side; a defence is of one's own.",
    ],
    [
      'three defences',
      'prop_001',
      { defends: ['prop_000a', 'prop_000b', 'prop_000c'].map(defence) },
      'prop_001: its defences are 3; at most 2 are allowed.',
    ],
    [
      'an attack said twice',
      'prop_001',
      { attacks: [attack('opp_000a'), attack('opp_000a')] },
      'prop_001: its 2nd attack has the same target and type as its 1st attack: opp_000a, claim attack.',
    ],
    [
      'an opening that attacks',
      'prop_000b',
      { attacks: [attack('opp_000a')] },
      'prop_000b has 1 attacks and defences; in the opening exchange there is nothing to answer yet.',
    ],
    [
      'the wrong side',
      'opp_002',
      { side: 'proposition' },
      'opp_002 is an argument of the proposition, but opposition wrote it.',
    ],
    [
      'an id that is taken',
      'prop_000b',
      { id: 'prop_000a' },
      'The id prop_000a is that of seq 3 already; the first one counts.',
    ],
    [
      'an exchange that is left out',
      'prop_002',
      { exchange: 5 },
      'Exchange 5 begins, but the record has nothing of exchanges 3 to 4.',
    ],
    [
      'a side that is missing',
      'prop_002',
      { exchange: 1 },
      'In exchange 2 the proposition has 0 arguments; one is asked for.',
    ],
  ])('finds %s', async (_, id, change, message) => {
    expect(await withArgument(id, () => change)).toContain(message);
  });

  it('finds an attack on backing that is not there', async () => {
    const entries = clean.map((entry) => {
      const argument = entry.data?.['argument'] as Argument | undefined;
      if (argument?.id === 'opp_000b')
        return { ...entry, data: { ...entry.data, argument: { ...argument, backing: undefined } } };
      return argument?.id === 'prop_001'
        ? {
            ...entry,
            data: { ...entry.data, argument: { ...argument, attacks: [attack('opp_000b', 'backing_attack')] } },
          }
        : entry;
    });
    expect((await lintEntries(entries)).map(({ message }) => message)).toEqual([
      'prop_001: its 1st attack attacks the backing of opp_000b, which has none.',
    ]);
  });
});

describe('lint of judgments', () => {
  const one = (argument_id: string, score: number, reasoning = 'Because.') => ({ argument_id, score, reasoning });
  const re = (argument_id: string, old_score: number, new_score: number) => ({
    argument_id,
    old_score,
    new_score,
    reasoning: 'Because.',
  });

  it.each<[string, Partial<EntryData['judgment']>, string]>([
    [
      'scores that do not sum to 0',
      { scores: [one('prop_001', 0.3), one('opp_001', -0.25)] },
      'The scores of new arguments sum to +0.05; they must sum to exactly 0.',
    ],
    [
      'a score out of range',
      { scores: [one('prop_001', 1.5), one('opp_001', -1.5)] },
      'The score of prop_001 is 1.5; it lies between -1 and 1.',
    ],
    [
      'three decimals',
      { scores: [one('prop_001', 0.125), one('opp_001', -0.125)] },
      'The score of prop_001 is 0.125; at most 2 decimals are allowed.',
    ],
    [
      'an argument without a score',
      { scores: [one('prop_001', 0)] },
      'opp_001 is of exchange 1 and has no score; every argument is scored once.',
    ],
    [
      'one scored twice',
      { scores: [one('prop_001', 0), one('prop_001', 0), one('opp_001', 0)] },
      'prop_001 is scored twice; every argument is scored once.',
    ],
    [
      'an earlier one among the new',
      { scores: [one('prop_001', 0), one('opp_001', 0), one('prop_000a', 0)] },
      'prop_000a had a score before; an earlier score is changed as a rescore.',
    ],
    [
      'one that is not there',
      { scores: [one('prop_001', 0), one('opp_001', 0), one('prop_044', 0)] },
      'prop_044 is scored, but is not in this record.',
    ],
    [
      'long reasons',
      { scores: [one('prop_001', 0, 'word '.repeat(80)), one('opp_001', 0)] },
      'The reasoning on prop_001 has 80 words; at most 75 are asked for, so 5 too many.',
    ],
    [
      'changes that do not sum to 0',
      { rescores: [re('prop_000a', 0.3, 0.4)] },
      'The changes of earlier scores sum to +0.10; they must sum to exactly 0.',
    ],
    [
      'a change that is too large',
      { rescores: [re('prop_000a', 0.3, 0.9), re('opp_000a', -0.2, -0.8)] },
      'The score of prop_000a changes by +0.60; at most 0.5 either way is allowed.',
    ],
    [
      'a change from another score',
      { rescores: [re('prop_000a', 0.5, 0.6), re('opp_000a', -0.2, -0.3)] },
      'The rescore of prop_000a begins from 0.5; its score was 0.3.',
    ],
    [
      'a change of a new one',
      { rescores: [re('prop_001', 0.25, 0.3), re('opp_000a', -0.2, -0.25)] },
      'prop_001 is new in exchange 1; only earlier arguments are rescored.',
    ],
    ['no order', { order: undefined }, 'The judgment does not say in which order the arguments were shown.'],
    [
      'an order of others',
      { order: ['prop_001', 'prop_001'] },
      'The order in which the arguments were shown does not hold each of them once.',
    ],
    ['no seed', { seed: undefined }, 'The judgment does not say from which seed its order was drawn.'],
  ])('finds %s', async (_, change, message) => {
    expect(await withJudgment(1, () => change)).toContain(message);
  });

  it('is not sure of what may be in an entry that cannot be read', async () => {
    const bent = (seq: number | undefined, data: object) =>
      lintEntries(clean.map((entry) => (entry.seq === seq ? { ...entry, data: { ...entry.data, ...data } } : entry)));
    const argument = clean.find(({ data }) => (data?.['argument'] as Argument | undefined)?.id === 'opp_000a');
    const judgment = clean.find(({ data, type }) => type === 'judgment' && data?.['exchange'] === 0);
    for (const problems of [
      await bent(argument?.seq, { argument: { ...(argument?.data?.['argument'] as Argument), side: 'neither' } }),
      await bent(judgment?.seq, { scores: 'none' }),
    ]) {
      expect(problems.length).toBeGreaterThan(0);
      for (const { severity, message } of problems) {
        expect(message).toMatch(/ This is not certain: line \d+ cannot be read\.$/);
        expect(severity).toBe('warning');
      }
    }
  });

  it('finds an exchange that nobody judged, and one that was judged twice', async () => {
    const without = clean
      .filter(({ type, data }) => type !== 'judgment' || data?.['exchange'] !== 1)
      .map((entry, seq) => ({ ...entry, seq }));
    expect((await lintEntries(without)).map(({ message }) => message)).toContain(
      'Exchange 1 was never judged, though later ones were held.',
    );
    expect((await withJudgment(2, () => ({ exchange: 1 }))).join('\n')).toContain(
      'Exchange 1 was judged before, at seq',
    );
  });
});

const ancestor = resolve(import.meta.dirname, '../../../../../shared/data/dialectic-ancestor/halt-ai-development');

describe.skipIf(!existsSync(ancestor))('the ancestor’s own debate', () => {
  it('is told only what in it breaks the limits, as warnings', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'rostrum-import-'));
    const { folder } = await importDebate(ancestor, { parent, now: () => new Date() });
    const found = (await lintFile(pathOfLog(folder))).filter(
      ({ message }) => !message.includes('has no verification result'),
    );
    expect(found.map(({ rule, severity, message }) => `${rule} ${severity} ${message}`)).toEqual(
      [
        'opp_001: its 1st attack has 79 words; at most 75 are asked for, so 4 too many.',
        'prop_002: its warrant has 55 words; at most 50 are asked for, so 5 too many.',
        'prop_002: its 3rd attack has 78 words; at most 75 are asked for, so 3 too many.',
        'opp_002: its claim has 28 words; at most 25 are asked for, so 3 too many.',
        'opp_002: its warrant has 57 words; at most 50 are asked for, so 7 too many.',
        'prop_003: its title has 8 words; 5 to 7 are asked for, so 1 too many.',
        'prop_003: its claim has 28 words; at most 25 are asked for, so 3 too many.',
        'prop_003: its warrant has 51 words; at most 50 are asked for, so 1 too many.',
        'opp_003: its warrant has 71 words; at most 50 are asked for, so 21 too many.',
        'The reasoning on prop_003 has 78 words; at most 75 are asked for, so 3 too many.',
        'The reasoning on opp_003 has 79 words; at most 75 are asked for, so 4 too many.',
        'prop_004: its claim has 26 words; at most 25 are asked for, so 1 too many.',
        'prop_004: its warrant has 64 words; at most 50 are asked for, so 14 too many.',
        'opp_004: its warrant has 59 words; at most 50 are asked for, so 9 too many.',
      ].map((message) => `structure warning ${message}`),
    );
  });
});
