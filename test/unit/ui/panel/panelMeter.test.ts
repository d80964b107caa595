import { describe, expect, it } from 'vitest';
import { meterOf } from '../../../../src/ui/panel/meter';
import { meterLines, spentText } from '../../../../src/ui/views/meterText';
import { ReportRecord } from '../../../support/reportRecord';

const limits = { min_rounds: 1, max_rounds: 2, time_budget_minutes: 30 };
const none = { input: 0, cache_write: 0, cache_read: 0, output: 0, usd: 0 };

async function meter(setup: Record<string, unknown>, usage?: Record<string, unknown>) {
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
  };
  if (usage !== undefined)
    record.add({ speaker: 'sre', type: 'opening_statement', content: 'So it is.', data: { step: mark } });
  return meterOf((await record.open()).state);
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
