import type { AgentTask } from '../debate/step';
import type { SupportQuestion } from '../verify/verifier';

/** The one question of the Verifier that is not code's, as a task. */
export function supportTask({ seq, index, ...input }: SupportQuestion): AgentTask<'verifier/support'> {
  return { id: `support/${seq}/${index}`, agent: 'verifier', kind: 'verifier/support', input: () => input };
}
