import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serialiseEntry } from '../../../../src/debate/log/codec';
import type { Entry } from '../../../../src/debate/log/entry';
import { evolve } from '../../../../src/debate/fold/evolve';
import { settlementOf, StateAccumulator } from '../../../../src/debate/fold/state';
import { lintText } from '../../../support/lintLog';
import { fact, factSource, factUrl, fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { runFolder } from '../../../support/testSession';

/** Three sources of one entry are ruled unreliable at once; one turn sets all of them right. */

const names = ['ada', 'bob'];
const wrong = (day: string) => `Depot ada handled parcels of every kind on the ${day} day of that trial.`;
const days = ['second', 'third', 'fourth'];
const statements = days.map(wrong);
const urls = [2, 3, 4].map((line) => factUrl('ada', line));
const sameAddress = factSource('ada', 2);
const elsewhere = factSource('ada', 9);

const corrections = (at: number) => [
  {
    seq: at,
    old_url: urls[0],
    new_url: urls[0],
    reason: 'the words were others.',
    statement: statements[0],
    instead: sameAddress.quote,
  },
  {
    seq: at,
    old_url: urls[1],
    new_url: elsewhere.url,
    reason: 'the day was another.',
    statement: statements[1],
    instead: elsewhere.quote,
  },
  { seq: at, old_url: urls[2], reason: 'nothing bears it out.', statement: statements[2] },
];

async function play(turn: (at: number) => Record<string, unknown>) {
  const at = 10;
  const script = {
    ...fullScript({ names, rounds: 2 }),
    'r1/turn/ada': {
      entries: [
        {
          type: 'new_point',
          content: `Listen. ${statements.join(' ')}`,
          sources: urls.map((url, index) => ({
            url,
            title: 'ada.md',
            quote: statements[index],
            claim: statements[index],
          })),
        },
      ],
    },
    'r2/turn/ada': { entries: [turn(at)] },
  };
  const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 2 } });
  const retries: string[] = [];
  const end = await runFolder(folder, {
    onEvent: (event) => event.kind === 'retry' && retries.push(`${event.step}: ${event.reasons.join(' ')}`),
  });
  return { folder, end, retries, entries: await readEntries(folder) };
}

const turnOf = (entries: readonly Entry[]): Entry | undefined =>
  entries.find(({ data }) => (data?.['step'] as { id: string } | undefined)?.id === 'r2/turn/ada');

describe('three rulings at once', () => {
  let played: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    played = await play((at) => ({
      type: 'new_point',
      content: `${sameAddress.quote} ${elsewhere.quote}`,
      sources: [sameAddress, elsewhere],
      corrections: corrections(at),
    }));
  }, 60_000);

  it('are set right in one entry, whose lines code writes', () => {
    expect(played.end).toEqual({ status: 'done' });
    const ruled = played.entries.filter(({ type, data }) => type === 'ruling' && data?.['kind'] === 'unreliable');
    expect(ruled.length).toBeGreaterThan(0);
    const turn = turnOf(played.entries);
    expect(turn?.type).toBe('new_point');
    expect(turn?.data?.['corrections']).toMatchObject(corrections(10));
    const lines = (turn?.content ?? '').split('\n').filter((line) => line.startsWith('SOURCE CORRECTION'));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`replacing ${urls[0]} with ${urls[0]}`);
    expect(lines[2]).toContain(`withdrawing ${urls[2]}`);
  });

  it('are corrected where words of the source stand instead, else withdrawn', () => {
    const state = new StateAccumulator();
    for (const entry of played.entries) evolve(state, entry);
    expect(urls.map((url) => settlementOf(state, 10, url))).toEqual(['corrected', 'corrected', 'withdrawn']);
  });

  it('are marked where they stand, and counted as what they are', async () => {
    const turn = turnOf(played.entries)?.seq;
    const transcript = await readFile(join(played.folder, 'transcript.md'), 'utf8');
    expect(transcript).toContain(`~~${statements[0]}~~ *(corrected in [seq ${turn}](#seq-${turn}))*`);
    expect(transcript).toContain(`~~${statements[1]}~~ *(corrected in [seq ${turn}](#seq-${turn}))*`);
    expect(transcript).toContain(`~~${statements[2]}~~ *(withdrawn in [seq ${turn}](#seq-${turn}))*`);
    const metadata = JSON.parse(await readFile(join(played.folder, 'metadata.json'), 'utf8')) as object;
    expect(JSON.stringify(metadata)).toMatch(/"corrected":2.*"withdrawn":1/);
  });

  it('leave a record without a complaint', async () => {
    const problems = await lintText(played.entries.map(serialiseEntry).join(''));
    expect(problems.map(({ message }) => message)).toEqual([]);
  });
});

describe('a correction at the same address', () => {
  it('that keeps the words is none', async () => {
    const { retries } = await play((at) => ({
      type: 'new_point',
      content: fact('ada', 5),
      sources: [factSource('ada', 5)],
      corrections: [{ ...corrections(at)[0], instead: statements[0] }],
    }));
    expect(retries.filter((retry) => retry.startsWith('r2/turn/ada')).join('\n')).toMatch(/rule 17/);
  }, 60_000);
});
