import type { Motion } from '../../../../debate/tasks/dialectic';
import { cut, lines, most } from '../../cueText';
import type { Fence } from '../../fence';

/** What is debated, with what its words mean and how far it goes. */
export function motionText({ text, definitions, scope }: Motion, fence: Fence): string {
  const terms = definitions
    .slice(0, most.items)
    .map(({ term, meaning }) => `“${cut(term, 200)}” means: ${cut(meaning, most.reason)}`);
  return fence.wrap(
    'motion',
    {},
    lines([cut(text), ...terms, ...(scope === undefined ? [] : [`Scope: ${cut(scope)}`])]),
  );
}

/** A score with its sign, to the hundredth. */
export const plainScore = (score: number): string => `${score > 0 ? '+' : ''}${score.toFixed(2)}`;
