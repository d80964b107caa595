import type { ModelErrorCode } from '../../models/modelError';
import { isReservedSpeaker } from '../../debate/log/names';
import { own } from '../../debate/log/objects';
import { withoutWords } from '../../reports/eventLog';
import type { RunEnding } from './runManager';

/** Action that most likely helps a debate paused by an outside cause. */
export type Help = 'setApiKey' | 'changeModel' | 'showSettings' | 'tryAgain' | 'showOutput';

const helps: Readonly<Record<ModelErrorCode | 'no_person' | 'context_window' | 'context_too_small', Help>> = {
  key_missing: 'setApiKey',
  key_rejected: 'setApiKey',
  forbidden: 'changeModel',
  no_model: 'changeModel',
  too_large: 'changeModel',
  spend_limit: 'changeModel',
  unreachable: 'showSettings',
  wrong_address: 'showSettings',
  bad_request: 'showOutput',
  malformed: 'showOutput',
  no_consent: 'tryAgain',
  rate_limited: 'tryAgain',
  overloaded: 'tryAgain',
  loading: 'tryAgain',
  server: 'tryAgain',
  interrupted: 'tryAgain',
  stalled: 'tryAgain',
  empty: 'tryAgain',
  bad_sample: 'tryAgain',
  filtered: 'changeModel',
  runaway: 'changeModel',
  context_window: 'changeModel',
  context_too_small: 'changeModel',
  no_person: 'tryAgain',
};

/** Code of a pause, if the engine names one. */
export function causeOf(end: RunEnding['end'] | undefined): string | undefined {
  return end?.status === 'paused' && 'code' in end && typeof end.code === 'string' ? end.code : undefined;
}

/** Returns undefined if no action is known to help. */
export const helpFor = (cause: string | undefined): Help | undefined =>
  cause === undefined ? undefined : own<Help>(helps, cause);

/**
 * Reason of a pause for people. The step's internal name is removed from provider errors, which say themselves what to
 * do. Other reasons may quote a debate, so their quotations are removed: a notification outlives a redaction.
 */
export function reasonOf(end: Extract<RunEnding['end'], { reason: string }>): string {
  const help = helpFor(causeOf(end));
  if (help === undefined || help === 'showOutput') return withoutWords(end.reason, 0);
  const message = end.reason.replace(/^\S+ failed: /, '');
  const [prefix = '', agent = ''] = /^(\S+) is not ready: /.exec(message) ?? [];
  // If the first agent lacks something, most likely all do; but a debater may have a model of its own.
  return agent === '' || !isReservedSpeaker(agent)
    ? message.replace(prefix, agent === '' ? '' : `${agent}: `)
    : message.slice(prefix.length);
}
