import { lastSpoke, pendingRedactions, standingIssues } from '../../flow/duties';
import type { Source } from '../../log/entry';
import type { Debater } from '../../log/entryData';
import type { CitedSource } from '../../flow/tasks';
import type { ArguingInput } from '../../flow/tasks/common';
import { memosOf, type RecordView } from '../../fold/view';
import { briefOf, isUnread, questionsTo } from './brief';
import { agentRecord } from './agentRecord';

/** The whole record as anybody may see it, and what is owed in answer. */
export function arguingInput(view: RecordView, you: Debater): ArguingInput {
  const { state } = view;
  const since = lastSpoke(state, you.name);
  return {
    brief: briefOf(state),
    record: agentRecord(view),
    you,
    guidance: guidanceSince(view, since),
    questions: questionsTo(view, you.name),
    mustAcknowledge: pendingRedactions(state, you.name),
    standingIssues: standingIssues(state, you.name),
    memos: memosOf(view, you.name),
  };
}

export function guidanceSince(view: RecordView, since: number): { seq: number; text: string }[] {
  return view.state.guidance.filter(({ seq }) => isUnread(view, seq, since));
}

/** Sources as an entry holds them: with the day of access, null where there are none. */
export function datedSources(sources: readonly CitedSource[], today: string): Source[] | null {
  if (sources.length === 0) return null;
  return sources.map(({ url, title, quote, claim }) => ({ url, title, accessed: today, quote, claim }));
}
