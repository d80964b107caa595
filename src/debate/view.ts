import type { Entry } from './entry';
import { withoutMemo } from './memo';
import { Mask } from './mask';
import type { SourceChange } from './sourceChange';
import type { SnapshotProof } from './citations';
import type { DebateState } from './state';
import type { VisibleEntry } from './tasks';

/** The folded state with the bodies behind it. All that agents, documents and exports see comes from here. */
export interface RecordView {
  readonly state: DebateState;
  readonly mask: Mask;
  /** The entry as logged, redacted or not: for the engine, the Verifier and lint only. */
  raw(seq: number | undefined): Entry | undefined;
  /** The entry as anyone may see it: without redacted words, and without those of a memo, which are for its author. */
  visible(seq: number | undefined): VisibleEntry | undefined;
  /** All entries in order, as anyone may see them. */
  all(): VisibleEntry[];
  /**
   * The proofs of the sources' snapshots, by address without fragment. The record does not hold them: the caller that
   * shows the debate adds them.
   */
  readonly proofs: Map<string, SnapshotProof>;
  /** Files that changed since they were cited, see `changeOn`. Added like `proofs`. */
  readonly changes: Map<string, SourceChange>;
  /** The lines of the log, from 1 on, that are in no entry: nobody could read them, or the last one is unfinished. */
  readonly unreadLines: readonly number[];
}

/** `read` gives a body by seq, from memory or from the file; `unread` the lines that are in no entry. */
export function createView(
  state: DebateState,
  read: (seq: number) => Entry | undefined,
  unread: () => readonly number[] = () => [],
): RecordView {
  let known: { mask: Mask; redactions: number; headers: number } | undefined;
  const currentMask = (): Mask => {
    const { redactions, headers } = state;
    if (known?.redactions !== redactions.size || known.headers < headers.length) {
      const struck = [...redactions.keys()].map(read).filter((entry) => entry !== undefined);
      const isWhole = struck.length === redactions.size;
      // A redaction may name an entry that is not there yet: it is looked up again when the log has grown.
      known = {
        mask: new Mask(state, struck),
        redactions: redactions.size,
        headers: isWhole ? Infinity : headers.length,
      };
    }
    return known.mask;
  };
  const masked = new WeakMap<Entry, { mask: Mask; entry: VisibleEntry }>();
  const raw = (seq: number | undefined): Entry | undefined => (seq === undefined ? undefined : read(seq));
  const visible = (seq: number | undefined): VisibleEntry | undefined => {
    const entry = raw(seq);
    if (entry === undefined) return undefined;
    const mask = currentMask();
    // Prompts use the whole record again and again; masking is the expensive part.
    const before = masked.get(entry);
    if (before?.mask === mask) return before.entry;
    const after = withoutMemo(mask.entry(entry));
    masked.set(entry, { mask, entry: after });
    return after;
  };
  return {
    state,
    get mask() {
      return currentMask();
    },
    raw,
    visible,
    proofs: new Map(),
    changes: new Map(),
    get unreadLines() {
      return unread();
    },
    all: () => state.headers.map((header) => visible(header.seq)).filter((entry) => entry !== undefined),
  };
}
