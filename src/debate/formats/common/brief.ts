import type { ManifestFile } from '../../log/manifest';
import { type DebateState, headerOf } from '../../fold/state';
import type { Brief } from '../../flow/tasks';
import type { Debater } from '../../log/entryData';
import { listOf } from '../../log/objects';
import { lastSpoke } from '../../flow/duties';
import { stepOf } from '../../log/entry';
import type { RecordView } from '../../fold/view';

export function briefOf({ setup, debaters, guidance }: DebateState): Brief {
  return {
    topic: setup?.topic ?? '',
    debaters,
    evidence: { root: setup?.evidence.root ?? null, files: pathsOf(setup?.evidence.files ?? []) },
    subject: subjectPaths(setup),
    guidance: guidance.map((item) => item.text),
  };
}

/** The subject itself, among the evidence. */
export const subjectPaths = (setup: DebateState['setup']): string[] =>
  listOf(setup?.['subject']).filter((path) => typeof path === 'string');

const known = new WeakMap<readonly ManifestFile[], readonly string[]>();

/** There may be tens of thousands, and each task is told. */
function pathsOf(files: readonly ManifestFile[]): readonly string[] {
  const paths = known.get(files) ?? files.map(({ path }) => path);
  known.set(files, paths);
  return paths;
}

/** A debater that the record's lineup lacks still has its place. */
export const debaterNamed = ({ debaters }: DebateState, name: string): Debater =>
  debaters.find((debater) => debater.name === name) ?? {
    name,
    persona: '',
    starting_position: '',
    incentives: '',
    model: '',
  };

/** Questions of audience and user that this debater's prompts have not included yet. */
export function questionsTo(view: RecordView, name: string): { seq: number; text: string }[] {
  const since = lastSpoke(view.state, name);
  return view.state.questions
    .filter(({ to, seq }) => to === name && isUnread(view, seq, since))
    .map(({ seq }) => ({ seq, text: view.visible(seq)?.content ?? '' }));
}

/** Whether the author of the entry at `since` had not read `seq` when it wrote that. */
export function isUnread(view: RecordView, seq: number, since: number): boolean {
  return seq > since || isMissed(view, seq, since);
}

/** Said by a user while the entry at `since` was written: it is before that in the log, but was not in its author's prompt. At the very start of the step it may have been either: then it is told again. */
function isMissed(view: RecordView, seq: number, since: number): boolean {
  const said = headerOf(view.state, seq);
  const entry = view.raw(since);
  const mark = entry === undefined ? undefined : stepOf(entry);
  if (said?.speaker !== 'user' || entry === undefined || mark === undefined) return false;
  return said.time >= Date.parse(entry.timestamp) - mark.elapsed_ms - (mark.paced_ms ?? 0);
}
