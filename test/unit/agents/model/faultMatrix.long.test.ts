import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Performer } from '../../../../src/agents/performer';
import type { Script } from '../../../../src/agents/scripted';
import { rulesOf } from '../../../../src/agents/model/formats/registry';
import { dialectic } from '../../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../../src/debate/formats/tribunal/tribunal';
import { taskOutputs, type TaskKind } from '../../../../src/debate/flow/tasks';
import { proposeLineup, reviseLineup } from '../../../../src/session/plan/lineup';
import { planModels } from '../../../../src/session/plan/modelPlan';
import { modelLineupPerformer } from '../../../../src/session/plan/preparation';
import { Session } from '../../../../src/session/run/session';
import { runCase, testKey, type FaultCase, type Staged } from '../../../support/faultMatrix/faultCase';
import { FaultedModel, type Position } from '../../../support/faultMatrix/faultedModel';
import { afflictions, secondsToWait, type FaultName } from '../../../support/faultMatrix/faults';
import { names, ReferenceDebate, type Row } from '../../../support/faultMatrix/referenceDebate';
import { chatStage, messagesStage } from '../../../support/faultMatrix/stage';
import { faultsFound, type Expected, type Fate } from '../../../support/faultMatrix/verdicts';
import { sampled } from '../../../support/depth';
import { dialecticScript } from '../../../support/dialecticScript';
import { tribunalScript } from '../../../support/tribunalScript';
import { formatFolder, participantsWith } from '../../../support/modelDebate';
import { lineup } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';

/**
 * Everything that a provider can do to a request × every task of a debate × its first request, the one after its research and the one
 * that brings a refused answer back × once and for ever.
 */

interface Rule {
  once?: Fate | 'condenses';
  ever?: Fate | 'condenses';
  /** Of the failure that is left at the end. */
  code: RegExp;
  /** What to do, where the debate rests for it. */
  says?: RegExp;
  /** Requests that are hit when it lasts for ever. */
  tries: number;
  /** Milliseconds that are waited for each try. */
  waits?: number;
}

const later = /[Rr]esume/;
const passing = (code: RegExp, more: Partial<Rule> = {}): Rule => ({
  once: 'passes',
  ever: 'rests',
  code,
  says: later,
  tries: 6,
  ...more,
});
const permanent = (code: RegExp, says: RegExp): Rule => ({ ever: 'rests', code, says, tries: 1 });
const ofTheAnswer = (code: RegExp, tries: number): Rule => ({ once: 'passes', ever: 'skips', code, tries });
const tooLarge: Rule = {
  once: 'condenses',
  ever: 'rests',
  code: /^context_window$/,
  says: /larger (?:window|context)/,
  tries: 3,
};

const rules: Record<FaultName, Rule> = {
  '401': permanent(/^key_rejected$/, /Set .*API Key/),
  '403': permanent(/^forbidden$/, /Choose another model/),
  '404 model': permanent(
    /^no_model$/,
    /Choose another (model|one).* (There are|It has): .*(claude-haiku-5-5|test-model)/,
  ),
  '413': tooLarge,
  'prompt too long': tooLarge,
  'context window exceeded': tooLarge,
  '429 with retry-after': passing(/^rate_limited$/, { waits: secondsToWait * 1_000 }),
  '429 with an hour to wait': permanent(/^rate_limited$/, /retry after .* UTC\. Resume the debate then/),
  '429 spend limit': permanent(/^spend_limit$/, /Add credit or raise the limit|Raise it there, then resume/),
  '529': passing(/^overloaded$/),
  '500': passing(/^server$/),
  'reset before headers': passing(/^(unreachable|interrupted)$/),
  'server gone': { ever: 'rests', code: /^unreachable$/, says: later, tries: 1 },
  'reset after headers': passing(/^interrupted$/),
  'reset in mid-stream': passing(/^interrupted$/),
  'stall before headers': ofTheAnswer(/^stalled$/, 2),
  'stall after the first token': ofTheAnswer(/^stalled$/, 2),
  'malformed JSON event': passing(/^malformed$/),
  'malformed event': passing(/^malformed$/),
  'truncated event': passing(/^(malformed|interrupted)$/),
  'error event: overloaded': passing(/^overloaded$/),
  'error event: of its own': passing(/^server$/),
  'error event: rate limit': passing(/^rate_limited$/),
  'end without a stop': passing(/^interrupted$/),
  'empty answer': ofTheAnswer(/^empty$/, 2),
  'no JSON at all': ofTheAnswer(/^rejected$/, 3),
  'JSON that is cut': ofTheAnswer(/^rejected$/, 3),
  'JSON of another shape': ofTheAnswer(/^rejected$/, 3),
  max_tokens: ofTheAnswer(/^cut$/, 2),
  refusal: { ever: 'skips', code: /^refused$/, tries: 1 },
  pause_turn: ofTheAnswer(/^cut$/, 10),
};

/** They get the whole record, and can do with summaries of its rounds, of which there are some by then. */
const condensable: ReadonlySet<string> = new Set([
  'debater/turn',
  'debater/closing',
  'audience/conclusion',
  'reporter/summary',
  'reporter/blog_post',
  'assessor/report',
  'advocate/defend',
  'critic/critique',
  'judge/assess',
  'side/open',
  'side/rebut',
  'reporter/clash',
]);
const researching: ReadonlySet<string> = new Set(['debater/opening', 'debater/turn']);
/** What lasts for ever does so wherever it begins: these two show it. */
const thorough: ReadonlySet<string> = new Set(['debater/turn', 'chair/conclude']);

/** Without their answer there is no conclusion, no argument, no score and, of the last round, no assessment. */
const vital: ReadonlySet<string> = new Set([
  'chair/conclude',
  'side/open',
  'side/rebut',
  'scorer/score',
  'judge/assess',
  'judge/rule',
]);
/** Both sides are asked at once, or the Judge in both orders, and both are hit. */
const inPairs: ReadonlySet<string> = new Set(['side/open', 'side/rebut', 'judge/assess', 'judge/rule']);
/** What a tribunal cannot end without is asked again, after a while, for what may pass. */
const askedAgain: ReadonlySet<string> = new Set(['judge/assess', 'judge/rule']);
const mayPass: ReadonlySet<FaultName> = new Set([
  'stall before headers',
  'stall after the first token',
  'empty answer',
]);

/**
 * `noticed`: requests whose answers only showed that the server holds nothing to a schema; the same is asked once more in plain text.
 * `isChat`: a refusal as too large that names no number is answered by asking for less once, so that nothing has to be condensed.
 */
function expectedOf(
  { row: { kind }, fault, strike }: FaultCase,
  { noticed, isChat }: { noticed: number; isChat: boolean },
): Expected {
  const { once, ever, code, says, tries, waits = 0 } = rules[fault];
  const rule = (strike.lasts === 'once' ? once : ever) ?? 'rests';
  // What the Verifier's model does not answer is asked of the model that decides, too.
  const asked = kind === 'verifier/support' && rule === 'skips' ? 2 : 1;
  // Each such refusal is answered by asking for less, once.
  const asksForLess = isChat && fault === '413';
  const hit = strike.lasts === 'once' ? 1 : tries * asked * (asksForLess ? 2 : 1) + noticed;
  const requests = {
    from: 1,
    to: hit * (inPairs.has(kind) ? 2 : 1) * (askedAgain.has(kind) && mayPass.has(fault) ? 3 : 1),
  };
  const rest = { fate: 'rests', code, hit: requests, ...(says === undefined ? {} : { says }) } as const;
  // Its round goes on without it, and nobody is asked for a larger window.
  if (rules[fault] === tooLarge && kind === 'chair/name_crux') return { fate: 'skips', code, hit: requests };
  if (rule === 'condenses' && asksForLess) return { fate: 'passes', hit: requests };
  // It names a window that is too small for any debate, and is believed as long as it has taken nothing larger.
  if (isChat && fault === 'prompt too long' && strike.at === 'first') return rest;
  if (rule === 'condenses')
    return condensable.has(kind) ? { fate: 'passes', isCondensed: kind !== 'side/open', hit: requests } : rest;
  if (rule === 'rests') return { ...rest, waits: waits * (hit - 1) };
  if (rule === 'skips' && vital.has(kind)) return { fate: 'rests', code, hit: requests };
  return { fate: rule, code, hit: requests, waits: waits * hit, isCondensed: false };
}

function casesOf(rows: readonly Row[], fault: FaultName): FaultCase[] {
  const isAboutShape = 'isAboutShape' in afflictions[fault];
  return rows.flatMap((row) => {
    const isResearching = researching.has(row.kind);
    const first: Position[] = isResearching && isAboutShape ? [] : ['first'];
    const positions: Position[] = [...first, ...(isResearching ? (['composition'] as const) : []), 'resend'];
    const lasting = (['once', 'ever'] as const).filter((lasts) => rules[fault][lasts] !== undefined);
    return positions.flatMap((at) => {
      const chosen = at === 'resend' && !thorough.has(row.kind) ? lasting.slice(0, 1) : lasting;
      return chosen.map((lasts): FaultCase => ({ row, fault, strike: { kind: row.kind, at, lasts } }));
    });
  });
}

const nameOf = ({ row, strike }: FaultCase): string => `${row.name}, ${strike.at}, ${strike.lasts}`;
const atOnce = 6;
const faultNames = Object.keys(afflictions) as FaultName[];

const playOn =
  (stageOf: Staged) =>
  async (folder: string, script: Script): Promise<void> => {
    const scripted = new ScriptedModel(script, names);
    const stage = await stageOf({ model: new FaultedModel(scripted, undefined), affliction: undefined, key: testKey });
    const session = await Session.open({
      folder,
      program: 'reference',
      isStrict: true,
      onEvent: scripted.onEvent,
      participants: participantsWith(stage.access),
    });
    const end = await session.run();
    await stage.close();
    if (end.status !== 'done' || stage.mistakes().length > 0)
      throw new Error(`The reference did not come to its end: ${JSON.stringify([end, stage.mistakes()])}`);
  };

async function problemsOf(cases: readonly FaultCase[], reference: ReferenceDebate, stageOf: Staged): Promise<string[]> {
  const queue = [...cases];
  const problems: string[] = [];
  const work = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const isChat = stageOf === chatStage;
      const noticed = isChat && one.fault === 'no JSON at all' ? 1 : 0;
      const expected = expectedOf(one, { noticed, isChat });
      const found = faultsFound(one, await runCase(one, reference, stageOf), expected, reference);
      const name = nameOf(one);
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return problems;
}

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
let count = 0;

beforeAll(() => void process.on('unhandledRejection', onUnhandled));

afterAll(() => {
  process.off('unhandledRejection', onUnhandled);
  console.log(`fault matrix: ${count} cases`);
});

describe('every fault at every task of a debate through the Messages API', () => {
  let reference: ReferenceDebate;
  beforeAll(async () => {
    reference = await ReferenceDebate.ofPanel('anthropic', playOn(messagesStage));
  });

  it('has every kind of task of a panel in the debate', () => {
    // Of a record before version 3 alone; since then code words that ruling.
    const isEarlier = (kind: TaskKind): boolean => kind === 'chair/rule_on_challenge';
    const isOfPanel = (kind: TaskKind): boolean =>
      !kind.endsWith('_lineup') && !isEarlier(kind) && !isOfJudges(kind) && (rulesOf(kind) ?? 'panel') === 'panel';
    expect(new Set(reference.panelRows.map(({ kind }) => kind))).toEqual(
      new Set((Object.keys(taskOutputs) as TaskKind[]).filter(isOfPanel)),
    );
  });

  it.each(sampled('kinds of fault of the Messages API', faultNames, 12))('%s', async (fault) => {
    const cases = sampled(`faults of the Messages API: ${fault}`, casesOf(reference.panelRows, fault), 1, 8);
    count += cases.length;
    expect(await problemsOf(cases, reference, messagesStage)).toEqual([]);
    expect(unhandled).toEqual([]);
  });
});

describe('every fault at tasks of each role through the chat completions protocol', () => {
  const kinds: ReadonlySet<string> = new Set([
    'debater/turn',
    'chair/review_turn',
    'chair/conclude',
    'reporter/summary',
    'verifier/support',
  ]);
  let reference: ReferenceDebate;
  beforeAll(async () => {
    reference = await ReferenceDebate.ofPanel('openai-compatible', playOn(chatStage));
  });

  const ofChat = faultNames.filter((fault) => afflictions[fault].chat !== null);
  it.each(sampled('faults through the chat completions protocol', ofChat, 8))('%s', async (fault) => {
    const all = casesOf(
      reference.panelRows.filter(({ kind }) => kinds.has(kind)),
      fault,
    );
    const cases = sampled(`faults of chat completions: ${fault}`, all, 1, 4);
    count += cases.length;
    expect(await problemsOf(cases, reference, chatStage)).toEqual([]);
    expect(unhandled).toEqual([]);
  });
});

/** Only debates with judges, a brief or a plain answer ask for these. */
const isOfJudges = (kind: TaskKind): boolean =>
  /^(?:juror|voter)\//.test(kind) || kind === 'chair/word_conclusion' || kind === 'reporter/brief';

const formatsAtHand = {
  tribunal: { format: tribunal, options: {}, script: tribunalScript(2) },
  dialectic: { format: dialectic, options: { exchanges: 2 }, script: dialecticScript(2) },
};

describe.each(Object.entries(formatsAtHand))(
  'every fault at every task of a %s',
  (name, { format, options, script }) => {
    let reference: ReferenceDebate;
    beforeAll(async () => {
      const folder = await formatFolder({
        format,
        options,
        topic: 'Where should the parcels go?',
        provider: 'anthropic',
      });
      reference = await ReferenceDebate.of(folder, script, playOn(messagesStage));
    });

    it('has every kind of task of the format', () => {
      const isDebated = (kind: TaskKind): boolean =>
        rulesOf(kind) === name && kind !== 'moderator/propose_motions' && !isOfJudges(kind);
      expect(new Set(reference.rows.map(({ kind }) => kind))).toEqual(
        new Set((Object.keys(taskOutputs) as TaskKind[]).filter(isDebated)),
      );
    });

    it.each(sampled(`kinds of fault of a ${name}`, faultNames, 6))('%s', async (fault) => {
      const cases = sampled(`faults of a ${name}: ${fault}`, casesOf(reference.rows, fault), 1, 4);
      count += cases.length;
      expect(await problemsOf(cases, reference, messagesStage)).toEqual([]);
      expect(unhandled).toEqual([]);
    });
  },
);

describe('every fault while the lineup is proposed and revised', () => {
  const wanted = lineup(2).map((debater) => ({ ...debater, model: 'anthropic:claude-sonnet-5-5' }));
  const about = {
    topic: 'Where should the parcels go?',
    hints: '',
    evidence: [],
    model: 'anthropic:claude-sonnet-5-5',
  };
  const asks = {
    'chair/propose_lineup': (chair: Performer) => proposeLineup({ ...about, given: undefined }, chair),
    'chair/revise_lineup': (chair: Performer) =>
      reviseLineup({ ...about, given: undefined, proposed: wanted, revision: 'Only two.' }, chair),
  } as const;

  /** Without an engine nobody is asked twice for what broke off. */
  function expected(fault: FaultName, lasts: 'once' | 'ever'): RegExp | undefined {
    const { code } = rules[fault];
    if (fault !== 'pause_turn' && lasts === 'once' && rules[fault].once === 'passes') return undefined;
    return code.test('rejected') ? /^lineup_answer$/ : code;
  }

  it.each(faultNames)('%s', async (fault) => {
    const lastings = (['once', 'ever'] as const).filter((one) => rules[fault][one] !== undefined);
    const cells = (['chair/propose_lineup', 'chair/revise_lineup'] as const).flatMap((kind) =>
      lastings.map((lasts) => ({ kind, lasts })),
    );
    for (const { kind, lasts } of sampled(`faults of a lineup: ${fault}`, cells, 1, 2)) {
      const scripted = new ScriptedModel(
        { 'chair/propose_lineup': { debaters: wanted }, 'chair/revise_lineup': { debaters: wanted } },
        names,
      );
      const model = new FaultedModel(scripted, { kind, at: 'first', lasts });
      const stage = await messagesStage({ model, affliction: afflictions[fault], key: testKey });
      const participants = participantsWith(stage.access);
      const chair = modelLineupPerformer(planModels({ provider: 'anthropic' }), participants);
      if (chair === undefined) throw new Error('There is no Chair.');
      const outcome = await asks[kind](chair).catch((error: unknown) => error);
      await stage.close();
      const code = expected(fault, lasts);
      if (code === undefined) expect(outcome).toEqual(wanted);
      else expect((outcome as { code?: string }).code, String(outcome)).toMatch(code);
      expect(String(outcome)).not.toContain(testKey);
      expect([model.hit > 0, stage.mistakes()]).toEqual([true, []]);
      count += 1;
    }
    expect(unhandled).toEqual([]);
  });
});
