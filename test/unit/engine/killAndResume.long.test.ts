import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/debate/log/entry';
import { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { Session } from '../../../src/session/run/session';
import { sampled, upTo } from '../../support/depth';
import { KillMatrix } from '../../support/killMatrix';
import {
  fact,
  factSource,
  factUrl,
  fullScript,
  readEntries,
  scriptedFolder,
  shape,
} from '../../support/scriptedDebate';

/** SIGKILL at every step of a scripted debate, in each stage of writing, then resumed: the record equals the uncut one. */

const names = ['ada', 'bob'];
let matrix: KillMatrix;
let uncut: string[];
let uncutHandovers: string[];

/** A debate with a batch of several entries, a finding, a challenge and a question to the Chair in it. */
function eventfulScript() {
  const wrong = 'Depot ada handled parcels of every kind on each day of that long trial.';
  return {
    ...fullScript({ names, rounds: 1 }),
    'r1/turn/ada': {
      entries: [
        {
          type: 'new_point',
          content: `Two things. ${wrong}`,
          sources: [factSource('ada', 2), { url: factUrl('ada', 3), title: 'ada.md', quote: wrong, claim: wrong }],
        },
        { type: 'clarification_request', content: 'May I go on?' },
      ],
    },
    'r1/turn/bob': {
      entries: [
        { type: 'rebuttal', content: fact('bob', 2), rebuttal_to_seq: 12, sources: [factSource('bob', 2)] },
        {
          type: 'source_challenge',
          content: 'I doubt it.',
          target_seq: 2,
          url: factUrl('ada', 1),
          claim: fact('ada', 1),
        },
      ],
    },
  };
}

function fullyScripted() {
  const script: Record<string, unknown> = eventfulScript();
  for (let seq = 0; seq < 60; seq += 1) {
    script[`clarification/${seq}`] = { answer: 'You may.' };
    script[`challenge/${seq}`] = { reason: 'The words stand there.' };
  }
  return script;
}

const handovers = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'handovers.txt'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

const stepIds = (entries: readonly Entry[]): Set<string> =>
  new Set(entries.map((entry) => String((entry.data?.['step'] as { id?: string } | undefined)?.id)));

beforeAll(async () => {
  matrix = await KillMatrix.of(await scriptedFolder({ script: fullyScripted(), names, rounds: { min: 1, max: 1 } }));
  const folder = await matrix.freshCopy();
  expect(await matrix.run(folder)).toBe('done');
  uncut = shape(await readEntries(folder));
  uncutHandovers = await handovers(folder);
});

describe('a debate killed and resumed', () => {
  it('has interruptions and batches of several entries in it', () => {
    expect(uncut.filter((line) => line.includes(' r1/turn/ada'))).not.toHaveLength(1);
    expect(uncut.some((line) => line.startsWith('chair ruling challenge/'))).toBe(true);
    expect(uncut.some((line) => line.startsWith('chair ruling finding/'))).toBe(true);
    expect(uncut.at(-1)).toContain('assessor document');
  });

  it.each(sampled('points of a panel', ['handover', 'before', 'middle', 'after'], 2))(
    'equals the uncut run whatever step it was killed at (%s)',
    async (point) => {
      const kills =
        point === 'handover' ? uncutHandovers.length : new Set(uncut.map((line) => line.split(' ')[2])).size - 1;
      expect(kills).toBeGreaterThan(20);
      const killed = async (folder: string): Promise<{ logged: Set<string>; paid: number }> => ({
        logged: stepIds(wholeSteps(await readEntries(folder))),
        paid: (await handovers(folder)).length,
      });
      const problems = async (
        folder: string,
        { logged, paid }: { logged: Set<string>; paid: number },
      ): Promise<string[]> => {
        const entries = await readEntries(folder);
        const again = (await handovers(folder)).slice(paid).filter((step) => logged.has(step));
        return [
          ...(shape(entries).join('\n') === uncut.join('\n') ? [] : ['other entries']),
          ...(entries.some((entry, index) => entry.seq !== index) ? ['seqs'] : []),
          ...(again.length === 0 ? [] : [`paid twice: ${again.join(', ')}`]),
        ];
      };
      expect(await matrix.problems(point, kills, { killed, problems })).toEqual([]);
    },
  );

  it('opens and goes on from a log cut at every byte of its last batch', async () => {
    const folder = await matrix.freshCopy();
    const count = uncut.findIndex((line) => line.includes('clarification_request')) + 1;
    const steps = new Set(uncut.slice(0, count).map((line) => line.split(' ')[2]));
    expect(await matrix.run(folder, 'after', steps.size - 1)).toBe('killed');
    const bytes = await readFile(pathOfLog(folder));
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
    const batch = Buffer.byteLength(`${lines.slice(-2).join('\n')}\n`);
    const inside = sampled('bytes that a log is cut by', upTo(batch).slice(1, -1), 100);
    for (const cut of [1, ...inside, batch]) {
      const path = join(await mkdtemp(join(tmpdir(), 'rostrum-cut-')), 'debate-log.jsonl');
      await writeFile(path, bytes.subarray(0, bytes.length - cut));
      const log = await DebateLog.open(path, { settleMs: 0 });
      await log.repair();
      // All of the batch or nothing of it; a line that only lacked its end is whole.
      const expected = cut === 1 ? lines.length : lines.length - 2;
      expect(log.state.headers.length, `cut ${cut}`).toBe(expected);
      if (cut !== batch) expect(log.repairs.length).toBeGreaterThan(0);
      const kept = (await readdir(log.folder)).filter((name) => name.startsWith('debate-log.torn-'));
      expect(kept.length > 0).toBe(cut !== 1 && cut !== batch);
      await log.close();
    }
  });
});

/** Entries of steps that are whole: a half-written one counts as not logged. */
function wholeSteps(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => {
    const step = entry.data?.['step'] as { id: string; count: number } | undefined;
    const siblings = entries.filter((other) => (other.data?.['step'] as { id?: string } | undefined)?.id === step?.id);
    return siblings.length === step?.count;
  });
}

describe('two engines', () => {
  it('one runs, the other says who does', async () => {
    const folder = await matrix.freshCopy();
    const first = await Session.open({ folder, program: 'the first engine' });
    await expect(Session.open({ folder, program: 'the second engine' })).rejects.toMatchObject({ code: 'lease_held' });
    await expect(Session.open({ folder, program: 'the second engine' })).rejects.toThrow(
      /the first engine \(process \d+ on/,
    );
    expect(await first.run()).toEqual({ status: 'done' });
  });
});
