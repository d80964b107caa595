import * as l10n from '@vscode/l10n';
import { headerOf, isStruck, type DebateState } from '../../debate/state';
import { concessionSchema } from '../../debate/entryData';
import { rowsFor, rowText, treeNode, type TreeNode, type OutlineSource } from './treeNode';
import { panelFacts, type PanelFacts } from '../../debate/formats/panel/facts';

/** Who moved, when, and because of what. */

interface Concession {
  by: string;
  /** The entry that concedes. */
  at: number;
  /** The entry whose claim is granted. */
  seq: number;
  claim: string;
}

export function concessionsGroup(source: OutlineSource): TreeNode | undefined {
  const { length } = standing(source.view.state);
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
  return rowsFor({ folder, key: 'concessions' }, visible(source), (concession, index) => {
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

const standing = (state: DebateState): PanelFacts['concessions'] =>
  state.factsOf(panelFacts).concessions.filter(({ at }) => !isStruck(state, at));

/** From the entries, not from the state, which holds the conceded words unmasked. */
function visible({ view }: OutlineSource): Concession[] {
  const ats = [...new Set(standing(view.state).map(({ at }) => at))];
  return ats.flatMap((at) => {
    const entry = view.visible(at);
    const conceded = concessionSchema.array().safeParse(entry?.data?.['concedes']);
    if (entry === undefined || !conceded.success) return [];
    return conceded.data.map(({ seq, claim }) => ({ by: entry.speaker, at, seq, claim }));
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
