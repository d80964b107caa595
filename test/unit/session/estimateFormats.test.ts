import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { sides, type Side } from '../../../src/debate/entryData';
import { dialectic } from '../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../src/debate/formats/tribunal/tribunal';
import type { Format } from '../../../src/debate/step';
import { estimateOf, type Estimate } from '../../../src/session/estimate';
import { planModels } from '../../../src/session/modelPlan';
import { dialecticScript, idOf, toulmin } from '../../support/dialecticScript';
import { playFormat, type FormatPlayed } from '../../support/formatPlay';
import { fact, factSource, factUrl } from '../../support/scriptedDebate';
import { assessment, critique, defence, rulingAnswer } from '../../support/tribunalScript';

/**
 * What is foretold, held against what the local Messages server counts for debates whose answers are as long as real ones. It errs towards
 * more: the searches here return little.
 */

const filler =
  'What matters here is how the work is done from one day to the next, and who bears the cost of it when things go wrong. ';
const words = (characters: number): string =>
  filler
    .repeat(Math.ceil(characters / filler.length))
    .slice(0, characters)
    .trim();

function estimated(format: Format, options: Record<string, unknown>): Estimate {
  const { models, standard } = planModels({ provider: 'anthropic', roles: format.roles });
  const debaters = (format.seats ?? []).map(({ name }) => ({ name, model: standard }));
  const limits = { min_rounds: 1, max_rounds: 10, ...format.limits(options) };
  const estimate = estimateOf({ provider: 'anthropic', format: format.name, options, debaters, limits, models });
  if (estimate === undefined) throw new Error(`Nothing is foretold of a ${format.name}.`);
  return estimate;
}

const counted = ({ totals }: FormatPlayed): number => totals.input + totals.read + totals.write5m + totals.output;

/** Three sources, each for a claim in the side's own words, so that its support is judged. */
function longContribution(side: 'advocate' | 'critic', round: number) {
  const lines = [1, 2, 3].map((index) => round * 3 + index);
  const claims = lines.map(
    (line) =>
      `The ${side} finds its view borne out by what its depot wrote down for that day, ${['first', 'second', 'third'][line % 3] ?? ''} of these.`,
  );
  const sources = lines.map((line, index) => ({ ...factSource(side, line), claim: claims[index] ?? '' }));
  const research_log = {
    queries: [words(60), words(60)],
    files_read: [`${side}.md`],
    key_findings: [words(200), words(200)],
  };
  return { research_log, argument: `${claims.join(' ')} ${words(2_600)}`, sources };
}

function longTribunal(rounds: number): Script {
  const script: Script = { plan: { rounds, reason: 'It is enough.' }, ruling: rulingAnswer({ overall: words(1_500) }) };
  for (let round = 1; round <= rounds; round += 1) {
    const listed = [words(250), words(250)];
    script[`r${round}/advocate`] = defence(round, {
      ...longContribution('advocate', round),
      preemptive_rebuttals: listed,
      evidence_strengthening: listed,
      assumption_defence: listed,
    });
    const [objection] = critique(round).objections;
    script[`r${round}/critic`] = critique(round, {
      ...longContribution('critic', round),
      objections: [1, 2, 3].map(() => ({ ...objection, text: `${objection?.text ?? ''} ${words(300)}` })),
    });
    script[`r${round}/judge`] = assessment(round, {
      argument_evaluation: { advocate: words(400), critic: words(400) },
      evidence_quality: { advocate: words(250), critic: words(250) },
    });
  }
  return script;
}

/** Two grounds an argument, in other words than the source's, and each part about as long as it may be. */
function longArgument(side: Side, line: number) {
  const grounds = [line, line + 30].map((at) => ({
    source: `Trial log of the ${side}`,
    relevance: words(120),
    url: factUrl(side, at),
    quote: fact(side, at),
    content: `On that day the depot wrote down what it carried. ${words(250)}`,
  }));
  return { ...toulmin(side, line), grounds, warrant: words(200), backing: words(200) };
}

function longDialectic(exchanges: number): Script {
  const script: Script = dialecticScript(exchanges);
  for (const side of sides) script['e0/' + side] = { arguments: [1, 2, 3].map((line) => longArgument(side, line)) };
  for (let exchange = 1; exchange < exchanges; exchange += 1) {
    for (const side of sides) {
      const target = idOf(side === 'proposition' ? 'opposition' : 'proposition', '000a');
      script[`e${exchange}/${side}`] = {
        argument: {
          ...longArgument(side, 10 + exchange),
          attacks: [{ target_id: target, type: 'grounds_attack', content: words(300) }],
        },
      };
    }
  }
  return script;
}

describe('what a debate is said to use', () => {
  it.each([2, 4])('is near what a tribunal of %i rounds uses', async (rounds) => {
    const played = await playFormat({
      format: tribunal,
      topic: 'Should the parcels go by the north depot?',
      options: { rounds },
      script: longTribunal(rounds),
      isResearching: true,
    });
    expect(played.end).toEqual({ status: 'done' });
    const share = estimated(tribunal, { rounds }).tokens_high / counted(played);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(1.6);
  });

  it.each([1, 3])('is near what a dialectic uses that is judged %i times', async (passes) => {
    const options = { exchanges: 3, judge_passes: passes };
    const played = await playFormat({
      format: dialectic,
      topic: 'Should the depots stay open?',
      options,
      script: longDialectic(3),
      isResearching: true,
    });
    expect(played.end).toEqual({ status: 'done' });
    const share = estimated(dialectic, options).tokens_high / counted(played);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(1.6);
  });

  it('is a range where the Judge chooses or may end the rounds early, and one figure for exchanges', () => {
    const chosen = estimated(tribunal, { rounds: 'auto' });
    expect(chosen.tokens_high).toBeGreaterThan(4 * chosen.tokens_low);
    expect(chosen.basis[0]).toContain('2 to 10 rounds, as the Judge recommends');
    const fixed = estimated(tribunal, { rounds: 4 });
    expect(fixed.tokens_low).toBeLessThan(fixed.tokens_high);
    const single = estimated(tribunal, { rounds: 1 });
    expect(single.tokens_low).toBe(single.tokens_high);
    const exchanges = estimated(dialectic, { exchanges: 5 });
    expect(exchanges.usd_low).toBe(exchanges.usd_high);
    expect(exchanges.basis[0]).toBe('two sides, 5 exchanges, each judged once');
  });

  it('grows with rounds, exchanges and passes, and names models without a price', () => {
    const tokens = (format: Format, options: Record<string, unknown>): number => estimated(format, options).tokens_high;
    expect(tokens(tribunal, { rounds: 5 })).toBeGreaterThan(tokens(tribunal, { rounds: 3 }));
    expect(tokens(dialectic, { exchanges: 4 })).toBeGreaterThan(tokens(dialectic, { exchanges: 3 }));
    expect(tokens(dialectic, { exchanges: 3, judge_passes: 5 })).toBeGreaterThan(tokens(dialectic, { exchanges: 3 }));
    const debaters = (tribunal.seats ?? []).map(({ name }) => ({ name, model: 'openai-compatible:m' }));
    const local = estimateOf({
      provider: 'openai-compatible',
      format: 'tribunal',
      options: {},
      debaters,
      limits: { min_rounds: 1, max_rounds: 10 },
      models: { judge: 'openai-compatible:m' },
    });
    expect(local).toMatchObject({ usd_high: 0, unpriced: ['openai-compatible:m'] });
    const nobody = estimateOf({
      provider: 'offline',
      format: 'tribunal',
      options: {},
      debaters: [],
      limits: { min_rounds: 1, max_rounds: 10 },
    });
    expect(nobody).toBeUndefined();
  });
});
