import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerAt } from '../../../../support/conclusions';
import { sampled } from '../../../../support/depth';
import { KillMatrix } from '../../../../support/killMatrix';
import { readEntries, shape } from '../../../../support/scriptedDebate';
import { defence, rulingAnswer, tribunalFolder, tribunalScript } from '../../../../support/tribunalScript';

/** SIGKILL at every step of a scripted tribunal, in each stage of writing, then resumed: the record equals the uncut one. */

let matrix: KillMatrix;
let uncut: string[];
let handovers: number;

const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
const lies = defence(1, {
  argument: `The proposition stands. ${lie}`,
  sources: [{ url: 'workspace:vault.md#L1', title: 'The vault', quote: lie, claim: lie }],
});

beforeAll(async () => {
  const script = tribunalScript(2, {
    'r1/advocate': lies,
    'r2/advocate': defence(2, { acknowledges: [4] }),
    ruling: rulingAnswer(answerAt(['{@r1/critic}'])),
  });
  matrix = await KillMatrix.of(await tribunalFolder({ script, options: { rounds: 'auto' } }));
  const folder = await matrix.freshCopy();
  expect(await matrix.run(folder)).toBe('done');
  uncut = shape(await readEntries(folder));
  handovers = (await readFile(join(folder, 'handovers.txt'), 'utf8')).trim().split('\n').length;
});

describe('a tribunal killed and resumed', () => {
  it('has a plan, a redaction and a ruling in it', () => {
    expect(uncut.some((line) => line.startsWith('judge note plan'))).toBe(true);
    expect(uncut.some((line) => line.startsWith('moderator redaction finding/'))).toBe(true);
    expect(uncut.at(-1)).toBe('judge judges_ruling ruling');
  });

  it.each(sampled('points of a tribunal', ['handover', 'before', 'middle', 'after'], 1))(
    'equals the uncut run whatever step it was killed at (%s)',
    async (point) => {
      const kills = point === 'handover' ? handovers : new Set(uncut.map((line) => line.split(' ')[2])).size - 1;
      expect(kills).toBeGreaterThan(7);
      const problems = async (folder: string): Promise<string[]> => {
        const entries = await readEntries(folder);
        const found = shape(entries).join('\n') === uncut.join('\n') ? [] : ['other entries'];
        return entries.some((entry, index) => entry.seq !== index) ? [...found, 'seqs'] : found;
      };
      expect(await matrix.problems(point, kills, { killed: () => Promise.resolve(), problems })).toEqual([]);
    },
  );
});
