import type { Entry } from './entry';
import { withoutMemo } from './memo';
import { Mask } from './mask';
import type { SourceChange } from './sourceChange';
import type { SnapshotProof } from './sourceProof';
import type { DebateState } from './state';
import type { VisibleEntry } from './tasks';

/** The folded state with the bodies behind it. Everything that agents, documents and exports see comes from here. */
export interface RecordView {
  readonly state: DebateState;
  readonly mask: Mask;
  /** The entry as it stands in the log, struck or not: for the engine, the Verifier and lint only. */
  raw(seq: number): Entry | undefined;
  /** The entry as anyone may see it: without struck words, and without those of a memo, which are for its author. */
  visible(seq: number): VisibleEntry | undefined;
  /** All entries in order, as anyone may see them. */
  all(): VisibleEntry[];
  /** What was found of the sources' snapshots, by address without its part. The record says nothing of it: whoever shows the debate fills it in. */
  readonly proofs: Map<string, SnapshotProof>;
  /** Files that are not what they were when they were cited, see `changeOn`. Filled in as `proofs` are. */
  readonly changes: Map<string, SourceChange>;
}

/** `read` gives a body by seq, from memory or from the file. */
export function createView(state: DebateState, read: (seq: number) => Entry | undefined): RecordView {
  let known: { mask: Mask; redactions: number; headers: number } | undefined;
  const currentMask = (): Mask => {
    const { redactions, headers } = state;
    if (known?.redactions !== redactions.size || known.headers < headers.length) {
      const struck = [...redactions.keys()].map(read).filter((entry) => entry !== undefined);
      const isWhole = struck.length === redactions.size;
      // A redaction may name an entry that is not there yet: then it is looked for again when the log has grown.
      known = {
        mask: new Mask(state, struck),
        redactions: redactions.size,
        headers: isWhole ? Infinity : headers.length,
      };
    }
    return known.mask;
  };
  const masked = new WeakMap<Entry, { mask: Mask; entry: VisibleEntry }>();
  const visible = (seq: number): VisibleEntry | undefined => {
    const entry = read(seq);
    if (entry === undefined) return undefined;
    const mask = currentMask();
    // Cues ask for the whole record again and again; masking is the dear part of it.
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
    raw: read,
    visible,
    proofs: new Map(),
    changes: new Map(),
    all: () => state.headers.map((header) => visible(header.seq)).filter((entry) => entry !== undefined),
  };
}
