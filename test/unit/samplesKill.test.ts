import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/debate/formats/registry';
import { KillMatrix } from '../support/killMatrix';
import { sampleFolder } from '../support/sampleRun';
import { readEntries } from '../support/scriptedDebate';

/** SIGKILL at every step of each sample, then resumed: the same words under the same numbers as of the uncut run. */

const told = async (folder: string): Promise<string> =>
  (await readEntries(folder)).map(({ seq, speaker, type, content, rebuttal_to_seq: to }) => `${seq} ${speaker} ${type} ${to ?? ''} ${content}`).join('\n');

describe.each(formats.map(({ name }) => name))('the %s sample, killed and resumed', (name) => {
  it.each(['handover', 'middle'])(
    'equals the uncut run whatever step it was killed at (%s)',
    async (point) => {
      const matrix = await KillMatrix.of(await sampleFolder(name));
      const folder = await matrix.freshCopy();
      expect(await matrix.run(folder)).toBe('done');
      const uncut = await told(folder);
      const steps = new Set((await readEntries(folder)).map(({ data }) => (data?.['step'] as { id?: string } | undefined)?.id));
      const handovers = (await readFile(join(folder, 'handovers.txt'), 'utf8')).trim().split('\n');
      const kills = point === 'handover' ? handovers.length : steps.size - 1;
      expect(kills).toBeGreaterThan(2);
      const problems = async (resumed: string): Promise<string[]> => ((await told(resumed)) === uncut ? [] : ['other entries']);
      expect(await matrix.problems(point, kills, { killed: () => Promise.resolve(), problems })).toEqual([]);
    },
    900_000,
  );
});
