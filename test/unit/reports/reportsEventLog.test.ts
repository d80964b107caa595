import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Mask } from '../../../src/debate/fold/mask';
import type { DebateEvent } from '../../../src/engine/events';
import { formatEvent } from '../../../src/reports/eventLog';
import { dialecticFolder, dialecticScript } from '../../support/dialecticScript';
import { entry, fold } from '../../support/entries';
import { fullScript, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';

const time = new Date('2026-11-04T09:08:07.654Z');
const usage = { input: 1, cache_write: 2, cache_read: 3, output: 4, usd: 0.05 };

describe('a line of debate.log', () => {
  it.each<[DebateEvent, string]>([
    [{ kind: 'setup', topic: 'Tea?', debaters: ['a', 'b'], dir: '/out' }, 'SETUP — Tea? | debaters: a, b | /out'],
    [{ kind: 'spawn', agent: 'chair' }, 'SPAWN — chair ready'],
    [{ kind: 'round', round: 2, max: 8 }, 'ROUND — 2 of 8'],
    [{ kind: 'handover', agent: 'sre', step: 'r2/turn/sre' }, 'HANDOVER — sre: r2/turn/sre, round 2'],
    [
      { kind: 'written', seq: 9, speaker: 'sre', type: 'rebuttal', words: 312 },
      'WRITTEN — seq 9, sre, rebuttal, 312 words',
    ],
    [
      {
        ...{ kind: 'written', seq: 9, speaker: 'critic', type: 'critique', words: 312 },
        ...{ step: 'r2/critic', file: 'round-2/critic.md' },
      },
      'WRITTEN — seq 9, critic, critique, 312 words, round 2, in round-2/critic.md',
    ],
    [
      { kind: 'verified', seq: 9, url: 'https://a.org', status: 'verified' },
      'VERIFIED — seq 9, verified: https://a.org',
    ],
    [{ kind: 'ruling', seq: 9, text: 'unreliable on seq 8' }, 'RULING — seq 9: unreliable on seq 8'],
    [{ kind: 'tracker', text: 'I-1 open' }, 'TRACKER — I-1 open'],
    [{ kind: 'error', message: 'No\nnetwork.' }, 'ERROR — No network.'],
    [{ kind: 'cost', usage }, 'COST — tokens: 1 in, 2 written to cache, 3 from cache, 4 out; $0.0500'],
    [{ kind: 'intervention', seq: 9, text: 'conclude' }, 'INTERVENTION — seq 9: conclude'],
    [{ kind: 'shutdown', reason: 'done' }, 'SHUTDOWN — done'],
    [{ kind: 'complete', rounds: 3, files: 9 }, 'COMPLETE — 3 rounds, 9 files'],
    [{ kind: 'complete', rounds: 1, files: 1 }, 'COMPLETE — 1 round, 1 file'],
  ])('%o', (event, expected) => {
    expect(formatEvent(event, time)).toBe(`[09:08:07] ${expected}`);
  });

  it('says why an answer was refused, without its words', () => {
    const reasons = [
      'rule 15: The claim must stand verbatim in seq 5: “secret “inner” words” does not.',
      'rule structure: Ask one of the lineup, not "secret name',
    ];
    const told = 'rule 15: The claim must stand verbatim in seq 5: “…” does not.';
    expect(formatEvent({ kind: 'retry', step: 'r1/turn/sre', attempt: 1, reasons }, time)).toBe(
      `[09:08:07] RETRY — r1/turn/sre, after attempt 1: ${told}; Ask one of the lineup, not “…”`,
    );
    for (const [kind, name] of [
      ['error', 'message'],
      ['shutdown', 'reason'],
    ] as const)
      expect(formatEvent({ kind, [name]: `r1/turn/sre: ${reasons.join(' ')}` } as unknown as DebateEvent, time)).toBe(
        `[09:08:07] ${kind.toUpperCase()} — r1/turn/sre: ${told} Ask one of the lineup, not “…”`,
      );
  });

  it('names what failed, and quotes less of anything than is hidden when it is struck', () => {
    const errorLine = (message: string): string | undefined =>
      formatEvent({ kind: 'error', message }, time)?.slice('[09:08:07] ERROR — '.length);
    expect(errorLine('The script has no answer for "r1/turn/sre#2".')).toBe(
      'The script has no answer for “r1/turn/sre#2”.',
    );
    expect(errorLine('https://models.example has no model “large-2”.')).toBe(
      'https://models.example has no model “large-2”.',
    );
    const words = 'The audit found that nine of ten invoices had been paid twice.';
    for (const message of [`Not JSON: “${words}”`, `Not JSON: "${words}`, `Not JSON: «${words}» and more`]) {
      const line = errorLine(message) ?? '';
      expect(line).toContain('Not JSON: “The audit found that nine');
      expect(new Mask(fold([]), [entry({ seq: 0, type: 'new_point', content: words })]).text(line)).toBe(line);
    }
  });

  it('is not written for progress', () => {
    expect(
      formatEvent({ kind: 'progress', agent: 'sre', step: 'x', detail: 'searching secret' }, time),
    ).toBeUndefined();
  });
});

describe('debate.log of a run', () => {
  const names = ['ada', 'bob'];
  const panelOf = (script: Record<string, unknown>): Promise<string> =>
    scriptedFolder({ names, script, rounds: { min: 2, max: 2 } });
  async function linesOf(folder: string): Promise<string[]> {
    await runFolder(folder);
    const lines = (await readFile(join(folder, 'debate.log'), 'utf8')).trimEnd().split('\n');
    return lines.map((line) => line.slice('[09:08:07] '.length));
  }

  it('ends with how many rounds were held and how many files were written', async () => {
    const lines = await linesOf(await panelOf(fullScript({ names, rounds: 2 })));
    expect(lines.slice(-2)).toEqual(['SHUTDOWN — done, outcome draw', 'COMPLETE — 2 rounds, 6 files']);
    const dialectic = await linesOf(await dialecticFolder({ script: dialecticScript(2), options: { exchanges: 2 } }));
    expect(dialectic.at(-1)).toMatch(/^COMPLETE — 2 rounds, \d+ files$/);
  });

  it('names the failure that pauses it, and is not complete', async () => {
    const script = fullScript({ names, rounds: 2 });
    delete script['conclusion'];
    const lines = await linesOf(await panelOf(script));
    expect(lines.findLast((line) => line.startsWith('ERROR'))).toBe(
      'ERROR — conclusion: The script has no answer for “conclusion#1”.',
    );
    expect(lines.at(-1)).toMatch(/^SHUTDOWN — .*conclusion/);
    expect(lines.join('\n')).not.toMatch(/COMPLETE|“…”/);
  });
});
