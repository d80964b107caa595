import { isHeld } from '../../flow/seats';
import { hasStep, type DebateState, type Turn } from '../../fold/state';
import type { Step } from '../../flow/step';
import { plainAnswerStep } from '../common/plainAnswer';
import { codeStep, readyStep } from '../common/steps';
import { openingInput } from './inputs';
import { panelJudges } from './judging';
import { turnStep, announcement, listed } from './turnStep';
import { speakersOf } from './rounds';

export function panelReady(state: DebateState): Step {
  const names = speakersOf(state, 0).map(({ name }) => name);
  const content = `All agents confirmed ready. Beginning Phase 1: Opening Statements. Topic: ${state.setup?.topic ?? ''}\nOrder of speaking: ${listed(names)}.`;
  const roles = panelRoles.filter((role) => isHeld(state, role) || codeRoles.has(role));
  const judges = panelJudges(state).map(({ agent }) => agent);
  return readyStep('chair', [...roles, ...judges], state.debaters, content);
}

/** Without a reader code checks quotations and makes the documents. */
const codeRoles: ReadonlySet<string> = new Set(['verifier', 'reporter']);

export const panelRoles = ['chair', 'verifier', 'audience', 'reporter', 'assessor'] as const;

/** Undefined when phase 1 is over. */
export function openingPhase(state: DebateState): Step | undefined {
  const plain = plainAnswerStep(state, {
    host: 'chair',
    agent: 'chair',
    of: 'debater',
    positions: state.debaters.map(({ name, starting_position: text }) => ({ name, text })),
  });
  const [next] = openingSteps(state);
  return plain ?? next ?? (hasStep(state, 'opening/end') ? undefined : phaseEnd(state, 1));
}

/** Still to come. */
export const openingSteps = (state: DebateState): Step[] =>
  speakersOf(state, 0).flatMap((debater) => {
    const { name } = debater;
    const id = `opening/${name}`;
    if (hasStep(state, id)) return [];
    return [
      turnStep({
        id,
        name,
        phase: 'opening',
        round: 0,
        kind: 'debater/opening',
        input: (view) => openingInput(view, debater),
      }),
    ];
  });

const phaseWords = {
  1: { id: 'opening/end', phase: 'opening', done: 'Opening statements', next: 'Proceeding to Phase 2: Debate Rounds.' },
  3: { id: 'closing/end', phase: 'closing', done: 'Closing statements', next: 'Proceeding to Phase 4: Conclusion.' },
} as const;

export function phaseEnd(state: DebateState, number: 1 | 3): Step {
  const { id, phase, done, next } = phaseWords[number];
  const turns = state.turns.filter((turn) => turn.phase === phase);
  const content = `Phase ${number} complete. ${done}: ${turns.map(turnWords).join('; ')}. ${next}`;
  const points = turns.map((turn) => ({ text: turn.debater, seqs: turn.seqs }));
  return codeStep(id, 'chair', () => [announcement(content, { kind: 'phase_end', phase: number, points })]);
}

const turnWords = (turn: Turn): string =>
  turn.skipped ? `${turn.debater} (skipped)` : `${turn.debater} (seq ${turn.seqs[0] ?? ''})`;
