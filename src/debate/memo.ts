import { dataOf } from './codec';
import type { Draft, Entry } from './entry';
import type { Host } from './formats/common/notices';
import { isStruck } from './state';
import { firstWords } from './text';
import type { VisibleEntry } from './tasks';
import type { RecordView } from './view';

/**
 * Memos: what a debater found and did not use, and what it still has to answer, in its own words. Its later tasks are given them, and
 * nobody else's; the log holds the words, `RecordView.visible` does not.
 */

/** More than that is cut: nobody is asked again for a memo's sake. */
const memoWords = 150;

const prefixOf = (debater: string): string => `Memo of ${debater}: `;

/** The note that goes beside the turn; none where nothing is kept. `host`: whoever leads the debate. */
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

/** Whose memo an entry is; undefined of any other entry. */
export function memoAuthor(entry: Entry): string | undefined {
  const data = dataOf(entry, 'note');
  return data?.kind === 'memo' ? (data.debater ?? '') : undefined;
}

/** What a turn's entries hold as its author's memo, as a field of the answer. */
export function memoIn(entries: readonly Entry[], debater: string): { memo?: string } {
  const entry = entries.find((candidate) => memoAuthor(candidate) === debater);
  return entry === undefined ? {} : { memo: wordsOf(entry, debater) };
}

const wordsOf = ({ content }: Pick<Entry, 'content'>, debater: string): string =>
  content.startsWith(prefixOf(debater)) ? content.slice(prefixOf(debater).length) : content;

/** An entry without what it holds for one reader alone. */
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

/** This debater's memos, oldest first, struck words masked. That of a turn which lost an entry may paraphrase it, and is gone. */
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
