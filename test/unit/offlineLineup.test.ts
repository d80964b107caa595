import { describe, expect, it } from 'vitest';
import { proposeLineup } from '../../src/agents/offline/lineup';
import { reviseLineup } from '../../src/agents/offline/lineupRevision';
import { leaningOf } from '../../src/agents/offline/leaning';
import { motionOf } from '../../src/agents/offline/motion';
import type { Debater } from '../../src/debate/entryData';
import { isDebaterName } from '../../src/debate/names';
import { taskOutputs } from '../../src/debate/tasks';

/** Any hint becomes a lineup that can debate: unique lawful names, both sides, positions that differ. */

const move = 'Should the payments service move from REST to gRPC?';
const names = (hints: string, topic = move): string[] =>
  proposeLineup({ topic, hints }).debaters.map(({ name }) => name);
const positions = (topic: string, hints = ''): string[] =>
  proposeLineup({ topic, hints }).debaters.map(({ starting_position }) => starting_position);

describe('the topic', () => {
  it.each([
    ['Should the payments service move from REST to gRPC?', 'change', ['REST', 'gRPC']],
    ['Replace REST with gRPC', 'change', ['REST', 'gRPC']],
    ['Should we rewrite the engine in Rust instead of Go?', 'change', ['Go', 'Rust']],
    ['Is remote work better than office work?', 'change', ['office work', 'remote work']],
    ['Tabs or spaces?', 'choice', ['Tabs', 'spaces']],
    ['Kotlin vs Java for the backend', 'choice', ['Kotlin', 'Java']],
    ['PostgreSQL, MySQL or MongoDB for the order service?', 'choice', ['PostgreSQL', 'MySQL', 'MongoDB']],
    ['Should we keep the monolith or move to microservices?', 'choice', ['monolith', 'microservices']],
    ['Should our team adopt a four-day week?', 'change', ['four-day week']],
    ['Should cities ban cars from their centres?', 'change', ['cars']],
    ['The future of AI', 'open', ['future of AI']],
  ])('%s is a %s', (topic, kind, labels) => {
    const motion = motionOf(topic);
    expect([motion.kind, motion.options.map(({ label }) => label)]).toEqual([kind, labels]);
  });

  it('is against its option where its verb is', () => {
    const motion = motionOf('Should cities ban cars?');
    const lean = (starting_position: string): readonly number[] =>
      leaningOf({ name: 'x', persona: '', starting_position }, motion);
    expect(motion.sign).toBe(-1);
    expect(lean('Cities should ban cars.')).toEqual([-1]);
    expect(lean('Cities should not ban cars.')).toEqual([1]);
  });

  it.each([
    ['Keep REST; it is what our partners know.', [1, -1]],
    ['Move to gRPC now', [-1, 1]],
    ['We should not move to gRPC', [1, -1]],
    ['Against gRPC, for good reasons', [1, -1]],
    ['gRPC instead of REST', [-1, 1]],
    ['In favour of the change', [-1, 1]],
    ['Sceptical of the whole plan', [1, -1]],
    ['Whatever serves the customers', [0, 0]],
  ])('a position is read: %s', (starting_position, expected) => {
    expect(leaningOf({ name: 'x', persona: '', starting_position }, motionOf(move))).toEqual(expected);
  });
});

describe('the proposed lineup', () => {
  it.each([
    ['', ['proponent', 'opponent']],
    [
      'a venture capitalist, a labour economist and an AI safety researcher',
      ['venture-capitalist', 'labour-economist', 'ai-safety-researcher'],
    ],
    [
      'a panel of 4: an SRE, a CFO, a mobile developer and a partner integrator',
      ['SRE', 'CFO', 'mobile-developer', 'partner-integrator'],
    ],
    ['3 debaters', ['proponent', 'opponent', 'pragmatist']],
    ['four', ['proponent', 'opponent', 'pragmatist', 'sceptic']],
    ['two architects', ['architect', 'architect-2']],
    ['- an economist\n- a nurse', ['economist', 'nurse']],
    ['1. promoter\n2. detractor', ['promoter', 'detractor']],
    ['promoter, detractor', ['promoter', 'detractor']],
    ['an optimist vs a pessimist', ['optimist', 'pessimist']],
    ['a union leader who is against it and a CTO in favour of the move', ['union-leader', 'CTO']],
    ['Dr. Änne Weiß, head of SRE; Prof. Li', ['Dr-Anne-Weiss', 'Prof-Li']],
    ['Alice, Bob and Carol', ['Alice', 'Bob', 'Carol']],
    ['Let a farmer and a fisherman debate it', ['farmer', 'fisherman']],
    ['audience, verifier', ['audience-speaker', 'verifier-speaker']],
    ['only a lawyer', ['lawyer', 'proponent']],
    ['🙂🙂', ['proponent', 'opponent']],
    ['nine: a, b, c, d, e, f, g, h, i, j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ["{debaters: [{name: 'dev', position: 'gRPC now',}, {name: 'ops'}]}", ['dev', 'ops']],
    ['[{"name":"sre","persona":"A grumpy SRE","position":"For gRPC"},{"name":"chair"}]', ['sre', 'chair-speaker']],
  ])('from %j', (hints, expected) => {
    expect(names(hints)).toEqual(expected);
  });

  it('takes positions and incentives as they were given', () => {
    const { debaters } = proposeLineup({
      topic: move,
      hints:
        '- Alice, an SRE: for gRPC (incentives: fewer pages at night)\n- Bob, the CFO: against it (incentives: budget discipline)',
    });
    expect(debaters).toEqual([
      { name: 'Alice', persona: 'An SRE', starting_position: 'For gRPC.', incentives: 'fewer pages at night' },
      {
        ...{ name: 'Bob', persona: 'The CFO', incentives: 'budget discipline' },
        starting_position: 'The payments service should not move from REST to gRPC.',
      },
    ]);
  });

  it('states for and against in plain English', () => {
    expect(positions('Should our team adopt a four-day week?')).toEqual([
      'Our team should adopt a four-day week.',
      'Our team should not adopt a four-day week.',
    ]);
    expect(positions('Replace REST with gRPC')).toEqual(['Replace REST with gRPC.', 'Do not replace REST with gRPC.']);
    expect(positions('Remote work should be the default')).toEqual([
      'Remote work should be the default.',
      'Remote work should not be the default.',
    ]);
    expect(positions('Tabs, spaces or both?')).toHaveLength(3);
  });

  it('is lawful, covers both sides and repeats no position, whatever the hints', () => {
    const hints = [
      '',
      '8 debaters',
      'a; a; a',
      'ein Bauer; 老师; x'.repeat(3),
      '{"a":',
      '((((',
      'no',
      '12 people',
      'you, me',
      '"; DROP TABLE',
    ];
    for (const topic of [move, 'AI', 'Soll die Schule früher beginnen?', '应该吗?', 'A, B or C?']) {
      for (const hint of hints) {
        const lineup = taskOutputs['chair/propose_lineup'].parse(proposeLineup({ topic, hints: hint }));
        const lower = lineup.debaters.map(({ name }) => name.toLowerCase());
        expect(lower.every(isDebaterName)).toBe(true);
        expect(new Set(lower).size).toBe(lower.length);
        const stated = lineup.debaters.map(({ starting_position }) => starting_position);
        expect(new Set(stated).size).toBe(stated.length);
      }
    }
  });

  it('is the same every time', () => {
    expect(proposeLineup({ topic: move, hints: '5 debaters' })).toEqual(
      proposeLineup({ topic: move, hints: '5 debaters' }),
    );
  });
});

describe('the revised lineup', () => {
  const proposed = proposeLineup({ topic: move, hints: 'an SRE, a CFO and a mobile developer' }).debaters.map(
    (debater): Debater => ({ ...debater, model: '' }),
  );
  const revised = (request: string) =>
    reviseLineup({ topic: move, hints: '', evidence: [], proposed, request }).debaters;

  it.each([
    ['add a lawyer', ['SRE', 'CFO', 'mobile-developer', 'lawyer']],
    ['remove the CFO', ['SRE', 'mobile-developer']],
    ['rename sre to night-watch', ['night-watch', 'CFO', 'mobile-developer']],
    ['swap', ['mobile-developer', 'CFO', 'SRE']],
    ['swap sre and cfo', ['CFO', 'SRE', 'mobile-developer']],
    ['only two', ['SRE', 'CFO']],
    ['replace the CFO with a regulator', ['SRE', 'regulator', 'mobile-developer']],
    ['please add an ethicist and remove the mobile developer', ['SRE', 'CFO', 'ethicist']],
    ['a teacher and a pupil', ['teacher', 'pupil']],
    ['more fun, please', ['SRE', 'CFO', 'mobile-developer']],
    ['', ['SRE', 'CFO', 'mobile-developer']],
  ])('%j', (request, expected) => {
    expect(revised(request).map(({ name }) => name)).toEqual(expected);
  });

  it('keeps what the request does not touch', () => {
    expect(revised('add a lawyer').slice(0, 3)).toEqual(
      proposed.map(({ name, persona, starting_position, incentives }) => ({
        name,
        persona,
        starting_position,
        incentives,
      })),
    );
    expect(revised("change the cfo's position to keep REST")[1]?.starting_position).toBe('Keep REST.');
  });

  it('fills in what the user left empty in a card', () => {
    const added: Debater = { name: 'doubter', persona: '', starting_position: ' ', incentives: '', model: '' };
    const { debaters } = reviseLineup({ topic: move, hints: '', evidence: [], proposed: [...proposed, added], request: 'add a lawyer' });
    expect(debaters.map(({ name }) => name)).toEqual(['SRE', 'CFO', 'mobile-developer', 'doubter', 'lawyer']);
    expect(Object.values(debaters[3] ?? {}).filter((text) => String(text).trim() === '')).toEqual([]);
  });
});
