import { formatIn } from '../../debate/formats/formatName';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateState, SentPrompts } from '../../debate/fold/state';
import { parseModelRef } from '../../models/provider';
import { descriptorOf } from '../../models/providers';
import { estimateIn, paceOf, roundTimeOf } from '../../session/run/pace';
import type { Head, UsageKind } from '../../shared/protocol';

export type Meter = Pick<
  Head,
  'tokens' | 'cachedTokens' | 'usd' | 'usdBudget' | 'usdExpected' | 'usdPace' | 'roundMs' | 'usage'
>;

export function meterOf(state: DebateState): Meter {
  const { usage, setup, limits } = state;
  return {
    tokens: wholeCount(usage.input + usage.cache_write + usage.cache_read + usage.output),
    cachedTokens: wholeCount(usage.cache_read),
    usd: usage.usd,
    usdBudget: (setup === undefined ? null : limits.budget_usd) ?? undefined,
    usdExpected: setup && estimateIn(setup),
    usdPace: paceOf(state),
    roundMs: roundTimeOf(state),
    usage: usageKind(state),
  };
}

/** Share of what was sent in one lineage that the provider read from its cache, 0 to 1. */
export interface CachedShare {
  /** A role, or a debater with a record of its own; undefined for debaters of one model whose requests begin alike. */
  agent: string | undefined;
  /** Only where the same agents have another lineage with another model. */
  model?: string;
  share: number;
}

/** Shares in the order in which agents were first asked; empty where no provider keeps a cache. */
export function cachedShares({ usage, sentPrompts, debaters, setup }: DebateState): CachedShare[] {
  if (usage.cache_read === 0) return [];
  const isShared = formatNamed(formatIn(setup))?.hasOwnRecords !== true;
  const lineages = new Map<string, SentPrompts>();
  for (const { agent, ...own } of sentPrompts) {
    const name = isShared && debaters.some((debater) => debater.name === agent) ? '' : agent;
    const key = JSON.stringify([name, own.model]);
    const { sent, read } = lineages.get(key) ?? { sent: 0, read: 0 };
    lineages.set(key, { ...own, agent: name, sent: sent + own.sent, read: read + own.read });
  }
  const all = [...lineages.values()].filter(({ sent }) => sent > 0);
  return all.map(({ agent, model, sent, read }) => ({
    agent: agent === '' ? undefined : agent,
    ...(all.filter((other) => other.agent === agent).length > 1 ? { model } : {}),
    share: read / sent,
  }));
}

/** Before anything was used, what the lineup lets expect: not every provider reports what was used. */
function usageKind({ usage, models }: DebateState): UsageKind {
  if (usage.unpriced === true) return 'tokens-only';
  const isUntold = [...models.values()].some((model) => {
    const ref = parseModelRef(model);
    return ref?.kind === 'model' && !descriptorOf(ref.provider).reportsUsage;
  });
  return usage.estimated === true || isUntold ? 'estimated' : 'exact';
}

/** A log of another program may claim half a token, or more of them than can be counted. */
const wholeCount = (claimed: number): number => Math.min(Math.round(claimed), Number.MAX_SAFE_INTEGER);
