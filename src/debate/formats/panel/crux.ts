import { cruxProblems } from '../../rules/cruxGate';
import { withdrawnViolations } from '../../rules/documentGate';
import { isStruck, type DebateState } from '../../state';
import type { Step } from '../../step';
import { isSince } from '../../version';
import { agentTask, answerTo, base } from '../common/steps';
import { briefOf } from './cues';
import { announcement, missingNote, pointLines } from './notices';
import { optionsOf } from './options';

/**
 * The Chair names it before this round's turns: if the option is on, in records whose version knows it, and once there
 * are entries to base it on.
 */
export const wantsCrux = (state: DebateState, round: number): boolean =>
  round > 1 && isSince(state, 2) && optionsOf(state).crux === true;

export const cruxId = (round: number): string => `r${round}/crux`;

/**
 * The Chair names the points on which the outcome depends, by the entries of both sides; if it cannot, the round
 * continues without.
 */
export function cruxStep(round: number): Step {
  const id = cruxId(round);
  return {
    ...base,
    id,
    lineage: 'chair',
    onFailure: 'commit',
    // Nobody else needs a larger window for it.
    forgives: (outcome) => !outcome.ok && outcome.code === 'context_window',
    tasks: [
      agentTask<'chair/name_crux'>({
        id,
        agent: 'chair',
        kind: 'chair/name_crux',
        input: (view) => ({ brief: briefOf(view.state), record: view.all(), round }),
        check: ({ points }, { view }) => [
          ...cruxProblems(points, view.state, {
            before: Infinity,
            isStruck: (seq) => isStruck(view.state, seq),
            read: (seq) => view.visible(seq),
          }).map((message) => ({ rule: 'structure', message })),
          ...withdrawnViolations('The crux', points.map(({ text }) => text).join('\n'), view.state),
        ],
      }),
    ],
    commit: ([outcome]) => {
      const points = answerTo(outcome, 'chair/name_crux')?.points;
      if (points === undefined)
        return [missingNote(`The crux of round ${round}`, outcome, 'The round goes on without it.')];
      const content = `Crux before round ${round}. As the entries of both sides show, the outcome hangs on:\n${pointLines(points)}`;
      return [announcement(content, { kind: 'crux', round, points })];
    },
  };
}
