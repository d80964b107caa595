import * as l10n from '@vscode/l10n';
import { verdictWords } from '../../projections/issueVerdict';
import type { BoardIssue, EdgeType, GraphNode } from '../../shared/protocol';

type BoardStatus = BoardIssue['status'];
type BoardSeverity = NonNullable<BoardIssue['severity']>;
export type GraphSide = GraphNode['side'];

export function statusText(status: BoardStatus): string {
  switch (status) {
    case 'open':
      return l10n.t('Open');
    case 'resolved':
      return l10n.t('Resolved');
    case 'stalled':
      return l10n.t('Stalled');
  }
}

export const statusIcon: Readonly<Record<BoardStatus, string>> = {
  open: 'circle-large-outline',
  resolved: 'pass-filled',
  stalled: 'debug-pause',
};

export function severityText(severity: BoardSeverity): string {
  switch (severity) {
    case 'Critical':
      return l10n.t('Critical');
    case 'Major':
      return l10n.t('Major');
    case 'Minor':
      return l10n.t('Minor');
  }
}

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

/** The class of a side's colour: that of its debater. */
export const sideColour = (side: GraphSide): string => (side === 'proposition' ? 'c0' : 'c1');

export function edgeText(type: EdgeType): string {
  switch (type) {
    case 'claim_attack':
      return l10n.t('attacks the claim');
    case 'grounds_attack':
      return l10n.t('attacks the grounds');
    case 'warrant_attack':
      return l10n.t('attacks the warrant');
    case 'backing_attack':
      return l10n.t('attacks the backing');
    case 'reinforce':
      return l10n.t('reinforces');
    case 'clarify':
      return l10n.t('clarifies');
    case 'concede_and_pivot':
      return l10n.t('concedes and pivots');
  }
}

/** The first exchange has a name. */
export const exchangeText = (exchange: number): string =>
  exchange === 0 ? l10n.t('Exchange 0: openings') : l10n.t('Exchange {0}', exchange);
