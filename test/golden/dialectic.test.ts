import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupDataSchema } from '../../src/debate/log/entryData';
import { pathOfLog } from '../../src/record/logPath';
import { moreExchanges, skipStep } from '../../src/session/run/interventions';
import {
  clash,
  dialecticFolder,
  dialecticScript,
  laterScores,
  opening,
  openingScores,
  rebuttal,
} from '../support/dialecticScript';
import { expectGolden, stabilised } from '../support/golden';
import { lintFile } from '../support/lintLog';
import { withLog } from '../support/logs';
import { expectPlayedAgain } from '../support/playedAgain';
import { readEntries } from '../support/scriptedDebate';
import { runFolder } from '../support/testSession';

/** Whole scripted dialectics against stored logs; lint finds nothing in any of them. */

async function expectGoldenLog(name: string, folder: string): Promise<void> {
  const [setup] = await readEntries(folder);
  const evidence = setupDataSchema.parse(setup?.data).evidence.root ?? '';
  await expectGolden(
    `${name}/debate-log.jsonl`,
    stabilised(await readFile(pathOfLog(folder), 'utf8'), folder, evidence),
  );
  expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
}

const lintFolder = async (folder: string) =>
  await lintFile(
    pathOfLog(folder),
    new Map([['metadata.json', await readFile(join(folder, 'metadata.json'), 'utf8')]]),
  );

const retries = async (folder: string): Promise<string[]> =>
  [...(await readFile(join(folder, 'debate.log'), 'utf8')).matchAll(/RETRY — (\S+), after attempt (\d)/g)].map(
    ([, step, attempt]) => `${step ?? ''} ${attempt ?? ''}`,
  );

describe('scripted dialectics', () => {
  it('of three exchanges, with motion, definitions and scope; then two more', async () => {
    const options = {
      motion: 'This house would keep the depots open.',
      definitions: [{ term: 'Depot', meaning: 'a place where parcels wait' }],
      scope: 'The two depots of the trial.',
      seed: 'golden',
    };
    const folder = await dialecticFolder({
      script: dialecticScript(5),
      options,
      topic: 'Should we keep the depots open?',
    });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    await expectGoldenLog('dialectic-three', folder);
    await withLog(folder, (log) => moreExchanges(log, 2));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    await expectGoldenLog('dialectic-five', folder);
    expect(await lintFolder(folder)).toEqual([]);
  });

  it('with answers sent back and mended, in passes, with scores changed', async () => {
    const long = 'word '.repeat(60).trim();
    const sides = dialecticScript(2);
    const off = { scores: openingScores.scores.map((score) => ({ ...score, score: 0.1 })) };
    const changed = (first: number) => ({
      ...laterScores(1, first),
      rescores: [
        { argument_id: 'prop_000a', new_score: 0.4, reasoning: 'It held.' },
        { argument_id: 'opp_000a', new_score: -0.3, reasoning: 'It did not.' },
      ],
    });
    const script = {
      ...sides,
      'e0/proposition#1': { arguments: opening('proposition').arguments.slice(0, 2) },
      'e0/opposition#1': {
        arguments: opening('opposition').arguments.map((one) => ({
          ...one,
          grounds: opening('opposition').arguments[0]?.grounds,
        })),
      },
      'e0/judgment/1#1': off,
      ...Object.fromEntries([1, 2, 3].map((pass) => [`e0/judgment/${pass}`, openingScores])),
      'e1/proposition#1': rebuttal('proposition', 1, { warrant: long, qualifier: long }),
      'e1/proposition#2': rebuttal('proposition', 1, {
        attacks: [{ target_id: 'opp_009', type: 'claim_attack', content: 'Who?' }],
      }),
      'e1/opposition#1': rebuttal('opposition', 1, {
        attacks: [{ target_id: 'opp_000a', type: 'claim_attack', content: 'Mine.' }],
      }),
      'e1/judgment/1': changed(0.25),
      'e1/judgment/2': changed(0.4),
      'e1/judgment/3#1': { scores: [{ argument_id: 'prop_001', score: 0.5, reasoning: 'Alone.' }] },
      'e1/judgment/3': laterScores(1, 0.2),
      'report/e1#1': { ...clash, verdict: 'As prop_099 shows.' },
    };
    const folder = await dialecticFolder({ script, options: { exchanges: 2, judge_passes: 3, seed: 'golden' } });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    await expectGoldenLog('dialectic-mended', folder);
    expect((await retries(folder)).sort()).toEqual(
      [
        'e0/proposition 1',
        'e0/opposition 1',
        'e0/judgment/1 1',
        'e1/proposition 1',
        'e1/proposition 2',
        'e1/opposition 1',
        'e1/judgment/3 1',
        'report/e1 1',
      ].sort(),
    );
    expect(await lintFolder(folder)).toEqual([]);
  });

  it('with a fabricated ground, an exchange that is skipped, and a report that fails', async () => {
    const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
    const ground = {
      source: 'The vault',
      content: lie,
      relevance: 'It is the whole point.',
      url: 'workspace:vault.md#L1',
      quote: lie,
    };
    const script: Record<string, unknown> = {
      ...dialecticScript(4),
      'e1/proposition': rebuttal('proposition', 1, {
        grounds: [ground],
        warrant: 'What a vault holds is lost to nobody.',
        backing: 'Vaults are counted once a year.',
        attacks: [],
        defends: [],
      }),
      'e1/judgment': laterScores(1, -0.25),
      'e2/opposition': { error: 'refusal', message: 'The model refused to answer.' },
      'e3/proposition': { ...rebuttal('proposition', 3), acknowledges: [21] },
      'report/e3': { error: 'refusal', message: 'The model refused to answer.' },
    };
    const folder = await dialecticFolder({
      script: { ...script, 'e2/proposition': { ...rebuttal('proposition', 2), acknowledges: [21] } },
      options: { exchanges: 4, seed: 'golden' },
    });
    expect(await runFolder(folder)).toMatchObject({ status: 'paused', agent: 'opposition' });
    await withLog(folder, (log) => skipStep(log, 'e2/arguments'));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    await expectGoldenLog('dialectic-struck', folder);
    expect(await lintFolder(folder)).toEqual([]);
  });
});
