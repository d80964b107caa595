import { dataOf } from '../../codec';
import { maskText } from '../../mask';
import { isStruck } from '../../state';
import type { TrackerRow } from '../../tasks/tribunal';
import type { RecordView } from '../../view';
import { tribunalFacts } from './facts';

/** The issues as anyone may see them: titles and reasons that only struck assessments have are too short for the mask. */
export function visibleTracker(view: RecordView): readonly TrackerRow[] {
  const { state, mask } = view;
  const { tracker, rounds } = state.factsOf(tribunalFacts);
  if (state.redactions.size === 0) return tracker;
  const standing = new Map(
    rounds.flatMap(({ round, assessment: seq }) =>
      seq === undefined || isStruck(state, seq) ? [] : [[round, seq] as const],
    ),
  );
  return tracker.map((row) => ({
    ...row,
    title: titleIn(view, row.id, standing.get(row.history.find(({ round }) => standing.has(round))?.round ?? -1)),
    history: row.history.map(({ reason, ...step }) => ({
      ...step,
      reason: reason === undefined ? undefined : standing.has(step.round) ? mask.text(reason) : maskText,
    })),
  }));
}

/** As the first assessment that stands has it. */
const titleIn = (view: RecordView, issue: string, seq: number | undefined): string =>
  dataOf(view.visible(seq), 'assessment')?.issues?.find(({ id }) => id === issue)?.title ?? maskText;
