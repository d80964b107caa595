import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutput } from '../../../../src/cli/output';
import { ProgressLines } from '../../../../src/cli/progressLines';
import { statusLines } from '../../../../src/cli/status';
import { sourceTally } from '../../../../src/projections/sources';
import { estimateOf } from '../../../../src/session/plan/estimate';
import {
  changeLimits,
  changeModels,
  changePrices,
  supply,
  unpricedNow,
} from '../../../../src/session/run/interventions';
import { estimateIn, paceOf, roundTimeOf } from '../../../../src/session/run/pace';
import { statusOf } from '../../../../src/session/library/status';
import { Session } from '../../../../src/session/run/session';
import { pricesIn } from '../../../../src/models/prices';
import { pathOfLog } from '../../../../src/record/logPath';
import { meterOf } from '../../../../src/ui/library/meter';
import { meterLines } from '../../../../src/ui/library/statusText';
import { entry, step } from '../../../support/entries';
import { viewOf } from '../../../support/formats/inMemory';
import { logIn, withLog } from '../../../support/logs';
import { readEntries } from '../../../support/scriptedDebate';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { longPanel } from '../../../support/longScripts';
import { askedOfMessages, messagesAnswer, modelFolder, participantsAt } from '../../../support/modelDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { testSession } from '../../../support/testSession';

const names = ['ada', 'bob'];
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(dirname(folder), { recursive: true, force: true });
});

async function folderOf(more: Partial<Parameters<typeof modelFolder>[0]> = {}): Promise<string> {
  const folder = await modelFolder({
    names,
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    rounds: { min: 3, max: 3 },
    evidenceLines: 20,
    ...more,
  });
  folders.push(folder);
  return folder;
}

describe('the cost at the pace so far', () => {
  it('comes near what the debate costs, whatever its model thinks, and is not told before or after', async () => {
    const model = new ScriptedModel(longPanel({ names, rounds: 3, characters: 1_400, sources: 2 }), names);
    const server = await startMessagesServer({
      answer: (request) => ({
        ...messagesAnswer(model.answer(askedOfMessages(request))),
        thinking: 'So. '.repeat(9_000),
      }),
    });
    const paces: ReturnType<typeof paceOf>[] = [];
    let roundMs: number | undefined;
    const session: Session = await Session.open({
      folder: await folderOf(),
      program: 'test',
      participants: participantsAt(server),
      onEvent: (event) => {
        model.onEvent(event);
        if (event.kind === 'round') {
          paces.push(paceOf(session.log.state));
          roundMs = roundTimeOf(session.log.state);
        }
      },
    });
    expect(paceOf(session.log.state)).toBeUndefined();
    expect(roundTimeOf(session.log.state)).toBeUndefined();
    expect(await session.run()).toEqual({ status: 'done' });
    await server.close();
    const { usd } = session.log.state.usage;
    expect(paces).toHaveLength(3);
    for (const pace of paces.slice(1)) {
      expect(pace?.low).toBeGreaterThan(usd * 0.6);
      expect(pace?.low).toBeLessThanOrEqual(pace?.high ?? 0);
      expect(pace?.high).toBeLessThan(usd * 1.6);
    }
    expect(paceOf(session.log.state)).toBeUndefined();
    // Three rounds, openings, closings and the end took all of it.
    const { activeMs } = session.log.state;
    expect(roundMs).toBeGreaterThan(activeMs * 0.1);
    expect(roundMs).toBeLessThan(activeMs * 0.4);
    expect(roundTimeOf(session.log.state)).toBeUndefined();
  });

  /** The state once these steps were done, each in a minute and for a dollar; the models were loaded first. */
  async function after(steps: readonly string[], { loadedMs = 0 } = {}) {
    const folder = await folderOf({ names: ['ada', 'bob', 'cy'] });
    const [setup] = await readEntries(folder);
    if (setup === undefined) throw new Error('There is no setup.');
    const usage = { input: 1_000, cache_write: 0, cache_read: 0, output: 1_000, usd: 1 };
    const ready = { kind: 'ready', step: step('ready', { elapsed_ms: loadedMs }) };
    const done = steps.map((id, at) =>
      entry({
        ...{ seq: at + 2, type: 'new_point', phase: 'rebuttal', speaker: 'ada' },
        data: { step: step(id, { elapsed_ms: 60_000, agent: 'ada', usage }) },
      }),
    );
    const entries = [setup, entry({ seq: 1, type: 'announcement', data: ready }), ...done];
    await writeFile(pathOfLog(folder), entries.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return { folder, view: viewOf(entries), state: viewOf(entries).state };
  }
  const openings = ['opening/ada', 'opening/bob', 'opening/cy'];

  it('and the time of a round take nothing from what the models took to load', async () => {
    const [loaded, slowly] = [await after(openings), await after(openings, { loadedMs: 600_000 })];
    expect(roundTimeOf(loaded.state)).toBeGreaterThan(120_000);
    expect(roundTimeOf(slowly.state)).toBe(roundTimeOf(loaded.state));
    expect(slowly.state.activeMs).toBe(loaded.state.activeMs + 600_000);
  });

  it('is told with the time of a round by the status, the tooltip and, once before the first round, by the terminal', async () => {
    const { folder, state, view } = await after(openings);
    const minutes = Math.round((roundTimeOf(state) ?? 0) / 60_000);
    expect(minutes).toBeGreaterThan(1);
    const time = `about ${minutes} minutes a round`;
    await withLog(folder, async (log) =>
      expect(statusLines(await statusOf(log), sourceTally(log.view))).toContain(`Time: ${time}`),
    );
    expect(meterLines(meterOf(state), 'en')).toContain(`About ${minutes} minutes a round`);
    const said: string[] = [];
    const out = {
      columns: undefined,
      paint: (_: unknown, text: string) => text,
      say: (line: string) => said.push(line),
    };
    const lines = new ProgressLines(() => view, { ...createOutput({ json: false, quiet: true }), ...out });
    for (const seq of [3, 4]) lines.show({ kind: 'written', seq, speaker: 'ada', type: 'new_point', words: 1 });
    expect(said.filter((line) => line.includes(time))).toEqual([
      expect.stringMatching(/\$3\.00 so far, at this pace \$.*; about /),
    ]);
  });

  it('holds the turns of a round that are still to come, in whatever order they are held', async () => {
    // The first of all turns writes the cache, so it is foretold to cost more than any other.
    const [second, last] = [await after([...openings, 'r1/turn/bob']), await after([...openings, 'r1/turn/cy'])];
    const expected = paceOf(second.state)?.high ?? 0;
    expect(expected).toBeGreaterThan(4);
    expect((paceOf(last.state)?.high ?? 0) / expected).toBeCloseTo(1, 2);
    // What was passed over in an earlier round does not come any more.
    const skipped = await after([...openings, 'r1/turn/cy', 'r2/turn/ada']);
    expect(paceOf(skipped.state)?.high).toBeLessThan(expected);
  });

  it('is a range that says something, and knows the rounds to be over once the Chair has ended them', async () => {
    const rounds = 8;
    const script = {
      ...longPanel({ names, rounds, characters: 1_400, sources: 2 }),
      'r1/go-on': { go_on: false, reason: 'Nothing is left.' },
    };
    const model = new ScriptedModel(script, names);
    const server = await startMessagesServer({
      chunk: 4_000,
      answer: (request) => messagesAnswer(model.answer(askedOfMessages(request))),
    });
    const paces = new Map<string, ReturnType<typeof paceOf>>();
    const session: Session = await testSession(await folderOf({ rounds: { min: 1, max: rounds } }), {
      participants: participantsAt(server),
      onEvent: (event) => {
        model.onEvent(event);
        if (event.kind === 'handover') paces.set(event.step, paceOf(session.log.state));
      },
    });
    expect(await session.run()).toEqual({ status: 'done' });
    await server.close();
    const told = [...paces.values()].filter((pace) => pace !== undefined);
    expect(told.length).toBeGreaterThan(5);
    for (const { low, high } of told) expect(high / low).toBeLessThanOrEqual(2.5 + 1e-9);
    const width = (step: string): number => {
      const { low = 0, high = 0 } = paces.get(step) ?? {};
      return high / low;
    };
    expect(width('unresolved')).toBeLessThan(width('r1/go-on'));
  });

  it('has no figure of a debate whose models have no price', async () => {
    const log = await logIn(await folderOf({ provider: 'openai-compatible', model: 'm' }));
    expect(paceOf(log.state)).toBeUndefined();
    expect(log.state.setup && estimateIn(log.state.setup)).toBeUndefined();
  });
});

describe('an estimate', () => {
  const request = {
    provider: 'anthropic' as const,
    debaters: names.map((name) => ({ name, model: 'claude-sonnet-5-5' })),
    models: Object.fromEntries(
      ['chair', 'verifier', 'audience', 'reporter', 'assessor'].map((role) => [role, 'claude-sonnet-5-5']),
    ),
    limits: { min_rounds: 1, max_rounds: 8 },
  };

  it('is at most 2.5 times as high as it is low, and says what else is possible', () => {
    const estimate = estimateOf(request);
    const { usd_low: low = 0, usd_high: high = 0, basis = [] } = estimate ?? {};
    expect(low).toBeGreaterThan(0);
    expect(high / low).toBeLessThanOrEqual(2.5 + 1e-9);
    expect(basis.join('\n')).toMatch(/at its least \$\d+\.\d\d, at its most \$\d+\.\d\d/);
    expect(basis.join('\n')).toMatch(/tokens of thinking in a request; less for checks/);
  });

  it('rests on effort, on what was measured, and on whether a model thinks at all', () => {
    const high = (more: object): number => estimateOf({ ...request, ...more })?.usd_high ?? 0;
    expect(high({ effort: 'low' })).toBeLessThan(high({}));
    expect(high({ effort: 'high' })).toBeGreaterThan(high({}));
    const measured = (tokens: number) => ({ measured: { 'anthropic:claude-sonnet-5-5': tokens } });
    expect(high(measured(100))).toBeLessThan(high(measured(8_000)));
    const older = { debaters: names.map((name) => ({ name, model: 'claude-opus-4-8' })), models: {} };
    expect(estimateOf({ ...request, ...older })?.basis.join('\n')).toContain('claude-opus-4-8: no thinking');
  });

  it('counts searches on the provider’s side where there may be any', () => {
    const searching = estimateOf({ ...request, isSearching: true });
    expect(searching?.usd_high).toBeGreaterThan(estimateOf(request)?.usd_high ?? Infinity);
    expect(searching?.basis.join('\n')).toContain('searches of the provider’s');
  });
});

describe('a money budget of a debate under way', () => {
  it('takes no model without a price into a seat, until its price is said', async () => {
    const log = await logIn(await folderOf({ budget: 5 }));
    const qwen = { ada: 'openai-compatible:qwen3' };
    await expect(changeModels(log, qwen)).rejects.toMatchObject({
      code: 'unpriced',
      message: expect.stringContaining('the price of openai-compatible:qwen3 is not known') as string,
    });
    expect(log.state.models.get('ada')).toBe('anthropic:claude-sonnet-5-5');
    await changeModels(log, { ada: 'human' });
    await changeModels(log, qwen, { prices: { qwen3: { input: 1, output: 2 }, other: { input: 1, output: 1 } } });
    expect(log.state.setup && pricesIn(log.state.setup)).toEqual({ qwen3: { input: 1, output: 2 } });
  });

  it('goes by where requests go by now, which the record keeps of the models that are named', async () => {
    const log = await logIn(await folderOf({ budget: 5 }));
    const [gpt, haiku] = [{ ada: 'openai-compatible:gpt-5.2' }, { ada: 'claude-haiku-5-5' }];
    const own = { 'openai-compatible': 'https://api.openai.com', anthropic: 'https://api.anthropic.com' };
    const gateway = { anthropic: 'https://gateway.example' };
    const unpriced = { code: 'unpriced' };
    const sonnet = { 'claude-sonnet-5-5': { input: 2, output: 10 } };
    await expect(changeModels(log, gpt)).rejects.toMatchObject(unpriced);
    await expect(changeModels(log, haiku, { endpoints: gateway })).rejects.toMatchObject(unpriced);
    const before = log.state.headers.length;
    await changeModels(log, gpt, { endpoints: own });
    expect(log.state.setup?.['endpoints']).toEqual({ 'openai-compatible': 'https://api.openai.com' });
    expect(log.state.headers.length).toBe(before + 1);
    await changeLimits(log, { budget_usd: 6 });
    expect([unpricedNow(log.state, own), unpricedNow(log.state)]).toEqual([[], []]);
    expect(unpricedNow(log.state, gateway)).toEqual(['anthropic:claude-sonnet-5-5']);
    expect(await changePrices(log, { prices: sonnet, endpoints: own })).toBeUndefined();
    await changePrices(log, { prices: sonnet, endpoints: gateway });
    expect(unpricedNow(log.state, gateway)).toEqual([]);
    await changeLimits(log, { budget_usd: null });
    await changeModels(log, haiku, { endpoints: gateway });
  });

  it('takes nothing at all from a supply whose models it could not hold on', async () => {
    const log = await logIn(await folderOf({ budget: 5 }));
    const before = log.state.headers.length;
    const given = { provider: 'openai-compatible', models: { ada: 'openai-compatible:qwen3' } } as const;
    await expect(supply(log, given)).rejects.toMatchObject({ code: 'unpriced' });
    expect([log.state.headers.length, log.state.setup?.['provider']]).toEqual([before, 'anthropic']);
    await supply(log, given, { prices: { qwen3: { input: 1, output: 2 } } });
    expect(log.state.models.get('ada')).toBe('openai-compatible:qwen3');
  });

  it('is not set where a price is missing, and is once it was given', async () => {
    const log = await logIn(await folderOf({ provider: 'openai-compatible', model: 'm' }));
    await expect(changeLimits(log, { budget_usd: 3 })).rejects.toMatchObject({ code: 'unpriced' });
    await changePrices(log, { prices: { m: { input: 0, output: 0 }, unknown: { input: 9, output: 9 } } });
    await changeLimits(log, { budget_usd: 3 });
    expect(log.state.limits.budget_usd).toBe(3);
    // A debate keeps the prices that it has.
    expect(await changePrices(log, { prices: { m: { input: 7, output: 7 } } })).toBeUndefined();
  });
});
