import * as z from 'zod';
import { hasStep, type DebateState } from '../../state';
import type { Format, FormatStatus, Step } from '../../step';
import { openChallenges } from '../../duties';
import { reviewStep, urgentSteps } from './acts';
import { panelAnswers } from './answers';
import { closingPhase, concludingPhase } from './ending';
import { panelFacts } from './facts';
import { openingPhase, readyStep } from './opening';
import { roundsPhase } from './rounds';
import { openVerification, verificationSteps } from '../common/verification';

/** Chair, two to eight debaters, Verifier, Audience, Reporter, Assessor: `formats.md`, panel. */
export const panel: Format = {
  name: 'panel',
  host: 'chair',
  roles: ['chair', 'verifier', 'audience', 'reporter', 'assessor'],
  takesLimits: true,
  options: z.looseObject({}),
  facts: [panelFacts],
  limits: () => ({}),
  decide,
  open,
  status: statusOf,
  answers: panelAnswers,
};

function decide(state: DebateState): Step[] {
  if (state.setup === undefined) return [];
  if (!hasStep(state, 'ready')) return [readyStep(state)];
  const verification = verificationSteps(state);
  const [urgent] = urgentSteps(state);
  if (urgent !== undefined) return [...verification, urgent];
  // A challenge pauses the turn order until the Verifier has looked.
  if (openChallenges(state).length > 0) return verification;
  const next = reviewStep(state) ?? mainStep(state, verification.length > 0);
  return next === undefined ? verification : [...verification, next];
}

/** An answer in flight is not thrown away because something urgent came up: it is judged by its gate and logged. */
function open(state: DebateState): Step[] {
  if (state.setup === undefined || !hasStep(state, 'ready')) return decide(state);
  const main = mainStep(state, verificationSteps(state).length > 0);
  const review = reviewStep(state);
  return [
    ...openVerification(state),
    ...urgentSteps(state),
    ...(review === undefined ? [] : [review]),
    ...(main === undefined ? [] : [main]),
  ];
}

function mainStep(state: DebateState, isVerifying: boolean): Step | undefined {
  if (state.conclusion === undefined) {
    const next = state.concludeRequested
      ? undefined
      : (openingPhase(state) ?? roundsPhase(state) ?? closingPhase(state));
    if (next !== undefined) return next;
    // Every pending verification is finished before the conclusion.
    if (isVerifying) return undefined;
  }
  return concludingPhase(state);
}

function statusOf(state: DebateState): FormatStatus {
  return { phase: phaseOf(state), round: state.round, outcome: state.conclusion?.outcome ?? null };
}

function phaseOf(state: DebateState): FormatStatus['phase'] {
  if (decideIsDone(state)) return 'done';
  if (state.conclusion !== undefined) return 'documents';
  if (state.concludeRequested) return 'conclusion';
  if (hasStep(state, 'closing/end')) return 'conclusion';
  if (state.factsOf(panelFacts).roundsEnded || hasStep(state, 'unresolved')) return 'closing';
  if (hasStep(state, 'opening/end')) return 'rounds';
  return hasStep(state, 'ready') ? 'opening' : 'setup';
}

const decideIsDone = (state: DebateState): boolean => state.setup !== undefined && decide(state).length === 0;
