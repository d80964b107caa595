import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion, zeroSumScores } from '../../src/agents/offline/dialectic/apportion';
import { mostPoints } from '../../src/agents/offline/dialectic/criteria';
import { score } from '../../src/agents/offline/dialectic/score';
import { attackTypes, defenceTypes, sides, verificationStatuses, type Argument, type Side } from '../../src/debate/entryData';
import { scoreLimits, reasoningWords } from '../../src/debate/formats/dialectic/limits';
import { wordCount } from '../../src/debate/text';
import type { BlindArgument, KnownArgument } from '../../src/debate/tasks/dialectic';
import { briefOn, plainMotion, scoringOf } from '../support/offlineDialectic';

/** The offline Judge is blind in fact: neither sides nor labels nor order nor length make a difference, and its scores sum to 0. */

const motion = plainMotion('Should the city replace the bus with a tram?');
const matters = ['delays at the harbour', 'ticket revenue', 'noise near schools', 'boarding with wheelchairs', 'the depot and its loan'];
const openings = ['The tram changed', 'The bus changed', 'A survey by the city measured', 'Nobody reported on', 'In 2023 the operator spent 4.2 million on'];

const content = fc
  .tuple(fc.constantFrom(...openings), fc.constantFrom(...matters), fc.integer({ min: 1, max: 60 }))
  .map(([opening, matter, number]) => `${opening} ${matter}, as page ${number} of the report says.`);
const ground = fc.record({ source: fc.constantFrom('Trial report, lines 3–4', 'Survey, under “Noise”, line 9', 'Budget, page 2'), content, status: fc.constantFrom(undefined, ...verificationStatuses) });

interface Sketch {
  grounds: { source: string; content: string; status: (typeof verificationStatuses)[number] | undefined }[];
  words: string;
  attacks: { at: number; type: (typeof attackTypes)[number] }[];
  defends: { at: number; type: (typeof defenceTypes)[number] }[];
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  grounds: fc.array(ground, { minLength: 1, maxLength: 3 }),
  words: fc.lorem({ maxCount: 6 }),
  attacks: fc.array(fc.record({ at: fc.nat(9), type: fc.constantFrom(...attackTypes) }), { maxLength: 3 }),
  defends: fc.array(fc.record({ at: fc.nat(9), type: fc.constantFrom(...defenceTypes) }), { maxLength: 2 }),
});

/** Six opening arguments with scores, one later exchange each side. Of two exchanges the second is judged. */
const debate = fc.record({
  opening: fc.array(sketch, { minLength: 6, maxLength: 6 }),
  later: fc.array(sketch, { minLength: 2, maxLength: 2 }),
  scores: fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 6, maxLength: 6 }),
});
type Debate = typeof debate extends fc.Arbitrary<infer T> ? T : never;

function knownOf({ opening, later, scores }: Debate, sideAt: (at: number) => Side): KnownArgument[] {
  const all = [...opening, ...later];
  const idOf = (at: number): string => `id${at}`;
  return all.map((one, at) => {
    const isLater = at >= opening.length;
    const side = isLater ? sideAt(at - opening.length) : sideAt(at);
    const target = (relative: number): string => idOf(relative % opening.length);
    const argument: Argument = {
      ...{ id: idOf(at), side, exchange: isLater ? 1 : 0, title: `Title ${at}`, claim: one.words, warrant: one.words },
      grounds: one.grounds.map(({ source, content: words }, index) => ({ source, content: words, quote: words, url: `workspace:a.md#L${10 * at + index + 1}` })),
      attacks: isLater ? one.attacks.map(({ at: to, type }) => ({ target_id: target(to), type, content: one.words })) : [],
      defends: isLater ? one.defends.map(({ at: to, type }) => ({ target_id: target(to), type, content: one.words })) : [],
    };
    const checks = one.grounds.flatMap(({ status }, index) => (status === undefined ? [] : [{ url: `workspace:a.md#L${10 * at + index + 1}`, status, explanation: 'x' }]));
    return { seq: at, argument, score: isLater ? undefined : (scores[at] ?? 0) / 100, checks, struck: undefined };
  });
}

/** Scores after the judgment, by id, in hundredths. */
function judged(known: readonly KnownArgument[], exchange: number, seed: string): { after: Map<string, number>; given: ReturnType<typeof score> } {
  const { input, ids } = scoringOf(known, { exchange, motion, topic: motion.text, seed });
  const given = score(input);
  const after = new Map(known.flatMap((one) => (one.score === undefined ? [] : [[one.argument.id, Math.round(one.score * 100)] as const])));
  for (const { argument_id: label, score: value } of given.scores) after.set(ids.get(label) ?? label, Math.round(value * 100));
  for (const { argument_id: label, new_score: value } of given.rescores) after.set(ids.get(label) ?? label, Math.round(value * 100));
  return { after, given };
}

const first = (at: number): Side => (at % 2 === 0 ? sides[0] : sides[1]);
const second = (at: number): Side => (at % 2 === 0 ? sides[1] : sides[0]);

const totalOf = (known: readonly KnownArgument[], after: ReadonlyMap<string, number>, side: Side): number =>
  known.filter(({ argument }) => argument.side === side).reduce((sum, { argument }) => sum + (after.get(argument.id) ?? 0), 0);

describe('the offline Judge', () => {
  it('gives scores within the bounds that sum to exactly 0, and so do its changes', () => {
    fc.assert(
      fc.property(debate, fc.constantFrom(0, 1), (drawn, exchange) => {
        const known = knownOf(drawn, first).filter(({ argument }) => argument.exchange <= exchange);
        const shown = exchange === 0 ? known.map((one) => ({ ...one, score: undefined })) : known;
        const { given } = judged(shown, exchange, 'a');
        const before = new Map(known.map((one) => [one.argument.id, Math.round((one.score ?? 0) * 100)]));
        const { ids } = scoringOf(shown, { exchange, motion, topic: motion.text, seed: 'a' });
        const scores = given.scores.map((one) => Math.round(one.score * 100));
        const changes = given.rescores.map((one) => Math.round(one.new_score * 100) - (before.get(ids.get(one.argument_id) ?? '') ?? 0));
        expect(scores.reduce((sum, one) => sum + one, 0)).toBe(0);
        expect(changes.reduce((sum, one) => sum + one, 0)).toBe(0);
        expect(scores.every((one) => Math.abs(one) <= scoreLimits.highest)).toBe(true);
        expect(changes.every((one) => Math.abs(one) <= scoreLimits.change)).toBe(true);
        for (const { reasoning } of [...given.scores, ...given.rescores]) expect(wordCount(reasoning)).toBeLessThanOrEqual(reasoningWords);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('mirrors every score when the sides change places, and names the same argument the winner’s', () => {
    fc.assert(
      fc.property(debate, (drawn) => {
        const [one, other] = [knownOf(drawn, first), knownOf(drawn, second)];
        const [left, right] = [judged(one, 1, 'a').after, judged(other, 1, 'a').after];
        expect(right).toEqual(left);
        expect(totalOf(other, right, 'opposition')).toBe(totalOf(one, left, 'proposition'));
        expect(totalOf(other, right, 'proposition')).toBe(totalOf(one, left, 'opposition'));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it('comes to the same scores in whatever order and under whatever labels the arguments are shown', () => {
    fc.assert(
      fc.property(debate, fc.string(), fc.string(), (drawn, one, other) => {
        const known = knownOf(drawn, first);
        expect(judged(known, 1, other).after).toEqual(judged(known, 1, one).after);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('gives nothing for words that are only added', () => {
    const padding = 'It must be said again, and it cannot be said too often, that all of this is so. ';
    fc.assert(
      fc.property(debate, fc.nat(1), fc.integer({ min: 1, max: 30 }), (drawn, which, times) => {
        const known = knownOf(drawn, first);
        const id = `id${6 + which}`;
        const long = (text: string): string => `${text} ${padding.repeat(times)}`;
        const padded = known.map((one) => (one.argument.id === id ? { ...one, argument: longer(one.argument, long) } : one));
        const gained = (judged(padded, 1, 'a').after.get(id) ?? 0) - (judged(known, 1, 'a').after.get(id) ?? 0);
        expect(gained).toBe(0);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it('gives no more for a ground that is cut in two, quoted twice, or called by another name', () => {
    const whole = plain('The tram cut delays at the harbour by half, as the trial report says.', 'Trial report, lines 3–4');
    const other = plain('The bus carried 40 people to the market, as the survey of the city says.', 'Survey, line 9');
    const twice = { ...whole, grounds: [...whole.grounds, ...whole.grounds.map((one) => ({ ...one, source: 'Quite another report, line 1' }))] };
    const points = (one: BlindArgument): number => score({ brief: briefOn(motion.text), motion, guidance: [], earlier: [], arguments: [one, { ...other, label: 'B' }] }).scores[0]?.score ?? NaN;
    expect(points(twice)).toBeLessThanOrEqual(points(whole));
  });

  it('counts verified grounds, and prints what it counted', () => {
    const text = 'The tram cut delays at the harbour by half, as the trial report says.';
    const [good, bad] = [plain(text, 'Trial report, line 3'), plain(`${text} Or so it seems.`, 'Trial report, line 3', 'unreliable')];
    const { scores } = score({ brief: briefOn(motion.text), motion, guidance: [], earlier: [], arguments: [good, { ...bad, label: 'B' }] });
    expect(scores[0]?.score).toBeGreaterThan(0);
    expect(scores[1]?.score).toBe(-(scores[0]?.score ?? NaN));
    expect(scores[0]?.reasoning).toContain('verified grounds: 1 of 1 (6 of 6)');
    expect(scores[1]?.reasoning).toContain('verified grounds: 0 of 1 (0 of 6)');
  });

  it('lowers what is attacked with a verified ground on its matter, raises what is defended, and leaves the rest to others', () => {
    const harbour = 'The tram cut delays at the harbour by half in the trial.';
    const earlier = ['harbour', 'noise', 'money', 'boats'].map((label) => ({ ...plain(label === 'harbour' ? harbour : `The report on ${label} near schools names no tram.`, 'Trial report, line 3'), label, score: 0.1 }));
    const attack = (type: (typeof attackTypes)[number], status: (typeof verificationStatuses)[number]): ReturnType<typeof score> => {
      const made = { ...plain('Delays at the harbour in the trial rose again by winter.', 'Survey, line 8', status), label: 'N', attacks: [{ target: 'harbour', type, content: 'x' }] };
      return score({ brief: briefOn(motion.text), motion, guidance: [], earlier, arguments: [made, { ...plain('Nothing is said of the matter here at all.', 'Budget, line 1'), label: 'M' }] });
    };
    const after = (output: ReturnType<typeof score>, label: string): number => output.rescores.find((one) => one.argument_id === label)?.new_score ?? 0.1;
    const grounded = attack('grounds_attack', 'verified');
    expect(after(grounded, 'harbour')).toBeCloseTo(0);
    expect(after(grounded, 'noise') + after(grounded, 'money') + after(grounded, 'boats')).toBeCloseTo(0.4);
    expect(after(attack('backing_attack', 'verified'), 'harbour')).toBeGreaterThan(after(grounded, 'harbour'));
    expect(attack('grounds_attack', 'unreliable').rescores).toEqual([]);
  });

  it('has nothing above 0 for what is struck, and takes away what it had', () => {
    const lone = { ...plain('The tram cut delays at the harbour.', 'Trial report, line 3'), label: 'N' };
    const empty = { ...lone, label: 'S', grounds: [], title: '', claim: '', warrant: '', struck: 'Fabricated.' };
    const earlier = [{ ...empty, label: 'E', score: 0.3 }, { ...plain('The bus is paid off in full by now.', 'Budget, line 2'), label: 'F', score: -0.3 }];
    const output = score({ brief: briefOn(motion.text), motion, guidance: [], earlier, arguments: [lone, empty] });
    expect(output.scores.find((one) => one.argument_id === 'S')?.score).toBeLessThan(0);
    expect(output.rescores.find((one) => one.argument_id === 'E')?.new_score).toBe(0);
    expect(output.rescores.find((one) => one.argument_id === 'F')?.new_score).toBe(0);
  });
});

describe('sharing out', () => {
  it('never rounds for up to six arguments: equal points, equal scores', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: mostPoints }), { minLength: 1, maxLength: 6 }), (points) => {
        const scores = zeroSumScores(points, mostPoints, points.map(() => 'same'));
        expect(scores.reduce((sum, one) => sum + one, 0)).toBe(0);
        points.forEach((one, at) => expect(scores[points.indexOf(one)]).toBe(scores[at]));
      }),
    );
  });

  it('keeps sum and bounds for any number of arguments', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: mostPoints }), { minLength: 7, maxLength: 40 }), (points) => {
        const scores = zeroSumScores(points, mostPoints, points.map((_, at) => `k${at}`));
        expect(scores.reduce((sum, one) => sum + one, 0)).toBe(0);
        expect(scores.every((one) => Number.isInteger(one) && Math.abs(one) <= 100)).toBe(true);
      }),
    );
  });

  it('gives what is left over to the largest remainders, and among equal ones by key', () => {
    expect(apportion({ numerators: [-10, -10, -10], denominator: 3 }, ['b', 'a', 'c'])).toEqual([-3, -3, -4]);
    expect(apportion({ numerators: [5, 1, -6], denominator: 4 }, ['a', 'b', 'c'])).toEqual([1, 0, -1]);
  });
});

function plain(text: string, source: string, status: (typeof verificationStatuses)[number] = 'verified'): BlindArgument {
  return {
    ...{ label: 'A', title: 'A Title of Just Five Words', claim: 'It is so.', warrant: 'It follows.', backing: undefined, qualifier: undefined },
    grounds: [{ source, content: text, relevance: undefined, status }],
    ...{ attacks: [], defends: [], score: undefined, struck: undefined },
  };
}

/** The same grounds, everything around them longer. */
function longer(argument: Argument, long: (text: string) => string): Argument {
  return {
    ...argument,
    ...{ title: long(argument.title), claim: long(argument.claim), warrant: long(argument.warrant), backing: long(''), qualifier: long('') },
    grounds: argument.grounds.map((one) => ({ ...one, relevance: long('') })),
    attacks: (argument.attacks ?? []).map((one) => ({ ...one, content: long(one.content ?? '') })),
    defends: (argument.defends ?? []).map((one) => ({ ...one, content: long(one.content ?? '') })),
  };
}
