import type { ManifestFile } from '../../manifest';
import { type DebateState, headerOf } from '../../state';
import type { Brief } from '../../tasks';
import { listOf } from '../../objects';
import { lastSpoke, lastTurn } from '../../duties';
import { stepOf } from '../../entry';
import type { RecordView } from '../../view';

/**
 * What every agent of every format is told about the debate: built from the folded state alone, and without the number
 * of rounds.
 */
export function briefOf({ setup, debaters, guidance }: DebateState): Brief {
  return {
    topic: setup?.topic ?? '',
    debaters,
    evidence: { root: setup?.evidence.root ?? null, files: pathsOf(setup?.evidence.files ?? []) },
    subject: subjectPaths(setup),
    guidance: guidance.map((item) => item.text),
  };
}

/** The evidence files that are the subject itself, as the setup lists them. */
export const subjectPaths = (setup: DebateState['setup']): string[] =>
  listOf(setup?.['subject']).filter((path) => typeof path === 'string');

const known = new WeakMap<readonly ManifestFile[], readonly string[]>();

/** Made once: there may be tens of thousands, and each task is told. */
function pathsOf(files: readonly ManifestFile[]): readonly string[] {
  const paths = known.get(files) ?? files.map(({ path }) => path);
  known.set(files, paths);
  return paths;
}

/** Questions of audience and user that this debater's prompts have not included yet. */
export function questionsTo(view: RecordView, name: string): { seq: number; text: string }[] {
  const since = lastSpoke(view.state, name);
  return view.state.questions
    .filter(({ to, seq }) => to === name && (seq > since || isMissed(view, seq, name)))
    .map(({ seq }) => ({ seq, text: view.visible(seq)?.content ?? '' }));
}

/**
 * A user's question during the debater's last turn: the log has it before that turn, whose prompt did not include it.
 */
function isMissed(view: RecordView, seq: number, name: string): boolean {
  const { state } = view;
  const question = headerOf(state, seq);
  const turnSeq = lastTurn(state, name)?.seqs[0];
  const turn = view.raw(turnSeq);
  const mark = turn === undefined ? undefined : stepOf(turn);
  if (question?.speaker !== 'user' || turn === undefined || mark === undefined || seq > turn.seq) return false;
  return question.time > Date.parse(turn.timestamp) - mark.elapsed_ms - (mark.paced_ms ?? 0);
}
