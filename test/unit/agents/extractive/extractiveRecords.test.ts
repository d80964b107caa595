import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/entry';
import { extractiveDebate, offlineFixtures } from '../../../support/extractiveDebate';
import { expectGoldenDebate } from '../../../support/golden';
import { faultsOf } from '../../../support/heldAgainstFiles';

/** Records on two folders of evidence with Markdown, CSV and PDF, in all formats, held against the files by means of their own. */

const told = (those: readonly Entry[]): string =>
  JSON.stringify(those.slice(1).map(({ type, speaker, content, sources }) => ({ type, speaker, content, sources })));

describe('an offline record', () => {
  it.each(offlineFixtures)(
    'quotes nothing that is not in the files, says no figure of its own, and takes no side: $name',
    async ({ name, debate, proposal }) => {
      const { folder, entries } = await extractiveDebate(debate);
      expect(entries.flatMap(({ sources }) => sources ?? []).length).toBeGreaterThan(2);
      const files = { evidence: debate.evidence, subject: proposal, topic: debate.topic };
      expect(faultsOf(entries, files)).toEqual([]);
      await expectGoldenDebate(`extractive/${name}`, folder, dirname(debate.evidence));
      expect(told((await extractiveDebate(debate)).entries)).toBe(told(entries));
      // The check finds what was changed.
      const cited = entries.find(({ sources }) => (sources ?? []).length > 0);
      const altered = entries.map((entry) =>
        entry === cited
          ? { ...entry, content: `${entry.content}\nThis speaks for 987,654 more.\n\n> “Nobody wrote this.”` }
          : entry,
      );
      expect(faultsOf(altered, files)).toHaveLength(3);
    },
  );
});
