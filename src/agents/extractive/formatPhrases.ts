import { counted } from '../../debate/counted';
/** What the extractive performer says by itself in tribunals and dialectics; see `phrases.ts`. */

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
  missing: (what: string) => `No passage of the evidence holds ${what}.`,
  missingCited: 'What it cites is no file of the evidence.',
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
  found: (held: number, all: number) => `Held by the evidence: ${held} of ${all}.`,
  moreFiles: (count: number) => `${counted(count, 'more file was', 'more files were')} searched, too many to be named.`,
  notHeldTitle: (number: number, start: string) => `Statement ${number}, “${start}”: not in the evidence`,
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
