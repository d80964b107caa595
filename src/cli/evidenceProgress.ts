import type { EvidenceProgress } from '../research/evidence';

/** Fewer files are read before anybody has read a line about them. */
const many = 2_000;
/** Before that, what is measured is how long threads take to start. */
const leastDone = 200;
const firstLineMs = 1_000;
const betweenMs = 5_000;

/** Tells how far the reading of much evidence is, and how long it will take; Ctrl-C ends it. */
export function evidenceProgress(tell: (line: string) => void, clock: () => number = () => performance.now()): (progress: EvidenceProgress) => void {
  const started = clock();
  let next = started + firstLineMs;
  return ({ done, total }) => {
    const now = clock();
    if (total < many || now < next || done < leastDone || done === total) return;
    next = now + betweenMs;
    const seconds = Math.ceil(((now - started) / done) * (total - done) / 1_000);
    tell(`Reading the evidence: ${done} of ${total} files; about ${seconds} more ${seconds === 1 ? 'second' : 'seconds'}.`);
  };
}
