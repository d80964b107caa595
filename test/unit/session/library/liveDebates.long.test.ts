import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../src/debate/log/codec';
import { pathOfLog } from '../../../../src/record/logPath';
import { outcomeText } from '../../../../src/reports/facts';
import { replayAt } from '../../../../src/session/run/replay';
import { lintFile } from '../../../support/lintLog';
import { withLog } from '../../../support/logs';
import { played } from '../../../support/playedAgain';

/**
 * Debates whose every request a person had answered, as `rostrum script` wrote them: honest answers, now and then a mistake that models make.
 * They are played again by the rules of today.
 */
const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'live');

const outcomes: Readonly<Record<string, string>> = {
  'buses-panel': 'Proven-First wins',
  'buses-dialectic': 'Proposition −0.37, Opposition +0.37 (4 arguments each)',
  'buses-tribunal': 'Revision required',
  'rink-panel': 'Ice-Keeper wins',
  'saturdays-dialectic': 'Proposition −0.22, Opposition +0.22 (4 arguments each)',
  'triage-tribunal': 'Mixed',
};

const scripts = readdirSync(folder).filter((name) => name.endsWith('.script.json'));

describe('a debate that was answered by hand', () => {
  it('is there in each format', () => {
    expect(scripts.map((name) => basename(name, '.script.json')).sort()).toEqual(Object.keys(outcomes).sort());
  });

  it.each(scripts)('%s is played again to its outcome, and lint finds nothing wrong', async (name) => {
    const replay = await replayAt(join(folder, name));
    if (replay === undefined) throw new Error(`${name} is no script of a record`);
    const { folder: again, end, entries } = await played(replay);
    expect(end).toEqual({ status: 'done' });
    const faults = await lintFile(pathOfLog(again));
    expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await withLog(again, (log) => outcomeText(log.view))).toBe(outcomes[basename(name, '.script.json')]);
    const results = entries.flatMap((entry) => dataOf(entry, 'verification_result') ?? []);
    expect(results.length).toBeGreaterThan(5);
  });
});
