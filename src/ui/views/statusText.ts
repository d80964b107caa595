import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateState } from '../../debate/state';
import { sentences } from '../../debate/text';
import { stageOf } from '../../projections/formats/registry';
import { positionOf } from '../../projections/status';
import { stageTitle } from '../../projections/words';
import { seatName } from '../../projections/seatName';
import { plainLine } from '../../debate/plainLine';
import { meterOf } from '../panel/meter';
import { spentText } from './meterText';
import type { Working } from '../../shared/protocol';

/** A debate that this window runs, as the status bar shows it. */
interface RunningDebate {
  /** Undefined until its record was read. */
  state: DebateState | undefined;
  ending: 'pausing' | 'stopping' | undefined;
  working: readonly Working[];
  /** Whose seat a person of this window is asked for. */
  asked?: string | undefined;
  /** Of the editor, for numbers. */
  language?: string;
}

/** `Round 2 of 3–8 · sre is writing · $0.21`. */
export function runText({ state, ending, working, asked, language }: RunningDebate): string {
  // What a person is waited for goes before all else.
  if (asked !== undefined && ending === undefined) return l10n.t('{0}, it is your turn', seatName(l10n, asked));
  const place = state === undefined ? l10n.t('Debate is running') : stepText(state);
  const doing = ending === undefined ? workText(working) : endingText(ending);
  const spent = state === undefined ? undefined : spentText(meterOf(state), language);
  return [place, doing, spent].filter((part) => part !== undefined).join(' · ');
}

function stepText(state: DebateState): string {
  const { phase, round } = positionOf(state);
  const format = state.setup?.format;
  const stage = stageOf({ format, phase, round }) ?? { code: 'setup' };
  const title = stageTitle(l10n, stage);
  if (phase === 'awaiting_arguments') return l10n.t('{0}: arguments', title);
  if (phase === 'awaiting_judgment') return l10n.t('{0}: judgment', title);
  // Of how many, its sides may not know, and a person may sit there.
  return stage.code !== 'round' || formatNamed(format)?.hidesRounds
    ? title
    : l10n.t('{0} of {1}', title, limitsText(state));
}

const limitsText = ({ limits: { min_rounds: min, max_rounds: max } }: DebateState): string =>
  min >= max ? String(max) : `${min}–${max}`;

/** Who is at it; those who check sources beside the debate are named only where nobody else is at work. */
function workText(working: readonly Working[]): string | undefined {
  const isBeside = ({ step }: Working): boolean => step.startsWith('verify/');
  const [first] = [...working].sort((a, b) => Number(isBeside(a)) - Number(isBeside(b)));
  if (first === undefined) return undefined;
  return first.waiting === undefined
    ? `${first.agent} ${first.words}`
    : l10n.t('{0} waits: {1}', first.agent, withoutStop(firstSentence(plainLine(first.waiting.reason))));
}

function endingText(ending: 'pausing' | 'stopping'): string {
  return ending === 'pausing' ? l10n.t('pausing after this step') : l10n.t('stopping');
}

/** What the provider says of it stands in the panel. */
const firstSentence = (text: string): string => sentences(text)[0]?.text ?? text;

const withoutStop = (text: string): string => text.replace(/(?<![.…])[.…]+$/, '');
