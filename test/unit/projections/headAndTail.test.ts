import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import { evolve } from '../../../src/debate/fold/evolve';
import { StateAccumulator } from '../../../src/debate/fold/state';
import { createView } from '../../../src/debate/fold/view';
import { endFacts, listedPosition, type LogTail } from '../../../src/projections/headAndTail';
import { kept, recordNames } from '../../support/oldRecords';

/** What the ends of a log are taken to tell must be what the whole of it tells, wherever it ends and however short the tail is. */

const linesOf = (name: string): string[] =>
  readFileSync(join(kept(name), 'debate-log.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1);

function tailOf(lines: readonly string[], count: number): LogTail {
  const tail = lines.slice(-count);
  return {
    reachesStart: count >= lines.length,
    torn: 'no',
    lines: tail,
    newestFirst: () => [...tail].reverse(),
    newest: ({ pattern, marks }) => {
      const line = tail.findLast((one) => pattern.test(one));
      const match = line === undefined ? null : pattern.exec(line);
      expect(line === undefined || marks.some((mark) => line.includes(mark))).toBe(true);
      return line === undefined || match === null ? undefined : { line, match };
    },
  };
}

describe('the ends of a log', () => {
  it.each(recordNames())('%s', (name) => {
    const lines = linesOf(name);
    const state = new StateAccumulator();
    const bodies = new Map<number, Entry>();
    let sure = 0;
    for (let end = 1; end <= lines.length; end += 1) {
      const parsed = parseLine(lines[end - 1] ?? '');
      if (parsed.kind === 'entry') {
        bodies.set(parsed.entry.seq, parsed.entry);
        evolve(state, parsed.entry);
      }
      const whole = listedPosition(createView(state, (seq) => bodies.get(seq)));
      for (const count of [8, 24, end]) {
        const facts = endFacts({ lines: lines.slice(0, 1), isCut: false }, tailOf(lines.slice(0, end), count));
        expect(facts.entries).toBe(end);
        if (facts.lacks !== 'nothing') continue;
        expect({ end, count, ...facts.position }).toEqual({ end, count, ...whole });
        sure += 1;
      }
    }
    // What was imported did not come step by step: only the whole of it tells.
    if (!name.startsWith('imported-')) expect(sure).toBeGreaterThan(0);
  });
});
