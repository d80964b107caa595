export interface EvidenceProgress {
  /** Number of examined files, out of all that may be evidence. */
  done: number;
  total: number;
  /** Bytes estimated from a sample, before much evidence is read. */
  bytes?: { text: number; documents: number } | undefined;
}

/** Number of files from which progress is reported; fewer are read before the report could be. */
export const many = 2_000;
/** Seconds for each file, and for each byte of text and of documents, on two slow cores. */
const guessed = { file: 0.000_15, text: 1 / 12_000_000, documents: 1 / 1_000_000 };
/** Number of files in the sample for the estimate. */
const sample = 200;
const betweenMs = 5_000;

export interface PaceNote extends EvidenceProgress {
  /** Seconds left, estimated from the measurements so far. */
  seconds: number;
}

/**
 * Reports how long much evidence will take: first a guess, then a measurement once a sample is read, and updates from
 * time to time. The threads' start does not count.
 */
export function evidencePace(
  onNote: (note: PaceNote) => void,
  clock: () => number = () => performance.now(),
): (progress: EvidenceProgress) => void {
  let first: { done: number; at: number } | undefined;
  let next = -Infinity;
  return ({ done, total, bytes }) => {
    const now = clock();
    if (bytes !== undefined && total >= many) {
      const seconds = total * guessed.file + bytes.text * guessed.text + bytes.documents * guessed.documents;
      onNote({ done, total, bytes, seconds: Math.ceil(seconds) });
    }
    if (done === 0 || done < (first?.done ?? 0)) first = undefined;
    else first ??= { done, at: now };
    if (first === undefined || total < many || now < next || done - first.done < sample || done === total) return;
    next = now + betweenMs;
    onNote({ done, total, seconds: Math.ceil((((now - first.at) / (done - first.done)) * (total - done)) / 1_000) });
  };
}
