import * as l10n from '@vscode/l10n';
import { defenceStatuses, severities, type EntryData, type IssueStatus, type Severity } from '../../debate/entryData';
import {
  mostRounds,
  statusCounts,
  tribunalFacts,
  tribunalOptions,
  visibleTracker,
} from '../../debate/formats/tribunal/facts';
import type { DebateState } from '../../debate/state';
import type { TrackerRow } from '../../debate/tasks/tribunal';
import { trackedIssues } from '../../projections/formats/board';
import { openIssues, verdictsOf } from '../../projections/formats/tribunal';
import { verdictWords } from '../../projections/issueVerdict';
import type { Aside } from '../../shared/protocol';
import { groupNode, rowsFor, rowText, toEntry, treeNode, type OutlineSource, type TreeNode } from '../views/treeNode';
import type { FieldsDraft, FormatUi, OptionField } from './formatUi';

export const tribunalUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Tribunal'),
    detail: l10n.t('Tests one proposal: an advocate and a critic, a judge on every issue.'),
  }),
  forModels: () => 'an Advocate and a Critic of one proposition, a Judge rules issue by issue',
  questions: () => ['rounds', 'model'],
  fields,
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

function fields({ options }: FieldsDraft): OptionField[] {
  const { rounds, order, handover } = tribunalOptions.safeParse(options).data ?? tribunalOptions.parse({});
  const counts = Array.from({ length: mostRounds }, (_, index) => String(index + 1));
  return [
    {
      id: 'rounds',
      label: l10n.t('Rounds'),
      value: String(rounds),
      hint: l10n.t('The sides are not told.'),
      options: [
        { value: 'auto', label: l10n.t('As many as the Judge recommends') },
        ...counts.map((value) => ({ value, label: value })),
      ],
    },
    {
      id: 'order',
      label: l10n.t('Order'),
      value: order,
      options: [
        {
          value: 'critic-first',
          label: l10n.t('Advocate, Critic, Judge; from the second round on the Critic begins'),
        },
        { value: 'advocate-first', label: l10n.t('Advocate, Critic, Judge in every round') },
      ],
    },
    {
      id: 'handover',
      label: l10n.t('The other side sees'),
      value: handover,
      options: [
        { value: 'public', label: l10n.t('The public argument with its citations') },
        { value: 'raw', label: l10n.t('Everything, research log and self-assessment included') },
      ],
    },
  ];
}

// The issues, as they stand.

/** How many of them are settled. */
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
  return groupNode(folder, {
    key: 'issues',
    label: l10n.t('Issues'),
    description,
  });
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

function statusWords(status: IssueStatus): string {
  switch (status) {
    case 'open':
      return l10n.t('open');
    case 'resolved':
      return l10n.t('resolved');
    case 'stalled':
      return l10n.t('stalled');
  }
}

// What the entries declare beside their words. Ids in them are links on the page.

const closedBook = (isClosed: boolean | undefined): Aside[] =>
  isClosed === true
    ? [{ kind: 'closed-book', text: l10n.t('Closed book: argued from the subject material alone') }]
    : [];

function ofDefence(data: EntryData['defense']): Aside[] {
  const assessments = data.assessments ?? [];
  const counts = defenceStatuses.flatMap((status) => {
    const count = assessments.filter((one) => one.status === status).length;
    return count === 0 ? [] : [l10n.t('{0} {1}', count, defenceStatusWord(status))];
  });
  const issues = [...new Set(assessments.flatMap(({ issue }) => issue ?? []))];
  return [
    ...closedBook(data.closed_book),
    ...(counts.length === 0
      ? []
      : [{ kind: 'defends' as const, text: l10n.t('Of the Critic’s points: {0}', counts.join(', ')) }]),
    ...(issues.length === 0 ? [] : [{ kind: 'defends' as const, text: l10n.t('Answers {0}', issues.join(', ')) }]),
  ];
}

function ofCritique(data: EntryData['critique']): Aside[] {
  const objections = data.objections ?? [];
  const counts = severities.flatMap((severity) => {
    const count = objections.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [l10n.t('{0} {1}', count, severityWord(severity))];
  });
  const issues = [...new Set(objections.flatMap(({ issue }) => issue ?? []))];
  return [
    ...closedBook(data.closed_book),
    ...(counts.length === 0 ? [] : [{ kind: 'attacks' as const, text: l10n.t('Objections: {0}', counts.join(', ')) }]),
    ...(issues.length === 0 ? [] : [{ kind: 'attacks' as const, text: l10n.t('Goes on with {0}', issues.join(', ')) }]),
  ];
}

function ofAssessment(data: EntryData['assessment']): Aside[] {
  const { advocate, critic } = data.round_score ?? {};
  const covers = data.covers ?? [];
  return [
    ...(advocate === undefined || critic === undefined
      ? []
      : [{ kind: 'judged' as const, text: l10n.t('Round: Advocate {0}, Critic {1}, of 10', advocate, critic) }]),
    ...(covers.length === 0
      ? []
      : [
          {
            kind: 'judged' as const,
            text: l10n.t('Covers round {0} as well, which nobody had assessed', covers.join(', ')),
          },
        ]),
    ...(data.end === true
      ? [
          {
            kind: 'judged' as const,
            text: l10n.t('Ends the rounds: {0}', data.end_reason ?? l10n.t('no reason is given')),
          },
        ]
      : []),
  ];
}

function ofRuling({ early }: EntryData['judges_ruling']): Aside[] {
  return early === true ? [{ kind: 'judged', text: l10n.t('Ruled before the planned number of rounds') }] : [];
}

function severityWord(severity: Severity): string {
  switch (severity) {
    case 'Critical':
      return l10n.t('critical');
    case 'Major':
      return l10n.t('major');
    case 'Minor':
      return l10n.t('minor');
  }
}

function defenceStatusWord(status: (typeof defenceStatuses)[number]): string {
  switch (status) {
    case 'DEFENDED':
      return l10n.t('defended');
    case 'NEEDS TIGHTENING':
      return l10n.t('needs tightening');
    case 'VULNERABLE':
      return l10n.t('vulnerable');
  }
}
