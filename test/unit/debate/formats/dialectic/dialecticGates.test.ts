import { beforeAll, describe, expect, it } from 'vitest';
import { evolve } from '../../../../../src/debate/fold/evolve';
import type { Entry } from '../../../../../src/debate/log/entry';
import { openingViolations, rebuttalViolations } from '../../../../../src/debate/formats/dialectic/argumentGate';
import { idsToJudge, showingOf } from '../../../../../src/debate/formats/dialectic/inputs';
import { scoreViolations } from '../../../../../src/debate/formats/dialectic/scoreGate';
import { StateAccumulator } from '../../../../../src/debate/fold/state';
import type { CapturedSource } from '../../../../../src/debate/flow/step';
import { taskOutputs, type TaskOutput } from '../../../../../src/debate/flow/tasks';
import type { Toulmin } from '../../../../../src/debate/flow/tasks/dialectic';
import { createView, type RecordView } from '../../../../../src/debate/fold/view';
import {
  dialecticFolder,
  dialecticScript,
  laterScores,
  opening,
  openingScores,
  rebuttal,
  toulmin,
} from '../../../../support/dialecticScript';
import { fact, readEntries } from '../../../../support/scriptedDebate';
import { runFolder } from '../../../../support/testSession';
import { capturedText } from '../../../../support/capturedText';

/** Every limit and every target that the gates know, one broken at a time, against a real record of two exchanges. */

let entries: Entry[];

function viewAt(length = entries.length): RecordView {
  const state = new StateAccumulator();
  for (const entry of entries.slice(0, length)) evolve(state, entry);
  return createView(state, (seq) => (seq < length ? entries[seq] : undefined));
}

beforeAll(async () => {
  const folder = await dialecticFolder({ script: dialecticScript(2), options: { exchanges: 2 } });
  expect(await runFolder(folder)).toEqual({ status: 'done' });
  entries = await readEntries(folder);
});

const captured = new Map<string, CapturedSource>(
  (['proposition', 'opposition'] as const).flatMap((side) => {
    const text = Array.from({ length: 60 }, (_, index) => fact(side, index + 1)).join('\n');
    return Array.from({ length: 60 }, (_, index): [string, CapturedSource] => [
      `workspace:${side}.md#L${index + 1}`,
      capturedText(text),
    ]);
  }),
);

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

const ofRebuttal = (more: Partial<Toulmin>, exchange = 2): string[] =>
  rebuttalViolations(
    rebuttal('proposition', exchange, more) as TaskOutput<'side/rebut'>,
    { side: 'proposition', exchange },
    { view: viewAt(), sources: captured },
  ).map(({ message }) => message);

const attack = (
  target_id: string,
  type: Toulmin['attacks'][number]['type'] = 'claim_attack',
  content = 'So it is not.',
) => ({ target_id, type, content });
const defence = (target_id: string, type: Toulmin['defends'][number]['type'] = 'reinforce', content = 'So it is.') => ({
  target_id,
  type,
  content,
});
const ground = (more: Partial<Toulmin['grounds'][number]>): Toulmin['grounds'] =>
  toulmin('proposition', 12).grounds.map((one) => ({ ...one, ...more }));

describe('the gate of an argument', () => {
  it('lets pass what is within every limit', () => {
    expect(ofRebuttal({})).toEqual([]);
    expect(
      ofRebuttal({
        title: words(5),
        claim: `${words(25)}.`,
        warrant: words(50),
        backing: words(50),
        qualifier: words(10),
      }),
    ).toEqual([]);
    expect(
      ofRebuttal({
        attacks: [attack('opp_000a', 'claim_attack', words(75)), attack('opp_001'), attack('opp_000c')],
        defends: [defence('prop_001', 'clarify', words(75)), defence('prop_000a')],
      }),
    ).toEqual([]);
  });

  it.each<[string, Partial<Toulmin>, string]>([
    ['a short title', { title: words(4) }, 'argument.title has 4 words; 5 to 7 are asked for, so 1 too few.'],
    ['a long title', { title: words(8) }, 'argument.title has 8 words; 5 to 7 are asked for, so 1 too many.'],
    [
      'a long claim',
      { claim: `${words(26)}.` },
      'argument.claim has 26 words; at most 25 are asked for, so 1 too many.',
    ],
    [
      'a claim of two sentences',
      { claim: 'Depots are quick. They stay open.' },
      'argument.claim has 2 sentences; it is one.',
    ],
    [
      'a long warrant',
      { warrant: words(51) },
      'argument.warrant has 51 words; at most 50 are asked for, so 1 too many.',
    ],
    [
      'a long backing',
      { backing: words(51) },
      'argument.backing has 51 words; at most 50 are asked for, so 1 too many.',
    ],
    [
      'a long qualifier',
      { qualifier: words(11) },
      'argument.qualifier has 11 words; at most 10 are asked for, so 1 too many.',
    ],
    [
      'a long attack',
      { attacks: [attack('opp_000a', 'claim_attack', words(76))] },
      'argument.attacks.0.content has 76 words; at most 75 are asked for, so 1 too many.',
    ],
    [
      'a long defence',
      { defends: [defence('prop_000a', 'clarify', words(76))] },
      'argument.defends.0.content has 76 words; at most 75 are asked for, so 1 too many.',
    ],
    [
      'four attacks',
      { attacks: ['opp_000a', 'opp_000b', 'opp_000c', 'opp_001'].map((id) => attack(id)) },
      'argument.attacks are 4; at most 3 are allowed.',
    ],
    [
      'three defences',
      { defends: ['prop_000a', 'prop_000b', 'prop_000c'].map((id) => defence(id)) },
      'argument.defends are 3; at most 2 are allowed.',
    ],
    [
      'an attack on nothing',
      { attacks: [attack('opp_099')] },
      'argument.attacks.0.target_id opp_099 does not exist; name the id of an earlier argument.',
    ],
    [
      'an attack on oneself',
      { attacks: [attack('prop_000a')] },
      'argument.attacks.0.target_id prop_000a is your own; an attack names an argument of the other side.',
    ],
    [
      'a defence of the other side',
      { defends: [defence('opp_000a')] },
      "argument.defends.0.target_id opp_000a is the other side's; a defence names an argument of your own.",
    ],
    [
      'an attack said twice',
      { attacks: [attack('opp_000a'), attack('OPP_000a')] },
      'argument.attacks.1 is the same target and type as argument.attacks.0: opp_000a claim_attack. Say it once.',
    ],
    [
      'a defence said twice',
      { defends: [defence('prop_000a'), defence('prop_000a')] },
      'argument.defends.1 is the same target and type as argument.defends.0: prop_000a reinforce. Say it once.',
    ],
    [
      'a long ground',
      { grounds: ground({ content: `${fact('proposition', 12)} ${words(95)}` }) },
      'argument.grounds.0.content has 106 words; at most 100 are asked for, so 6 too many.',
    ],
    [
      'a long relevance',
      { grounds: ground({ relevance: words(31) }) },
      'argument.grounds.0.relevance has 31 words; at most 30 are asked for, so 1 too many.',
    ],
    [
      'the same passage twice',
      { grounds: [...ground({}), ...ground({})] },
      'argument.grounds.1 rests on the same passage as argument.grounds.0; each ground is another passage.',
    ],
  ])('sends back %s', (_, more, message) => {
    expect(ofRebuttal(more)).toContain(message);
  });

  it('sends back an attack on backing that is not there, and takes one on backing that is', () => {
    const [known] = entries.filter(({ data }) => (data?.['argument'] as { id?: string } | undefined)?.id === 'opp_001');
    const bare = { ...(known?.data?.['argument'] as object), backing: undefined };
    expect(ofRebuttal({ attacks: [attack('opp_001', 'backing_attack')] })).toEqual([]);
    const before = entries;
    entries = entries.map((entry) => (entry === known ? { ...entry, data: { ...entry.data, argument: bare } } : entry));
    expect(ofRebuttal({ attacks: [attack('opp_001', 'backing_attack')] })).toEqual([
      'argument.attacks.0: opp_001 has no backing that could be attacked; choose another type of attack.',
    ]);
    entries = before;
  });

  it('sends back a target of the same exchange', () => {
    expect(ofRebuttal({ attacks: [attack('opp_001')], defends: [] }, 1)).toEqual([
      'argument.attacks.0.target_id opp_001 is of exchange 1; only arguments of earlier exchanges can be named.',
    ]);
  });

  it('sends back a figure that its source does not have, and a source that nobody read', () => {
    expect(
      ofRebuttal({
        grounds: ground({ content: 'Depot proposition handled 9999 parcels on day 12 of the trial.' }),
      }).join(' '),
    ).toContain('9999');
    const [given] = rebuttalViolations(
      rebuttal('proposition', 2),
      { side: 'proposition', exchange: 2 },
      {
        view: viewAt(),
        sources: new Map([['workspace:proposition.md#L12', { outcome: 'absent', reason: 'there is no such file' }]]),
      },
    );
    expect(given).toMatchObject({ rule: 'source', insistable: true });
  });

  it('takes one to three grounds and nothing else', () => {
    const schema = taskOutputs['side/rebut'];
    const grounds = [1, 2, 3, 4].flatMap((line) => toulmin('proposition', line).grounds);
    expect(schema.safeParse(rebuttal('proposition', 2, { grounds })).success).toBe(false);
    expect(schema.safeParse(rebuttal('proposition', 2, { grounds: [] })).success).toBe(false);
    expect(schema.safeParse(rebuttal('proposition', 2, { grounds: grounds.slice(0, 3) })).success).toBe(true);
  });
});

describe('the gate of the opening arguments', () => {
  const ofOpening = (change: (given: Toulmin[]) => Toulmin[]): string[] =>
    openingViolations(
      { arguments: change(opening('proposition').arguments) },
      { side: 'proposition', exchange: 0 },
      { view: viewAt(2), sources: captured },
    ).map(({ message }) => message);
  const second =
    (more: (first: Toulmin) => Partial<Toulmin>) =>
    (given: Toulmin[]): Toulmin[] =>
      given.map((one, index) => (index === 1 && given[0] !== undefined ? { ...one, ...more(given[0]) } : one));

  it('takes no argument that its side has made already, and one with other figures or another warrant', () => {
    const { claim = '', warrant = '' } = rebuttal('proposition', 1).argument as Partial<Toulmin>;
    const said = 'The argument says what your prop_001 says already (claim and warrant). ';
    const wanted = 'Make one that none of yours has made; what prop_001 needs goes into defends.';
    expect(ofRebuttal({ claim, warrant })).toEqual([said + wanted]);
    expect(ofRebuttal({ claim: claim.toUpperCase(), warrant: 'Nothing of the kind.' })).toEqual([said + wanted]);
    expect(ofRebuttal({ claim: `${claim.replace(/\.$/, '')} indeed.`, warrant })).toEqual([said + wanted]);
    expect(ofRebuttal({ claim: claim.replace(/\d+/, '4711'), warrant })).toEqual([]);
    expect(ofRebuttal({ claim: 'Night staff make fewer errors.', warrant: 'Errors cost more than hours.' })).toEqual(
      [],
    );
  });

  it('asks for three arguments on different terrain', () => {
    expect(ofOpening((given) => given)).toEqual([]);
    expect(ofOpening(second(({ grounds }) => ({ grounds })))).toEqual([
      'arguments.1.grounds.0 rests on the same passage as arguments.0.grounds.0; the three arguments stand on different terrain.',
    ]);
    expect(ofOpening(second(({ title }) => ({ title: title.toUpperCase() })))).toEqual([
      'arguments.1.title is that of arguments.0; the three arguments stand on different terrain.',
    ]);
    expect(ofOpening(second(({ claim }) => ({ claim })))).toEqual([
      'arguments.1.claim is that of arguments.0; the three arguments stand on different terrain.',
    ]);
    expect(taskOutputs['side/open'].safeParse({ arguments: opening('proposition').arguments.slice(1) }).success).toBe(
      false,
    );
  });

  it('takes neither attacks nor defences', () => {
    expect(ofOpening(second(() => ({ attacks: [attack('opp_000a')], defends: [defence('prop_000a')] })))).toEqual([
      'arguments.1.attacks are 1; none are allowed: in the opening exchange there is nothing to answer yet.',
      'arguments.1.defends are 1; none are allowed: in the opening exchange there is nothing to answer yet.',
    ]);
  });

  it('names the argument whose limit is broken', () => {
    expect(ofOpening(second(() => ({ warrant: words(60) })))).toEqual([
      'arguments.1.warrant has 60 words; at most 50 are asked for, so 10 too many.',
    ]);
  });
});

describe('the gate of the scores', () => {
  const scores = (given: unknown, exchange = 1): string[] => {
    const length = entries.findIndex(({ type, data }) => type === 'judgment' && data?.['exchange'] === exchange);
    const { state } = viewAt(length);
    return scoreViolations(
      taskOutputs['scorer/score'].parse(given),
      showingOf(idsToJudge(state, exchange), 'seed'),
      state,
    ).map(({ message }) => message);
  };
  const one = (argument_id: string, score: number, reasoning = 'Because.') => ({ argument_id, score, reasoning });
  const re = (argument_id: string, new_score: number, reasoning = 'Because.') => ({
    argument_id,
    new_score,
    reasoning,
  });
  const pair = [one('prop_001', 0.25), one('opp_001', -0.25)];

  it('takes ids and labels', () => {
    expect(scores(openingScores, 0)).toEqual([]);
    expect(scores(laterScores(1))).toEqual([]);
    expect(scores({ scores: [one('arg_1', 0.1), one(' ARG_2 ', -0.1)] })).toEqual([]);
    expect(scores({ scores: pair, rescores: [re('prop_000a', 0.8), re('opp_000a', -0.7)] })).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    [
      'a sum that is not 0',
      { scores: [one('prop_001', 0.36), one('opp_001', -0.25)] },
      /^The scores of the new arguments sum to \+0\.11; they are to sum to 0, and may miss it by 0\.10 at most\.$/,
    ],
    [
      'a missing argument',
      { scores: [one('prop_001', 0)] },
      /^arg_\d has no score; every new argument is scored once\.$/,
    ],
    ['one scored twice', { scores: [...pair, one('prop_001', 0)] }, /^scores\.2: prop_001 is scored twice/],
    ['one that is not there', { scores: [...pair, one('prop_009', 0)] }, /prop_009 is no argument that you were shown/],
    [
      'an earlier one among the new',
      { scores: [...pair, one('prop_000a', 0)] },
      /prop_000a is an earlier argument; change its score in rescores/,
    ],
    [
      'a score beyond 1',
      { scores: [one('prop_001', 1.2), one('opp_001', -1.2)] },
      /^prop_001: score is 1\.2; it lies between -1 and 1\.$/,
    ],
    [
      'long reasons',
      { scores: [one('prop_001', 0, words(76)), one('opp_001', 0)] },
      /^prop_001: reasoning has 76 words; at most 75 are asked for, so 1 too many\.$/,
    ],
    [
      'changes that do not sum to 0',
      { scores: pair, rescores: [re('prop_000a', 0.35)] },
      /^The changes of earlier scores sum to \+0\.05/,
    ],
    [
      'a change by more than a half',
      { scores: pair, rescores: [re('prop_000a', 0.81), re('opp_000a', -0.71)] },
      /^prop_000a: new_score is 0\.81: a change of \+0\.51 from \+0\.30; at most 0\.5 either way is allowed\.$/,
    ],
    [
      'a new one among the changes',
      { scores: pair, rescores: [re('prop_001', 0.1)] },
      /prop_001 is a new argument; score it in scores/,
    ],
    [
      'one changed twice',
      { scores: pair, rescores: [re('prop_000a', 0.4), re('prop_000a', 0.2)] },
      /^rescores\.1: prop_000a is rescored twice/,
    ],
  ])('sends back %s', (_, given, message) => {
    expect(
      scores(given).some((found) => message.test(found)),
      scores(given).join('\n'),
    ).toBe(true);
  });
});
