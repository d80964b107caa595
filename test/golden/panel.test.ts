import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setupDataSchema } from '../../src/debate/log/entryData';
import { expectGoldenDebate } from '../support/golden';
import { fact, factSource, factUrl, fullScript, lineup, readEntries, scriptedFolder } from '../support/scriptedDebate';
import { runFolder } from '../support/testSession';

/** Whole scripted debates against stored logs and documents. */

async function play(folder: string): Promise<string> {
  expect(await runFolder(folder)).toEqual({ status: 'done' });
  const [setup] = await readEntries(folder);
  return setupDataSchema.parse(setup?.data).evidence.root ?? '';
}

describe('scripted panel debates', () => {
  it.each([
    [2, 'draw'],
    [3, 'bob_wins'],
    [8, 'draw'],
  ])('of %i debaters, %s', async (count, outcome) => {
    const names = lineup(count).map((debater) => debater.name);
    const script = fullScript({ names, rounds: 2, outcome });
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 2 } });
    await expectGoldenDebate(`scripted-${count}`, folder, await play(folder));
    expect(await readFile(`${folder}/debate.log`, 'utf8')).toMatch(/\[\d\d:\d\d:\d\d\] COMPLETE — /);
  });

  it('with every interruption: a lie, a wrong quotation and its correction, a challenge, a question, a skip', async () => {
    const names = ['ada', 'bob', 'cy'];
    const wrong = 'Depot bob handled parcels of every kind on each day of that long trial.';
    const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
    const corrected = factSource('bob', 9);
    const script = {
      ...fullScript({ names, rounds: 2, outcome: 'bob_wins' }),
      'r1/turn/ada': {
        entries: [
          {
            type: 'new_point',
            content: lie,
            sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }],
          },
        ],
      },
      'r1/turn/bob': {
        entries: [
          {
            type: 'new_point',
            content: wrong,
            sources: [{ url: factUrl('bob', 2), title: 'bob.md', quote: wrong, claim: wrong }],
          },
        ],
      },
      'r1/turn/cy': {
        entries: [
          {
            type: 'rebuttal',
            content: fact('cy', 2),
            rebuttal_to_seq: 5,
            sources: [factSource('cy', 2)],
            concedes: [{ seq: 5, claim: fact('bob', 1) }],
          },
          {
            type: 'source_challenge',
            content: 'Does that stand there?',
            target_seq: 5,
            url: factUrl('bob', 1),
            claim: fact('bob', 1),
          },
          { type: 'clarification_request', content: 'May a depot be named twice?' },
        ],
      },
      'r2/turn/ada': { error: 'refusal', message: 'The model refused to answer.' },
      'r2/turn/bob': {
        entries: [
          {
            type: 'new_point',
            content: `SOURCE CORRECTION for seq 17: replacing ${factUrl('bob', 2)} with ${corrected.url} — it was another day.\n\n${corrected.quote}`,
            sources: [corrected],
            correction: {
              seq: 17,
              old_url: factUrl('bob', 2),
              new_url: corrected.url,
              reason: 'it was another day.',
              statement: 'Depot bob handled parcels of every kind on each day of that long trial.',
              instead: corrected.quote,
            },
          },
        ],
      },
    };
    const answers: Record<string, unknown> = {};
    for (let seq = 10; seq < 40; seq += 1) {
      answers[`challenge/${seq}`] = { reason: 'The words stand at the cited line.' };
      answers[`clarification/${seq}`] = { answer: 'Yes, as often as it helps.' };
    }
    const folder = await scriptedFolder({ script: { ...script, ...answers }, names, rounds: { min: 1, max: 2 } });
    await expectGoldenDebate('interruptions', folder, await play(folder));
    expect((await readEntries(folder)).filter((entry) => entry.type === 'redaction')).toHaveLength(1);
  });
});
