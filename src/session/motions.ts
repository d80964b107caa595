import { collapsed } from '../debate/shortText';
import { formatNamed } from '../debate/formats/registry';
import { type MotionStyle, formaliseMotion, isMotion } from '../debate/motion';
import type { Performer } from '../agents/performer';
import { issuesOf } from '../debate/entry';
import { taskOutputs, type Violation } from '../debate/tasks';
import { awaitingOnly, counted, type LineupRequest } from './lineup';
import { PlanError } from './planError';

/** Nobody gave one, and the topic is none. */
export const needsMotion = (
  topic: string,
  { format, motion }: { format: string; motion: string | undefined },
): boolean => formatNamed(format)?.motion !== undefined && motion === undefined && !isMotion(topic);

interface MotionRequest extends Pick<LineupRequest, 'topic' | 'evidence' | 'onUsage' | 'onAwaiting'> {
  style: MotionStyle | undefined;
}

const attempts = 3;
const longestMotion = 500;
const mostMotions = 4;

/**
 * The best first. There is no debate yet: nothing is logged. @throws PlanError `motions` when none comes of it; TaskError of the
 * performer; the signal's reason.
 */
export async function proposeMotions(
  { topic, style, evidence, onUsage, onAwaiting }: MotionRequest,
  performer: Performer,
  signal = new AbortController().signal,
): Promise<string[]> {
  const kind = 'moderator/propose_motions';
  const input = { topic, style: style === 'as-given' ? undefined : style, evidence };
  let feedback: Violation[] = [];
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const request = { id: 'motions', kind, agent: 'moderator', input, attempt, feedback } as const;
    const answer = await counted(performer.perform(request, { signal, progress: awaitingOnly(onAwaiting) }), onUsage);
    signal.throwIfAborted();
    const parsed = taskOutputs[kind].safeParse(answer.output);
    feedback = [
      ...(answer.violations ??
        (parsed.success ? [] : issuesOf(parsed.error).map((message) => ({ rule: 'schema', message })))),
    ];
    const motions = parsed.success && feedback.length === 0 ? usable(parsed.data.motions, style) : [];
    if (motions.length > 0) return motions;
    if (feedback.length === 0)
      feedback = [
        { rule: 'structure', message: `No motion is one declarative sentence of at most ${longestMotion} characters.` },
      ];
  }
  throw new PlanError(
    'motions',
    'No motion could be made of the topic. Say it as a sentence that can be affirmed and denied, or give one with --motion.',
  );
}

/** One line each, none twice, none a question; in the wished form where code can give it. */
function usable(motions: readonly string[], style: MotionStyle | undefined): string[] {
  const lines = motions
    .map(collapsed)
    .filter((motion) => motion.length > 0 && motion.length <= longestMotion && !/[?？؟]$/u.test(motion));
  return [...new Set(lines.map((motion) => formaliseMotion(motion, style ?? 'as-given')))].slice(0, mostMotions);
}
