import * as l10n from '@vscode/l10n';
import { panel } from '../../debate/formats/panel/panel';
import type { DebateState } from '../../debate/state';
import type { Working } from '../../shared/protocol';

/** A debate that this window runs, as the status bar shows it. */
export interface RunningDebate {
  /** Undefined until its record was read. */
  state: DebateState | undefined;
  ending: 'pausing' | 'stopping' | undefined;
  working: readonly Working[];
}

/** `Round 2 of 3–8 · sre is writing`. */
export function runText({ state, ending, working }: RunningDebate): string {
  const place = state === undefined ? l10n.t('Debate is running') : stepText(state);
  const doing = ending === undefined ? workText(working) : endingText(ending);
  return doing === undefined ? place : `${place} · ${doing}`;
}

function stepText(state: DebateState): string {
  const { phase, round } = panel.standing(state);
  switch (phase) {
    case 'setup':
      return l10n.t('Getting ready');
    case 'opening':
      return l10n.t('Openings');
    case 'rounds':
      return l10n.t('Round {0} of {1}', Math.max(1, round), limitsText(state));
    case 'closing':
      return l10n.t('Closings');
    case 'conclusion':
      return l10n.t('Conclusion');
    case 'documents':
    case 'done':
      return l10n.t('Documents');
  }
}

const limitsText = ({ limits: { min_rounds: min, max_rounds: max } }: DebateState): string => (min >= max ? String(max) : `${min}–${max}`);

/** Who is at it; those who check sources beside the debate are named only where nobody else is at work. */
function workText(working: readonly Working[]): string | undefined {
  const isBeside = ({ step }: Working): boolean => step.startsWith('verify/');
  const [first] = [...working].sort((a, b) => Number(isBeside(a)) - Number(isBeside(b)));
  return first === undefined ? undefined : `${first.agent} ${first.words}`;
}

function endingText(ending: 'pausing' | 'stopping'): string {
  return ending === 'pausing' ? l10n.t('pausing after this step') : l10n.t('stopping');
}
