import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import type { Entry } from '../../../../../src/debate/log/entry';
import { panel } from '../../../../../src/debate/formats/panel/panel';
import { pathOfLog } from '../../../../../src/record/logPath';
import { optionsFor } from '../../../../../src/session/plan/formatPlan';
import { viewOf } from '../../../../support/formats/inMemory';
import { sampled } from '../../../../support/depth';
import { KillMatrix } from '../../../../support/killMatrix';
import { lintFile } from '../../../../support/lintLog';
import { expectPlayedAgain } from '../../../../support/playedAgain';
import { fact, fullScript, readEntries, scriptedFolder } from '../../../../support/scriptedDebate';
import { runStrict } from '../../../../support/testSession';

const names = ['ada', 'bob'];
const points = [
  { text: `Whether “${fact('ada', 1)}” says more than one day.`, seqs: [2, 5] },
  { text: 'Whether 1007 parcels on the first day are many, as seq 2 and seq 5 both count.', seqs: [2, 5] },
];
const scriptOf = (more: Script = {}): Script => ({
  ...fullScript({ names, rounds: 3 }),
  'r2/crux': { points },
  'r3/crux': { points: points.toReversed() },
  ...more,
});

interface Played {
  folder: string;
  entries: Entry[];
}

async function played({
  script = scriptOf(),
  options = { crux: true },
  rounds = 3,
}: { script?: Script; options?: Record<string, unknown>; rounds?: number } = {}): Promise<Played> {
  const folder = await scriptedFolder({ names, script, rounds: { min: rounds, max: rounds }, options });
  expect(await runStrict(folder)).toEqual({ status: 'done' });
  return { folder, entries: await readEntries(folder) };
}

const stepOf = ({ data }: Entry): string => (data?.['step'] as { id?: string } | undefined)?.id ?? '';
const cruxesIn = (entries: readonly Entry[]): Entry[] => entries.filter((entry) => stepOf(entry).endsWith('/crux'));
const faultsOf = async (folder: string): Promise<string[]> =>
  (await lintFile(pathOfLog(folder))).map(({ rule, message }) => `${rule}: ${message}`);

let plain: Played;
beforeAll(async () => {
  plain = await played();
});

describe('the crux of a panel', () => {
  it('is announced before the first turn of each round but the first, where the setup asks for it', async () => {
    const { folder, entries } = plain;
    expect(
      cruxesIn(entries).map((entry) => [stepOf(entry), entry.speaker, entry.type, entry.data?.['points']]),
    ).toEqual([
      ['r2/crux', 'chair', 'announcement', points],
      ['r3/crux', 'chair', 'announcement', points.toReversed()],
    ]);
    for (const entry of cruxesIn(entries)) {
      const before = entries.slice(0, entry.seq).findLast(({ type }) => type === 'announcement');
      expect([before?.data?.['kind'], before?.data?.['round']]).toEqual(['round_start', entry.data?.['round']]);
      expect(entry.content).toContain('1. ');
    }
    expect(await faultsOf(folder)).toEqual([]);
    const transcript = await readFile(`${folder}/transcript.md`, 'utf8');
    expect(transcript).toContain('As the entries of both sides show, the outcome hangs on:');
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  });

  it('is not wanted where nobody asked for it, and in no record of an earlier version', async () => {
    const { folder, entries } = await played({ options: {} });
    expect(cruxesIn(entries)).toEqual([]);
    expect(await faultsOf(folder)).toEqual([]);
    const asked = (version: number): string[] => {
      const start = entries.findIndex((entry) => stepOf(entry) === 'r2/start');
      const record = entries
        .slice(0, start + 1)
        .map((entry): Entry =>
          entry.type === 'setup'
            ? { ...entry, data: { ...entry.data, record_version: version, options: { crux: true } } }
            : entry,
        );
      return panel.decide(viewOf(record).state).map(({ id }) => id);
    };
    expect([asked(1), asked(2)]).toEqual([['r2/turn/ada'], ['r2/crux']]);
  });

  it('stands in what every debater is told, the same for all', () => {
    const { entries } = plain;
    const told = names.map((name) => {
      const at = entries.findIndex((entry) => stepOf(entry) === `r2/turn/${name}`);
      const record = entries.slice(0, at);
      const [task] = panel.decide(viewOf(record).state).at(-1)?.tasks ?? [];
      if (task === undefined || !('input' in task)) throw new Error(`${name} has no turn.`);
      const input = task.input(viewOf(record)) as { record: readonly Entry[] };
      return cruxesIn(input.record).map(({ content }) => content);
    });
    expect(told[0]).toHaveLength(1);
    expect(told[1]).toEqual(told[0]);
  });

  const faulty: [string, { text: string; seqs?: number[] }[], RegExp][] = [
    ['an entry that is not there', [{ text: 'Weekends.', seqs: [2, 4711] }], /seq 4711 is no earlier entry/],
    ['entries of one side', [{ text: 'Weekends.', seqs: [2] }], /of one side; a point names entries of both/],
    ['a notice of the Chair', [{ text: 'Weekends.', seqs: [1, 2, 5] }], /seq 1 is no argument of a debater/],
    [
      'words that nobody said',
      [{ text: 'Whether “it never rains there”.', seqs: [2, 5] }],
      /stands in none of its entries/,
    ],
    ['a figure that nobody gave', [{ text: 'Whether 4,321 parcels are many.', seqs: [2, 5] }], /4,321 stands in none/],
    ['entries beside its own', [{ text: 'What seq 8 says.', seqs: [2, 5] }], /names seq 8, its seqs do not/],
    [
      'one point twice',
      [{ ...points[0], text: `${points[0]?.text}`.toUpperCase() }],
      /Point 2: it says what point 1 says/,
    ],
    ['more than its words', [{ text: 'Whether it is so. '.repeat(12), seqs: [2, 5] }], /48 words; at most 40/],
  ];
  it('with a fault goes back, and the round goes on without it after two more tries; the next one is asked for', async () => {
    const [sound] = points;
    const cruxes = faulty.map(([, wrong], index) => [`r${index + 2}/crux`, { points: [sound, ...wrong] }] as const);
    const rounds = faulty.length + 2;
    const script = {
      ...fullScript({ names, rounds }),
      ...Object.fromEntries(cruxes),
      [`r${rounds}/crux`]: { points },
    };
    const { folder, entries } = await played({ script, rounds });
    const found = cruxesIn(entries);
    expect(found).toHaveLength(faulty.length + 1);
    for (const [index, [what, , reason]] of faulty.entries()) {
      const failure = { type: 'note', data: { kind: 'failure', step: { attempt: 3 } } };
      expect(found[index], what).toMatchObject(failure);
      expect(found[index]?.content, what).toMatch(reason);
    }
    expect(found.at(-1)?.data?.['kind']).toBe('crux');
    expect(await faultsOf(folder)).toEqual([]);
  });

  it('that is missing or says what stands nowhere is found by lint', async () => {
    const { folder, entries } = await played();
    const log = await readFile(pathOfLog(folder), 'utf8');
    const lines = log.split('\n');
    const at = cruxesIn(entries)[0]?.seq ?? -1;
    await writeFile(pathOfLog(folder), log.replaceAll('Whether 1007 parcels', 'Whether 2345 parcels'));
    const changed = (await faultsOf(folder)).filter((fault) => fault.startsWith('structure'));
    expect(changed).toContainEqual(expect.stringContaining('2345 stands in none of its entries'));
    await writeFile(pathOfLog(folder), lines.filter((_, index) => index !== at).join('\n'));
    expect(await faultsOf(folder)).toContainEqual(expect.stringContaining('Round 2 has no crux before its first turn'));
  });

  it('is refused offline, where nobody weighs', () => {
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.crux': true } })).toEqual({ crux: true });
    expect(optionsFor(panel, 'Where to?', { options: { 'panel.crux': false }, isOffline: true })).toEqual({});
    expect(() => optionsFor(panel, 'Where to?', { options: { 'panel.crux': true }, isOffline: true })).toThrow(
      /nobody can say/,
    );
  });

  it('comes to the same record however often it is killed', async () => {
    const folder = await scriptedFolder({
      names,
      script: scriptOf(),
      rounds: { min: 3, max: 3 },
      options: { crux: true },
    });
    const matrix = await KillMatrix.of(folder);
    for (const point of sampled('points of a panel with cruxes', ['handover', 'middle'] as const, 1))
      expect(await matrix.differences(point)).toEqual([]);
  });
});
