import { counted } from '../../debate/counted';
import { issueStatuses, type IssueStatus } from '../../debate/entryData';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import type { TrackerRow } from '../../debate/tasks/tribunal';
import type { RecordView } from '../../debate/view';
import { footer, noticeOf } from '../facts';
import { bulletList, code, inline, paragraphs, table } from '../markdown';
import { linksToTranscript, type SeqLinks } from '../seqLinks';
import { topicLine } from './contribution';

const marks: Readonly<Record<IssueStatus, string>> = { open: '○ open', resolved: '✓ resolved', stalled: '‖ stalled' };

/** `issue-tracker.md`: every issue with its status by round. Rows of earlier rounds are never changed. Undefined before the first assessment. */
export function issueTracker(view: RecordView): string | undefined {
  const { tracker, rounds, ruling } = view.state.factsOf(tribunalFacts);
  const judged = rounds.filter(({ assessment }) => assessment !== undefined).map(({ round }) => round);
  if (judged.length === 0 && ruling === undefined) return undefined;
  const links = linksToTranscript(view.state);
  const verdicts = new Map((ruling?.verdicts ?? []).map(({ issue, verdict }) => [issue, verdict]));
  const text = paragraphs([
    '# Issue Tracker',
    topicLine(view),
    totals(tracker, judged.at(-1)),
    tracker.length === 0 ? 'No issue was raised.' : overview(view, { tracker, judged, verdicts }),
    ...issueStatuses.map((status) =>
      statusSection(
        view,
        status,
        tracker.filter((row) => row.status === status),
        links,
      ),
    ),
    footer(noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

function totals(tracker: readonly TrackerRow[], last: number | undefined): string {
  const counts = issueStatuses.map((status) => `${tracker.filter((row) => row.status === status).length} ${status}`);
  const when = last === undefined ? '' : ` after round ${last}`;
  return `**${counted(tracker.length, 'issue')}${when}:** ${counts.join(', ')}.`;
}

interface Overview {
  tracker: readonly TrackerRow[];
  judged: readonly number[];
  verdicts: ReadonlyMap<string, string>;
}

/** A round in which an issue was not assessed leaves its cell empty. */
function overview(view: RecordView, { tracker, judged, verdicts }: Overview): string {
  const hasVerdicts = verdicts.size > 0;
  const rows = tracker.map((row) => [
    code(row.id),
    inline(view.mask.text(row.title)),
    row.severity ?? '',
    ...judged.map((round) => {
      const found = row.history.find((step) => step.round === round);
      return found === undefined ? '' : marks[found.status];
    }),
    ...(hasVerdicts ? [inline(verdicts.get(row.id) ?? '')] : []),
  ]);
  return table(
    ['Issue', 'Title', 'Severity', ...judged.map((round) => `Round ${round}`), ...(hasVerdicts ? ['Verdict'] : [])],
    rows,
  );
}

const titles: Readonly<Record<IssueStatus, string>> = { open: 'Open', resolved: 'Resolved', stalled: 'Stalled' };

function statusSection(view: RecordView, status: IssueStatus, rows: readonly TrackerRow[], links: SeqLinks): string {
  if (rows.length === 0) return `## ${titles[status]}\n\nNone.`;
  return paragraphs([`## ${titles[status]}`, ...rows.map((row) => issueHistory(view, row, links))]);
}

function issueHistory(view: RecordView, { id, title, severity, history }: TrackerRow, links: SeqLinks): string {
  const steps = history.map((step) => {
    const rated = step.severity === undefined ? '' : `, ${step.severity}`;
    const why = step.reason === undefined ? '' : ` — ${inline(view.mask.text(step.reason), links)}`;
    return `Round ${step.round}: ${step.status}${rated}${why}`;
  });
  return paragraphs([
    `### ${code(id)} ${inline(view.mask.text(title))}${severity === undefined ? '' : ` (${severity})`}`,
    bulletList(steps),
  ]);
}
