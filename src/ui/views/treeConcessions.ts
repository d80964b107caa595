import * as l10n from '@vscode/l10n';
import { headerOf, isStruck, type DebateState } from '../../debate/state';
import { shownConcessions, standingConcessions, type Concession } from '../../projections/concessions';
import { rowsFor, rowText, treeNode, type TreeNode, type OutlineSource } from './treeNode';

/** Who moved, when, and because of what. */

export function concessionsGroup(source: OutlineSource): TreeNode | undefined {
  const { length } = standingConcessions(source.view.state);
  if (length === 0) return undefined;
  const label = l10n.t('Concessions');
  const icon = { name: 'git-pull-request-go-to-changes' };
  return treeNode({
    folder: source.folder,
    key: 'concessions',
    label,
    description: String(length),
    icon,
    context: 'group',
    isParent: true,
  });
}

export function concessionNodes(source: OutlineSource): TreeNode[] {
  const { folder, view } = source;
  return rowsFor({ folder, key: 'concessions' }, shownConcessions(view), (concession, index) => {
    const words = wordsOf(view.state, concession);
    const name = rowText(view.mask.text(concession.by));
    return treeNode({
      folder,
      key: `concessions/${index}`,
      label: name,
      description: rowText(words),
      tooltip: l10n.t('{0}, seq {1}: {2}', name, concession.at, words),
      spoken: `${name}, ${words}`,
      icon: { name: 'check' },
      context: 'entry',
      click: 'entry',
      seq: concession.at,
    });
  });
}

/** What it answers is the reason, where that is another entry than the one that it grants. */
function wordsOf(state: DebateState, { at, seq, claim }: Concession): string {
  const what = isStruck(state, seq)
    ? l10n.t('conceded a claim of seq {0}, which was struck', seq)
    : l10n.t('conceded seq {0}: {1}', seq, claim);
  const cause = headerOf(state, at)?.rebuttalTo ?? null;
  return cause === null || cause === seq ? what : l10n.t('{0} (because of seq {1})', what, cause);
}
