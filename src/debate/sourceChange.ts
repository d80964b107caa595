import { checkQuote, type CitedText, nearestSentence, type Range } from './quoteCheck';
import { collapsed, escapeRegExp } from './shortText';
import { withoutFragment } from './sourceUrl';
import { sentences } from './text';
import type { RecordView } from './view';
import { matchesOf } from './matches';

/**
 * How a file changed since it was cited. `stood` is its text at the cited place then, empty if none was cited; `stands`
 * is its text there now.
 */
export type SourceChange =
  /** It changed elsewhere: the same words are in it. */
  | { kind: 'elsewhere'; stood: string }
  | { kind: 'differs'; stood: string; stands: string }
  /** Nothing similar is in it. */
  | { kind: 'missing'; stood: string }
  /** The file no longer exists. */
  | { kind: 'gone'; stood: string }
  /** It exists, but its text can no longer be read. */
  | { kind: 'unreadable'; stood: string };

/** The change of the file that an entry cites; undefined if it is unchanged, a page, or cannot be checked. */
export const changeOn = ({ changes }: RecordView, seq: number, url: string): SourceChange | undefined =>
  changes.size === 0 ? undefined : changes.get(citationKey(seq, url));

/** The changed files, each once, as they may be shown. */
export const changedFiles = ({ changes, mask }: RecordView): string[] => [
  ...new Set([...changes.keys()].map((key) => mask.text(withoutFragment(key.slice(key.indexOf(' ') + 1))))),
];

export const citationKey = (seq: number, url: string): string => `${seq} ${url}`;

/** The sentences that contain a passage, or its lines if there are none. */
export function statementAt(text: string, { start, end }: Range): string {
  const from = Math.max(0, start - window);
  const near = text.slice(from, end + window);
  const touched = sentences(near).filter((one) => from + one.start < end && from + one.end > start);
  const [first, last] = [touched[0], touched.at(-1)];
  const isSentence = first !== undefined && last !== undefined && last.end - first.start <= end - start + longest;
  const found = isSentence
    ? near.slice(first.start, last.end)
    : text.slice(text.lastIndexOf('\n', start - 1) + 1, lineEnd(text, end));
  return squeezed(found);
}

/** Characters around a passage in which its sentence is looked for. */
const window = 2_000;
/** A longer extension is no sentence: rows of a table without full stops. */
const longest = 400;

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

const squeezed = (text: string): string => collapsed(text.normalize('NFC'));

/** What a file's current text has of the cited words. The same words in a longer sentence are not the same. */
export function changeIn(stood: string, now: CitedText): SourceChange {
  if (stood === '' || stillStands(stood, now.text)) return { kind: 'elsewhere', stood };
  const { passage } = checkQuote(stood, now);
  const stands = passage === undefined ? squeezed(nearestSentence(stood, now) ?? '') : statementAt(now.text, passage);
  return stands === '' || stands === stood ? { kind: 'missing', stood } : { kind: 'differs', stood, stands };
}

function stillStands(stood: string, now: string): boolean {
  const text = now.normalize('NFC');
  const words = new RegExp(stood.split(' ').map(escapeRegExp).join('\\s+'), 'gu');
  let looked = 0;
  for (const { index, 0: found } of matchesOf(text, words)) {
    if (statementAt(text, { start: index, end: index + found.length }) === stood) return true;
    looked += 1;
    if (looked === mostPlaces) break;
  }
  return false;
}

/** Occurrences of the same words to examine. */
const mostPlaces = 1_000;
