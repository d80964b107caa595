import * as l10n from '@vscode/l10n';
import type { IssueStatus } from '../../debate/entryData';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import type { TrackerRow } from '../../debate/tasks/tribunal';
import { issueCounts, verdictsOf } from '../../projections/formats/tribunal';
import { rowsFor, rowText, treeNode, type TreeNode, type OutlineSource } from './treeNode';

/** The issues of a tribunal, as they stand. */

export function issuesGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const facts = view.state.factsOf(tribunalFacts);
  const { tracker } = facts;
  if (tracker.length === 0) return undefined;
  const open = tracker.length - issueCounts(facts).resolved;
  const description =
    open === 0 ? l10n.t('{0}, all resolved', tracker.length) : l10n.t('{0}, {1} open', tracker.length, open);
  return treeNode({
    folder,
    key: 'issues',
    label: l10n.t('Issues'),
    description,
    icon: { name: 'issues' },
    context: 'group',
    isParent: true,
  });
}

export function issueNodes({ folder, view }: OutlineSource): TreeNode[] {
  const facts = view.state.factsOf(tribunalFacts);
  const { tracker, rounds, ruling } = facts;
  const verdicts = verdictsOf(facts);
  return rowsFor({ folder, key: 'issues' }, tracker, (row) => {
    const verdict = verdicts.get(row.id);
    const seq =
      ruling !== undefined && verdict !== undefined
        ? ruling.seq
        : rounds.findLast(({ round }) => round === row.history.at(-1)?.round)?.assessment;
    const title = view.mask.text(row.title);
    const state = [row.severity, verdict ?? statusWords(row.status)].filter((part) => part !== undefined).join(' · ');
    return treeNode({
      folder,
      key: `issues/${row.id}`,
      label: rowText(`${row.id} ${title}`),
      description: state,
      tooltip: [`${row.id} ${title}`, state, ...historyLines(row, (text) => view.mask.text(text))].join('\n'),
      spoken: `${row.id} ${title}, ${state}`,
      icon: verdict === undefined ? icons[row.status] : { name: 'law' },
      ...(seq === undefined ? {} : { context: 'entry', click: 'entry', seq }),
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
