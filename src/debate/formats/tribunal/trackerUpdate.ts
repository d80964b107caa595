import { collapsed } from '../../../matching/text/shortText';
import type { IssueStatus, Severity, TrackedIssue } from '../../log/entryData';
import { severities } from '../../log/entryData';
import type { TaskOutput } from '../../flow/tasks';
import type { TrackerRow } from '../../flow/tasks/tribunal';

/** Ids and `stalled` are code's, the rest is the Judge's. */

export type AssessedIssue = TaskOutput<'judge/assess'>['issues'][number];

/** Argued for so many rounds without progress, an open issue is stalled. */
const stalledAfter = 2;

/** A known title without its id is that issue, not a new one. */
export const titleKey = (title: string): string => collapsed(title.normalize('NFKC')).toLowerCase();

/** Finds the row by id, or else by title. */
export const rowMeant = (
  tracker: readonly TrackerRow[],
  { id, title }: Pick<AssessedIssue, 'id' | 'title'>,
): TrackerRow | undefined =>
  id === undefined
    ? tracker.find((row) => titleKey(row.title) === titleKey(title))
    : tracker.find((row) => row.id === id);

/** What the Judge forgot stays as it was, and was not argued. */
export function trackerAfter(
  tracker: readonly TrackerRow[],
  assessed: readonly AssessedIssue[],
  round: number,
): TrackedIssue[] {
  const known = tracker.map((row) =>
    judgedAgain(row, assessed.find((issue) => rowMeant(tracker, issue) === row) ?? carried(row), round),
  );
  const fresh = assessed.filter((issue) => rowMeant(tracker, issue) === undefined);
  return [...known, ...fresh.map((issue, index) => raised(issue, `I${nextNumber(tracker) + index}`))];
}

const nextNumber = (tracker: readonly TrackerRow[]): number =>
  Math.max(tracker.length, ...tracker.map(({ id }) => Number(/^I(\d{1,6})$/.exec(id)?.[1] ?? 0))) + 1;

const raised = ({ title, status, severity, argued, reason }: AssessedIssue, id: string): TrackedIssue => ({
  id,
  title,
  status,
  severity,
  is_new: true,
  argued,
  reason,
});

const carriedReason = 'Not assessed in this round: it stands as it did.';

/** The Judge said nothing of it. */
export const isCarried = ({ argued, reason }: TrackedIssue): boolean => argued === false && reason === carriedReason;

type Judged = Pick<AssessedIssue, 'status' | 'severity' | 'argued' | 'reason'>;

const carried = ({ status }: TrackerRow): Judged => ({
  status: status === 'resolved' ? status : 'open',
  argued: false,
  reason: carriedReason,
});

function judgedAgain(
  row: TrackerRow,
  { status, severity = row.severity, argued, reason }: Judged,
  round: number,
): TrackedIssue {
  const { id, title } = row;
  const now = status === 'resolved' ? status : openOrStalled(row, { round, status, severity, argued });
  return { id, title, status: now, severity, argued, reason };
}

type HistoryRow = Omit<TrackerRow['history'][number], 'reason'>;

function openOrStalled(row: TrackerRow, now: HistoryRow): IssueStatus {
  return roundsWithoutProgress([...row.history, now]) >= stalledAfter ? 'stalled' : 'open';
}

/** Rounds, up to the last, in which an open issue was argued and neither status nor severity moved. */
export function roundsWithoutProgress(history: readonly HistoryRow[]): number {
  let count = 0;
  for (const [index, row] of history.entries()) {
    const before = history[index - 1];
    if (row.status === 'resolved' || isLowered(before?.severity, row.severity)) count = 0;
    else if (row.argued) count += 1;
  }
  return count;
}

/** Whether an issue weighs less than before. `severities` has the heaviest first. */
function isLowered(before: Severity | undefined, now: Severity | undefined): boolean {
  return before !== undefined && now !== undefined && severities.indexOf(now) > severities.indexOf(before);
}

/** New issues, those resolved or taken up again, those that weigh less. By title. */
export function movedIssues(tracker: readonly TrackerRow[], after: readonly TrackedIssue[]): string[] {
  return after
    .filter((issue) => {
      const before = tracker.find(({ id }) => id === issue.id);
      if (before === undefined) return true;
      return (
        (before.status === 'resolved') !== (issue.status === 'resolved') || isLowered(before.severity, issue.severity)
      );
    })
    .map(({ title }) => title);
}
