import * as l10n from '@vscode/l10n';
import {
  chairNodes,
  debaterNodes,
  debatersGroup,
  redactionNodes,
  redactionsGroup,
  roundNodes,
  roundsGroup,
  rulingsGroup,
} from './treeRounds';
import { sourceNodes, sourcesGroup, verificationGroup, verificationNodes } from './treeSources';
import { foundText } from './debateNode';
import {
  countedGroup,
  groupNode,
  rowsFor,
  rowText,
  toEntry,
  treeNode,
  type OutlineSource,
  type TreeNode,
} from '../formats/treeNode';
import { headerOf, isRedacted, type DebateState } from '../../debate/fold/state';
import { shownConcessions, standingConcessions, type Concession } from '../../projections/formats/declared';
import { treeGroups } from '../formats/registry';

export function childrenOf({ key }: Pick<TreeNode, 'key'>, source: OutlineSource): TreeNode[] {
  const [first = '', ...rest] = key.split('/');
  if (first === '') return groupNodes(source);
  return groups.find((group) => group.key === first)?.nodes(source, rest.join('/')) ?? [];
}

interface TreeGroup {
  key: string;
  /** Undefined where there is nothing in it. */
  group: (source: OutlineSource) => TreeNode | undefined;
  /** `part`: what of the group they stand below; empty for the group itself. */
  nodes: (source: OutlineSource, part: string) => TreeNode[];
}

const groups: readonly TreeGroup[] = [
  { key: 'problems', group: problemsGroup, nodes: problemNodes },
  { key: 'faults', group: faultsGroup, nodes: faultNodes },
  { key: 'debaters', group: debatersGroup, nodes: debaterNodes },
  { key: 'rounds', group: roundsGroup, nodes: roundNodes },
  ...treeGroups,
  { key: 'rulings', group: rulingsGroup, nodes: chairNodes },
  { key: 'redactions', group: redactionsGroup, nodes: redactionNodes },
  { key: 'concessions', group: concessionsGroup, nodes: concessionNodes },
  { key: 'verification', group: verificationGroup, nodes: verificationNodes },
  { key: 'sources', group: sourcesGroup, nodes: sourceNodes },
  { key: 'documents', group: documentsGroup, nodes: documentNodes },
];

function groupNodes(source: OutlineSource): TreeNode[] {
  const { view, folder } = source;
  if (view.state.headers.length === 0 && source.problems.length === 0) {
    return [treeNode({ folder, key: 'empty', label: l10n.t('There are no entries yet.'), icon: { name: 'info' } })];
  }
  return groups.map(({ group }) => group(source)).filter((node) => node !== undefined);
}

function problemsGroup({ folder, problems }: OutlineSource): TreeNode | undefined {
  if (problems.length === 0) return undefined;
  const unreadable = new Set(problems.filter(({ raw }) => raw !== undefined).map(({ line }) => line)).size;
  const counted =
    unreadable === 1 ? l10n.t('1 line could not be read') : l10n.t('{0} lines could not be read', unreadable);
  const label = unreadable > 0 ? counted : l10n.t('Irregularities of the log');
  const icon = { name: 'warning', colour: 'list.warningForeground' };
  return groupNode(folder, {
    key: 'problems',
    label,
    description: String(problems.length),
    icon,
  });
}

/** What is wrong with a line may quote it. */
function problemNodes({ folder, problems, view }: OutlineSource): TreeNode[] {
  return rowsFor({ folder, key: 'problems' }, problems, ({ line, message }, index) => {
    const words = view.mask.text(message);
    return treeNode({
      folder,
      key: `problems/${index}`,
      label: l10n.t('Line {0}', line),
      description: rowText(words),
      tooltip: words,
      icon: { name: 'warning' },
      context: 'line',
      click: 'line',
      line,
    });
  });
}

/** What the rules hold against it; while that is unknown, a row that says so. */
function faultsGroup({ folder, check }: OutlineSource): TreeNode | undefined {
  const [key, label] = ['faults', l10n.t('Rules')];
  if (check?.kind !== 'checked')
    return check && treeNode({ folder, key, label, description: uncheckedWords()[check.kind] });
  const description = foundText(check.found.counts);
  return description === '' ? undefined : groupNode(folder, { key, label, description });
}

const uncheckedWords = () => ({
  pending: l10n.t('not checked yet'),
  too_large: l10n.t('too large to be checked here'),
  failed: l10n.t('could not be checked'),
});

function faultNodes({ folder, check }: OutlineSource): TreeNode[] {
  if (check?.kind !== 'checked') return [];
  const { faults, counts } = check.found;
  const rows = rowsFor({ folder, key: 'faults' }, faults, ({ rule, severity, seq, line, message }, index) => {
    const about = seq === null ? '' : ` · ${l10n.t('seq {0}', seq)}`;
    return treeNode({
      folder,
      key: `faults/${index}`,
      label: `${/^\d/.test(rule) ? l10n.t('rule {0}', rule) : rule}${about}`,
      description: rowText(message),
      tooltip: message,
      icon: faultIcons[severity],
      ...(line === 0 ? {} : { context: 'line', click: 'line', line }),
    });
  });
  const left = counts.errors + counts.warnings + counts.information - faults.length;
  if (left === 0) return rows;
  const label = l10n.t('{0} more: “rostrum lint” names them all', left);
  return [...rows, treeNode({ folder, key: 'faults/\nmore', label, icon: { name: 'ellipsis' } })];
}

const faultIcons = {
  error: { name: 'error', colour: 'list.errorForeground' },
  warning: { name: 'warning', colour: 'list.warningForeground' },
  information: { name: 'info' },
} as const;

function documentsGroup({ folder, documents }: OutlineSource): TreeNode | undefined {
  return countedGroup(folder, { key: 'documents', label: l10n.t('Documents'), count: documents.length });
}

function documentNodes({ folder, documents }: OutlineSource): TreeNode[] {
  return documents.map(({ name, label }) =>
    treeNode({
      folder,
      key: `documents/${name}`,
      label,
      description: name,
      icon: { name: 'markdown' },
      context: 'document',
      click: 'document',
      name,
    }),
  );
}

function concessionsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { length: count } = standingConcessions(view.state);
  return countedGroup(folder, { key: 'concessions', label: l10n.t('Concessions'), count });
}

function concessionNodes(source: OutlineSource): TreeNode[] {
  const { folder, view } = source;
  return rowsFor({ folder, key: 'concessions' }, shownConcessions(view), (concession, index) => {
    const words = wordsOf(view.state, concession);
    const name = rowText(view.mask.text(concession.by));
    return treeNode({
      folder,
      key: `concessions/${index}`,
      label: name,
      description: rowText(`${l10n.t('seq {0}', concession.at)} · ${words}`),
      spoken: `${name}, ${words}`,
      ...toEntry(concession.at),
    });
  });
}

/** What it answers is the reason, where that is another entry than the one that it grants. */
function wordsOf(state: DebateState, { at, seq, claim }: Concession): string {
  const what = isRedacted(state, seq)
    ? l10n.t('conceded a claim of seq {0}, which was struck', seq)
    : l10n.t('conceded seq {0}: {1}', seq, claim);
  const cause = headerOf(state, at)?.rebuttalTo ?? null;
  return cause === null || cause === seq ? what : l10n.t('{0} (because of seq {1})', what, cause);
}
