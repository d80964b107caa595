import { drawn } from '../../../../../src/debate/formats/common/drawn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Argument, Side } from '../../../../../src/debate/log/entryData';
import {
  blinded,
  blindText,
  idNamed,
  showingOf,
  unblindText,
} from '../../../../../src/debate/formats/dialectic/inputs';
import { averaged, judgmentDraft } from '../../../../../src/debate/formats/dialectic/judgment';
import {
  dialecticFacts,
  type ArgumentFact,
  type DialecticFacts,
} from '../../../../../src/debate/formats/dialectic/facts';
import type { KnownArgument } from '../../../../../src/debate/flow/tasks/dialectic';

/** Drawing, blinding and averaging: what a Judge thinks of an argument comes out whatever label it bore, on whichever side it stood. */

const ids = ['prop_000a', 'prop_000b', 'prop_000c', 'opp_000a', 'opp_000b', 'opp_000c'];
const mirrored = (id: string): string =>
  id.startsWith('prop') ? id.replace('prop', 'opp') : id.replace('opp', 'prop');
const sideOf = (id: string): Side => (id.startsWith('prop') ? 'proposition' : 'opposition');

const known = (id: string, text: string): KnownArgument => ({
  seq: 0,
  score: undefined,
  checks: [],
  redacted: undefined,
  argument: {
    id,
    side: sideOf(id),
    exchange: 0,
    title: text,
    claim: text,
    grounds: [],
    warrant: text,
  } satisfies Argument,
});

function factsWith(texts: ReadonlyMap<string, string>): DialecticFacts {
  const facts = dialecticFacts.create();
  for (const id of ids) {
    const text = texts.get(id) ?? '';
    facts.arguments.set(id, {
      id,
      side: sideOf(id),
      exchange: 0,
      seq: 0,
      title: text,
      claim: text,
      isQuoted: false,
      attacks: [],
      defends: [],
    } satisfies ArgumentFact);
  }
  return facts;
}

/** Judges what it reads and nothing else; in its own words it names the label. */
function judge(
  texts: ReadonlyMap<string, string>,
  worth: ReadonlyMap<string, number>,
  passes: number,
  seed: string,
): Record<string, number> {
  const facts = factsWith(texts);
  const judged = Array.from({ length: passes }, (_, pass) => {
    const showing = showingOf({ fresh: ids, earlier: [] }, `${seed}/${pass}`);
    const scores = showing.order.map((id) => {
      const shown = blinded(known(id, texts.get(id) ?? ''), showing);
      return {
        argument_id: shown.label,
        score: (worth.get(`${shown.title}/${pass}`) ?? 0) / 100,
        reasoning: `${shown.label} says ${shown.title}.`,
      };
    });
    return { showing, answer: { scores, rescores: [] } };
  });
  const { data } = judgmentDraft(judged, { exchange: 0, seed, facts });
  return Object.fromEntries(
    (data as { scores: { argument_id: string; score: number }[] }).scores.map(({ argument_id: id, score }) => [
      id,
      score,
    ]),
  );
}

const zeroSum = fc
  .array(fc.integer({ min: -15, max: 15 }), { minLength: 5, maxLength: 5 })
  .map((five) => [...five, -five.reduce((sum, value) => sum + value, 0)]);

describe('judging', () => {
  it('mirrors every score when the sides change places', () => {
    fc.assert(
      fc.property(fc.array(zeroSum, { minLength: 1, maxLength: 4 }), fc.string(), (perPass, seed) => {
        const worth = new Map(
          perPass.flatMap((scores, pass) => scores.map((score, index) => [`text ${index}/${pass}`, score] as const)),
        );
        const texts = new Map(ids.map((id, index) => [id, `text ${index}`]));
        const swapped = new Map(ids.map((id, index) => [mirrored(id), `text ${index}`]));
        const one = judge(texts, worth, perPass.length, seed);
        const other = judge(swapped, worth, perPass.length, seed);
        for (const id of ids) expect(other[mirrored(id)]).toBe(one[id]);
        expect(Object.values(one).reduce((sum, score) => sum + Math.round(score * 100), 0)).toBe(0);
      }),
    );
  });

  it('comes to the same scores whatever the order and the labels', () => {
    fc.assert(
      fc.property(zeroSum, fc.string(), fc.string(), (scores, seed, other) => {
        const worth = new Map(scores.map((score, index) => [`text ${index}/0`, score] as const));
        const texts = new Map(ids.map((id, index) => [id, `text ${index}`]));
        expect(judge(texts, worth, 1, other)).toEqual(judge(texts, worth, 1, seed));
      }),
    );
  });

  it('logs order, seed, passes and spread, and the reasons with ids for labels', () => {
    const texts = new Map(ids.map((id, index) => [id, `text ${index}`]));
    const facts = factsWith(texts);
    const passes = [0, 1].map((pass) => {
      const showing = showingOf({ fresh: ids, earlier: [] }, `s/${pass}`);
      const scores = ids.map((id, index) => ({
        argument_id: showing.labels.get(id) ?? '',
        score:
          [
            [0.3, -0.3],
            [0.1, -0.1],
            [0, 0],
          ][index % 3]?.[pass] ?? 0,
        reasoning: `${showing.labels.get(id) ?? ''} it is.`,
      }));
      return { showing, answer: { scores, rescores: [] } };
    });
    const { data = {}, content } = judgmentDraft(passes, { exchange: 0, seed: 's', facts });
    expect(data).toMatchObject({
      exchange: 0,
      seed: 's',
      order: passes[0]?.showing.order,
      spread: { prop_000a: 0.6, prop_000b: 0.2, prop_000c: 0 },
    });
    expect((data['passes'] as unknown[]).length).toBe(2);
    expect((data['scores'] as { reasoning: string }[])[0]?.reasoning).toBe('prop_000a it is.');
    expect(content).toContain('- prop_000a: 0.00 (spread 0.60). prop_000a it is.');
  });
});

describe('averages', () => {
  const rows = fc.integer({ min: 1, max: 9 }).chain((passes) =>
    fc.integer({ min: 1, max: 7 }).chain((count) =>
      fc.array(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: count, maxLength: count }), {
        minLength: passes,
        maxLength: passes,
      }),
    ),
  );
  const columns = (passes: readonly (readonly number[])[]): number[][] => {
    const zeroed = passes.map((scores) => [...scores, -scores.reduce((sum, value) => sum + value, 0)]);
    return (zeroed[0] ?? []).map((_, index) => zeroed.map((scores) => scores[index] ?? 0));
  };

  it('sum to exactly 0, lie within a hundredth of the mean, and turn their signs with the scores', () => {
    fc.assert(
      fc.property(rows, (passes) => {
        const table = columns(passes);
        const keys = table.map((_, index) => `key ${index}`);
        const means = averaged(table, keys);
        expect(means.reduce((sum, value) => sum + value, 0)).toBe(0);
        means.forEach((mean, index) => {
          const row = table[index] ?? [];
          expect(Math.abs(mean - row.reduce((sum, value) => sum + value, 0) / row.length)).toBeLessThan(1);
        });
        expect(
          averaged(
            table.map((row) => row.map((value) => -value)),
            keys,
          ),
        ).toEqual(means.map((mean) => (mean === 0 ? 0 : -mean)));
      }),
    );
  });

  it('never lift a row that is never above 0', () => {
    expect(
      averaged(
        [
          [0, -1],
          [1, 0],
          [-1, 1],
        ],
        ['a', 'b', 'c'],
      ),
    ).toEqual([0, 0, 0]);
    expect(
      averaged(
        [
          [-1, 0, 0],
          [1, 0, 0],
          [0, 0, 0],
        ],
        ['a', 'b', 'c'],
      ),
    ).toEqual([0, 0, 0]);
    fc.assert(
      fc.property(rows, (passes) => {
        const table = columns(passes);
        averaged(table, table.map(String)).forEach((mean, index) => {
          if ((table[index] ?? []).every((value) => value <= 0)) expect(mean).toBeLessThanOrEqual(0);
        });
      }),
    );
  });
});

describe('drawing and blinding', () => {
  it('draws every order about as often, and the same one from the same text', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 6_000; index += 1) {
      const order = drawn(['a', 'b', 'c'], `seed ${index}`).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(
      [...counts.values()].every((count) => count > 850 && count < 1_150),
      JSON.stringify([...counts]),
    ).toBe(true);
    expect(counts.size).toBe(6);
    expect(drawn(ids, 'x')).toEqual(drawn(ids, 'x'));
  });

  const showing = showingOf({ fresh: ['prop_001', 'opp_001'], earlier: ['prop_000a', 'opp_000b'] }, 'seed');
  const label = (id: string): string => showing.labels.get(id) ?? '';

  it.each<[string, Side, string]>([
    ['As prop_000a says, opp_001 fails.', 'proposition', `As ${label('prop_000a')} says, ${label('opp_001')} fails.`],
    ['The Opposition overlooks this.', 'proposition', 'The other side overlooks this.'],
    ["Contrary to the opposition's claim, it holds.", 'proposition', "Contrary to the other side's claim, it holds."],
    ['Contrary to opposition claims, it holds.', 'proposition', 'Contrary to the other side claims, it holds.'],
    ['The Proposition shows it.', 'proposition', 'This side shows it.'],
    ['We of the proposition side say so.', 'proposition', 'We of this side say so.'],
    ['Opp has no answer.', 'opposition', 'This side has no answer.'],
    ['There is opposition to the plan.', 'proposition', 'There is opposition to the plan.'],
    ['Opposition parties voted for it.', 'proposition', 'Opposition parties voted for it.'],
    ['The value proposition is clear.', 'opposition', 'The value proposition is clear.'],
    ['The proposition that zoos teach is false.', 'opposition', 'The proposition that zoos teach is false.'],
    ['Under Prop 12 farms changed.', 'opposition', 'Under Prop 12 farms changed.'],
    ['opp_777 is made up.', 'proposition', 'an argument that is not shown is made up.'],
  ])('%s', (text, author, blind) => {
    expect(blindText(text, showing, author)).toBe(blind);
  });

  it('maps labels and ids back', () => {
    for (const id of showing.labels.keys()) {
      expect(idNamed(label(id), showing)).toBe(id);
      expect(idNamed(id.toUpperCase(), showing)).toBe(id);
      expect(unblindText(`See ${label(id)}.`, showing)).toBe(`See ${id}.`);
    }
    expect(idNamed('arg_9', showing)).toBeUndefined();
  });

  it('leaves quotations as they are', () => {
    const quote = 'The Opposition left the chamber.';
    const argument = {
      ...known('prop_001', 'Of the Opposition.').argument,
      grounds: [
        { source: 'Minutes', content: `The Opposition denies it: ${quote}`, url: 'https://example.org', quote },
      ],
    };
    expect(blinded({ ...known('prop_001', ''), argument }, showing).grounds[0]?.content).toBe(
      `The other side denies it: ${quote}`,
    );
  });
});
