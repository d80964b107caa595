import type { VisibleEntry } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';

/** The record as agents may read it: without what another judge or voter decided. */
export const agentRecord = (view: RecordView): VisibleEntry[] =>
  view.all().filter((entry) => !isOfJudges(entry) && !isOfVoters(entry));

/** What those read who write about a debate that is over; it has the verdicts, and no vote. */
export const recordAfterwards = (view: RecordView): VisibleEntry[] =>
  view.state.conclusion === undefined
    ? agentRecord(view)
    : view.all().filter((entry) => entry.type === 'verdict' || !(isOfJudges(entry) || isOfVoters(entry)));

export const isOfJudges = ({ type, data }: VisibleEntry): boolean =>
  type === 'verdict' || (type === 'note' && typeof data?.['judge'] === 'string');

/** A vote, or the note that says why there is none. */
const isOfVoters = ({ type, data }: VisibleEntry): boolean =>
  type === 'vote' || (type === 'note' && typeof data?.['voter'] === 'string');
