import { hasStep, type DebateState, type Turn } from '../../state';
import type { Step } from '../../step';
import { openingCue } from './cues';
import { announcement, listed } from './notices';
import { speakersOf } from './order';
import { turnStep } from './turnStep';

const base = { lane: 'main', visibility: 'all', lineage: 'chair' } as const;

/** Every agent is really checked before the debate is announced; on a failure nothing is announced. */
export function readyStep(state: DebateState): Step {
  const names = speakersOf(state, 0).map((debater) => debater.name);
  return {
    ...base,
    id: 'ready',
    tasks: [{ id: 'ready', kind: 'system/ready', agent: 'chair', agents: agentsOf(state) }],
    onFailure: 'pause',
    commit: () => [
      announcement(
        `All agents confirmed ready. Beginning Phase 1: Opening Statements. Topic: ${state.setup?.topic ?? ''}\nOrder of speaking: ${listed(names)}.`,
        { kind: 'ready' },
      ),
    ],
  };
}

export function agentsOf(state: DebateState): string[] {
  const roles = ['chair', 'verifier', 'audience', 'reporter', 'assessor'];
  return [...roles, ...state.debaters.map((debater) => debater.name)];
}

/** The next step of phase 1, or undefined when it is over. */
export function openingPhase(state: DebateState): Step | undefined {
  for (const debater of speakersOf(state, 0)) {
    const id = `opening/${debater.name}`;
    if (hasStep(state, id)) continue;
    const { name } = debater;
    return turnStep({
      id,
      name,
      phase: 'opening',
      round: 0,
      kind: 'debater/opening',
      input: (view) => openingCue(view, debater),
    });
  }
  return hasStep(state, 'opening/end') ? undefined : phaseEnd(state, 1);
}

const phaseWords = {
  1: { id: 'opening/end', phase: 'opening', done: 'Opening statements', next: 'Proceeding to Phase 2: Debate Rounds.' },
  3: { id: 'closing/end', phase: 'closing', done: 'Closing statements', next: 'Proceeding to Phase 4: Conclusion.' },
} as const;

export function phaseEnd(state: DebateState, number: 1 | 3): Step {
  const { id, phase, done, next } = phaseWords[number];
  const turns = state.turns.filter((turn) => turn.phase === phase);
  const content = `Phase ${number} complete. ${done}: ${turns.map(turnWords).join('; ')}. ${next}`;
  const points = turns.map((turn) => ({ text: turn.debater, seqs: turn.seqs }));
  return {
    ...base,
    id,
    tasks: [],
    onFailure: 'pause',
    commit: () => [announcement(content, { kind: 'phase_end', phase: number, points })],
  };
}

const turnWords = (turn: Turn): string =>
  turn.skipped ? `${turn.debater} (skipped)` : `${turn.debater} (seq ${turn.seqs[0] ?? ''})`;
