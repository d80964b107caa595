import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../src/debate/log/codec';
import { pathOfLog } from '../../../../src/record/logPath';
import { replayAt } from '../../../../src/session/run/replay';
import { lintFile } from '../../../support/lintLog';
import { played } from '../../../support/playedAgain';

/**
 * Debates whose every request a person had answered, as `rostrum script` wrote them: honest answers, now and then a mistake that models make.
 * They are played again by the rules of today.
 */
const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'live');

const outcomes: Readonly<Record<string, string>> = {};

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
    const ended = entries.findLast(({ type }) => type === 'conclusion' || type === 'ruling' || type === 'judgment');
    expect(JSON.stringify(ended?.data)).toContain(outcomes[basename(name, '.script.json')]);
    // Nothing honest was called a misquotation.
    const results = entries.flatMap((entry) => dataOf(entry, 'verification_result') ?? []);
    expect(results.length).toBeGreaterThan(5);
  });
});
