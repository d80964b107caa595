import * as l10n from '@vscode/l10n';
import {
  defenceStatuses,
  severities,
  type EntryData,
  type IssueStatus,
  type Severity,
} from '../../debate/log/entryData';
import { statusCounts, tribunalFacts, visibleTracker } from '../../debate/formats/tribunal/facts';
import type { DebateState } from '../../debate/fold/state';
import type { TrackerRow } from '../../debate/flow/tasks/tribunal';
import { trackedIssues } from '../../projections/formats/board';
import { openIssues, verdictsOf } from '../../projections/formats/tribunal';
import { verdictWords } from '../../projections/issueVerdict';
import type { Aside } from '../../shared/protocol';
import { groupNode, rowsFor, rowText, toEntry, treeNode, type OutlineSource, type TreeNode } from './treeNode';
import { aside, type FormatUi } from './formatUi';

export const tribunalUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Tribunal'),
    detail: l10n.t('Tests one proposal: an advocate and a critic, a judge on every issue.'),
  }),
  forModels: () => 'an Advocate and a Critic of one proposition, a Judge rules issue by issue',
  started: () => [
    l10n.t('Format: tribunal; an Advocate and a Critic argue, the Judge recommends how many rounds and rules'),
  ],
  tree: [{ key: 'issues', group: issuesGroup, nodes: issueNodes }],
  tally,
  asides: { defense: ofDefence, critique: ofCritique, assessment: ofAssessment, judges_ruling: ofRuling },
  steps: [
    { step: /^plan$/, doing: () => l10n.t('is weighing how many rounds it needs'), by: () => l10n.t('the Judge') },
    { step: /^r\d+\/start$/, doing: () => l10n.t('is moving on') },
    { step: /^r\d+\/(advocate)$/, doing: () => l10n.t('is writing its defence'), by: (side) => side },
    { step: /^r\d+\/(critic)$/, doing: () => l10n.t('is writing its critique'), by: (side) => side },
    { step: /^r\d+\/judge$/, doing: () => l10n.t('is assessing the round'), by: () => l10n.t('the Judge') },
    { step: /^ruling$/, doing: () => l10n.t('is ruling'), by: () => l10n.t('the Judge') },
  ],
};

function tally(state: DebateState): string[] {
  const issues = trackedIssues(state);
  if (issues.length === 0) return [];
  const { resolved, open, stalled } = statusCounts(issues);
  return [l10n.t('Issues: {0} resolved, {1} open, {2} stalled', resolved, open, stalled)];
}

function issuesGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const facts = view.state.factsOf(tribunalFacts);
  const { tracker, ruling } = facts;
  if (tracker.length === 0) return undefined;
  const { length: open } = openIssues(facts);
  const settled =
    ruling === undefined
      ? l10n.t('{0}, all resolved', tracker.length)
      : l10n.t('{0}, all with a verdict', tracker.length);
  const description = open === 0 ? settled : l10n.t('{0}, {1} open', tracker.length, open);
  return groupNode(folder, { key: 'issues', label: l10n.t('Issues'), description });
}

function issueNodes({ folder, view }: OutlineSource): TreeNode[] {
  const facts = view.state.factsOf(tribunalFacts);
  const { rounds, ruling } = facts;
  const verdicts = verdictsOf(facts);
  return rowsFor({ folder, key: 'issues' }, visibleTracker(view), (row) => {
    const verdict = verdicts.get(row.id);
    const seq =
      ruling !== undefined && verdict !== undefined
        ? ruling.seq
        : rounds.findLast(({ round }) => round === row.history.at(-1)?.round)?.assessment;
    const title = view.mask.text(row.title);
    const stands = verdict === undefined ? statusWords(row.status) : verdictWords(l10n, verdict);
    const state = [row.severity, stands].filter((part) => part !== undefined).join(' · ');
    return treeNode({
      folder,
      key: `issues/${row.id}`,
      label: rowText(`${row.id} ${title}`),
      description: state,
      tooltip: [`${row.id} ${title}`, state, ...historyLines(row, (text) => view.mask.text(text))].join('\n'),
      spoken: `${row.id} ${title}, ${state}`,
      icon: verdict === undefined ? icons[row.status] : { name: 'law' },
      ...(seq === undefined ? {} : toEntry(seq)),
    });
  });
}

const historyLines = ({ history }: TrackerRow, masked: (text: string) => string): string[] =>
  history.map(({ round, status, reason }) =>
    l10n.t(
      'Round {0}: {1}',
      round,
      [statusWords(status), reason === undefined ? '' : masked(reason)].filter((part) => part !== '').join('. '),
    ),
  );

const icons: Record<IssueStatus, { name: string; colour?: string }> = {
  open: { name: 'issue-opened', colour: 'charts.yellow' },
  resolved: { name: 'issue-closed', colour: 'charts.green' },
  stalled: { name: 'watch', colour: 'list.warningForeground' },
};

const statusWords = (status: IssueStatus): string =>
  ({ open: l10n.t('open'), resolved: l10n.t('resolved'), stalled: l10n.t('stalled') })[status];

// Ids in entries' fields are links on the page.

const closedBook = (isClosed: boolean | undefined): Aside[] =>
  aside('closed-book', isClosed === true && l10n.t('Closed book: argued from the subject material alone'));

function ofDefence({ closed_book: isClosed, assessments = [] }: EntryData['defense']): Aside[] {
  const counts = countsOf(defenceStatuses, defenceStatusWord, (one) =>
    assessments.filter(({ status }) => status === one),
  );
  const issues = issuesOf(assessments);
  return [
    ...closedBook(isClosed),
    ...aside('defends', counts !== '' && l10n.t('Of the Critic’s points: {0}', counts)),
    ...aside('defends', issues !== '' && l10n.t('Answers {0}', issues)),
  ];
}

function ofCritique({ closed_book: isClosed, objections = [] }: EntryData['critique']): Aside[] {
  const counts = countsOf(severities, severityWord, (one) => objections.filter(({ severity }) => severity === one));
  const issues = issuesOf(objections);
  return [
    ...closedBook(isClosed),
    ...aside('attacks', counts !== '' && l10n.t('Objections: {0}', counts)),
    ...aside('attacks', issues !== '' && l10n.t('Goes on with {0}', issues)),
  ];
}

/** Counts of each kind that occurs. */
const countsOf = <T>(kinds: readonly T[], word: (kind: T) => string, of: (kind: T) => readonly unknown[]): string =>
  kinds
    .map((kind) => ({ count: of(kind).length, kind }))
    .filter(({ count }) => count > 0)
    .map(({ count, kind }) => l10n.t('{0} {1}', count, word(kind)))
    .join(', ');

const issuesOf = (points: readonly { issue?: string | undefined }[]): string =>
  [...new Set(points.flatMap(({ issue }) => issue ?? []))].join(', ');

function ofAssessment({ round_score, covers = [], end, end_reason: reason }: EntryData['assessment']): Aside[] {
  const { advocate, critic } = round_score ?? {};
  const isScored = advocate !== undefined && critic !== undefined;
  return [
    ...aside('judged', isScored && l10n.t('Round: Advocate {0}, Critic {1}, of 10', advocate, critic)),
    ...aside(
      'judged',
      covers.length > 0 && l10n.t('Covers round {0} as well, which nobody had assessed', covers.join(', ')),
    ),
    ...aside('judged', end === true && l10n.t('Ends the rounds: {0}', reason ?? l10n.t('no reason is given'))),
  ];
}

function ofRuling({ early }: EntryData['judges_ruling']): Aside[] {
  return aside('judged', early === true && l10n.t('Ruled before the planned number of rounds'));
}

const severityWord = (severity: Severity): string =>
  ({ Critical: l10n.t('critical'), Major: l10n.t('major'), Minor: l10n.t('minor') })[severity];

const defenceStatusWord = (status: (typeof defenceStatuses)[number]): string =>
  ({
    DEFENDED: l10n.t('defended'),
    'NEEDS TIGHTENING': l10n.t('needs tightening'),
    VULNERABLE: l10n.t('vulnerable'),
  })[status];
