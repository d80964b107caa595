import type { DebateState } from '../../state';
import type { Brief } from '../../tasks';

/** What every agent of every format is told of the debate: built from the folded state alone, and without the number of rounds. */
export function briefOf({ setup, debaters, guidance }: DebateState): Brief {
  const subject = setup?.['subject'];
  return {
    topic: setup?.topic ?? '',
    debaters,
    evidence: { root: setup?.evidence.root ?? null, files: (setup?.evidence.files ?? []).map((file) => file.path) },
    subject: Array.isArray(subject) ? (subject as string[]) : [],
    guidance: guidance.map((item) => item.text),
  };
}
