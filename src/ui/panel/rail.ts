import * as l10n from '@vscode/l10n';
import { hasStep, type DebateState } from '../../debate/state';
import type { RailItem } from '../../shared/protocol';
import { dialecticParts, tribunalParts, type RailPart } from './formatRails';
import { rankOf, roundOfSection, roundSection } from './sections';
import { panelFacts } from '../../debate/formats/panel/facts';

/** Where each part begins in the log, in the order of the log. */
export type SectionStarts = ReadonlyMap<string, number>;

/** Rounds to come that are shown: a maximum may be in the thousands. */
const roundsAhead = 12;

/** The phases of a debate, and how far it is. `isOver`: nothing is left to be done. */
export function railOf(state: DebateState, starts: SectionStarts, isOver: boolean): RailItem[] {
  switch (state.setup?.format) {
    case 'panel':
      return panelRail(state, starts, isOver);
    case 'tribunal':
      return placed(tribunalParts(state, new Set(starts.keys())), starts, tribunalLabel);
    case 'dialectic':
      return placed(dialecticParts(state, new Set(starts.keys())), starts, dialecticLabel);
    default:
      return foundRail(state, starts);
  }
}

const placed = (parts: readonly RailPart[], starts: SectionStarts, label: (id: string) => string): RailItem[] =>
  parts.map((part) => {
    const at = starts.get(part.id);
    return { ...part, label: label(part.id), ...(at === undefined ? {} : { at }) };
  });

const tribunalLabel = (section: string): string => (section === 'conclusion' ? l10n.t('Ruling') : labelOf(section));

function dialecticLabel(section: string): string {
  const exchange = roundOfSection(section);
  return exchange === 0 ? labelOf(section) : l10n.t('Exchange {0}', exchange);
}

function panelRail(state: DebateState, starts: SectionStarts, isOver: boolean): RailItem[] {
  const now = isOver ? undefined : partNow(state);
  const parts = ['opening', ...rounds(state, starts, now), 'closing', 'conclusion', 'documents'];
  return parts.map((id) => {
    const at = starts.get(id);
    return { id, label: labelOf(id), state: stateOf(id, now, at !== undefined), ...(at === undefined ? {} : { at }) };
  });
}

function stateOf(id: string, now: string | undefined, isHeld: boolean): RailItem['state'] {
  if (id === now) return 'now';
  if (now !== undefined && rankOf(id) > rankOf(now)) return 'todo';
  return isHeld ? 'done' : 'skipped';
}

/** The part that the debate is at, or that it would go on with. */
function partNow(state: DebateState): string {
  if (state.conclusion !== undefined) return 'documents';
  if (state.concludeRequested || hasStep(state, 'closing/end')) return 'conclusion';
  if (state.factsOf(panelFacts).roundsEnded || hasStep(state, 'unresolved')) return 'closing';
  if (!hasStep(state, 'opening/end')) return 'opening';
  const isHeld = state.round > 0 && hasStep(state, `r${state.round}/go-on`);
  if (isHeld && state.round >= state.limits.max_rounds) return 'closing';
  return roundSection(Math.max(1, isHeld ? state.round + 1 : state.round));
}

/**
 * Those that were begun, and those that may still come; once they are over, those that the minimum asked for. Never counted up
 * to: a log may claim any number.
 */
function rounds(state: DebateState, starts: SectionStarts, now: string | undefined): string[] {
  const known = new Set([...starts.keys(), now ?? ''].map(roundOfSection).filter((round) => round > 0));
  const begun = [...known].reduce((last, round) => Math.max(last, round), 0);
  const { min_rounds: minimum, max_rounds: maximum } = state.limits;
  const mayCome = now === 'opening' || roundOfSection(now ?? '') > 0;
  const last = Math.min(mayCome ? maximum : minimum, begun + roundsAhead);
  for (let round = begun + 1; round <= last; round += 1) known.add(round);
  return [...known].sort((a, b) => a - b).map(roundSection);
}

/** Of records that this version does not run: what is there. The last part of one without an end is where it stands. */
function foundRail(state: DebateState, starts: SectionStarts): RailItem[] {
  const found = [...starts].filter(([id]) => id !== 'setup');
  const isOpen = state.conclusion === undefined && state.setup !== undefined;
  return found.map(([id, at], index) => {
    const isNow = isOpen && index === found.length - 1;
    return { id, label: labelOf(id), state: isNow ? 'now' : 'done', at };
  });
}

export function labelOf(section: string): string {
  switch (section) {
    case 'setup':
      return l10n.t('Setup');
    case 'plan':
      return l10n.t('Plan');
    case 'opening':
      return l10n.t('Openings');
    case 'rounds':
      return l10n.t('Rounds');
    case 'closing':
      return l10n.t('Closings');
    case 'conclusion':
      return l10n.t('Conclusion');
    case 'documents':
      return l10n.t('Documents');
    default:
      return section.startsWith('report-') ? l10n.t('Report') : l10n.t('Round {0}', roundOfSection(section));
  }
}
