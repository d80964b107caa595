import { counted } from '../debate/counted';
import { evidencePace } from '../research/evidencePace';

/** Tells on the error output how far the work on much evidence is, and how long it will take; Ctrl-C ends it. */
export const evidenceProgress = (
  what: 'Reading' | 'Indexing',
  tell: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): ReturnType<typeof evidencePace> =>
  evidencePace(({ done, total, bytes, seconds }) => {
    const size = bytes === undefined ? 0 : Math.ceil((bytes.text + bytes.documents) / 1_000_000);
    tell(
      bytes === undefined
        ? `${what} the evidence: ${done} of ${counted(total, 'file')}; about ${counted(seconds, 'more second')}.`
        : `The evidence has ${counted(total, 'file')} of about ${size} MB together; reading them takes about ${counted(seconds, 'second')}. Ctrl-C stops it.`,
    );
  });
