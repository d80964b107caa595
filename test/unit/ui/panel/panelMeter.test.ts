import { describe, expect, it } from 'vitest';
import type { DebateState } from '../../../../src/debate/fold/state';
import { cachedShares, meterOf } from '../../../../src/ui/library/meter';
import { meterLines, spentText } from '../../../../src/ui/library/statusText';
import { dialecticFiles, ferryDebate } from '../../../support/dialecticFolder';
import { pageOf } from '../../../support/fakePage';
import { importFiles } from '../../../support/imported';
import { ReportRecord, sampleDebate } from '../../../support/reportRecord';

const limits = { min_rounds: 1, max_rounds: 2, time_budget_minutes: 30 };
const none = { input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 };

async function meter(setup: Record<string, unknown>, usage?: Record<string, unknown>) {
  return meterOf((await recordOf(setup, usage)).state);
}

async function recordOf(
  setup: Record<string, unknown>,
  usage?: Record<string, unknown>,
  shares?: Record<string, Record<string, number>>,
) {
  const record = new ReportRecord();
  record.setup({ step: { id: 'setup', index: 0, count: 1, attempt: 1, elapsed_ms: 0 }, ...setup });
  const mark = {
    id: 'opening/sre',
    index: 0,
    count: 1,
    attempt: 1,
    elapsed_ms: 5,
    agent: 'sre',
    usage: { ...none, ...usage },
    ...(shares === undefined ? {} : { usage_by: shares }),
  };
  if (usage !== undefined)
    record.add({ speaker: 'sre', type: 'opening_statement', content: 'So it is.', data: { step: mark } });
  return await record.open();
}

describe('the meter', () => {
  it('knows what was spent, of what was expected, and the most that it may be', async () => {
    const found = await meter(
      { limits: { ...limits, budget_usd: 2 }, estimate: { usd_low: 0.4, usd_high: 0.6, tokens: 1, basis: [] } },
      { input: 1_000, cache_read: 8_000, output: 1_000, usd: 0.21 },
    );
    expect(found).toEqual({
      tokens: 10_000,
      cachedTokens: 8_000,
      usd: 0.21,
      usdBudget: 2,
      usdExpected: { low: 0.4, high: 0.6 },
      usage: 'exact',
    });
    expect(spentText(found, 'en')).toBe('$0.21');
    expect(meterLines(found, 'en')).toEqual([
      '10k tokens, 80 % of them from the provider’s cache',
      '$0.21 spent',
      '$0.40 to $0.60 estimated before the start',
      '$2.00 at most',
    ]);
  });

  it('says where usage is estimated: as the record says, and before anything was used as the lineup lets expect', async () => {
    const told = await meter({}, { output: 500, usd: 0.001, estimated: true });
    expect(told.usage).toBe('estimated');
    expect(spentText(told, 'en')).toBe('<$0.01 (estimated)');
    const expected = await meter({ models: { chair: 'vscode:gpt-5' } });
    expect(expected.usage).toBe('estimated');
    expect(spentText(expected, 'en')).toBeUndefined();
    expect(meterLines(expected, 'en')).toEqual([]);
  });

  it('makes up no price of a model that has none', async () => {
    const found = await meter({}, { output: 2_340_000, unpriced: true });
    expect(found).toMatchObject({ usage: 'tokens-only', usd: 0 });
    expect(spentText(found, 'en')).toBe('2.3M tokens');
    expect(meterLines(found, 'en').at(-1)).toMatch(/no price is known/);
  });

  const seated = (models: Readonly<Record<string, string>>) =>
    Object.entries(models).map(([name, model]) => ({
      name,
      persona: '',
      starting_position: '',
      incentives: '',
      model,
    }));
  const cachedLine = (state: DebateState): string | undefined =>
    meterLines(meterOf(state), 'en', cachedShares(state)).find((line) => line.startsWith('Read from the cache'));

  it('says by lineage how much came from the provider’s cache, debaters of one model together', async () => {
    const debaters = seated({ sre: '', lead: '' });
    const shares = {
      sre: { ...none, input: 10, cache_read: 90 },
      lead: { ...none, input: 60, cache_write: 10, cache_read: 30, output: 50 },
      chair: { ...none, input: 40, cache_read: 20 },
      verifier: { ...none, input: 5 },
    };
    const { state } = await recordOf(
      { debaters },
      { input: 115, cache_write: 10, cache_read: 140, output: 50 },
      shares,
    );
    expect(cachedLine(state)).toBe('Read from the cache, of what was sent: Debaters 60 %, Chair 33 %, Verifier 0 %');
    const uncached = await recordOf({ debaters }, { input: 100 }, { sre: { ...none, input: 100 } });
    expect(cachedShares(uncached.state)).toEqual([]);
  });

  it('tells lineages of debaters apart by model, and by side where each reads a record of its own', async () => {
    const shares = {
      sre: { ...none, input: 10, cache_read: 90 },
      lead: { ...none, input: 50, cache_read: 50 },
      cfo: { ...none, input: 100 },
    };
    const usage = { input: 160, cache_read: 140 };
    const debaters = seated({ sre: 'a:x', lead: 'a:x', cfo: 'b:y' });
    const panel = await recordOf({ debaters }, usage, shares);
    expect(cachedLine(panel.state)).toBe(
      'Read from the cache, of what was sent: Debaters (a:x) 70 %, Debaters (b:y) 0 %',
    );
    const sides = { advocate: shares.sre, critic: shares.lead };
    const setup = { format: 'tribunal', debaters: seated({ advocate: 'a:x', critic: 'a:x' }) };
    const tribunal = await recordOf(setup, { input: 60, cache_read: 140 }, sides);
    expect(cachedLine(tribunal.state)).toBe('Read from the cache, of what was sent: Advocate 90 %, Critic 50 %');
  });

  it('begins another lineage where a seat changes its model', async () => {
    const record = new ReportRecord();
    const step = { id: 'setup', index: 0, count: 1, attempt: 1, elapsed_ms: 0 };
    record.setup({ step, debaters: seated({ sre: 'a:x' }) });
    const turn = (id: string, usage: Partial<typeof none>): number =>
      record.add({
        speaker: 'sre',
        type: 'new_point',
        content: 'So it is.',
        data: {
          step: { id, index: 0, count: 1, attempt: 1, elapsed_ms: 5, agent: 'sre', usage: { ...none, ...usage } },
        },
      });
    turn('r1/turn/sre', { input: 20, cache_read: 80 });
    record.add({
      speaker: 'user',
      type: 'intervention',
      content: 'Another model.',
      data: { change: { models: { sre: 'b:y' } } },
    });
    turn('r2/turn/sre', { cache_write: 100 });
    turn('r3/turn/sre', { cache_read: 100 });
    expect(cachedLine((await record.open()).state)).toBe(
      'Read from the cache, of what was sent: Debaters (a:x) 80 %, Debaters (b:y) 50 %',
    );
  });

  it('reads estimates of other programs leniently', async () => {
    for (const estimate of [
      'soon',
      { usd_low: 'a', usd_high: 2 },
      { usd_low: 3, usd_high: 2 },
      { usd_low: 0, usd_high: 0 },
      null,
    ]) {
      expect((await meter({ estimate })).usdExpected).toBeUndefined();
    }
  });
});

describe('the time budget in the header', () => {
  async function budgetOf(folder: string): Promise<number | undefined> {
    const { page, shown } = pageOf(folder);
    await shown();
    return page.head?.timeBudgetMs;
  }

  it('is told of a debate held here, and not of one that another system held', async () => {
    expect(await budgetOf((await sampleDebate().record.open()).folder)).toBe(30 * 60_000);
    const imported = await importFiles(dialecticFiles(ferryDebate()));
    expect(await budgetOf(imported.folder)).toBeUndefined();
  });
});
