import * as l10n from '@vscode/l10n';
import { verificationStatuses } from '../../debate/entryData';
import { headerOf, isStruck, type Ruling } from '../../debate/state';
import {
  countedGroup,
  mostOpen,
  rowsFor,
  rowText,
  toEntry,
  treeNode,
  type TreeNode,
  type OutlineSource,
} from './treeNode';
import { statusWords } from '../../projections/sourceWords';
import { spaced } from '../../debate/shortText';

/** What the Chair did: rulings and redactions. */

export function rulingsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { length: count } = view.state.rulings;
  return countedGroup(folder, { key: 'rulings', label: l10n.t('Rulings'), count, isOpen: count <= mostOpen });
}

export function chairNodes({ folder, view }: OutlineSource): TreeNode[] {
  return rowsFor({ folder, key: 'rulings' }, view.state.rulings, (ruling, index) =>
    treeNode({
      folder,
      key: `rulings/${index}`,
      label: rulingPlace(ruling),
      description: rowText(view.mask.text(rulingText(view.state, ruling))),
      ...toEntry(ruling.seq),
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
      return rowText(spaced(kind));
  }
}

/** The Chair's word on a source of which a later check found something else than was ruled on. */
function reconsideredLabel(status: string | undefined): string {
  const known = verificationStatuses.find((each) => each === status);
  return known === undefined
    ? l10n.t('Source reconsidered')
    : l10n.t('Source reconsidered: {0}', statusWords(l10n, { status: known }));
}

/** `9 on seq 6`: the ruling's own number, and what it is on. */
const rulingPlace = ({ target, seq }: Ruling): string =>
  target === null ? String(seq) : l10n.t('{0} on seq {1}', seq, target);

function rulingText(state: OutlineSource['view']['state'], ruling: Ruling): string {
  const { target, rule } = ruling;
  const speaker = target === null ? undefined : headerOf(state, target)?.speaker;
  return [rulingLabel(ruling), speaker, rule === undefined ? undefined : l10n.t('rule {0}', rule)]
    .filter((part) => part !== undefined)
    .join(' · ');
}

export function redactionsGroup({ folder, view }: OutlineSource): TreeNode | undefined {
  const { size: count } = view.state.redactions;
  return countedGroup(folder, { key: 'redactions', label: l10n.t('Redactions'), count, isOpen: count <= mostOpen });
}

export function redactionNodes({ folder, view }: OutlineSource): TreeNode[] {
  return [...view.state.redactions].map(([struck, { by, reason }]) => {
    const words = view.mask.text(reason);
    const name = headerOf(view.state, struck)?.speaker;
    const speaker = name === undefined ? undefined : rowText(view.mask.text(name));
    return treeNode({
      folder,
      key: `redactions/${struck}`,
      label: l10n.t('{0} of seq {1}', by, struck),
      description: rowText(speaker === undefined ? words : `${speaker} · ${words}`),
      // The redaction itself may have been struck; it is still shown in its place.
      context: isStruck(view.state, by) ? 'entry struck' : 'entry',
      click: 'entry',
      seq: by,
    });
  });
}
