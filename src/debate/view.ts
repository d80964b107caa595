import { dataOf } from './codec';
import type { Draft, Entry } from './entry';
import type { Host } from './formats/common/notices';
import { Mask } from './mask';
import type { SourceChange } from './sourceChange';
import type { SnapshotProof } from './citations';
import { type DebateState, isRedacted } from './state';
import type { VisibleEntry } from './tasks';
import { firstWords } from './text';

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
      const redacted = [...redactions.keys()].map(read).filter((entry) => entry !== undefined);
      const isWhole = redacted.length === redactions.size;
      // A redaction may name an entry that is not there yet: it is looked up again when the log has grown.
      known = {
        mask: new Mask(state, redacted),
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

/**
 * A memo is what a debater found and did not use, and what it still has to answer, in its own words. Only its own later tasks see it: the
 * log holds the words, and `RecordView.visible` hides them. A longer one is cut: no answer is sent back for a memo.
 */
const memoWords = 150;

const prefixOf = (debater: string): string => `Memo of ${debater}: `;

/** The memo's entry beside the turn; undefined if there is none. `host`: the leader of the debate. */
export function memoDrafts(host: Host, debater: string, memo: string | undefined): Draft[] {
  const words = firstWords(memo ?? '', memoWords);
  if (words === '') return [];
  return [
    {
      phase: 'system',
      speaker: host,
      type: 'note',
      content: `${prefixOf(debater)}${words}`,
      data: { kind: 'memo', debater },
    },
  ];
}

/** The memo's owner; undefined for any other entry. */
export function memoAuthor(entry: Entry): string | undefined {
  const data = dataOf(entry, 'note');
  return data?.kind === 'memo' ? (data.debater ?? '') : undefined;
}

/** The memo among a turn's entries, as a field of the answer. */
export function memoIn(entries: readonly Entry[], debater: string): { memo?: string } {
  const entry = entries.find((candidate) => memoAuthor(candidate) === debater);
  return entry === undefined ? {} : { memo: wordsOf(entry, debater) };
}

const wordsOf = ({ content }: Pick<Entry, 'content'>, debater: string): string =>
  content.startsWith(prefixOf(debater)) ? content.slice(prefixOf(debater).length) : content;

/** An entry without the words for its own author alone. */
function withoutMemo(entry: VisibleEntry): VisibleEntry {
  const author = entry.type === 'note' ? memoAuthor(entry) : undefined;
  if (author === undefined || entry.redacted !== undefined) return entry;
  const { step, prev } = entry.data ?? {};
  const marks = Object.fromEntries(Object.entries({ step, prev }).filter(([, value]) => value !== undefined));
  return {
    ...entry,
    content: `A memo of ${author}, for its own later tasks.`,
    data: { kind: 'memo', debater: author, ...marks },
  };
}

/**
 * This debater's memos, oldest first, redacted words masked. A memo from a turn with a redacted entry may paraphrase it
 * and is left out.
 */
export function memosOf(view: RecordView, debater: string): { seq: number; text: string }[] {
  const { state, mask } = view;
  const notes = state.headers.filter(({ type, kind }) => type === 'note' && kind === 'memo');
  return notes.flatMap(({ seq, step }) => {
    const entry = view.raw(seq);
    if (entry === undefined || memoAuthor(entry) !== debater || isRedacted(state, seq)) return [];
    const turn = state.turns.find((candidate) => candidate.id === step && candidate.debater === debater);
    if (turn?.seqs.some((at) => isRedacted(state, at)) === true) return [];
    return [{ seq, text: mask.text(wordsOf(entry, debater)) }];
  });
}
