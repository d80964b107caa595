import * as l10n from '@vscode/l10n';
import { verificationStatuses } from '../../debate/entryData';
import { headerOf, isStruck, type Ruling } from '../../debate/state';
import { rulingWords } from '../../reports/facts';
import { rowsFor, rowText, treeNode, type TreeNode, type OutlineSource } from './treeNode';
import { statusText } from './treeSources';

/** What the Chair did: rulings and redactions. */

export function rulingsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { length } = view.state.rulings;
  if (length === 0) return undefined;
  const label = l10n.t('Rulings');
  return treeNode({
    folder,
    key: 'rulings',
    label,
    description: String(length),
    icon: { name: 'law' },
    context: 'group',
    isParent: true,
  });
}

export function chairNodes({ folder, view }: OutlineSource): TreeNode[] {
  return rowsFor({ folder, key: 'rulings' }, view.state.rulings, (ruling, index) =>
    treeNode({
      folder,
      key: `rulings/${index}`,
      label: rowText(view.mask.text(rulingLabel(ruling))),
      description: view.mask.text(rulingPlace(view.state, ruling)),
      tooltip: l10n.t('seq {0}: {1}', ruling.seq, rulingWords(view, ruling)),
      icon: { name: 'law' },
      context: 'entry',
      click: 'entry',
      seq: ruling.seq,
    }),
  );
}

function rulingLabel({ kind, status, debater }: Ruling): string {
  switch (kind) {
    case 'unreliable':
      return l10n.t('Unreliable source');
    case 'infraction':
      return l10n.t('Infraction');
    case 'challenge':
      return status === undefined
        ? l10n.t('Challenge of a source')
        : l10n.t('Challenge of a source: {0}', rowText(status));
    case 'reconsidered':
      return reconsideredLabel(status);
    case 'clarification':
      return l10n.t('Clarification');
    case 'skipped':
      return debater === undefined ? l10n.t('Turn skipped') : l10n.t('Turn of {0} skipped', debater);
    case 'ruling':
      return l10n.t('Ruling');
    default:
      return rowText(kind.replaceAll('_', ' '));
  }
}

/** The Chair's word on a source of which a later check found something else than was ruled on. */
function reconsideredLabel(status: string | undefined): string {
  const known = verificationStatuses.find((each) => each === status);
  return known === undefined ? l10n.t('Source reconsidered') : l10n.t('Source reconsidered: {0}', statusText(known));
}

function rulingPlace(state: OutlineSource['view']['state'], { target, rule, seq }: Ruling): string {
  const on = target === null ? l10n.t('seq {0}', seq) : l10n.t('on seq {0}', target);
  const speaker = target === null ? undefined : headerOf(state, target)?.speaker;
  return [on, speaker, rule === undefined ? undefined : l10n.t('rule {0}', rule)]
    .filter((part) => part !== undefined)
    .join(' · ');
}

export function redactionsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { size } = view.state.redactions;
  if (size === 0) return undefined;
  const label = l10n.t('Redactions');
  return treeNode({
    folder,
    key: 'redactions',
    label,
    description: String(size),
    icon: { name: 'eye-closed' },
    context: 'group',
    isParent: true,
  });
}

export function redactionNodes({ folder, view }: OutlineSource): TreeNode[] {
  return [...view.state.redactions].map(([struck, { by, reason }]) => {
    const words = view.mask.text(reason);
    const name = headerOf(view.state, struck)?.speaker;
    const speaker = name === undefined ? undefined : rowText(view.mask.text(name));
    return treeNode({
      folder,
      key: `redactions/${struck}`,
      label: speaker === undefined ? l10n.t('seq {0}', struck) : l10n.t('{0}, seq {1}', speaker, struck),
      description: rowText(words),
      tooltip: l10n.t('Struck by seq {0}: {1}', by, words),
      icon: { name: 'eye-closed' },
      // The redaction itself may have been struck; it is shown in its place all the same.
      context: isStruck(view.state, by) ? 'entry struck' : 'entry',
      click: 'entry',
      seq: by,
    });
  });
}
