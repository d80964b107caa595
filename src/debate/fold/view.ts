import { dataOf } from '../log/codec';
import type { Draft, Entry } from '../log/entry';
import type { Host } from '../formats/common/notices';
import { Mask } from './mask';
import { defined } from '../log/objects';
import type { SourceChange } from './sourceChange';
import type { SnapshotProof } from './citations';
import { type DebateState, isRedacted } from './state';
import type { VisibleEntry } from '../flow/tasks';
import { firstWords } from '../../matching/text/text';

/** The state and the bodies, as agents, documents and exports see them. */
export interface RecordView {
  readonly state: DebateState;
  readonly mask: Mask;
  /** An entry as logged, redacted or not: for the engine, the Verifier and lint only. */
  raw(seq: number | undefined): Entry | undefined;
  /** An entry as anyone may see it: without redacted words, and without those of a memo. */
  visible(seq: number | undefined): VisibleEntry | undefined;
  all(): VisibleEntry[];
  /**
   * Proofs of the snapshots, by address without fragment. The record does not hold them; code that shows the debate
   * adds them.
   */
  readonly proofs: Map<string, SnapshotProof>;
  /** Changes of cited files; see `changeOn`. They are added like `proofs`. */
  readonly changes: Map<string, SourceChange>;
  /** Numbers of lines, from 1 on, that could not be read, or that are unfinished. */
  readonly unreadLines: readonly number[];
  /** SHA-256 of the last line of the log, by which its chain is held later. Undefined where the log is not read from a file. */
  readonly head: string | undefined;
}

/** What only the file of a log tells: `unreadLines` and `head` of its view. */
interface FileFacts {
  unread?: () => readonly number[];
  head?: () => string | undefined;
}

/** `read` returns a body by seq, from memory or from the file. */
export function createView(
  state: DebateState,
  read: (seq: number) => Entry | undefined,
  { unread = () => [], head = () => undefined }: FileFacts = {},
): RecordView {
  let known: { mask: Mask; redactions: number; headers: number } | undefined;
  const currentMask = (): Mask => {
    const { redactions, headers } = state;
    if (known?.redactions !== redactions.size || known.headers < headers.length) {
      const redacted = [...redactions.keys()].map(read).filter((entry) => entry !== undefined);
      const isWhole = redacted.length === redactions.size;
      // A redaction may name an entry that comes later, so it is looked up again.
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
    // Its words are shown from the end on.
    if (entry.type === 'vote') return mask.entry(entry);
    // Prompts use the whole record again and again, and masking is expensive.
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
    get head() {
      return head();
    },
    all: () => state.headers.map((header) => visible(header.seq)).filter((entry) => entry !== undefined),
  };
}

/**
 * Words of a memo: unused findings and open duties that a debater notes for its own later tasks. The log holds it, and
 * `RecordView.visible` hides it. A longer memo is cut, since no answer is sent back for one.
 */
const memoWords = 150;

const prefixOf = (debater: string): string => `Memo of ${debater}: `;

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

/** Author of a memo; undefined for any other entry. */
export function memoAuthor(entry: Entry): string | undefined {
  const data = dataOf(entry, 'note');
  return data?.kind === 'memo' ? (data.debater ?? '') : undefined;
}

/** The debater's memo as a field of the answer. */
export function memoIn(entries: readonly Entry[], debater: string): { memo?: string } {
  const entry = entries.find((candidate) => memoAuthor(candidate) === debater);
  return entry === undefined ? {} : { memo: wordsOf(entry, debater) };
}

const wordsOf = ({ content }: Pick<Entry, 'content'>, debater: string): string =>
  content.startsWith(prefixOf(debater)) ? content.slice(prefixOf(debater).length) : content;

function withoutMemo(entry: VisibleEntry): VisibleEntry {
  const author = entry.type === 'note' ? memoAuthor(entry) : undefined;
  if (author === undefined || entry.redacted !== undefined) return entry;
  const { step, prev } = entry.data ?? {};
  return {
    ...entry,
    content: `A memo of ${author}, for its own later tasks.`,
    data: { kind: 'memo', debater: author, ...defined({ step, prev }) },
  };
}

/**
 * The debater's memos, oldest first, redacted words masked. A memo from a turn with a redacted entry may paraphrase it
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
