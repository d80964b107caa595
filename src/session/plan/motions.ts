import { collapsed } from '../../matching/text/shortText';
import { formatNamed } from '../../debate/formats/registry';
import type { Performer } from '../../agents/performer';
import { taskOutputs, type Violation } from '../../debate/flow/tasks';
import { answerDetail, proposed, schemaViolations, type LineupRequest } from './lineup';
import { PlanError } from './planError';

/** Whether the topic already is a motion: a full stop ends it, or it has a customary form. A question or a bare subject cannot be affirmed. */
export const isMotion = (topic: string): boolean =>
  /[.!。！]["”’'»)\]]*$/u.test(topic.trim()) || /^(?:this house|THW|THBT?|(?:be it )?resolved)\b/i.test(topic.trim());

/** Whether a model has to propose a motion, because none was given and the topic is none. */
export const needsMotion = (topic: string, { format, motion }: { format: string; motion: unknown }): boolean =>
  formatNamed(format)?.motion !== undefined && motion === undefined && !isMotion(topic);

type MotionRequest = Pick<LineupRequest, 'topic' | 'evidence' | 'onUsage' | 'onAwaiting'>;

const longestMotion = 500;
const mostMotions = 4;

/**
 * The best first. There is no debate yet: nothing is logged. @throws PlanError `motions` when none comes of it; TaskError of the
 * performer; the signal's reason.
 */
export async function proposeMotions(
  { topic, evidence, ...asking }: MotionRequest,
  performer: Performer,
  signal?: AbortSignal,
): Promise<string[]> {
  const kind = 'moderator/propose_motions';
  const input = { topic, evidence };
  const judge = (output: unknown): { found: string[] } | { violations: Violation[] } => {
    const parsed = taskOutputs[kind].safeParse(output);
    if (!parsed.success) return { violations: schemaViolations(parsed.error) };
    const motions = usable(parsed.data.motions);
    if (motions.length > 0) return { found: motions };
    const message = `No motion is one declarative sentence of at most ${longestMotion} characters.`;
    return { violations: [{ rule: 'structure', message }] };
  };
  const task = { id: 'motions', kind, agent: 'moderator', input } as const;
  const motions = await proposed({ task, judge }, { ...asking, performer, signal });
  if ('found' in motions) return motions.found;
  if (motions.written !== undefined)
    throw new PlanError(
      'motions_answer',
      'The model’s answer gives no motion. Try again, choose another model, or give the motion yourself (--motion).',
      answerDetail(motions),
    );
  throw new PlanError(
    'motions',
    'No motion could be made of the topic. Say it as a sentence that can be affirmed and denied, or give one with --motion.',
  );
}

/** Returns the motions on one line each, without repetitions and questions. */
function usable(motions: readonly string[]): string[] {
  const lines = motions
    .map(collapsed)
    .filter((motion) => motion.length > 0 && motion.length <= longestMotion && !/[?？؟]$/u.test(motion));
  return [...new Set(lines)].slice(0, mostMotions);
}
