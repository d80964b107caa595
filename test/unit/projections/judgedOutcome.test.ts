import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Tally } from '../../../src/debate/log/entryData';
import { stableWords, tallyText } from '../../../src/debate/formats/common/verdicts';
import { familyOf, kinOf } from '../../../src/projections/kinship';
import { outcomeIn, type Outcome } from '../../../src/projections/outcome';
import { english } from '../../../src/projections/vocabulary';
import { judgesWords, outcomeWords, stableNote } from '../../../src/projections/words';
import { verdictOf as projected } from '../../../src/projections/verdict';
import { statusOf } from '../../../src/session/library/status';
import { verdictCard } from '../../../src/ui/panel/views/verdictCard';
import { answerAt } from '../../support/conclusions';
import { judgeSeats, verdictOf, verdictScript } from '../../support/judges';
import { withLog } from '../../support/logs';
import { fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';

/** How judges decided stands beside the outcome everywhere, and no word of it claims more than they know. */

const tally = (more: Partial<Tally> = {}): Tally => ({
  seated: 3,
  complete: 3,
  need: 2,
  votes: { ada_wins: 2, draw: 1 },
  flips: [],
  failed: [],
  seqs: [],
  ...more,
});

/** Words that nobody who judges can back. */
const claimed = /\b(?:true|right|correct|proven|proved|confirmed)\b/i;

const tallies = [
  tally(),
  tally({ complete: 2, failed: ['j3'] }),
  tally({ votes: { ada_wins: 1 }, flips: ['j2'], failed: ['j3'] }),
  tally({ seated: 1, complete: 1, need: 1, votes: { draw: 1 } }),
  tally({ seated: 1, complete: 0, need: 1, votes: {}, failed: ['j1'] }),
];

describe('an outcome that judges decided', () => {
  it('says by how many, who changed with the order, and who gave no verdict', () => {
    const wins = { ...outcomeIn({ outcome: 'ada_wins' }), tally: tally({ flips: ['j2'], failed: ['j3'] }) };
    expect(outcomeWords(english, wins)).toBe(
      'ada wins, judged by 3 judges, 2 of whom voted so; j2 decided otherwise in the other order; j3 gave no verdict',
    );
    expect(judgesWords(english, tally({ seated: 1, complete: 1, need: 1, votes: { draw: 1 } }))).toBe(
      'one judge in both orders',
    );
    const split = outcomeIn({ outcome: 'undecided' }, 'split');
    const votes = { ada_wins: 1, draw: 1, bob_wins: 1 };
    expect(outcomeWords(english, { ...split, tally: tally({ votes }) })).toBe(
      'Undecided (the judges are split), judged by 3 judges',
    );
  });

  it('claims nothing that nobody knows', () => {
    const whys = ['flips', 'split', 'judges_failed', 'nobody_weighed'] as const;
    const outcomes: Outcome[] = [
      ...['ada_wins', 'draw', 'void', 'accepted', 'rejected', 'revision_required', 'mixed'].map((outcome) =>
        outcomeIn({ outcome }),
      ),
      ...whys.map((why) => outcomeIn({ outcome: 'undecided' }, why)),
    ];
    const side = { total: 0.4, count: 3 };
    const scores = { proposition: side, opposition: { total: -0.4, count: 3 } };
    const texts = [
      ...outcomes.flatMap((outcome) => tallies.map((given) => outcomeWords(english, { ...outcome, tally: given }))),
      ...[true, false].map((isFirm) => outcomeWords(english, { code: 'result', scores, isFirm })),
      ...tallies.map(tallyText),
      stableWords,
      stableNote(english),
    ];
    for (const text of texts) expect(text).not.toMatch(claimed);
  });

  it('stands on card, in JSON, in documents, and names a judge of a debater’s family', async () => {
    const ada = verdictOf({ ada: 40, bob: 30 });
    const folder = await scriptedFolder({
      script: {
        ...fullScript({ names: ['ada', 'bob'], rounds: 1 }),
        ...verdictScript({ j1: [ada, ada], j2: [ada, verdictOf({ ada: 30, bob: 40 })], j3: [ada, ada] }),
        conclusion: { reason: 'The counts stood.', ...answerAt([2, 5]) },
      },
      names: ['ada', 'bob'],
      rounds: { min: 1, max: 1 },
      options: { judges: judgeSeats(3) },
    });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const [card, status, verdict] = await withLog(folder, async (log) => [
      verdictCard(log.view),
      await statusOf(log),
      projected(log.view),
    ]);
    const words = 'ada wins, judged by 3 judges, 2 of whom voted so; j2 decided otherwise in the other order';
    expect(card.title).toContain(words);
    expect(card.facts.find(({ label }) => label === 'Judged by')?.text).toContain(stableNote(english));
    expect(status.tally).toMatchObject({ seated: 3, complete: 3, votes: { ada_wins: 2 }, flips: ['j2'] });
    expect(verdict.kin).toEqual([]);
    const summary = await readFile(join(folder, 'summary.md'), 'utf8');
    expect(summary).toContain(words);
    expect(summary).toContain(stableNote(english));
    const metadata = JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8')) as { tally: Tally };
    expect(metadata.tally).toEqual(status.tally);
    const ending = (await readEntries(folder)).find(({ type }) => type === 'conclusion');
    expect(ending?.content).toContain('Decided otherwise when it read the sides in the other order: j2.');
    expect(ending?.content).not.toMatch(claimed);
    expect([summary.slice(summary.indexOf('## Outcome'))].join('')).not.toMatch(/\bproven\b/i);
  });

  it('knows a family by the first word of a model’s name', () => {
    expect(familyOf('anthropic:claude-sonnet-5-5')).toBe('claude');
    expect(familyOf('openai-compatible:org/Qwen3-8B')).toBe('qwen');
    expect(familyOf('scripted')).toBeUndefined();
    expect(kinOf({ conclusion: undefined } as unknown as Parameters<typeof kinOf>[0])).toEqual([]);
  });
});
