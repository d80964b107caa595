import { describe, expect, it } from 'vitest';
import type { DebateEvent } from '../../src/engine/events';
import { formatEvent } from '../../src/reports/eventLog';

const time = new Date('2026-11-04T09:08:07.654Z');
const usage = { input: 1, cache_write: 2, cache_read: 3, output: 4, usd: 0.05 };

describe('a line of debate.log', () => {
  it.each<[DebateEvent, string]>([
    [{ kind: 'setup', topic: 'Tea?', debaters: ['a', 'b'], dir: '/out' }, 'SETUP — Tea? | debaters: a, b | /out'],
    [{ kind: 'spawn', agent: 'chair' }, 'SPAWN — chair ready'],
    [{ kind: 'round', round: 2, max: 8 }, 'ROUND — 2 of 8'],
    [{ kind: 'handover', agent: 'sre', step: 'r2/turn/sre' }, 'HANDOVER — sre: r2/turn/sre'],
    [{ kind: 'written', seq: 9, speaker: 'sre', type: 'rebuttal', words: 312 }, 'WRITTEN — seq 9, sre, rebuttal, 312 words'],
    [{ kind: 'verified', seq: 9, url: 'https://a.org', status: 'verified' }, 'VERIFIED — seq 9, verified: https://a.org'],
    [{ kind: 'ruling', seq: 9, text: 'unreliable on seq 8' }, 'RULING — seq 9: unreliable on seq 8'],
    [{ kind: 'tracker', text: 'I-1 open' }, 'TRACKER — I-1 open'],
    [{ kind: 'error', message: 'No\nnetwork.' }, 'ERROR — No network.'],
    [{ kind: 'cost', usage }, 'COST — tokens: 1 in, 2 written to cache, 3 from cache, 4 out; $0.0500'],
    [{ kind: 'intervention', seq: 9, text: 'conclude' }, 'INTERVENTION — seq 9: conclude'],
    [{ kind: 'shutdown', reason: 'done' }, 'SHUTDOWN — done'],
    [{ kind: 'complete', outcome: 'draw', dir: '/out' }, 'COMPLETE — outcome draw | /out'],
  ])('%o', (event, expected) => {
    expect(formatEvent(event, time)).toBe(`[09:08:07] ${expected}`);
  });

  it('holds no words of refused answers: only the rules that they broke', () => {
    const reasons = ['rule 15: The claim must stand verbatim in seq 5: “secret words” does not.', 'rule 16: 7 sources.'];
    expect(formatEvent({ kind: 'retry', step: 'r1/turn/sre', attempt: 1, reasons }, time)).toBe(
      '[09:08:07] RETRY — r1/turn/sre, after attempt 1: rule 15; rule 16',
    );
    expect(formatEvent({ kind: 'error', message: `r1/turn/sre: ${reasons.join(' ')}` }, time)).toBe(
      '[09:08:07] ERROR — r1/turn/sre: rule 15, 16',
    );
    expect(formatEvent({ kind: 'shutdown', reason: `r1/turn/sre: ${reasons.join(' ')}` }, time)).toBe('[09:08:07] SHUTDOWN — r1/turn/sre: rule 15, 16');
    expect(formatEvent({ kind: 'error', message: 'Cannot read "secret words" there.' }, time)).not.toContain('secret');
  });

  it('is not written for progress', () => {
    expect(formatEvent({ kind: 'progress', agent: 'sre', step: 'x', detail: 'searching secret' }, time)).toBeUndefined();
  });
});
