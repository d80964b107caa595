import type { EvidencePassage } from './passages';

/**
 * Every sentence that the extractive performer says by itself, in English only. What a passage speaks for is not known, so none of them
 * takes a side: the words "for", "against", "in favour", "supports" and "contradicts" stand in quotations only.
 */

const closingLead = 'Nothing is added.';

export const phrases = {
  dealt: 'Dealt to this seat and not judged:',
  dealtByQuestion: (seq: number) => `Dealt to this seat by the words of seq ${seq}, and not judged:`,
  sideBySide: 'Side by side, the same terms and different figures:',
  differ: 'They differ.',
  acknowledged: (struck: number) => `That seq ${struck} is struck is noted.`,
  framework: (name: string, seq: number) =>
    `The framework “${name}” (seq ${seq}) is left aside: this seat holds quotations only.`,
  closingLead,
  closing: (seqs: string) => `${closingLead} What was dealt to this seat stands in ${seqs}, and was not judged.`,
  closingWithout: `${closingLead} No passage was dealt to this seat.`,
  closes: 'Adds nothing to what was dealt.',
  noPassage: 'no passage left',
  review: (places: string) => `Quotes ${places}.`,
  reviewOthers: (words: string) => `In its own words: “${words}”`,
  leftOver: 'Passages are left that were not dealt yet.',
  noneLeft: 'No passage of the evidence is left that shares words with the topic.',
  noAnswer: 'nobody reads questions here; the rules stand as they are and the turn order goes on.',
  unresolved: (places: string) => `Different figures with the same terms: ${places}.`,
  noneFound: 'none found by code',
  nobodyListened: 'nobody listened.',
  nobodyWrites: 'no language model is there to write it.',
  nobodyAssessed: 'nobody assessed the debate.',
  undecided:
    'Nobody weighed what was quoted. The passages were dealt to the seats in turn, and what they bear out was not judged.',
  alsoQuoted: 'Quotations by their headings:',
  nothingQuoted: 'Nothing of the evidence was quoted.',
  differing: 'Figures that differ, side by side:',
  noDiffering: 'No differing figures with the same terms were found by code.',
  unused: 'Files of which nothing was quoted:',
  allUsed: 'Every file of the evidence was quoted.',
  leftOut: 'Files that were not read:',
  moreFiles: (count: number) => (count === 1 ? 'one more' : `${count} more`),
  nowhere: (words: string) => `Words of the topic that occur nowhere in the evidence: ${words}.`,
  allOccur: 'Every content word of the topic occurs somewhere in the evidence.',
  offTopic: 'No content word of the topic occurs in the evidence.',
} as const;

export const unusedWords = {
  nothing_quotable: 'no sentence, row or record in it can be quoted as it stands',
  too_much: 'the evidence is larger than what is searched',
  unreadable: 'it can no longer be read',
  not_dealt: 'what it holds was not dealt before the rounds ended',
  not_matching: 'nothing in it shares words with the topic',
} as const;

export const headings = {
  map: 'What the Files Say',
  sideBySide: 'Side by Side',
  unused: 'Files Not Quoted',
  words: 'Words of the Topic',
} as const;

export const lineupWords = {
  persona: 'Quotations from the evidence are dealt to this seat',
  incentives: 'None: the passages are dealt, not chosen',
  topicOfEntry: (sentence: string) => `${sentence} (the topic goes on; see seq 0)`,
  yes: (topic: string) => `Yes: ${topic}`,
  no: (topic: string) => `No: ${topic}`,
  cannotRevise:
    'Offline a lineup is revised where it is plain: “Rename A to B”, “Remove A”, “Add B: who they are”, “Add a third debater”. Say it so, or edit the lineup.',
} as const;

/** `“notes.md”, section “Costs”, L3–L5`: lines are written so that no reader of figures takes them for figures. */
export function placeOf({ path, page, start, end, heading }: EvidencePassage): string {
  const lines = start === end ? `L${start}` : `L${start}–L${end}`;
  const section = heading === undefined ? '' : `, section “${heading}”`;
  return `“${path}”${section}, ${page === undefined ? lines : `page #${page}`}`;
}

/** Of a row that is not quoted with its table's header, what to say of that; else nothing. */
export const underHeader = ({ header, quote }: EvidencePassage): string =>
  header === undefined || quote.startsWith(header) ? '' : `, under the header “${header}”`;

/** A passage as an entry quotes it. */
export const quoted = (passage: EvidencePassage): string =>
  `${placeOf(passage)}${underHeader(passage)}:\n\n> “${passage.quote}”`;

export const listedWords = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');
