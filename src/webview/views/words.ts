import * as l10n from '@vscode/l10n';
import { verdictWords } from '../../projections/issueVerdict';
import type { BoardIssue, EdgeType, GraphNode } from '../../shared/protocol';

type BoardStatus = BoardIssue['status'];
type BoardSeverity = NonNullable<BoardIssue['severity']>;
export type GraphSide = GraphNode['side'];

export const statusText = (status: BoardStatus): string =>
  ({ open: l10n.t('Open'), resolved: l10n.t('Resolved'), stalled: l10n.t('Stalled') })[status];

export const statusIcon: Readonly<Record<BoardStatus, string>> = {
  open: 'circle-large-outline',
  resolved: 'pass-filled',
  stalled: 'debug-pause',
};

export const severityText = (severity: BoardSeverity): string =>
  ({ Critical: l10n.t('Critical'), Major: l10n.t('Major'), Minor: l10n.t('Minor') })[severity];

export const severityIcon: Readonly<Record<BoardSeverity, string>> = {
  Critical: 'flame',
  Major: 'warning',
  Minor: 'info',
};

const verdicts: ReadonlyMap<string, { icon: string; kind: string }> = new Map([
  ['ACCEPTED', { icon: 'check', kind: 'accepted' }],
  ['REJECTED', { icon: 'close', kind: 'rejected' }],
  ['REVISION REQUIRED', { icon: 'edit', kind: 'revision' }],
  ['UNDECIDED', { icon: 'question', kind: 'other' }],
]);

export const verdictLook = (verdict: string): { icon: string; text: string; kind: string } => ({
  ...(verdicts.get(verdict) ?? { icon: 'law', kind: 'other' }),
  text: verdictWords(l10n, verdict),
});

export function sideText(side: GraphSide): string {
  return side === 'proposition' ? l10n.t('Proposition') : l10n.t('Opposition');
}

/** Stands on the drawing for the side, beside its shape and colour. */
export function sideLetter(side: GraphSide): string {
  return side === 'proposition'
    ? l10n.t({ message: 'P', comment: ['One letter for the Proposition, on a node of the argument graph'] })
    : l10n.t({ message: 'O', comment: ['One letter for the Opposition, on a node of the argument graph'] });
}

export const sideColour = (side: GraphSide): string => (side === 'proposition' ? 'c0' : 'c1');

export const edgeText = (type: EdgeType): string =>
  ({
    claim_attack: l10n.t('attacks the claim'),
    grounds_attack: l10n.t('attacks the grounds'),
    warrant_attack: l10n.t('attacks the warrant'),
    backing_attack: l10n.t('attacks the backing'),
    reinforce: l10n.t('reinforces'),
    clarify: l10n.t('clarifies'),
    concede_and_pivot: l10n.t('concedes and pivots'),
  })[type];

/** The first exchange has a name, here as in `stageTitle`. */
export const exchangeText = (exchange: number): string =>
  exchange === 0 ? l10n.t('Openings') : l10n.t('Exchange {0}', exchange);
