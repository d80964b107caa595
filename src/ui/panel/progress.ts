import * as l10n from '@vscode/l10n';
import { dialecticFacts } from '../../debate/formats/dialectic/facts';
import { tribunalFacts } from '../../debate/formats/tribunal/facts';
import type { DebateState } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { roundsPlanned } from './views/board';

/** How far a debate is, where its format counts otherwise than in rounds between two limits. */
export function progressOf(view: RecordView): string | undefined {
  switch (view.state.setup?.format) {
    case 'tribunal':
      return rounds(view);
    case 'dialectic':
      return exchanges(view.state);
    default:
      return undefined;
  }
}

function rounds(view: RecordView): string {
  const facts = view.state.factsOf(tribunalFacts);
  const held = facts.rounds.at(-1)?.round ?? 0;
  const planned = roundsPlanned(view, facts);
  if (planned === undefined) return held === 0 ? l10n.t('The Judge plans the rounds') : l10n.t('Round {0}', held);
  if (held === 0) return planned === 1 ? l10n.t('1 round') : l10n.t('{0} rounds', planned);
  return l10n.t('Round {0} of {1}', held, planned);
}

function exchanges(state: DebateState): string {
  const { judgments, requested, exchange, awaiting } = state.factsOf(dialecticFacts);
  const judged = l10n.t('{0} of {1} exchanges judged', judgments.size, requested);
  if (exchange >= requested) return judged;
  const next = awaiting === 'judgment' ? l10n.t('awaiting the judgment') : l10n.t('awaiting arguments');
  return l10n.t('{0} · {1}', judged, next);
}
