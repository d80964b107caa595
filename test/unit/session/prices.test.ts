import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TokenMeter } from '../../../src/agents/model/tokens';
import { modelsFlag, parseFlags, priceFlag } from '../../../src/cli/runFlags';
import { anthropic } from '../../../src/models/anthropic/descriptor';
import { priceFor, pricesIn } from '../../../src/models/prices';
import { cheaperSeats, estimateOf, requirePrices } from '../../../src/session/plan/estimate';
import { PlanError } from '../../../src/session/plan/planError';
import { startChatServer } from '../../support/chatServer/chatServer';
import { accessTo, modelFolder, openAiAt } from '../../support/modelDebate';
import { runFolder } from '../../support/testSession';

const debaters = ['ada', 'bob'].map((name) => ({ name, model: 'qwen3' }));
const plan = {
  provider: 'openai-compatible' as const,
  debaters,
  models: Object.fromEntries(['chair', 'verifier', 'audience', 'reporter', 'assessor'].map((role) => [role, 'qwen3'])),
  limits: { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: 2 },
};
const seated = (model: string): typeof plan => ({
  ...plan,
  debaters: debaters.map((debater) => ({ ...debater, model })),
  models: Object.fromEntries(Object.keys(plan.models).map((role) => [role, model])),
});
const qwen = { provider: 'openai-compatible', model: 'qwen3', origin: undefined } as const;

const own = { anthropic: 'https://api.anthropic.com', 'openai-compatible': 'https://api.openai.com' };

describe('prices that the user gives', () => {
  it('go before the table, by reference before name; what is not said of caches costs what input costs', () => {
    const sonnet = { provider: 'anthropic', model: 'claude-sonnet-5-5', origin: own.anthropic } as const;
    expect(priceFor(qwen)).toBeUndefined();
    expect(priceFor(qwen, { qwen3: { input: 1, output: 2 } })).toEqual({
      input: 1,
      output: 2,
      cacheRead: 1,
      cacheWrite: 1,
      searches: 0,
    });
    const both = { qwen3: { input: 1, output: 2 }, 'openai-compatible:qwen3': { input: 3, output: 4, cacheRead: 0.5 } };
    expect(priceFor(qwen, both)).toMatchObject({ input: 3, cacheRead: 0.5, cacheWrite: 3 });
    expect(priceFor(sonnet)?.input).toBe(2);
    expect(priceFor(sonnet, { 'claude-sonnet-5-5': { input: 7, output: 8 } })?.input).toBe(7);
    expect(priceFor({ ...qwen, model: 'constructor' }, {})).toBeUndefined();
    // By the names that models are chosen by; their own go first.
    expect(priceFor(sonnet, { sonnet: { input: 7, output: 8 } })?.input).toBe(7);
    expect(
      priceFor(sonnet, { 'anthropic:sonnet': { input: 6, output: 8 }, haiku: { input: 1, output: 1 } })?.input,
    ).toBe(6);
    expect(
      priceFor(sonnet, { sonnet: { input: 7, output: 8 }, 'claude-sonnet-5-5': { input: 5, output: 8 } })?.input,
    ).toBe(5);
  });

  it('are what a task is charged, and nothing where it costs nothing', () => {
    const used = { input: 1_000_000, cache_write: 0, cache_read: 0, output: 100_000 };
    const charged = (prices: Parameters<typeof priceFor>[1]) => {
      const meter = new TokenMeter(qwen.provider, qwen.model, undefined, prices);
      meter.add(used);
      return meter.usage;
    };
    expect(charged({ qwen3: { input: 0.5, output: 2 } })).toMatchObject({ usd: 0.7 });
    expect(charged({ qwen3: { input: 0, output: 0 } })).not.toHaveProperty('unpriced');
    expect(charged(undefined)).toMatchObject({ usd: 0, unpriced: true });
  });

  it('are kept by the record, and read as what they are', () => {
    expect(pricesIn({ prices: { qwen3: { input: 1, output: 2 } } })).toEqual({ qwen3: { input: 1, output: 2 } });
    expect(pricesIn({ prices: { qwen3: { input: -1, output: 2 } } })).toEqual({});
    expect(pricesIn({})).toEqual({});
  });

  it('are read from the command line', () => {
    expect(priceFlag('qwen3=0.5/1.5,openai-compatible:x=1/2/0.1')).toEqual({
      qwen3: { input: 0.5, output: 1.5 },
      'openai-compatible:x': { input: 1, output: 2, cacheRead: 0.1 },
    });
    const pieces = parseFlags([
      '--price',
      'a=1/2',
      '--price',
      'b=3/4,c=5/6',
      '--models',
      'chair=a',
      '--models',
      'verifier=b',
    ]);
    expect(Object.keys(priceFlag(pieces.price) ?? {})).toEqual(['a', 'b', 'c']);
    expect(modelsFlag(pieces.models)).toEqual({ chair: 'a', verifier: 'b' });
    expect(() => priceFlag('a=1/2,a=3/4')).toThrow('--price says two things of a');
    for (const wrong of ['qwen3', 'qwen3=', 'qwen3=1', 'qwen3=a/b', 'qwen3=-1/2', 'qwen3=1/'])
      expect(() => priceFlag(wrong), wrong).toThrow(/--price/);
  });
});

describe('a budget in money', () => {
  it('is refused at the start where a price is not known, with what to do', () => {
    expect(() => requirePrices(plan)).toThrow(PlanError);
    expect(() => requirePrices(plan)).toThrow(
      'The budget of $2.00 cannot hold: the price of openai-compatible:qwen3 is not known. Say what a million tokens cost',
    );
    expect(() => requirePrices({ ...plan, limits: { ...plan.limits, budget_usd: null } })).not.toThrow();
    expect(() => requirePrices({ ...plan, limits: { ...plan.limits, budget_usd: 0.001 } })).toThrow(
      'budget of $0.001 ',
    );
    expect(() => requirePrices({ ...plan, prices: { qwen3: { input: 0, output: 0 } } })).not.toThrow();
  });

  it('does not go on where requests go elsewhere by now, at prices that nobody knows', async () => {
    const server = await startChatServer({ answer: () => ({ text: 'never asked' }) });
    const given = { names: ['ada', 'bob'], provider: 'openai-compatible', model: 'gpt-5.2', budget: 2 } as const;
    await expect(modelFolder(given)).rejects.toMatchObject({ code: 'unpriced' });
    const folder = await modelFolder({ ...given, endpoints: own });
    const participants = { models: accessTo(openAiAt(server.baseUrl)) };
    expect(await runFolder(folder, { participants })).toMatchObject({ status: 'paused', code: 'unpriced' });
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has an estimate with the prices that were given', () => {
    const estimate = estimateOf({ ...plan, prices: { qwen3: { input: 1, output: 2 } } });
    expect(estimate?.unpriced).toEqual([]);
    expect(estimate?.usd_high).toBeGreaterThan(0.1);
    expect(estimate?.basis).toContain('qwen3: $1 in, $2 out for a million tokens (as you set it)');
  });
});

describe('a smaller model for mechanical seats', () => {
  const sonnet = { ...seated('claude-sonnet-5-5'), provider: 'anthropic' as const };

  it('is offered with what two estimates are apart', () => {
    const found = cheaperSeats(sonnet);
    const haiku = 'anthropic:claude-haiku-5-5';
    expect(found?.models).toEqual({ verifier: haiku, audience: haiku });
    const taken = { ...sonnet, models: { ...sonnet.models, ...found?.models } };
    const [before, after] = [estimateOf(sonnet), estimateOf(taken)];
    expect(found?.saves.high).toBeGreaterThan(0.05);
    expect(found?.saves.high).toBe((before?.usd_high ?? 0) - (after?.usd_high ?? 0));
    expect(cheaperSeats(taken)).toBeUndefined();
    const half = { ...sonnet, models: { ...sonnet.models, verifier: haiku } };
    expect(cheaperSeats(half)?.models).toEqual({ audience: haiku });
  });

  it('is offered nowhere where its price is not known, nor where it would cost more', () => {
    expect(cheaperSeats({ ...sonnet, endpoints: { anthropic: 'https://gateway.example' } })).toBeUndefined();
    const openAi = { endpoints: { 'openai-compatible': own['openai-compatible'] } };
    expect(cheaperSeats({ ...seated('gpt-5.2'), ...openAi })?.models).toMatchObject({
      verifier: 'openai-compatible:gpt-5.6-luna',
    });
    expect(cheaperSeats({ ...seated('gpt-5-nano'), ...openAi })).toBeUndefined();
    const seats = { verifier: 'human', audience: 'offline' };
    expect(cheaperSeats({ ...sonnet, models: { ...sonnet.models, ...seats } })).toBeUndefined();
  });
});

describe('the table of prices', () => {
  /** The names in a union of an SDK's types. */
  const namedIn = async (file: string, union: string): Promise<string[]> => {
    const types = await readFile(join(import.meta.dirname, '../../../node_modules', file), 'utf8');
    const [, names = ''] = new RegExp(`export type ${union} = ([^;]*);`).exec(types) ?? [];
    return [...names.matchAll(/'([^']+)'/g)].flatMap(([, name]) => name ?? []);
  };

  it('covers the models that the SDK of Anthropic names, and says why not where one has no price', async () => {
    const named = await namedIn('@anthropic-ai/sdk/resources/messages/messages.d.ts', 'Model');
    expect(named.length).toBeGreaterThan(15);
    const unpriced = named.filter((name) => anthropic.price(name) === undefined);
    // Their prices are published nowhere.
    expect(unpriced).toEqual(['claude-fable-5-2', 'claude-mythos-5-2']);
    expect(anthropic.price('claude-unheard-of')).toBeUndefined();
  });

  const openAi = own['openai-compatible'];
  const costAt = (model: string) => priceFor({ provider: 'openai-compatible', model, origin: openAi });

  /** Why a model of OpenAI's has no price. */
  const exceptions: readonly (readonly [RegExp, string])[] = [
    [/audio/, 'charges for sounds'],
    [/search/, 'charges for searches besides'],
    [/vision/, 'charges for pictures'],
    [/^gpt-5\.1-mini$/, 'stands in no table'],
    [/^gpt-3\.5-turbo-0301$/, 'stands in one table alone'],
  ];

  it('covers the models that the SDK of OpenAI names, dated ones too, with what is read from the cache', async () => {
    const files = ['ChatModel', 'AllModels'].map((union) => namedIn('openai/resources/shared.d.ts', union));
    const named = (await Promise.all(files)).flat();
    expect(named.length).toBeGreaterThan(80);
    const unpriced = named.filter((name) => costAt(name) === undefined);
    expect(unpriced.filter((name) => !exceptions.some(([of]) => of.test(name)))).toEqual([]);
    expect(exceptions.filter(([of]) => !unpriced.some((name) => of.test(name)))).toEqual([]);
    expect(costAt('gpt-5.2-2025-12-11')).toMatchObject({ input: 1.75, output: 14, cacheRead: 0.175, cacheWrite: 1.75 });
    expect(costAt('gpt-5.6-luna')).toMatchObject({ input: 0.2, output: 1.2, cacheRead: 0.02, cacheWrite: 0.25 });
    // This dated one costs more than those after it.
    expect(costAt('gpt-4o-2024-05-13')?.input).toBe(5);
    const unknown = ['gpt-5.2-unheard-of', 'ft:gpt-4o:mine', 'gpt-4o-audio-preview', 'openai/gpt-5.2', 'constructor'];
    expect(unknown.filter((name) => costAt(name) !== undefined)).toEqual([]);
    expect(costAt('gpt-5.2')?.date).toMatch(/^2026-\d\d$/);
  });

  it('is of who gives out the keys alone: another server may serve anything under these names', () => {
    const elsewhere = [undefined, 'http://localhost:11434', 'https://openrouter.ai', 'https://eu.api.openai.com'];
    for (const model of [
      { provider: 'openai-compatible', model: 'gpt-5.2' },
      { provider: 'anthropic', model: 'claude-sonnet-5-5' },
    ] as const) {
      expect(priceFor({ ...model, origin: own[model.provider] })).toBeDefined();
      expect(elsewhere.map((origin) => priceFor({ ...model, origin }))).toEqual(elsewhere.map(() => undefined));
    }
    const there = { ...seated('gpt-5.2'), endpoints: { 'openai-compatible': openAi } };
    expect(() => requirePrices(there)).not.toThrow();
    expect(() => requirePrices({ ...there, endpoints: {} })).toThrow(
      /price of openai-compatible:gpt-5\.2 is not known/,
    );
    const estimate = estimateOf(there);
    expect(estimate).toMatchObject({ unpriced: [], prices_date: '2026-08' });
    expect(estimate?.basis).toContain('gpt-5.2: $1.75 in, $14 out for a million tokens (prices of 2026-08)');
    expect(estimate?.basis).toContain('at its least the record is read from a cache that the provider keeps by itself');
    expect(estimateOf({ ...there, endpoints: {} })).toMatchObject({ usd_high: 0 });
  });

  it('goes for Anthropic unless a gateway is named; there, the user says what it costs', () => {
    const sonnet = { ...seated('claude-sonnet-5-5'), provider: 'anthropic' as const };
    expect(estimateOf(sonnet)).toEqual(estimateOf({ ...sonnet, endpoints: own }));
    expect(() => requirePrices(sonnet)).not.toThrow();
    const gateway = { ...sonnet, endpoints: { anthropic: 'https://gateway.example' } };
    expect(estimateOf(gateway)).toMatchObject({ usd_high: 0, unpriced: ['anthropic:claude-sonnet-5-5'] });
    expect(() => requirePrices(gateway)).toThrow(/price of anthropic:claude-sonnet-5-5 is not known/);
    expect(() =>
      requirePrices({ ...gateway, prices: { 'claude-sonnet-5-5': { input: 2, output: 10 } } }),
    ).not.toThrow();
  });

  it('is what the meter charges for requests that went there', () => {
    const used = { input: 1_000_000, cache_write: 0, cache_read: 1_000_000, output: 100_000 };
    const meter = new TokenMeter('openai-compatible', 'gpt-5.4-mini');
    expect(meter.add(used, { origin: openAi })).toMatchObject({ usd: 0.75 + 0.075 + 0.45 });
    expect(meter.add(used, { origin: 'http://localhost:1234' })).toMatchObject({ usd: 0, unpriced: true });
    // What is kept for an hour is written at twice the input's price.
    const written = { input: 0, cache_write: 2_000_000, cache_write_1h: 1_000_000, cache_read: 0, output: 0 };
    const sonnet = new TokenMeter('anthropic', 'claude-sonnet-5-5');
    expect(sonnet.add(written, { origin: own.anthropic })).toMatchObject({ usd: 2.5 + 4, cache_write_1h: 1_000_000 });
    sonnet.add(used, { origin: own.anthropic });
    sonnet.add(written, { origin: own.anthropic });
    expect(sonnet.usage).toMatchObject({ cache_write: 4_000_000, cache_write_1h: 2_000_000 });
    // A long prompt costs twice as much, its answer one and a half times.
    expect(new TokenMeter('openai-compatible', 'gpt-5.4').add(used, { origin: openAi })).toMatchObject({
      usd: 2 * (2.5 + 0.25) + 1.5 * 1.5,
    });
  });
});
