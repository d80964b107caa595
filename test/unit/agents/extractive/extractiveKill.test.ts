import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/depth';
import { extractiveFolder, offlineFixtures, type OfflineFixture } from '../../../support/extractiveDebate';
import { KillMatrix } from '../../../support/killMatrix';

/** SIGKILL at every step of the offline records on each folder of evidence, then resumed: the same as of the uncut run. */

describe.each(sampled('folders of evidence', offlineFixtures, 3))(
  '$name, killed and resumed',
  (fixture: OfflineFixture) => {
    it.each(['handover', 'middle'] as const)(
      'equals the uncut run whatever step it was killed at (%s)',
      async (point) => {
        const matrix = await KillMatrix.of(await extractiveFolder(fixture.debate));
        expect(await matrix.differences(point)).toEqual([]);
      },
      900_000,
    );
  },
);
