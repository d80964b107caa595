import type { Range } from './citedRange';
import { checkQuote, nearestSentence, type CitedText } from './quoteCheck';
import { escapeRegExp } from './shortText';
import { withoutFragment } from './sourceUrl';
import { sentences } from './text';
import type { RecordView } from './view';

/** What became of a file since it was cited. `stood` is what it said at the place cited, empty where none was; `stands` what it says there now. */
export type SourceChange =
  /** It changed elsewhere: the same words stand in it. */
  | { kind: 'elsewhere'; stood: string }
  | { kind: 'differs'; stood: string; stands: string }
  /** Nothing like it stands there. */
  | { kind: 'missing'; stood: string }
  /** The file is no longer there. */
  | { kind: 'gone'; stood: string }
  /** It is there, and no text that is read any more. */
  | { kind: 'unreadable'; stood: string };

/** The change of the file that an entry cites; undefined where it is as it was, of pages, and where nobody can look. */
export const changeOn = ({ changes }: RecordView, seq: number, url: string): SourceChange | undefined =>
  changes.get(citationKey(seq, url));

/** The files that changed, each once, as they may be shown. */
export const changedFiles = ({ changes, mask }: RecordView): string[] => [
  ...new Set([...changes.keys()].map((key) => mask.text(withoutFragment(key.slice(key.indexOf(' ') + 1))))),
];

export const citationKey = (seq: number, url: string): string => `${seq} ${url}`;

/** The sentences, or lines where there are none, of which a passage is a part. */
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
/** A sentence that is longer by more than this is none: rows of a table without stops. */
const longest = 400;

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

const squeezed = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** What stands in a file's text as it is now of what stood in it. The same words in a longer sentence are not the same. */
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
  for (const { index, 0: found } of text.matchAll(words)) {
    if (statementAt(text, { start: index, end: index + found.length }) === stood) return true;
    looked += 1;
    if (looked === mostPlaces) break;
  }
  return false;
}

/** Places of the same words that are looked at. */
const mostPlaces = 1_000;
