import { dialecticFacts, heldExchanges } from '../debate/formats/dialectic/facts';
import { formatNamed } from '../debate/formats/registry';
import { slugOf } from '../debate/slug';
import { headerOf, type DebateState } from '../debate/state';
import { verificationCounts } from '../debate/citations';
import type { RecordView } from '../debate/view';
import { roundTitle, spanOf } from './facts';
import { topicOf } from '../projections/topic';

/** `metadata.json`: the debate in figures, for programs. What the record does not hold is `null`. */
export function metadata(view: RecordView): string {
  const { state } = view;
  const { setup, conclusion } = state;
  const { start, end } = spanOf(view);
  const topic = topicOf(view);
  const { result } = formatNamed(setup?.format)?.standing(state) ?? {};
  const value = {
    topic: topic ?? null,
    topic_slug: topic === undefined ? null : slugOf(topic),
    format: setup?.format ?? null,
    debate_start: start ?? null,
    debate_end: end ?? null,
    total_rounds: roundTitle(state) === 'Exchange' ? heldExchanges(state.factsOf(dialecticFacts)) : state.round,
    outcome: conclusion?.outcome ?? null,
    outcome_reason: conclusion === undefined ? null : view.mask.text(conclusion.reason),
    ...(result === undefined ? {} : { result }),
    total_entries: state.headers.length,
    redaction_count: state.redactions.size,
    redactions: [...state.redactions].map(([seq, { reason }]) => ({
      seq,
      speaker: headerOf(state, seq)?.speaker ?? null,
      reason: view.mask.text(reason),
    })),
    verification_results: verificationCounts(state),
    agents: agentsOf(state),
    usage: { total: state.usage, by_role: Object.fromEntries(state.usageBySpeaker) },
    engine_version: setup?.engine_version ?? null,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Who performed, by the format's roles: as the user has set them last; when that was stands in the record. */
function agentsOf(state: DebateState): Record<string, unknown> {
  const modelOf = (role: string): string | null => state.models.get(role) ?? null;
  const debaters = state.debaters.map(({ name, model }) => ({
    name,
    model: modelOf(name) ?? (model === '' ? null : model),
  }));
  const format = state.setup?.format ?? 'panel';
  if (format !== 'panel') {
    const names = new Set(debaters.map(({ name }) => name));
    const roles = formatNamed(format)?.roles ?? [...state.models.keys()].filter((name) => !names.has(name));
    return { debaters, ...Object.fromEntries(roles.map((role) => [role, modelOf(role)])) };
  }
  return {
    chair: modelOf('chair'),
    ...(state.models.has('conclusion') ? { conclusion: modelOf('conclusion') } : {}),
    debaters,
    reporter: modelOf('reporter'),
    verifier: modelOf('verifier'),
    audience: modelOf('audience'),
    assessor: modelOf('assessor'),
  };
}
