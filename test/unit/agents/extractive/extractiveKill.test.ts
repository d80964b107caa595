import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/depth';
import { extractiveFolder, offlineFixtures, type OfflineFixture } from '../../../support/extractiveDebate';
import { KillMatrix } from '../../../support/killMatrix';

/** SIGKILL at every step of the offline records on each folder of evidence, then resumed: the same as of the uncut run. */

describe.each(sampled('folders of evidence', offlineFixtures, 1, 3))(
  '$name, killed and resumed',
  (fixture: OfflineFixture) => {
    it('equals the uncut run whatever step it was killed at', async () => {
      const matrix = await KillMatrix.of(await extractiveFolder(fixture.debate));
      for (const point of sampled('points of an offline debate', ['handover', 'middle'] as const, 1))
        expect(await matrix.differences(point), point).toEqual([]);
    });
  },
);
