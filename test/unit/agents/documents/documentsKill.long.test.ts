import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/depth';
import { bridge, documentsFolder, harbour, nets, orchard } from '../../../support/documentsDebate';
import { KillMatrix } from '../../../support/killMatrix';

/** SIGKILL at every step of the offline records on each folder of evidence, then resumed: the same as of the uncut run. */

const folders = [
  { name: 'harbour', topic: bridge, evidence: harbour },
  { name: 'orchard', topic: nets, evidence: orchard },
];

describe.each(sampled('folders of evidence', folders, 1, 2))('$name, killed and resumed', ({ topic, evidence }) => {
  it('equals the uncut run whatever step it was killed at', async () => {
    const matrix = await KillMatrix.of(await documentsFolder({ topic, evidence }));
    for (const point of sampled('points of an offline debate', ['handover', 'middle'] as const, 1))
      expect(await matrix.differences(point), point).toEqual([]);
  });
});
