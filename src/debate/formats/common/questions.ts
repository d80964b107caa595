import { lastSpoke } from '../../duties';
import { stepOf } from '../../entry';
import { headerOf } from '../../state';
import type { RecordView } from '../../view';

/** The questions of audience and user that this debater was not cued with yet. */
export function questionsTo(view: RecordView, name: string): { seq: number; text: string }[] {
  const since = lastSpoke(view.state, name);
  return view.state.questions
    .filter(({ to, seq }) => to === name && (seq > since || isMissed(view, seq, name)))
    .map(({ seq }) => ({ seq, text: view.visible(seq)?.content ?? '' }));
}

/**
 * A user's question that came while its debater was at its last turn: it stands before that turn in the log, and the
 * debater had been cued without it.
 */
function isMissed(view: RecordView, seq: number, name: string): boolean {
  const { state } = view;
  const question = headerOf(state, seq);
  const turnSeq = state.turns.findLast((turn) => turn.debater === name && !turn.skipped)?.seqs[0];
  const turn = turnSeq === undefined ? undefined : view.raw(turnSeq);
  const mark = turn === undefined ? undefined : stepOf(turn);
  if (question?.speaker !== 'user' || turn === undefined || mark === undefined || seq > turn.seq) return false;
  return question.time > Date.parse(turn.timestamp) - mark.elapsed_ms - (mark.paced_ms ?? 0);
}
