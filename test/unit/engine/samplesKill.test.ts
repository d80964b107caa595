import { describe, expect, it } from 'vitest';
import { formats } from '../../../src/debate/formats/registry';
import { sampled } from '../../support/depth';
import { KillMatrix } from '../../support/killMatrix';
import { sampleFolder } from '../../support/sampleRun';

/** SIGKILL at every step of each sample, then resumed: the same words under the same numbers as of the uncut run. */

const names = formats.map(({ name }) => name);

describe.each(sampled('samples that are killed', names, 1))('the %s sample, killed and resumed', (name) => {
  it('equals the uncut run whatever step it was killed at', async () => {
    const matrix = await KillMatrix.of(await sampleFolder(name));
    for (const point of sampled('points of a sample', ['handover', 'middle'] as const, 1))
      expect(await matrix.differences(point), point).toEqual([]);
  });
});
