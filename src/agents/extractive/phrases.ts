import type { EvidencePassage } from './passages';
import type { Entry } from '../../debate/entry';
import { counted, oneLine } from '../../debate/shortText';

/**
 * Every sentence that the extractive performer says by itself, in English. What a passage speaks for is not known:
 * "for", "against", "in favour", "supports" and "contradicts" stand in quotations only.
 */

const closingLead = 'Nothing is added.';

export const phrases = {
  dealt: 'Dealt to this seat and not judged:',
  dealtByQuestion: (seq: number) => `Dealt to this seat by the words of seq ${seq}, and not judged:`,
  sideBySide: 'Side by side, the same terms and different figures:',
  differ: 'They differ.',
  acknowledged: (redacted: number) => `That seq ${redacted} is struck is noted.`,
  framework: (name: string, seq: number) =>
    `The framework “${name}” (seq ${seq}) is left aside: this seat holds quotations only.`,
  closingLead,
  closing: (seqs: string) => `${closingLead} What was dealt to this seat stands in ${seqs}, and was not judged.`,
  closingWithout: `${closingLead} No passage was dealt to this seat.`,
  closes: 'Adds nothing to what was dealt.',
  noPassage: {
    all: 'no passage left',
    unchanged: 'no passage left in the files that have not changed since',
    none: 'no file is left as it was when the debate began',
  },
  review: (places: string) => `Quotes ${places}.`,
  reviewOthers: (words: string) => `In its own words: “${words}”`,
  leftOver: 'Passages are left that were not dealt yet.',
  noneLeft: {
    all: 'No passage of the evidence is left that shares words with the topic.',
    unchanged: 'No passage of the files that have not changed since is left that shares words with the topic.',
    none: 'No file is left as it was when the debate began.',
  },
  noAnswer: 'nobody reads questions here; the rules stand as they are and the turn order goes on.',
  unresolved: (places: string) => `Different figures with the same terms: ${places}.`,
  noneFound: {
    all: 'none found by code',
    unchanged: 'none found by code in the files that have not changed since',
    none: 'not known, for no file is left as it was when the debate began',
  },
  noCrux: 'nobody weighed what the outcome hangs on.',
  nobodyListened: 'nobody listened.',
  nobodyWrites: 'no language model is there to write it.',
  nobodyAssessed: 'nobody assessed the debate.',
  undecided:
    'Nobody weighed what was quoted. The passages were dealt to the seats in turn, and what they bear out was not judged.',
  undecidedOthers: 'Nobody weighed what was said and quoted.',
  nothingQuoted: 'Nothing of the evidence was quoted.',
  notFoundAgain: (seqs: string) =>
    `Quotations of files that are no longer as they were, and that no check found to stand: ${seqs}.`,
  noDiffering: {
    all: 'No differing figures with the same terms were found by code.',
    unchanged: 'No differing figures with the same terms were found by code in the files that have not changed since.',
    none: 'No file is left in which figures could be compared.',
  },
  allUsed: {
    all: 'Every file of the evidence was quoted.',
    unchanged: 'Every file that has not changed since the debate began was quoted.',
    none: 'Every file that was read at the start has changed since, or is gone.',
  },
  hasChanged: 'it has changed since the debate began',
  isGone: 'it is gone, or can no longer be read',
  leftOut: 'Files that were not read:',
  moreFiles: (count: number) => (count === 1 ? 'one more' : `${count} more`),
  nowhere: (words: string) => `Words of the topic that occur nowhere in the evidence: ${words}.`,
  nowhereNow: (words: string) => `Words of the topic that none of the unchanged files holds: ${words}.`,
  nowhereToLook: 'No file is left in which the words of the topic could be looked for.',
  allOccur: 'Every content word of the topic occurs somewhere in the evidence.',
  offTopic: 'No content word of the topic occurs in the evidence.',
} as const;

/** Whether an entry was dealt, and is not a person's or a model's: a paragraph of it says so. */
export const isDealtEntry = ({ content }: Pick<Entry, 'content'>): boolean =>
  content.split('\n\n').some((paragraph) => {
    const by = /seq (\d+)/.exec(paragraph)?.[1];
    return paragraph === (by === undefined ? phrases.dealt : phrases.dealtByQuestion(Number(by)));
  });

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

/** A name may hold a line break. */
export const fileName = (path: string): string => `“${oneLine(path)}”`;

/** `“notes.md”, section “Costs”, L3–L5`: no reader of figures takes these lines for figures. */
export function placeOf({ path, page, start, end, heading }: EvidencePassage): string {
  const lines = start === end ? `L${start}` : `L${start}–L${end}`;
  const section = heading === undefined ? '' : `, section “${heading}”`;
  return `${fileName(path)}${section}, ${page === undefined ? lines : `page #${page}`}`;
}

/** Of a row that is quoted without its table's header; else nothing. */
export const underHeader = ({ header, quote }: EvidencePassage): string =>
  header === undefined || quote.startsWith(header) ? '' : `, under the header “${header}”`;

export const quoted = (passage: EvidencePassage): string =>
  `${placeOf(passage)}${underHeader(passage)}:\n\n> “${passage.quote}”`;

export const listedWords = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');

export const dialecticPhrases = {
  warrant: 'None: chosen by its words',
  relevance: 'Dealt to this side by the words that it shares with the topic, and not judged.',
  noRelevance: 'Dealt to this side in the order of the files: it shares no word with the topic. Not judged.',
  attack: (own: string, others: string, target: string) =>
    `The same terms and different figures: ${own} on this side, ${others} in ${target}. They differ.`,
  score: 'Not weighed: no one here judges what a passage bears out.',
} as const;

export const tribunalPhrases = {
  topic: 'the topic',
  place: (number: number, place: string) => `**Statement ${number}**, ${place}:`,
  heldAt: 'The evidence holds it:',
  partlyAt: 'The evidence holds a part of it:',
  citedAt: 'The evidence holds the file that it names; of its passages this one shares the most words:',
  otherFigures: 'The same terms and different figures:',
  differ: 'They differ.',
  missing: {
    all: (what: string) => `No passage of the evidence holds ${what}.`,
    unchanged: (what: string) => `No passage of the files that have not changed since holds ${what}.`,
    none: (what: string) => `No file is left in which ${what} could be looked up.`,
  },
  missingCited: {
    all: 'What it cites is no file of the evidence.',
    unchanged: 'What it cites is no file of the evidence that has not changed since.',
    none: 'No file is left in which what it cites could be looked up.',
  },
  listed:
    'Each statement of the proposal that cites something or carries a figure, in its order, with the passages that hold it. Nothing is judged.',
  listedOn: 'The list of statements goes on. Nothing is judged.',
  noStatement: 'The proposal has no statement that cites something or carries a figure.',
  allListed: 'every statement has been listed.',
  raised:
    'Each statement that the evidence does not hold, or with other figures. Severity is not judged: every issue stands as Minor.',
  allHeld: 'No issue: the evidence holds every statement of the proposal that cites something or carries a figure.',
  allRaised: 'every issue has been raised.',
  framing: 'The words of the proposal and of the files alone.',
  searched: (count: number) => `${counted(count, 'statement')} of the proposal, by figures, quotations and words`,
  notSearched: (count: number) =>
    `${counted(count, 'file has', 'files have')} changed since the debate began, or ${count === 1 ? 'is' : 'are'} gone, and ${count === 1 ? 'was' : 'were'} not searched.`,
  found: (held: number, all: number) => `Held by the evidence: ${held} of ${all}.`,
  moreFiles: (count: number) => `${counted(count, 'more file was', 'more files were')} searched, too many to be named.`,
  notHeldTitle: {
    all: (number: number, start: string) => `Statement ${number}, “${start}”: not in the evidence`,
    unchanged: (number: number, start: string) => `Statement ${number}, “${start}”: not in the unchanged files`,
    none: (number: number, start: string) => `Statement ${number}, “${start}”: not looked up`,
  },
  differsTitle: (number: number, start: string) => `Statement ${number}, “${start}”: figures differ`,
  notEvaluated: 'Not evaluated: nobody weighed.',
  cited: (count: number, statuses: string) =>
    `${counted(count, 'source')} cited${statuses === '' ? '' : `: ${statuses}`}. Their weight was not judged.`,
  othersIssue: (seq: number) => `Raised at seq ${seq}; nobody weighed it.`,
  rounds: (statements: number) =>
    `The proposal has ${counted(statements, 'statement')} to be listed, and an entry cites five sources at most.`,
  roundsOfOthers: 'How much there is to say was not judged; this is the default.',
  ended: 'Every statement has been listed and every issue raised.',
  quality: 'Not judged.',
  overall: 'Nobody weighed the proposal: each issue stands undecided, with what the files hold.',
  overallWithout: 'Nobody weighed the proposal, and no issue was raised.',
  tally: (all: number, held: number, issues: number) =>
    `Statements that cite something or carry a figure: ${all}. In the evidence: ${held}. Raised as issues: ${issues}.`,
} as const;
