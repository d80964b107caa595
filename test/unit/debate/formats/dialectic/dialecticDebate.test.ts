import { outcomeOf } from '../../../../../src/projections/outcome';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../../../../src/agents/pace';
import type { Entry } from '../../../../../src/debate/log/entry';
import { argumentIds } from '../../../../../src/debate/formats/dialectic/arguments';
import { dialectic } from '../../../../../src/debate/formats/dialectic/dialectic';
import { dialecticFacts, type DialecticFacts } from '../../../../../src/debate/formats/dialectic/facts';
import type { AgentTask } from '../../../../../src/debate/flow/step';
import {
  changeLimits,
  concludeNow,
  moreExchanges,
  sendGuidance,
  skipStep,
} from '../../../../../src/session/run/interventions';
import type { DebateEvent } from '../../../../../src/engine/events';
import { Session } from '../../../../../src/session/run/session';
import {
  clash,
  dialecticFolder,
  dialecticScript,
  laterScores,
  opening,
  rebuttal,
  toulmin,
} from '../../../../support/dialecticScript';
import { fact, factUrl, readEntries, shape } from '../../../../support/scriptedDebate';
import { withLog } from '../../../../support/logs';
import { viewOf } from '../../../../support/formats/inMemory';
import { runFolder } from '../../../../support/testSession';

/** Dialectics through the real engine. */

const factsIn = (entries: readonly Entry[]): Readonly<DialecticFacts> => viewOf(entries).state.factsOf(dialecticFacts);

async function rescript(folder: string, change: Record<string, unknown>): Promise<void> {
  const [setup] = await readEntries(folder);
  const path = String(setup?.data?.['script']);
  await writeFile(path, JSON.stringify({ ...(JSON.parse(await readFile(path, 'utf8')) as object), ...change }));
}

const steps = async (folder: string): Promise<string[]> => [
  ...new Set(shape(await readEntries(folder)).map((line) => line.split(' ')[2] ?? '')),
];

/** One exchange, in which a person is the Proposition, who answers while the Opposition writes again what was refused. */
async function besidePerson(): Promise<DebateEvent[]> {
  const { 'e0/proposition': own, ...script } = dialecticScript(1);
  const refused = { arguments: opening('opposition').arguments.map((one) => ({ ...one, claim: 'Opposed.' })) };
  const folder = await dialecticFolder({
    script: { ...script, 'e0/opposition#1': refused },
    options: { exchanges: 1 },
    seats: { proposition: 'human' },
  });
  let [now, refusedAt, isWritten] = [0, Infinity, (): void => undefined];
  const written = new Promise<void>((resolve) => (isWritten = resolve));
  const tick = async (ms: number): Promise<void> => {
    now += ms;
    // Some of the second answer has been written by then.
    if (now > refusedAt + 300) isWritten();
    await Promise.resolve();
  };
  const events: DebateEvent[] = [];
  const end = await runFolder(folder, {
    pace: new Pace('fast', { now: () => now, sleep: tick }),
    participants: { humanTasks: { ask: async () => await written.then(() => own) } },
    onEvent: (event) => {
      events.push(event);
      if (event.kind === 'retry') refusedAt = now;
    },
  });
  expect(end).toEqual({ status: 'done' });
  return events;
}

describe('a dialectic', () => {
  it('tells a person nothing of what the other side writes, or of why it was sent back', async () => {
    const told = (await besidePerson()).filter(({ kind }) => ['draft', 'progress', 'retry'].includes(kind));
    expect(told.filter((event) => event.kind === 'draft').map(({ step }) => step)).toContain('e0/judgment');
    expect(
      told.filter((event) => 'step' in event && event.step.startsWith('e0/') && event.step !== 'e0/judgment'),
    ).toEqual([{ kind: 'retry', step: 'e0/opposition', attempt: 1, reasons: [] }]);
  });

  it('rests after the exchanges that were asked for, with its totals, and goes on for more', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(4), options: { exchanges: 2 } });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const before = await readEntries(folder);
    expect(dialectic.status(viewOf(before).state)).toEqual({
      phase: 'awaiting_arguments',
      round: 2,
      outcome: null,
    });
    expect(outcomeOf(viewOf(before).state)).toEqual({
      code: 'result',
      scores: { proposition: { total: 0.65, count: 4 }, opposition: { total: -0.65, count: 4 } },
    });
    await withLog(folder, async (log) => await moreExchanges(log, 2));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const after = await readEntries(folder);
    expect(after.slice(0, before.length)).toEqual(before);
    expect([...factsIn(after).judgments.keys()]).toEqual([0, 1, 2, 3]);
    expect((await steps(folder)).filter((step) => step.startsWith('report/'))).toEqual(['report/e1', 'report/e3']);
    // Nothing is left to do until somebody asks again.
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect(await readEntries(folder)).toHaveLength(after.length);
  });

  it('logs neither side where one fails for good; mended and resumed, it goes on', async () => {
    const own = { target_id: 'opp_000a', type: 'claim_attack', content: 'It is not so.' } as const;
    const wrong = rebuttal('opposition', 1, { attacks: [own] });
    const folder = await dialecticFolder({
      script: { ...dialecticScript(2), 'e1/opposition': wrong },
      options: { exchanges: 2 },
    });
    const end = await runFolder(folder);
    expect(end).toMatchObject({ status: 'paused', code: 'rejected', agent: 'opposition' });
    expect('reason' in end && end.reason).toContain(
      'e1/opposition failed: rule structure: argument.attacks.0.target_id opp_000a is your own',
    );
    const entries = await readEntries(folder);
    expect(entries.at(-1)?.data?.['kind']).toBe('exchange_start');
    expect(dialectic.status(viewOf(entries).state).phase).toBe('awaiting_arguments');
    await rescript(folder, { 'e1/opposition': rebuttal('opposition', 1) });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const written = (await readEntries(folder)).filter((entry) => entry.type === 'argument').slice(6);
    expect(written.map(({ speaker }) => speaker)).toEqual(['proposition', 'opposition']);
  });

  it('skips an exchange when the user says so: it ends without arguments and the next one starts', async () => {
    const folder = await dialecticFolder({ script: { ...dialecticScript(3), 'e1/proposition': { error: 'refusal' } } });
    expect(await runFolder(folder)).toMatchObject({ status: 'paused', agent: 'proposition' });
    await withLog(folder, async (log) => await skipStep(log, 'e1/arguments'));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const facts = factsIn(entries);
    expect(facts.skipped).toEqual([1]);
    expect([...facts.judgments.keys()]).toEqual([0, 2]);
    expect([...facts.arguments.keys()]).toContain('opp_002');
    expect(entries.find((entry) => entry.data?.['kind'] === 'skipped')?.content).toContain(
      'Exchange 1: e1/arguments is skipped.',
    );
  });

  it('may go on without a judgment: the arguments stay unscored, can be attacked, never rescored', async () => {
    const script = {
      ...dialecticScript(3),
      'e1/judgment': { error: 'refusal' },
      'e2/proposition': rebuttal('proposition', 2, {
        attacks: [{ target_id: 'opp_001', type: 'claim_attack', content: 'It was never weighed.' }],
      }),
    };
    const folder = await dialecticFolder({ script });
    expect(await runFolder(folder)).toMatchObject({ status: 'paused', agent: 'judge' });
    await withLog(folder, async (log) => await skipStep(log, 'e1/judgment'));
    await rescript(folder, {
      'e2/judgment': { ...laterScores(2), rescores: [{ argument_id: 'prop_001', new_score: 0.1, reasoning: 'Late.' }] },
    });
    const end = await runFolder(folder);
    expect('reason' in end && end.reason).toContain('prop_001 was never scored');
    await rescript(folder, { 'e2/judgment': laterScores(2) });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect(factsIn(await readEntries(folder)).totals.proposition.count).toBe(4);
  });

  it('starts no further exchange once the user concludes, and writes its report', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(4), options: { exchanges: 4 } });
    const session = await Session.open({
      folder,
      program: 'test',
      onEvent: (event) => {
        if (event.kind === 'handover' && event.step === 'e1/judgment') session.pause('for the user');
      },
    });
    expect(await session.run()).toMatchObject({ status: 'paused' });
    await withLog(folder, concludeNow);
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect((await steps(folder)).slice(-2)).toEqual(['undefined', 'report/e1']);
    await withLog(folder, async (log) => await moreExchanges(log, 1));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect([...factsIn(await readEntries(folder)).judgments.keys()]).toEqual([0, 1, 2]);
  });

  it('starts no further exchange once the time budget is spent, and has it again for those asked for later', async () => {
    const folder = await dialecticFolder({
      script: {
        ...dialecticScript(3),
        'e0/proposition': { wait_ms: 700, output: dialecticScript(1)['e0/proposition'] },
      },
    });
    await withLog(folder, async (log) => await changeLimits(log, { time_budget_minutes: 0.01 }));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect((await steps(folder)).slice(-2)).toEqual(['e1/time', 'report/e0']);
    expect((await readEntries(folder)).at(-2)?.content).toBe(
      'The time budget of 0.01 minutes is spent: no further exchange is held.',
    );
    await withLog(folder, async (log) => await moreExchanges(log, 1));
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    expect([...factsIn(await readEntries(folder)).judgments.keys()]).toEqual([0, 1]);
  });

  it('strikes an argument with a fabricated ground: nobody may answer it, it gets 0 at most, its place stays', async () => {
    const lie = 'The vault in the north holds every parcel that was ever lost between two depots.';
    const ground = {
      source: 'The vault',
      content: lie,
      relevance: 'It is the whole point.',
      url: 'workspace:vault.md#L1',
      quote: lie,
    };
    const script = {
      ...dialecticScript(3),
      'e1/opposition': rebuttal('opposition', 1, {
        grounds: [ground],
        warrant: 'What a vault holds is lost to nobody.',
        backing: 'Vaults are counted once a year.',
        attacks: [],
        defends: [],
      }),
      'e1/judgment#1': {
        scores: [
          { argument_id: 'prop_001', score: -0.25, reasoning: 'Weak.' },
          { argument_id: 'opp_001', score: 0.25, reasoning: 'Strong.' },
        ],
      },
      'e2/proposition#1': rebuttal('proposition', 2, {
        attacks: [{ target_id: 'opp_001', type: 'claim_attack', content: 'The vault holds nothing.' }],
      }),
      'e2/opposition': { ...rebuttal('opposition', 2), acknowledges: [] },
      'report/e2': {
        ...clash,
        verdict: `${clash.verdict} The vault of opp_001 weighed most. Nobody else spoke of it.`,
      },
    };
    const folder = await dialecticFolder({ script });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    const seq = entries.find((entry) => entry.type === 'redaction')?.seq ?? -1;
    const view = viewOf(entries);
    // It was told once, and ignores it: the argument stands, and one infraction is ruled.
    const ignoring = entries.find(({ data }) => Array.isArray(data?.['ignores']));
    expect(ignoring).toMatchObject({ speaker: 'opposition', data: { ignores: [seq], argument: { id: 'opp_002' } } });
    expect(entries.filter(({ data }) => data?.['kind'] === 'infraction')).toMatchObject([
      { speaker: 'moderator', type: 'ruling', target_seq: ignoring?.seq, data: { rule: '23', debater: 'opposition' } },
    ]);
    expect(view.state.redactions.get(18)?.by).toBe(seq);
    const facts = view.state.factsOf(dialecticFacts);
    expect(facts.scores.get('opp_001')?.map(({ hundredths }) => hundredths)).toEqual([-25]);
    // What is struck counts in no total: the other argument of its exchange keeps what it was given.
    expect(facts.totals).toEqual({
      proposition: { hundredths: 90, count: 5 },
      opposition: { hundredths: -65, count: 4 },
    });
    expect(facts.arguments.get('prop_002')?.attacks).toEqual([{ target: 'opp_000a', type: 'grounds_attack' }]);
    const log = await readFile(`${folder}/debate.log`, 'utf8');
    for (const task of ['e1/judgment', 'e2/proposition']) expect(log).toContain(`RETRY — ${task}, after attempt 1: `);
    // The Reporter named it to the end: the report stands without that sentence.
    const report = view.visible(view.state.documents.get('README.md') ?? -1)?.content;
    expect(report).toContain('Nobody else spoke of it.');
    expect(report).not.toContain('opp_001');
  });

  it('tells both sides and the Judge what the user said since they last spoke', async () => {
    const folder = await dialecticFolder({
      script: { ...dialecticScript(2), 'e1/proposition': { error: 'refusal' } },
      options: { exchanges: 2 },
    });
    await runFolder(folder);
    await withLog(folder, async (log) => await sendGuidance(log, 'Look at prop_000a once more.'));
    const view = viewOf(await readEntries(folder));
    const main = dialectic.decide(view.state).find(({ lane }) => lane === 'main');
    for (const task of main?.tasks ?? []) {
      expect((task as AgentTask<'side/rebut'>).input(view).guidance).toMatchObject([
        { text: 'Look at prop_000a once more.' },
      ]);
    }
    expect(main?.tasks).toHaveLength(2);
  });
});

describe('an imported dialectic', () => {
  const imported = (more: readonly Partial<Entry>[] = []): Entry[] => {
    const argument = (id: string, side: 'proposition' | 'opposition', exchange: number) => ({
      type: 'argument',
      speaker: side,
      phase: exchange === 0 ? 'opening' : 'rebuttal',
      data: { argument: { ...toulmin(side, 1), id, side, exchange } },
    });
    const judgment = (ids: readonly string[], exchange: number) => ({
      type: 'judgment',
      speaker: 'judge',
      phase: 'system',
      data: {
        exchange,
        scores: ids.map((id, index) => ({
          argument_id: id,
          score: index % 2 === 0 ? 0.1 : -0.15,
          reasoning: 'As imported.',
        })),
      },
    });
    const drafts: Partial<Entry>[] = [
      { type: 'setup', speaker: 'moderator', data: setupData() },
      argument('prop_000a', 'proposition', 0),
      argument('opp_000a', 'opposition', 0),
      argument('prop_001', 'proposition', 1),
      argument('opp_001', 'opposition', 1),
      judgment(['prop_000a', 'opp_000a'], 0),
      judgment(['prop_001', 'opp_001'], 1),
      ...more,
    ];
    return drafts.map((draft, seq) => ({ ...blank, ...draft, seq }));
  };
  const blank: Entry = {
    seq: 0,
    timestamp: '2026-01-01T00:00:00.000Z',
    phase: 'system',
    speaker: 'user',
    type: 'note',
    content: '',
    sources: null,
    rebuttal_to_seq: null,
    target_seq: null,
  };
  const setupData = () => ({
    record_version: 1,
    engine_version: '0',
    topic: 'Zoos',
    format: 'dialectic',
    options: dialectic.options.parse({ exchanges: 2 }),
    imported: { from: 'x' },
    debaters: (dialectic.seats ?? []).map((seat) => ({ ...seat, model: 'offline' })),
    models: {},
    prompts: {},
    evidence: { root: null, files: [] },
    limits: { min_rounds: 1, max_rounds: 2, time_budget_minutes: 30, budget_usd: null },
  });
  const more = (exchanges: number): Partial<Entry> => ({ type: 'intervention', data: { change: { exchanges } } });

  it('rests as it is, whatever the order of its entries and however its scores sum', () => {
    const { state } = viewOf(imported());
    expect(dialectic.decide(state)).toEqual([]);
    expect(dialectic.status(state)).toEqual({
      phase: 'awaiting_arguments',
      round: 2,
      outcome: null,
    });
    expect(outcomeOf(state)).toEqual({
      code: 'result',
      scores: { proposition: { total: 0.2, count: 2 }, opposition: { total: -0.3, count: 2 } },
    });
  });

  it('is gone on with where more is asked for: readiness first, then the next exchange', () => {
    const asked = imported([more(2)]);
    expect(dialectic.decide(viewOf(asked).state).map(({ id }) => id)).toEqual(['ready']);
    const ready: Partial<Entry> = {
      type: 'announcement',
      speaker: 'moderator',
      data: { kind: 'ready', step: { id: 'ready', index: 0, count: 1, attempt: 1, elapsed_ms: 0 } },
    };
    const { state } = viewOf(imported([more(2), ready]));
    expect(
      dialectic
        .decide(state)
        .map(({ id }) => id)
        .at(-1),
    ).toBe('e2/start');
    expect(state.factsOf(dialecticFacts).requested).toBe(4);
  });

  it('counts the first of two arguments with one id, and takes up what nobody judged', () => {
    const late = {
      type: 'argument',
      speaker: 'opposition',
      phase: 'rebuttal',
      data: { argument: { ...toulmin('opposition', 2), id: 'opp_002', side: 'opposition', exchange: 2 } },
    };
    const twice = {
      ...late,
      data: {
        argument: { ...toulmin('opposition', 3), id: 'opp_002', side: 'opposition', exchange: 2, title: 'Another one' },
      },
    };
    const { state } = viewOf(imported([late, twice]));
    const facts = state.factsOf(dialecticFacts);
    expect(facts.arguments.get('opp_002')?.title).toBe('Depot volume on trial day 2');
    expect(dialectic.status(state).phase).toBe('awaiting_judgment');
    expect(facts.exchange).toBe(2);
  });
});

describe('blindness', () => {
  it('keeps from each side everything of the other in an exchange, until both have spoken', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(3) });
    await runFolder(folder);
    const entries = await readEntries(folder);
    let asked = 0;
    for (let length = 1; length <= entries.length; length += 1) {
      const view = viewOf(entries.slice(0, length));
      for (const step of dialectic.decide(view.state)) {
        const at = /^e(\d)\/arguments$/.exec(step.id)?.[1];
        if (at === undefined) continue;
        for (const task of step.tasks as AgentTask[]) {
          asked += 1;
          const line = Number(at) === 0 ? 1 : 10 + Number(at);
          const text = JSON.stringify(task.input(view));
          for (const side of ['proposition', 'opposition'] as const)
            expect(text, `${task.id} knows of the ${side}`).not.toContain(fact(side, line));
        }
      }
    }
    expect(asked).toBe(6);
  });

  it('shows the Judge neither ids nor sides', async () => {
    const named = rebuttal('opposition', 1, {
      warrant: 'The Proposition overlooks prop_000a; the Opposition does not.',
    });
    const folder = await dialecticFolder({
      script: { ...dialecticScript(2), 'e1/opposition': named, 'e1/judgment': { error: 'refusal' } },
      options: { exchanges: 2, judge_passes: 2 },
    });
    await rescript(folder, {
      'e0/judgment/1': dialecticScript(1)['e0/judgment'],
      'e0/judgment/2': dialecticScript(1)['e0/judgment'],
    });
    await runFolder(folder);
    const view = viewOf(await readEntries(folder));
    const step = dialectic.decide(view.state).find(({ id }) => id === 'e1/judgment');
    expect(step?.tasks.map(({ id }) => id)).toEqual(['e1/judgment/1', 'e1/judgment/2']);
    for (const task of (step?.tasks ?? []) as AgentTask<'scorer/score'>[]) {
      const input = task.input(view);
      // The names of evidence files are the sides' here: what is left must name none.
      const text = JSON.stringify(input).replaceAll(
        /Depot (proposition|opposition) handled|(proposition|opposition)\.md/g,
        '',
      );
      expect(text).not.toMatch(/prop_|opp_|proposition|opposition/i);
      expect(text).toContain('The other side overlooks arg_');
    }
  });
});

describe('arguments of a dialectic', () => {
  it('are named by side and exchange, around ids that are taken', () => {
    const free = { taken: () => false };
    expect(argumentIds('proposition', 0, { ...free, count: 3 })).toEqual(['prop_000a', 'prop_000b', 'prop_000c']);
    expect(argumentIds('opposition', 12, { ...free, count: 1 })).toEqual(['opp_012']);
    expect(argumentIds('opposition', 1_000, { ...free, count: 1 })).toEqual(['opp_1000']);
    expect(argumentIds('opposition', 5, { count: 1, taken: (id) => id === 'opp_005' || id === 'opp_005a' })).toEqual([
      'opp_005b',
    ]);
  });

  it('cite each ground, tied to what it says, and name themselves', async () => {
    const folder = await dialecticFolder({ script: dialecticScript(1), options: { exchanges: 1 } });
    await runFolder(folder);
    const entry = (await readEntries(folder)).find(({ type }) => type === 'argument');
    const [source] = entry?.sources ?? [];
    expect(source).toMatchObject({
      url: factUrl('proposition', 1),
      title: 'Trial log, day 1',
      quote: fact('proposition', 1),
      claim: fact('proposition', 1),
    });
    expect(entry?.content).toMatch(/^\*\*prop_000a: Depot volume on trial day 1\*\*\n\n## Claim\n/);
  });
});
