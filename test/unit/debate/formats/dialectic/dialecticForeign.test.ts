import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../../../src/debate/log/codec';
import { evolve } from '../../../../../src/debate/fold/evolve';
import { dialectic } from '../../../../../src/debate/formats/dialectic/dialectic';
import { dialecticFacts } from '../../../../../src/debate/formats/dialectic/facts';
import { StateAccumulator } from '../../../../../src/debate/fold/state';
import { createView } from '../../../../../src/debate/fold/view';
import type { Entry } from '../../../../../src/debate/log/entry';

/** Logs of other programs may say anything: the fold takes it up, keeps its totals true, and never throws. */

const ids = fc.constantFrom('prop_000a', 'prop_001', 'opp_000a', 'opp_001', 'P1', '', 'toString');
const anything = fc.oneof(
  fc.constant(undefined),
  fc.integer(),
  fc.string(),
  fc.constant([]),
  fc.constant([{ name: 1 }]),
);
const relation = fc.record({
  target_id: ids,
  type: fc.constantFrom('claim_attack', 'backing_attack'),
  content: fc.string(),
});
const argument = fc.record({
  type: fc.constant('argument'),
  speaker: fc.constantFrom('proposition', 'opposition', 'ada'),
  data: fc.record({
    introduces: anything,
    concedes: anything,
    argument: fc.record({
      id: ids,
      side: fc.constantFrom('proposition', 'opposition'),
      exchange: fc.oneof(fc.nat(6), fc.maxSafeNat()),
      title: fc.string(),
      claim: fc.string(),
      grounds: fc.constant([]),
      warrant: fc.string(),
      attacks: fc.array(relation, { maxLength: 2 }),
    }),
  }),
});
const scored = fc.record({
  argument_id: ids,
  score: fc.double({ noNaN: true, noDefaultInfinity: true }),
  reasoning: fc.string(),
});
const rescored = fc.record({
  argument_id: ids,
  old_score: fc.double({ noNaN: true, noDefaultInfinity: true }),
  new_score: fc.double({ noNaN: true, noDefaultInfinity: true }),
  reasoning: fc.string(),
});
const judgment = fc.record({
  type: fc.constant('judgment'),
  speaker: fc.constant('judge'),
  data: fc.record({
    exchange: fc.option(fc.nat(8), { nil: undefined }),
    scores: fc.array(scored, { maxLength: 4 }),
    rescores: fc.array(rescored, { maxLength: 3 }),
  }),
});
const intervention = fc.record({
  type: fc.constant('intervention'),
  speaker: fc.constant('user'),
  data: fc.record({
    change: fc.record({
      exchanges: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      conclude: fc.boolean(),
      skip: fc.constantFrom('e1/arguments', 'x'),
    }),
  }),
});
const note = fc.record({
  type: fc.constant('note'),
  speaker: fc.constant('moderator'),
  data: fc.record({ kind: fc.constantFrom('skipped', 'failure'), round: fc.option(fc.nat(9), { nil: undefined }) }),
});

describe('foreign dialectics', () => {
  it('are folded whatever they say: totals are the sums of the scores, and the place is one to go on from', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(argument, judgment, intervention, note), { maxLength: 25 }), (drafts) => {
        const state = new StateAccumulator();
        const entries = drafts.flatMap((draft, seq) => {
          const line = JSON.stringify({
            seq,
            timestamp: '2026-01-01T00:00:00.000Z',
            phase: 'system',
            content: '',
            sources: null,
            rebuttal_to_seq: null,
            target_seq: null,
            ...draft,
          });
          const parsed = parseLine(line);
          return parsed.kind === 'entry' ? [parsed.entry] : [];
        });
        for (const entry of entries) evolve(state, entry);
        const facts = state.factsOf(dialecticFacts);
        for (const side of ['proposition', 'opposition'] as const) {
          const own = [...facts.arguments.values()]
            .filter((one) => one.side === side)
            .flatMap(({ id }) => facts.scores.get(id)?.at(-1)?.hundredths ?? []);
          expect(facts.totals[side]).toEqual({
            hundredths: own.reduce((sum, score) => sum + score, 0),
            count: own.length,
          });
        }
        const isJudged = facts.judgments.has(facts.exchange) || facts.skipped.includes(facts.exchange);
        expect(isJudged).toBe(false);
        const view = createView(state, (seq) => entries.find((entry: Entry) => entry.seq === seq));
        expect(dialectic.status(view.state).outcome).toBeNull();
        expect(dialectic.decide(view.state)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
