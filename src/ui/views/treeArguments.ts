import * as l10n from '@vscode/l10n';
import { dialecticFacts, scoreOf } from '../../debate/formats/dialectic/facts';
import { isStruck } from '../../debate/state';
import { rowsFor, rowText, treeNode, type TreeNode, type OutlineSource } from './treeNode';
import { signedHundredths } from '../../debate/shortText';

/** The arguments of a dialectic by side, the strongest first. */

export function argumentsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { arguments: all } = view.state.factsOf(dialecticFacts);
  if (all.size === 0) return undefined;
  return treeNode({
    folder,
    key: 'arguments',
    label: l10n.t('Arguments'),
    description: String(all.size),
    icon: { name: 'type-hierarchy' },
    context: 'group',
    isParent: true,
  });
}

export function argumentNodes(source: OutlineSource): TreeNode[] {
  const { folder, view } = source;
  const facts = view.state.factsOf(dialecticFacts);
  const sorted = [...facts.arguments.values()].sort(
    (a, b) => (scoreOf(facts, b.id) ?? -Infinity) - (scoreOf(facts, a.id) ?? -Infinity) || a.seq - b.seq,
  );
  return rowsFor({ folder, key: 'arguments' }, sorted, (argument) => {
    const score = scoreOf(facts, argument.id);
    const struck = isStruck(view.state, argument.seq);
    const title = struck ? l10n.t('struck from the record') : view.mask.text(argument.title);
    const points = score === undefined ? l10n.t('not judged yet') : signedHundredths(score);
    return treeNode({
      folder,
      key: `arguments/${argument.id}`,
      label: rowText(`${argument.id} ${title}`),
      description: points,
      tooltip: [argument.id, title, struck ? '' : view.mask.text(argument.claim), points]
        .filter((line) => line !== '')
        .join('\n'),
      spoken: `${argument.id}, ${title}, ${points}`,
      icon: struck
        ? { name: 'eye-closed' }
        : argument.side === 'proposition'
          ? { name: 'thumbsup', colour: 'charts.green' }
          : { name: 'thumbsdown', colour: 'charts.red' },
      context: 'entry',
      click: 'entry',
      seq: argument.seq,
    });
  });
}
