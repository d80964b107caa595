import * as l10n from '@vscode/l10n';
import { chairNodes, redactionNodes, redactionsGroup, rulingsGroup } from './treeActs';
import { argumentNodes, argumentsGroup } from './treeArguments';
import { concessionNodes, concessionsGroup } from './treeConcessions';
import { documentNodes, documentsGroup } from './treeDocuments';
import { issueNodes, issuesGroup } from './treeIssues';
import { debaterNodes, debatersGroup, roundNodes, roundsGroup, turnNodes } from './treeRounds';
import { citingNodes, resultNodes, sourceNodes, sourcesGroup, statusNodes, verificationGroup } from './treeSources';
import { rowsFor, rowText, treeNode, type OutlineSource, type TreeNode } from './treeNode';

/** The rows below a row. */
export function childrenOf({ key }: Pick<TreeNode, 'key'>, source: OutlineSource): TreeNode[] {
  const [group = '', ...rest] = key.split('/');
  const part = rest.join('/');
  switch (group) {
    case '':
      return groups(source);
    case 'debaters':
      return debaterNodes(source);
    case 'rounds':
      return part === '' ? roundNodes(source) : turnNodes(source, part);
    case 'issues':
      return issueNodes(source);
    case 'arguments':
      return argumentNodes(source);
    case 'rulings':
      return chairNodes(source);
    case 'redactions':
      return redactionNodes(source);
    case 'concessions':
      return concessionNodes(source);
    case 'verification':
      return part === '' ? statusNodes(source) : resultNodes(source, part);
    case 'sources':
      return part === '' ? sourceNodes(source) : citingNodes(source, part);
    case 'documents':
      return documentNodes(source);
    case 'problems':
      return problemNodes(source);
    default:
      return [];
  }
}

/** Groups without anything in them are left out. */
function groups(source: OutlineSource): TreeNode[] {
  const { view, folder } = source;
  if (view.state.headers.length === 0 && source.problems.length === 0) {
    return [treeNode({ folder, key: 'empty', label: l10n.t('There are no entries yet.'), icon: { name: 'info' } })];
  }
  const all = [
    problemsGroup(source),
    debatersGroup(source),
    roundsGroup(source),
    issuesGroup(source),
    argumentsGroup(source),
    rulingsGroup(source),
    redactionsGroup(source),
    concessionsGroup(source),
    verificationGroup(source),
    sourcesGroup(source),
    documentsGroup(source),
  ];
  return all.filter((node) => node !== undefined);
}

function problemsGroup({ folder, problems }: OutlineSource): TreeNode | undefined {
  if (problems.length === 0) return undefined;
  const unreadable = new Set(problems.filter(({ raw }) => raw !== undefined).map(({ line }) => line)).size;
  const counted =
    unreadable === 1 ? l10n.t('1 line could not be read') : l10n.t('{0} lines could not be read', unreadable);
  const label = unreadable > 0 ? counted : l10n.t('Irregularities of the log');
  const icon = { name: 'warning', colour: 'list.warningForeground' };
  return treeNode({
    folder,
    key: 'problems',
    label,
    description: String(problems.length),
    icon,
    context: 'group',
    isParent: true,
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
