import { counted } from '../debate/counted';
import { evidencePace } from '../research/evidencePace';

/** Tells on the error output how far the work on much evidence is, and how long it will take; Ctrl-C ends it. */
export const evidenceProgress = (
  what: 'Reading' | 'Indexing',
  tell: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): ReturnType<typeof evidencePace> =>
  evidencePace(({ done, total, seconds }) =>
    tell(`${what} the evidence: ${done} of ${counted(total, 'file')}; about ${counted(seconds, 'more second')}.`),
  );
