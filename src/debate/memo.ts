import { dataOf } from './codec';
import type { Draft, Entry } from './entry';
import type { Host } from './formats/common/notices';
import { isStruck } from './state';
import { firstWords } from './text';
import type { VisibleEntry } from './tasks';
import type { RecordView } from './view';

/**
 * Memos: what a debater found and did not use, and what it still has to answer, in its own words. Only its own later
 * tasks see them. The log holds the words; `RecordView.visible` hides them.
 */

/** Longer memos are cut: no answer is sent back for a memo. */
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
export function withoutMemo(entry: VisibleEntry): VisibleEntry {
  const author = entry.type === 'note' ? memoAuthor(entry) : undefined;
  if (author === undefined || entry.struck !== undefined) return entry;
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
    if (entry === undefined || memoAuthor(entry) !== debater || isStruck(state, seq)) return [];
    const turn = state.turns.find((candidate) => candidate.id === step && candidate.debater === debater);
    if (turn?.seqs.some((at) => isStruck(state, at)) === true) return [];
    return [{ seq, text: mask.text(wordsOf(entry, debater)) }];
  });
}
