import type { Entry, Source } from '../debate/entry';
import { bodyRanges, within, type Range } from './citedRange';
import { readingOf } from './reading';
import type { CheckedText } from './verdict';

export interface SupportQuestion {
  seq: number;
  /** Position of the source in the entry. */
  index: number;
  url: string;
  title: string;
  claim: string;
  passage: string;
  surroundings: string;
}

const surroundingCharacters = 1_500;

/** The passage with what stands around it, never a summary; and nothing of what readers wrote below. */
export function supportQuestion(
  { entry, source }: { entry: Entry; source: Source },
  page: CheckedText,
  found: Range,
): SupportQuestion {
  const reading = readingOf(page);
  const { text, layout } = reading;
  const passage = reading.fromKept(found);
  const around = {
    start: Math.max(0, passage.start - surroundingCharacters),
    end: Math.min(text.length, passage.end + surroundingCharacters),
  };
  const own =
    within(bodyRanges(text, layout), around).find(({ start, end }) => start <= passage.start && end >= passage.end) ??
    around;
  const { url, claim = entry.content } = source;
  return {
    seq: entry.seq,
    index: entry.sources?.findIndex((candidate) => candidate.url === url) ?? 0,
    url,
    title: page.title,
    claim,
    passage: text.slice(passage.start, passage.end),
    surroundings: text.slice(own.start, own.end).trim(),
  };
}
