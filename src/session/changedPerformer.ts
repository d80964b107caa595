import type { Draft } from '../debate/entry';
import { noticesOf } from '../debate/formats/common/notices';
import { isExtractive } from '../debate/seats';
import type { DebateState } from '../debate/state';
import type { Format } from '../debate/step';
import { isSince } from '../debate/version';

const id = 'performer';

/** The version of the record from which on the extractive performer is the one that is offline. */
const extractiveSince = 2;

/**
 * What is said once, before anything else is added, of an unfinished debate that an earlier version's offline performer began; nothing
 * of others.
 */
export function changedPerformer(state: DebateState, format: Format): Draft[] {
  if (isSince(state, extractiveSince) || state.steps.has(id) || format.decide(state).length === 0) return [];
  const agents = ['chair', 'judge', ...state.debaters.map(({ name }) => name), ...state.models.keys()];
  if (!agents.some((agent) => isExtractive(state, agent))) return [];
  const begun = 'This debate was begun by an earlier version, whose offline performer chose quotations by side.';
  const now =
    state.setup?.['fallback'] === undefined
      ? 'It goes on with the extractive performer'
      : 'What its script leaves out is from here on left to the extractive performer';
  const note = noticesOf(format.host).note(`${begun} ${now}: quotations are dealt and not judged.`, {
    kind: 'performer',
  });
  return [{ ...note, data: { ...note.data, step: { id, index: 0, count: 1, attempt: 1, elapsed_ms: 0 } } }];
}
