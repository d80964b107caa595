import { formatNamed, formats } from '../debate/formats/registry';
import { importedProvider, type SetupData } from '../debate/entryData';
import type { DebateState } from '../debate/state';
import type { Format } from '../debate/step';
import { newerVersionReason } from '../debate/codec';
import { providerNames, type ProviderName } from './modelPlan';
import { PlanError } from './planError';
import { providerOf } from '../projections/headAndTail';

/** Whether this version can run a debate; `reason` completes "… cannot be run:" and stands as a sentence of its own. */
export type Runnability =
  | { ok: true; setup: SetupData; format: Format; provider: ProviderName }
  | { ok: false; code: 'not_runnable' | 'version' | 'format' | 'provider'; reason: string };

const providers: ReadonlySet<string> = new Set(providerNames);

/** Whether this version runs debates of this format by this provider. */
export const canRun = (debate: {
  format: string | undefined;
  provider: string | undefined;
  version: number;
}): boolean =>
  newerVersionReason(debate) === undefined && formatNamed(debate.format) !== undefined && isProvider(debate.provider);

/**
 * What the record says about whether it can be run. What only shows when it is opened is not looked at: who holds the
 * lease, whether script and evidence are still there.
 */
export function runnability(state: DebateState): Runnability {
  const { setup, headers } = state;
  const newer = newerVersionReason(state);
  if (newer !== undefined) return { ok: false, code: 'version', reason: newer };
  if (setup === undefined) {
    const reason =
      headers.length === 0
        ? 'There is no debate in it (no debate-log.jsonl with a setup entry).'
        : 'Its log has no setup that Rostrum wrote: it can be read and checked, not run.';
    return { ok: false, code: 'not_runnable', reason };
  }
  const format = formatNamed(setup.format);
  if (format === undefined) {
    const reason = `This version runs debates of the formats ${formats.map(({ name }) => name).join(', ')}; ${setup.format} debates can be read, not run.`;
    return { ok: false, code: 'format', reason };
  }
  const provider = providerOf(setup);
  if (isProvider(provider)) return { ok: true, setup, format, provider };
  if (lacksPerformers(state)) {
    const reason =
      'Another system held it. To go on with it, say who argues from now on and what may be cited: a provider, and evidence.';
    return { ok: false, code: 'provider', reason };
  }
  const reason = `This version has no provider "${provider ?? 'unknown'}"; it has ${providerNames.join(', ')}.`;
  return { ok: false, code: 'provider', reason };
}

/**
 * Where nothing may be asked of a debate: a later version's, or one in a format that this version does not know.
 *
 * @throws PlanError `version`, `format`.
 */
export function refuseUnreadable(state: DebateState): void {
  const found = runnability(state);
  if (!found.ok && (found.code === 'version' || found.code === 'format')) throw new PlanError(found.code, found.reason);
}

/** Whether it has to be said first who argues from now on: another system held it. */
export const lacksPerformers = ({ setup }: DebateState): boolean =>
  setup !== undefined && providerOf(setup) === importedProvider;

const isProvider = (name: string | undefined): name is ProviderName => name !== undefined && providers.has(name);
