import type { CitedText, Range } from '../../matching/quote/citedText';
import { checkQuote, nearestSentence } from '../../matching/quote/quoteCheck';
import { collapsed, escapeRegExp } from '../../matching/text/shortText';
import { withoutFragment } from '../../matching/text/sourceUrl';
import { sentences } from '../../matching/text/text';
import type { RecordView } from './view';
import { matchesOf } from '../../matching/text/matches';

/** `stood`: the text at the cited place at that time, empty if none was cited; `stands`: the text there now. */
export type SourceChange =
  /** The file has the same words elsewhere. */
  | { kind: 'elsewhere'; stood: string }
  | { kind: 'differs'; stood: string; stands: string }
  /** The file has nothing similar. */
  | { kind: 'missing'; stood: string }
  | { kind: 'gone'; stood: string }
  | { kind: 'unreadable'; stood: string };

/** Change of a cited file; undefined if it is unchanged, a page, or cannot be checked. */
export const changeOn = ({ changes }: RecordView, seq: number, url: string): SourceChange | undefined =>
  changes.size === 0 ? undefined : changes.get(citationKey(seq, url));

/** Whether what was cited is still in the file, so that the change concerns other parts of it. */
export const stillStands = ({ kind }: SourceChange): boolean => kind === 'elsewhere';

/** Changed files, each once, with masked names. */
export const changedFiles = ({ changes, mask }: RecordView): string[] => [
  ...new Set([...changes.keys()].map((key) => mask.text(withoutFragment(key.slice(key.indexOf(' ') + 1))))),
];

export const citationKey = (seq: number, url: string): string => `${seq} ${url}`;

/** The sentences at the range, or its lines if it has no sentences. */
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

const window = 2_000;
/** Characters; rows of a table have no full stops. */
const longest = 400;

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

const squeezed = (text: string): string => collapsed(text.normalize('NFC'));

/** Compares whole statements: the same words in a longer sentence are a change. */
export function changeIn(stood: string, now: CitedText): SourceChange {
  if (stood === '' || holdsStatement(now.text, stood)) return { kind: 'elsewhere', stood };
  const { passage } = checkQuote(stood, now);
  const stands = passage === undefined ? squeezed(nearestSentence(stood, now) ?? '') : statementAt(now.text, passage);
  return stands === '' || stands === stood ? { kind: 'missing', stood } : { kind: 'differs', stood, stands };
}

function holdsStatement(now: string, stood: string): boolean {
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

const mostPlaces = 1_000;
