import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../../src/agents/scripted';
import { sides } from '../../../../../src/debate/log/entryData';
import { dialectic } from '../../../../../src/debate/formats/dialectic/dialectic';
import { sendGuidance } from '../../../../../src/session/run/interventions';
import { dialecticScript, rebuttal } from '../../../../support/dialecticScript';
import { playFormat, type FormatPlay, type FormatPlayed, type SentRequest } from '../../../../support/formatPlay';
import { fact } from '../../../../support/scriptedDebate';

/** Whole dialectics by models: sides are blind to each other within an exchange, and the Judge to who is who. */

const play = (script: Script, more: Partial<FormatPlay> = {}): Promise<FormatPlayed> =>
  playFormat({ format: dialectic, topic: 'Should the depots stay open?', options: { exchanges: 3 }, script, ...more });

const ofAgent = ({ sent }: FormatPlayed, agent: string): SentRequest[] =>
  sent.filter((request) => request.agent === agent);
/**
 * Research and composition of each exchange, without the points up to which the provider is to keep what it read: no model is told of them, and
 * where they stand depends on which side was quicker.
 */
const ofExchange = (played: FormatPlayed, side: string, exchange: number): string[] =>
  ofAgent(played, side)
    .slice(2 * exchange, 2 * exchange + 2)
    .map(({ body }) => body.replace(/,"cache_control":\{[^{}]*\}/g, ''));

/** One side gives another argument in exchange 1. */
const changed = (side: 'proposition' | 'opposition'): Script => ({
  ...dialecticScript(3),
  [`e1/${side}`]: rebuttal(side, 1, {
    claim: `What the ${side} alone says of its first day.`,
    warrant: 'Words of this one argument, and of no other.',
  }),
});

describe('what a side of a dialectic is told', () => {
  it.each([
    ['proposition', 'opposition'],
    ['opposition', 'proposition'],
  ] as const)(
    'is the same to the byte for the %s, whatever the other side says in the same exchange',
    async (side, other) => {
      const [one, two] = [await play(dialecticScript(3)), await play(changed(other))];
      expect([one.end, two.end]).toEqual([{ status: 'done' }, { status: 'done' }]);
      for (const exchange of [0, 1]) {
        expect(ofExchange(one, side, exchange)).toHaveLength(2);
        expect(ofExchange(two, side, exchange)).toEqual(ofExchange(one, side, exchange));
      }
      // In the next one it is told.
      expect(ofExchange(two, side, 2)).not.toEqual(ofExchange(one, side, 2));
      expect(ofExchange(two, side, 2).join('\n')).toContain('Words of this one argument');
      expect(ofExchange(two, side, 1).join('\n')).not.toContain('Words of this one argument');
    },
  );

  it('holds no entry of the exchange that is under way', async () => {
    const played = await play(dialecticScript(3));
    for (const side of sides) {
      for (const exchange of [0, 1, 2]) {
        const told = ofExchange(played, side, exchange).join('\n');
        const ids = exchange === 0 ? ['prop_000a', 'opp_000a'] : [`prop_00${exchange}`, `opp_00${exchange}`];
        for (const id of ids) expect(told).not.toContain(id);
      }
    }
  });

  it('grows at its end alone, and is shared by both sides', async () => {
    const played = await play(dialecticScript(3));
    const recordOf = ({ text }: SentRequest): string[] =>
      [...text.matchAll(/<entry-0123456789ab [^>]*>[\s\S]*?<\/entry-0123456789ab>/g)].map(([entry]) => entry);
    const records = sides.map((side) => ofAgent(played, side).map(recordOf));
    expect(records[0]).toEqual(records[1]);
    for (const [index, record] of (records[0] ?? []).entries()) {
      const before = records[0]?.[index - 1] ?? [];
      expect(record.slice(0, before.length)).toEqual(before);
    }
  });
});

describe('what the Judge of a dialectic is told', () => {
  const sideWords = /proposition|opposition|\b(?:prop|opp)(?:_\d|\b)/i;

  /** Without what was quoted from the evidence, whose files bear the sides' names here. */
  const withoutEvidence = (body: string): string =>
    sides.reduce(
      (text, side) =>
        Array.from({ length: 20 }, (_, index) => fact(side, index + 1)).reduce(
          (rest, words) => rest.replaceAll(words, ''),
          text,
        ),
      body,
    );

  it.each([1, 3])('names neither sides nor ids, whatever the sides and the user say (%i passes)', async (passes) => {
    const telling = rebuttal('opposition', 1, {
      claim: 'What prop_000a counts, the Proposition counted on one day alone.',
      attacks: [
        {
          target_id: 'prop_000b',
          type: 'claim_attack',
          content: 'The Proposition’s prop_000b says what we of the Opposition said in opp_000a.',
        },
      ],
    });
    const played = await play(
      { ...dialecticScript(3), 'e1/opposition': telling },
      {
        options: { exchanges: 3, judge_passes: passes },
        restAfter: 'judgment',
        meanwhile: (log) => sendGuidance(log, 'Look at opp_000a again, and at prop_000b.'),
      },
    );
    expect(played.end).toEqual({ status: 'done' });
    const judged = ofAgent(played, 'judge');
    expect(judged).toHaveLength(3 * passes);
    for (const { body } of judged) expect(sideWords.exec(withoutEvidence(body))).toBeNull();
    expect(judged.some(({ text }) => text.includes('again, and at'))).toBe(true);
    // What is looked for would be found: the sides are told both.
    expect(sideWords.test(withoutEvidence(ofExchange(played, 'proposition', 2).join('\n')))).toBe(true);
  });

  it('comes in another order for each pass', async () => {
    const played = await play(dialecticScript(2), { options: { exchanges: 2, judge_passes: 3 } });
    const orders = ofAgent(played, 'judge')
      .slice(0, 3)
      .map(({ text }) =>
        [...text.matchAll(/Title: (.*)\nClaim: (.*)/g)].map(([, title, claim]) => `${title} ${claim}`),
      );
    expect(orders[0]).toHaveLength(6);
    expect(new Set(orders.map((order) => order.join('\n'))).size).toBeGreaterThan(1);
    for (const order of orders) expect([...order].sort()).toEqual([...(orders[0] ?? [])].sort());
  });
});
