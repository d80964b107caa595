import { slugOf } from '../debate/slug';
import { headerOf } from '../debate/state';
import { verificationCounts } from '../debate/verificationCounts';
import type { RecordView } from '../debate/view';
import { spanOf, topicOf } from './facts';

/** `metadata.json`: the debate in figures, for programs. What the record does not hold is `null`. */
export function metadata(view: RecordView): string {
  const { state } = view;
  const { setup, conclusion } = state;
  const { start, end } = spanOf(view);
  const topic = topicOf(view);
  // As the user has set them last; when that was stands in the record.
  const modelOf = (role: string): string | null => state.models.get(role) ?? null;
  const value = {
    topic: topic ?? null,
    topic_slug: topic === undefined ? null : slugOf(topic),
    format: setup?.format ?? null,
    debate_start: start ?? null,
    debate_end: end ?? null,
    total_rounds: state.round,
    outcome: conclusion?.outcome ?? null,
    outcome_reason: conclusion === undefined ? null : view.mask.text(conclusion.reason),
    total_entries: state.headers.length,
    redaction_count: state.redactions.size,
    redactions: [...state.redactions].map(([seq, { reason }]) => ({
      seq,
      speaker: headerOf(state, seq)?.speaker ?? null,
      reason: view.mask.text(reason),
    })),
    verification_results: verificationCounts(state),
    agents: {
      chair: modelOf('chair'),
      ...(state.models.has('conclusion') ? { conclusion: modelOf('conclusion') } : {}),
      debaters: state.debaters.map(({ name, model }) => ({ name, model: modelOf(name) ?? (model === '' ? null : model) })),
      reporter: modelOf('reporter'),
      verifier: modelOf('verifier'),
      audience: modelOf('audience'),
      assessor: modelOf('assessor'),
    },
    usage: { total: state.usage, by_role: Object.fromEntries(state.usageBySpeaker) },
    engine_version: setup?.engine_version ?? null,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
