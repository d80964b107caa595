import { lastSpoke, pendingRedactions, standingIssues } from '../../duties';
import type { Source } from '../../entry';
import { stepOf } from '../../entry';
import type { Debater } from '../../entryData';
import { headerOf } from '../../state';
import type { CitedSource } from '../../tasks';
import type { ArguingInput } from '../../tasks/common';
import { memosOf, type RecordView } from '../../view';
import { briefOf } from './brief';

/** What whoever argues is told, in every format: the whole record as anybody may see it, and what it owes in answer. */
export function arguingInput(view: RecordView, you: Debater): ArguingInput {
  const { state } = view;
  const since = lastSpoke(state, you.name);
  return {
    brief: briefOf(state),
    record: view.all(),
    you,
    guidance: guidanceSince(view, since),
    questions: questionsSince(view, since, you.name),
    mustAcknowledge: pendingRedactions(state, you.name),
    standingIssues: standingIssues(state, you.name),
    memos: memosOf(view, you.name),
  };
}

/** Also entries during the writing of the one at `since`: its author's prompt did not include them. */
export function guidanceSince(view: RecordView, since: number): { seq: number; text: string }[] {
  return view.state.guidance.filter(({ seq }) => seq > since || isMissed(view, seq, since));
}

function questionsSince(view: RecordView, since: number, name: string): { seq: number; text: string }[] {
  return view.state.questions
    .filter(({ to, seq }) => to === name && (seq > since || isMissed(view, seq, since)))
    .map(({ seq }) => ({ seq, text: view.visible(seq)?.content ?? '' }));
}

function isMissed(view: RecordView, seq: number, since: number): boolean {
  const said = headerOf(view.state, seq);
  const entry = view.raw(since);
  const mark = entry === undefined ? undefined : stepOf(entry);
  if (said === undefined || entry === undefined || mark === undefined || seq > since) return false;
  return said.time > Date.parse(entry.timestamp) - mark.elapsed_ms - (mark.paced_ms ?? 0);
}

/** Sources as an entry holds them: with the day of access, null where there are none. */
export function datedSources(sources: readonly CitedSource[], today: string): Source[] | null {
  if (sources.length === 0) return null;
  return sources.map(({ url, title, quote, claim }) => ({
    url,
    title,
    accessed: today,
    quote,
    claim,
  }));
}
