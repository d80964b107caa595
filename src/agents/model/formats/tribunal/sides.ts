import * as z from 'zod';
import { defenceStatuses, objectionAreas, severities } from '../../../../debate/entryData';
import type { TaskInputs, VisibleEntry } from '../../../../debate/tasks';
import { type AnswerLength, rangeWords } from '../../answerLength';
import { cue, list, memo, type ModelTasks, seqs, source, text } from '../../modelTask';
import { arguingFills, arguingValues } from '../../plainTask';
import { cut, entryText, lines, most, newest } from '../../cueText';
import type { Fence } from '../../fence';
import type { TrackerRow } from '../../../../debate/tasks/tribunal';

type TribunalSideKind = 'advocate/defend' | 'critic/critique';

/** What both contributions begin and end with. */
const research_log = z.strictObject({
  queries: list('What was searched for, as it was searched.'),
  files_read: list('Files and pages that were opened, by path or address.'),
  key_findings: list('What was found, and what was looked for and not found.'),
});
const argument = text('The case itself, in Markdown, with its citations in the text.');
const sources = z.array(source('argument')).describe('At most 5.');
const acknowledges = seqs('Redactions that this answers.');

const defence = z.strictObject({
  research_log,
  preemptive_rebuttals: list('Objections met before they are raised.'),
  evidence_strengthening: list('Claims that now rest on more, and on what.'),
  assumption_defence: list('Assumptions of the case, and why each holds.'),
  assessments: z
    .array(
      z.strictObject({
        point: text('The Critic’s point, fairly put.'),
        issue: text('The id of the issue that it belongs to.').nullable(),
        answer: text('What is said to it.'),
        status: z.enum(defenceStatuses),
      }),
    )
    .describe('One for each point of the Critic that is answered.'),
  scope_and_framing: text('What the proposition claims, and what it does not.'),
  argument,
  sources,
  acknowledges,
  memo,
});

const critique = z.strictObject({
  research_log,
  objections: z
    .array(
      z.strictObject({
        area: z.enum(objectionAreas),
        title: text('Up to 10 words.'),
        text: text('What is wrong, why it matters, and what would answer it.'),
        severity: z.enum(severities),
        issue: text('The id of the issue that it goes on with; null for a new one.').nullable(),
      }),
    )
    .describe('At least one.'),
  argument,
  sources,
  acknowledges,
  memo,
});

const fills = [...arguingFills, 'words', 'round', 'tracker', 'opponent', 'missing'] as const;

const length: AnswerLength = { min: 250, max: 700, texts: ({ argument: made }) => [['argument', made]] };

/** A side sees less than the record holds, and the other side something else. */
const side = {
  ...({
    record: 'whole',
    readership: 'debaters',
    hasOwnView: true,
    isFrequent: true,
    isResearched: true,
  } as const),
  cue: cue(fills, sideValues),
  length,
};

export const sideTasks: ModelTasks<TribunalSideKind> = {
  'advocate/defend': { ...side, answer: defence },
  'critic/critique': { ...side, answer: critique },
};

function sideValues(input: TaskInputs[TribunalSideKind], fence: Fence): Record<(typeof fills)[number], string> {
  const { round, tracker, answerTo, isOtherMissing, record } = input;
  return {
    ...arguingValues(input, fence),
    words: rangeWords(length),
    round: `${round}`,
    tracker: trackerText(tracker, fence),
    opponent: answerTo === undefined ? '' : contributionText(answerTo, record, fence),
    missing: isOtherMissing
      ? 'The other side was to speak before you in this round and could not. Go on with what stands from before.'
      : '',
  };
}

/** Where the record before the task holds the contribution, its number says enough. */
export function contributionText(entry: VisibleEntry, record: readonly VisibleEntry[], fence: Fence): string {
  return record.some(({ seq, content }) => seq === entry.seq && content === entry.content)
    ? `seq ${entry.seq} of the record`
    : entryText(entry, fence);
}

/** How many rounds of an issue's history are told; the older ones stand in the record. */
const roundsTold = 4;

/** The issue tracker, one block an issue: titles and reasons are an agent's words. */
export const trackerText = (tracker: readonly TrackerRow[], fence: Fence): string =>
  lines(newest(tracker).map((row) => rowText(row, fence)));

function rowText({ id, title, status, severity, history }: TrackerRow, fence: Fence): string {
  const rounds = newest(history, roundsTold).map(({ round, reason = '', ...at }) => {
    const standing = [at.status, at.severity].filter((word) => word !== undefined).join(', ');
    return `Round ${round}: ${standing}${reason === '' ? '' : `. ${cut(reason, most.reason)}`}`;
  });
  return fence.wrap('issue', { id, status, severity }, lines([cut(title, 300), ...rounds]));
}
