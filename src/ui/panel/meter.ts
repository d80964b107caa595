import * as z from 'zod';
import type { SetupData } from '../../debate/entryData';
import type { DebateState } from '../../debate/state';
import type { Head, UsageKind } from '../../shared/protocol';

/** What a debate has used so far, and what was expected of it. */
export type Meter = Pick<Head, 'tokens' | 'cachedTokens' | 'usd' | 'usdBudget' | 'usdExpected' | 'usage'>;

export function meterOf(state: DebateState): Meter {
  const { usage, setup, limits } = state;
  const budget = setup === undefined ? null : limits.budget_usd;
  const expected = setup === undefined ? undefined : expectedCost(setup);
  return {
    tokens: wholeCount(usage.input + usage.cache_write + usage.cache_read + usage.output),
    cachedTokens: wholeCount(usage.cache_read),
    usd: usage.usd,
    ...(budget === null ? {} : { usdBudget: budget }),
    ...(expected === undefined ? {} : { usdExpected: expected }),
    usage: usageKind(state),
  };
}

/** Before anything was used, what the lineup lets expect: the editor tells no usage of its models. */
function usageKind({ usage, models }: DebateState): UsageKind {
  if (usage.unpriced === true) return 'tokens-only';
  const isTold = ![...models.values()].some((model) => model.startsWith('vscode:'));
  return usage.estimated === true || !isTold ? 'estimated' : 'exact';
}

const dollars = z.number().min(0);
const estimateSchema = z.looseObject({ estimate: z.looseObject({ usd_low: dollars, usd_high: dollars }) });

/** The estimate that was given before the start; undefined where there was none, or none in dollars. */
function expectedCost(setup: SetupData): Meter['usdExpected'] {
  const read = estimateSchema.safeParse(setup);
  if (!read.success) return undefined;
  const { usd_low: low, usd_high: high } = read.data.estimate;
  return high === 0 || low > high ? undefined : { low, high };
}

/** A log of another program may claim half a token, or more of them than can be counted. */
const wholeCount = (claimed: number): number => Math.min(Math.round(claimed), Number.MAX_SAFE_INTEGER);
