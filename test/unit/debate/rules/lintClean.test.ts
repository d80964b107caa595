import { describe, expect, it } from 'vitest';
import { lintRecord, lintText } from '../../../support/lintLog';
import { documentsOf, panelRecord } from '../../../support/panelRecord';
import { logText } from '../../../support/recordBuilder';

describe('a record in which nothing is wrong', () => {
  it('has no problem, with its documents and without', async () => {
    const record = panelRecord();
    expect(await lintRecord(record)).toEqual([]);
    expect(await lintRecord(record, documentsOf(record))).toEqual([]);
  });

  it('has none at any step of its way', async () => {
    const record = panelRecord();
    const entries = record.build();
    for (const [index, line] of record.lines.entries()) {
      const isMidStep = line.step === record.lines[index + 1]?.step;
      if (isMidStep) continue;
      const problems = await lintText(logText(entries.slice(0, index + 1)));
      expect(problems, `after ${line.key}`).toEqual([]);
    }
  });
});
