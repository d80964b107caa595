import { dataOf } from '../../debate/log/codec';
import {
  tribunalFacts,
  type TribunalFacts,
  type TribunalRound,
  visibleTracker,
  statusCounts,
} from '../../debate/formats/tribunal/facts';
import type { Header } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { verdictsOf } from '../../projections/formats/tribunal';
import type { FormatReports, LiveDocument } from '../document';
import { contribution, discussion, failureIn, topicLine } from './contribution';
import type { VisibleEntry } from '../../debate/flow/tasks';
import { questionAndAnswer } from '../answer';
import { entryMarkdown } from '../contents';
import { footer, noticeOf, noticeOfRole, outcomeText, unreadHead, whenText } from '../facts';
import { bulletList, code, inline, table } from '../markdown';
import { transcriptLinks, seqLink, type SeqLinks } from '../seqLinks';
import { paragraphs, counted } from '../../matching/text/shortText';
import { type IssueStatus, issueStatuses } from '../../debate/log/entryData';
import { keysOf } from '../../debate/log/objects';
import type { TrackerRow } from '../../debate/flow/tasks/tribunal';

const marks: Readonly<Record<IssueStatus, string>> = { open: '○ open', resolved: '✓ resolved', stalled: '‖ stalled' };

/** `issue-tracker.md`: every issue with its status by round. Undefined before the first assessment. */
function issueTracker(view: RecordView): string | undefined {
  const facts = view.state.factsOf(tribunalFacts);
  const { rounds, ruling } = facts;
  const tracker = visibleTracker(view);
  const judged = rounds.filter(({ assessment }) => assessment !== undefined).map(({ round }) => round);
  if (judged.length === 0 && ruling === undefined) return undefined;
  const links = transcriptLinks(view.state);
  const verdicts = verdictsOf(facts);
  const text = paragraphs([
    '# Issue Tracker',
    questionAndAnswer(view, links),
    unreadHead(view),
    totals(facts, judged.at(-1)),
    tracker.length === 0 ? 'No issue was raised.' : overview(view, { tracker, judged, verdicts }),
    ...issueStatuses.map((status) => {
      const rows = tracker.filter((row) => row.status === status).map((row) => issueHistory(view, row, links));
      return paragraphs([`## ${titles[status]}`, ...(rows.length === 0 ? ['None.'] : rows)]);
    }),
    footer(noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

function totals(facts: Pick<TribunalFacts, 'tracker'>, last: number | undefined): string {
  const counts = statusCounts(facts.tracker);
  const when = last === undefined ? '' : ` after round ${last}`;
  return `**${counted(facts.tracker.length, 'issue')}${when}:** ${issueStatuses.map((status) => `${counts[status]} ${status}`).join(', ')}.`;
}

interface Overview {
  tracker: readonly TrackerRow[];
  judged: readonly number[];
  verdicts: ReadonlyMap<string, string>;
}

/** Table of issues by round; the cell is empty if an issue was not assessed. */
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

export const tribunalReports: FormatReports = {
  discussion,
  documents: (view) => [
    ...roundsOf(view).flatMap(({ round }) => keysOf(roundFiles).map((name) => fileOf(round, name))),
    tracker,
    ruling,
  ],
  changedBy,
  unweighed: (since) =>
    `Each statement of the proposal was looked up in the evidence${since}, and nobody judged what the passages bear out.`,
  differing: (state) =>
    state.factsOf(tribunalFacts).tracker.length === 0
      ? undefined
      : 'What the evidence has other figures for is among the issues of [the ruling](ruling.md).',
};

const tracker: LiveDocument = { name: 'issue-tracker.md', build: issueTracker, isLive: true };
const ruling: LiveDocument = { name: 'ruling.md', build: rulingReport, isLive: true };

const roundsOf = ({ state }: RecordView): readonly TribunalRound[] => state.factsOf(tribunalFacts).rounds;

type RoundFile = (view: RecordView, round: TribunalRound) => string | undefined;

/** The files in the folder of a round, by name. */
const roundFiles = {
  advocate: (view, round) => contribution(view, round, 'advocate'),
  critic: (view, round) => contribution(view, round, 'critic'),
  judge: judgeReport,
  moderator: moderatorReport,
} as const satisfies Record<string, RoundFile>;

const fileOf = (round: number, name: keyof typeof roundFiles): LiveDocument => ({
  name: `round-${round}/${name}.md`,
  isLive: true,
  build: (view) => {
    const found = roundsOf(view).find((candidate) => candidate.round === round);
    return found === undefined ? undefined : roundFiles[name](view, found);
  },
});

/** Documents that an entry changes; files of earlier rounds stay unchanged. */
function changedBy({ seq, type }: Header, view: RecordView): readonly LiveDocument[] {
  const current = roundsOf(view).at(-1)?.round;
  if (current === undefined) return [];
  switch (type) {
    case 'defense':
      return [fileOf(current, 'advocate')];
    case 'critique':
      return [fileOf(current, 'critic')];
    case 'assessment':
      return [fileOf(current, 'judge'), tracker];
    case 'judges_ruling':
      return [fileOf(current, 'judge'), ruling, tracker];
    case 'note':
      return [...failureFiles(view, seq, current), fileOf(current, 'moderator')];
    case 'announcement':
    case 'handoff':
    case 'ruling':
    case 'intervention':
      return [fileOf(current, 'moderator')];
    default:
      return [];
  }
}

/** Files of contributions that failed, which give the reason. */
function failureFiles(view: RecordView, seq: number, round: number): LiveDocument[] {
  const data = dataOf(view.visible(seq), 'note');
  return keysOf(roundFiles)
    .filter((name) => name !== 'moderator' && data?.kind === 'failure' && data.side === name)
    .map((name) => fileOf(round, name));
}

/** `round-N/judge.md`: the assessment, and in the last round the ruling. */
function judgeReport(view: RecordView, round: TribunalRound): string | undefined {
  const links = transcriptLinks(view.state, '../transcript.md');
  const ruling = rulingEntry(view);
  const isLast = ruling !== undefined && roundOfRuling(view, ruling) === round.round;
  const assessment = view.visible(round.assessment);
  const failed = assessment === undefined ? failureIn(view, round, 'judge') : undefined;
  if (assessment === undefined && failed === undefined && !isLast) return undefined;
  const text = paragraphs([
    `# Judge, Round ${round.round}`,
    topicLine(view),
    assessment === undefined ? failed : judged(assessment, links),
    isLast ? judged(ruling, links) : undefined,
    footer(noticeOfRole(view.state, 'judge', assessment?.seq ?? (isLast ? ruling.seq : undefined))),
  ]);
  return `${text}\n`;
}

/** `ruling.md`; undefined before there is one. */
function rulingReport(view: RecordView): string | undefined {
  const ruling = rulingEntry(view);
  if (ruling === undefined) return undefined;
  const links = transcriptLinks(view.state);
  // A ruling that answers the question states its outcome after the answer.
  const outcome = view.state.answer === undefined ? [`**Outcome:** ${inline(outcomeText(view))}`] : [];
  const head = ['# Ruling', topicLine(view), ...outcome];
  return `${paragraphs([...head, judged(ruling, links), footer(noticeOfRole(view.state, 'judge', ruling.seq))])}\n`;
}

const judged = (entry: VisibleEntry, links: SeqLinks): string =>
  paragraphs([
    `*${inline(whenText(entry.timestamp))} · ${seqLink(entry.seq, links)}*`,
    entryMarkdown(entry, { links, headings: 'keep' }),
  ]);

const rulingEntry = (view: RecordView): VisibleEntry | undefined =>
  view.visible(view.state.factsOf(tribunalFacts).ruling?.seq);

/** Round of a ruling; the last one if it does not say. */
function roundOfRuling({ state }: RecordView, ruling: VisibleEntry): number | undefined {
  const { rounds } = state.factsOf(tribunalFacts);
  const said = dataOf(ruling, 'judges_ruling')?.round;
  return rounds.some(({ round }) => round === said) ? said : rounds.at(-1)?.round;
}

/**
 * `round-N/moderator.md`: announcements, hand-overs, rulings and missed turns of the round, and the user's requests.
 */
function moderatorReport(view: RecordView, round: TribunalRound): string {
  const links = transcriptLinks(view.state, '../transcript.md');
  const { own, before } = spansOf(view, round);
  const section = (title: string, headers: readonly Header[], none: string): string =>
    `## ${title}\n\n${headers.length === 0 ? none : bulletList(headers.map((header) => line(view, header, links)))}`;
  const failures = own.filter(({ kind }) => kind === 'failure');
  const rulings = own.filter(({ type }) => type === 'ruling' || type === 'redaction');
  const text = paragraphs([
    `# Moderator, Round ${round.round}`,
    topicLine(view),
    section(
      'Announcements',
      own.filter(({ type, speaker }) => type === 'announcement' && speaker === 'moderator'),
      'Nothing was announced.',
    ),
    section('Guidance taken up', before.filter(isGuidance), 'The user had said nothing new before this round.'),
    section(
      'Hand-offs',
      own.filter(({ type }) => type === 'handoff'),
      'None is in the record.',
    ),
    section('Rulings and redactions', rulings, 'None.'),
    section('Failures', failures, 'None: everybody contributed.'),
    section(
      'Said by the user during this round',
      own.filter(isGuidance),
      'Nothing. What is said during a round is taken up in the next.',
    ),
    footer(noticeOf(view.state)),
  ]);
  return `${text}\n`;
}

const isGuidance = ({ type }: Header): boolean => type === 'intervention';

const line = (view: RecordView, { seq }: Header, links: SeqLinks): string =>
  `${seqLink(seq, links)}: ${inline(view.visible(seq)?.content ?? '', links)}`;

/** The round's entries up to the start of the next one, and those of the round before. */
function spansOf(
  { state }: RecordView,
  { round }: TribunalRound,
): { own: readonly Header[]; before: readonly Header[] } {
  const { rounds } = state.factsOf(tribunalFacts);
  const at = rounds.findIndex((candidate) => candidate.round === round);
  const first = (index: number): number => {
    const { start, defense, critique, assessment } = rounds[index] ?? {};
    return Math.min(...[start, defense, critique, assessment].map((seq) => seq ?? Infinity));
  };
  const from = first(at);
  const to = first(at + 1);
  const since = at <= 0 ? 0 : first(at - 1);
  const { headers } = state;
  return {
    own: headers.filter(({ seq }) => seq >= from && seq < to),
    before: headers.filter(({ seq }) => seq >= since && seq < from),
  };
}
