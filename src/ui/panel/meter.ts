import type { DebateState } from '../../debate/state';
import { estimateIn, paceOf, roundTimeOf } from '../../session/pace';
import type { Head, UsageKind } from '../../shared/protocol';

/** What a debate has used so far, and what was expected of it. */
export type Meter = Pick<
  Head,
  'tokens' | 'cachedTokens' | 'usd' | 'usdBudget' | 'usdExpected' | 'usdPace' | 'roundMs' | 'usage'
>;

export function meterOf(state: DebateState): Meter {
  const { usage, setup, limits } = state;
  const budget = setup === undefined ? null : limits.budget_usd;
  const expected = setup === undefined ? undefined : estimateIn(setup);
  const pace = paceOf(state);
  const roundMs = roundTimeOf(state);
  return {
    tokens: wholeCount(usage.input + usage.cache_write + usage.cache_read + usage.output),
    cachedTokens: wholeCount(usage.cache_read),
    usd: usage.usd,
    ...(budget === null ? {} : { usdBudget: budget }),
    ...(expected === undefined ? {} : { usdExpected: expected }),
    ...(pace === undefined ? {} : { usdPace: pace }),
    ...(roundMs === undefined ? {} : { roundMs }),
    usage: usageKind(state),
  };
}

/** Of what was sent in one lineage, so much the provider read from its cache, 0 to 1. */
export interface CachedShare {
  /** A role; undefined for the debaters, whose requests begin alike. */
  agent: string | undefined;
  share: number;
}

/** In the order in which they were first asked; nothing where no provider keeps a cache. */
export function cachedShares({ usage, usageBySpeaker, debaters }: DebateState): CachedShare[] {
  if (usage.cache_read === 0) return [];
  const sent = new Map<string | undefined, { read: number; all: number }>();
  for (const [agent, { input, cache_write, cache_read }] of usageBySpeaker) {
    const lineage = debaters.some(({ name }) => name === agent) ? undefined : agent;
    const { read, all } = sent.get(lineage) ?? { read: 0, all: 0 };
    sent.set(lineage, { read: read + cache_read, all: all + input + cache_write + cache_read });
  }
  return [...sent].flatMap(([agent, { read, all }]) => (all === 0 ? [] : [{ agent, share: read / all }]));
}

/** Before anything was used, what the lineup lets expect: the editor reports no usage of its models. */
function usageKind({ usage, models }: DebateState): UsageKind {
  if (usage.unpriced === true) return 'tokens-only';
  const isTold = ![...models.values()].some((model) => model.startsWith('vscode:'));
  return usage.estimated === true || !isTold ? 'estimated' : 'exact';
}

/** A log of another program may claim half a token, or more of them than can be counted. */
const wholeCount = (claimed: number): number => Math.min(Math.round(claimed), Number.MAX_SAFE_INTEGER);
