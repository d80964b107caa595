import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../../../src/debate/formats/registry';
import type { Format } from '../../../../src/debate/flow/step';
import {
  refuseEmptySeats,
  optionsFor,
  seatedDebaters,
  type FormatWishes,
} from '../../../../src/session/plan/formatPlan';
import { formatOf } from '../../../../src/session/plan/plan';
import { PlanError } from '../../../../src/session/plan/planError';
import { planTerms } from '../../../../src/session/plan/planDebate';
import { lineupProblems } from '../../../../src/ui/start/lineupProblems';
import { wishesFor } from '../../../../src/debate/flow/options';
import { optionFields } from '../../../../src/ui/formats/optionFields';
import { startArgument } from '../../../../src/ui/start/startArgument';

function named(name: string): Format {
  const format = formatNamed(name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}

/** Options as they are wished of one format, by their keys. */
const wished = (name: string, keys: Record<string, unknown>, more: FormatWishes = {}): Record<string, unknown> =>
  optionsFor(named(name), 'T', { ...more, options: wishesFor(named(name), keys) });

describe('the options of a format', () => {
  it('are filled in: a tribunal as long as its Judge recommends, a dialectic of three exchanges', () => {
    expect(optionsFor(named('tribunal'), 'Tabs?', {})).toEqual({
      rounds: 'auto',
      order: 'critic-first',
      handover: 'public',
    });
    expect(optionsFor(named('dialectic'), 'Tabs?', {})).toMatchObject({
      motion: 'Tabs?',
      exchanges: 3,
    });
    const others = { 'tribunal.rounds': 2, 'dialectic.exchanges': 4 };
    expect(optionsFor(named('panel'), 'Tabs?', { options: others })).toEqual({});
  });

  it('take what was wished, and nothing of another format', () => {
    expect(wished('tribunal', { rounds: 2, order: 'advocate-first', handover: 'raw', exchanges: 9 })).toEqual({
      rounds: 2,
      order: 'advocate-first',
      handover: 'raw',
    });
    const terms = { definitions: [{ term: 'Tab', meaning: 'U+0009' }], scope: 'Source code only.' };
    const options = optionsFor(named('dialectic'), 'Should we use tabs?', {
      terms,
      options: wishesFor(named('dialectic'), { exchanges: 5, judgePasses: 3, seed: 's' }),
    });
    expect(options).toMatchObject({
      definitions: terms.definitions,
      scope: terms.scope,
      exchanges: 5,
      judge_passes: 3,
      seed: 's',
    });
    expect(options['motion']).toBe('Should we use tabs?');
  });

  it.each([
    ['tribunal', { rounds: 0 }],
    ['tribunal', { rounds: 11 }],
    ['tribunal', { order: 'random' }],
    ['dialectic', { exchanges: 0 }],
    ['dialectic', { judgePasses: 10 }],
  ])('of a %s that do not fit are refused: %j', (name, wishes) => {
    expect(() => wished(name, wishes)).toThrow(PlanError);
  });

  it('of an unknown format are asked of nobody', () => {
    expect(() => formatOf({ format: 'duel' })).toThrow(
      'The format "duel" is unknown; the formats are panel, tribunal, dialectic.',
    );
  });
});

describe('the seats of a format that names them', () => {
  it('are taken in its order, on one model, whatever order a lineup has', () => {
    const given = [{ name: 'critic', persona: 'an auditor', model: 'm2' }];
    const debaters = seatedDebaters(named('tribunal'), 'm1', given);
    expect(debaters.map(({ name, model }) => [name, model])).toEqual([
      ['advocate', 'm1'],
      ['critic', 'm2'],
    ]);
    expect(debaters[1]?.persona).toBe('an auditor');
    expect(debaters[1]?.starting_position).not.toBe('');
  });

  it('are empty offline where nobody takes them', () => {
    const seated = (format: string, models: Record<string, string>) => () =>
      refuseEmptySeats(named(format), { provider: 'offline', modelOf: (seat) => models[seat] });
    expect(seated('tribunal', {})).toThrow(/there is no tribunal.*a model, people .*advocate, critic, judge.*sample/);
    expect(seated('dialectic', { proposition: 'human' })).toThrow(/Nobody takes the seats opposition, judge/);
    expect(seated('dialectic', { proposition: 'human', opposition: 'human', judge: 'anthropic:m' })).not.toThrow();
    expect(seated('panel', {})).not.toThrow();
  });

  it('are nobody else’s', () => {
    expect(() => seatedDebaters(named('dialectic'), 'm', [{ name: 'sre' }])).toThrow(
      /held by proposition and opposition; "sre" has no seat/,
    );
  });

  it('cannot be renamed, moved, added or left in the review', () => {
    const format = named('dialectic');
    const debaters = seatedDebaters(format, 'offline').map((debater) => ({ ...debater }));
    expect(lineupProblems(debaters, 'offline', format.seats)).toEqual([]);
    expect(lineupProblems([...debaters].reverse(), 'offline', format.seats)[0]?.message).toContain(
      'proposition, opposition',
    );
    expect(lineupProblems(debaters.slice(0, 1), 'offline', format.seats)).toHaveLength(1);
  });
});

describe('the start of a tribunal or a dialectic in the editor', () => {
  it('takes its rounds from its options and nothing of the panel’s settings', () => {
    const explicit = { min_rounds: 5, max_rounds: 6, time_budget_minutes: 9 };
    const limits = (format: string, wishes = {}, config = {}) =>
      planTerms({
        ...{ topic: 'T.', format, provider: 'anthropic', explicit, config, seats: {} },
        wishes: { options: wishesFor(named(format), wishes) },
      }).limits;
    expect(limits('tribunal', { rounds: 2 }, { max_rounds: 4 })).toMatchObject({
      min_rounds: 1,
      max_rounds: 2,
      time_budget_minutes: 9,
    });
    expect(limits('dialectic', { exchanges: 60 })).toMatchObject({ min_rounds: 1, max_rounds: 60 });
    expect(limits('panel')).toMatchObject({ min_rounds: 5, max_rounds: 6 });
  });

  it('may be asked for by a program', () => {
    const argument = startArgument({
      topic: 'T',
      evidence: '/e',
      format: 'dialectic',
      details: { exchanges: 4, motion: 'Tabs win.' },
    });
    expect(argument?.choices).toMatchObject({ format: 'dialectic', details: { exchanges: 4, motion: 'Tabs win.' } });
    expect(startArgument({ topic: 'T', format: 'tribunal', details: { rounds: 12 } })).toBeUndefined();
  });

  it('offers in the review only what can be: offline no sealed openings and no crux, and says why', () => {
    const offered = (isOffline: boolean): unknown[] =>
      optionFields(named('panel'), { options: {}, topic: 'T', isOffline })
        .slice(1)
        .map(({ options, hint }) => [options?.length, hint === undefined]);
    expect(offered(false)).toEqual([
      [2, true],
      [2, true],
    ]);
    expect(offered(true)).toEqual([
      [1, false],
      [1, false],
    ]);
  });

  it('says in the review what it is set to', () => {
    const valuesOf = (name: string, options: Record<string, unknown>): Record<string, string> =>
      Object.fromEntries(
        optionFields(named(name), { options, topic: 'Tabs?', isOffline: false }).map(({ id, value }) => [id, value]),
      );
    expect(valuesOf('tribunal', wished('tribunal', { rounds: 4 }))).toEqual({
      rounds: '4',
      order: 'critic-first',
      handover: 'public',
    });
    expect(valuesOf('panel', wished('panel', { order: 'drawn' }))).toEqual({
      order: 'drawn',
      openings: 'open',
      crux: 'false',
    });
    const terms = { definitions: [{ term: 'A', meaning: 'b' }], scope: 'Here.' };
    expect(valuesOf('dialectic', wished('dialectic', { judgePasses: 2 }, { terms }))).toEqual({
      motion: 'T',
      terms: '- **A**: b\n\n## Scope\n\nHere.',
      exchanges: '3',
      judgePasses: '2',
    });
  });

  it('takes a motion as it takes a topic: on one line, without marks that turn it, and not too long', () => {
    const motionOf = (motion: string): unknown => wished('dialectic', { motion })['motion'];
    expect(motionOf('Line one\n\n# Line two \u202ethree')).toBe('Line one # Line two three');
    for (const [motion, message] of [
      ['x'.repeat(2_001), 'The motion has 2001 characters'],
      [' \n', 'The motion is empty'],
      ['…!', 'holds no word'],
    ] as const)
      expect(() => motionOf(motion)).toThrow(message);
  });
});
